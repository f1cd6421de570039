// The package soap, which this repository has for its tests: client and service.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { habitsOf } from '../site-habits.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const own = new URL('../../../node_modules/soap/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(own, 'utf8'));
  return {
    version: `soap ${version}, Node ${process.versions.node}`,
    client: { command: process.execPath, args: [at('client.mjs')] },
    service: {
      start: ({ port, wsdl }) => ({
        command: process.execPath,
        args: [at('service.mjs'), port, wsdl],
      }),
    },
    checks: siteChecks('soap', {
      ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
      call: (...args) => run(process.execPath, [at('calls.mjs'), ...args]),
      secure: (...args) => run(process.execPath, [at('security.mjs'), ...args]),
    }),
    notes: habitsOf('soap'),
  };
}
