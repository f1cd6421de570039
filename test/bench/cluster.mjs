// The generated server over node:cluster: what a second process adds on a second core.
import { hasProc } from './cores.mjs';
import { load, loadGenerator, startServer } from './load.mjs';
import { median, report, summarize } from './measure.mjs';

const counts = [1, 2];
const nameOf = (count) => (count === 1 ? 'one process' : `${count} processes`);

/** One report of throughput, one of capacity. */
async function measure(operation, servers, { rounds, seconds, connections }) {
  const samples = servers.map(() => []);
  const loads = [];
  for (let round = -1; round < rounds; round++) {
    for (const [index, server] of servers.entries()) {
      const options = { seconds, core: undefined };
      const { perSecond, cpu, loadCpu } = await load(server, operation, connections, options);
      if (round < 0) continue;
      samples[index].push({ perSecond, cpu });
      loads.push(loadCpu);
    }
  }
  const rows = counts.map((count, index) => summarize(nameOf(count), samples[index]));
  const [one] = rows;
  const bound = (2 * one.cpu) / (one.cpu + median(loads));
  const common = { by: 'perSecond', ratio: 'cost', yardstick: nameOf(1) };
  return [
    report({
      ...common,
      id: `cluster/throughput-${operation}`,
      title: `Serve ${operation} over ${connections} connections from a cluster (load: ${loadGenerator}, on the same cores)`,
      rows: [
        ...rows,
        { name: `${loadGenerator}, for each request`, cpu: median(loads) },
        { name: 'bound on two cores', perSecond: one.perSecond * bound },
      ],
    }),
    report({
      ...common,
      id: `cluster/capacity-${operation}`,
      title: `${operation} that the CPU time of all processes serves, load left out`,
      rows: counts.map((count, index) => ({
        name: nameOf(count),
        cpu: rows[index].cpu,
        perSecond: (count * 1e6) / rows[index].cpu,
      })),
    }),
  ];
}

/**
 * Compares one process with two sharing its port, writing and reading 100 records. Nothing is pinned, so the load generator takes its part of
 * the same cores: with two cores, two processes cannot give more than 2 × server / (server + load) of one, in CPU time for a request. That
 * bound is a row of its own. The second report leaves the load out: what one second of CPU time of each process serves, so what two cores
 * give when the load comes from another machine.
 */
export async function benchCluster(school, { rounds = 5, seconds = 1, connections = 32 } = {}) {
  if (!hasProc) {
    console.log('skipped: cluster (CPU time of other processes is read from /proc)');
    return [];
  }
  const servers = [];
  try {
    for (const processes of counts)
      servers.push(await startServer('asmx-gen', school, { core: undefined, processes }));
    const reports = [];
    for (const operation of ['GetStudents', 'PutStudents'])
      reports.push(...(await measure(operation, servers, { rounds, seconds, connections })));
    return reports;
  } finally {
    for (const server of servers) server.stop();
  }
}
