// `node prediction.mjs RUNS CONTRACT…`: reads messages of contracts, and damaged copies of them,
// with and without prediction. Prints what differs, and at last how many messages there were. What
// `run.mjs` checks beside, but of any contract and without xmllint.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { predictionDifference } from './check-prediction.mjs';
import { drawRoot, messageOf, readRoot } from './check-roots.mjs';
import { loadRoots } from './load-roots.mjs';
import { reserialise } from './reserialise.mjs';
import { Unsatisfiable } from './source.mjs';

const [, , runs, ...contracts] = process.argv;
const perturbations = 25;
let messages = 0;

/** @param dated the same root with codecs that make a Date of a dateTime */
function check(root, dated, contract, seed) {
  let value;
  try {
    ({ value } = drawRoot(root, 'random', seed, new Map(), new Set()));
  } catch (error) {
    if (error instanceof Unsatisfiable) return;
    throw error;
  }
  const message = messageOf(root.codecs[root.write](value));
  messages += 1;
  for (const one of [root, dated]) {
    const read = (text, options) => readRoot(one, text, options);
    const found = predictionDifference(read, [message, reserialise(message)], perturbations, seed);
    if (found !== undefined) console.log(`${contract} ${root.label}: ${JSON.stringify(found)}`);
  }
}

for (const contract of contracts) {
  const folder = mkdtempSync(join(tmpdir(), 'prediction-'));
  try {
    const { roots = [] } = await loadRoots(contract, join(folder, 'default'));
    const types = { dateTime: 'Date' };
    const dated = await loadRoots(contract, join(folder, 'dated'), () => ({ types }));
    roots.forEach((root, index) => {
      for (let run = 0; run < Number(runs); run += 1) {
        check(root, dated.roots[index], contract, index * 1000 + run);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`${messages} messages`);
