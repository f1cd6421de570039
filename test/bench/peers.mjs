// Other packages to measure against. They are not ours to depend on: they are installed beside the
// benches when one asks for them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ours = fileURLToPath(new URL('peers/', import.meta.url));

/** Whether what is installed is what the lock file asks for. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

/** Whether the packages of a folder are there, for each folder asked for. */
const usable = new Map();

function install(folder) {
  if (isInstalled(folder)) return true;
  const name = folder.split(/[\\/]/).slice(-3, -1).join('/');
  console.log(`installing the packages of test/${name} …`);
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', options, {
    cwd: folder,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.log(`skipped: the packages of test/${name} cannot be installed`);
  return status === 0;
}

/**
 * Installs the peers where they are missing, without running scripts of theirs.
 * @param folder with their package.json and package-lock.json, ending in a slash
 * @returns a function that resolves names like `soap` or `wsdl-tsclient/package.json` to files of
 *   theirs; `undefined`, after saying why, where they cannot be had
 */
export function findPeers(folder = ours) {
  if (!usable.has(folder)) usable.set(folder, install(folder));
  return usable.get(folder) ? createRequire(join(folder, 'package.json')).resolve : undefined;
}

/** Path of a script that a peer installs as a command. */
export function peerCommand(name) {
  const file = join(ours, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(file, 'utf8'));
  return join(ours, 'node_modules', name, typeof bin === 'string' ? bin : bin[name]);
}
