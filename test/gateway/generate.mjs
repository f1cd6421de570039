import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const targets = 'types,client,server,schemas,gateway';

/**
 * Generates JavaScript that imports the runtime of this package.
 * @param contract path of the contract
 * @param folder an empty folder
 * @returns the folder with the code, or why there is none
 */
export function generate(contract, folder) {
  const output = join(folder, 'generated');
  const settings = ['--emit', 'js', '--runtime', 'package', '--targets', targets, '--lenient'];
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'src/runtime'), join(folder, 'node_modules/asmx-gen-runtime'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin/asmx-gen.js'), 'generate', contract, '-o', output, '--quiet', ...settings],
    { cwd: folder, encoding: 'utf8' },
  );
  return status === 0 ? { output } : { refused: stderr.slice(0, 400) };
}
