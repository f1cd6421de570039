import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttps, createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';
import { type Answers, guarded, shopAnswer, shopWsdl, whatXsd } from './web/protected-server.ts';

describe('access', () => {
  jest.setTimeout(60_000);

  let folder: TestFolder;
  let server: LocalServer;
  let origin: string;
  let asked: IncomingMessage[];
  let answers: Answers;

  beforeEach(async () => {
    folder = createFolder({});
    asked = [];
    answers = new Map();
    server = await startLocalServer((request, response) => {
      asked.push(request);
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === 'string') response.end(answer);
      else answer(request, response);
    });
    origin = server.origin;
  });
  afterEach(() => {
    server.close();
    folder.remove();
  });

  const env = { WSDL_USER: 'ada:s3cret', KEY: 's3cret', EMPTY: '', NOWHERE: 'no-such-file.pem' };
  const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path, env });
  const basic = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
  const everything = (result: RunResult): string =>
    [result.stdout, result.stderr, ...folder.files().map((one) => folder.read(one))].join('\n');

  /** The contract and its schema, for those who sign in. */
  function protect(name: string, value: string): void {
    answers.set('/Shop.asmx?WSDL', guarded(name, value, shopWsdl('a.xsd', `${origin}/Shop.asmx`)));
    answers.set('/a.xsd', guarded(name, value, whatXsd));
    answers.set('/Shop.asmx', guarded(name, value, shopAnswer));
  }

  describe('a contract for those who sign in', () => {
    test.each([
      ['authorization', basic, ['--user', 'ada:s3cret']],
      ['authorization', basic, ['--user', 'env:WSDL_USER']],
      ['x-key', 's3cret', ['--header', 'X-Key: s3cret']],
      ['x-key', 's3cret', ['--header', 'X-Key: env:KEY']],
    ])('init with %s %s by %j writes it nowhere, and --update takes it, too', async (...row) => {
      const [name, value, options] = row;
      protect(name, value);
      const first = await run('init', `${origin}/Shop.asmx`, ...options);
      expect(first).toMatchObject({ code: 0 });
      expect(asked.map((one) => one.headers[name])).toEqual([value, value]);
      const again = await run('init', '--update', ...options);
      expect(again).toMatchObject({ code: 0, stderr: '2 documents downloaded: nothing changed\n' });
      for (const result of [first, again]) expect(everything(result)).not.toMatch(/s3cret|YWRh/);
    });

    test.each([['check'], ['inspect'], ['generate', '--dry-run'], ['convert', '--to', 'yaml']])(
      '%s takes the options',
      async (command, ...more) => {
        protect('authorization', basic);
        const url = `${origin}/Shop.asmx`;
        const result = await run(command, url, ...more, '--user', 'env:WSDL_USER');
        expect(result).toMatchObject({ code: 0 });
        expect(everything(result)).not.toMatch(/s3cret|YWRh/);
      },
    );

    test('diff takes them for the server of each contract', async () => {
      protect('authorization', basic);
      const url = `${origin}/Shop.asmx`;
      expect(await run('diff', url, url, '--user', 'env:WSDL_USER')).toMatchObject({ code: 0 });
    });

    test('a refusal says what the server asks for, and names the options', async () => {
      protect('authorization', basic);
      const { code, stderr } = await run('init', `${origin}/Shop.asmx`);
      expect(code).toBe(2);
      expect(stderr).toContain(
        'status 401 (WWW-Authenticate: Negotiate, NTLM, Basic realm="shop")',
      );
      for (const one of ['--user NAME:PASSWORD', '--ntlm', '--header', '--cert', '--pfx', 'env:']) {
        expect(stderr).toContain(one);
      }
    });

    test.each([
      ['Digest realm="Basic, a", nonce="x", qop="auth"', 'Digest', '--digest --user NAME'],
      ['Negotiate', 'Negotiate', '--negotiate --user :'],
    ])('a server that asks for nothing we have: %s', async (challenge, scheme, flags) => {
      answers.set('/Shop.asmx?WSDL', (_request, response) => {
        response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
      });
      const { code, stderr } = await run('init', `${origin}/Shop.asmx`, '--user', 'eve:guess');
      expect(code).toBe(2);
      expect(stderr).toContain(
        `The server asks for ${scheme}, which is not supported. ` +
          `Download it with another program: curl ${flags} -o FILE URL`,
      );
      expect(stderr).not.toContain('Sign in with');
    });

    test('a refusal of what was given says so', async () => {
      protect('authorization', basic);
      answers.set('/Shop.asmx?WSDL', (_request, response) => response.writeHead(403).end());
      const { code, stderr } = await run('check', `${origin}/Shop.asmx`, '--user', 'eve:guess');
      expect(code).toBe(2);
      expect(stderr).toContain('status 403');
      expect(stderr).toContain('The server refuses what you gave');
      expect(stderr).not.toContain('guess');
    });

    test('an import on another host gets nothing, nor does the target of a redirect', async () => {
      const other = origin.replace('127.0.0.1', 'localhost');
      answers.set(
        '/Shop.asmx?WSDL',
        guarded('authorization', basic, shopWsdl('/moved.xsd', origin)),
      );
      answers.set('/moved.xsd', (_request, response) => {
        response.writeHead(302, { Location: `${other}/what.xsd` }).end();
      });
      answers.set('/what.xsd', whatXsd);
      const allowed = ['--allow-host', new URL(other).host];
      const options = ['--user', 'env:WSDL_USER', '--header', 'X-Key: env:KEY'];
      const { code } = await run('check', `${origin}/Shop.asmx`, ...allowed, ...options);
      expect(code).toBe(0);
      const seen = asked.map(({ headers }) => [
        headers.host,
        headers.authorization,
        headers['x-key'],
      ]);
      expect(seen).toEqual([
        [server.host, basic, 's3cret'],
        [server.host, basic, 's3cret'],
        [new URL(other).host, undefined, undefined],
      ]);
    });

    test('of a contract in a file, the one host that is allowed gets them', async () => {
      protect('authorization', basic);
      folder.write('shop.wsdl', shopWsdl(`${origin}/a.xsd`, origin));
      const options = ['--allow-host', server.host, '--user', 'env:WSDL_USER'];
      expect(await run('check', 'shop.wsdl', ...options)).toMatchObject({ code: 0 });
      const two = await run('check', 'shop.wsdl', ...options, '--allow-host', 'localhost:1');
      expect(two.code).not.toBe(0);
      expect(two.stderr).toContain('What you gave was not sent');
    });
  });

  describe('call', () => {
    const call = (...more: string[]): Promise<RunResult> =>
      run('call', `${origin}/Shop.asmx`, 'Ask', 'what=tea', ...more);

    test('signs in at the service, and for the contract at the same server', async () => {
      protect('authorization', basic);
      const url = ['--url', origin];
      expect(await call('--user', 'env:WSDL_USER', ...url)).toMatchObject({ code: 0 });
      expect(await call('--user', 'env:WSDL_USER')).toMatchObject({ code: 0 });
      expect(asked.at(-1)?.headers.authorization).toBe(basic);
    });

    test('does not sign in at another server that has the contract', async () => {
      const other = origin.replace('127.0.0.1', 'localhost');
      answers.set('/Shop.asmx?WSDL', shopWsdl('a.xsd', `${other}/Shop.asmx`));
      answers.set('/a.xsd', whatXsd);
      answers.set('/Shop.asmx', shopAnswer);
      for (const more of [[], ['--url', other]]) {
        asked = [];
        const header = ['--header', 'X-Key: env:KEY'];
        expect(await call(...header, ...more)).toMatchObject({ code: 0 });
        expect(asked.map((one) => one.headers['x-key'])).toEqual([undefined, undefined, 's3cret']);
      }
    });

    test('does not sign in at a service other than that of a contract that is protected', async () => {
      protect('authorization', basic);
      const other = origin.replace('127.0.0.1', 'localhost');
      answers.set('/a.xsd', whatXsd);
      answers.set(
        '/Shop.asmx?WSDL',
        guarded('authorization', basic, shopWsdl('a.xsd', `${other}/Shop.asmx`)),
      );
      const { code, stderr } = await call('--user', 'env:WSDL_USER');
      expect(code).toBe(2);
      expect(stderr).toContain(`the service is at ${other}`);
      expect(asked.at(-1)?.url).not.toBe('/Shop.asmx');
    });

    test('a refusal names the options, and says what is not supported', async () => {
      answers.set('/Shop.asmx?WSDL', shopWsdl('a.xsd', `${origin}/Shop.asmx`));
      answers.set('/a.xsd', whatXsd);
      const refuse = (challenge: string): void => {
        answers.set('/Shop.asmx', (_request, response) => {
          response.writeHead(401, { 'WWW-Authenticate': challenge }).end('no');
        });
      };
      refuse('Basic realm="shop"');
      expect((await call()).stderr).toMatch(/\n {2}Sign in with --user NAME:PASSWORD/);
      expect((await call('--user', 'eve:guess')).stderr).toMatch(
        /\n {2}The server refuses what you gave\. Sign in with/,
      );
      refuse('Digest realm="shop", nonce="x"');
      expect((await call()).stderr).toContain(
        '  The server asks for Digest, which is not supported. ' +
          '--curl prints the request for curl; add --digest --user NAME to it.\n',
      );
    });

    test.each([['--dry-run'], ['--curl']])('%s prints no secret', async (option) => {
      protect('authorization', basic);
      const secrets = [
        '--user',
        'env:WSDL_USER',
        '--header',
        'X-Key: env:KEY',
        '--header',
        'X-A: b',
      ];
      const { code, stdout } = await call(...secrets, option);
      expect(code).toBe(0);
      expect(stdout).toContain('Authorization: Basic ***');
      expect(stdout).toContain('X-Key: env:KEY');
      expect(stdout).toContain('X-A: b');
      expect(stdout).not.toMatch(/s3cret|YWRh/);
    });
  });

  describe('options that cannot be used end with 2, and nothing is asked', () => {
    test.each([
      [['--user', 'env:UNSET'], 'the environment variable UNSET, which --user names, is not set'],
      [['--user', 'env:EMPTY'], 'is empty'],
      [['--user', 'env:'], '--user names no environment variable'],
      [['--user', 's3cret'], '--user has no password'],
      [['--user', 'env:KEY'], 'the value of env:KEY for --user has no password'],
      [['--header', 'X-Key: env:UNSET'], 'UNSET, which --header names, is not set'],
      [['--header', 's3cret'], "invalid value '…' for --header"],
      [['--header', 'Authorization s3cret'], "invalid value '…' for --header"],
      [['--ntlm'], '--ntlm needs a user'],
      [['--key', 'a.pem'], '--key needs a certificate'],
      [['--passphrase', 'env:KEY'], '--passphrase needs a key'],
      [['--cert', 'a.pem', '--pfx', 'b.pfx'], 'exclude each other'],
      [['--cert', 'a.pem'], 'the file of --cert does not exist: a.pem'],
      [['--ca', 'env:NOWHERE'], 'the file of --ca does not exist: no-such-file.pem'],
      [['--pfx', 'bad.pem', '--passphrase', 's3cret'], '--pfx cannot be used'],
      [['--ca', 'bad.pem'], '--ca names no certificate in PEM'],
    ])('%j', async (options, said) => {
      folder.write('bad.pem', 'nonsense');
      protect('authorization', basic);
      for (const command of [['init'], ['check'], ['init', '--update']]) {
        const source = command.length > 1 ? [] : [`${origin}/Shop.asmx`];
        const { code, stdout, stderr } = await run(...command, ...source, ...options);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        if (command.length === 1) expect(stderr).toContain(said);
        expect(stderr).not.toContain('s3cret');
      }
      expect(asked).toEqual([]);
    });
  });
});

describe('documents', () => {
  let folder: TestFolder;
  let server: LocalServer;
  let origin: string;
  let asked: string[];
  let answers: Answers;

  beforeEach(async () => {
    folder = createFolder({});
    asked = [];
    answers = new Map();
    server = await startLocalServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === 'string') response.end(answer);
      else answer(request, response);
    });
    origin = server.origin;
  });
  afterEach(() => {
    server.close();
    folder.remove();
  });

  const env = { PFX: join(packageRoot, 'test/fixtures/tls/client.pfx'), PASS: 's3cret' };
  const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path, env });

  const moveTo =
    (location: string): Exclude<ReturnType<Answers['get']>, string | undefined> =>
    (_request, response) => {
      response.writeHead(302, { Location: location }).end();
    };

  describe('locations are relative to where redirects lead', () => {
    beforeEach(() => {
      answers.set('/shop', moveTo('/v2/wsdl/shop.wsdl'));
      answers.set('/v2/wsdl/shop.wsdl', shopWsdl('../a', 'http://localhost/Shop.asmx'));
      answers.set('/v2/a', moveTo('/types/a.xsd'));
      const include = '<s:include schemaLocation="b.xsd"/>';
      answers.set('/types/a.xsd', whatXsd.replace('<s:simpleType', `${include}<s:simpleType`));
      answers.set('/types/b.xsd', whatXsd.replace('What', 'Other'));
    });

    test('in a contract, and in what it imports', async () => {
      expect(await run('check', `${origin}/shop`)).toMatchObject({ code: 0 });
      expect(new Set(asked)).toEqual(
        new Set(['/shop', '/v2/wsdl/shop.wsdl', '/v2/a', '/types/a.xsd', '/types/b.xsd']),
      );
    });

    test('and copies lead to each other', async () => {
      expect(await run('init', `${origin}/shop`)).toMatchObject({ code: 0 });
      expect(folder.read('specs/shop.wsdl')).toContain('schemaLocation="shop/a.xsd"');
      expect(folder.read('specs/shop/a.xsd')).toContain('schemaLocation="b.xsd"');
      expect(await run('check')).toMatchObject({ code: 0 });
      expect(await run('init', '--update')).toMatchObject({
        stderr: '3 documents downloaded: nothing changed\n',
      });
    });

    test('a redirect to a host that is not allowed says how to allow it', async () => {
      answers.set('/shop', moveTo('http://localhost:9/x'));
      const { stderr } = await run('check', `${origin}/shop`);
      expect(stderr).toContain('Run with --allow-host localhost:9');
    });
  });

  describe('what HTTP says about a document counts', () => {
    test.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
    ])('it is compressed with %s', async (coding, compress) => {
      answers.set('/shop.wsdl', (_request, response) => {
        response.setHeader('Content-Encoding', coding);
        response.end(compress(shopWsdl('a.xsd', origin)));
      });
      answers.set('/a.xsd', whatXsd);
      expect(await run('init', `${origin}/shop.wsdl`)).toMatchObject({ code: 0 });
      expect(folder.read('specs/shop.wsdl')).toBe(shopWsdl('shop/a.xsd', origin));
    });

    test.each([
      ['<?xml version="1.0" encoding="utf-8"?>', '<?xml version="1.0" encoding="utf-8"?>'],
      ['<?xml version="1.0" encoding="ascii"?>', '<?xml version="1.0" encoding="utf-8"?>'],
      ['', ''],
    ])('its charset is another than in %j', async (head, expected) => {
      const text = shopWsdl('a.xsd', origin).replace(
        '<message',
        '<documentation>é</documentation><message',
      );
      answers.set('/shop.wsdl', (_request, response) => {
        response.setHeader('Content-Type', 'text/xml; charset=ISO-8859-1');
        response.end(Buffer.from(head + text, 'latin1'));
      });
      answers.set('/a.xsd', whatXsd);
      expect(await run('init', `${origin}/shop.wsdl`)).toMatchObject({ code: 0 });
      const copy = folder.read('specs/shop.wsdl');
      expect(copy).toContain('<documentation>é</documentation>');
      expect(copy.startsWith(`${expected}<definitions`)).toBe(true);
      expect(await run('check')).toMatchObject({ code: 0 });
    });

    test('a charset that the bytes are not in does not', async () => {
      const head = '<?xml version="1.0" encoding="iso-8859-1"?>';
      const bytes = Buffer.from(head + shopWsdl('a.xsd', origin).replace('What', 'What'), 'latin1');
      answers.set('/shop.wsdl', (_request, response) => {
        response.setHeader('Content-Type', 'text/xml; charset=utf-8');
        response.end(
          Buffer.concat([bytes, Buffer.from([0x3c, 0x21, 0x2d, 0x2d, 0xe9, 0x2d, 0x2d, 0x3e])]),
        );
      });
      answers.set('/a.xsd', whatXsd);
      expect(await run('check', `${origin}/shop.wsdl`)).toMatchObject({ code: 0 });
    });
  });

  describe('TLS', () => {
    const tls = (name: string): string => join(packageRoot, 'test/fixtures/tls', name);
    const bytes = (name: string): Buffer => readFileSync(tls(name));
    let secure: ReturnType<typeof createServer>;
    let url = '';

    const listen = async (requestCert: boolean): Promise<void> => {
      secure = createServer(
        {
          key: bytes('server-key.pem'),
          cert: bytes('server.pem'),
          ca: bytes('ca.pem'),
          requestCert,
          rejectUnauthorized: requestCert,
        },
        (request, response) => {
          const target = request.url ?? '';
          const wsdl = shopWsdl('a.xsd', `${url}/Shop.asmx`);
          response.end(/wsdl/i.test(target) ? wsdl : /xsd/.test(target) ? whatXsd : shopAnswer);
        },
      );
      await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
      const address = secure.address();
      url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    };
    afterEach(() => {
      secure.close();
      secure.closeAllConnections();
    });

    test('--ca trusts an authority of one’s own; without, the error names it', async () => {
      await listen(false);
      const without = await run('check', `${url}/Shop.asmx`);
      expect(without.code).toBe(2);
      expect(without.stderr).toMatch(/certificate of '.*' is not trusted[\s\S]*--ca FILE/);
      expect(await run('check', `${url}/Shop.asmx`, '--ca', tls('ca.pem'))).toMatchObject({
        code: 0,
      });
    });

    test.each([
      [['--cert', tls('client.pem'), '--key', tls('client-key.pem')]],
      [['--pfx', 'env:PFX', '--passphrase', 'env:PASS']],
    ])('%j shows a client certificate; without, the error names it', async (options) => {
      await listen(true);
      const ca = ['--ca', tls('ca.pem')];
      const without = await run('check', `${url}/Shop.asmx`, ...ca);
      expect(without.code).toBe(2);
      expect(without.stderr).toContain('--cert FILE');
      expect(await run('check', `${url}/Shop.asmx`, ...ca, ...options)).toMatchObject({ code: 0 });
      const call = ['call', `${url}/Shop.asmx`, 'Ask', 'what=tea'];
      expect(await run(...call, ...ca, ...options)).toMatchObject({ code: 0 });
    });
  });

  describe('--ntlm', () => {
    /** A CHALLENGE_MESSAGE (MS-NLMP, section 2.2.1.2) without target. */
    const challenge = Buffer.alloc(56);
    challenge.write('NTLMSSP\0', 'latin1');
    challenge.writeUInt32LE(2, 8);
    challenge.writeUInt32LE(0xa0898205, 20);
    challenge.writeUInt32LE(48, 16);
    challenge.writeUInt16LE(4, 40);
    challenge.writeUInt16LE(4, 42);
    challenge.writeUInt32LE(48, 44);

    const signedIn = new WeakSet<object>();
    const behind =
      (answer: string): Exclude<ReturnType<Answers['get']>, string | undefined> =>
      (request, response) => {
        if (signedIn.has(request.socket)) return void response.end(answer);
        const token = /^NTLM (.+)$/.exec(request.headers.authorization ?? '')?.[1];
        const message = Buffer.from(token ?? '', 'base64');
        if (token !== undefined && message[8] === 3) {
          if (message.includes(Buffer.from('CORP', 'utf16le'))) signedIn.add(request.socket);
          return void response.writeHead(signedIn.has(request.socket) ? 200 : 401).end(answer);
        }
        const offer = token === undefined ? 'NTLM' : `NTLM ${challenge.toString('base64')}`;
        response.writeHead(401, { 'WWW-Authenticate': offer }).end();
      };

    test('signs in with the domain and the name', async () => {
      answers.set('/Shop.asmx?WSDL', behind(shopWsdl('a.xsd', `${origin}/Shop.asmx`)));
      answers.set('/a.xsd', behind(whatXsd));
      answers.set('/Shop.asmx', behind(shopAnswer));
      const user = ['--ntlm', '--user', 'CORP\\ada:s3cret'];
      expect(await run('init', `${origin}/Shop.asmx`, ...user)).toMatchObject({ code: 0 });
      const call = ['call', `${origin}/Shop.asmx`, 'Ask', 'what=tea', '--url', origin];
      expect(await run(...call, ...user)).toMatchObject({ code: 0 });
      const basic = await run('check', `${origin}/Shop.asmx`, '--user', 'CORP\\ada:s3cret');
      expect(basic.stderr).toMatch(/WWW-Authenticate: NTLM\)[\s\S]*--ntlm/);
    });
  });
});

describe('failures', () => {
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
  const wantsClients = {
    ...good,
    ca: pem('root.pem'),
    requestCert: true,
    rejectUnauthorized: true,
  };
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
      expect(await run('check', `${origin}/Shop.asmx`, ...ca, ...options)).toMatchObject({
        code: 0,
      });
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
      const page =
        '<!DOCTYPE html><html><head><title>Sign\n in</title></head><body>…</body></html>';
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
});
