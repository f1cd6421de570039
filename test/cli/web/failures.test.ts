import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from '../in-process.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from '../run-cli.ts';
import { shopAnswer, shopWsdl, whatXsd } from './protected-server.ts';

jest.setTimeout(60_000);

const fixtures = JSON.parse(
  readFileSync(join(packageRoot, 'test/fixtures/tls/failures.json'), 'utf8'),
) as Readonly<Record<string, string>>;
const pem = (name: string): string => fixtures[name] ?? '';

let folder: TestFolder;
let open: (Server | LocalServer)[];
beforeEach(() => {
  folder = createFolder({});
  open = [];
  for (const [name, text] of Object.entries(fixtures)) {
    const isText = text.startsWith('-----');
    writeFileSync(join(folder.path, name), text, isText ? 'utf8' : 'base64');
  }
  folder.write('nonsense.pem', 'nonsense');
  folder.write('both.pem', pem('client.pem') + pem('key.key'));
});
afterEach(() => {
  for (const server of open) {
    server.close();
    (server as Partial<ReturnType<typeof createHttps>>).closeAllConnections?.();
  }
  folder.remove();
});

const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });

/** What OpenSSL says for its authors. */
const forAuthors = /error:[0-9A-F]{8}|routines:|\.c:\d|EPROTO|tls: \{|clientCertificate/;

async function portOf(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The service over TLS, at its origin. */
async function secure(options: ServerOptions): Promise<string> {
  let origin = '';
  const server = createHttps({ key: pem('key.key'), ...options }, (request, response) => {
    const target = request.url ?? '';
    const wsdl = shopWsdl('a.xsd', `${origin}/Shop.asmx`);
    request.resume();
    response.end(/wsdl/i.test(target) ? wsdl : /xsd/.test(target) ? whatXsd : shopAnswer);
  });
  origin = `https://localhost:${await portOf(server)}`;
  return origin;
}

/** A server that answers the first bytes with others. */
async function raw(answer: Buffer | string): Promise<string> {
  const server = createTcp((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  return `https://localhost:${await portOf(server)}`;
}

const good = { cert: pem('good.pem') };
const wantsClients = { ...good, ca: pem('root.pem'), requestCert: true, rejectUnauthorized: true };
const old: ServerOptions = {
  ...good,
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
};
const ca = ['--ca', 'root.pem'];

describe('a failure of TLS says what is wrong, and which option helps', () => {
  test.each([
    [
      'self-signed',
      () => secure({ cert: pem('selfSigned.pem') }),
      [],
      /is not trusted: it is self-signed[\s\S]*--ca FILE/,
    ],
    [
      'of an unknown authority',
      () => secure(good),
      [],
      /is not trusted: its authority[\s\S]*--ca FILE/,
    ],
    [
      'for other names',
      () => secure({ cert: pem('otherNames.pem') }),
      ca,
      /the certificate of 'localhost:\d+' is for shop\.example, www\.shop\.example, not for localhost[\s\S]*Use a name of the certificate/,
    ],
    [
      'expired',
      () => secure({ cert: pem('expired.pem') }),
      ca,
      /the certificate of 'localhost:\d+' has expired/,
    ],
    [
      'old versions',
      () => secure(old),
      ca,
      /'localhost:\d+' speaks no version of TLS that is allowed[\s\S]*--tls-min-v1\.0/,
    ],
    [
      'a client certificate wanted',
      () => secure(wantsClients),
      ca,
      /'localhost:\d+' wants a certificate of the client[\s\S]*--cert FILE/,
    ],
    [
      'no TLS',
      () => raw('HTTP/1.1 400 Bad Request\r\n\r\n'),
      [],
      /'localhost:\d+' does not speak TLS[\s\S]*Try the address with http:/,
    ],
    [
      'an alert',
      () => raw(Buffer.from([0x15, 3, 3, 0, 2, 2, 80])),
      [],
      /'localhost:\d+' fails at TLS \(tlsv1 alert internal error\)/,
    ],
    [
      'the end',
      () => raw(''),
      [],
      /'localhost:\d+' closed the connection during the TLS handshake/,
    ],
  ])('%s', async (_, listen, options, words) => {
    const origin = await listen();
    folder.write('shop.wsdl', shopWsdl('a.xsd', `${origin}/Shop.asmx`));
    folder.write('a.xsd', whatXsd);
    for (const args of [
      ['check', `${origin}/Shop.asmx`],
      ['call', 'shop.wsdl', 'Ask', 'what=tea'],
    ]) {
      const { code, stderr, stdout } = await run(...args, ...options);
      expect(code).toBe(2);
      expect(stderr + stdout).toMatch(words);
      expect(stderr + stdout).not.toMatch(forAuthors);
    }
  });

  test.each([
    ['check', 'URL'],
    ['inspect', 'URL'],
    ['generate', 'URL', '-o', 'out'],
    ['convert', 'URL', '--to', 'yaml'],
    ['diff', 'URL', 'URL'],
    ['init', 'URL'],
    ['call', 'URL', 'Ask', 'what=tea'],
    ['mcp', 'URL', '--only', '*', '--check', 'tools.json'],
    ['serve', 'URL', '--port', '0'],
  ])('in %s', async (...args) => {
    const url = `${await secure({ cert: pem('selfSigned.pem') })}/Shop.asmx?WSDL`;
    const { code, stderr, stdout } = await run(...args.map((one) => one.replace('URL', url)));
    expect(code).toBe(2);
    expect(stderr + stdout).toMatch(/is not trusted: it is self-signed[\s\S]*--ca FILE/);
    expect(stderr + stdout).not.toMatch(forAuthors);
  });

  test('in verify --recording', async () => {
    const origin = await secure({ cert: pem('selfSigned.pem') });
    folder.write('shop.wsdl', shopWsdl('a.xsd', `${origin}/Shop.asmx`));
    folder.write('a.xsd', whatXsd);
    const call = {
      service: 'Shop',
      operation: 'Ask',
      binding: 'soap11',
      parameters: { what: 'a' },
      answer: {},
    };
    folder.write('calls.jsonl', `{"recording":1}\n${JSON.stringify(call)}\n`);
    const { code, stderr } = await run(
      'verify',
      'shop.wsdl',
      '--recording',
      'calls.jsonl',
      '--url',
      origin,
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/is not trusted: it is self-signed[\s\S]*--ca FILE/);
    expect(stderr).not.toMatch(forAuthors);
  });
});

describe('files that cannot be used are named before anything is asked', () => {
  const none = 'https://localhost:1/Shop.asmx';
  test.each([
    [['--ca', 'nonsense.pem'], '--ca names no certificate in PEM'],
    [['--ca', 'client.der'], '--ca names no certificate in PEM'],
    [['--cert', 'nonsense.pem'], '--cert and --key cannot be used: --cert is no PEM'],
    [['--cert', 'client.pem'], 'the file of --cert has no private key'],
    [['--cert', 'client.der', '--key', 'key.key'], '--cert is binary, and not PEM'],
    [['--cert', 'good.pfx', '--key', 'key.key'], 'Give PKCS #12 with --pfx'],
    [
      ['--cert', 'client.csr', '--key', 'key.key'],
      '--cert is PEM of a CERTIFICATE REQUEST, not of a CERTIFICATE',
    ],
    [
      ['--cert', 'key.key', '--key', 'client.pem'],
      '--cert is PEM of a PRIVATE KEY, not of a CERTIFICATE',
    ],
    [
      ['--cert', 'client.pem', '--key', 'public.key'],
      '--key is PEM of a PUBLIC KEY, not of a PRIVATE KEY',
    ],
    [['--cert', 'client.pem', '--key', 'another.key'], '--key is not the key of --cert'],
    [['--cert', 'client.pem', '--key', 'rsa.key'], '--key is not the key of --cert'],
    [['--cert', 'client.pem', '--key', 'encrypted.key'], '--key is encrypted: give --passphrase'],
    [
      ['--cert', 'client.pem', '--key', 'encrypted.key', '--passphrase', 'wr0ng'],
      '--passphrase does not open --key',
    ],
    [['--pfx', 'good.pfx'], '--pfx is encrypted: give --passphrase'],
    [['--pfx', 'good.pfx', '--passphrase', 'wr0ng'], '--passphrase does not open --pfx'],
    [['--pfx', 'noKey.pfx', '--passphrase', 's3cret'], '--pfx has no private key'],
    [
      ['--pfx', 'old.pfx', '--passphrase', 's3cret'],
      '--pfx is encrypted in a way that OpenSSL no longer reads',
    ],
    [['--pfx', 'client.pem'], '--pfx is PEM, not PKCS #12'],
    [['--pfx', 'nonsense.pem'], '--pfx is no PKCS #12'],
    [
      ['--key', pem('key.key'), '--cert', 'client.pem'],
      '--key takes the path of a file, and got what is in it',
    ],
  ])('%j', async (options, words) => {
    const { code, stderr } = await run('check', none, ...options);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/wr0ng|s3cret|MIG|error:[0-9A-F]{8}/);
  });

  test.each([
    ['--cert', 'client.pem', '--key', 'key.key'],
    ['--cert', 'both.pem'],
    ['--cert', 'client.pem', '--key', 'encrypted.key', '--passphrase', 's3cret'],
    ['--pfx', 'good.pfx', '--passphrase', 's3cret'],
  ])('and good ones are taken: %s %s', async (...options) => {
    const origin = await secure(wantsClients);
    expect(await run('check', `${origin}/Shop.asmx`, ...ca, ...options)).toMatchObject({ code: 0 });
  });
});

describe('answers of servers', () => {
  test('a redirect that sets a cookie is followed with it', async () => {
    const cookies: (string | undefined)[] = [];
    const server = await startLocalServer((request, response) => {
      const { cookie } = request.headers;
      cookies.push(cookie);
      if (/xsd/.test(request.url ?? '')) return void response.end(whatXsd);
      if (/seen=1/.test(cookie ?? '')) {
        return void response.end(shopWsdl('a.xsd', `${server.origin}/Shop.asmx`));
      }
      const Location = request.url ?? '';
      response.writeHead(302, { Location, 'Set-Cookie': 'seen=1; Path=/; HttpOnly' }).end();
    });
    open.push(server);
    const url = `${server.origin}/Shop.asmx`;
    for (const args of [
      ['check', url],
      ['inspect', url],
      ['diff', url, url],
      ['init', url],
      ['init', '--update'],
    ]) {
      expect(await run(...args)).toMatchObject({ code: 0 });
    }
    const mine = await run('check', url, '--header', 'Cookie: mine=2');
    expect(mine).toMatchObject({ code: 0 });
    expect(cookies.at(-2)).toBe('mine=2; seen=1');
  });

  test.each([
    ['/Shop.asmx?WSDL', 'This is a web page, such as one to sign in'],
    ['/contract', 'add ?WSDL to its address, or sign in with --user or --header'],
  ])('a web page in place of the contract at %s', async (path, help) => {
    const page = '<!DOCTYPE html><html><head><title>Sign\n in</title></head><body>…</body></html>';
    const server = await startLocalServer((request, response) => {
      if (request.url === '/moved?WSDL') response.writeHead(302, { Location: path }).end();
      else response.setHeader('Content-Type', 'text/html').end(page);
    });
    open.push(server);
    const url = server.origin + path;
    for (const args of [
      ['check', url],
      ['diff', url, url],
      ['generate', url, '-o', 'out'],
      ['convert', url, '--to', 'yaml'],
      ['inspect', url],
      ['call', url, 'Ask'],
    ]) {
      const { code, stderr, stdout } = await run(...args);
      expect(code).not.toBe(0);
      const said = stderr + stdout;
      expect(said).toContain(`'${url}' is a web page titled 'Sign in', not a contract`);
      expect(said).toContain(help);
    }
    const moved = await run('check', `${server.origin}/moved?WSDL`);
    expect(moved.stderr + moved.stdout).toContain(
      `/moved?WSDL' leads to '${url}', a web page titled 'Sign in'`,
    );
  });

  test('headers that are too large, and what is not HTTP', async () => {
    const large = (await raw(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`)).replace(
      'https',
      'http',
    );
    const first = await run('check', `${large}/a.wsdl`);
    expect(first.stderr).toMatch(
      /the headers of the answer are longer than 65536 bytes[\s\S]*--max-http-header-size/,
    );
    const broken = (
      await raw('HTTP/1.1 200 OK\r\nX: a\u0001\r\nContent-Length: 0\r\n\r\n')
    ).replace('https', 'http');
    const second = await run('check', `${broken}/a.wsdl`);
    expect(second.stderr).toMatch(
      /breaks the rules of HTTP: Invalid header value char[\s\S]*--insecure-http-parser/,
    );
    const other = (await raw('220 ready\r\n')).replace('https', 'http');
    const third = await run('check', `${other}/a.wsdl`);
    expect(third.stderr).toMatch(/breaks the rules of HTTP: Expected HTTP/);
    expect(third.stderr).not.toMatch(/insecure-http-parser/);
    const alert = Buffer.from([0x15, 3, 1, 0, 2, 2, 70]);
    const tls = (await raw(alert)).replace('https', 'http');
    const fourth = await run('check', `${tls}/a.wsdl`);
    expect(fourth.stderr).toMatch(/speaks TLS[\s\S]*Try the address with https:/);
  });
});
