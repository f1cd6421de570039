// SOAP::Lite of Debian: a client without a WSDL, and the server that comes with it.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';

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
  };
}
