// The generated server over node:cluster: what a second process adds on a second core.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasProc, onCore } from './cores.mjs';
import { load, loadGenerator, startServer } from './load.mjs';
import { median, report, summarize } from './measure.mjs';

const counts = [1, 2];
const twoAlone = 'two processes without sockets and load';
const nameOf = (count) => (count === 1 ? 'one process' : `${count} processes`);

const encoder = fileURLToPath(new URL('encode-process.mjs', import.meta.url));

/** How often a second a process on a core of its own writes 100 records. */
async function encodeOn(core, { js }) {
  const [command, args] = onCore(core, process.execPath, encoder, js, '1000');
  const { stdout } = await promisify(execFile)(command, args);
  return Number(stdout);
}

/**
 * What the machine itself gives two processes: the same work without sockets, a load or anything shared, on one core, then on both at
 * once. Cores that share caches, memory or, in a virtual machine, more than it says, give less than twice as much.
 */
async function gainOfMachine(school, rounds) {
  const gains = [];
  for (let round = 0; round < rounds; round++) {
    const one = await encodeOn(0, school);
    const both = await Promise.all([encodeOn(0, school), encodeOn(1, school)]);
    gains.push((both[0] + both[1]) / one);
  }
  return median(gains);
}

/** One report of throughput, one of capacity. */
async function measure(operation, servers, gain, { rounds, seconds, connections }) {
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
      rows: [
        ...counts.map((count, index) => ({
          name: nameOf(count),
          cpu: rows[index].cpu,
          perSecond: (count * 1e6) / rows[index].cpu,
        })),
        { name: twoAlone, perSecond: (gain * 1e6) / one.cpu },
      ],
    }),
  ];
}

/**
 * Compares one process with two sharing its port, writing and reading 100 records. Nothing is pinned, so the load generator takes its part of
 * the same cores: with two cores, two processes cannot give more than 2 × server / (server + load) of one, in CPU time for a request. That
 * bound is a row of its own. The second report leaves the load out: what one second of CPU time of each process serves, so what two cores
 * give when the load comes from another machine; its last row is what the machine gives two processes that do nothing but write records.
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
    const gain = await gainOfMachine(school, rounds);
    for (const operation of ['GetStudents', 'PutStudents'])
      reports.push(...(await measure(operation, servers, gain, { rounds, seconds, connections })));
    return reports;
  } finally {
    for (const server of servers) server.stop();
  }
}
