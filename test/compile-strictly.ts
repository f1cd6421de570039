import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The compilers that generated code is for. */
export const compilers = {
  'TypeScript 5.9': 'typescript-5/bin/tsc',
  'TypeScript 6': 'typescript-6/bin/tsc6',
  'TypeScript 7': 'typescript/bin/tsc',
} as const;

/**
 * Every option the design asks generated code to bear, and a few that strict teams add; no library
 * beyond the language.
 */
const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  skipLibCheck: false,
  target: 'es2023',
  lib: ['es2023'],
  types: [],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  noEmit: true,
};

/** What differs from the strictest compilation of all that is in the folder. */
export interface Compilation {
  readonly compiler?: keyof typeof compilers;
  readonly options?: object;
  readonly include?: readonly string[];
}

/**
 * Compiles a folder, in which it writes `tsconfig.json`; gives what the compiler says, which should
 * be nothing.
 */
export function compileStrictly(
  folder: string,
  { compiler = 'TypeScript 7', options, include }: Compilation = {},
): string {
  const config = { compilerOptions: { ...strictest, ...options }, include };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const program = resolve(import.meta.dirname, '../node_modules', compilers[compiler]);
  const run = spawnSync(process.execPath, [program, '-p', folder], { encoding: 'utf8' });
  return run.stdout + run.stderr + (run.error ?? '');
}

/** Options under which imports of `asmx-gen-runtime/…` lead to the runtime's source. */
export function runtimeSource(): object {
  const entries = ['index', 'type', 'docs', 'soap-package', 'schema', 'testing', 'gateway', 'mcp'];
  const source = resolve(import.meta.dirname, '../src/runtime');
  return {
    allowImportingTsExtensions: true,
    paths: Object.fromEntries(
      entries.map((name) => [
        name === 'index' ? 'asmx-gen-runtime' : `asmx-gen-runtime/${name}`,
        [join(source, `${name}.ts`)],
      ]),
    ),
  };
}
