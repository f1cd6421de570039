// `npm run schemas -- [--suite NAME] [--count N] [--seed N] [--only NUMBER] [--let] [--keep
// DIR]`: draws small schemas that xmllint accepts, generates code for each, type-checks it, and
// sends messages through it: read, written, read again, compared, and judged by xmllint before and
// after. Prints failures by class with the smallest case of each, with `--let` invalid messages
// that strict readers take as well, and the four figures of each suite; exit code 1 when one is
// below its goal.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { typeCheck } from '../corpus/type-check.mjs';
import { createDice } from './dice.mjs';
import { countFigures, printFigures } from './figures.mjs';
import { classify, printClasses } from './report.mjs';
import { suites } from './suites.mjs';

const { values: flags } = parseArgs({
  options: {
    suite: { type: 'string' },
    count: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    let: { type: 'boolean' },
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
const seed = Number(flags.seed);
const wanted = flags.only === undefined ? Number(flags.count) : 1;
const work = flags.keep ?? mkdtempSync(join(tmpdir(), 'schemas-'));
const chosen = flags.suite === undefined ? Object.keys(suites) : [flags.suite];
const reached = [];
for (const name of chosen) reached.push(await runSuite(name, join(work, name)));
if (flags.keep === undefined) rmSync(work, { recursive: true, force: true });
process.exit(reached.every(Boolean) ? 0 : 1);

/** Draws, checks and prints; gives whether all goals are reached. */
async function runSuite(name, folder) {
  mkdirSync(folder, { recursive: true });
  const { results, refused } = await drawResults(suites[name], folder);
  const untypable = checkTypes(folder, results);
  const told = [...results].flatMap(([number, { schema, failures, let: taken }]) => {
    const passed = taken.map((one) => ({ ...one, stage: 'an invalid message is read' }));
    const all = flags.let ? [...failures, ...passed] : failures;
    return all.map((one) => ({ ...one, number, schema }));
  });
  printClasses(classify(told));
  return printFigures(name, countFigures(results, untypable), refused);
}

async function drawResults({ draw, check }, folder) {
  const results = new Map();
  let refused = 0;
  for (let number = Number(flags.only ?? 0); results.size < wanted; number += 1) {
    const dice = createDice(seed * 1_000_003 + number);
    const drawn = draw(dice);
    const own = join(folder, String(number));
    const result = drawn === undefined ? { refused: 'no use' } : await check(drawn, dice, own);
    if (result.refused === undefined) results.set(number, result);
    else {
      refused += 1;
      rmSync(own, { recursive: true, force: true });
      if (flags.only !== undefined) break;
    }
  }
  return { results, refused };
}

/**
 * Numbers of the schemas whose code does not type-check; adds what is said of it to their failures.
 */
function checkTypes(folder, results) {
  const untypable = new Set();
  for (const line of typeCheck(folder, ['*/out/*.ts'])) {
    const [, number, message] = /(\d+)\/out\/.*?error (TS.*)/.exec(line) ?? [];
    const result = results.get(Number(number));
    if (result === undefined) throw new Error(line);
    untypable.add(number);
    result.failures.push({ stage: 'type check', message });
  }
  return untypable;
}
