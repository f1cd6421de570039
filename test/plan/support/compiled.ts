import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { generate } from '../../../src/generate.ts';
import type { PlanOptions } from '../../../src/plan/result.ts';
import { compileStrictly, runtimeDeclarations } from '../../compile-strictly.ts';
import { planOptions } from './contract.ts';

/** A generated file: its path in the folder, with `/`, and its text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Generates a contract given as text, with the runtime as a package.
 *
 * @throws Error when the contract has defects
 */
export async function generateText(
  text: string,
  options: Partial<PlanOptions> = {},
): Promise<readonly OutputFile[]> {
  const bytes = new TextEncoder().encode(text);
  const path = text.startsWith('<') ? 'contract.wsdl' : 'contract.yaml';
  const { files, diagnostics } = await generate(
    { input: path, options: { ...planOptions, runtime: 'package', ...options } },
    { readFile: (asked) => (asked === path ? bytes : undefined) },
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return files;
}

/**
 * Compiles files under the strictest options; gives what the compiler says, which should be
 * nothing.
 */
export function compileFiles(files: readonly OutputFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-compile-'));
  try {
    for (const { path, text } of files) {
      if (!path.endsWith('.ts')) continue;
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    // the `soap` package, for that target
    symlinkSync(
      resolve(import.meta.dirname, '../../../node_modules'),
      join(folder, 'node_modules'),
    );
    return compileStrictly(folder, { options: { ...runtimeDeclarations(), skipLibCheck: true } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const waiting: OutputFile[] = [];

/**
 * Sets aside the files of a test that must compile. The last test of the file compiles those of all
 * with `compileWaiting`, since most of what a compiler does it does once for each run.
 */
export function compileLater(files: readonly OutputFile[]): void {
  const test = expect.getState().currentTestName ?? '';
  const folder = `${waiting.length}-${test.replaceAll(/\W+/g, '-').slice(-100)}`;
  waiting.push(...files.map(({ path, text }) => ({ path: `${folder}/${path}`, text })));
}

/** Compiles what was set aside; paths in what the compiler says name the tests. */
export function compileWaiting(): string {
  return compileFiles(waiting.splice(0));
}
