import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type ClientTraceEvent,
  clientChannel,
  createCaller,
  createStreamingMethod,
  HttpError,
  type ServerTraceEvent,
  SoapFault as SoapFaultFromIndex,
  serverChannel,
} from '../../src/runtime/index.ts';
import { SoapFault } from '../../src/runtime/operation/soap.ts';
import { createRedactor } from '../../src/runtime/server/entrance.ts';
import { createServer as createServerFromNode } from '../../src/runtime/server/node.ts';
import type {
  AnswerEvent,
  Context,
  FaultReason,
  RawMessage,
  Server,
  ServerOptions,
} from '../../src/runtime/server/options.ts';
import type { XmlElement } from '../../src/runtime/xml/writer.ts';
import { type Asked, both, path, school, soap } from './server/front.ts';
import { items, List } from './stream-operation.ts';
import { answering, failure } from './wire/answering.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { request, start } from './wire/exchange.ts';
import { envelope, form, soap11, soap12, text11, text12 } from './wire/messages.ts';
import { createServer, createServer as createWithout } from './wire/serve.ts';

describe('observe', () => {
  const get = `GET ${path}/AuthCode?code=1&phone=2`;

  /** The events of requests, without their times. */
  async function events(
    lines: readonly (readonly [string, object?])[],
    options: ServerOptions = {},
    handler?: () => unknown,
  ) {
    const seen: Partial<AnswerEvent>[] = [];
    const onAnswer = ({ milliseconds, ...rest }: AnswerEvent): void => {
      expect(milliseconds).toBeGreaterThanOrEqual(0);
      seen.push(JSON.parse(JSON.stringify(rest)) as Partial<AnswerEvent>);
    };
    await both(school({ ...options, onAnswer }, handler), async (ask) => {
      for (const [line, asked] of lines) await ask(line, asked as never);
    });
    const half = seen.length / 2;
    // over a connection and with fetch alike
    expect(seen.slice(half)).toEqual(seen.slice(0, half));
    return seen.slice(0, half);
  }

  describe('onAnswer', () => {
    test('learns of every answer', async () => {
      const body = 'x'.repeat(70);
      const seen = await events(
        [
          [get],
          [`HEAD ${path}?WSDL`],
          [`POST ${path}`, soap()],
          [`POST ${path}`, { ...soap(), body: '<a' }],
          [`GET ${path}?WSDL`],
          ['GET /nope?secret=1'],
          [`PUT ${path}`],
          [`GET ${path}/Nope`],
          [`POST ${path}`, { body }],
          ['GET /health'],
        ],
        { health: '/health', limits: { bodyBytes: 512 } },
      );
      const service = 'AuthCodeSending';
      const operation = 'AuthCode';
      const page = `http://school.test${path}`.length;
      const length = soap().body.length;
      expect(seen).toEqual([
        {
          method: 'GET',
          path: `${path}/AuthCode`,
          service,
          operation,
          binding: 'httpGet',
          status: 200,
          requestBytes: 0,
          bytes: 0,
        },
        { method: 'HEAD', path, service, status: 200, requestBytes: 0, bytes: 0 },
        {
          method: 'POST',
          path,
          service,
          operation,
          binding: 'soap11',
          status: 200,
          requestBytes: length,
          bytes: expect.any(Number),
        },
        {
          method: 'POST',
          path,
          service,
          operation,
          binding: 'soap11',
          status: 400,
          requestBytes: 2,
          bytes: 0,
          reason: expect.stringContaining('Data at the root level'),
        },
        { method: 'GET', path, service, status: 200, requestBytes: 0, bytes: page },
        { method: 'GET', path: '/nope', status: 404, requestBytes: 0, bytes: expect.any(Number) },
        {
          method: 'PUT',
          path,
          service,
          status: 405,
          requestBytes: 0,
          bytes: expect.any(Number),
          reason: 'Request format is unrecognized.',
        },
        {
          method: 'GET',
          path: `${path}/Nope`,
          service,
          status: 500,
          requestBytes: 0,
          bytes: expect.any(Number),
          reason: 'Nope Web Service method name is not valid.',
        },
        {
          method: 'POST',
          path,
          service,
          status: 500,
          requestBytes: 70,
          bytes: expect.any(Number),
          reason: expect.any(String),
        },
        { method: 'GET', path: '/health', status: 200, requestBytes: 0, bytes: 2 },
      ]);
    });

    test('learns why a request failed, and who sent it', async () => {
      const context = () => ({ identity: 'alice' });
      const failing = (): never => {
        throw new Error('database is down');
      };
      const [one] = await events([[get]], { context }, failing);
      expect(one).toMatchObject({ status: 500, identity: 'alice', reason: 'database is down' });
      const [two] = await events([[get]], {
        context: () => {
          throw new HttpError(403);
        },
      });
      expect(two).toMatchObject({ status: 403, reason: 'HTTP status 403' });
      expect(two).not.toHaveProperty('identity');
    });

    test('learns of bodies that are too large or too late', async () => {
      const seen: AnswerEvent[] = [];
      const onAnswer = (event: AnswerEvent): void => void seen.push(event);
      const server = school({ onAnswer, limits: { bodyBytes: 10, time: 20 } });
      const { server: http, port } = await start(server.listener);
      await request(port, `POST ${path}`, {}, 'x'.repeat(20));
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc`);
        });
        socket.on('data', () => socket.end());
        socket.on('close', () => resolve());
      });
      http.closeAllConnections();
      http.close();
      expect(seen.map(({ status, requestBytes }) => [status, requestBytes])).toEqual([
        [500, 0],
        [408, 3],
      ]);
    });

    test('may throw', async () => {
      const onAnswer = (): never => {
        throw new Error('the log is down');
      };
      await both(school({ onAnswer }), async (ask) => expect((await ask(get)).status).toBe(200));
    });

    test('learns once of a request whose answer cannot be sent', async () => {
      let told = 0;
      const count = (): void => {
        told += 1;
      };
      const { listener } = school(
        {
          onAnswer: count,
          onMessage: ({ direction }) => direction === 'out' && count(),
          parity: { exceptionMessages: true },
        },
        () => {
          throw new Error('a long answer '.repeat(1000));
        },
      );
      // what a framework puts around a response may fail
      const { server, port } = await start((asked, response) => {
        response.on = () => {
          throw new Error('gone');
        };
        response.once = response.on;
        listener(asked, response);
      });
      try {
        await request(port, `POST ${path}`, soap().headers, soap().body).catch(() => undefined);
      } finally {
        server.closeAllConnections();
        server.close();
      }
      expect(told).toBe(2);
    });
  });

  /** The messages of requests, as text. */
  async function messages(
    options: ServerOptions,
    lines: readonly (readonly [string, object?])[],
    handler?: () => unknown,
  ) {
    const seen: unknown[] = [];
    const onMessage = ({ direction, operation, bytes }: RawMessage): void => {
      seen.push([direction, operation, Buffer.from(bytes).toString()]);
    };
    await both(school({ ...options, onMessage }, handler), async (ask) => {
      for (const [line, asked] of lines) await ask(line, asked as never);
    });
    const half = seen.length / 2;
    expect(seen.slice(half)).toEqual(seen.slice(0, half));
    return seen.slice(0, half);
  }

  describe('onMessage', () => {
    test('sees the bytes of operations, readable or not, and of nothing else', async () => {
      const seen = await messages({}, [
        [get],
        [`POST ${path}`, soap('5', '6')],
        [`POST ${path}`, { body: 'no XML' }],
        [`GET ${path}?WSDL`],
        ['GET /nope'],
      ]);
      expect(seen).toEqual([
        ['in', 'AuthCode', 'code=1&phone=2'],
        ['out', 'AuthCode', ''],
        ['in', 'AuthCode', soap('5', '6').body],
        ['out', 'AuthCode', expect.stringContaining('AuthCodeResponse')],
        ['in', undefined, 'no XML'],
        ['out', undefined, expect.any(String)],
      ]);
    });

    test('does not see what redact names, in envelopes, forms and queries', async () => {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const seen = await messages({ redact: ['CODE'] }, [
        [get],
        [`POST ${path}`, soap('hunter2')],
        [`POST ${path}/AuthCode`, { headers: form, body: 'phone=2&c%6Fde=hunter2' }],
      ]);
      expect(seen.filter((_one, at) => at % 2 === 0)).toEqual([
        ['in', 'AuthCode', 'code=***&phone=2'],
        ['in', 'AuthCode', soap('***').body],
        ['in', 'AuthCode', 'phone=2&c%6Fde=***'],
      ]);
      expect(JSON.stringify(seen)).not.toContain('hunter2');
    });

    test('does not see parts of a multipart message that are not XML', async () => {
      const root = (head: string, body: string): string =>
        `Content-Type: application/xop+xml\r\n${head}Content-ID: <r>\r\n\r\n${body}\r\n`;
      const post = (text: string): [string, object] => [
        `POST ${path}`,
        {
          headers: {
            'Content-Type':
              'multipart/related; type="application/xop+xml"; boundary=b; start="<r>"',
            SOAPAction: '"http://tempuri.org/AuthCode"',
          },
          body: text,
        },
      ];
      const { body } = soap('hunter2');
      const base64 = Buffer.from(body).toString('base64');
      const seen = await messages({ redact: ['code'] }, [
        post(`--b\r\nContent-ID: <1>\r\n\r\nhunter2\r\n--b\r\n${root('', body)}--b--\r\n`),
        post(`\r\n--b\r\n${root('Content-Transfer-Encoding: base64\r\n', base64)}--b--`),
      ]);
      expect(seen.filter((_one, at) => at % 2 === 0)).toEqual([
        [
          'in',
          'AuthCode',
          `--b\r\nContent-ID: <1>\r\n\r\n***\r\n--b\r\n${root('', soap('***').body)}--b--\r\n`,
        ],
        [
          'in',
          'AuthCode',
          `\r\n--b\r\n${root('Content-Transfer-Encoding: base64\r\n', '***')}--b--`,
        ],
      ]);
      expect(JSON.stringify(seen)).not.toContain('hunter2');
    });
  });

  describe('redact', () => {
    const redacted = (text: string, names = ['Password', 'Пароль']): string =>
      Buffer.from(createRedactor(names)(Buffer.from(text), 'message')).toString();

    test.each([
      ['<Password>x</Password>', '<Password>***</Password>'],
      ['<p:password a="1">x</p:password>é', '<p:password a="1">***</p:password>é'],
      ['<Password/><a>1</a>', '<Password/><a>1</a>'],
      [
        '<Password><b>x</b><Password>y</Password>z</Password><a>1</a>',
        '<Password>***</Password><a>1</a>',
      ],
      [
        '<Password><![CDATA[</Password>x]]><!--</Password>x--></Password>',
        '<Password>***</Password>',
      ],
      ['<Password>x<a>y', '<Password>***'],
      [
        '<a Password="x>y" b=\'Password="x"\'>1</a>',
        '<a Password="***" b=\'Password="***"\'>1</a>',
      ],
      ["<a Password = 'x'/>", "<a Password = '***'/>"],
      ['<Passwords>1</Passwords>', '<Passwords>1</Passwords>'],
      ['<Пароль>x</Пароль>', '<Пароль>***</Пароль>'],
      ['{"Password": "x\\"y", "a": 1}', '{"Password": "***", "a": 1}'],
      ['{"Password":17,"a":1}', '{"Password":"***","a":1}'],
      ['{"Password":{"x":["}"]},"a":1}', '{"Password":"***","a":1}'],
      ['{"a":1}<Password>x</Password>', '{"a":1}<Password>***</Password>'],
      ['<r>{"Password":"x"}</r>', '<r>{"Password":"***"}</r>'],
      ['<![CDATA[{"Password":"x"}]]>', '<![CDATA[{"Password":"***"}]]>'],
      ['a "Password": "x', 'a "Password": "***"'],
      ['\x00\xff<"<Password>x</Password>', '\x00\xff<"<Password>***</Password>'],
    ])('%s', (text, expected) => {
      expect(redacted(text)).toBe(expected);
    });

    test('keeps bytes that are no text', () => {
      const bytes = Uint8Array.from({ length: 256 }, (_one, at) => at);
      expect([...createRedactor(['x'])(bytes, 'message')]).toEqual([...bytes]);
    });

    test('reads UTF-16', () => {
      const bytes = Buffer.from('\ufeff<Password>x</Password>', 'utf16le');
      const text = Buffer.from(createRedactor(['Password'])(bytes, 'message')).toString();
      expect(text).toBe('<Password>***</Password>');
    });

    test('is linear in the size of a message', () => {
      // each of these would take minutes if it were not
      for (const piece of [
        '"Password"',
        '<Password ',
        '<!--',
        '\\"',
        '<a b="',
        'Password=',
        '<a',
        '"Password":{',
      ]) {
        redacted(piece.repeat(200_000));
      }
    });

    test('wants names', () => {
      expect(() => school({ redact: [''], onMessage: () => undefined })).toThrow(TypeError);
    });
  });
});

describe('exceptions', () => {
  const secret = new Error('database is down', { cause: new Error('password=x') });
  const pp = 'Server was unable to process request.';
  const hidden = 'An error occurred on the server.';
  const path = 'http://school.test/AuthCodeSending.asmx';
  const report = (id = '1'): string =>
    `<GenerateReport xmlns="http://tempuri.org/"><studentId>${id}</studentId></GenerateReport>`;

  type Binding = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';
  const bindings: readonly Binding[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

  /** The text of a fault, or of an error over GET and POST. */
  async function ask({ fetch }: Server, binding: Binding, id = '1'): Promise<string> {
    const fields = `studentId=${id}&studentClass=a`;
    const body = envelope(binding === 'soap12' ? soap12 : soap11, report(id));
    const action = { SOAPAction: '"http://tempuri.org/GenerateReport"' };
    const requests: Readonly<Record<Binding, readonly [url: string, init: object]>> = {
      soap11: [path, post(text11, body, action)],
      soap12: [path, post(text12, body)],
      httpGet: [`${path}/GenerateReport?${fields}`, {}],
      httpPost: [`${path}/GenerateReport`, post(form, fields)],
    };
    const answer = await fetch(...requests[binding]);
    const text = await (answer as unknown as Response).text();
    const [, fault] = /<(?:faultstring|soap:Text)[^>]*>([^<]*)</.exec(text) ?? [];
    return (fault ?? text.trimEnd()).replaceAll('&gt;', '>');
  }

  function post(type: string, body: string, headers: object = {}): object {
    return { method: 'POST', body, headers: { 'Content-Type': type, ...headers } };
  }

  const throwing = (error: unknown) => (): never => {
    throw error;
  };

  /** A server that fails in a way, and what it tells the application. */
  function failing(
    error: unknown,
    options: ServerOptions = {},
  ): { readonly server: Server; readonly told: unknown[] } {
    const told: unknown[] = [];
    const server = createServer([{ operation: GenerateReport, handler: throwing(error) }], {
      ...options,
      onError: (one) => told.push(one),
    });
    return { server, told };
  }

  describe.each(['soap11', 'soap12'] as const)('faultDetail as a function over %s', (binding) => {
    const [version, type] = binding === 'soap11' ? [soap11, text11] : [soap12, text12];
    const problem: XmlElement = {
      name: 'UPnPError',
      namespace: 'urn:schemas-upnp-org:control-1-0',
      attributes: [],
      children: [
        {
          name: 'errorCode',
          namespace: 'urn:schemas-upnp-org:control-1-0',
          attributes: [],
          children: ['501'],
        },
      ],
    };
    const written =
      '<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>501</errorCode></UPnPError>';

    async function faultFor(
      server: Server,
      body: string,
      action = 'http://tempuri.org/GenerateReport',
    ): Promise<string> {
      const answer = await server.fetch(
        new Request(path, {
          method: 'POST',
          headers: { 'Content-Type': type, SOAPAction: `"${action}"` },
          body,
        }) as never,
      );
      return (answer as unknown as Response).text();
    }

    test('gives the detail of the faults of the server, by reason', async () => {
      const reasons: FaultReason[] = [];
      const { server } = failing(secret, {
        faultDetail: (reason) => {
          reasons.push(reason);
          return problem;
        },
      });
      const detail =
        binding === 'soap11'
          ? `<detail>${written}</detail>`
          : `<soap:Detail>${written}</soap:Detail>`;
      const call = envelope(version, report());
      const other = envelope(version, '<Gone xmlns="urn:gone" />');
      expect(await faultFor(server, call)).toContain(detail);
      expect(await faultFor(server, other, 'urn:gone')).toContain(detail);
      expect(await faultFor(server, envelope(version, report('x')))).toContain(detail);
      expect(reasons.map(({ kind }) => kind)).toEqual(['exception', 'action', 'request']);
      expect(reasons[0]).toMatchObject({ error: secret, message: pp });
      expect(reasons[1]?.error).toBeUndefined();
    });

    test('leaves thrown faults and mustUnderstand alone, and what it throws is told', async () => {
      const call = envelope(version, report());
      const own = failing(new SoapFault({ code: 'Client', message: 'no such class' }), {
        faultDetail: () => problem,
      });
      expect(await faultFor(own.server, call)).not.toContain(written);
      const header = `<h:H xmlns:h="urn:h" soap:mustUnderstand="1" />`;
      const strange = envelope(version, report(), header);
      expect(await faultFor(own.server, strange)).not.toContain(written);
      const oops = new Error('oops');
      const { server, told } = failing(secret, { faultDetail: throwing(oops) });
      expect(await faultFor(server, call)).not.toContain(written);
      expect(told).toEqual([secret, oops]);
    });
  });

  describe.each(bindings)('over %s', (binding) => {
    const isSoap = binding.startsWith('soap');
    const neutral = isSoap ? pp : hidden;

    test('what a handler, an interceptor or the context throws stays inside', async () => {
      const inner = failing(secret);
      expect(await ask(inner.server, binding)).toBe(neutral);
      const around = failing(secret, { interceptors: [throwing(secret)] });
      expect(await ask(around.server, binding)).toBe(neutral);
      const before = failing(secret, { context: throwing(secret) });
      expect(await ask(before.server, binding)).toBe(neutral);
      expect([inner.told, around.told, before.told]).toEqual([[secret], [secret], [secret]]);
    });

    test('so does why a result cannot be written', async () => {
      const told: unknown[] = [];
      const result = { toString: throwing(secret) };
      const server = createServer([{ operation: GenerateReport, handler: () => result }], {
        onError: (error) => told.push(error),
      });
      expect(await ask(server, binding)).toBe(neutral);
      expect(told).toMatchObject([{ message: expect.stringContaining('generating the XML') }]);
    });

    test('exceptionMessages sends it with its causes, and so does faultDetail', async () => {
      const chain = 'database is down ---> password=x';
      const { server } = failing(secret, { parity: { exceptionMessages: true } });
      expect(await ask(server, binding)).toBe(isSoap ? `${pp} ---> ${chain}` : chain);
      const detailed = await ask(failing(secret, { faultDetail: true }).server, binding);
      expect(detailed).toContain('Error: database is down');
      expect(detailed).toContain('server-observe.test');
    });

    test('suppressExceptions hides more: faults, and what could not be read', async () => {
      const parity = { suppressExceptions: true, exceptionMessages: true };
      const fault = new SoapFault({ code: 'Client', message: 'no such class' });
      expect(await ask(failing(fault).server, binding)).toBe('no such class');
      for (const error of [secret, fault]) {
        expect(await ask(failing(error, { parity, faultDetail: true }).server, binding)).toBe(
          hidden,
        );
      }
      expect(await ask(failing(secret, { parity }).server, binding, 'x%00')).toBe(hidden);
    });

    test('a refused request says why, and onError is told', async () => {
      const { server, told } = failing(secret);
      const text = await ask(server, binding, 'x');
      expect(text).toContain(
        isSoap ? 'Server was unable to read request. ---> ' : 'Cannot convert x',
      );
      expect(told).toMatchObject([
        { name: 'RequestError', message: text, cause: { message: expect.any(String) } },
      ]);
    });

    test.each<[string, () => unknown]>([
      ['an error whose message throws', () => unreadable(new Error('x'))],
      [
        'a fault whose message throws',
        () => unreadable(new SoapFault({ code: 'Client', message: 'x' })),
      ],
      ['a fault whose message is a symbol', () => fakeFault(Symbol('x'))],
      ['a fault whose code is none', () => fakeFault('x', '\u0000')],
      ['a proxy', () => proxy()],
      ['an error with a proxy as cause', () => new Error('x', { cause: proxy() })],
      ['an error with a symbol as message', () => Object.assign(new Error('x'), { message: {} })],
    ])('%s is answered like any other exception', async (_name, create) => {
      const error = create();
      for (const parity of [{}, { exceptionMessages: true }, { controlCharacters: true }]) {
        for (const faultDetail of [false, true]) {
          const { server, told } = failing(error, { parity, faultDetail });
          const text = await ask(server, binding);
          expect(text).not.toContain('<html');
          expect(text).not.toContain('trapped');
          expect(text).not.toBe('');
          expect(told.length).toBeGreaterThanOrEqual(1 - Number(isFaultLike(error)));
        }
      }
    });
  });

  function unreadable(error: Error): Error {
    return Object.defineProperty(error, 'message', { get: throwing(new Error('trapped')) });
  }

  function fakeFault(message: unknown, code = 'Client'): Error {
    return Object.assign(new Error('x'), { name: 'SoapFault', code, message });
  }

  const isFaultLike = (error: unknown): boolean => {
    try {
      return (error as Error).name === 'SoapFault';
    } catch {
      return false;
    }
  };

  function proxy(): object {
    const trap = throwing(new Error('trapped'));
    return new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, ownKeys: trap });
  }

  describe('onError is told of', () => {
    const from = (told: unknown[]): readonly [unknown, unknown][] =>
      told.map((one) => [(one as Error).name, (one as Error).message]);
    const soapAction = { SOAPAction: '"http://tempuri.org/GenerateReport"' };

    test.each<[string, string, object, string]>([
      [
        'an unknown action',
        path,
        post(text11, envelope(soap11, report()), { SOAPAction: '"x"' }),
        'SOAPAction: x.',
      ],
      ['no action', path, post(text11, 'x', { SOAPAction: '' }), 'SOAPAction'],
      ['another content type', path, post('text/plain', 'x', soapAction), "'text/plain'"],
      ['malformed XML', path, post(text11, envelope(soap11, '<a>'), soapAction), 'does not match'],
      [
        'a header not understood',
        path,
        post(
          text11,
          envelope(soap11, report(), '<h xmlns="u:h" soap:mustUnderstand="1"/>'),
          soapAction,
        ),
        'not understood',
      ],
      [
        'the other version',
        path,
        post(text11, envelope('urn:none', report()), soapAction),
        'version mismatch',
      ],
      [
        'a body too long',
        path,
        post(text11, 'x'.repeat(3000), soapAction),
        'Maximum request length',
      ],
      ['an unknown method', `${path}/Nope`, {}, 'Nope Web Service method name'],
      ['another method', path, { method: 'PUT', body: '' }, 'Request format is unrecognized.'],
      ['a form of another type', `${path}/GenerateReport`, post('text/plain', ''), 'text/plain'],
    ])('%s', async (_name, url, init, message) => {
      const told: unknown[] = [];
      const server = createServer([{ operation: GenerateReport, handler: () => 'x' }], {
        limits: { bodyBytes: 2000 },
        onError: (error, context) => told.push(error, context),
      });
      const answer = await server.fetch(url, init);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(told).toHaveLength(2);
      const [[name, text] = []] = from(told.slice(0, 1));
      expect([name, text, told[1]]).toEqual([
        'RequestError',
        expect.stringContaining(message),
        undefined,
      ]);
    });

    test('nothing else: paths of nobody, and faults thrown on purpose', async () => {
      const { server, told } = failing(new SoapFault({ code: 'Client', message: 'no' }));
      expect((await server.fetch('http://school.test/other')).status).toBe(404);
      for (const binding of bindings) expect(await ask(server, binding)).toBe('no');
      expect(told).toEqual([]);
    });
  });

  describe('codes of faults that are not those of SOAP', () => {
    const answerTo = async (fault: SoapFault, options: ServerOptions = {}): Promise<string> => {
      const { server } = failing(fault, options);
      const answer = await server.fetch(path, post(text12, envelope(soap12, report())));
      return (await (answer as unknown as Response).text()).replace(
        /^.*<soap:Fault>|<soap:Reas.*$/gs,
        '',
      );
    };
    const coded = (value: string, ...subcodes: readonly string[]): string => {
      const inner = subcodes.reduceRight((rest, one) => {
        const [, namespace, local] = /^\{(.+)\}(.*)$/.exec(one) ?? [];
        const written = namespace ? ` xmlns:q0="${namespace}">q0:${local}` : `>${one}`;
        return `<soap:Subcode><soap:Value${written}</soap:Value>${rest}</soap:Subcode>`;
      }, '');
      return `<soap:Code><soap:Value>${value}</soap:Value>${inner}</soap:Code>`;
    };

    // SOAP 1.2 part 1, section 5.4.1.1: the Value of Code is one of five
    test.each([
      ['{urn:c}Quota', coded('soap:Receiver', '{urn:c}Quota')],
      ['{}102', coded('soap:Receiver', '102')],
      ['Quota', coded('soap:Receiver', 'Quota')],
      ['Client.Auth', coded('soap:Sender', 'Client.Auth')],
      ['Server.userException', coded('soap:Receiver', 'Server.userException')],
      ['Client', coded('soap:Sender')],
      ['Receiver', coded('soap:Receiver')],
      ['DataEncodingUnknown', coded('soap:DataEncodingUnknown')],
      ['{http://schemas.xmlsoap.org/soap/envelope/}Client', coded('soap:Sender')],
      ['{http://www.w3.org/2003/05/soap-envelope}Receiver', coded('soap:Receiver')],
    ])('%s', async (code, expected) => {
      expect(await answerTo(new SoapFault({ code, message: 'no more' }))).toBe(expected);
    });

    test('are around the subcodes', async () => {
      const subcodes = ['{urn:c}A', '{urn:c}B'];
      const own = new SoapFault({ code: '{urn:c}Quota', subcodes, message: 'no more' });
      expect(await answerTo(own)).toBe(coded('soap:Receiver', '{urn:c}Quota', ...subcodes));
      const plain = new SoapFault({ code: 'Client', subcodes, message: 'no more' });
      expect(await answerTo(plain)).toBe(coded('soap:Sender', ...subcodes));
    });

    test('are the Value, as on ASMX, if that is asked for', async () => {
      const own = new SoapFault({ code: '{urn:c}Quota', subcode: '{urn:c}A', message: 'no more' });
      expect(await answerTo(own, { parity: { faultCodes: true } })).toBe(
        coded('soap:Receiver', '{urn:c}A').replace(
          '<soap:Value>soap:Receiver',
          '<soap:Value xmlns:q0="urn:c">q0:Quota',
        ),
      );
    });
  });
});

describe('tracing', () => {
  type Seen<Event> = readonly [word: string, event: Event][];
  const words = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
  const undo: (() => void)[] = [];

  afterEach(() => {
    for (const one of undo.splice(0)) one();
  });

  /** What a subscriber of a channel sees, each event as it was at that time. */
  function watch<Event>(name: string): Seen<Event> {
    const seen: [string, Event][] = [];
    const channel = tracingChannel(name);
    const see = (word: string) => (message: unknown) => {
      seen.push([word, JSON.parse(JSON.stringify(message)) as Event]);
    };
    const subscribers = Object.fromEntries(words.map((word) => [word, see(word)]));
    channel.subscribe(subscribers as never);
    undo.push(() => channel.unsubscribe(subscribers as never));
    return seen;
  }

  const input = { code: 'SECRET-1', phone: 'SECRET-2' };
  const inOrder = ['start', 'end', 'asyncStart', 'asyncEnd'];
  const withError = ['start', 'end', 'error', 'asyncStart', 'asyncEnd'];
  const wordsOf = (seen: Seen<unknown>): readonly string[] => seen.map(([word]) => word);
  const last = <Event>(seen: Seen<Event>): Event => seen.at(-1)?.[1] as Event;

  /** A client of a server in the same process. */
  function client(options: ServerOptions = {}, handler?: () => unknown) {
    const { fetch } = school(options, handler);
    return createCaller({ baseUrl: 'http://h', fetch: fetch as never }, {});
  }

  describe('asmx-gen:client', () => {
    test('has the name that a bundle imports', () => {
      expect([clientChannel, serverChannel]).toEqual(['asmx-gen:client', 'asmx-gen:server']);
    });

    test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)(
      'sees a call over %s',
      async (binding) => {
        const seen = watch<ClientTraceEvent>(clientChannel);
        await client().call(AuthCode, input, { binding });
        expect(wordsOf(seen)).toEqual(inOrder);
        const call = { service: 'AuthCodeSending', operation: 'AuthCode', binding };
        expect(seen[0]?.[1]).toEqual({ ...call, durations: {} });
        const milliseconds = expect.any(Number);
        expect(last(seen)).toEqual({
          ...call,
          status: 200,
          requestBytes: milliseconds,
          bytes: milliseconds,
          durations: { encode: milliseconds, transport: milliseconds, decode: milliseconds },
        });
        expect(last(seen).requestBytes === 0).toBe(binding === 'httpGet');
        expect(JSON.stringify(seen)).not.toContain('SECRET');
      },
    );

    test.each([
      [
        'a fault',
        () => {
          throw new SoapFaultFromIndex({ code: 'Client', message: 'SECRET' });
        },
        'SoapFault',
        'Client',
        500,
      ],
      [
        'an answer that is none',
        () => {
          throw new HttpError(503, {}, 'SECRET');
        },
        'AsmxError',
        'http-status',
        503,
      ],
    ] as const)('has the code of %s', async (_, handler, name, code, status) => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      const error = await failure(client({}, handler).call(AuthCode, input, { binding: 'soap11' }));
      expect(error).toMatchObject({ name, code });
      expect(wordsOf(seen)).toEqual(withError);
      expect(last(seen)).toMatchObject({ code, status, error: { name, code } });
      expect(JSON.stringify(seen)).not.toContain('SECRET');
    });

    test('has the code of calls that are not sent, and of answers that cannot be read', async () => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      await failure(client().call(AuthCode, input, { headers: { 'X-A': 'SECRET\n' } }));
      expect(last(seen)).toMatchObject({
        code: 'encode',
        durations: { encode: expect.any(Number) },
      });
      await failure(answering('<x').call(GenerateReport, { studentId: 1 }));
      expect(last(seen)).toMatchObject({ code: 'protocol', status: 200, bytes: 2 });
      await failure(answering('').call(AuthCode, input, { signal: AbortSignal.abort() }));
      expect(last(seen)).toMatchObject({ code: 'aborted' });
    });

    test('changes nothing when nobody listens, and nothing for the caller when somebody does', async () => {
      const caller = client();
      const before = await caller.raw(AuthCode, input);
      watch(clientChannel);
      expect(await caller.raw(AuthCode, input)).toEqual(before);
    });

    test('binds stores that the call runs in', async () => {
      const storage = new AsyncLocalStorage<string>();
      const channel = tracingChannel(clientChannel);
      channel.start.bindStore(storage, (event) => (event as ClientTraceEvent).operation);
      undo.push(() => channel.start.unbindStore(storage));
      let inside: string | undefined;
      const fetch = async () => {
        inside = storage.getStore();
        return new Response(null, { status: 204 });
      };
      await createCaller({ baseUrl: 'http://h', fetch: fetch as never }, {}).call(AuthCode, input);
      expect([inside, storage.getStore()]).toEqual(['AuthCode', undefined]);
    });
  });

  describe('asmx-gen:client, of streams', () => {
    const server = createServer([{ operation: List, handler: () => items(40) }]);
    const caller = createCaller({ baseUrl: 'http://h', fetch: server.fetch as never }, {});
    const stream = () => createStreamingMethod(caller, List).stream({ count: 40 });

    test('ends with the last record', async () => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      let records = 0;
      for await (const _ of stream()) {
        records += 1;
        expect(wordsOf(seen)).toEqual(['start', 'end']);
      }
      expect(records).toBe(40);
      expect(wordsOf(seen)).toEqual(inOrder);
      expect(last(seen)).toMatchObject({ operation: 'List', status: 200 });
      expect(last(seen).bytes).toBeGreaterThan(1000);
    });

    test('ends when the reader stops', async () => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      for await (const _ of stream()) break;
      expect(wordsOf(seen)).toEqual(inOrder);
    });

    test('has the code of what breaks it off', async () => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      const broken = createCaller({ baseUrl: 'http://h', fetch: server.fetch as never }, {});
      const method = createStreamingMethod(broken, List);
      await failure(
        (async () => {
          for await (const _ of method.stream({ count: 1 }, { maxResponseBytes: 500 }));
        })(),
      );
      expect(wordsOf(seen)).toEqual(withError);
      expect(last(seen)).toMatchObject({ code: 'too-large' });
      await failure(
        (async () => {
          for await (const _ of method.stream({ count: 1 }, { maxResponseBytes: -1 }));
        })(),
      );
      expect(last(seen)).toMatchObject({ code: 'encode' });
    });
  });

  describe('asmx-gen:server', () => {
    const service = 'AuthCodeSending';
    const operation = 'AuthCode';
    const number = expect.any(Number);
    const post = `POST ${path}`;

    /** What a server publishes for one request, over a connection and with fetch alike. */
    async function traced(
      line: string,
      asked?: object,
      options: ServerOptions = {},
      handler?: () => unknown,
    ) {
      const seen = watch<ServerTraceEvent>(serverChannel);
      await both(school(options, handler), async (ask) => {
        await ask(line, asked as never);
      });
      const half = seen.length / 2;
      expect(wordsOf(seen.slice(half))).toEqual(wordsOf(seen.slice(0, half)));
      expect(JSON.stringify(seen)).not.toContain('SECRET');
      return seen.slice(0, half);
    }

    test('sees a request', async () => {
      const seen = await traced(post, soap('SECRET-1', 'SECRET-2'));
      expect(wordsOf(seen)).toEqual(inOrder);
      expect(seen[0]?.[1]).toEqual({
        service,
        requestBytes: soap('SECRET-1', 'SECRET-2').body.length,
        durations: { receive: number },
      });
      expect(last(seen)).toEqual({
        service,
        operation,
        binding: 'soap11',
        status: 200,
        requestBytes: number,
        bytes: number,
        durations: { receive: number, decode: number, handle: number, encode: number },
      });
    });

    test('sees GET, and a handler that waits', async () => {
      const seen = await traced(`GET ${path}/AuthCode?code=SECRET&phone=2`, {}, {}, async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
      });
      expect(wordsOf(seen)).toEqual(inOrder);
      expect(last(seen)).toMatchObject({ service, operation, binding: 'httpGet', requestBytes: 0 });
    });

    test.each([
      [
        'a fault',
        () => {
          throw new SoapFaultFromIndex({ code: 'Client', message: 'SECRET' });
        },
        500,
        'SoapFault',
        'Client',
      ],
      [
        'an exception',
        () => {
          throw new RangeError('SECRET');
        },
        500,
        'RangeError',
        'Server',
      ],
      [
        'nothing that can be read',
        () => {
          throw null;
        },
        500,
        'Error',
        'Server',
      ],
      [
        'another answer',
        () => {
          throw new HttpError(402, {}, 'SECRET');
        },
        402,
        'HttpError',
        'http-status',
      ],
    ] as const)('has the code of %s', async (_, handler, status, name, code) => {
      const seen = await traced(post, soap(), {}, handler);
      expect(wordsOf(seen)).toEqual(withError);
      expect(last(seen)).toMatchObject({ operation, status, code, error: { name, code } });
      expect(last(seen).durations).toMatchObject({ handle: number });
    });

    test.each([
      ['a request that cannot be read', post, { ...soap(), body: '<SECRET' }, 400, 'Client'],
      ['an unknown operation', `GET ${path}/SECRET`, {}, 500, 'Client'],
      ['a request that is too long', post, { ...soap(), body: 'x'.repeat(999) }, 500, 'Server'],
    ] as const)('sees %s', async (_, line, asked, status, code) => {
      const seen = await traced(line, asked, { limits: { bodyBytes: 700 } });
      expect(wordsOf(seen)).toEqual(withError);
      expect(last(seen)).toMatchObject({ service, status, error: { name: 'RequestError', code } });
    });

    test('does not see pages and unknown paths', async () => {
      expect(await traced(`GET ${path}?WSDL`)).toEqual([]);
      expect(await traced('GET /nope')).toEqual([]);
    });

    test('ends with the last record', async () => {
      const seen = watch<ServerTraceEvent>(serverChannel);
      const { fetch } = createServer([
        {
          operation: List,
          *handler() {
            yield* items(40);
          },
        },
      ]);
      const answer = await fetch('http://h/Items.asmx/List?count=40');
      expect(wordsOf(seen)).toEqual(['start', 'end']);
      const { length } = Buffer.from(await answer.arrayBuffer());
      expect(wordsOf(seen)).toEqual(inOrder);
      expect(last(seen)).toMatchObject({ operation: 'List', bytes: length });
    });

    test('binds stores that the handler runs in', async () => {
      const storage = new AsyncLocalStorage<number>();
      const channel = tracingChannel(serverChannel);
      channel.start.bindStore(storage, () => 7);
      undo.push(() => channel.start.unbindStore(storage));
      const inside: (number | undefined)[] = [];
      const server = school({}, () => void inside.push(storage.getStore()));
      await both(server, async (ask) => {
        await ask(post, soap());
      });
      expect(inside).toEqual([7, 7]);
    });
  });
});

describe('unknown headers', () => {
  const tenant = '<t:Tenant xmlns:t="urn:t" soap:mustUnderstand="1"><t:Id>7</t:Id></t:Tenant>';
  const trace = '<Trace xmlns="urn:u">x</Trace>';
  const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

  /** A request with these headers. */
  function withHeaders(headers: string): Required<Asked> {
    const { headers: http, body } = soap();
    return {
      headers: http,
      body: body.replace('<soap:Body>', `<soap:Header>${headers}</soap:Header>$&`),
    };
  }

  function as12({ body }: Required<Asked>): Required<Asked> {
    return {
      headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
      body: body.replace('http://schemas.xmlsoap.org/soap/envelope/', soap12),
    };
  }

  /** What handlers and `onError` of a server see of a request. */
  async function seen(asked: Required<Asked>, options: ServerOptions = {}) {
    const headers: (readonly XmlElement[])[] = [];
    const bodies: string[] = [];
    const told: string[] = [];
    const onError = (error: unknown): void => void told.push((error as Error).message);
    const server = school({ onError, ...options }, (_input, context: Context) => {
      headers.push(context.unknownHeaders);
    });
    await both(server, async (ask) => {
      const answer = await ask(`POST ${path}`, asked);
      bodies.push(`${answer.status} ${answer.body}`);
    });
    expect(bodies[0]).toBe(bodies[1]);
    return { headers, answer: bodies[0] ?? '', told };
  }

  describe('headers that the contract does not declare', () => {
    test('are readable as elements, in their order', async () => {
      const { headers, answer } = await seen(withHeaders(trace + trace.replace('>x<', '>y<')));
      expect(answer).toMatch(/^200 /);
      expect(headers).toHaveLength(2);
      expect(headers[0]).toMatchObject([
        { name: 'Trace', namespace: 'urn:u', children: ['x'] },
        { name: 'Trace', namespace: 'urn:u', children: ['y'] },
      ]);
    });

    test('are none in a message without any, and over HTTP', async () => {
      expect((await seen(soap())).headers).toEqual([[], []]);
      const lists: unknown[] = [];
      const server = school({}, (_input, { unknownHeaders }: Context) =>
        lists.push(unknownHeaders),
      );
      await both(server, async (ask) => void (await ask(`GET ${path}/AuthCode?code=1&phone=2`)));
      expect(lists).toEqual([[], []]);
    });

    test('for another actor or role are left out, whatever they demand', async () => {
      const other = (role: string): string => tenant.replace('soap:must', `${role} soap:must`);
      for (const asked of [
        withHeaders(other('soap:actor="urn:other"') + trace),
        as12(withHeaders(other(`soap:role="${soap12}/role/none"`) + trace)),
        as12(withHeaders(other('soap:role="urn:other"') + trace)),
      ]) {
        const { headers, answer } = await seen(asked);
        expect(answer).toMatch(/^200 /);
        expect(headers.map((list) => list.map(({ name }) => name))).toEqual([['Trace'], ['Trace']]);
      }
    });

    test('for the next node or the last one are ours', async () => {
      const to = (role: string): string => tenant.replace('soap:must', `${role} soap:must`);
      const actor = 'http://schemas.xmlsoap.org/soap/actor/next';
      for (const asked of [
        withHeaders(to(`soap:actor="${actor}"`)),
        withHeaders(to('soap:actor=""')),
        as12(withHeaders(to(`soap:role="${soap12}/role/next"`))),
        as12(withHeaders(to(`soap:role="${soap12}/role/ultimateReceiver"`))),
        as12(withHeaders(to('soap:role=""').replace('="1"', '="true"'))),
      ]) {
        expect((await seen(asked)).answer).toMatch(/^500 .*MustUnderstand/s);
        const { headers } = await seen(asked, { interceptors: [understandsTenant] });
        expect(headers).toMatchObject([[{ name: 'Tenant' }], [{ name: 'Tenant' }]]);
      }
    });
  });

  const understandsTenant = (
    call: { readonly context: Context<unknown> },
    next: () => unknown,
  ): unknown => {
    const { unknownHeaders, understood } = call.context;
    for (const one of unknownHeaders) if (one.name === 'Tenant') understood(one);
    return next();
  };

  describe('a header that must be understood', () => {
    const refused = 'SOAP header Tenant was not understood.';
    const understands = understandsTenant;
    const passes = (_call: unknown, next: () => unknown): unknown => next();

    test('is understood by an interceptor', async () => {
      for (const asked of [withHeaders(tenant), as12(withHeaders(tenant))]) {
        const { headers, answer, told } = await seen(asked, {
          interceptors: [passes, understands],
        });
        expect([answer.slice(0, 4), headers.length, told]).toEqual(['200 ', 2, []]);
      }
    });

    test.each<[string, ServerOptions]>([
      ['nobody', {}],
      ['no interceptor', { interceptors: [passes] }],
      ['no interceptor, of several headers,', { interceptors: [understands] }],
      ['nobody, where errors are hidden,', { parity: { suppressExceptions: true } }],
      [
        'no interceptor, where errors are hidden,',
        { parity: { suppressExceptions: true }, interceptors: [passes] },
      ],
    ])('and %s understands: a fault before the handler runs', async (who, options) => {
      const more = who.includes('several') ? tenant.replaceAll('Tenant', 'Other') : '';
      const message = more === '' ? refused : refused.replace('Tenant', 'Other');
      const one = await seen(withHeaders(tenant + more), options);
      expect(one.answer).toMatch(/^500 /);
      expect(one.answer).toContain(
        `<soap:Fault><faultcode>soap:MustUnderstand</faultcode><faultstring>${message}</faultstring></soap:Fault>`,
      );
      expect([one.headers, one.told]).toEqual([[], [message, message]]);
      const two = await seen(as12(withHeaders(tenant + more)), options);
      expect(two.answer).toContain('<soap:Value>soap:MustUnderstand</soap:Value>');
      expect(two.answer).not.toContain('Detail');
      expect(two.headers).toEqual([]);
    });

    test('is understood by an interceptor that waits, and by one around another', async () => {
      const waits = async (
        call: { readonly context: Context<unknown> },
        next: () => unknown,
      ): Promise<unknown> => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return understandsTenant(call, next);
      };
      for (const interceptors of [
        [waits, passes],
        [passes, waits],
      ]) {
        const { headers, answer } = await seen(withHeaders(tenant), { interceptors });
        expect([answer.slice(0, 4), headers.length]).toEqual(['200 ', 2]);
      }
    });

    test('is understood too late after the handler was called, which does not run', async () => {
      const late = async (
        call: { readonly context: Context<unknown> },
        next: () => unknown,
      ): Promise<unknown> => {
        const result = await next();
        understandsTenant(call, () => undefined);
        return result;
      };
      const floating = (
        { context }: { readonly context: Context<unknown> },
        next: () => unknown,
      ): unknown => {
        setTimeout(() => context.unknownHeaders.forEach(context.understood), 1);
        return next();
      };
      for (const interceptor of [late, floating]) {
        const { headers, answer } = await seen(withHeaders(tenant), {
          interceptors: [interceptor],
        });
        expect(answer).toContain(refused);
        expect(headers).toEqual([]);
      }
    });

    test('is not understood by a word on something else', async () => {
      const wrong = ({ context }: { readonly context: Context<unknown> }): void =>
        context.understood({ name: 'Tenant', namespace: 'urn:t' });
      const { told } = await seen(withHeaders(tenant), { interceptors: [wrong] });
      expect(told[0]).toBe('understood takes an element of unknownHeaders.');
    });
  });
});

describe('not found', () => {
  test.each([
    [undefined, false],
    ['*/*', false],
    ['text/xml', false],
    ['text/html,application/xhtml+xml;q=0.9', true],
  ])('the page of a path of nobody, for Accept %s, has a style: %s', async (accept, styled) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await createServerFromNode([]).fetch('http://h/none', { headers });
    const text = await answer.text();
    expect(answer.status).toBe(404);
    expect(text).toContain('<h2><i>The resource cannot be found.</i></h2>');
    expect(text.includes('<style>')).toBe(styled);
    expect(text.includes('name="viewport"')).toBe(styled);
    // otherwise browsers ask for one, and note in the console that there is none
    expect(text.includes('<link rel="icon" href="data:,">')).toBe(styled);
  });

  describe('a server without the target docs', () => {
    const school = (options: ServerOptions = {}) =>
      createWithout([{ operation: AuthCode, handler: () => undefined }], options);

    test.each(['', '?WSDL', '?wsdl=a', '?disco', '?schema=a', '?op=AuthCode', '?help'])(
      'names it in place of a document: %j',
      async (query) => {
        const answer = await school().fetch(`http://h${path}${query}`);
        expect(answer.status).toBe(404);
        expect(await answer.text()).toContain('generated without the target &#39;docs&#39;');
      },
    );

    test('answers as ASMX without its Documentation protocol if both are off', async () => {
      const answer = await school({ pages: false, wsdl: false }).fetch(`http://h${path}?WSDL`);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain('Request format is unrecognized.');
    });

    test('still answers its operations, and refuses other requests as before', async () => {
      const { fetch } = school();
      expect((await fetch(`http://h${path}/AuthCode?code=1&phone=2`)).status).toBe(200);
      expect((await fetch(`http://h${path}/Nope`)).status).toBe(500);
      expect((await fetch(`http://h${path}`, { method: 'PUT' })).status).toBe(405);
    });
  });

  test('browsers get a link to the list of services, where there is one for them', async () => {
    const documents = () => ({
      isDocument: true,
      takesBody: false,
      takes: () => true,
      answer: async () => ({ status: 200, headers: [], body: 'list' }),
      failed: () => ({ status: 500, headers: [], body: '' }),
      tooLarge: () => ({ status: 500, headers: [], body: '' }),
    });
    const pageOf = async (options: object, accept = 'text/html'): Promise<string> => {
      const server = createServerFromNode([], options, documents as never);
      const answer = await server.fetch('http://h/none', { headers: { accept } });
      expect(answer.status).toBe(404);
      return answer.text();
    };
    expect(await pageOf({})).toContain('<a href="http://h/">All services</a>');
    expect(await pageOf({ basePath: '/legacy' })).toContain('<a href="http://h/legacy/">');
    const publicUrl = 'https://a.example/shop';
    expect(await pageOf({ publicUrl })).toContain('<a href="https://a.example/shop/">');
    expect(await pageOf({}, '*/*')).not.toContain('<a ');
    expect(await pageOf({ pages: false })).not.toContain('<a ');
    const bare = await createServerFromNode([]).fetch('http://h/none', {
      headers: { accept: 'text/html' },
    });
    expect(await bare.text()).not.toContain('<a ');
  });
});
