// XML::Compile of Debian, unpacked: its reader of schemas, on what the body of an answer holds.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debian } from '../programs.mjs';

const version = '1.63-3';

export async function prepare() {
  const root = await debian([`libxml-compile-perl=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const folders = ['share/perl5', 'lib/x86_64-linux-gnu/perl5/5.36'];
  const PERL5LIB = folders.map((name) => join(root, 'usr', name)).join(':');
  const LD_LIBRARY_PATH = join(root, 'usr/lib/x86_64-linux-gnu');
  const client = fileURLToPath(new URL('client.pl', import.meta.url));
  return {
    version: `XML::Compile ${version}`,
    client: { command: 'perl', args: [client], options: { env: { PERL5LIB, LD_LIBRARY_PATH } } },
  };
}
