// soap4r of Debian: a client without generated code, and client and service with classes of
// wsdl2ruby.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { installed, made, missing } from '../programs.mjs';
import { shopCheck } from '../shop.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare(work) {
  const skipped = missing('soap4r');
  if (skipped !== undefined) return { skipped };
  const cwd = join(work, 'classes');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'school.wsdl'), contract({ url: 'http://127.0.0.1/' }));
  await made('ruby', ['-W0', at('classes.rb'), 'school.wsdl'], { cwd });
  const program = (name, ...more) => ({
    command: 'ruby',
    args: ['-W0', `-I${cwd}`, at(name), ...more],
  });
  return {
    version: `ruby-soap4r ${await installed('ruby-soap4r')}`,
    client: program('client.rb'),
    service: { start: ({ port }) => program('service.rb', `${port}`) },
    checks: {
      encoded: shopCheck('soap4r', {
        clients: { encoded: { command: 'ruby', args: [at('shop.rb')] } },
        services: {
          'encoded, its service': {
            start: ({ port }) => ({ command: 'ruby', args: [at('shop.rb'), 'serve', port] }),
          },
        },
      }),
    },
    notes: [
      'soap4r gives each fault the code Server.',
      'soap4r takes a Map of a contract only if the type of its items is declared inside.',
      'soap4r writes a hash of any type as a Map of Ruby, with a default.',
    ],
  };
}
