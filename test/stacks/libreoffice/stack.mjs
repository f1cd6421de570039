// LibreOffice Calc of Debian, unpacked, without a window. It looks for itself where it would be
// installed, so it runs where its files are laid over those of the system.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, debian } from '../programs.mjs';

const version = '4:7.4.7-1+deb12u14';

export async function prepare(work) {
  if (!answers('unshare', '-rm', 'true')) return { skipped: 'no mount namespaces' };
  const packages = ['libreoffice-calc-nogui', 'python3-uno'];
  const root = await debian(packages.map((name) => `${name}=${version}`));
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const home = join(work, 'home');
  mkdirSync(home);
  const laid = ['usr', 'etc', 'var'].map(
    (name) => `mount -t overlay -o lowerdir=${root}/${name}:/${name} none /${name}`,
  );
  // what its packages do when they are installed
  const registry = 'mount --bind /usr/lib/libreoffice/share/.registry /etc/libreoffice/registry';
  const client = fileURLToPath(new URL('client.py', import.meta.url));
  return {
    version: `LibreOffice ${version}`,
    client: {
      command: 'unshare',
      args: [
        '-rm',
        'sh',
        '-ec',
        [...laid, registry, 'exec "$@"'].join('\n'),
        'sh',
        '/usr/bin/python3',
        client,
      ],
      options: { env: { HOME: home } },
      plain: ['Who'],
    },
  };
}
