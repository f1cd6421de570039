// suds of Debian.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';

const python = '/usr/bin/python3';

export async function prepare() {
  const skipped = missing('suds');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run(python, ['-c', 'import suds; print(suds.__version__)']);
  const client = fileURLToPath(new URL('client.py', import.meta.url));
  return { version: `suds ${stdout.trim()}`, client: { command: python, args: [client] } };
}
