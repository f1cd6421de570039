import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { HeaderValues, PreparedRequest } from '../../../src/runtime/client/answer.ts';
import { type Caller, cookieJar, createCaller } from '../../../src/runtime/client/call.ts';
import { type ClientOptions, callHeaders, userAgent } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

// What HTTP cannot carry in a header is the caller's mistake: code `encode`, and nothing is sent.

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

interface Service {
  readonly baseUrl: string;
  readonly seen: Readonly<Record<string, string | string[] | undefined>>[];
}

async function listen(cookie?: string): Promise<Service> {
  const seen: Service['seen'] = [];
  const listening = createServer((request, response) => {
    seen.push({ ...request.headers, ':path': request.url });
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
    request.resume().on('end', () => response.setHeader('Content-Type', text11).end(good));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

const input = { studentId: 1, studentClass: 'c' };
const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, input);

describe('User-Agent', () => {
  const bindings = ['soap11', 'httpGet', 'httpPost'] as const;

  test('is the client and the version of the package', () => {
    const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(text) as { readonly version: string };
    expect(userAgent).toBe(`asmx-gen-client/${version}`);
  });

  test('is sent with every request, over node:http and fetch', async () => {
    const { baseUrl, seen } = await listen();
    for (const fetch of [undefined, globalThis.fetch as NonNullable<ClientOptions['fetch']>]) {
      for (const binding of bindings) {
        const caller = createCaller({ baseUrl, fetch }, {});
        // over HTTP GET and POST the answer has no envelope
        await caller.raw(GenerateReport, input, { binding } as never).catch(() => undefined);
        expect(seen.at(-1)?.['user-agent']).toBe(userAgent);
      }
    }
    expect(seen).toHaveLength(6);
  });

  test("or the caller's, in any letter case, of the client or of a call", async () => {
    const { baseUrl, seen } = await listen();
    for (const name of ['User-Agent', 'user-agent', 'USER-AGENT']) {
      const own = createCaller({ baseUrl, headers: { [name]: 'mine/1' } }, {});
      await call(own);
      expect(seen.at(-1)?.['user-agent']).toBe('mine/1');
      await own.call(GenerateReport, input, { headers: { 'User-agent': 'mine/2' } });
      expect(seen.at(-1)?.['user-agent']).toBe('mine/2');
      const { headers } = await own.prepare(GenerateReport, input);
      expect(Object.keys(headers).filter((one) => /user-agent/i.test(one))).toEqual([name]);
    }
  });

  test('is that of the browser in a browser', async () => {
    const { process } = globalThis;
    const navigator = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const browser = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };
    try {
      Object.defineProperty(globalThis, 'process', { value: undefined, configurable: true });
      Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true });
      const there = '../../../src/runtime/client/request.ts?browser';
      const module = (await import(there)) as { readonly callHeaders: typeof callHeaders };
      expect(module.callHeaders({}, {}, undefined)).toEqual({});
      expect(callHeaders({}, {}, undefined)).toEqual({ 'User-Agent': userAgent });
    } finally {
      Object.defineProperty(globalThis, 'process', { value: process, configurable: true });
      if (navigator) Object.defineProperty(globalThis, 'navigator', navigator);
      else Reflect.deleteProperty(globalThis, 'navigator');
    }
  });
});

/** Values the type does not allow: programs in JavaScript give them. */
const untyped = (headers: object): HeaderValues => headers as HeaderValues;

const bad: readonly (readonly [string, HeaderValues, string])[] = [
  ['a line break', { 'X-A': 'a\r\nX-B: b' }, 'X-A holds the character U+000D'],
  ['a NUL', { 'X-A': 'a\0' }, 'X-A holds the character U+0000'],
  ['a character that is no byte', { 'X-A': 'Łódź' }, 'X-A holds the character U+0141'],
  ['one beyond the first 65,536', { 'X-A': 'a😀' }, 'X-A holds the character U+1F600'],
  ['a space in the name', { 'X A': 'a' }, "'X A' is not a valid header name"],
  ['a line break in the name', { 'X\r\nA': 'a' }, "'X\\r\\nA' is not a valid header name"],
  ['an empty name', { '': 'a' }, "'' is not a valid header name"],
  ['no value', untyped({ 'X-A': undefined }), 'X-A is undefined'],
  ['a number', untyped({ 'X-A': 1 }), 'X-A is the number 1'],
  ['a list', untyped({ 'X-A': ['a'] }), 'X-A is an array'],
  ['another length', { 'content-length': '5' }, 'content-length is 5, and the body has 3'],
  [
    'a transfer coding',
    { 'Transfer-Encoding': 'chunked' },
    'Transfer-Encoding is for the transport',
  ],
];

const sources: readonly (readonly [string, (headers: HeaderValues) => ClientOptions])[] = [
  ['headers', (headers) => ({ headers })],
  ['a function', (headers) => ({ headers: () => headers })],
  ['an async function', (headers) => ({ headers: async () => headers })],
  [
    'a security object',
    (headers) => ({ security: { addHeaders: (all) => void Object.assign(all, headers) } }),
  ],
  [
    'an interceptor',
    (headers) => ({
      interceptors: [
        (request, next) => next({ ...request, headers: { ...request.headers, ...headers } }),
      ],
    }),
  ],
];

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: (url, init) => fetch(url, init) }],
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (_name, options) => {
  describe.each(sources)('headers from %s', (source, given) => {
    // The length of what an interceptor sends is not its affair.
    const refused =
      source === 'an interceptor' ? bad.filter(([what]) => what !== 'another length') : bad;
    test.each(refused)('%s', async (_what, headers, text) => {
      const { baseUrl, seen } = await listen();
      const caller = createCaller({ baseUrl, ...options, ...given(headers) }, {});
      await expect(call(caller)).rejects.toMatchObject({
        name: 'AsmxError',
        code: 'encode',
        operation: 'AuthCodeSending.GenerateReport',
        binding: 'soap11',
        message: expect.stringContaining(text),
      });
      expect(seen).toEqual([]);
    });
  });

  test('headers of a call, and of a request that is only prepared', async () => {
    const caller = createCaller({ baseUrl: 'http://127.0.0.1:1', ...options }, {});
    const refused = { code: 'encode', message: expect.stringContaining('U+000A') };
    const own = { headers: { 'X-A': '\n' } };
    await expect(caller.call(GenerateReport, input, own)).rejects.toMatchObject(refused);
    await expect(caller.raw(GenerateReport, input, own)).rejects.toMatchObject(refused);
    await expect(caller.prepare(GenerateReport, input, own)).rejects.toMatchObject(refused);
  });

  test('a secret is not shown', async () => {
    const caller = createCaller({ ...options, headers: { Authorization: 'Bearer s3cret\n' } }, {});
    const error: unknown = await caller
      .call(GenerateReport, input, { endpoint: 'http://127.0.0.1:1' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'encode' });
    expect(String(error)).not.toContain('s3cret');
  });

  test('a SOAPAction with a line break, from the namespace of the options', async () => {
    const { baseUrl, seen } = await listen();
    const caller = createCaller({ baseUrl, ...options, namespace: 'urn:a\r\nX-B: b/' }, {});
    await expect(call(caller)).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining('SOAPAction'),
    });
    expect(seen).toEqual([]);
  });

  test('a security object that fails', async () => {
    const security = {
      addHeaders() {
        throw new TypeError('no key');
      },
    };
    const caller = createCaller({ baseUrl: 'http://127.0.0.1:1', ...options, security }, {});
    await expect(call(caller)).rejects.toMatchObject({
      name: 'AsmxError',
      code: 'encode',
      operation: 'AuthCodeSending.GenerateReport',
      cause: expect.objectContaining({ message: 'no key' }),
    });
  });

  test('what is allowed: every byte but control characters, tabs, an empty value', async () => {
    const { baseUrl, seen } = await listen();
    const headers = { 'X-A': 'Jürgen\tB', 'x!#$%&*+.^_`|~-9': 'a', 'X-C': '' };
    const caller = createCaller({ baseUrl, ...options, headers }, {});
    expect(await call(caller)).toBe('fine');
    expect(seen[0]).toMatchObject({ 'x-a': 'Jürgen\tB', 'x!#$%&*+.^_`|~-9': 'a', 'x-c': '' });
  });

  test('of a header an interceptor sets in another letter case the last one counts', async () => {
    const { baseUrl, seen } = await listen();
    const caller = createCaller(
      {
        baseUrl,
        ...options,
        interceptors: [
          (request, next) =>
            next({ ...request, headers: { ...request.headers, 'content-type': 'text/xml' } }),
        ],
      },
      {},
    );
    expect(await call(caller)).toBe('fine');
    expect(seen[0]?.['content-type']).toBe('text/xml');
  });

  test('the length of a message follows an interceptor that changes it', async () => {
    const { baseUrl, seen } = await listen();
    const body = '<!-- ü -->';
    const lengthOf = async (
      change: (request: PreparedRequest) => Partial<PreparedRequest>,
    ): Promise<unknown> => {
      const interceptors: ClientOptions['interceptors'] = [
        (request, next) => next({ ...request, ...change(request) }),
      ];
      await call(createCaller({ baseUrl, ...options, interceptors }, {}));
      return seen.at(-1)?.['content-length'];
    };
    const headers = { 'Content-Type': 'text/xml' };
    expect(await lengthOf(() => ({ body }))).toBe('11');
    expect(await lengthOf(() => ({ body, headers }))).toBe('11');
    expect(await lengthOf(() => ({ body, headers: { 'content-length': '5' } }))).toBe('11');
    expect(await lengthOf(() => ({ body: new Uint8Array(3), headers }))).toBe('3');
    expect(await lengthOf(() => ({ body: '' }))).toBe('0');
    const gone = await lengthOf(() => ({ body: undefined, method: 'GET' }));
    expect(gone ?? '0').toBe('0');
  });

  test.each(['http://127.0.0.1:99999', 'http://a b/', 'file:///etc/passwd', 'http://[::1'])(
    'an address that is none: %s',
    async (address) => {
      const caller = createCaller({ baseUrl: address, ...options }, {});
      await expect(call(caller)).rejects.toMatchObject({ code: 'encode' });
      const changed = createCaller(
        {
          baseUrl: 'http://127.0.0.1:1',
          ...options,
          interceptors: [(request, next) => next({ ...request, url: address })],
        },
        {},
      );
      await expect(call(changed)).rejects.toMatchObject({
        code: 'encode',
        message: `'${address}' is not an http or https URL.`,
      });
    },
  );

  test('an address beyond ASCII', async () => {
    const { baseUrl, seen } = await listen();
    const caller = createCaller(
      { endpoint: `${baseUrl}/Schüler/Łódź%20.asmx?a=ä#b`, ...options },
      {},
    );
    expect(await call(caller)).toBe('fine');
    expect(seen[0]?.[':path']).toBe('/Sch%C3%BCler/%C5%81%C3%B3d%C5%BA%20.asmx?a=%C3%A4');
  });
});

test('a cookie with control characters is not kept', async () => {
  const answer = (cookie: string): ReturnType<NonNullable<ClientOptions['fetch']>> =>
    Promise.resolve({
      status: 200,
      headers: {
        get: () => null,
        forEach(visit) {
          visit(cookie, 'set-cookie');
          visit(text11, 'content-type');
        },
      },
      arrayBuffer: () => Promise.resolve(Uint8Array.from(Buffer.from(good)).buffer),
      text: () => Promise.resolve(good),
    });
  const sent: (string | undefined)[] = [];
  const cookies = ['a=1\u0001', 'b=2\u0141', 'c=3', 'd=4\u00e9'];
  const caller = createCaller(
    {
      baseUrl: 'http://127.0.0.1:1',
      cookies: cookieJar(),
      fetch: (_url, { headers }) => {
        sent.push(headers.Cookie);
        return answer(cookies[sent.length - 1] ?? 'e=5');
      },
    },
    {},
  );
  for (const _ of [...cookies, 'last']) expect(await call(caller)).toBe('fine');
  expect(sent).toEqual([undefined, undefined, undefined, 'c=3', 'c=3; d=4\u00e9']);
});
