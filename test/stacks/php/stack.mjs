// php-soap of Debian: SoapClient, and SoapServer behind PHP's own server.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const settings = [
  '-d',
  'soap.wsdl_cache_enabled=0',
  '-d',
  'display_errors=0',
  '-d',
  'log_errors=0',
];

export async function prepare() {
  const skipped = missing('php');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run('php', ['-r', 'echo phpversion("soap");']);
  return {
    version: `php-soap ${stdout}`,
    client: { command: 'php', args: [...settings, at('client.php')] },
    service: {
      start: ({ port, wsdl }) => ({
        command: 'php',
        args: [
          ...settings,
          '-d',
          `user_agent=${wsdl}`,
          '-S',
          `127.0.0.1:${port}`,
          at('service.php'),
        ],
      }),
    },
  };
}
