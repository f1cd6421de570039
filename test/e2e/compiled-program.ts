import { execFileSync } from 'node:child_process';
import { expect } from '@jest/globals';
import type { TestFolder } from '../cli/run-cli.ts';
import { compileStrictly } from '../compile-strictly.ts';

const options = {
  declaration: false,
  isolatedDeclarations: false,
  noEmit: false,
  rootDir: 'src',
  outDir: 'js',
};

/** Compiles `src` of a folder into `js`, under the strict options of `compileStrictly`. */
export function compileSources(folder: TestFolder): void {
  expect(compileStrictly(folder.path, { options, include: ['src'] })).toBe('');
}

/** What a function that a module of the folder exports gives, as JSON carries it. */
export function resultOf(folder: TestFolder, module: string, name: string): unknown {
  const call = `console.log(JSON.stringify(await module.${name}()))`;
  const script = `import('./${module}').then(async (module) => ${call})`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(printed);
}
