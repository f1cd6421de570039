import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { format } from 'prettier';
import { findSyntaxProblem } from '../src/format/files.ts';
import { prettierStyle } from '../src/format/prettier.ts';
import { runCli } from './cli/run-cli.ts';
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

test('a vendored folder with security.ts compiles where asmx-gen-runtime is not installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-golden-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const contract = join(goldens, 'security-policy/contract.wsdl');
  await runCli(
    ['generate', contract, '-o', 'out', '--targets', 'client', '--import-extension', 'js'],
    {
      cwd: folder,
    },
  );
  const text = readFileSync(join(folder, 'out/security.ts'), 'utf8');
  expect(text).toContain('\n// @ts-ignore: this file alone needs the package, beside the folder\n');
  for (const compiler of ['TypeScript 7', 'TypeScript 5.9'] as const) {
    expect(compileStrictly(folder, { compiler, include: ['out'] })).toBe('');
  }
  rmSync(folder, { recursive: true });
}, 120_000);
