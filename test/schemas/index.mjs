// `npm run schemas -- [--count N] [--seed N] [--only NUMBER] [--keep DIR]`: draws small schemas that xmllint accepts, generates code
// for each, type-checks it, and sends messages through it: read, written, read again, compared, and judged by xmllint before and
// after. Prints failures by class with the smallest case of each; exit code 1 when there is one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { typeCheck } from '../corpus/type-check.mjs';
import { checkSchema } from './check-schema.mjs';
import { createDice } from './dice.mjs';
import { drawSchema } from './draw-particles.mjs';
import { classify, printClasses } from './report.mjs';
import { isUnambiguous } from './unique-particle.mjs';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});
if (!existsSync(new URL('../../dist/generate.js', import.meta.url))) {
  console.error('schemas: the tool is not built; run `npm run build` first');
  process.exit(2);
}
if (spawnSync('xmllint', ['--version']).error !== undefined) {
  console.log('skipped: xmllint is not installed');
  process.exit(0);
}
const work = flags.keep ?? mkdtempSync(join(tmpdir(), 'schemas-'));
mkdirSync(work, { recursive: true });
const seed = Number(flags.seed);
const wanted = flags.only === undefined ? Number(flags.count) : 1;

const results = new Map();
let refused = 0;
for (let number = Number(flags.only ?? 0); results.size < wanted; number += 1) {
  const dice = createDice(seed * 1_000_003 + number);
  const schema = drawSchema(dice);
  if (!isUnambiguous(schema)) {
    refused += 1;
    if (flags.only !== undefined) break;
    continue;
  }
  const folder = join(work, String(number));
  const result = await checkSchema(schema, dice, folder);
  if (result.refused === undefined) results.set(number, result);
  else {
    refused += 1;
    rmSync(folder, { recursive: true, force: true });
    if (flags.only !== undefined) break;
  }
}

const untypable = new Set();
for (const line of typeCheck(work, ['*/out/*.ts'])) {
  const [, number, message] = /(\d+)\/out\/.*?error (TS.*)/.exec(line) ?? [];
  const result = results.get(Number(number));
  if (result === undefined) throw new Error(line);
  untypable.add(number);
  result.failures.push({ stage: 'type check', message });
}
if (flags.keep === undefined) rmSync(work, { recursive: true, force: true });

const all = [...results].flatMap(([number, { schema, failures }]) =>
  failures.map((one) => ({ ...one, number, schema })),
);
const sum = (key) => [...results.values()].reduce((total, one) => total + (one[key] ?? 0), 0);
const classes = classify(all);
printClasses(classes);
const ungenerated = [...results.values()].filter((one) =>
  one.failures.some(({ stage }) => stage === 'generate'),
).length;
const share = (part, whole) => `${part} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
const faulty = new Set(
  all
    .filter(
      (one) => one.instance !== undefined && one.stage !== 'what was read with faults is written',
    )
    .map((one) => one.instance + one.number),
).size;
console.log(`\n${results.size} schemas (${refused} drawn ones refused by xmllint)`);
console.log(`generated: ${share(results.size - ungenerated, results.size)}`);
console.log(`type-checked: ${share(results.size - ungenerated - untypable.size, results.size)}`);
console.log(
  `valid instances right: ${share(sum('valid') - faulty, sum('valid'))} of ${sum('valid')}`,
);
console.log(
  `invalid instances read all the same: ${share(sum('let'), sum('invalid'))} of ${sum('invalid')}`,
);
process.exit(classes.length > 0 ? 1 : 0);
