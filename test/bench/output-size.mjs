/**
 * What each kind of generated file weighs: `npm run output-size -- DIR` generates the ten largest
 * documents of a collection that are valid and prints their files by kind, with the default targets
 * and for callers. `--tool FILE` measures another checkout, by its `bin/asmx-gen.js`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const count = 10;
const choices = { default: undefined, 'types,client': 'types,client' };
/** Files of one kind begin alike, as large ones are split. */
const kinds = ['types', 'descriptions', 'operations', 'client', 'server', 'docs', 'index'];

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}

/**
 * Entries of the documents, the largest first, with what they import.
 *
 * @param {string} corpus
 */
function entriesOf(corpus) {
  /** @type {{ documents: readonly { id: string, entry: string }[] }} */
  const { documents } = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'));
  const sized = documents.map(({ id, entry }) => {
    const files = filesOf(join(corpus, id));
    const size = files.reduce((sum, one) => sum + statSync(one).size, 0);
    return { input: join(corpus, id, entry), name: id, size };
  });
  return sized.sort((a, b) => b.size - a.size);
}

/** @param {string} path From the generated folder. */
function kindOf(path) {
  const [first = '', ...below] = path.split(/[\\/]/);
  if (below.length > 0) return `${first}/`;
  return kinds.find((kind) => new RegExp(`^${kind}[-.]`).test(first)) ?? first;
}

/**
 * Adds the bytes of each kind of file; false where the document is not valid.
 *
 * @param {string} tool
 * @param {string} input
 * @param {string | undefined} targets
 * @param {Map<string, number>} bytes
 */
function generate(tool, input, targets, bytes) {
  const out = mkdtempSync(join(tmpdir(), 'asmx-output-'));
  try {
    const chosen = targets === undefined ? [] : ['--targets', targets];
    const args = [tool, 'generate', input, '-o', out, '--force', '--quiet', ...chosen];
    if (spawnSync(process.execPath, args, { cwd: out }).status !== 0) return false;
    for (const file of filesOf(out)) {
      const kind = kindOf(file.slice(out.length + 1));
      bytes.set(kind, (bytes.get(kind) ?? 0) + statSync(file).size);
    }
    return true;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { tool: { type: 'string', default: 'bin/asmx-gen.js' } },
});
const [corpus] = positionals;
if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
  const given = corpus ?? '(no folder given)';
  console.log(`skipped: no corpus at ${given}; give a folder that holds index.json`);
  process.exit(0);
}
const tool = resolve(values.tool);
const entries = entriesOf(resolve(corpus));
for (const [title, targets] of Object.entries(choices)) {
  /** @type {Map<string, number>} */
  const bytes = new Map();
  const names = [];
  for (const { input, name } of entries) {
    if (names.length === count) break;
    if (generate(tool, input, targets, bytes)) names.push(name.split('/').at(-1));
  }
  const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
  console.log(`\n${title}: ${names.join(', ')}\n\n| files | MB |\n|---|--:|`);
  const rows = [...bytes].sort(([, a], [, b]) => b - a);
  for (const [kind, size] of [...rows, ['together', all]]) {
    console.log(`| ${kind} | ${(Number(size) / 1e6).toFixed(2)} |`);
  }
}
