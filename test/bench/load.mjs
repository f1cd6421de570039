// Starts servers and puts load on them: `wrk` where it is installed, else a generator of our own.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildDotnet } from '../stacks/dotnet/dotnet.mjs';
import { cpuOf, moveToCores, onCore, peakOf } from './cores.mjs';
import {
  authCodeRequestXml,
  getStudentsRequestXml,
  getStudentsResponseXml,
  putStudentsRequestXml,
  students,
} from './school-data.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const requests = {
  AuthCode: authCodeRequestXml,
  GetStudents: getStudentsRequestXml,
  PutStudents: putStudentsRequestXml(students(100)),
};
const hasWrk = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;

/** The load generator used, for titles. */
export const loadGenerator = hasWrk ? 'wrk' : 'our own load generator';

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answers(port) {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/School.asmx?wsdl`)).arrayBuffer();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error(`no server on port ${port} after ten seconds`);
}

/** SoapCore on Kestrel; undefined, after saying so, without .NET. */
function buildSoapCore({ folder }) {
  const project = new URL('soapcore/school.csproj', import.meta.url);
  const { program, skipped } = buildDotnet(project, folder);
  if (skipped !== undefined) console.log(`skipped: SoapCore (${skipped})`);
  return program;
}

/**
 * Starts one kind of server in a process of its own.
 * @param kind one of `server-process.mjs`, `gSOAP (C)` or `SoapCore`
 * @param school what `prepareSchool` gave
 * @param options how many processes shall share the port (1), each on a core of its own; how many
 *   records a server of ours, or of a package, answers with (100)
 * @returns its port, functions that read its CPU time in microseconds and its peak memory in MB, and
 *   one that ends it; undefined where gSOAP or .NET is not there
 */
export async function startServer(kind, school, { processes = 1, records = 100 } = {}) {
  const port = await freePort();
  let command = [process.execPath, here('server-process.mjs'), kind, String(port)];
  command.push(school.js, school.wsdl, String(processes), String(records));
  const isOurs = !['gSOAP (C)', 'SoapCore'].includes(kind);
  if (!isOurs) {
    const program = kind === 'SoapCore' ? buildSoapCore(school) : school.gsoap();
    if (program === undefined) return undefined;
    const file = join(school.folder, 'students.xml');
    writeFileSync(file, getStudentsResponseXml(students(100)));
    const how = kind === 'SoapCore' ? ['dotnet', program] : [program, 'serve'];
    command = [...how, String(port), file];
  }
  const child = spawn(...onCore(processes > 1 ? undefined : 0, ...command), {
    stdio: ['ignore', 'inherit', 'inherit', ...(isOurs ? ['ipc'] : [])],
  });
  const workers = [];
  child.on('message', (pid) => workers.push(pid));
  await answers(port);
  while (processes > 1 && workers.length < processes) await sleep(50);
  for (const [core, pid] of workers.entries()) moveToCores(pid, core);
  return {
    kind,
    port,
    cpu: () => cpuOf(child.pid, ...workers),
    memory: () => peakOf(child.pid),
    stop: () => child.kill(),
  };
}

/** The last line of a finished command, or why there is none. */
function outputOf(child) {
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.on('error', reject);
    child.on('close', () => resolve(out));
  });
}

/** Answers, and answers per second, of one run of `wrk`, or of our own generator. */
export async function generateLoad(port, operation, connections, seconds, core) {
  const script = here(hasWrk ? 'load-wrk.lua' : 'load-process.mjs');
  const command = hasWrk
    ? ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
    : [process.execPath, script, String(connections), String(seconds)];
  command.push(`http://127.0.0.1:${port}/School.asmx`);
  const child = spawn(...onCore(core, ...command), {
    env: { ...process.env, BENCH_BODY: requests[operation], BENCH_OPERATION: operation },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = await outputOf(child);
  const count = Number(/(\d+) requests in/.exec(out)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]);
  const wrong = /Non-2xx.*|Socket errors.*/.exec(out)?.[0];
  if (wrong || !(count > 0))
    throw new Error(`${operation}, ${connections} connections: ${wrong ?? out}`);
  return { count, perSecond };
}

/**
 * Loads a server with one operation.
 * @param server what `startServer` gave
 * @param operation `AuthCode`, `GetStudents` or `PutStudents`
 * @param connections kept alive, each with one request at a time
 * @param options whole seconds, and the cores that have a generator each, sharing the connections
 *   (the second one)
 * @returns answers per second, and CPU µs of the server for each
 */
export async function load(server, operation, connections, { seconds = 1, cores = [1] } = {}) {
  const before = server.cpu();
  const share = connections / cores.length;
  const runs = await Promise.all(
    cores.map((core) => generateLoad(server.port, operation, share, seconds, core)),
  );
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
  return { perSecond: sum('perSecond'), cpu: (server.cpu() - before) / sum('count') };
}
