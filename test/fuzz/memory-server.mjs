// node memory-server.mjs FOLDER: a server for one request, in a process of its own. Tells its port,
// and the memory it has taken at most.
import { createServer } from 'node:http';
import { loadGrowthSite } from '../growth/load-site.mjs';

const { server } = await loadGrowthSite(process.argv[2]);
const http = createServer(server.listener);
process.on('message', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.send({ peak: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 });
});
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }));
