// The server under attack, in a process of its own: tells its port, and its memory when asked.
import { startSite } from '../replay/site.mjs';

const site = await startSite({ parity: { exceptionMessages: true } });
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({ rss, heapUsed });
});
process.on('disconnect', () => {
  site.stop();
  process.exit(0);
});
process.send({ port: site.port });
