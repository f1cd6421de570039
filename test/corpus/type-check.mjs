// Compiles one generated folder under every option of the design, with the native compiler.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');

/**
 * @param include the files, as in a `tsconfig.json`
 * @returns the compiler's complaints, none when all is well
 */
export function typeCheck(folder, include = ['*.ts']) {
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        isolatedModules: true,
        isolatedDeclarations: true,
        erasableSyntaxOnly: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noImplicitReturns: true,
        noFallthroughCasesInSwitch: true,
        declaration: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'es2023',
        lib: ['es2023'],
        types: [],
        module: 'esnext',
        moduleResolution: 'bundler',
        paths: {
          'asmx-gen-runtime': [join(root, 'dist/runtime/index.d.ts')],
          'asmx-gen-runtime/*': [join(root, 'dist/runtime/*.d.ts')],
        },
      },
      include,
    }),
  );
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--singleThreaded'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return `${run.stdout}${run.stderr}`
    .split('\n')
    .filter((line) => /error TS/.test(line) || (run.status !== 0 && /panic|fatal/i.test(line)));
}
