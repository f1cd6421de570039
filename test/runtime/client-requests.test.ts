import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BasicAuthSecurity, BearerSecurity, NTLMSecurity, WSSecurity } from 'soap';
import type { HeaderValues, PreparedRequest } from '../../src/runtime/client/answer.ts';
import { type Caller, createCaller } from '../../src/runtime/client/call.ts';
import { cookieJar } from '../../src/runtime/client/cookies.ts';
import { usernameToken } from '../../src/runtime/client/credentials.ts';
import {
  type AnySoapHeaders,
  type ClientOptions,
  callHeaders,
  type ExtraSoapHeadersOption,
  joiner,
  type SoapSecurity,
  userAgent,
} from '../../src/runtime/client/request.ts';
import type { AnyOperation, BindingName } from '../../src/runtime/operation/descriptor.ts';
import { parseXml } from '../../src/runtime/operation/soap.ts';
import type { XmlElement } from '../../src/runtime/xml/writer.ts';
import { failure } from './wire/answering.ts';
import { AuthCode, GenerateReport, GetAboutUs, Notify } from './wire/descriptors.ts';
import { authCode, envelope, form, soap11, soap12, text11, text12 } from './wire/messages.ts';

describe('client requests', () => {
  const input = { code: 'é&1', phone: ' ' };
  const body = authCode('é&amp;1', ' ');

  function caller(options: ClientOptions<AnySoapHeaders> = {}): ReturnType<typeof createCaller> {
    return createCaller(options, {
      baseUrl: 'http://localhost:8080',
      soapHeaders: ['Credentials'],
    });
  }

  describe('the exact request', () => {
    test('SOAP 1.1', async () => {
      const xml = envelope(soap11, body);
      expect(await caller().prepare(AuthCode, input)).toEqual({
        service: 'AuthCodeSending',
        operation: 'AuthCode',
        binding: 'soap11',
        method: 'POST',
        url: 'http://localhost:8080/AuthCodeSending.asmx',
        headers: {
          'Content-Type': text11,
          'Content-Length': String(Buffer.byteLength(xml)),
          SOAPAction: '"http://tempuri.org/AuthCode"',
          'User-Agent': userAgent,
        },
        body: xml,
      });
    });

    test('SOAP 1.2 has no action', async () => {
      const xml = envelope(soap12, body);
      const request = await caller().prepare(AuthCode, input, { binding: 'soap12' });
      expect(request.headers).toEqual({
        'Content-Type': text12,
        'Content-Length': String(Buffer.byteLength(xml)),
        'User-Agent': userAgent,
      });
      expect(request.body).toBe(xml);
    });

    test('HTTP GET', async () => {
      const request = await caller().prepare(AuthCode, input, { binding: 'httpGet' });
      const headers = { 'User-Agent': userAgent };
      expect([request.method, request.headers, request.body]).toEqual(['GET', headers, undefined]);
      expect(request.url).toBe(
        'http://localhost:8080/AuthCodeSending.asmx/AuthCode?code=%C3%A9%261&phone=%20',
      );
      const none = await caller().prepare(GetAboutUs, {}, { binding: 'httpGet' });
      expect(none.url).toBe('http://localhost:8080/AboutUs.asmx/GetAboutUs?');
    });

    test('HTTP POST', async () => {
      const request = await caller().prepare(AuthCode, input, { binding: 'httpPost' });
      expect(request.url).toBe('http://localhost:8080/AuthCodeSending.asmx/AuthCode');
      expect(request.body).toBe('code=%C3%A9%261&phone=%20');
      expect(request.headers).toEqual({
        'Content-Type': form,
        'Content-Length': '25',
        'User-Agent': userAgent,
      });
      const none = await caller().prepare(GetAboutUs, {}, { binding: 'httpPost' });
      expect([none.body, none.headers]).toEqual([
        '',
        { 'Content-Type': form, 'Content-Length': '0', 'User-Agent': userAgent },
      ]);
    });

    test('SOAP headers', async () => {
      const request = await caller().prepare(
        GenerateReport,
        { studentId: 1 },
        { soapHeaders: { Credentials: { user: '<u>' } } },
      );
      expect(request.body).toContain(
        '<soap:Header><Credentials xmlns="http://tempuri.org/"><user>&lt;u&gt;</user></Credentials></soap:Header><soap:Body>',
      );
    });
  });

  describe('SOAP headers of the client', () => {
    const Credentials = { user: 'client' };
    const header = (user: string): string =>
      `<soap:Header><Credentials xmlns="http://tempuri.org/"><user>${user}</user></Credentials></soap:Header>`;

    test('are those of every call whose operation declares them', async () => {
      const client = caller({ soapHeaders: { Credentials, Other: undefined } });
      const request = await client.prepare(GenerateReport, { studentId: 1 });
      expect(request.body).toContain(header('client'));
      expect((await client.prepare(AuthCode, input)).body).not.toContain('Header');
    });

    test.each([
      ['values', { Credentials, Session: 1 }],
      ['a function', () => ({ Credentials, Session: 1 })],
      ['an async function', async () => ({ Credentials, Session: 1 })],
    ])('are errors where no operation of the contract has them: %s', async (_what, soapHeaders) => {
      const message = expect.stringContaining("no SOAP header 'Session'; declared: Credentials.");
      const unknown = { code: 'encode', message };
      const send = (client: ReturnType<typeof createCaller>): Promise<unknown> =>
        client.prepare(GenerateReport, { studentId: 1 });
      await expect(send(caller({ soapHeaders }))).rejects.toMatchObject(unknown);
      const defaults = { baseUrl: 'http://h', soapHeaders: ['Credentials', 'Session'] };
      await expect(send(createCaller({ soapHeaders }, defaults))).resolves.toMatchObject({
        body: expect.stringContaining(header('client')),
      });
    });

    test('are errors over every binding, also of operations without headers', async () => {
      const client = caller({ soapHeaders: { constructor: 1 } as never });
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
        await expect(client.prepare(AuthCode, input, { binding })).rejects.toMatchObject({
          code: 'encode',
          message: expect.stringContaining("no SOAP header 'constructor'; declared: Credentials."),
        });
      }
    });

    test('are below those of the call', async () => {
      const client = caller({ soapHeaders: { Credentials } });
      const send = async (soapHeaders: { Credentials?: { user: string } | undefined }) =>
        (await client.prepare(GenerateReport, { studentId: 1 }, { soapHeaders })).body;
      expect(await send({ Credentials: { user: 'call' } })).toContain(header('call'));
      expect(await send({})).toContain(header('client'));
      expect(await send({ Credentials: undefined })).not.toContain('Header');
    });

    test.each(['httpGet', 'httpPost'] as const)('are left out over %s', async (binding) => {
      const soapHeaders = (): never => {
        throw new Error('no one may ask');
      };
      const given = [{ Credentials }, soapHeaders] as const;
      for (const one of given) {
        const client = caller({ soapHeaders: one });
        const request = await client.prepare(GenerateReport, { studentId: 1 }, { binding });
        expect(request.binding).toBe(binding);
      }
    });

    test('come from a function of the operation, asked before each call that has any', async () => {
      const asked: unknown[] = [];
      const give = async (operation: { name: string }) => {
        asked.push(operation);
        return { Credentials: { user: `${operation.name} ${asked.length}` } };
      };
      const client = caller({ soapHeaders: give });
      expect((await client.prepare(GenerateReport, { studentId: 1 })).body).toContain(
        header('GenerateReport 1'),
      );
      expect((await client.prepare(GenerateReport, { studentId: 1 })).body).toContain(
        header('GenerateReport 2'),
      );
      await client.prepare(AuthCode, input);
      expect(asked).toEqual([GenerateReport, GenerateReport]);
      const sync = caller({ soapHeaders: () => ({ Credentials: { user: 'sync' } }) });
      expect((await sync.prepare(GenerateReport, { studentId: 1 })).body).toContain(header('sync'));
    });

    test.each([
      [
        'throws',
        () => {
          throw new Error('no token');
        },
      ],
      ['rejects', () => Promise.reject(new Error('no token'))],
    ])(
      'fail as the call does, where their function %s',
      async (_how, soapHeaders: () => Promise<never>) => {
        await expect(
          caller({ soapHeaders }).prepare(GenerateReport, { studentId: 1 }),
        ).rejects.toMatchObject({
          code: 'encode',
          operation: expect.stringMatching(/\.GenerateReport$/),
          binding: 'soap11',
          cause: new Error('no token'),
        });
      },
    );
  });

  describe('where and how', () => {
    test.each([
      [{ baseUrl: 'https://school.test/' }, {}, 'https://school.test/AuthCodeSending.asmx'],
      [{ baseUrl: 'http://h/prefix' }, {}, 'http://h/prefix/AuthCodeSending.asmx'],
      [{ endpoint: 'http://h/other?t=1' }, {}, 'http://h/other?t=1'],
      [{ endpoint: 'http://h/other' }, { endpoint: 'http://h/third' }, 'http://h/third'],
      [{ endpoint: 'http://h/o?t=1' }, { binding: 'httpPost' } as const, 'http://h/o/AuthCode?t=1'],
      [
        { endpoint: 'http://h/o?t=1' },
        { binding: 'httpGet' } as const,
        'http://h/o/AuthCode?t=1&code=&phone=',
      ],
    ])('%j %j', async (options, call, url) => {
      expect((await caller(options).prepare(AuthCode, {}, call)).url).toBe(url);
    });

    test.each(['file:///etc/passwd', 'localhost:80', '//h', 'ftp://h', 'http://', 'http://a b'])(
      '%s is refused',
      async (baseUrl) => {
        await expect(caller({ baseUrl }).prepare(AuthCode, {})).rejects.toMatchObject({
          name: 'AsmxError',
          code: 'encode',
        });
      },
    );

    test('no URL at all', async () => {
      await expect(createCaller({}, {}).call(AuthCode, {})).rejects.toMatchObject({
        code: 'encode',
      });
    });

    test('the client prefers a binding where the operation has it', async () => {
      const client = caller({ binding: 'httpGet' });
      expect((await client.prepare(AuthCode, {})).binding).toBe('httpGet');
      expect((await client.prepare(Notify, {})).binding).toBe('soap11');
      expect((await client.prepare(AuthCode, {}, { binding: 'soap12' })).binding).toBe('soap12');
    });

    test('a binding the operation lacks is an encode error', async () => {
      await expect(
        caller().prepare(Notify, {}, { binding: 'httpGet' as never }),
      ).rejects.toMatchObject({
        code: 'encode',
        message: 'Notify has no binding httpGet.',
      });
    });

    test('another namespace replaces declarations and the action, and nothing in values', async () => {
      const client = caller({ namespace: 'urn:school' });
      const value = ' xmlns="http://tempuri.org/" ';
      const request = await client.prepare(AuthCode, {
        code: value,
        phone: '"http://tempuri.org/"',
      });
      expect(request.headers.SOAPAction).toBe('"urn:school/AuthCode"');
      expect(request.body).toBe(
        envelope(
          soap11,
          `<AuthCode xmlns="urn:school"><code>${value}</code><phone>"http://tempuri.org/"</phone></AuthCode>`,
        ),
      );
    });

    test('input that does not fit is an encode error', async () => {
      await expect(caller().call(AuthCode, { code: '\u0000' })).rejects.toMatchObject({
        code: 'encode',
        operation: 'AuthCodeSending.AuthCode',
        binding: 'soap11',
      });
      await expect(caller().call(AuthCode, undefined as never)).rejects.toMatchObject({
        code: 'encode',
      });
      await expect(
        caller().call(AuthCode, { code: '\ud800', phone: '' }, { binding: 'httpGet' }),
      ).rejects.toMatchObject({ code: 'encode' });
    });
  });

  describe('HTTP headers', () => {
    test('come from the client and the call, the call winning in any letter case', async () => {
      const request = await caller({ headers: { 'X-A': '1', 'X-B': '1' } }).prepare(
        AuthCode,
        {},
        { headers: { 'x-a': '2', soapaction: '"urn:x"' } },
      );
      expect(request.headers).toMatchObject({ 'X-B': '1', 'x-a': '2', soapaction: '"urn:x"' });
      expect(Object.keys(request.headers)).not.toContain('SOAPAction');
    });

    test('may be a function, also an async one', async () => {
      let count = 0;
      const client = caller({ headers: async () => ({ Authorization: `Bearer ${++count}` }) });
      expect((await client.prepare(AuthCode, {})).headers.Authorization).toBe('Bearer 1');
      expect((await client.prepare(AuthCode, {})).headers.Authorization).toBe('Bearer 2');
      expect((await caller({ headers: () => ({ a: 'b' }) }).prepare(AuthCode, {})).headers.a).toBe(
        'b',
      );
    });

    test.each([
      [
        'throws',
        () => {
          throw new Error('no token');
        },
      ],
      ['rejects', () => Promise.reject(new Error('no token'))],
    ])('a function that %s fails the call', async (_name, headers) => {
      await expect(caller({ headers }).call(AuthCode, {})).rejects.toMatchObject({
        code: 'encode',
        cause: { message: 'no token' },
      });
    });

    test('compression is asked for when wanted', async () => {
      expect(
        (await caller({ compression: true }).prepare(AuthCode, {})).headers['Accept-Encoding'],
      ).toBe('gzip, deflate, br');
    });
  });

  describe('security objects of the soap package', () => {
    test('UsernameToken goes into the header of the envelope', async () => {
      const security = new WSSecurity('user', '<pass>', { hasTimeStamp: false });
      const { body } = await caller({ security }).prepare(AuthCode, {});
      expect(body).toContain('<soap:Header><wsse:Security ');
      expect(body).toContain('<wsse:Username>user</wsse:Username>');
      expect(body).toContain('&lt;pass&gt;</wsse:Password>');
    });

    test('Basic and Bearer are HTTP headers', async () => {
      const basic = await caller({ security: new BasicAuthSecurity('u', 'p') }).prepare(
        AuthCode,
        {},
      );
      expect(basic.headers.Authorization).toBe('Basic dTpw');
      const bearer = await caller({ security: new BearerSecurity('t') }).prepare(
        AuthCode,
        {},
        { binding: 'httpPost' },
      );
      expect(bearer.headers.Authorization).toBe('Bearer t');
    });
  });

  describe('security objects', () => {
    test('addHeaders and toXML', async () => {
      const security = {
        token: 't',
        addHeaders(headers: Record<string, string>): void {
          headers.Authorization = `Bearer ${this.token}`;
        },
        toXML(): string {
          return `<wsse:Security xmlns:wsse="urn:wsse">${this.token}</wsse:Security>`;
        },
      };
      const request = await caller({ security }).prepare(AuthCode, {});
      expect(request.headers.Authorization).toBe('Bearer t');
      expect(request.body).toContain(
        '<soap:Header><wsse:Security xmlns:wsse="urn:wsse">t</wsse:Security></soap:Header>',
      );
    });

    describe.each(['httpGet', 'httpPost'] as const)('over %s', (binding) => {
      const refused = {
        name: 'AsmxError',
        code: 'encode',
        operation: 'AuthCodeSending.AuthCode',
        binding,
        message: expect.stringContaining(`${binding} has no envelope`),
      };
      const signer = { postProcess: (xml: string): string => xml };
      test.each<readonly [string, SoapSecurity]>([
        ['a UsernameToken', new WSSecurity('user', 'pass')],
        ['a timestamp alone', { toXML: () => '<Timestamp/>' }],
        ['a signature', signer],
        ['a signature beside a header', { ...signer, addHeaders: () => undefined }],
      ])('%s cannot be sent: the call is refused', async (_name, security) => {
        const sent: string[] = [];
        const client = caller({
          security,
          fetch: (url) => {
            sent.push(url);
            return Promise.reject(new Error('sent'));
          },
        });
        await expect(client.call(AuthCode, {}, { binding })).rejects.toMatchObject(refused);
        await expect(client.prepare(AuthCode, {}, { binding })).rejects.toMatchObject(refused);
        expect(sent).toEqual([]);
      });

      test.each<readonly [string, SoapSecurity]>([
        ['Basic', new BasicAuthSecurity('u', 'p')],
        ['Bearer', new BearerSecurity('t')],
        ['NTLM', new NTLMSecurity({ username: 'u', password: 'p' })],
        ['white space for XML', { toXML: () => '\n' }],
      ])('%s is none of the envelope', async (_name, security) => {
        const request = await caller({ security }).prepare(AuthCode, {}, { binding });
        expect(request.binding).toBe(binding);
      });

      test('SOAP headers of the call cannot be sent either', async () => {
        const soapHeaders = { Credentials: { user: 'u' } };
        await expect(
          caller().prepare(GenerateReport, { studentId: 1 }, { binding, soapHeaders }),
        ).rejects.toMatchObject({
          code: 'encode',
          message: expect.stringContaining("no envelope for the SOAP header 'Credentials'"),
        });
        const none = await caller().prepare(
          GenerateReport,
          { studentId: 1 },
          { binding, soapHeaders: {} },
        );
        expect(none.binding).toBe(binding);
      });
    });

    test('postProcess changes the finished envelope, which has a header for the signature', async () => {
      const security = {
        toXML: (): string => 'not used',
        postProcess(xml: string, key: string): string {
          expect(xml).toContain(`<${key}:Header>`);
          return xml.replace(`</${key}:Header>`, `<Signature/></${key}:Header>`);
        },
      };
      const request = await caller({ security }).prepare(AuthCode, {});
      expect(request.body).toContain('<Signature/></soap:Header>');
      expect(request.headers['Content-Length']).toBe(String(request.body?.length));
    });
  });
});

describe('client headers', () => {
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
      const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
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
        const there = '../../src/runtime/client/request.ts?browser';
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
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (_name, options) => {
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
        const caller = createCaller(
          { ...options, headers: { Authorization: 'Bearer s3cret\n' } },
          {},
        );
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
    },
  );

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
});

describe('client extra headers', () => {
  const input = { code: '1', phone: '2' };
  /** What a program has that calls nothing that joins headers. */
  const joinNothing = joiner.join;
  const caller = (options: ClientOptions = {}): Caller =>
    createCaller(options, { baseUrl: 'http://localhost:8080' });

  /** The content of `soap:Header`; `undefined` without one. */
  async function sent(
    extra: ExtraSoapHeadersOption | undefined,
    own?: ExtraSoapHeadersOption,
  ): Promise<string | undefined> {
    const request = await caller({ extraSoapHeaders: extra }).prepare(AuthCode, input, {
      extraSoapHeaders: own,
    });
    return /<soap:Header>(.*)<\/soap:Header>/s.exec(String(request.body))?.[1];
  }

  describe('extra SOAP headers that were read', () => {
    const token =
      '<s:Assertion xmlns:s="urn:s" xmlns:u="u" Id="a"><s:b xmlns="c"><d /></s:b></s:Assertion>';

    test('stay as they were, with declarations that nothing uses', async () => {
      expect(await sent(parseXml(token))).toBe(token);
      const plain = `<w>${token}</w>`;
      expect(await sent(parseXml(plain))).toBe(plain);
    });

    test('are the same XML where they are copies', async () => {
      expect(await sent({ ...parseXml('<a xmlns="u"><b xmlns=""/></a>') })).toBe(
        '<a xmlns="u"><b xmlns=""></b></a>',
      );
    });
  });

  describe('extra SOAP headers', () => {
    const element = {
      name: 'Tenant',
      namespace: 'urn:t',
      attributes: [
        { name: 'kind', value: '<&"' },
        { name: 'mustUnderstand', namespace: 'urn:s', value: '1' },
        { name: 'lang', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'en' },
      ],
      namespaces: { p: 'urn:p' },
      children: ['a<b', { name: 'Id', namespace: '', children: ['p:x'] }],
    };
    const written =
      '<Tenant xmlns="urn:t" xmlns:p="urn:p" kind="&lt;&amp;&quot;" xmlns:n1="urn:s" ' +
      'n1:mustUnderstand="1" xml:lang="en">a&lt;b<Id xmlns="">p:x</Id></Tenant>';

    test.each<readonly [string, ExtraSoapHeadersOption | undefined, string | undefined]>([
      ['nothing', undefined, undefined],
      ['an empty text', '', undefined],
      ['an empty list', [], undefined],
      [
        'XML',
        '<a:b xmlns:a="urn:a" soap:mustUnderstand="1"/>',
        '<a:b xmlns:a="urn:a" soap:mustUnderstand="1"/>',
      ],
      ['a document', '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<a/>', '\r\n<a/>'],
      ['an element without a namespace', { name: 'a' } as XmlElement, '<a xmlns=""></a>'],
      ['several elements', '<a/> <!-- b --><b/>', '<a/> <!-- b --><b/>'],
      ['an element', element, written],
      ['a list', ['<a/>', element, '<b/>'], `<a/>${written}<b/>`],
      ['a function', ({ name }: AnyOperation) => `<${name}/>`, '<AuthCode/>'],
      ['a function without any', () => undefined, undefined],
      ['an asynchronous function', async () => ['<a/>', element], `<a/>${written}`],
    ])('can be %s', async (_, extra, expected) => {
      expect(await sent(extra)).toBe(expected);
      expect(await sent(undefined, extra)).toBe(expected);
    });

    test('of a call are behind those of the client, and both behind declared ones', async () => {
      expect(await sent('<a/>', () => '<b/>')).toBe('<a/><b/>');
      const request = await caller({ extraSoapHeaders: '<a/>' }).prepare(
        GenerateReport,
        { studentId: 1 },
        { soapHeaders: { Credentials: { user: 'u' } }, extraSoapHeaders: ['<b/>'] },
      );
      expect(request.body).toContain('</Credentials><a/><b/></soap:Header>');
    });

    test.each([
      ['an open element', '<a>'],
      ['a closed header', '<a/></soap:Header><soap:Header>'],
      ['a bare ampersand', '<a>&</a>'],
      ['an unknown prefix', '<x:a/>'],
      ['a DTD', '<!DOCTYPE a><a/>'],
      ['an attribute twice', '<a b="1" b="2"/>'],
      ['a text', 'token'],
      ['a text between elements', '<a/>token<b/>'],
      ['a CDATA section', '<![CDATA[token]]>'],
    ])('that are no well-formed XML are refused: %s', async (_, extra) => {
      await expect(sent(extra)).rejects.toMatchObject({
        code: 'encode',
        operation: 'AuthCodeSending.AuthCode',
        message: expect.stringContaining('extraSoapHeaders'),
      });
    });

    test.each([
      ['a number', 5, 'the number 5'],
      ['an object', {}, 'an object'],
      ['null', null, 'null'],
      ['a list in a list', [['<a/>']], 'an array'],
      ['a number in an element', { name: 'a', namespace: '', children: [1] }, 'the number 1'],
    ])('that are %s are refused', async (_, extra, found) => {
      await expect(sent(extra as ExtraSoapHeadersOption)).rejects.toMatchObject({
        code: 'encode',
        message: `Expected an element for soap:Header, found ${found}.`,
      });
    });

    test.each([
      [
        'throws',
        () => {
          throw new Error('no token');
        },
      ],
      ['rejects', () => Promise.reject(new Error('no token'))],
    ])('a function that %s is an encode error', async (_, extra) => {
      await expect(sent(extra)).rejects.toMatchObject({ code: 'encode' });
    });

    test('are none over GET and POST; those of a call are refused there', async () => {
      const client = caller({ extraSoapHeaders: '<a/>' });
      const request = await client.prepare(AuthCode, input, { binding: 'httpGet' });
      expect(request.binding).toBe('httpGet');
      await expect(
        client.prepare(AuthCode, input, { binding: 'httpPost', extraSoapHeaders: '<b/>' }),
      ).rejects.toMatchObject({ code: 'encode', message: expect.stringContaining('no envelope') });
    });
  });

  describe('a name in soapHeaders', () => {
    test.each([
      ['of an operation with others', GenerateReport, /no SOAP header 'Nope'.*Credentials/],
      ['of an operation without any', AuthCode, /no SOAP header 'Nope'/],
    ])('that is not one %s is an error', async (_, operation, message) => {
      const options = { soapHeaders: { Nope: 1 } } as object;
      await expect(
        caller().prepare(
          operation as typeof AuthCode,
          { ...input, studentId: 1 } as never,
          options,
        ),
      ).rejects.toMatchObject({ code: 'encode', message: expect.stringMatching(message) });
    });

    test('without a value says nothing', async () => {
      const options = { soapHeaders: { Nope: undefined } };
      expect((await caller().prepare(AuthCode, input, options)).body).not.toContain('Header');
    });
  });

  describe('several security objects', () => {
    test('do what each of them does, in their order', async () => {
      const signer: SoapSecurity = {
        toXML: () => 'not used',
        postProcess: (xml, key) => xml.replace(`</${key}:Header>`, `<One/></${key}:Header>`),
      };
      const second: SoapSecurity = {
        postProcess: (xml) => xml.replace('<One/>', '<One/><Two/>'),
      };
      const security = [
        new BasicAuthSecurity('u', 'p'),
        new WSSecurity('name', 'word', { hasTimeStamp: false }),
        signer,
        second,
      ];
      const request = await caller({ security, extraSoapHeaders: '<a/>' }).prepare(AuthCode, input);
      expect(request.headers.Authorization).toBe(`Basic ${btoa('u:p')}`);
      expect(request.body).toMatch(
        /<soap:Header><a\/><wsse:Security .*<\/wsse:Security><One\/><Two\/><\/soap:Header>/,
      );
    });

    test('may be none', async () => {
      const request = await caller({ security: [] }).prepare(AuthCode, input);
      expect(request.body).not.toContain('Header');
    });
  });

  describe('one Security header for one receiver', () => {
    const wsse =
      'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    const token = usernameToken({ username: 'ada', password: 'x', timestamp: 60 });
    const own = (content: string, attributes = ''): string =>
      `<o:Security xmlns:o="${wsse}"${attributes}>${content}</o:Security>`;
    const headers = async (options: ClientOptions): Promise<readonly XmlElement[]> => {
      const { body } = await caller(options).prepare(AuthCode, input);
      const { children = [] } = parseXml(String(body));
      const [header] = children as readonly XmlElement[];
      return (header?.children ?? []) as readonly XmlElement[];
    };
    const inside = ({ children = [] }: XmlElement): readonly string[] =>
      children.map((child) => (typeof child === 'string' ? child : child.name));

    test.each<readonly [string, ClientOptions, readonly string[]]>([
      ['objects', { security: [token, new WSSecurity('b', 'p')] }, ['UsernameToken']],
      ['the other way round', { security: [new WSSecurity('b', 'p'), token] }, ['UsernameToken']],
      ['own XML', { security: [token, { toXML: () => own('<a/><o:b/>') }] }, ['a', 'b']],
      [
        'own headers',
        { security: token, extraSoapHeaders: own('<o:b/>') },
        ['b', 'Timestamp', 'UsernameToken'],
      ],
      [
        'an empty one',
        { security: token, extraSoapHeaders: `<Security xmlns="${wsse}"/>` },
        ['Timestamp', 'UsernameToken'],
      ],
      [
        'three',
        { security: [token, token, { toXML: () => own('<o:c/>') }] },
        ['UsernameToken', 'c'],
      ],
    ])('%s', async (_, options, expected) => {
      const found = await headers(options);
      expect(found.map(({ name }) => name)).toEqual(['Security']);
      const names = found.flatMap(inside);
      expect(names.slice(-expected.length)).toEqual(expected);
      expect(names.filter((name) => name === 'Timestamp')).toHaveLength(1);
    });

    test('what is moved keeps its namespaces, and who must understand it is told', async () => {
      const first = `<w:Security xmlns:w="${wsse}" xmlns:o="urn:o"><o:first/></w:Security>`;
      const second = own(
        '<o:t xmlns:x="urn:x"><x:y/></o:t>',
        ' soap:mustUnderstand="1" xmlns="urn:d"',
      );
      const { body } = await caller({
        security: [{ toXML: () => first }, { toXML: () => second }],
      }).prepare(AuthCode, input);
      const [header] = /<soap:Header>.*<\/soap:Header>/s.exec(String(body)) ?? [];
      expect(header).toBe(
        `<soap:Header><w:Security soap:mustUnderstand="1" xmlns:w="${wsse}" xmlns:o="urn:o"><o:first/>` +
          `<o:t xmlns:o="${wsse}" xmlns="urn:d" xmlns:x="urn:x"><x:y/></o:t></w:Security></soap:Header>`,
      );
    });

    test('other receivers have their own', async () => {
      const other = own('<o:b/>', ' soap:actor="urn:proxy"');
      const found = await headers({ security: [token, { toXML: () => other }] });
      expect(found.map(inside)).toEqual([['Timestamp', 'UsernameToken'], ['b']]);
      const both = await headers({ security: [{ toXML: () => other }, { toXML: () => other }] });
      expect(both.map(inside)).toEqual([['b', 'b']]);
    });

    describe('where nothing joins them', () => {
      const { join } = joiner;
      beforeAll(() => {
        joiner.join = joinNothing;
      });
      afterAll(() => {
        joiner.join = join;
      });
      const wss = new WSSecurity('b', 'p');
      const saml = { toXML: () => own('<o:b/>') };

      test.each<readonly [string, ClientOptions]>([
        ['two objects', { security: [wss, saml] }],
        ['an object and a header', { security: wss, extraSoapHeaders: own('<o:b/>') }],
        ['two headers', { extraSoapHeaders: [own('<o:b/>'), `<Security xmlns="${wsse}"/>`] }],
        [
          'one actor',
          {
            security: [' soap:actor="urn:p"', "\n s:actor = 'urn:p' xmlns:s='urn:s'"].map(
              (actor) => ({
                toXML: () => own('<o:b/>', actor),
              }),
            ),
          },
        ],
      ])('%s for one receiver are an error', async (_, options) => {
        await expect(caller(options).prepare(AuthCode, input)).rejects.toMatchObject({
          code: 'encode',
          message: expect.stringMatching(
            /Two Security headers are for one receiver; usernameToken and signer join them/,
          ),
        });
      });

      test.each<readonly [string, readonly SoapSecurity[], readonly string[]]>([
        ['one', [wss], ['Security']],
        [
          'those for several receivers',
          [saml, { toXML: () => own('<o:b/>', ' soap:actor="urn:p"') }],
          ['Security', 'Security'],
        ],
        [
          'others of such names',
          [
            saml,
            { toXML: () => '<SecurityLevel/>' },
            { toXML: () => '<a:Security.x xmlns:a="a"/>' },
          ],
          ['Security', 'SecurityLevel', 'Security.x'],
        ],
      ])('%s may be sent', async (_, security, expected) => {
        expect((await headers({ security })).map(({ name }) => name)).toEqual(expected);
      });
    });
  });
});

describe('client base url', () => {
  /** The address of a service at `path` for a base URL. */
  async function address(baseUrl: string, path: string, binding?: BindingName): Promise<string> {
    const operation = { ...AuthCode, path };
    const options = binding === undefined ? {} : { binding };
    const caller = createCaller({ baseUrl, ...options }, {});
    return (await caller.prepare(operation, { code: '1', phone: '2' })).url;
  }

  describe('a base URL as one is handed it', () => {
    test.each([
      // The address of the service.
      ['http://h/Orders.asmx', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/shop/Orders.asmx', '/Orders.asmx', 'http://h/shop/Orders.asmx'],
      ['http://h/Orders.asmx/', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/shop/orders.ASMX', '/Orders.asmx', 'http://h/shop/orders.ASMX'],
      ['http://h/ws/orders', '/ws/orders', 'http://h/ws/orders'],
      // That of its WSDL, its help page or its documents.
      ['http://h/Orders.asmx?WSDL', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/shop/Orders.asmx?wsdl', '/Orders.asmx', 'http://h/shop/Orders.asmx'],
      ['http://h/Orders.asmx?singleWsdl', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/Orders.asmx?wsdl=Orders.wsdl', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/Orders.asmx?disco', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/Orders.asmx?op=GetOrder', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/Orders.asmx?WSDL#top', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/ws/orders?wsdl', '/ws/orders', 'http://h/ws/orders'],
      // That of an operation over GET, or of what scripts load.
      ['http://h/x/Orders.asmx/GetOrder', '/Orders.asmx', 'http://h/x/Orders.asmx'],
      ['http://h/x/Orders.asmx/GetOrder/', '/Orders.asmx', 'http://h/x/Orders.asmx'],
      ['http://h/x/orders.ASMX/GetOrder?key=1', '/Orders.asmx', 'http://h/x/orders.ASMX?key=1'],
      ['http://h/Orders.asmx/js', '/shop/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/Orders.asmx/Get', '/Customers.asmx', 'http://h/Customers.asmx'],
      ['http://h/p?to=/O.asmx/Get', '/Orders.asmx', 'http://h/p/Orders.asmx?to=/O.asmx/Get'],
      // Other parameters stay.
      ['http://h/Orders.asmx?key=1', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
      ['http://h/Orders.asmx?key=1&WSDL', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
      ['http://h/Orders.asmx?WSDL&key=1', '/Orders.asmx', 'http://h/Orders.asmx?key=1'],
      ['http://h/p?op=1', '/Orders.asmx', 'http://h/p/Orders.asmx?op=1'],
      ['http://h/R&D/Orders.asmx?wsdl', '/Orders.asmx', 'http://h/R&D/Orders.asmx'],
      ['http://h/p?wsdlKey=1&a=wsdl', '/Orders.asmx', 'http://h/p/Orders.asmx?wsdlKey=1&a=wsdl'],
      ['http://h/do?SOAP', '/do?SOAP', 'http://h/do?SOAP'],
      ['http://h/do?WSDL', '/do?SOAP', 'http://h/do?SOAP'],
      // Those of the contract are its own: the base may be another service of it.
      ['http://h/ms?from=a&to=b', '/ms?from=a&to=c', 'http://h/ms?from=a&to=c'],
      ['http://h/ms?key=1&to=b&to=d', '/ms?from=a&to=c', 'http://h/ms?from=a&to=c&key=1'],
      ['http://h/ms?t&wsdl', '/ms?to=c', 'http://h/ms?to=c&t'],
      ['http://h/ms?k=1&k=2', '/ms?to=c', 'http://h/ms?to=c&k=1&k=2'],
      // A service that moved.
      ['http://new/v2/Orders.asmx?WSDL', '/Shop/Orders.asmx', 'http://new/v2/Orders.asmx'],
      ['http://gateway/api/orders-v2?wsdl', '/ws/orders', 'http://gateway/api/orders-v2'],
      // Another service of the contract.
      ['http://h/app/Orders.asmx', '/Customers.asmx', 'http://h/app/Customers.asmx'],
      ['http://h/a/Orders.asmx?WSDL', '/a/Customers.asmx', 'http://h/a/Customers.asmx'],
      // An endpoint below the service, as WCF has them.
      ['http://h/app/Orders.svc?wsdl', '/Orders.svc/basic', 'http://h/app/Orders.svc/basic'],
      ['http://h/app/Orders.svc', '/Orders.svc/basic', 'http://h/app/Orders.svc/basic'],
      // Prefixes are what they were.
      ['http://h', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h?WSDL', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/?wsdl', '/', 'http://h/'],
      ['http://h/api/', '/api/v1/orders', 'http://h/api/api/v1/orders'],
      ['http://h/orders', '/v1/orders', 'http://h/orders/v1/orders'],
      ['http://h/myOrders.asmx', '/Orders.asmx', 'http://h/Orders.asmx'],
      ['http://h/x', '/', 'http://h/x/'],
    ])('%s with %s', async (baseUrl, path, expected) => {
      expect(await address(baseUrl, path)).toBe(expected);
    });

    test('over HTTP GET and POST', async () => {
      const base = 'http://h/Orders.asmx?WSDL';
      expect(await address(base, '/Orders.asmx', 'httpGet')).toBe(
        'http://h/Orders.asmx/AuthCode?code=1&phone=2',
      );
      expect(await address(base, '/Orders.asmx', 'httpPost')).toBe('http://h/Orders.asmx/AuthCode');
    });

    test('with user and password', async () => {
      const caller = createCaller({ baseUrl: 'https://u:p@h/AuthCodeSending.asmx?WSDL' }, {});
      const { url, headers } = await caller.prepare(AuthCode, { code: '1', phone: '2' });
      expect(url).toBe('https://h/AuthCodeSending.asmx');
      expect(headers.Authorization).toBe(`Basic ${btoa('u:p')}`);
    });
  });
});

describe('client query secrets', () => {
  const input = { code: 'hunter2', phone: '5' };
  const echoed = 'https://h/AuthCodeSending.asmx/AuthCode?code=hunter2&phone=5#hunter2';

  /** A redirect to the same address elsewhere, as from http to https. */
  async function redirected(): Promise<Response> {
    return new Response('', { status: 302, headers: { Location: echoed } });
  }

  describe('parameters of HTTP GET are in no error', () => {
    test.each<readonly [string, ClientOptions, string]>([
      [
        'a request that failed',
        { fetch: () => Promise.reject(new Error('no route')) },
        'No answer from h:8080: no route',
      ],
      [
        'a redirect that the platform hides',
        {
          fetch: async () => ({
            status: 0,
            type: 'opaqueredirect',
            headers: { get: () => null, forEach: () => undefined },
            arrayBuffer: async () => new ArrayBuffer(0),
            text: async () => '',
          }),
        },
        'h:8080 answers with a redirect, and a browser does not say where to. ' +
          'Give the final address as endpoint.',
      ],
      [
        'a redirect',
        { fetch: redirected },
        'The server answered with status 302, a redirect to ' +
          "https://h/AuthCodeSending.asmx/AuthCode. If that is the service's address, " +
          "give it as endpoint, or set redirect to 'follow'.",
      ],
      [
        'a redirect that is not followed',
        { fetch: redirected, redirect: 'follow', headers: { 'X-Key': '1' } },
        'The server answered with status 302, a redirect to ' +
          'https://h/AuthCodeSending.asmx/AuthCode. That is another origin, to which the ' +
          "credentials and headers of the call are not sent. If that is the service's address, " +
          'give it as endpoint.',
      ],
    ])('of %s', async (_, options, message) => {
      const client = createCaller({ baseUrl: 'http://h:8080', ...options }, {});
      const error = await failure(client.call(AuthCode, input, { binding: 'httpGet' }));
      expect(error).toMatchObject({ message });
      expect(String((error as Error).stack)).not.toContain('hunter2');
    });
  });
});
