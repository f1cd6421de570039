// How CPU time and memory grow: everything of one size, of twice and of four times that, and of
// next to nothing, which is what a run costs whatever it is given. The exponent is of what is above
// that: 1 is linear.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { hasProc } from './cores.mjs';
import { load, startServer } from './load.mjs';
import { median, report, short, summarize, tableReport } from './measure.mjs';
import { runReader, startLargeAnswer } from './memory.mjs';
import { runUntilOutput } from './startup.mjs';
import { syntheticContract } from './synthetic-contract.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));
const codecProcess = fileURLToPath(new URL('growth-process.mjs', import.meta.url));
/** The first is the run that is given next to nothing. */
const factors = [0, 1, 2, 4];
const operations = 250;
const operationsOf = (factor) => (factor === 0 ? 1 : factor * operations);

/**
 * Commands in the order in which one needs what another wrote, in a folder that has the contract of
 * each size as N.wsdl, and with a word changed as N-changed.wsdl.
 */
const commands = {
  'generate, types and client': (n) => [
    'generate',
    `${n}.wsdl`,
    '-o',
    `${n}-client`,
    '--targets',
    'types,client',
  ],
  'generate, everything': (n) => ['generate', `${n}.wsdl`, '-o', `${n}`],
  'generate --check, unchanged': (n) => ['generate', `${n}.wsdl`, '-o', `${n}`, '--check'],
  'generate --check, changed': (n) => ['generate', `${n}-changed.wsdl`, '-o', `${n}`, '--check'],
  verify: (n) => ['verify', `${n}`],
  check: (n) => ['check', `${n}.wsdl`],
  'check --for all': (n) => ['check', `${n}.wsdl`, '--for', 'all'],
  diff: (n) => ['diff', `${n}.wsdl`, `${n}-changed.wsdl`],
  'inspect --types': (n) => ['inspect', `${n}.wsdl`, '--types'],
  'convert --to yaml': (n) => ['convert', `${n}.wsdl`, '--to', 'yaml'],
  'convert --to wsdl': (n) => ['convert', `${n}.wsdl`, '--to', 'wsdl'],
  'convert --to openapi': (n) => ['convert', `${n}.wsdl`, '--to', 'openapi'],
  'mcp --write': (n) => ['mcp', `${n}.wsdl`, '--only', '*', '--write', `${n}.json`],
  'call --dry-run': (n) => ['call', `${n}.wsdl`, 'Change0Record', 'id=1', '--dry-run'],
};

function runCommand(args, work) {
  const { status, stderr, ...used } = runChild([bin, ...args, '--quiet'], work);
  // 1 says that something differs
  if (status > 1) throw new Error(`${args.join(' ')}: ${stderr}`);
  return used;
}

/** A server until it listens, and each of its help pages, which say what an operation takes. */
async function runServe(factor, work, pages) {
  const line = [bin, 'serve', `${factor}.wsdl`, '--port', '0'];
  return runUntilOutput(line, work, async (output) => {
    if (!pages) return;
    const [address] = /http:\S+?\.asmx/.exec(output) ?? [];
    for (let index = 0; index < operationsOf(factor); index++) {
      const answer = await fetch(`${address}?op=Change${index}Record`);
      if (!answer.ok) throw new Error(`${answer.status} for a help page`);
      await answer.arrayBuffer();
    }
  });
}

/** What reads and writes one message, so many times as long as that of `payloads.mjs`. */
const codecs = { records: 50, arabic: 50, attributes: 50, choices: 50, base64: 10 };

function runCodec(way, message, factor, school) {
  const times = Math.max(1, factor * codecs[message]);
  const args = [codecProcess, way, message, `${times}`, school.js, school.payloads.js];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { cpu, rss } = JSON.parse(stdout);
  // a run is timed alone, without what the process costs
  return { cpu: factor === 0 ? 0 : cpu, rss };
}

const streamed = 50_000;

/** Records from a constant server, or from a generated one, in a process of its own. */
async function runStream(mode, factor, school) {
  const records = factor === 0 ? 1000 : factor * streamed;
  const { server, length, count } = await startLargeAnswer(records);
  try {
    const { port } = server.address();
    const run = await runReader(mode, port, school, count, length / count);
    const { problem, cpu, rss } = run;
    if (problem !== undefined) throw new Error(problem);
    return { cpu: cpu * 1000, rss };
  } finally {
    server.close();
  }
}

const answered = 200;

/** One answer under load. */
async function runServer(factor, school) {
  const records = factor === 0 ? 1 : factor * answered;
  const server = await startServer('asmx-gen', school, { records });
  try {
    await load(server, 'GetStudents', 8);
    const { cpu } = await load(server, 'GetStudents', 8);
    return { cpu: cpu / 1000, rss: server.memory() };
  } finally {
    server.stop();
  }
}

/** What is measured, by name: each gives what one run took. */
function measured(work, school) {
  const runs = Object.entries(commands).map(([name, argsOf]) => [
    name,
    (factor) => {
      if (name.startsWith('generate, '))
        rmSync(join(work, argsOf(factor)[3]), { recursive: true, force: true });
      return runCommand(argsOf(factor), work);
    },
  ]);
  const codecRuns = Object.keys(codecs).flatMap((message) =>
    ['read', 'write'].map((way) => [
      `${way} ${message}`,
      (factor) => runCodec(way, message, factor, school),
    ]),
  );
  return [
    ...runs,
    ['serve, until it listens', (factor) => runServe(factor, work, false)],
    ['serve, with all help pages', (factor) => runServe(factor, work, true)],
    ...codecRuns,
    ['read a stream of records', (factor) => runStream('asmx-gen .stream()', factor, school)],
    [
      'serve records of a generator',
      (factor) => runStream('asmx-gen server, records of a generator', factor, school),
    ],
    ...(hasProc ? [['answer with a list, under load', (factor) => runServer(factor, school)]] : []),
  ];
}

/** The exponent of growth between the outer sizes; nothing where nothing grows that is seen. */
function exponent([base, first, , last], least) {
  const [low, high] = [first - base, last - base];
  return low < least || high <= 0 ? '' : (Math.log2(high / low) / 2).toFixed(2);
}

const figure = (value) => `${value >= 100 ? Math.round(value) : short(value)}`;

/** Prints CPU time and memory by size, with the exponents. */
export async function benchGrowth(school, { rounds = 3 } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  try {
    for (const factor of factors) {
      const text = syntheticContract(operationsOf(factor));
      const changed = text.replace('name="Amount" type="s:decimal"', 'name="Amount" type="s:int"');
      writeFileSync(join(work, `${factor}.wsdl`), text);
      writeFileSync(join(work, `${factor}-changed.wsdl`), changed);
    }
    const all = measured(work, school).map(([name, run]) => ({
      name,
      run,
      samples: new Map(factors.map((factor) => [factor, []])),
    }));
    for (let round = 0; round < rounds; round++) {
      for (const { run, samples } of all) {
        for (const [factor, list] of samples) list.push(await run(factor));
      }
    }
    const generated = all.find(({ name }) => name === 'generate, everything');
    return [
      report({
        id: 'growth/operations',
        title: `Generate ${operations} operations, and 2 and 4 times as many`,
        unit: 'ms',
        ratio: 'cost',
        yardstick: '1 ×',
        rows: [1, 2, 4].map((factor) => summarize(`${factor} ×`, generated.samples.get(factor))),
      }),
      tableReport({
        id: 'growth/all',
        title: 'Grows',
        head: [
          ...['CPU ms of 1 ×', 'CPU of 2 ×', 'CPU of 4 ×', 'exponent of CPU'],
          ...['peak MB of 1 ×', 'MB of 2 ×', 'MB of 4 ×', 'exponent of MB'],
        ],
        lines: all.map(({ name, samples }) => {
          const by = (key) =>
            factors.map((factor) => median(samples.get(factor).map((s) => s[key])));
          const [cpu, rss] = [by('cpu'), by('rss')];
          return [
            name,
            ...[...cpu.slice(1).map(figure), exponent(cpu, 5)],
            ...[...rss.slice(1).map(figure), exponent(rss, 5)],
          ];
        }),
      }),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
