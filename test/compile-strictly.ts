import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './cli/built.ts';

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
  // other tests have the other cores, and threads of one run check much of the libraries twice
  const alone = compiler === 'TypeScript 7' ? ['--singleThreaded'] : [];
  const run = spawnSync(process.execPath, [program, '-p', folder, ...alone], { encoding: 'utf8' });
  return run.stdout + run.stderr + (run.error ?? '');
}

const entries = ['index', 'type', 'docs', 'soap-package', 'schema', 'testing', 'gateway', 'mcp'];

/** Options under which imports of `asmx-gen-runtime/…` lead to files of a folder. */
function runtimeIn(folder: string, ending: string): object {
  const source = resolve(import.meta.dirname, '..', folder);
  return {
    allowImportingTsExtensions: true,
    paths: Object.fromEntries(
      entries.map((name) => [
        name === 'index' ? 'asmx-gen-runtime' : `asmx-gen-runtime/${name}`,
        [join(source, `${name}${ending}`)],
      ]),
    ),
  };
}

/** Options that also check the runtime's source, under the options of the compilation. */
export function runtimeSource(): object {
  return runtimeIn('src/runtime', '.ts');
}

/** Options under which the runtime is its declarations, as for users, which are fast to check. */
export function runtimeDeclarations(): object {
  ensureBuilt(resolve(import.meta.dirname, '..'));
  return runtimeIn('dist/runtime', '.d.ts');
}
