import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { format } from 'prettier';
import { findSyntaxProblem } from '../src/format/files.ts';
import { prettierStyle } from '../src/format/prettier.ts';
import { compileStrictly, runtimeDeclarations } from './compile-strictly.ts';

const goldens = resolve(import.meta.dirname, 'golden');
const scripts = readdirSync(goldens, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => /^[^/]+\/expected\/.*\.[jt]s$/.test(path));

/** Folders whose JavaScript and declarations are as the compiler writes them. */
const emitted = new Set(
  scripts.filter((path) => path.endsWith('.js')).map((path) => path.replace(/\/.*/s, '')),
);

test.each(scripts)('%s is as prettier and the syntax guard leave it', async (path) => {
  const text = readFileSync(join(goldens, path), 'utf8');
  if (!emitted.has(path.replace(/\/.*/s, '')))
    expect(await format(text, { ...prettierStyle })).toBe(text);
  if (!path.endsWith('.d.ts')) expect(await findSyntaxProblem(text)).toBeUndefined();
});

test('every expected file compiles, whatever the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-golden-'));
  const said = compileStrictly(folder, {
    options: { ...runtimeDeclarations(), skipLibCheck: true },
    include: [`${goldens}/*/expected/**/*.ts`],
  });
  rmSync(folder, { recursive: true });
  expect(said).toBe('');
}, 60_000);
