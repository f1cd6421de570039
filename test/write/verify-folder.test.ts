import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FolderVerdict, verifyFolder } from '../../src/cli/verify.ts';
import { contentHash, manifestName, manifestText } from '../../src/write/folder.ts';

const texts = { 'a.ts': 'a\nb\n', 'b.ts': 'b\n', 'runtime/c.ts': 'c\n' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx verify é-'));
  mkdirSync(join(folder, 'runtime'));
  for (const [path, text] of Object.entries(texts)) put(path, text);
  writeManifest(Object.keys(texts));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

function writeManifest(paths: readonly string[]): void {
  const known: Readonly<Record<string, string>> = texts;
  const files = paths.map((path) => [path, contentHash(known[path] ?? '')] as const);
  const stamp = { tool: '1.2.3', options: 'o', inputs: { '../a.wsdl': 'h' } };
  put(manifestName, manifestText({ format: 1, ...stamp, files: Object.fromEntries(files) }));
}

function verdict(): Omit<FolderVerdict, 'manifest'> {
  const found = verifyFolder(folder);
  if (found.manifest === undefined) throw new Error(found.problem ?? 'no manifest');
  const { edited, stale, missing, stray, lineEnds } = found;
  return { edited, stale, missing, stray, lineEnds };
}

const good = { edited: [], stale: [], missing: [], stray: [], lineEnds: [] };

describe('a folder is verified against its own manifest', () => {
  test('as it was written', () => {
    expect(verdict()).toEqual(good);
    expect(verifyFolder(folder).manifest).toMatchObject({
      tool: '1.2.3',
      inputs: { '../a.wsdl': 'h' },
    });
  });

  test('edited, missing and stray files are named', () => {
    put('a.ts', 'mine\n');
    rmSync(join(folder, 'b.ts'));
    put('runtime/d.ts', 'd\n');
    put('.notes', '');
    expect(verdict()).toEqual({
      ...good,
      edited: [{ path: 'a.ts', why: 'edited' }],
      missing: ['b.ts'],
      stray: ['.notes', 'runtime/d.ts'],
    });
  });

  test('a folder that holds nothing of ours is named once, an empty one not at all', () => {
    mkdirSync(join(folder, 'node_modules', 'x'), { recursive: true });
    expect(verdict()).toEqual(good);
    put('node_modules/x/one.js', '');
    put('node_modules/x/two.js', '');
    expect(verdict().stray).toEqual(['node_modules/']);
  });

  test('CR LF line ends are told apart from edits', () => {
    put('a.ts', 'a\r\nb\r\n');
    expect(verdict()).toEqual({ ...good, lineEnds: ['a.ts'] });
    put('a.ts', 'a\r\nc\r\n');
    expect(verdict().edited).toEqual([{ path: 'a.ts', why: 'edited' }]);
  });

  test('symbolic links are not followed, neither of files nor of folders', () => {
    rmSync(join(folder, 'a.ts'));
    symlinkSync('b.ts', join(folder, 'a.ts'));
    rmSync(join(folder, 'runtime'), { recursive: true });
    symlinkSync(tmpdir(), join(folder, 'runtime'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    expect(verdict()).toEqual({
      ...good,
      edited: [
        { path: 'a.ts', why: 'a symbolic link' },
        { path: 'runtime', why: 'a symbolic link' },
      ],
      stray: ['dangling'],
    });
  });

  test('a folder in place of a file', () => {
    rmSync(join(folder, 'a.ts'));
    mkdirSync(join(folder, 'a.ts'));
    put('a.ts/x', '');
    expect(verdict()).toEqual({ ...good, edited: [{ path: 'a.ts', why: 'a folder' }] });
  });
});

describe('a manifest that cannot be used', () => {
  const problem = (text: string): unknown => {
    put(manifestName, text);
    return verifyFolder(folder);
  };

  test('is absent', () => {
    rmSync(join(folder, manifestName));
    expect(verifyFolder(folder)).toEqual({ manifest: undefined, problem: undefined });
  });

  test.each([
    ['{', 'is not JSON'],
    ['[]', 'lacks what a manifest says'],
    [
      '{"format":1,"tool":"1","options":"","inputs":{},"files":{"a":1}}',
      'lacks what a manifest says',
    ],
    ['{"format":2}', 'is of format 2, which this version does not know'],
    [
      '{"format":1,"tool":"1","options":"","inputs":{},"files":{"../x":"h"}}',
      "lists '../x', which leaves the output folder",
    ],
  ])('%s', (text, what) => {
    expect(problem(text)).toEqual({ manifest: undefined, problem: what });
  });

  test('is a link', () => {
    rmSync(join(folder, manifestName));
    symlinkSync('elsewhere', join(folder, manifestName));
    expect(verifyFolder(folder)).toEqual({ manifest: undefined, problem: 'is a symbolic link' });
  });
});
