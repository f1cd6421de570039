// SOAP::Lite of Debian: a client without a WSDL, and the server that comes with it.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';
import { shopCheck } from '../shop.mjs';
import { siteChecks } from '../site.mjs';
import { habitsOf } from '../site-habits.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const skipped = missing('soap-lite');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run('perl', ['-MSOAP::Lite', '-e', 'print $SOAP::Lite::VERSION']);
  return {
    version: `SOAP::Lite ${stdout}`,
    client: { command: 'perl', args: [at('client.pl')] },
    service: {
      start: ({ port }) => ({ command: 'perl', args: [at('service.pl'), port] }),
    },
    checks: {
      ...siteChecks('soap-lite', {
        ports: { Soap: 'SOAP 1.1' },
        call: (...args) => run('perl', [at('calls.pl'), ...args]),
      }),
      encoded: shopCheck('soap-lite', {
        clients: { encoded: { command: 'perl', args: [at('shop.pl')] } },
        services: {
          'encoded, its service': {
            start: ({ port }) => ({ command: 'perl', args: [at('shop.pl'), 'serve', port] }),
          },
        },
      }),
    },
    notes: [
      ...habitsOf('soap-lite'),
      'SOAP::Lite reads a boolean as 1 or 0, and writes it so where no type tells.',
      'SOAP::Lite sends a text that Perl holds in Latin-1 as its bytes in base64.',
    ],
  };
}
