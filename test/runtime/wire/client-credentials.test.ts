import { createServer, type IncomingMessage, type Server } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { AuthCode, GenerateReport, GetAboutUs } from './descriptors.ts';

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
    expect(JSON.stringify((await client.prepare(AuthCode, input)).headers)).not.toContain('Basic');
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
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (_name, options) => {
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
    return client.call(GenerateReport, { studentId: 1 }, more).catch((reason: unknown) => reason);
  };

  test('user and password reach the server and stay at its origin', async () => {
    const baseUrl = `http://user:SECRET@${at}`;
    const error = await failed(caller({ ...options, baseUrl, redirect: 'follow' }));
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([basic('user:SECRET')]);
    expect(String(error)).toContain('another origin');
    expect(String(error)).not.toContain('SECRET');
  });

  test('no error of a connection shows them', async () => {
    const error = await failed(caller({ ...options, endpoint: 'http://user:SECRET@127.0.0.1:1/' }));
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
});
