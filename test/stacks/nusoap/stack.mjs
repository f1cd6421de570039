// NuSOAP of Debian, unpacked. PHP 8 takes no constructor by the name of its class: they are renamed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debian, installed, missing } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const version = '0.9.5-3.1';

export async function prepare(work) {
  const skipped = missing('php');
  if (skipped !== undefined) return { skipped };
  // its parser is an extension, which must be that of the PHP that is there
  const php = await installed('php8.2-cli');
  const root = await debian([`libnusoap-php=${version}`, `php8.2-xml=${php}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const folder = join(work, 'nusoap');
  mkdirSync(folder);
  const text = readFileSync(join(root, 'usr/share/php/nusoap/nusoap.php'), 'latin1');
  const names = [...text.matchAll(/^class (\w+)/gm)].map(([, name]) => name).join('|');
  const renamed = text
    .replace(new RegExp(`function (${names})\\s?\\(`, 'g'), 'function __construct(')
    .replace(new RegExp(`parent::(${names})\\(`, 'g'), 'parent::__construct(');
  const file = join(folder, 'nusoap.php');
  writeFileSync(file, renamed, 'latin1');
  const extension = join(root, 'usr/lib/php/20220829/xml.so');
  const settings = [
    '-d',
    `extension=${extension}`,
    '-d',
    'display_errors=0',
    '-d',
    'error_reporting=0',
    '-d',
    `include_path=${folder}`,
  ];
  return {
    version: `libnusoap-php ${version}`,
    client: { command: 'php', args: [...settings, at('client.php')] },
    service: {
      start: ({ port, wsdl, as = '' }) => ({
        command: 'php',
        args: [
          ...settings,
          '-d',
          `user_agent=${wsdl}|${as}`,
          '-S',
          `127.0.0.1:${port}`,
          at('service.php'),
        ],
      }),
    },
  };
}
