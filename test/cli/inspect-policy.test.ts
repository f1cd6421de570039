import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { packageRoot } from './run-cli.ts';

const contract = join(packageRoot, 'test/golden/policy/contract.wsdl');

test('inspect says what the policies of a contract demand', async () => {
  const { stdout } = await runCli(['inspect', contract]);
  expect(stdout).toContain('│  demands TLS: an https address (soap12)');
  expect(stdout).toContain(
    '│  demands a client certificate (soap12)  security: clientCertificate({ cert, key })',
  );
  expect(stdout).toContain('│  demands encrypted Body (soap11)  not supported: XML encryption');
});

test('inspect --json, too, with the actions of WS-Addressing', async () => {
  const { stdout } = await runCli(['inspect', contract, '--json']);
  const [service] = (JSON.parse(stdout) as { services: readonly Record<string, unknown>[] })
    .services;
  expect(service).toMatchObject({
    demands: expect.arrayContaining([
      { text: 'MTOM', option: 'mtom: true', choice: true, bindings: ['soap12'] },
    ]),
    interfaces: [
      {
        operations: [
          {
            soap11: {
              actions: {
                input: 'urn:vault/Open',
                output: 'urn:vault:VaultSoap:OpenResponse',
              },
            },
          },
        ],
      },
    ],
  });
});
