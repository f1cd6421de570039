import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

test('convert keeps actions of WS-Addressing, and says which policies are lost', async () => {
  const action = 'Action="urn:vault/open-it"';
  const text = readFileSync(contract, 'utf8').replace(
    '<wsdl:input message="tns:OpenIn" />',
    `<wsdl:input message="tns:OpenIn" wsam:${action} />`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  const path = join(folder, 'vault.wsdl');
  writeFileSync(path, text);
  const { stdout, stderr } = await runCli(['convert', path, '--to', 'wsdl', '--bundle']);
  expect(stdout).toMatch(/<wsdl:input [^>]*wsam:Action="urn:vault\/open-it"/);
  expect(stderr).toContain(
    'warning ASMX3007: What is written says nothing of a policy that demands',
  );
  rmSync(folder, { recursive: true });
});

test('inspect says what algorithms a suite has', async () => {
  const text = readFileSync(contract, 'utf8').replace(
    '<sp:AsymmetricBinding><wsp:Policy />',
    '<sp:AsymmetricBinding><wsp:Policy><sp:AlgorithmSuite><wsp:Policy><sp:Basic256Sha256 />' +
      '</wsp:Policy></sp:AlgorithmSuite></wsp:Policy>',
  );
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  const path = join(folder, 'vault.wsdl');
  writeFileSync(path, text);
  const { stdout } = await runCli(['inspect', path]);
  expect(stdout).toContain(
    'the algorithms of Basic256Sha256: signatures of RSA-SHA1, digests of SHA-256, AES-256',
  );
  expect(stdout).toContain("signature: 'rsa-sha1', digest: 'sha256'");
  rmSync(folder, { recursive: true });
});
