// suds of Debian.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { habitsOf } from '../site-habits.mjs';

const python = '/usr/bin/python3';
const program = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const skipped = missing('suds');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run(python, ['-c', 'import suds; print(suds.__version__)']);
  return {
    version: `suds ${stdout.trim()}`,
    client: { command: python, args: [program('client.py')] },
    checks: siteChecks('suds', {
      ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
      call: (...args) => run(python, [program('calls.py'), ...args]),
    }),
    notes: habitsOf('suds'),
  };
}
