// The generated server over node:cluster: what a second core gives.
import { coreCount, hasProc } from './cores.mjs';
import { load, loadGenerator, startServer } from './load.mjs';
import { report, summarize } from './measure.mjs';

const kinds = ['asmx-gen', 'node:http'];
/** Processes, and cores they are on, by row. */
const setups = { 'one process on one core': 1, '2 processes on two cores': 2 };

async function measure(operation, servers, { rounds, seconds, connections }) {
  const measured = servers.map((given) => ({ ...given, samples: [] }));
  for (let round = -1; round < rounds; round++) {
    for (const { server, cores, samples } of measured) {
      const options = { seconds, cores: [...Array(cores).keys()] };
      const sample = await load(server, operation, connections, options);
      if (round >= 0) samples.push(sample);
    }
  }
  const rowsOf = (wanted) =>
    measured
      .filter(({ kind }) => kind === wanted)
      .map(({ name, samples }) => summarize(name, samples));
  const rows = rowsOf('asmx-gen');
  const [bareOne, bareTwo] = rowsOf('node:http');
  const bare = bareTwo.perSecond / bareOne.perSecond;
  return report({
    id: `cluster/${operation}`,
    title: `Serve ${operation} over ${connections} connections from a cluster (load: ${loadGenerator}, on the same cores)`,
    by: 'perSecond',
    ratio: 'cost',
    yardstick: Object.keys(setups)[0],
    rows: [...rows, { name: 'with the gain of node:http', perSecond: rows[0].perSecond * bare }],
  });
}

/**
 * Compares a machine of one core with one of two: the server, a process for each core, and its
 * load, a generator for each core. Each stays on its core, for not every system spreads them: Linux
 * 6.18 was seen to leave both processes on one core while the other had nothing to do. A cluster of
 * `node:http` that answers constant bytes shows what system and Node gain.
 */
export async function benchCluster(school, { rounds = 11, seconds = 1, connections = 32 } = {}) {
  if (!hasProc || coreCount < 2) {
    console.log('skipped: cluster (takes two cores, and CPU time of other processes from /proc)');
    return [];
  }
  const servers = [];
  try {
    for (const kind of kinds) {
      for (const [name, cores] of Object.entries(setups)) {
        const server = await startServer(kind, school, { processes: cores });
        servers.push({ kind, name, cores, server });
      }
    }
    const reports = [];
    for (const operation of ['GetStudents', 'PutStudents'])
      reports.push(await measure(operation, servers, { rounds, seconds, connections }));
    return reports;
  } finally {
    for (const { server } of servers) server.stop();
  }
}
