import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runCli } from '../in-process.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from '../run-cli.ts';
import { type Answers, shopAnswer, shopWsdl, whatXsd } from './protected-server.ts';

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
