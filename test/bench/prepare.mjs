// Generates the benchmark's contract with the built tool and compiles it, so that what is measured is what users get.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');

/**
 * Generates and compiles `school.yaml`.
 * @returns the folder of the JavaScript, and a function that removes it
 */
export function prepareSchool() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const file of ['school.yaml', 'asmx-gen.config.json'])
    cpSync(join(here, file), join(folder, file));
  execFileSync(
    process.execPath,
    [
      join(root, 'bin/asmx-gen.js'),
      'generate',
      '--quiet',
      '-c',
      join(folder, 'asmx-gen.config.json'),
      '-o',
      join(folder, 'ts'),
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023'],
        module: 'nodenext',
        types: [],
        strict: true,
        rootDir: 'ts',
        outDir: 'js',
      },
      include: ['ts'],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });
  mkdirSync(join(folder, 'js'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    js: join(folder, 'js'),
    wsdl: join(folder, 'ts/wsdl/School.wsdl'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
