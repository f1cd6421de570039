// The server of a fault run, in a process of its own: tells its port, its memory when asked, and
// at its end how many calls it has accepted and finished.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { handlers } from './handlers.mjs';

const { createFaultsServer } = await import(pathToFileURL(process.argv[2]).href);
let accepted = 0;
let finished = 0;
const server = createFaultsServer({
  ...handlers,
  async echo(input) {
    accepted += 1;
    // so that calls are running whenever the server is told to end
    await new Promise((resolve) => setTimeout(resolve, 5));
    finished += 1;
    return handlers.echo(input);
  },
});
const http = createServer(server.listener);
http.listen(0, '127.0.0.1', 2000, () => process.send({ port: http.address().port }));

process.on('message', () => {
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  http.getConnections((_, connections) => {
    process.send({ bytes: heapUsed + arrayBuffers, connections, accepted });
  });
});
process.on('disconnect', () => process.exit(0));
process.once('SIGTERM', async () => {
  await server.close({ timeout: 10_000 });
  http.close(() => {
    process.send({ accepted, finished }, () => process.exit(0));
  });
});
