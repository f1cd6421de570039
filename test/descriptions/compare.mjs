// node compare.mjs ENTRY FOLDER [RUNS [SETTINGS]]: compares descriptions with generated codecs: the same random
// values, messages as they are, as another stack writes them, and damaged. Prints a line of JSON.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { drawRoot } from '../roundtrip/check-roots.mjs';
import { loadRoots } from '../roundtrip/load-roots.mjs';
import { Unsatisfiable } from '../roundtrip/source.mjs';
import { allRoots } from './all-roots.mjs';
import { describeRoots } from './describe-roots.mjs';
import { classOf } from './differences.mjs';
import { isDrawn, settingsOf } from './settings.mjs';
import { spoil } from './spoil.mjs';
import { waysOf } from './ways.mjs';

const [, , entry, folder, runs = '3', settings = 'default'] = process.argv;
mkdirSync(folder, { recursive: true });
const counts = { roots: 0, written: 0, read: 0, damaged: 0, spoiled: 0 };
const known = {};
const failures = [];
const settingsFor = (model) => settingsOf(settings, model);
const { roots, refused } = await loadRoots(entry, folder, settingsFor, allRoots);
if (roots === undefined) {
  console.log(JSON.stringify({ refused }));
  process.exit(0);
}
// values are drawn of the usual types only, and then read as those of the settings
const drawn = isDrawn(settings) ? roots : await usualRoots();
counts.roots = roots.length;
const messages = await describeRoots(roots, folder);

const attempt = (run) => {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
};
const both = (ways, ...given) => ways.map((way) => attempt(() => way(...given)));
const asJson = (value) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));
/** An error of which the user would see only its stack. */
const isFault = ({ name }) => name.includes('Error') && !/Xml|Encode|Form/.test(name);
const shown = ({ error, value }) =>
  error
    ? `!${error.path ?? ''}|${error.message?.slice(0, 200)}${isFault(error) ? error.stack?.slice(0, 300) : ''}`
    : asJson(value)?.slice(0, 300);
const isSame = (one, other) =>
  one.error || other.error
    ? one.error !== undefined &&
      other.error !== undefined &&
      one.error.message === other.error.message &&
      one.error.path === other.error.path
    : isDeepStrictEqual(plainNil(one.value), other.value);
/** A nil element in SOAP encoding has no type, as by .NET; tables of codecs write one. */
const typedNil = /(?: xmlns:q2="[^"]*")? xsi:type="[^"]*"(?= xsi:nil="true")/g;
const plainNil = (value) => (typeof value === 'string' ? value.replace(typedNil, '') : value);
function compare(stage, root, [one, other], extra) {
  counts[stage] += 1;
  if (isSame(one, other)) return;
  const old = { ...one, value: plainNil(one.value) };
  const name = classOf({ stage, old, now: other, scope: root.scope });
  if (name !== undefined) {
    known[name] = (known[name] ?? 0) + 1;
    return;
  }
  if (failures.length >= 8) return;
  const texts = { old: shown(one), now: shown(other), extra: extra?.slice(0, 600) };
  failures.push({ root: root.label, stage, ...texts });
}

const modes = ['small', 'full'];
const seen = new Map();
const wildcards = new Set();
const readings = [{}, { defaults: true }];
const inBody = (text) => text.slice(text.indexOf('Body>'));

function compareValue(root, { write, read, wrap, reserialise, damage }, value) {
  const written = both(write, value);
  compare('written', root, written, asJson(value));
  const [{ error, value: text }, now] = written;
  if (error !== undefined) return;
  for (let count = 0; count < 4; count += 1) {
    const spoiled = spoil(value);
    compare('spoiled', root, both(write, spoiled), asJson(spoiled));
  }
  if (read.length === 0) return;
  const whole = wrap(text);
  const own = now.error === undefined ? wrap(now.value) : whole;
  for (const one of new Set([whole, own, reserialise(whole)])) {
    compare('read', root, both(read, one), inBody(one));
  }
  for (let count = 0; count < 4; count += 1) {
    const one = damage(whole);
    if (one === whole) continue;
    for (const options of readings) {
      compare('damaged', root, both(read, one, options), inBody(one));
    }
  }
}

async function usualRoots() {
  const usual = join(folder, 'usual');
  mkdirSync(usual);
  return (await loadRoots(entry, usual, undefined, allRoots)).roots;
}

for (const [index, root] of roots.entries()) {
  const ways = waysOf(root, messages[index]);
  const usual = drawn[index];
  for (let run = 0; run < Number(runs); run += 1) {
    try {
      const mode = modes[run] ?? 'random';
      const { value } = drawRoot(usual, mode, index * 100 + run, seen, wildcards);
      if (usual === root) compareValue(root, ways, value);
      else {
        if (root.write === undefined || ways.read.length === 0) continue;
        const text = ways.wrap(waysOf(usual).write[0](value));
        const { value: read, error } = attempt(() => ways.read[0](text));
        if (error === undefined) compareValue(root, ways, read);
      }
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
}
console.log(JSON.stringify({ ...counts, known, failures }));
