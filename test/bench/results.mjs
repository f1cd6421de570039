// What the last runs gave, so that bars, chart and documents can be made from it without measuring again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { coreCount } from './cores.mjs';

const folder = new URL('results/', import.meta.url);
const file = new URL('latest.json', folder);

/** @returns `{ runs: { [bench]: { node, cores, reports } } }`, without runs where nothing was measured yet */
export function readResults() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { runs: {} };
  }
}

/** Keeps the reports of one bench in place of its last ones. */
export function saveReports(bench, reports) {
  const { runs } = readResults();
  runs[bench] = { node: process.version, cores: coreCount, reports };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ runs }, null, 2)}\n`);
}
