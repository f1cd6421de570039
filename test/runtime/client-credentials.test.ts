import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { NTLMSecurity } from 'soap';
import { type Caller, createCaller } from '../../src/runtime/client/call.ts';
import { cookieJar } from '../../src/runtime/client/cookies.ts';
import {
  authenticateMessage,
  basic,
  bearer,
  challengeResponses,
  clientCertificate,
  md4,
  negotiateMessage,
  ntlm,
  passwordKey,
  readChallenge,
  type UsernameTokenSettings,
  usernameToken,
} from '../../src/runtime/client/credentials.ts';
import type { CallOptions, ClientOptions, SoapSecurity } from '../../src/runtime/client/request.ts';
import {
  verifyBasic,
  verifyBearer,
  verifyUsernameToken,
} from '../../src/runtime/server/security.ts';
import { List, streamRecords } from './stream-operation.ts';
import { AuthCode, GenerateReport, GetAboutUs } from './wire/descriptors.ts';
import { envelope, soap11, text11 } from './wire/messages.ts';
import { createServer as createSoapServer } from './wire/serve.ts';

describe('client credentials', () => {
  const input = { code: '1', phone: '2' };
  const caller = (options: ClientOptions): Caller => createCaller(options, {});
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  describe('user and password in an address', () => {
    test.each<readonly [string, ClientOptions, string, string]>([
      [
        'baseUrl',
        { baseUrl: 'http://user:word@h.test/v1' },
        'h.test/v1/AuthCodeSending.asmx',
        'user:word',
      ],
      ['endpoint', { endpoint: 'http://user:word@h.test/x?y' }, 'h.test/x?y', 'user:word'],
      ['escaped', { endpoint: 'http://us%40er:w%C3%B6rd%3A@h.test/' }, 'h.test/', 'us@er:wörd:'],
      ['a user alone', { endpoint: 'http://user@h.test/' }, 'h.test/', 'user:'],
      ['an @ in the password', { endpoint: 'http://user:w@rd@h.test/' }, 'h.test/', 'user:w@rd'],
      ['a backslash', { endpoint: 'http://user:word@h.test\\@x/' }, 'h.test\\@x/', 'user:word'],
    ])('are sent as Basic: %s', async (_, options, rest, text) => {
      const request = await caller(options).prepare(AuthCode, input);
      expect(request.url).toBe(`http://${rest}`);
      expect(request.headers.Authorization).toBe(basic(text));
    });

    test('of a call, too, over every binding', async () => {
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
        const endpoint = 'http://a:b@h.test/x';
        const request = await caller({}).prepare(AuthCode, input, { binding, endpoint });
        expect(request.url).not.toContain('@');
        expect(request.headers.Authorization).toBe(basic('a:b'));
      }
    });

    test('are below a header of client or call', async () => {
      const baseUrl = 'http://user:word@h.test';
      const authorization = 'Bearer t';
      const client = caller({ baseUrl, headers: { authorization } });
      expect(JSON.stringify((await client.prepare(AuthCode, input)).headers)).not.toContain(
        'Basic',
      );
      const security = {
        addHeaders: (headers: Record<string, string>): void => {
          headers.Authorization = authorization;
        },
      };
      const secured = await caller({ baseUrl, security }).prepare(AuthCode, input);
      expect(secured.headers.Authorization).toBe(authorization);
    });

    test.each([
      'htp://user:SECRET@h.test/',
      'http//user:SECRET@h.test',
      'http://user:SECRET@h.test:port/',
      'http://user:SE/CRET@h.test/',
      'user:SECRET@h.test',
      'http://user%ZZ:SECRET@h.test/',
      'http://user:SECRET@/',
    ])('are in no error about the address: %s', async (endpoint) => {
      const error: unknown = await caller({ endpoint })
        .prepare(AuthCode, input)
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'encode' });
      expect(inspect(error, { depth: 9 })).not.toMatch(/SE\/?CRET/);
    });

    test('in an address that an interceptor gives are sent as Basic', async () => {
      const urls: unknown[] = [];
      const client = caller({
        baseUrl: 'http://one.test',
        fetch: (url, { headers }) => {
          urls.push([url, headers.Authorization]);
          throw new Error('closed');
        },
        interceptors: [(request, next) => next({ ...request, url: 'http://u:SECRET@two.test/' })],
      });
      const error: unknown = await client.call(AuthCode, input).catch((reason: unknown) => reason);
      expect(urls).toEqual([['http://two.test/', basic('u:SECRET')]]);
      expect(inspect(error, { depth: 9 })).not.toContain('SECRET');
    });
  });

  test('the query of a base URL follows that of the contract', async () => {
    const AtQuery = { ...AuthCode, path: '/incident.do?SOAP' };
    const at = async (baseUrl: string, operation: typeof AuthCode): Promise<string> =>
      (await caller({ baseUrl }).prepare(operation, input)).url;
    expect(await at('http://h/p/?key=1', AtQuery)).toBe('http://h/p/incident.do?SOAP&key=1');
    expect(await at('http://h?key=a/b/', AuthCode)).toBe('http://h/AuthCodeSending.asmx?key=a/b/');
    expect(await at('http://h/', AtQuery)).toBe('http://h/incident.do?SOAP');
  });

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (_name, options) => {
      const seen: IncomingMessage[] = [];
      let other: Server;
      let server: Server;
      let at = '';
      let location = '';
      const listen = async (one: Server): Promise<string> => {
        await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
        const address = one.address();
        return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      };
      beforeAll(async () => {
        other = createServer((request, response) => {
          seen.push(request);
          response.end();
        });
        location = `http://${await listen(other)}/`;
        server = createServer((request, response) => {
          seen.push(request);
          request.resume().on('end', () => {
            response.writeHead(307, { Location: location }).end();
          });
        });
        at = await listen(server);
      });
      afterAll(() => {
        for (const one of [server, other]) {
          one.closeAllConnections();
          one.close();
        }
      });

      const failed = (client: Caller, more: object = {}): Promise<unknown> => {
        seen.length = 0;
        return client
          .call(GenerateReport, { studentId: 1 }, more)
          .catch((reason: unknown) => reason);
      };

      test('user and password reach the server and stay at its origin', async () => {
        const baseUrl = `http://user:SECRET@${at}`;
        const error = await failed(caller({ ...options, baseUrl, redirect: 'follow' }));
        expect(seen.map(({ headers }) => headers.authorization)).toEqual([basic('user:SECRET')]);
        expect(String(error)).toContain('another origin');
        expect(String(error)).not.toContain('SECRET');
      });

      test('no error of a connection shows them', async () => {
        const error = await failed(
          caller({ ...options, endpoint: 'http://user:SECRET@127.0.0.1:1/' }),
        );
        expect(error).toMatchObject({ code: 'transport' });
        expect(inspect(error, { depth: 9 })).not.toContain('SECRET');
      });

      test('those in a redirect are neither shown nor used', async () => {
        const before = location;
        location = location.replace('//', '//user:SECRET@');
        const refused = await failed(caller({ ...options, baseUrl: `http://${at}` }));
        expect(inspect((refused as Error).message)).not.toContain('SECRET');
        await failed(caller({ ...options, baseUrl: `http://${at}`, redirect: 'follow' }));
        expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
        location = before;
      });

      test.each([
        ['a declared SOAP header', {}, { soapHeaders: { Credentials: { user: 'SECRET' } } }],
        ['an extra SOAP header', { extraSoapHeaders: '<k>SECRET</k>' }, {}],
        [
          'an interceptor’s body',
          {
            interceptors: [
              (request: object, next: (request: never) => never) =>
                next({ ...request, body: 'SECRET', headers: { 'Content-Length': '6' } } as never),
            ] as never,
          },
          {},
        ],
      ])('%s stays at its origin, whatever the namespace', async (_, more, own) => {
        const baseUrl = `http://${at}`;
        const namespace = 'urn:BodyShop';
        const error = await failed(
          caller({ ...options, ...more, baseUrl, namespace, redirect: 'follow' }),
          own,
        );
        expect(String(error)).toContain('another origin');
        expect(seen).toHaveLength(1);
      });

      test('a request that an interceptor builds anew remembers its header', async () => {
        const client = caller({
          ...options,
          baseUrl: `http://${at}`,
          redirect: 'follow',
          interceptors: [
            ({ service, operation, binding, method, url, headers, body }, next) =>
              next({ service, operation, binding, method, url, headers, body }),
          ],
        });
        await failed(client, { soapHeaders: { Credentials: { user: 'SECRET' } } });
        expect(seen).toHaveLength(1);
        await failed(client);
        expect(seen).toHaveLength(2);
        await expect(client.prepare(GetAboutUs, {})).resolves.toMatchObject({ method: 'POST' });
      });
    },
  );
});

describe('client cookies', () => {
  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );

  /** The cookie sent to `next` after an answer of `url` has set one. */
  async function kept(set: string, url: string, next = url): Promise<string | undefined> {
    const sent: (string | undefined)[] = [];
    const caller = createCaller(
      {
        cookies: cookieJar(),
        fetch: async (_url, { headers }) => {
          sent.push(headers.Cookie);
          const cookies: [string, string][] = sent.length === 1 ? [['Set-Cookie', set]] : [];
          return new Response(good, { headers: cookies });
        },
      },
      {},
    );
    for (const endpoint of [url, next]) {
      await caller.call(GenerateReport, { studentId: 1 }, { endpoint });
    }
    return sent[1];
  }

  test.each([
    ['a=1; Secure', 'http://h.test/', undefined],
    ['a=1; secure', 'https://h.test/', 'a=1'],
    ['__Secure-a=1; Secure', 'https://h.test/', '__Secure-a=1'],
    ['__Secure-a=1', 'https://h.test/', undefined],
    ['__secure-a=1', 'https://h.test/', undefined],
    ['__Secure-a=1; Secure', 'http://h.test/', undefined],
    ['__Host-a=1; Secure; Path=/', 'https://h.test/', '__Host-a=1'],
    ['__Host-a=1; Secure; Path=/; Domain=h.test', 'https://h.test/', undefined],
    ['__Host-a=1; Secure; Path=/x', 'https://h.test/x/y', undefined],
    ['__Host-a=1; Secure', 'https://h.test/', undefined],
    ['__Host-a=1; Path=/', 'https://h.test/', undefined],
    ['__Host-a=1; Secure; Path=/', 'http://h.test/', undefined],
  ])('%s of %s', async (set, url, cookie) => {
    expect(await kept(set, url)).toBe(cookie);
  });

  test.each([
    ['a=1; Domain=example.com', 'http://www.example.com/', 'http://www.example.com/', 'a=1'],
    ['a=1; Domain=example.com', 'http://www.example.com/', 'http://example.com/', undefined],
    ['a=1; Domain=co.uk', 'http://shop.co.uk/', 'http://other.co.uk/', undefined],
    ['a=1; Domain=co.uk', 'http://shop.co.uk/', 'http://shop.co.uk/', 'a=1'],
    [
      'a=1; Domain=.intra.example.com',
      'http://a.intra.example.com/',
      'http://b.intra.example.com/',
      'a=1',
    ],
    ['a=1; Domain=com', 'http://example.com/', 'http://example.com/', undefined],
    ['a=1; Domain=other.test', 'http://example.com/', 'http://example.com/', undefined],
    ['a=1; Domain=localhost', 'http://localhost/', 'http://localhost/', 'a=1'],
  ])('%s of %s at %s', async (set, url, next, cookie) => {
    expect(await kept(set, url, next)).toBe(cookie);
  });

  test.each([
    ['a=1; Secure', 'https://h.test/', 'a=1'],
    ['a=1', 'https://h.test/', 'a=evil'],
  ])('%s of https, and another over http', async (set, url, cookie) => {
    const sent: (string | undefined)[] = [];
    const caller = createCaller(
      {
        cookies: cookieJar(),
        fetch: async (_url, { headers }) => {
          const cookies = [set, 'a=evil', 'b=2'][sent.push(headers.Cookie) - 1] ?? '';
          return new Response(good, { headers: { 'Set-Cookie': cookies } });
        },
      },
      {},
    );
    for (const endpoint of [url, 'http://h.test/', url]) {
      await caller.call(GenerateReport, { studentId: 1 }, { endpoint });
    }
    expect(sent[2]).toBe(cookie);
  });
});

describe('client ntlm', () => {
  /** NTOWFv2 of MS-NLMP 4.2.4.1.1: what a server knows of User, Password and Domain. */
  const key = Buffer.from('0c868a403bfd7a93a3001ef22ef02e3f', 'hex');
  const nonce = Buffer.from('0123456789abcdef', 'hex');
  const pairs = Buffer.from(
    '02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000',
    'hex',
  );

  /** A CHALLENGE_MESSAGE without target name (MS-NLMP 2.2.1.2). */
  function challengeMessage(): string {
    const head = Buffer.alloc(48);
    head.write('NTLMSSP\0', 'latin1');
    head.writeUInt32LE(2, 8);
    head.writeUInt32LE(48, 16);
    head.writeUInt32LE(0xa0898205, 20);
    nonce.copy(head, 24);
    head.writeUInt16LE(pairs.length, 40);
    head.writeUInt16LE(pairs.length, 42);
    head.writeUInt32LE(48, 44);
    return Buffer.concat([head, pairs]).toString('base64');
  }

  function field(message: Buffer, index: number): Buffer {
    const at = 12 + index * 8;
    const offset = message.readUInt32LE(at + 4);
    return message.subarray(offset, offset + message.readUInt16LE(at));
  }

  function isRight(message: Buffer): boolean {
    const nt = field(message, 1);
    const [domain, user] = [2, 3].map((index) => field(message, index).toString('utf16le'));
    const blob = nt.subarray(16);
    const proof = createHmac('md5', key)
      .update(Buffer.concat([nonce, blob]))
      .digest();
    return domain === 'Domain' && user === 'User' && proof.equals(nt.subarray(0, 16));
  }

  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );

  interface Seen {
    readonly connection: number;
    readonly step: 'none' | 'first' | 'last';
    readonly body: number;
  }

  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A server that wants NTLM of each connection, and notes what it gets. */
  async function guarded(options: { readonly open?: boolean; readonly closeAfter?: number } = {}) {
    const seen: Seen[] = [];
    const connections = new Map<
      Socket,
      { id: number; state: 'new' | 'asked' | 'in'; calls: number }
    >();
    const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
      const connection = connections.get(request.socket) ?? {
        id: connections.size + 1,
        state: 'new',
        calls: 0,
      };
      connections.set(request.socket, connection);
      const token = /^NTLM (.*)$/.exec(request.headers.authorization ?? '')?.[1];
      const message = Buffer.from(token ?? '', 'base64');
      const step = token === undefined ? 'none' : message.readUInt32LE(8) === 1 ? 'first' : 'last';
      seen.push({ connection: connection.id, step, body: body.length });
      if (step === 'last' && connection.state === 'asked' && isRight(message))
        connection.state = 'in';
      if (options.open === true || connection.state === 'in') {
        connection.calls += 1;
        const close = connection.calls === options.closeAfter ? { Connection: 'close' } : undefined;
        response.writeHead(200, { 'Content-Type': text11, ...close }).end(good);
        return;
      }
      connection.state = step === 'first' ? 'asked' : 'new';
      const offers =
        step === 'first' ? ['Negotiate', `NTLM ${challengeMessage()}`] : ['Negotiate', 'NTLM'];
      response
        .writeHead(401, { 'WWW-Authenticate': offers, 'Content-Type': 'text/html' })
        .end('<html>401</html>');
    };
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8');
      });
      request.on('end', () => setTimeout(() => answer(request, response, body), 2));
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    return { port: typeof address === 'object' && address !== null ? address.port : 0, seen };
  }

  function signedBy(username: string, password: string, domain: string): SoapSecurity {
    return ntlm({ username, password, domain, workstation: 'COMPUTER' });
  }

  function client(port: number, options: ClientOptions = {}): Caller {
    const security = signedBy('User', 'Password', 'Domain');
    return createCaller({ baseUrl: `http://127.0.0.1:${port}`, security, ...options }, {});
  }
  const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });
  const steps = (seen: readonly Seen[]): readonly string[] => seen.map((one) => one.step);

  describe('NTLM', () => {
    test('signs in a connection once, without the body in the first message', async () => {
      const { port, seen } = await guarded();
      const caller = client(port);
      for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
      expect(steps(seen)).toEqual(['first', 'last', 'none', 'none']);
      expect(new Set(seen.map((one) => one.connection))).toEqual(new Set([1]));
      expect(seen[0]?.body).toBe(0);
      expect(seen[1]?.body).toBeGreaterThan(100);
    });

    test('each connection by itself, where calls are at the same time', async () => {
      const { port, seen } = await guarded();
      const caller = client(port);
      const results = await Promise.all(Array.from({ length: 5 }, () => call(caller)));
      expect(results).toEqual(Array.from({ length: 5 }, () => 'fine'));
      expect(new Set(seen.map((one) => one.connection)).size).toBe(5);
      seen.length = 0;
      await Promise.all(Array.from({ length: 5 }, () => call(caller)));
      expect(steps(seen)).toEqual(Array.from({ length: 5 }, () => 'none'));
    });

    test('calls wait for one of as many connections as there may be', async () => {
      const { port, seen } = await guarded();
      const caller = client(port, { maxConnections: 2 });
      await Promise.all(Array.from({ length: 6 }, () => call(caller)));
      expect(new Set(seen.map((one) => one.connection)).size).toBe(2);
    });

    test('again where the server has closed the connection', async () => {
      const { port, seen } = await guarded({ closeAfter: 2 });
      const caller = client(port);
      for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
      expect(steps(seen)).toEqual(['first', 'last', 'none', 'none', 'first', 'last']);
    });

    test('over HTTP GET', async () => {
      const { port, seen } = await guarded();
      await client(port)
        .raw(GenerateReport, { studentId: 1 }, { binding: 'httpGet' })
        .catch(() => 0);
      expect(steps(seen)).toEqual(['first', 'last']);
    });

    test('wrong credentials are tried once', async () => {
      const { port, seen } = await guarded();
      const security = signedBy('User', 'wrong', 'Domain');
      await expect(call(client(port, { security }))).rejects.toMatchObject({
        code: 'http-status',
        raw: { status: 401 },
      });
      expect(steps(seen)).toEqual(['first', 'last']);
    });

    test('a domain before the name', async () => {
      const { port } = await guarded();
      const security = signedBy('Domain\\User', 'Password', '');
      expect(await call(client(port, { security }))).toBe('fine');
    });

    test('a server that does not ask', async () => {
      const { port, seen } = await guarded({ open: true });
      const caller = client(port);
      expect([await call(caller), await call(caller)]).toEqual(['fine', 'fine']);
      expect(steps(seen)).toEqual(['first', 'none', 'none']);
    });

    test('needs connections of its own', async () => {
      const { port } = await guarded();
      await expect(
        call(client(port, { fetch: (url, init) => fetch(url, init) })),
      ).rejects.toMatchObject({ code: 'transport', message: expect.stringContaining('NTLM') });
    });

    test("the soap package's object says what to give in its place", async () => {
      const { port } = await guarded();
      const security = new NTLMSecurity({ username: 'User', password: 'Password' });
      await expect(call(client(port, { security }))).rejects.toMatchObject({
        code: 'transport',
        message: expect.stringContaining('ntlm({ username, password })'),
      });
    });

    describe.each(['the time', 'the signal', 'the number of bytes'])('%s', (how) => {
      const start = (): CallOptions<'soap11'> & { end(): unknown } => {
        const controller = new AbortController();
        return {
          ...(how === 'the time' ? { timeout: 1_000 } : { timeout: 0, signal: controller.signal }),
          end: () => how === 'the signal' && controller.abort(),
        };
      };
      const code = { 'the time': 'timeout', 'the signal': 'aborted' }[how] ?? 'http-status';

      test.each(['first', 'last'])('ends a stream whose %s 401 does not end', async (endless) => {
        let closed = 0;
        const limits = start();
        server = createServer((request, response) => {
          const token = /^NTLM (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
          const step = Buffer.from(token, 'base64').readUInt32LE(8) === 1 ? 'first' : 'last';
          const offer = step === 'first' ? `NTLM ${challengeMessage()}` : 'NTLM';
          response.writeHead(401, { 'WWW-Authenticate': offer });
          if (step !== endless) return response.end();
          const piece = Buffer.alloc(how === 'the number of bytes' ? 65_536 : 1, ' ');
          const timer = setInterval(() => response.write(piece), 1);
          response.on('close', () => {
            closed += 1;
            clearInterval(timer);
          });
          return limits.end();
        });
        const listening = server;
        await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
        const address = listening.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const records = streamRecords(client(port), List, { count: 1 }, limits);
        const expected = endless === 'first' && code === 'http-status' ? 'too-large' : code;
        await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
          code: expected,
        });
        while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        expect(closed).toBe(1);
      });
    });

    test('the time ends a call that waits for a connection, which others get', async () => {
      const { port, seen } = await guarded();
      const caller = client(port, { maxConnections: 1 });
      const first = call(caller);
      const late = caller.call(GenerateReport, { studentId: 1 }, { signal: AbortSignal.abort() });
      const waiting = caller.call(GenerateReport, { studentId: 1 }, { timeout: 1 });
      const last = call(caller);
      await expect(late).rejects.toMatchObject({ code: 'aborted' });
      await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
      expect([await first, await last]).toEqual(['fine', 'fine']);
      expect(steps(seen)).toEqual(['first', 'last', 'none']);
    });
  });
});

describe('ntlm message', () => {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const bytes = (text: string): Uint8Array =>
    Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

  describe('MD4, test suite of RFC 1320', () => {
    test.each([
      ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
      ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
      ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
      ['message digest', 'd9130a8164549fe818874806e1c7014b'],
      ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
      [
        'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
        '043f8582f241db351ce627e153e7f0e4',
      ],
      ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
    ])('%s', (text, digest) => {
      expect(hex(md4(new TextEncoder().encode(text)))).toBe(digest);
    });
  });

  /** Common values of MS-NLMP section 4.2.1, and of 4.2.4 for NTLMv2. */
  const credentials = { username: 'User', password: 'Password', domain: 'Domain' };
  const pairs = bytes(
    '02000c00 44006f006d00610069006e00 01000c00 530065007200760065007200 00000000',
  );
  const challenge = { flags: 0xe28a8233, nonce: bytes('0123456789abcdef'), targetInfo: pairs };
  const randomness = { nonce: bytes('aaaaaaaaaaaaaaaa'), time: new Uint8Array(8) };

  describe('NTLMv2, MS-NLMP section 4.2.4', () => {
    test('the key (4.2.4.1.1)', () => {
      expect(hex(passwordKey(credentials))).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
      expect(hex(passwordKey({ ...credentials, username: 'uSER' }))).toBe(
        '0c868a403bfd7a93a3001ef22ef02e3f',
      );
    });

    test('the responses (4.2.4.2)', () => {
      const { lm, nt } = challengeResponses(passwordKey(credentials), challenge, randomness);
      expect(hex(lm)).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
      expect(hex(nt.subarray(0, 16))).toBe('68cd0ab851e51c96aabc927bebef6a1c');
      expect(hex(nt.subarray(16))).toBe(
        `01010000000000000000000000000000aaaaaaaaaaaaaaaa00000000${hex(pairs)}00000000`,
      );
    });

    test("the server's time is taken, and then there is no LM response", () => {
      const targetInfo = bytes(`07000800 1122334455667788 ${hex(pairs)}`);
      const { lm, nt } = challengeResponses(
        passwordKey(credentials),
        { ...challenge, targetInfo },
        randomness,
      );
      expect(hex(lm)).toBe('00'.repeat(24));
      expect(hex(nt.subarray(24, 32))).toBe('1122334455667788');
    });

    test('the challenge (4.2.4.3)', () => {
      const message = bytes(
        `4e544c4d53535000 02000000 0c000c00 38000000 33828ae2 0123456789abcdef 0000000000000000 24002400 44000000 0600 7017 0000000f 530065007200760065007200 ${hex(pairs)}`,
      );
      expect(readChallenge(message)).toEqual(challenge);
      for (const length of [0, 8, 31, 60, message.length - 1]) {
        expect(readChallenge(message.subarray(0, length))).toBeUndefined();
      }
      expect(readChallenge(negotiateMessage())).toBeUndefined();
    });
  });

  describe('messages', () => {
    test('the first', () => {
      expect(hex(negotiateMessage())).toBe(
        '4e544c4d535350000100000007820800' + '0000000020000000' + '0000000020000000',
      );
    });

    const field = (message: Uint8Array, index: number): Uint8Array => {
      const view = new DataView(message.buffer, message.byteOffset, message.length);
      const at = 12 + index * 8;
      expect(view.getUint16(at, true)).toBe(view.getUint16(at + 2, true));
      const offset = view.getUint32(at + 4, true);
      return message.slice(offset, offset + view.getUint16(at, true));
    };

    test('the last, in Unicode', () => {
      const message = authenticateMessage(
        { ...credentials, username: 'Üser', workstation: 'COMPUTER' },
        challenge,
        randomness,
      );
      const text = (index: number) => Buffer.from(field(message, index)).toString('utf16le');
      expect([text(2), text(3), text(4)]).toEqual(['Domain', 'Üser', 'COMPUTER']);
      expect(field(message, 0)).toHaveLength(24);
      expect(field(message, 5)).toHaveLength(0);
      expect(hex(message.subarray(0, 12))).toBe('4e544c4d5353500003000000');
      expect(hex(message.subarray(60, 64))).toBe('01820800');
    });

    test('the last, to a server without Unicode', () => {
      const message = authenticateMessage(
        { username: 'Ü€', password: 'p' },
        { ...challenge, flags: 0x202 },
        randomness,
      );
      expect([...field(message, 3)]).toEqual([0xdc, 0x3f]);
      expect(field(message, 2)).toHaveLength(0);
    });

    test('a list of pairs that ends early has no time', () => {
      const targetInfo = bytes('0700');
      const { lm } = challengeResponses(
        passwordKey(credentials),
        { ...challenge, targetInfo },
        randomness,
      );
      expect(lm.subarray(16)).toEqual(randomness.nonce);
    });
  });
});

describe('client security', () => {
  const input = { code: '1', phone: '2' };
  const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

  /** A client, and the requests that it sends. */
  function client(security: ClientOptions['security'], options: ClientOptions = {}): Caller {
    return createCaller({ baseUrl: 'http://h', security, ...options }, {});
  }

  const prepared = (security: ClientOptions['security'], options: ClientOptions = {}) =>
    client(security, options).prepare(AuthCode, input);

  const headerOf = async (...given: Parameters<typeof prepared>): Promise<string> =>
    /<soap:Header>(.*)<\/soap:Header>/s.exec(String((await prepared(...given)).body))?.[1] ?? '';

  /** A clock that stands, and the same nonce. */
  const fixed: UsernameTokenSettings = {
    username: 'a & b',
    password: 'pa<ss',
    now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)),
    nonce: () => 'WScqanjCEAC4mQoBE07sAQ==',
  };
  const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
  const profile = `${oasis}username-token-profile-1.0`;

  describe('usernameToken', () => {
    test('writes a token in the Security header', async () => {
      expect(await headerOf(usernameToken(fixed))).toBe(
        `<wsse:Security xmlns:wsse="${oasis}wssecurity-secext-1.0.xsd" xmlns:wsu="${oasis}wssecurity-utility-1.0.xsd">` +
          '<wsse:UsernameToken><wsse:Username>a &amp; b</wsse:Username>' +
          `<wsse:Password Type="${profile}#PasswordText">pa&lt;ss</wsse:Password>` +
          `<wsse:Nonce EncodingType="${oasis}soap-message-security-1.0#Base64Binary">WScqanjCEAC4mQoBE07sAQ==</wsse:Nonce>` +
          '<wsu:Created>2026-01-02T03:04:05.678Z</wsu:Created></wsse:UsernameToken></wsse:Security>',
      );
    });

    const digest = createHash('sha1')
      .update(Buffer.from('WScqanjCEAC4mQoBE07sAQ==', 'base64'))
      .update('2026-01-02T03:04:05.678Zpa<ss')
      .digest('base64');

    test('as a digest, with a Timestamp, elements and mustUnderstand', async () => {
      const header = await headerOf(
        usernameToken({
          ...fixed,
          type: 'digest',
          timestamp: 60,
          mustUnderstand: true,
          elements: ['<x:A xmlns:x="urn:x"/><wsse:B/>', { name: 'C', namespace: 'urn:c' }],
        }),
      );
      expect(header).toContain(' soap:mustUnderstand="1"><wsu:Timestamp wsu:Id="Timestamp">');
      expect(header).toContain('<wsu:Expires>2026-01-02T03:05:05.678Z</wsu:Expires>');
      expect(header).toContain(`#PasswordDigest">${digest}</wsse:Password>`);
      expect(header).toContain(
        '</wsse:UsernameToken><x:A xmlns:x="urn:x"/><wsse:B/><C xmlns="urn:c"></C></wsse:Security>',
      );
    });

    test('without nonce, Created and password, as far as they are turned off', async () => {
      const name = '<wsse:Username>zoe</wsse:Username>';
      const password = `<wsse:Password Type="${profile}#PasswordText">dogs</wsse:Password>`;
      const token = (inside: string) => `<wsse:UsernameToken>${inside}</wsse:UsernameToken>`;
      const zoe = { username: 'zoe', password: 'dogs', now: fixed.now };
      const bare = { nonce: false, created: false } as const;
      const created = '<wsu:Created>2026-01-02T03:04:05.678Z</wsu:Created>';
      for (const binding of ['soap11', 'soap12'] as const) {
        const written = async (settings: UsernameTokenSettings): Promise<string> =>
          /<wsse:UsernameToken>.*<\/wsse:UsernameToken>/.exec(
            await headerOf(usernameToken(settings), { binding }),
          )?.[0] ?? '';
        expect(await written({ ...zoe, ...bare })).toBe(token(name + password));
        expect(await written({ ...zoe, nonce: false })).toBe(token(name + password + created));
        expect(await written({ ...zoe, created: false })).toMatch(
          /<\/wsse:Password><wsse:Nonce [^>]*>[A-Za-z0-9+/]{22}==<\/wsse:Nonce><\/wsse:U/,
        );
        expect(await written({ username: 'zoe', ...bare })).toBe(token(name));
        expect(await written({ username: 'zoe', password: undefined, ...bare })).toBe(token(name));
        expect(await written({ username: 'zoe', password: '', ...bare })).toBe(
          token(`${name}<wsse:Password Type="${profile}#PasswordText"></wsse:Password>`),
        );
        // what is not sent is not hashed
        const bareDigest = createHash('sha1').update('dogs').digest('base64');
        expect(await written({ ...zoe, ...bare, type: 'digest' })).toContain(`>${bareDigest}<`);
      }
      const header = await headerOf(usernameToken({ ...zoe, ...bare, timestamp: 60 }));
      expect(header).toContain('<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>2026-');
      expect(header).toContain(token(name + password));
    });

    test('refuses a name and a password that are no texts', () => {
      const of = (settings: object) => () => usernameToken(settings as never);
      expect(of({ username: 'a', password: null })).toThrow('password of usernameToken is null');
      expect(of({ username: 'a', password: 5 })).toThrow(TypeError);
      expect(of({ password: 'b' })).toThrow('username of usernameToken is undefined');
      expect(of({ username: 'a', type: 'digest' })).toThrow('A digest needs a password');
    });

    test('has a nonce and a time of its own in each call', async () => {
      const security = usernameToken({ username: 'a', password: 'b' });
      const [one, two] = [await headerOf(security), await headerOf(security)];
      expect(one).not.toBe(two);
      expect(one).toMatch(/<wsse:Nonce [^>]*>[A-Za-z0-9+/]{22}==</);
    });

    test.each(['httpGet', 'httpPost'] as const)('over %s is an encode error', async (binding) => {
      for (const security of [
        usernameToken(fixed),
        [basic({ username: 'a', password: 'b' }), usernameToken(fixed)],
      ]) {
        await expect(prepared(security, { binding })).rejects.toMatchObject({
          code: 'encode',
          message: expect.stringContaining('has no envelope for what security'),
        });
      }
    });

    test('refuses what cannot be written', async () => {
      for (const elements of ['<a', '</wsse:Security>', '<x:a/>']) {
        expect(() => usernameToken({ ...fixed, elements })).toThrow('elements of usernameToken');
      }
      for (const timestamp of [0, -1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
        expect(() => usernameToken({ ...fixed, timestamp: timestamp as number })).toThrow(
          RangeError,
        );
      }
      expect(() => usernameToken({ ...fixed, type: 'Digest' as never })).toThrow(RangeError);
      const control = usernameToken({ ...fixed, password: 'secret\u0000' });
      const error: unknown = await prepared(control).catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 'encode' });
      expect(String(error)).not.toContain('secret');
    });

    test.each(['text', 'digest'] as const)(
      'is verified as %s by a server, over both versions',
      async (type) => {
        const identities: unknown[] = [];
        const server = createSoapServer(
          [
            {
              operation: AuthCode,
              handler: (_input, context: { readonly identity: unknown }) =>
                void identities.push(context.identity),
            },
          ],
          {
            security: verifyUsernameToken({ password: (name) => (name === 'ä' ? 'ö' : undefined) }),
          },
        );
        const security = usernameToken({
          username: 'ä',
          password: 'ö',
          type,
          timestamp: 60,
          mustUnderstand: true,
        });
        for (const binding of ['soap11', 'soap12'] as const) {
          const caller = client(security, { binding, fetch: server.fetch });
          await caller.call(AuthCode, input);
          await caller.call(AuthCode, input);
          const wrong = usernameToken({ username: 'ä', password: 'x', type });
          await expect(
            client(wrong, { binding, fetch: server.fetch }).call(AuthCode, input),
          ).rejects.toMatchObject({
            name: 'SoapFault',
            message: 'The security token could not be authenticated or authorized.',
          });
        }
        expect(identities).toEqual(Array.from({ length: 4 }, () => ({ username: 'ä' })));
      },
    );
  });

  describe('basic', () => {
    test('sends name and password over every binding, in one header', async () => {
      const security = basic({ username: 'ädä', password: 'a:b' });
      for (const binding of bindings) {
        const { headers } = await prepared(security, { binding, headers: { authorization: 'x' } });
        expect(Object.entries(headers).filter(([name]) => /^authorization$/i.test(name))).toEqual([
          ['Authorization', `Basic ${Buffer.from('ädä:a:b').toString('base64')}`],
        ]);
      }
    });

    test('refuses a name with a colon', () => {
      expect(() => basic({ username: 'a:b', password: 'c' })).toThrow(TypeError);
    });

    test('is verified by a server', async () => {
      const server = createSoapServer([{ operation: AuthCode, handler: () => undefined }], {
        security: verifyBasic(
          ({ username, password }) => (username === 'ä' && password === 'ö') || undefined,
        ),
      });
      for (const binding of bindings) {
        const good = client(basic({ username: 'ä', password: 'ö' }), {
          binding,
          fetch: server.fetch,
        });
        await good.call(AuthCode, input);
        const bad = client(basic({ username: 'ä', password: 'o' }), {
          binding,
          fetch: server.fetch,
        });
        await expect(bad.call(AuthCode, input)).rejects.toMatchObject({ status: 401 });
      }
    });
  });

  let listening: Server | undefined;
  afterEach(() => {
    listening?.closeAllConnections();
    listening?.close();
  });

  describe('bearer', () => {
    /** A server that accepts one token, and notes which it gets. */
    async function guarded(
      valid: string,
    ): Promise<{ readonly baseUrl: string; readonly seen: string[] }> {
      const seen: string[] = [];
      const { listener } = createSoapServer([{ operation: AuthCode, handler: () => undefined }], {
        security: [
          (request): undefined => void seen.push(request.headers.authorization ?? ''),
          verifyBearer((token) => token === valid || undefined),
        ],
      });
      listening = createServer(listener as never);
      await new Promise<void>((resolve) => listening?.listen(0, '127.0.0.1', resolve));
      return { baseUrl: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, seen };
    }

    /** A source of tokens that notes how it is asked. */
    function source(
      first: string,
      then: string,
    ): { readonly asked: boolean[]; readonly security: SoapSecurity } {
      const asked: boolean[] = [];
      const security = bearer(async ({ refresh }) => {
        asked.push(refresh);
        return refresh ? then : first;
      });
      return { asked, security };
    }

    test('is asked for each call', async () => {
      const { baseUrl, seen } = await guarded('t1');
      const { asked, security } = source('t1', 't2');
      for (const binding of bindings)
        await client(security, { baseUrl, binding }).call(AuthCode, input);
      expect(asked).toEqual([false, false, false, false]);
      expect(new Set(seen)).toEqual(new Set(['Bearer t1']));
    });

    test.each(bindings)('is asked once more after a 401, over %s', async (binding) => {
      const { baseUrl, seen } = await guarded('t2');
      const { asked, security } = source('t1', 't2');
      await client(security, { baseUrl, binding }).call(AuthCode, input);
      expect([asked, seen]).toEqual([
        [false, true],
        ['Bearer t1', 'Bearer t2'],
      ]);
    });

    test('and no third time', async () => {
      const { baseUrl, seen } = await guarded('t3');
      const { asked, security } = source('t1', 't2');
      const call = client(security, { baseUrl, binding: 'httpGet' }).call(AuthCode, input);
      await expect(call).rejects.toMatchObject({ code: 'http-status', status: 401 });
      expect([asked, seen.length]).toEqual([[false, true], 2]);
    });

    test('a token that does not change is sent once', async () => {
      const { baseUrl, seen } = await guarded('x');
      const call = client(bearer('t'), { baseUrl, binding: 'httpGet' }).call(AuthCode, input);
      await expect(call).rejects.toMatchObject({ status: 401 });
      expect(seen).toEqual(['Bearer t']);
    });

    test('credentials of the call replace it, and are not refreshed', async () => {
      const { baseUrl, seen } = await guarded('t2');
      const { asked, security } = source('t1', 't2');
      const call = client(security, { baseUrl, binding: 'httpGet' }).call(AuthCode, input, {
        headers: { authorization: 'Basic YQ==' },
      });
      await expect(call).rejects.toMatchObject({ status: 401 });
      expect([asked, seen]).toEqual([[false], ['Basic YQ==']]);
    });

    test.each([false, true])(
      'a function that fails is an encode error (refresh: %p)',
      async (fails) => {
        const { baseUrl } = await guarded('t2');
        for (const fail of [
          (): never => {
            throw new Error('no token');
          },
          async (): Promise<never> => {
            throw new Error('no token');
          },
        ]) {
          const security = bearer(({ refresh }) => (refresh === fails ? fail() : 't1'));
          await expect(client(security, { baseUrl }).call(AuthCode, input)).rejects.toMatchObject({
            code: 'encode',
            cause: { message: 'no token' },
          });
        }
      },
    );

    test('works for streams, beside others', async () => {
      const seen: unknown[] = [];
      const answer = '<ListResponse xmlns="urn:items"><ListResult/></ListResponse>';
      listening = createServer((request, response) => {
        seen.push(request.headers.authorization);
        if (seen.length === 1) {
          response.writeHead(401).write('<html>');
          return;
        }
        response.setHeader('Content-Type', 'text/xml; charset=utf-8');
        response.end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${answer}</s:Body></s:Envelope>`,
        );
      });
      await new Promise<void>((resolve) => listening?.listen(0, '127.0.0.1', resolve));
      const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
      const { security } = source('t1', 't2');
      const caller = client([usernameToken(fixed), security], { baseUrl, binding: 'soap11' });
      for await (const _ of streamRecords(caller, List, { count: 0 }, {}));
      expect(seen).toEqual(['Bearer t1', 'Bearer t2']);
    });
  });

  describe('clientCertificate', () => {
    test('gives its files to TLS', () => {
      const options: Record<string, unknown> = {};
      clientCertificate({ key: 'k', cert: 'c' }).addOptions?.(options);
      expect(options).toEqual({ key: 'k', cert: 'c' });
    });

    test('with fetch is an encode error', async () => {
      const fetch = async (): Promise<Response> => new Response();
      const caller = client(clientCertificate({ pfx: new Uint8Array(1) }), { fetch });
      await expect(caller.call(AuthCode, input)).rejects.toMatchObject({ code: 'encode' });
    });
  });

  test('of a list, all are applied', async () => {
    const { headers, body } = await prepared([
      usernameToken(fixed),
      basic({ username: 'a', password: 'b' }),
    ]);
    expect(headers.Authorization).toBe('Basic YTpi');
    expect(body).toContain('<wsse:Username>a &amp; b</wsse:Username>');
  });
});
