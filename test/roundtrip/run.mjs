// `npm run roundtrip -- DIR [--only TEXT] [--runs N] [--seed N] [--json FILE] [--keep FOLDER]
// [--emit ts|js] [--types default|temporal|own|brands]`: for every message and global element of
// every sound document of a folder (index.json as the corpus has it): random values → written by the
// generated codec → accepted by xmllint → read
// as they are and as another stack might have written them → equal. Exit code 1 when anything
// fails.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printReport, summarise } from './report.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    keep: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    emit: { type: 'string', default: 'ts' },
    types: { type: 'string', default: 'default' },
  },
});
const corpus = positionals[0];
if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
  console.log(
    `skipped: no documents at ${corpus ?? '(no folder given)'}; give a folder that holds index.json`,
  );
  process.exit(0);
}
if (spawnSync('xmllint', ['--version']).error !== undefined) {
  console.log('skipped: xmllint is not installed');
  process.exit(0);
}

const script = fileURLToPath(new URL('document.mjs', import.meta.url));
const work = flags.keep ?? mkdtempSync(join(tmpdir(), 'roundtrip-'));
const { documents } = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'));
const chosen = documents
  .filter((document) => !(document.classification?.unresolvedCount > 0))
  .filter((document) => flags.only === undefined || document.id.includes(flags.only));

function check(document) {
  const folder = join(work, document.id.replaceAll('/', '__'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entry = resolve(corpus, document.id, document.entry);
  return new Promise((done) => {
    const start = performance.now();
    const run = spawn(
      process.execPath,
      [script, entry, folder, flags.runs, flags.seed, flags.emit, flags.types],
      {
        timeout: 600_000,
      },
    );
    let out = '';
    let talk = '';
    run.stdout.on('data', (part) => (out += part));
    run.stderr.on('data', (part) => (talk += part));
    run.on('close', (status, signal) => {
      const seconds = (performance.now() - start) / 1000;
      if (flags.keep === undefined) rmSync(folder, { recursive: true, force: true });
      try {
        done({ id: document.id, seconds, ...JSON.parse(out.trim().split('\n').at(-1)) });
      } catch {
        done({ id: document.id, seconds, crashed: `${signal ?? status} ${talk.slice(0, 600)}` });
      }
    });
  });
}

const results = [];
const waiting = [...chosen];
await Promise.all(
  Array.from({ length: Number(flags.jobs) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.push(await check(next));
      if (process.stderr.isTTY) process.stderr.write(`\r${results.length}/${chosen.length} `);
    }
  }),
);
if (flags.keep === undefined) rmSync(work, { recursive: true, force: true });
results.sort((a, b) => (a.id < b.id ? -1 : 1));

const summary = summarise(results);
if (flags.json !== undefined) {
  const settings = { runs: Number(flags.runs), seed: Number(flags.seed), documents: chosen.length };
  writeFileSync(flags.json, `${JSON.stringify({ settings, ...summary }, null, 1)}\n`);
}
printReport(summary);
process.exit(summary.failed > 0 ? 1 : 0);
