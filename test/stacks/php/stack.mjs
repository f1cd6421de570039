// php-soap of Debian: SoapClient, and SoapServer behind PHP's own server.
import { fileURLToPath } from 'node:url';
import { missing, run } from '../programs.mjs';
import { shopCheck } from '../shop.mjs';
import { siteChecks } from '../site.mjs';
import { habitsOf } from '../site-habits.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const settings = [
  '-d',
  'soap.wsdl_cache_enabled=0',
  '-d',
  'display_errors=0',
  '-d',
  'log_errors=0',
];

/** A shop behind PHP's own server. */
const shopService = (version) => ({
  path: '/shop.php',
  binding: version === '1.2' ? 'soap12' : 'soap11',
  start: ({ port, wsdl }) => ({
    command: 'php',
    args: ['-S', `127.0.0.1:${port}`, at('shop.php')],
    options: {
      env: {
        ...process.env,
        ...(version === undefined ? {} : { SHOP_WSDL: wsdl, SHOP_VERSION: version }),
      },
    },
  }),
});

export async function prepare() {
  const skipped = missing('php');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run('php', ['-r', 'echo phpversion("soap");']);
  return {
    version: `php-soap ${stdout}`,
    client: { command: 'php', args: [...settings, at('client.php')] },
    service: {
      start: ({ port, wsdl, as }) => ({
        command: 'php',
        args: [
          ...settings,
          '-d',
          `user_agent=${as === 'encoded' ? '' : wsdl}`,
          '-S',
          `127.0.0.1:${port}`,
          at('service.php'),
        ],
      }),
    },
    checks: {
      ...siteChecks('php', {
        ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
        call: (...args) => run('php', [at('calls.php'), ...args]),
        secure: (base) => run('php', [at('security.php'), base]),
      }),
      encoded: shopCheck('php', {
        clients: {
          encoded: { command: 'php', args: [at('shop.php')] },
          'encoded, SOAP 1.2': { command: 'php', args: [at('shop.php')], more: ['1.2'] },
        },
        services: {
          'encoded, its service': shopService('1.1'),
          'encoded, its service, SOAP 1.2': shopService('1.2'),
          'encoded, its service, no WSDL': shopService(undefined),
        },
      }),
    },
    notes: [...habitsOf('php'), 'php-soap does not give the subcodes of SOAP 1.2.'],
  };
}
