// The package soap of Haskell, of Debian, unpacked with its compiler: a client, which reads no WSDL.
// Packages name the folders that they would be installed to.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, debian, run } from '../programs.mjs';

const version = '0.2.3.6-5+b3';

export async function prepare(work) {
  if (!answers('which', 'gcc')) return { skipped: 'not installed: gcc' };
  const root = await debian([`libghc-soap-dev=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const packages = join(work, 'packages');
  mkdirSync(packages);
  const declared = join(root, 'var/lib/ghc/package.conf.d');
  for (const name of readdirSync(declared).filter((one) => one.endsWith('.conf'))) {
    const text = readFileSync(join(declared, name), 'utf8');
    writeFileSync(join(packages, name), text.replace(/\/usr\/lib\/(ghc|haskell)/g, `${root}$&`));
  }
  const ghc = join(root, 'usr/lib/ghc');
  const step = async (command, ...args) => {
    const made = await run(join(ghc, 'bin', command), args, { cwd: work });
    if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
  };
  await step('ghc-pkg', '--global-package-db', packages, 'recache');
  copyFileSync(fileURLToPath(new URL('client.hs', import.meta.url)), join(work, 'client.hs'));
  const known = ['-no-global-package-db', '-package-db', packages];
  await step('ghc', `-B${ghc}`, ...known, '-O0', 'client.hs');
  return { version: `soap ${version}`, client: { command: join(work, 'client') } };
}
