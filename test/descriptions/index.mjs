// Compares descriptions of types with generated codecs over a collection of WSDL documents:
// node test/descriptions/index.mjs DIR [--every N] [--only TEXT] [--runs N] [--settings NAMES]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './differences.mjs';
import { settingNames } from './settings.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '2' },
    settings: { type: 'string', default: 'default' },
  },
});
const [collection = process.env.ASMX_GEN_CORPUS ?? ''] = positionals;
const index = join(collection, 'index.json');
if (collection === '' || !existsSync(index)) {
  console.log('descriptions: skipped, no collection of documents at', collection || '(no path)');
  process.exit(0);
}
const { documents } = JSON.parse(readFileSync(index, 'utf8'));
const chosen = documents
  .filter(({ id, classification }) => {
    return id.includes(values.only) && !(classification?.unresolvedCount > 0);
  })
  .filter((_, at) => at % Number(values.every) === 0);
const script = join(import.meta.dirname, 'compare.mjs');
const work = mkdtempSync(join(tmpdir(), 'descriptions-'));
const total = { documents: 0, roots: 0, written: 0, read: 0, damaged: 0, spoiled: 0 };
const differing = {};
let failed = 0;
const names = values.settings === 'all' ? settingNames : values.settings.split(',');
for (const { id, entry, name } of chosen.flatMap((one) =>
  names.map((name) => ({ ...one, name })),
)) {
  const folder = join(work, String(total.documents));
  const file = resolve(collection, id, entry);
  const given = [script, file, folder, values.runs, name];
  const { stdout, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  rmSync(folder, { recursive: true, force: true });
  const { refused, failures, known = {}, ...counts } = outcome(stdout, stderr);
  if (refused !== undefined) continue;
  total.documents += 1;
  for (const [name, count] of Object.entries(counts)) total[name] += count;
  for (const [name, count] of Object.entries(known)) {
    differing[name] = (differing[name] ?? 0) + count;
  }
  if (failures.length > 0) failed += 1;
  for (const failure of failures) console.log(id, name, JSON.stringify(failure));
}
rmSync(work, { recursive: true, force: true });
const { documents: count, roots, written, read, damaged, spoiled } = total;
console.log(
  `${count} documents, ${roots} messages and elements: ${written} values written, ${read} read ` +
    `back, ${damaged} damaged, ${spoiled} wrong ones; ${failed} documents differ`,
);
for (const [name, times] of Object.entries(differing)) {
  console.log(`  on purpose, ${times} times: ${differences[name].reason}`);
}
process.exitCode = failed === 0 ? 0 : 1;

/** The last line of a comparison, or why there is none. */
function outcome(stdout, stderr) {
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1));
  } catch {
    return { failures: [{ crashed: (stderr || stdout).slice(0, 1000) }] };
  }
}
