// What the last runs gave, so that bars, chart and documents can be made from it without measuring
// again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { coreCount } from './cores.mjs';

const folder = new URL('results/', import.meta.url);
const file = new URL('latest.json', folder);

/**
 * @returns `{ runs: { [bench]: { node, cores, busy, reports } } }`, without runs where nothing was
 *   measured yet
 */
export function readResults() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { runs: {} };
  }
}

/**
 * Keeps the reports of one bench in place of its last ones; `busy`: more went on than a bench
 * itself brings about.
 */
export function saveReports(bench, reports) {
  const { runs } = readResults();
  const busy = loadavg()[0] > 1.5 * coreCount;
  runs[bench] = { node: process.version, cores: coreCount, busy, reports };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ runs }, null, 2)}\n`);
}
