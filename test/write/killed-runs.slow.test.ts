import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { compareFiles, type OutputFile, writeChanges } from '../../src/write/files.ts';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';

jest.setTimeout(120_000);

beforeAll(() => ensureBuilt(packageRoot));

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

type Texts = Readonly<Record<string, string>>;

/** Changes the folder as a run does. */
function write(texts: Texts): void {
  writeChanges(compareFiles(join(base, 'out'), filesOf(texts), { stamp }));
}

const stamp = { tool: '1.0.0', options: 'o', inputs: {} };

function filesOf(texts: Texts): readonly OutputFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

/** The same in a process of its own, which may end, or another run come, at a step of it. */
const program = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { folder, files, stamp, killAt, rival } = JSON.parse(process.argv[1]);
let step = 0;
let come = rival === undefined;
for (const name of ['openSync', 'writeSync', 'renameSync', 'mkdirSync', 'rmSync', 'rmdirSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    step += 1;
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
    if (name === 'renameSync' && !come) {
      come = true;
      fs.cpSync(rival, folder, { recursive: true });
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
const written = '${join(packageRoot, 'dist/write/files.js')}';
const { compareFiles, writeChanges } = await import(written);
writeChanges(compareFiles(folder, files, { stamp }));
`;

/** @returns whether it ended by itself */
function writeAside(texts: Texts, more: { killAt?: number; rival?: string }): boolean {
  const given = { folder: join(base, 'out'), files: filesOf(texts), stamp, ...more };
  const args = ['--input-type=module', '-e', program, JSON.stringify(given)];
  const run = spawnSync(process.execPath, args);
  expect(run.stderr.toString()).toBe('');
  return run.signal === null;
}

/** Everything below a folder by path, without what a manifest says. */
function content(folder = base): Texts {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (!entry.isDirectory()) return [[name, name.endsWith('.json') ? '' : textOf(path)]];
    return readdirSync(path).length === 0 ? [[`${name}/`, 'empty']] : [];
  });
  return Object.fromEntries(found);
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

const before: Texts = { 'a.ts': 'a', 'b.ts': 'b', 'gone.ts': 'g', 'old/x.ts': 'x' };
const after: Texts = { 'a.ts': 'A', 'b.ts': 'b', 'made.ts': 'm', 'new/y.ts': 'y' };
const third: Texts = { 'a.ts': '3', 'made.ts': 'three' };

/** What the folder holds after a run that nobody disturbed. */
function expected(texts: Texts): Texts {
  const files = Object.entries(texts).map(([path, text]) => [`out/${path}`, text]);
  return Object.fromEntries([...files, ['out/asmx-gen.manifest.json', '']]);
}

describe('after a run that was killed at any step', () => {
  test.each<[string, Texts | undefined, Texts]>([
    ['in a new folder, the same', undefined, after],
    ['in a new folder, another', undefined, third],
    ['in a folder, the same', before, after],
    ['in a folder, the one before', before, before],
    ['in a folder, another', before, third],
  ])('%s leaves what it would leave alone', (_name, start, next) => {
    for (let killAt = 1; ; killAt += 1) {
      rmSync(base, { recursive: true });
      mkdirSync(base);
      if (start !== undefined) write(start);
      const ended = writeAside(after, { killAt });
      write(next);
      expect({ killAt, content: content() }).toEqual({ killAt, content: expected(next) });
      if (ended) return;
    }
  });

  test('what is not ours stays', () => {
    write(before);
    const theirs: Texts = {
      'out/mine.ts.999999999.tmp': 'not of a file of ours',
      [`out/a.ts.${process.ppid}.tmp`]: 'of a run that goes on',
      'out.2024.tmp/notes.txt': 'of a user',
      'out.x.tmp/notes.txt': 'of a user',
    };
    for (const [path, text] of Object.entries(theirs)) {
      mkdirSync(join(base, path, '..'), { recursive: true });
      writeFileSync(join(base, path), text);
    }
    write(after);
    expect(content()).toEqual({ ...expected(after), ...theirs });
  });
});

test('a folder that another run creates in the meantime is changed, not an error', () => {
  write(before);
  const rival = join(base, 'rival');
  renameSync(join(base, 'out'), rival);
  expect(writeAside(after, { rival })).toBe(true);
  rmSync(rival, { recursive: true });
  expect(content()).toEqual(expected(after));
});
