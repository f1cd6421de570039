// zeep of Debian, by default, with strict=False, and with xsd_ignore_sequence_order=True, too.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';

const python = '/usr/bin/python3';

export async function prepare() {
  const skipped = missing('zeep');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run(python, ['-c', 'import zeep; print(zeep.__version__)']);
  const client = fileURLToPath(new URL('client.py', import.meta.url));
  return { version: `zeep ${stdout.trim()}`, client: { command: python, args: [client] } };
}
