// Generates a contract with the built tool and compiles it, so that programs outside of jest run
// what users get.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

/**
 * Generates a contract and compiles what was generated.
 * @param contract path of the contract
 * @returns a new folder for the caller to remove; its `generated` holds the JavaScript
 */
export function compileContract(contract) {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  const node = (script, ...args) =>
    execFileSync(process.execPath, [join(root, script), ...args], { stdio: 'inherit' });
  node('bin/asmx-gen.js', 'generate', contract, '-o', join(folder, 'ts'), '--quiet');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: [],
    strict: true,
    rootDir: 'ts',
    outDir: 'generated',
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['ts'] }),
  );
  node('node_modules/typescript/bin/tsc', '-p', folder);
  return folder;
}
