// `npm run stacks [-- NAME…]`: installs other stacks, and runs what specs/stacks says of them: their
// clients and services against fixed bytes, and against the product. A stack that cannot be had is
// skipped, with the reason. `npm run stacks -- --corpus PATH` counts what `check --for all` tells of
// a collection of contracts, takes ten facts of it by lot (`--seed N`), and runs the stacks that
// show them. Build first (`npm run build`).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const here = new URL('./', import.meta.url);
const table = new URL('../../specs/stacks/', import.meta.url);
const { values: flags, positionals } = parseArgs({
  options: { corpus: { type: 'string' }, seed: { type: 'string', default: '52' } },
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
const known = readdirSync(table)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length))
  .sort();
for (const name of positionals) {
  if (known.includes(name)) continue;
  console.error(`stacks: no stack is called '${name}'; there are ${known.join(', ')}`);
  process.exit(2);
}

const { runCases, startProduct } = await import('./harness.mjs');
const place = mkdtempSync(join(tmpdir(), 'stacks-'));
const product = await startProduct(place);

/** What a stack says, and what its run shows. */
async function rowOf(name) {
  const { version, facts } = readYaml(new URL(`${name}.yaml`, table));
  const folder = new URL(`${name}/`, here);
  const shown = facts.flatMap(({ shown }) =>
    shown.startsWith(`test/stacks/${name}: `) ? [shown.split(': ')[1]] : [],
  );
  const row = { name, version, facts: facts.length, shown: shown.length, held: 0, failures: [] };
  if (!existsSync(new URL('stack.mjs', folder))) return { ...row, skipped: 'it has no run' };
  const { prepare } = await import(new URL('stack.mjs', folder).href);
  const work = mkdtempSync(join(place, `${name}-`));
  try {
    const stack = await prepare(work);
    if (stack.skipped !== undefined) return { ...row, skipped: stack.skipped };
    const cases = readYaml(new URL('cases.yaml', folder));
    const { failures, same } = await runCases(stack, cases, product, work);
    const failed = new Set(failures.map(([one]) => one));
    const held = shown.filter((one) => !failed.has(one)).length;
    return {
      ...row,
      version: stack.version,
      held,
      same,
      failures: failures.map(([, text]) => text),
    };
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
  rmSync(place, { recursive: true, force: true });
}

const cells = [
  ['stack', 'facts', 'shown', 'held', 'failed', 'product', 'time', 'version'],
  ...rows.map(({ name, facts, shown, held, failures, same, seconds, version, skipped }) => [
    name,
    facts,
    shown,
    ...(skipped === undefined
      ? [held, failures.length, same?.join('/') ?? '–', `${seconds} s`, version]
      : ['–', '–', '–', '', `skipped: ${skipped}`]),
  ]),
];
for (const [name, ...others] of cells) {
  const last = others.pop();
  console.log(
    `${name.padEnd(14)}${others.map((one) => String(one).padStart(9)).join('')}   ${last}`,
  );
}
const failures = rows.flatMap(({ name, failures: found }) => found.map((one) => `${name}: ${one}`));
for (const failure of failures) console.log(`- ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
