// What `check --for all` tells of a collection of contracts: how many facts by stack, and ten of them
// taken by lot, each with the run that shows it.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readStacks } from '../../dist/cli/stacks.js';
import { lintForStacks } from '../../dist/lint/stacks.js';
import { linkContract } from '../../dist/model/link.js';
import { readContract } from '../../dist/read/contract.js';

const host = {
  readFile(path) {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  },
};
const silent = { report() {} };

/** The model of a document; of one with defects, without what cannot be had. */
function modelOf(entry) {
  for (const lenient of [false, true]) {
    const contract = readContract(entry, host, silent, { lenient });
    const model = contract && linkContract(contract, silent, { lenient });
    if (model !== undefined) return model;
  }
  return undefined;
}

/** Numbers below a bound, the same ones for the same seed (mulberry32). */
function lots(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const hasRun = ({ shown }) => shown.startsWith('test/stacks/');

/**
 * Counts and draws.
 * @param folder holds index.json: `documents` with `id` and `entry`
 * @param seed of the lots
 * @returns the stacks whose runs show the facts that were drawn
 */
export function countCorpus(folder, seed) {
  const index = join(folder, 'index.json');
  if (!existsSync(index)) {
    console.log(`skipped: ${folder} holds no index.json`);
    return [];
  }
  const stacks = readStacks();
  const found = [];
  const { documents } = JSON.parse(readFileSync(index, 'utf8'));
  let read = 0;
  for (const { id, entry } of documents) {
    const model = modelOf(resolve(folder, id, entry));
    if (model === undefined) continue;
    read += 1;
    for (const one of lintForStacks(model, stacks)) found.push({ id, ...one });
  }
  console.log(`${read} of ${documents.length} documents can be read; ${found.length} findings\n`);
  console.log('stack           facts  met in some  findings  documents');
  for (const { stack, facts } of stacks) {
    const own = found.filter((one) => one.stack.stack === stack);
    const cells = [
      facts.length,
      new Set(own.map(({ fact }) => fact)).size,
      own.length,
      new Set(own.map(({ id }) => id)).size,
    ];
    const widths = [7, 13, 10, 11];
    const texts = cells.map((one, at) => String(one).padStart(widths[at]));
    console.log(`${stack.padEnd(14)}${texts.join('')}`);
  }
  console.log(`\nTen facts with a run, by lot, seed ${seed}:`);
  const draw = lots(seed);
  const drawn = new Map();
  const all = new Set(found.map(({ fact }) => fact)).size;
  const withRun = () => [...drawn.values()].filter(({ fact }) => hasRun(fact));
  while (withRun().length < 10 && drawn.size < all) {
    const one = found[draw(found.length)];
    if (!drawn.has(one.fact)) drawn.set(one.fact, one);
  }
  for (const [fact, { id, stack, places }] of drawn) {
    const [{ of, what }] = places;
    const place = what === undefined ? of : `${what} of ${of}`;
    const passed = hasRun(fact) ? '' : ' (passed over)';
    console.log(`- ${stack.stack}: ${fact.text}\n    ${id}: ${place}\n    ${fact.shown}${passed}`);
  }
  console.log('');
  return [...new Set(withRun().map(({ stack }) => stack.stack))].sort();
}
