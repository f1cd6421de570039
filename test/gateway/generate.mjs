import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate as generateFiles } from '../../dist/generate.js';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const options = {
  targets: ['types', 'client', 'server', 'schemas', 'gateway'],
  runtime: 'package',
  contractPath: 'contract',
  importExtension: 'js',
  emit: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};
const host = {
  readFile(path) {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  },
};

/**
 * Generates JavaScript that imports the runtime of this package.
 * @param contract path of the contract
 * @param folder an empty folder
 * @returns the folder with the code, or why there is none
 */
export async function generate(contract, folder) {
  const output = join(folder, 'generated');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'src/runtime'), join(folder, 'node_modules/asmx-gen-runtime'));
  const result = await generateFiles({ input: contract, lenient: true, options }, host);
  if (result.files.length === 0) {
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    return { refused: errors.map(({ code, message }) => `${code} ${message}`).join('\n') };
  }
  for (const { path, text } of result.files) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), text);
  }
  return { output };
}
