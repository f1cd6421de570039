import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');
const compilers = [
  ['TypeScript 5.9', 'typescript-5/bin/tsc'],
  ['TypeScript 6', 'typescript-6/bin/tsc6'],
  ['TypeScript 7', 'typescript/bin/tsc'],
] as const;
/** Consumers need not annotate their exports. */
const consumer = { isolatedDeclarations: false, declaration: false };
const strict = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
};

let folder = '';

/** The runtime as it is vendored: in a folder of its own, with the imports rewritten. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-types-'));
  const source = join(root, 'src/runtime');
  for (const path of readdirSync(source, { recursive: true }).map(String)) {
    if (!/(?<!\.d)\.ts$/.test(path)) continue;
    const text = readFileSync(join(source, path), 'utf8');
    const target = join(folder, 'runtime', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replaceAll(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'"));
  }
  for (const name of ['usage', 'node', 'dom']) {
    cpSync(join(import.meta.dirname, `${name}.txt`), join(folder, `${name}.ts`));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(tsc: string, files: readonly string[], options: object): string {
  const project = join(folder, `tsconfig.${files[0] ?? 'runtime'}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
  const run = spawnSync(process.execPath, [join(root, 'node_modules', tsc), '-p', project], {
    encoding: 'utf8',
  });
  return run.stdout + run.stderr;
}

describe.each(compilers)('%s', (_name, tsc) => {
  test.each([
    ['without any library of an environment', ['usage.ts'], { lib: ['es2023'], types: [] }],
    [
      'with the types of Node',
      ['usage.ts', 'node.ts'],
      { lib: ['es2023'], types: ['node'], ...consumer },
    ],
    [
      'with the types of browsers',
      ['usage.ts', 'dom.ts'],
      { lib: ['es2023', 'dom', 'dom.iterable'], types: [], ...consumer },
    ],
    [
      'with both',
      ['usage.ts', 'node.ts'],
      { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], ...consumer },
    ],
  ])(
    'compiles and keeps its promises %s',
    (_case, files, options) => {
      expect(compile(tsc, files, options)).toBe('');
    },
    120_000,
  );
});
