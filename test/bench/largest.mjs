// What the commands that judge contracts and folders take beside `generate`, on the ten largest
// sound documents of a collection: whole processes.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { largest } from './generator.mjs';
import { median, tableReport } from './measure.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));

/** The document with another type of its first element of type string, beside it. */
function writeChanged(input, folder) {
  const text = readFileSync(input, 'utf8');
  const changed = text.replace(/(<(?:\w+:)?element\s[^>]*?type="\w+:)string"/, '$1int"');
  if (changed === text) throw new Error(`${input}: no element of type string`);
  const path = join(folder, `changed-${basename(input)}`);
  writeFileSync(path, changed);
  return path;
}

/** Commands by column; `out` is the folder that the first one writes. */
const commandsOf = (input, changed, out) => ({
  generate: ['generate', input, '-o', out],
  '--check, unchanged': ['generate', input, '-o', out, '--check'],
  '--check, changed': ['generate', changed, '-o', out, '--check'],
  verify: ['verify', out],
  check: ['check', input],
  diff: ['diff', input, changed],
});

function visit({ name, input, folder, changed, samples }, round) {
  const commands = commandsOf(input, changed, join(folder, `out-${round}`));
  for (const [column, args] of Object.entries(commands)) {
    const { status, stderr, cpu } = runChild([bin, ...args, '--quiet'], folder);
    // 1 says that something differs
    if (status > 1) throw new Error(`${name}, ${column}: ${stderr}`);
    samples.set(column, [...(samples.get(column) ?? []), cpu / 1000]);
  }
}

/**
 * Times the commands on each document, in turn.
 * @param options `corpus`: a folder with index.json, as `npm run corpus` takes it
 */
export function benchLargest(_school, { corpus, rounds = 3 } = {}) {
  if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
    console.log(`\nskipped: largest, no documents at ${corpus ?? '(no --corpus DIR given)'}`);
    return [];
  }
  const work = mkdtempSync(join(tmpdir(), 'bench-largest-'));
  try {
    const documents = largest(corpus, work).map((one) => ({
      ...one,
      changed: writeChanged(one.input, one.folder),
      samples: new Map(),
    }));
    for (let round = 0; round < rounds; round++) for (const one of documents) visit(one, round);
    const head = Object.keys(commandsOf('', '', ''));
    return [
      tableReport({
        id: 'largest/commands',
        title: 'CPU seconds of a whole process',
        head,
        lines: documents.map(({ name, size, samples }) => [
          `${name} (${Math.round(size / 1024)} KB)`,
          ...head.map((column) => median(samples.get(column)).toFixed(2)),
        ]),
      }),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
