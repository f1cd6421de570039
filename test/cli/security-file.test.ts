import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTokenService, signatureVerifier } from '../../src/runtime/wss.ts';
import { keyOf, rules, sender } from '../wss/messages.ts';
import { runCli } from './in-process.ts';
import { startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

// after what stands for the streams
const { readSecurityFile } = await import('../../src/cli/contract/security-file.ts');

describe('--security', () => {
  jest.setTimeout(60_000);

  const school = join(packageRoot, 'specs', 'student-information.yaml');
  const secret = 'k<y&1';
  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder();
    for (const file of ['client.key', 'client.pem', 'server.key', 'ca.pem']) {
      cpSync(join(packageRoot, 'test/fixtures/wss', file), join(folder.path, 'keys', file));
    }
  });
  afterAll(() => folder.remove());

  function call(security: string, ...more: readonly string[]): Promise<RunResult> {
    folder.write('security.yaml', security);
    const args = ['call', school, 'AuthCode', 'code=1', 'phone=2', '--security', 'security.yaml'];
    const options = {
      cwd: folder.path,
      env: { SCHOOL_PASSWORD: secret, EMPTY: '', SCHOOL_USER: 'ada', SCHOOL_LONG: 'ada-7<q' },
    };
    return runCli([...args, ...more], options);
  }

  const user = 'usernameToken: { username: ada, password: env:SCHOOL_PASSWORD }\n';
  const signing = 'signer: { key: keys/client.key, cert: keys/client.pem }\n';

  test('signs with files beside it, so that the service accepts the message', async () => {
    const { code, stdout, stderr } = await call(signing, '--dry-run', '--binding', 'soap11');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const envelope = stdout.slice(stdout.indexOf('\r\n\r\n') + 4);
    const found = await sender(signatureVerifier(rules))(envelope);
    expect([found.status, found.reason]).toEqual([200, undefined]);
  });

  test.each(['--dry-run', '--curl'])('is JSON, too; %s shows no secret of it', async (how) => {
    const json = JSON.stringify({
      usernameToken: { username: 'ada', password: 'env:SCHOOL_PASSWORD' },
      signer: { key: 'keys/client.key', cert: 'keys/client.pem' },
    });
    const { stdout, stderr, code } = await call(json, how, '--binding', 'soap12');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('<wsse:Username>ada</wsse:Username>');
    expect(stdout).toContain('>***</wsse:Password>');
    expect(stdout).toContain('<ds:Signature ');
    for (const hidden of [secret, 'k&lt;y&amp;1']) expect(stdout).not.toContain(hidden);
  });

  test('a secret that holds another is hidden as a whole', async () => {
    const text = 'usernameToken: { username: env:SCHOOL_USER, password: env:SCHOOL_LONG }';
    const { stdout, code } = await call(text, '--dry-run', '--binding', 'soap12');
    expect(code).toBe(0);
    expect(stdout).toContain('<wsse:Username>***</wsse:Username>');
    expect(stdout).toContain('>***</wsse:Password>');
  });

  test('secrets are values of variables, passwords and tokens, and what Basic sends', async () => {
    folder.write('secrets.yaml', "basic: { username: '10042', password: '123456' }");
    const { secrets } = await readSecurityFile(
      join(folder.path, 'secrets.yaml'),
      (_, text) => text,
    );
    expect(secrets).toEqual(['123456', Buffer.from('10042:123456').toString('base64')]);
  });

  /** What a service receives. */
  async function sent(security: string, ...more: readonly string[]) {
    const received: { body: string; authorization: string | undefined }[] = [];
    const server = await startLocalServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization } = request.headers;
        received.push({ body: Buffer.concat(chunks).toString(), authorization });
        response.writeHead(500, { 'content-type': 'text/plain' }).end('no');
      });
    });
    try {
      await call(security, '--url', server.origin, '--binding', 'soap11', ...more);
    } finally {
      server.close();
    }
    return received[0];
  }

  test('sends what it says, with what other options sign in', async () => {
    const received = await sent(user, '--user', 'bob:2');
    expect(received?.body).toContain('#PasswordText">k&lt;y&amp;1</wsse:Password>');
    expect(received?.authorization).toMatch(/^Basic /);
  });

  test('sends tokens, after it asked a token service for them', async () => {
    const service = createTokenService({
      ...keyOf('server'),
      issuer: 'https://sts.test/',
      users: { ada: { password: secret } },
    });
    folder.write('assertion.xml', service.issue({ user: 'ada', audience: 'http://s' }));
    const given = await sent('samlToken: { assertion: assertion.xml }');
    expect(given?.body).toMatch(/<wsse:Security .*<saml2?:Assertion .*>ada</s);
    const shown = await call(
      'samlToken: { assertion: assertion.xml }',
      '--dry-run',
      '--binding',
      'soap11',
    );
    expect(shown.stderr).toContain('add their tokens when a call is sent: not here');
    expect(shown.stdout).not.toContain('Assertion');
    const sts = await startLocalServer(service.listener);
    try {
      const address = `  sts: ${sts.origin}/SecurityTokenService\n  appliesTo: http://s\n`;
      const received = await sent(`issuedToken:\n${address}  credentials: { ${user.trim()} }`);
      expect(received?.body).toMatch(/<wsse:Security .*<saml2?:Assertion .*>ada</s);
    } finally {
      sts.close();
    }
    expect(service.requests).toEqual([{ request: 'Issue', user: 'ada' }]);
  });

  test('encrypts', async () => {
    const received = await sent('encrypter: { cert: keys/client.pem }');
    expect(received?.body).toMatch(/<soap:Body[^>]*><xenc:EncryptedData /);
  });

  test.each([
    ['', '1:1: there are no security objects'],
    ['- a', '1:1: there are no security objects'],
    ['signer: [', '1:'],
    ['singer: {}', "1:1: 'singer' is no security object\n  did you mean 'signer'?"],
    ['other: {}', "1:1: 'other' is no security object\n  It has basic, bearer, "],
    ['signer: 1', "1:9: 'signer' is no map"],
    ['basic: { username: a, pasword: b }', "1:23: 'basic' has no setting 'pasword'"],
    [
      'signer:\n  key: keys/none.key\n  cert: keys/client.pem',
      "2:8: the file of 'key' does not exist\n  Paths start at the folder of this file.",
    ],
    [
      'signer: { key: keys/server.key, cert: keys/client.pem }',
      "1:1: 'signer' cannot be used: The certificate is not that of the key.",
    ],
    ['basic: { username: 10042 }', "1:20: 'username' is a number\n  Put it in quotes."],
    ['bearer: { token: 123456 }', "1:18: 'token' is a number\n  Put it in quotes."],
    ['usernameToken:\n  username: a\n  password: null', "3:13: 'password' is null"],
    ['signatureVerifier: { trust: [true] }', "1:30: 'trust' is a boolean"],
    ['basic: { username: a }', "1:1: 'basic' has no 'password'\n  It needs username and password."],
    ['signer: { key: keys/client.key }', "1:1: 'signer' has no 'cert'"],
    ['signer: { now: 1 }', "1:11: 'signer' has no setting 'now'"],
    ['signer: { key: ., cert: . }', "the file of 'key' cannot be read (EISDIR)"],
  ])('%j is refused', async (text, message) => {
    const { code, stdout, stderr } = await call(text, '--dry-run');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('a secret of few letters is hidden where it is a value, and nowhere else', async () => {
    const short = 'usernameToken: { username: ada, password: x }';
    const { stdout } = await call(short, '--dry-run', '--binding', 'soap11');
    expect(stdout).toContain('>***</wsse:Password>');
    expect(stdout).toContain('<?xml version="1.0"');
    expect(stdout.match(/\*\*\*/g)).toHaveLength(1);
  });

  test.each([
    ['env:NOT_THERE', 'the environment variable NOT_THERE'],
    ['env:EMPTY', 'the environment variable EMPTY'],
  ])('password %s is refused', async (password, message) => {
    const { code, stderr } = await call(`basic: { username: a, password: '${password}' }`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain("'password' of security.yaml");
  });

  test('what is in the file is in no error', async () => {
    const { stderr } = await call('usernameToken: { username: ada, password: hidden, oops: 1 }');
    expect(stderr).toContain("'usernameToken' has no setting 'oops'");
    expect(stderr).not.toContain('hidden');
  });
});
