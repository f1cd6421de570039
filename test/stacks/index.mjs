// `npm run stacks [-- NAME…]`: installs other stacks, and runs what specs/stacks says of them: their
// clients and services against fixed bytes, and against the product. Then their checks with the
// product: all kinds of bindings, MTOM, WS-Addressing, security, encoding, DataSets. A stack that
// cannot be had is skipped, with the reason. `--only CHECK,…` runs only those; `facts` are the cases.
// `--recordings DIR` has the reference site, `--contracts DIR` real contracts for .NET.
// `npm run stacks -- --corpus DIR` counts what `check --for all` tells of a collection of contracts,
// takes ten facts of it by lot (`--seed N`), and runs the stacks that show them. Build first
// (`npm run build`).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const here = new URL('./', import.meta.url);
const table = new URL('../../specs/stacks/', import.meta.url);
const { values: flags, positionals } = parseArgs({
  options: {
    corpus: { type: 'string' },
    seed: { type: 'string', default: '52' },
    only: { type: 'string' },
    recordings: { type: 'string', default: '../shared/oracle' },
    contracts: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
if (!existsSync(new URL('../../dist/generate.js', import.meta.url))) {
  console.error('stacks: the tool is not built; run `npm run build` first');
  process.exit(2);
}
/** Those whose runs show what was drawn. */
const drawn =
  flags.corpus === undefined
    ? undefined
    : (await import('./corpus.mjs')).countCorpus(flags.corpus, Number(flags.seed));
if (drawn?.length === 0) process.exit(0);

const readYaml = (url) => parse(readFileSync(url, 'utf8'));
const withFacts = readdirSync(table)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));
const runs = readdirSync(here).filter((name) => existsSync(new URL(`${name}/stack.mjs`, here)));
const known = [...new Set([...withFacts, ...runs])].sort();
const only = flags.only?.split(',');
const isAsked = (check) => only === undefined || only.includes(check);
for (const name of positionals) {
  if (known.includes(name)) continue;
  console.error(`stacks: no stack is called '${name}'; there are ${known.join(', ')}`);
  process.exit(2);
}

const { runCases, startProduct } = await import('./harness.mjs');
const { createOurs } = await import('./ours.mjs');
const place = mkdtempSync(join(tmpdir(), 'stacks-'));
const product = await startProduct(place);
const ours = createOurs(place, {
  recordings: resolve(flags.recordings),
  contracts: resolve(flags.contracts),
});

/** What the table of facts says of a stack. */
function factsOf(name) {
  if (!withFacts.includes(name)) return { facts: 0, cited: [] };
  const { version, facts } = readYaml(new URL(`${name}.yaml`, table));
  const cited = facts.flatMap(({ shown }) =>
    shown.startsWith(`test/stacks/${name}: `) ? [shown.split(': ')[1]] : [],
  );
  return { version, facts: facts.length, cited };
}

/** Runs the cases of a stack: the facts that hold, and the comparison with the product. */
async function runFacts(name, stack, cited, work) {
  const file = new URL(`${name}/cases.yaml`, here);
  if (!isAsked('facts') || !existsSync(file)) return { held: 0, subjects: {}, failures: [] };
  const { failures, same } = await runCases(stack, readYaml(file), product, work);
  const failed = new Set(failures.map(([one]) => one));
  return {
    held: cited.filter((one) => !failed.has(one)).length,
    subjects: same[1] === 0 ? {} : { 'fixed bytes': { counts: same } },
    failures: failures.map(([, text]) => text),
  };
}

/** Runs the checks of a stack with the product: counts by subject. */
async function runChecks({ checks = {} }) {
  const subjects = {};
  for (const [name, check] of Object.entries(checks)) {
    if (!isAsked(name)) continue;
    const found = await check(ours).catch((error) => ({
      [name]: { counts: [0, 1], failures: [error.message.slice(0, 2000)] },
    }));
    Object.assign(subjects, found);
  }
  return subjects;
}

/** What a stack says, and what its run shows. */
async function rowOf(name) {
  const { cited, ...facts } = factsOf(name);
  const row = { name, ...facts, shown: cited.length, held: 0, subjects: {}, failures: [] };
  if (!runs.includes(name)) return { ...row, skipped: 'it has no run' };
  const { prepare } = await import(new URL(`${name}/stack.mjs`, here).href);
  const work = mkdtempSync(join(place, `${name}-`));
  try {
    const stack = await prepare(work);
    if (stack.skipped !== undefined) return { ...row, skipped: stack.skipped };
    const { version, notes } = stack;
    const shown = await runFacts(name, stack, cited, work);
    const subjects = { ...shown.subjects, ...(await runChecks(stack)) };
    const wrong = Object.entries(subjects).flatMap(([subject, { failures = [] }]) =>
      failures.map((text) => `${subject}: ${text}`),
    );
    const failures = [...shown.failures, ...wrong];
    return { ...row, version, notes, held: shown.held, subjects, failures };
  } catch (error) {
    return { ...row, failures: [error.message.slice(0, 3000)] };
  }
}

const rows = [];
try {
  for (const name of drawn ?? (positionals.length > 0 ? positionals : known)) {
    const start = Date.now();
    const row = await rowOf(name);
    rows.push({ ...row, seconds: Math.round((Date.now() - start) / 1000) });
  }
} finally {
  product.stop();
  await ours.stop();
  rmSync(place, { recursive: true, force: true });
}

/** Right and all comparisons with the product. */
const sumOf = (subjects) =>
  Object.values(subjects).reduce(
    ([right, all], { counts = [0, 0] }) => [right + counts[0], all + counts[1]],
    [0, 0],
  );
const cells = [
  ['stack', 'facts', 'shown', 'held', 'failed', 'product', 'time', 'version'],
  ...rows.map(({ name, facts, shown, held, failures, subjects, seconds, version, skipped }) => [
    name,
    facts,
    shown,
    ...(skipped === undefined
      ? [held, failures.length, sumOf(subjects).join('/'), `${seconds} s`, version]
      : ['–', '–', '–', '', `skipped: ${skipped}`]),
  ]),
];
for (const [name, ...others] of cells) {
  const last = others.pop();
  console.log(
    `${name.padEnd(14)}${others.map((one) => String(one).padStart(10)).join('')}   ${last}`,
  );
}
console.log('\nWith the product:');
for (const { name, subjects } of rows)
  for (const [subject, { counts, skipped }] of Object.entries(subjects))
    console.log(
      `${name.padEnd(14)}${subject.padEnd(34)}${skipped === undefined ? counts.join('/') : `skipped: ${skipped}`}`,
    );
const notes = rows.flatMap(({ notes: own = [] }) => own);
if (notes.length > 0) console.log('\nWhat they do by themselves:');
for (const note of new Set(notes)) console.log(`- ${note}`);
const failures = rows.flatMap(({ name, failures: found }) => found.map((one) => `${name}: ${one}`));
if (failures.length > 0) console.log(`\n${failures.length} failures`);
for (const failure of failures.slice(0, 60)) console.log(`- ${failure}`);
const held = rows.reduce((sum, row) => sum + row.held, 0);
const [right] = sumOf(
  Object.fromEntries(rows.map(({ name, subjects }) => [name, { counts: sumOf(subjects) }])),
);
console.log(`\n${held} facts held, ${right} passed with the product, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
