// Runs clients of other makes against the generated server, each from its own ?WSDL, and the
// generated client against the reference site. usage: npm run interop -- [FOLDER-OF-THE-RECORDINGS]
// [--only NAME,…]
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, freePort, missing, run } from '../stacks/programs.mjs';
import { callGsoapAddressing, callJaxWsAddressing, callZeepAddressing } from './addressing.mjs';
import { caseLines, cases } from './cases.mjs';
import { callCodeFirst } from './code-first.mjs';
import { callDataSets, callZeepDataSets } from './data-sets.mjs';
import { callGsoap, missingGsoap } from './gsoap.mjs';
import { expectationOf, notes } from './habits.mjs';
import { callJaxWs, missingJaxWs } from './jaxws.mjs';
import { callGsoapMtom, callJaxWsMtom, startFiles } from './mtom.mjs';
import { callReference } from './reference-site.mjs';
import { callShop } from './shop.mjs';
import { callWss4j, missingWss4j, wss4jNotes } from './wss4j.mjs';

const programs = fileURLToPath(new URL('./clients/', import.meta.url));
const argumentsGiven = process.argv.slice(2);
const at = argumentsGiven.indexOf('--only');
const only = at < 0 ? undefined : argumentsGiven[at + 1]?.split(',');
const [folder = '../shared/oracle'] = argumentsGiven.filter(
  (one, index) => (!one.startsWith('--') && index !== at + 1) || (at < 0 && !one.startsWith('--')),
);
if (!existsSync(new URL('../../dist/generate.js', import.meta.url))) {
  console.error('interop: the tool is not built; run `npm run build` first');
  process.exit(2);
}
const { startSite } = await import('../replay/site.mjs');
const { judgeSecurity, keys, startSecureSite } = await import('./security.mjs');

const work = mkdtempSync(join(tmpdir(), 'interop-'));
const casesFile = join(work, 'cases.tsv');
writeFileSync(casesFile, caseLines());

/** Makes and compiles the .NET proxies. */
async function buildProxies(base) {
  const sources = [];
  const jobs = [];
  for (const service of new Set(cases.map((one) => one.service))) {
    for (const protocol of ['Soap', 'SOAP12', 'HttpGet', 'HttpPost']) {
      const file = join(work, `${service}.${protocol}.cs`);
      sources.push(file);
      const flags = [
        '-nologo',
        `-protocol:${protocol}`,
        `-n:${protocol}.${service}`,
        `-out:${file}`,
      ];
      jobs.push(async () => {
        const made = await run('wsdl', [...flags, `${base}/${service}.asmx?WSDL`]);
        if (made.code !== 0 || !existsSync(file))
          throw new Error(`wsdl ${protocol} ${service}: ${made.stdout}${made.stderr}`);
      });
    }
  }
  const workers = [0, 1].map(async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
  });
  await Promise.all(workers);
  const references = [
    'System.Web.Services',
    'System.Xml',
    'System.Data',
    'System.EnterpriseServices',
  ];
  const program = join(work, 'calls.exe');
  const compiled = await run('mcs', [
    '-nowarn:0219,0168',
    `-out:${program}`,
    ...references.map((name) => `-r:${name}`),
    join(programs, 'Calls.cs'),
    ...sources,
  ]);
  if (compiled.code !== 0) throw new Error(`mcs: ${compiled.stdout}${compiled.stderr}`);
  return program;
}

const clients = [
  {
    name: '.NET proxies (Mono)',
    key: 'dotnet',
    ports: { Soap: 'SOAP 1.1', SOAP12: 'SOAP 1.2', HttpGet: 'GET', HttpPost: 'POST' },
    missing: () =>
      ['mono', 'mcs', 'wsdl'].every((one) => answers('which', one))
        ? undefined
        : 'mono-devel and mono-mcs are not installed',
    call: async (base) =>
      run('mono', [await buildProxies(base), base, casesFile], {
        env: { ...process.env, TZ: 'UTC', LANG: 'C.UTF-8' },
      }),
  },
  {
    name: 'zeep',
    key: 'zeep',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2', HttpGet: 'GET', HttpPost: 'POST' },
    missing: () => missing('zeep'),
    call: (base) => run('/usr/bin/python3', [join(programs, 'zeep_calls.py'), base, casesFile]),
    secure: (base) => run('/usr/bin/python3', [join(programs, 'zeep_security.py'), base, keys]),
    insecure: () =>
      answers('/usr/bin/python3', '-c', 'import xmlsec')
        ? undefined
        : 'python3-xmlsec is not installed',
  },
  {
    name: 'php-soap',
    key: 'php',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
    missing: () => missing('php'),
    call: (base) => run('php', [join(programs, 'php_calls.php'), base, casesFile]),
    secure: (base) => run('php', [join(programs, 'php_security.php'), base]),
  },
  {
    name: 'SOAP::Lite',
    key: 'soaplite',
    ports: { Soap: 'SOAP 1.1' },
    missing: () => missing('soap-lite'),
    call: (base) => run('perl', [join(programs, 'soaplite_calls.pl'), base, casesFile]),
  },
  {
    name: 'soap (npm)',
    key: 'soap',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
    missing: () => undefined,
    call: (base) => run(process.execPath, [join(programs, 'soap_calls.mjs'), base, casesFile]),
    secure: (base) => run(process.execPath, [join(programs, 'soap_security.mjs'), base, keys]),
  },
  {
    name: 'suds',
    key: 'suds',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
    missing: () => missing('suds'),
    call: (base) => run('/usr/bin/python3', [join(programs, 'suds_calls.py'), base, casesFile]),
  },
  {
    name: 'JAX-WS (wsimport)',
    key: 'jaxws',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
    missing: () => missingJaxWs(answers),
    call: (base) => callJaxWs(base, { run, work, programs, casesFile }),
  },
  {
    name: 'gSOAP (C++)',
    key: 'gsoap',
    ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
    missing: () => missingGsoap(answers),
    call: (base) => callGsoap(base, { run, work }),
  },
];

const rows = [];
const failures = [];
const bindings = ['SOAP 1.1', 'SOAP 1.2', 'GET', 'POST'];
const columns = [...bindings, 'security', 'MTOM', 'addressing', 'code first', 'encoded'];

/** Judges the lines a client program printed. */
function judge(client, output) {
  const counts = Object.fromEntries(
    Object.values(client.ports).map((binding) => [binding, [0, 0]]),
  );
  const lines = output.stdout.split('\n').filter((line) => /^[0-9]+\t/.test(line));
  for (const line of lines) {
    const [number, port, outcome, encoded = ''] = line.split('\t');
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const one = cases[Number(number)];
    const { value, failure, skip } = expectationOf(client.key, port, one);
    if (skip === true) continue;
    const binding = client.ports[port];
    const right =
      failure === undefined
        ? outcome === 'ok' && text === value
        : outcome === 'failed' && text.includes(failure);
    counts[binding][1] += 1;
    if (right) counts[binding][0] += 1;
    else
      failures.push(
        `${client.name} ${binding} ${one.service}.${one.operation} ${JSON.stringify(one.input)}: ${outcome} ${JSON.stringify(text)}, not ${JSON.stringify(failure ?? value)}`,
      );
  }
  for (const [binding, [, total]] of Object.entries(counts)) {
    const least = cases.filter((one) => one.service !== 'Types').length;
    if (total < least)
      failures.push(
        `${client.name} ${binding}: ${total} answers for ${least} cases: ${output.stderr.slice(-800)}`,
      );
  }
  return counts;
}

// .NET's proxy reads the texts of exceptions, which ASMX sends
const site = await startSite({ parity: { exceptionMessages: true } });
const base = `http://127.0.0.1:${site.port}`;
const secureSite = await startSecureSite();

/** Calls with the security headers that a client can write. */
async function callSecurely({ name, secure, insecure }) {
  if (secure === undefined) return undefined;
  const reason = insecure?.();
  if (reason !== undefined) {
    console.log(`${name}: security is skipped: ${reason}`);
    return undefined;
  }
  const output = await secure(`http://127.0.0.1:${secureSite.port}`);
  const { counts, failures: found } = judgeSecurity(name, output);
  failures.push(...found);
  return counts;
}

try {
  for (const client of clients) {
    if (only !== undefined && !only.includes(client.key)) continue;
    const reason = client.missing();
    if (reason !== undefined) {
      rows.push([client.name, `skipped: ${reason}`]);
      continue;
    }
    try {
      const counts = judge(client, await client.call(base));
      rows.push([client.name, { ...counts, security: await callSecurely(client) }]);
    } catch (error) {
      failures.push(`${client.name}: ${error.message.slice(0, 2000)}`);
      rows.push([client.name, 'failed before the first call']);
    }
  }
  if (only === undefined || only.includes('mtom')) await callWithMtom();
  if (only === undefined || only.includes('addressing')) await callWithAddressing();
  if (only === undefined || only.includes('wss4j')) await callWithWss4j();
  if (only === undefined || only.includes('codefirst')) await callWithCodeFirst();
  if (only === undefined || only.includes('encoded')) await callWithEncoding();
  if (only === undefined || only.includes('datasets')) {
    for (const [name, call] of [
      ['DataSets, .NET (Mono)', callDataSets],
      ['DataSets, zeep', callZeepDataSets],
    ]) {
      const { shown, failures: found } = await call({ run, work, programs, answers });
      rows.push([name, shown]);
      failures.push(...found);
    }
  }
  if (only === undefined || only.includes('reference')) {
    const reference = await callReference(resolve(folder), site, { freePort, answers });
    rows.push([
      'generated client, ASMX on Mono',
      reference.skipped === undefined ? reference.counts : `skipped: ${reference.skipped}`,
    ]);
    failures.push(...(reference.failures ?? []));
  }
} finally {
  site.stop();
  secureSite.stop();
  rmSync(work, { recursive: true, force: true });
}

/** Adds what a client or server of another make says in a column. */
function add(column, name, { counts, failures: found }) {
  const row = rows.find((one) => one[0] === name);
  if (typeof row?.[1] === 'object') row[1][column] = counts;
  else rows.push([name, { [column]: counts }]);
  failures.push(...found.map((one) => `${name} ${column} ${one}`));
}

/** Bytes in parts of their own. */
async function callWithMtom() {
  const files = await startFiles(work);
  const tools = { run, work, programs, freePort };
  try {
    if (missingGsoap(answers) === undefined)
      add('MTOM', 'gSOAP (C++)', await callGsoapMtom(files, tools));
    if (missingJaxWs(answers) === undefined) {
      const { client, server } = await callJaxWsMtom(files, tools);
      add('MTOM', 'JAX-WS (wsimport)', client);
      add('MTOM', 'generated client, JAX-WS', server);
    }
  } catch (error) {
    failures.push(`MTOM: ${error.message.slice(0, 2000)}`);
  } finally {
    files.stop();
  }
}

/** Headers of WS-Addressing, which both sides want. */
async function callWithAddressing() {
  const files = await startFiles(work, { addressing: { required: true } });
  const tools = { run, work, programs, freePort };
  try {
    if (missing('zeep') === undefined)
      add('addressing', 'zeep', await callZeepAddressing(files, tools));
    if (missingGsoap(answers) === undefined)
      add('addressing', 'gSOAP (C++)', await callGsoapAddressing(files, tools));
    if (missingJaxWs(answers) === undefined) {
      const { client, server } = await callJaxWsAddressing(files, tools);
      add('addressing', 'JAX-WS (wsimport)', client);
      add('addressing', 'generated client, JAX-WS', server);
    }
  } catch (error) {
    failures.push(`addressing: ${error.message.slice(0, 2000)}`);
  } finally {
    files.stop();
  }
}

/** Signatures of WSS4J, and ours before WSS4J. */
async function callWithWss4j() {
  const reason = missingWss4j(answers);
  if (reason !== undefined) {
    rows.push(['WSS4J', `skipped: ${reason}`]);
    return;
  }
  try {
    const { client, server } = await callWss4j(site.modules, { run, work, programs }, keys);
    add('security', 'generated client, WSS4J', client);
    add('security', 'WSS4J', server);
  } catch (error) {
    failures.push(`WSS4J: ${error.message.slice(0, 2000)}`);
  }
}

/** Contracts that JAX-WS makes of services in Java. */
async function callWithCodeFirst() {
  if (missingJaxWs(answers) !== undefined) return;
  try {
    const { client, server } = await callCodeFirst({ run, work, programs, freePort });
    add('code first', 'JAX-WS (wsimport)', client);
    add('code first', 'generated client, JAX-WS', server);
  } catch (error) {
    failures.push(`code first: ${error.message.slice(0, 2000)}`);
  }
}

/** A shop in rpc/encoded. */
async function callWithEncoding() {
  try {
    for (const [name, said] of await callShop({ run, work, programs, answers, freePort })) {
      if (typeof said === 'string') rows.push([`${name}, encoded`, said]);
      else add('encoded', name, said);
    }
  } catch (error) {
    failures.push(`encoded: ${error.message.slice(0, 2000)}`);
  }
}

console.log(
  `client                          ${columns.map((column) => column.padStart(12)).join('')}`,
);
for (const [name, counts] of rows) {
  const cells =
    typeof counts === 'string'
      ? `   ${counts}`
      : columns
          .map((column) =>
            (counts[column] === undefined ? '–' : counts[column].join('/')).padStart(12),
          )
          .join('');
  console.log(name.padEnd(32) + cells);
}
console.log('\nWhat clients do to values by themselves:');
for (const note of notes) console.log(`- ${note}`);
console.log('\nWhat is not signed or read between WSS4J and asmx-gen:');
for (const note of wss4jNotes) console.log(`- ${note}`);
if (failures.length > 0) console.log(`\n${failures.length} failures`);
for (const failure of failures.slice(0, 60)) console.log(`- ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
