// pysimplesoap of Debian, unpacked: client and service.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debian } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const version = '1.16.2-5';

export async function prepare() {
  const root = await debian([`python3-pysimplesoap=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const options = { env: { PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') } };
  const command = '/usr/bin/python3';
  return {
    version: `pysimplesoap ${version}`,
    // an answer without content is an error by default
    client: { command, args: [at('client.py')], options, plain: ['Get'] },
    service: { options, start: ({ port }) => ({ command, args: [at('service.py'), `${port}`] }) },
  };
}
