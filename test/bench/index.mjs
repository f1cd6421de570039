// `npm run bench [NAME…]`: all benches by default. Build first (`npm run build`).
import { benchClients } from './clients.mjs';
import { benchCluster } from './cluster.mjs';
import { benchCodecs } from './codecs.mjs';
import { benchMemory } from './memory.mjs';
import { prepareSchool } from './prepare.mjs';
import { saveReports } from './results.mjs';
import { benchServers } from './servers.mjs';
import { benchStartup } from './startup.mjs';

/** Each takes what `prepareSchool` gave, prints its tables, and gives its reports (or a promise of them). */
const benches = {
  codecs: benchCodecs,
  servers: benchServers,
  clients: benchClients,
  cluster: benchCluster,
  memory: benchMemory,
  startup: benchStartup,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const school = prepareSchool();
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    saveReports(name, await bench(school));
  }
} finally {
  school.remove();
}
process.exit(0);
