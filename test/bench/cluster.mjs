// The generated server over node:cluster: what a second process adds on a second core.
import { hasProc } from './cores.mjs';
import { load, loadGenerator, startServer } from './load.mjs';
import { median, report, summarize } from './measure.mjs';

const counts = [1, 2];
const nameOf = (count) => (count === 1 ? 'one process' : `${count} processes`);

/**
 * Compares one process with two sharing its port, with answers of 100 records. Nothing is pinned, so the load generator takes its part of the
 * same cores: with two cores, two processes cannot give more than 2 × server / (server + load) of one, in CPU time for a request. That
 * bound is a row of its own. The second report leaves the load out: what one second of CPU time of each process serves, so what two cores
 * give when the load comes from another machine.
 */
export async function benchCluster(school, { rounds = 5, seconds = 2, connections = 32 } = {}) {
  if (!hasProc) {
    console.log('skipped: cluster (CPU time of other processes is read from /proc)');
    return [];
  }
  const servers = [];
  try {
    for (const processes of counts)
      servers.push(await startServer('asmx-gen', school, { core: undefined, processes }));
    const samples = servers.map(() => []);
    const loads = [];
    for (let round = -1; round < rounds; round++) {
      for (const [index, server] of servers.entries()) {
        const options = { seconds, core: undefined };
        const { perSecond, cpu, loadCpu } = await load(server, 'GetStudents', connections, options);
        if (round < 0) continue;
        samples[index].push({ perSecond, cpu });
        loads.push(loadCpu);
      }
    }
    const rows = counts.map((count, index) => summarize(nameOf(count), samples[index]));
    const [one] = rows;
    const bound = (2 * one.cpu) / (one.cpu + median(loads));
    return [
      report({
        id: 'cluster/throughput',
        title: `Serve GetStudents over ${connections} connections from a cluster (load: ${loadGenerator}, on the same cores)`,
        by: 'perSecond',
        ratio: 'cost',
        yardstick: nameOf(1),
        rows: [
          ...rows,
          { name: `${loadGenerator}, for each request`, cpu: median(loads) },
          { name: 'bound on two cores', perSecond: one.perSecond * bound },
        ],
      }),
      report({
        id: 'cluster/capacity',
        title: 'GetStudents that the CPU time of all processes serves, load left out',
        by: 'perSecond',
        ratio: 'cost',
        yardstick: nameOf(1),
        rows: counts.map((count, index) => ({
          name: nameOf(count),
          cpu: rows[index].cpu,
          perSecond: (count * 1e6) / rows[index].cpu,
        })),
      }),
    ];
  } finally {
    for (const server of servers) server.stop();
  }
}
