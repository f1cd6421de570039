import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { AnyOperation } from '../../src/runtime/operation/descriptor.ts';
import { notImplemented, SoapFault } from '../../src/runtime/operation/soap.ts';
import { buildRoutes, type ServiceTable } from '../../src/runtime/server/dispatch.ts';
import type { Documentation } from '../../src/runtime/server/documents.ts';
import type { Context, ServerOptions } from '../../src/runtime/server/options.ts';
import { checkElements, completeLimits } from '../../src/runtime/server/protocol.ts';
import type { NodeListener } from '../../src/runtime/server/request.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import {
  AuthCode,
  type AuthCodeInput,
  type Credentials,
  GenerateReport,
  type GenerateReportInput,
  GetAboutUs,
  GetNotes,
  Notify,
} from './wire/descriptors.ts';
import { request, start, type WireAnswer } from './wire/exchange.ts';
import {
  authCode,
  envelope,
  fault11,
  fault12,
  form,
  soap11,
  soap12,
  text11,
  text12,
} from './wire/messages.ts';
import { createServer, type Served } from './wire/serve.ts';

describe('server http', () => {
  let server: Server;
  let port: number;
  let called: unknown;

  beforeAll(async () => {
    const asAsmx = { parity: { exceptionMessages: true } };
    const school = createServer(
      [
        {
          operation: AuthCode,
          handler: (input: AuthCodeInput) => {
            called = input;
          },
        },
        {
          operation: GenerateReport,
          handler: ({ studentId, studentClass }: GenerateReportInput) => {
            if (studentClass === 'throw') {
              throw new Error('boom <&> é "\'', { cause: new Error('inner') });
            }
            if (studentClass === 'soap') throw new SoapFault({ code: 'Client', message: 'custom' });
            if (studentClass === 'null') return undefined;
            return studentClass === 'empty' ? '' : `${studentId}<${studentClass}`;
          },
        },
        { operation: GetAboutUs, handler: () => 'about' },
        { operation: Notify, handler: () => undefined },
      ],
      asAsmx,
    );
    ({ server, port } = await start(school.listener));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    called = undefined;
  });

  const base = '/AuthCodeSending.asmx';

  describe('parameters', () => {
    test.each([
      ['plain', 'code=1&phone=2', { code: '1', phone: '2' }],
      ['names in any letter case', 'Code=1&PHONE=2', { code: '1', phone: '2' }],
      ['other order and extra names', 'z=0&phone=2&code=1', { code: '1', phone: '2' }],
      ['repeated', 'code=1&code=9&phone=2', { code: '1,9', phone: '2' }],
      ['empty', 'code=&phone=', { code: '', phone: '' }],
      [
        'UTF-8',
        'code=%C3%A9%E2%82%AC%F0%9F%98%80&phone=a+b%20c%2Bd',
        { code: 'é€😀', phone: 'a b c+d' },
      ],
      ['bad UTF-8', 'code=%E9&phone=2', { code: '\ufffd', phone: '2' }],
      ['%uXXXX', 'code=%u00E9%u20AC%uD83D%uDE00&phone=2', { code: 'é€😀', phone: '2' }],
      ['a % that starts nothing', 'code=%ZZ%&phone=%u12', { code: '%ZZ%', phone: '%u12' }],
      ['semicolons', 'code=1;phone=2&phone=3', { code: '1;phone=2', phone: '3' }],
      ['markup', 'code=%3Cscript%3E%26%22%27&phone=2', { code: '<script>&"\'', phone: '2' }],
      ['several =', 'code=a=b&phone==', { code: 'a=b', phone: '=' }],
    ])('%s', async (_name, text, input) => {
      const get = await request(port, `GET ${base}/AuthCode?${text}`, {});
      expect([get.status, get.body, called]).toEqual([200, '', input]);
      called = undefined;
      const post = await request(port, `POST ${base}/AuthCode`, { 'Content-Type': form }, text);
      expect([post.status, post.body, called]).toEqual([200, '', input]);
    });

    test('a POST may name its charset, which the bytes after % follow', async () => {
      const type = `${form}; charset=iso-8859-1`;
      const body = Buffer.from('code=1&phone=é%C3%A9', 'latin1');
      await request(port, `POST ${base}/AuthCode`, { 'Content-Type': type }, body);
      expect(called).toEqual({ code: '1', phone: 'éÃ©' });
    });

    test('the query of a POST and the body of a GET are not looked at', async () => {
      const post = await request(port, `POST ${base}/AuthCode?code=1&phone=2`, {
        'Content-Type': form,
      });
      expect(post.body).toBe('Missing parameter: code.\r\n');
      await request(
        port,
        `GET ${base}/AuthCode?code=1&phone=2`,
        { 'Content-Type': form },
        'code=5',
      );
      expect(called).toEqual({ code: '1', phone: '2' });
    });
  });

  describe('results', () => {
    test('void: an empty body and no content type', async () => {
      const { status, headers, body } = await request(
        port,
        `GET ${base}/AuthCode?code=1&phone=2`,
        {},
      );
      expect([status, body]).toEqual([200, '']);
      expect(headers['content-type']).toBeUndefined();
      expect(headers['content-length']).toBe('0');
      expect(headers['cache-control']).toBe('private, max-age=0');
    });

    test.each([
      ['a', '<string xmlns="http://tempuri.org/">7&lt;a</string>'],
      ['empty', '<string xmlns="http://tempuri.org/" />'],
      [
        'null',
        '<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:nil="true" xmlns="http://tempuri.org/" />',
      ],
    ])('a document with the value: %s', async (name, root) => {
      const answer = await request(
        port,
        `GET ${base}/GenerateReport?studentId=+7&studentClass=${name}`,
        {},
      );
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(text11);
      expect(answer.body).toBe(`<?xml version="1.0" encoding="utf-8"?>\r\n${root}`);
    });

    test.each([undefined, text11, 'text/plain', 'multipart/form-data; boundary=b'])(
      'without parameters any content type is right: %s',
      async (type) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
        const answer = await request(port, 'POST /AboutUs.asmx/GetAboutUs', headers, 'whatever');
        expect([answer.status, answer.body.slice(40)]).toEqual([
          200,
          '<string xmlns="http://tempuri.org/">about</string>',
        ]);
      },
    );

    test('without parameters the query may be missing or a bare ?', async () => {
      for (const query of ['', '?']) {
        expect((await request(port, `GET /AboutUs.asmx/GetAboutUs${query}`, {})).status).toBe(200);
      }
    });
  });

  describe('errors are 500 text/plain with one CRLF', () => {
    const cannot = (value: string, reason: string): string =>
      `Cannot convert ${value} to System.Int32.\r\nParameter name: type ---> ${reason}`;
    test.each([
      ['unknown operation', '/Nope?x=1', 'Nope Web Service method name is not valid.'],
      ['trailing slash', '/AuthCode/?code=1', 'AuthCode/ Web Service method name is not valid.'],
      [
        'extra path',
        '/AuthCode/extra?code=1',
        'AuthCode/extra Web Service method name is not valid.',
      ],
      [
        'other letter case',
        '/authcode?code=1&phone=2',
        'Invalid method name &#39;authcode&#39;,  method names are case sensitive.   The method name &#39;AuthCode&#39; with the same name but different casing was found.\r\nParameter name: methodName',
      ],
      ['missing', '/AuthCode?code=1', 'Missing parameter: phone.'],
      ['the first missing', '/AuthCode', 'Missing parameter: code.'],
      ['without =', '/AuthCode?code&phone', 'Missing parameter: code.'],
      [
        'no number',
        '/GenerateReport?studentId=abc&studentClass=a',
        cannot('abc', 'Input string was not in a correct format.'),
      ],
      [
        'empty number',
        '/GenerateReport?studentId=&studentClass=a',
        cannot('', 'Input string was not in a correct format.'),
      ],
      [
        'too large',
        '/GenerateReport?studentId=99999999999&studentClass=a',
        cannot('99999999999', 'Value was either too large or too small for an Int32.'),
      ],
      [
        'exception',
        '/GenerateReport?studentId=1&studentClass=throw',
        'boom &lt;&amp;&gt; &#233; &quot;&#39; ---> inner',
      ],
      ['SOAP fault', '/GenerateReport?studentId=1&studentClass=soap', 'custom'],
    ])('%s', async (_name, target, text) => {
      const answer = await request(port, `GET ${base}${target}`, {});
      expect(answer.body).toBe(`${text}\r\n`);
      expect(answer.status).toBe(500);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('private');
    });

    test.each([[text11], ['multipart/form-data; boundary=b']])('a POST of %s', async (type) => {
      const answer = await request(port, `POST ${base}/AuthCode`, { 'Content-Type': type }, '{}');
      expect([answer.status, answer.body]).toEqual([
        500,
        `Request format is invalid: ${type}.\r\n`,
      ]);
    });
  });

  test('a thousand names are the limit of a form; a query may be longer than IIS takes', async () => {
    const path = `${base}/AuthCode`;
    const post = await request(port, `POST ${path}`, { 'Content-Type': form }, 'a=1&'.repeat(1001));
    expect(post.body).toBe('Operation is not valid due to the current state of the object.\r\n');
    const get = await request(port, `GET ${path}?code=${'x'.repeat(2048)}&phone=1`, {});
    expect(get.status).toBe(200);
  });

  describe('methods and paths', () => {
    const page = (text: string): string => `<h2><i>${text}</i></h2>`;
    test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s', async (method) => {
      for (const target of [base, `${base}?WSDL`]) {
        const own = await request(port, `${method} ${target}`, { SOAPAction: '"x"' }, 'x');
        expect([own.status, own.headers['content-type']]).toEqual([
          405,
          'text/html; charset=utf-8',
        ]);
        expect(own.headers.allow).toBe('POST');
        expect(own.body).toContain(page('Request format is unrecognized.'));
      }
      const operation = await request(port, `${method} ${base}/AuthCode?code=1&phone=2`, {});
      expect(operation.status).toBe(500);
      expect(operation.body).toContain(
        page('Request format is unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;.'),
      );
      expect(called).toBeUndefined();
    });

    test('HEAD has no body', async () => {
      const own = await request(port, `HEAD ${base}`, {});
      expect([own.status, own.body]).toEqual([404, '']);
      const operation = await request(port, `HEAD ${base}/AuthCode`, {});
      expect([operation.status, operation.body]).toEqual([500, '']);
    });

    test.each([
      ['GET', `${base}/`, '/'],
      ['POST', `${base}/`, '/'],
      ['GET', '/Push.asmx/Notify?code=1', '/Notify'],
      ['POST', '/Push.asmx/Notify', '/Notify'],
    ])('%s %s is 500 where the binding is off', async (method, target, suffix) => {
      const answer = await request(port, `${method} ${target}`, {});
      expect(answer.status).toBe(500);
      expect(answer.body).toContain(`unexpectedly ending in &#39;${suffix}&#39;`);
    });

    test.each(['/Nope.asmx', '/Nope.asmx?WSDL', '/', '/AuthCodeSending', '//', '/%', '*'])(
      '%s is nowhere',
      async (target) => {
        const answer = await request(port, `GET ${target}`, {});
        expect([answer.status, answer.headers['content-type']]).toEqual([
          404,
          'text/html; charset=utf-8',
        ]);
      },
    );

    test('a path counts in any letter case and in absolute form', async () => {
      for (const target of [
        '/authcodesending.ASMX',
        `http://school.test${base}`,
        '/AuthCode%53ending.asmx',
      ]) {
        const answer = await request(port, `GET ${target}/AuthCode?code=1&phone=2`, {});
        expect([target, answer.status]).toEqual([target, 200]);
      }
    });

    test('SOAP does not look at the query', async () => {
      const answer = await request(
        port,
        `POST ${base}?WSDL`,
        { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
        envelope(soap11, authCode()),
      );
      expect(answer.status).toBe(200);
    });
  });
});

describe('server paths', () => {
  let close = (): void => undefined;
  let called: string[] = [];
  afterEach(() => {
    close();
    called = [];
  });

  /** Says what it was asked for. */
  const documentation: Documentation = {
    answer: ({ origin, path, query }) => ({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: `${origin}${path}?${query}`,
    }),
  };

  const named = (path: string, location: string) => ({
    ...AuthCode,
    path,
    http: { ...AuthCode.http, location },
  });

  function serverAt(path: string, location = '/AuthCode', options: ServerOptions = {}) {
    const handler = ({ code }: { readonly code: string }): void => void called.push(code);
    const route = { operation: named(path, location), handler };
    return createServer([route] as never, options, async () => ({ documentation }));
  }

  async function open(listener: RequestListener): Promise<number> {
    const { server, port } = await start(listener);
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return port;
  }

  /** What a framework leaves on a request. */
  const frameworks: Readonly<
    Record<string, (server: ReturnType<typeof serverAt>) => RequestListener>
  > = {
    'with next': (server) => (request, response) =>
      server.listener(request, response, () => void response.end('the application')),
    'with originalUrl': (server) => (request, response) => {
      Object.assign(request as IncomingMessage & { originalUrl?: string }, {
        originalUrl: request.url,
      });
      server.listener(request, response);
    },
  };

  const query = '?code=7&phone=1';

  const ways: readonly (readonly [string, string])[] = [
    ['two slashes', '//Shop.asmx/Echo'],
    ['two slashes within', '/Shop.asmx//Echo'],
    ['many slashes', '////Shop.asmx///Echo'],
    ['an encoded letter', '/%53hop.asmx/Echo'],
    ['an encoded dot', '/Shop%2easmx/Echo'],
    ['an encoded letter of the operation', '/Shop.asmx/%45cho'],
    ['all of them', '//%53hop%2Easmx//%45ch%6f'],
  ];

  describe('other spellings of a path', () => {
    test.each(ways)('%s: the same for a server of its own', async (_, path) => {
      const server = serverAt('/Shop.asmx', '/Echo');
      const port = await open(server.listener);
      expect((await request(port, `GET ${path}${query}`, {})).status).toBe(200);
      expect((await server.fetch(`http://h${path}${query}`)).status).toBe(200);
      expect(called).toEqual(['7', '7']);
    });

    test.each(
      ways.flatMap(([what, path]) =>
        Object.keys(frameworks).map((framework) => [what, path, framework] as const),
      ),
    )('%s (%s) is no one’s inside a framework %s', async (_, path, framework) => {
      const port = await open(frameworks[framework]?.(serverAt('/Shop.asmx', '/Echo')) as never);
      await request(port, `GET ${path}${query}`, {});
      expect(called).toEqual([]);
      expect((await request(port, `GET /Shop.asmx/Echo${query}`, {})).status).toBe(200);
      expect(called).toEqual(['7']);
    });

    test.each(
      ['/Shop.asmx%2fEcho', '/Shop.asmx%5cEcho', '/Shop.asmx%2FEcho', '/Shop.asmx/%2fEcho'].flatMap(
        (path) => ['alone', ...Object.keys(frameworks)].map((how) => [path, how] as const),
      ),
    )('%s separates nothing, %s', async (path, how) => {
      const server = serverAt('/Shop.asmx', '/Echo');
      const port = await open(frameworks[how]?.(server) ?? server.listener);
      await request(port, `GET ${path}${query}`, {});
      await server.fetch(`http://h${path}${query}`);
      expect(called).toEqual([]);
    });

    test('an encoded slash within a location separates nothing', async () => {
      const server = serverAt('/Shop.asmx', '/a/Echo');
      expect((await server.fetch(`http://h/Shop.asmx/a%2fEcho${query}`)).status).toBe(500);
      expect((await server.fetch(`http://h/Shop.asmx/a/Echo${query}`)).status).toBe(200);
      expect(called).toEqual(['7']);
    });

    test.each(Object.keys(frameworks))(
      'in any letter case, as Express does, %s',
      async (framework) => {
        const port = await open(frameworks[framework]?.(serverAt('/Shop.asmx', '/Echo')) as never);
        await request(port, `GET /SHOP.asmx/Echo${query}`, {});
        expect(called).toEqual(['7']);
      },
    );
  });

  describe('a path that needs escapes', () => {
    const spellings: readonly (readonly [string, string])[] = [
      ['/My%20App/Ferry%20Desk.asmx', '/My%20App/Ferry%20Desk.asmx'],
      ['/My App/Ferry Desk.asmx', '/My%20App/Ferry%20Desk.asmx'],
      ['/Größe.asmx', '/Gr%C3%B6%C3%9Fe.asmx'],
      ['/a%2fb.asmx', '/a%2fb.asmx'],
    ];

    test.each(spellings)('%s is asked at %s, also inside a framework', async (own, asked) => {
      const server = serverAt(own, '/Größe');
      const target = `${asked}/Gr%C3%B6%C3%9Fe${query}`;
      const port = await open(frameworks['with next']?.(server) as never);
      expect((await request(port, `GET ${target}`, {})).status).toBe(200);
      expect((await server.fetch(`http://h${target}`)).status).toBe(200);
      expect(called).toEqual(['7', '7']);
    });

    test('an escaped percent sign is not the escape of another character', async () => {
      const server = serverAt('/a%2fb.asmx', '/Echo');
      expect((await server.fetch(`http://h/a%252fb.asmx/Echo${query}`)).status).toBe(404);
    });

    test('a base path, too', async () => {
      const server = serverAt('/Shop.asmx', '/Echo', { basePath: '/my app/ü' });
      const path = '/my%20app/%C3%BC/Shop.asmx';
      expect((await server.fetch(`http://h${path}/Echo${query}`)).status).toBe(200);
      expect(await (await server.fetch(`http://h${path}?WSDL`)).text()).toBe(
        `http://h${path}?WSDL`,
      );
    });
  });

  describe('targets that name a host', () => {
    test.each([
      ['http://h/Shop.asmx/Echo', true],
      ['HTTPS://h.example:8443/Shop.asmx/Echo', true],
      ['http://[::1]:80/Shop.asmx/Echo', true],
      // other readers of these, such as a framework's guard, see another path
      ['http://h?x/Shop.asmx/Echo', false],
      ['http://h#x/Shop.asmx/Echo', false],
      ['http://h\\x/Shop.asmx/Echo', false],
      ['http://h;x/Shop.asmx/Echo', false],
      ['http:///Shop.asmx/Echo', false],
    ])('%s reaches the service: %s', async (target, reaches) => {
      const port = await open(serverAt('/Shop.asmx', '/Echo').listener);
      await request(port, `GET ${target}${query}`, {});
      expect(called).toEqual(reaches ? ['7'] : []);
    });
  });

  describe('the list of services', () => {
    const base = { basePath: '/legacy' };

    test.each(['/legacy/', '/legacy', '/LEGACY/', '//legacy//', '/'])(
      'is at %s with a base path',
      async (path) => {
        const server = serverAt('/Shop.asmx', '/Echo', base);
        const port = await open(server.listener);
        for (const answer of [
          await request(port, `GET ${path}`, { Host: 'h' }),
          await server.fetch(`http://h${path}`),
        ]) {
          expect(answer.status).toBe(200);
          const text =
            typeof answer.body === 'string' ? answer.body : await (answer as Response).text();
          expect(text).toBe('http://h/legacy/?');
        }
      },
    );

    test('is the application’s inside a framework', async () => {
      const port = await open(
        frameworks['with next']?.(serverAt('/Shop.asmx', '/Echo', base)) as never,
      );
      for (const path of ['/', '/legacy/']) {
        expect((await request(port, `GET ${path}`, {})).body).toBe('the application');
      }
    });

    test('is nowhere else', async () => {
      const { fetch } = serverAt('/Shop.asmx', '/Echo', base);
      expect((await fetch('http://h/legacy/x')).status).toBe(404);
      expect((await fetch('http://h/legacyx')).status).toBe(404);
    });
  });

  describe('methods', () => {
    const documents = ['/', '/Shop.asmx', '/Shop.asmx?WSDL', '/Shop.asmx?disco'];

    test.each([...documents, `/Shop.asmx/Echo${query}`, '/Shop.asmx/Echo', '/nothing'])(
      'HEAD of %s has the head of GET, and no body',
      async (target) => {
        const server = serverAt('/Shop.asmx', '/Echo');
        const port = await open(server.listener);
        const ask = (method: string): Promise<WireAnswer> =>
          request(port, `${method} ${target}`, {});
        const [get, head] = [await ask('GET'), await ask('HEAD')];
        const dated = ({ headers: { date: _, ...rest } }: WireAnswer) => rest;
        expect([head.status, dated(head)]).toEqual([get.status, dated(get)]);
        expect(head.body).toBe('');
        const [fetched, fetchedHead] = [
          await server.fetch(`http://h${target}`),
          await server.fetch(`http://h${target}`, { method: 'HEAD' }),
        ];
        expect(fetchedHead.status).toBe(fetched.status);
        expect(Object.fromEntries(fetchedHead.headers)).toEqual(
          Object.fromEntries(fetched.headers),
        );
        expect(await fetchedHead.text()).toBe('');
      },
    );

    test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
      '%s is told what is allowed',
      async (method) => {
        const server = serverAt('/Shop.asmx', '/Echo');
        const port = await open(server.listener);
        for (const target of ['/Shop.asmx', '/Shop.asmx?WSDL']) {
          const { status, headers } = await request(port, `${method} ${target}`, {});
          expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
        }
        const answer = await server.fetch('http://h/Shop.asmx', { method });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      },
    );
  });
});

describe('server response', () => {
  let close: (() => void) | undefined;

  afterEach(() => close?.());

  type NotesContext = Context;

  /** Runs one handler for GetNotes and asks it over GET and SOAP 1.1. */
  async function ask(
    handler: (input: AuthCodeInput, context: NotesContext) => unknown,
    options: ServerOptions = {},
  ): Promise<{ readonly get: WireAnswer; readonly soap: WireAnswer }> {
    const { server, port } = await start(
      createServer([{ operation: GetNotes, handler }], options).listener,
    );
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const get = await request(port, 'GET /Notes.asmx/GetNotes?code=a', { 'X-Token': 't1' });
    const soap = await request(
      port,
      'POST /Notes.asmx',
      { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/GetNotes"' },
      envelope(soap11, '<GetNotes xmlns="http://tempuri.org/"><code>a</code></GetNotes>'),
    );
    return { get, soap };
  }

  const envelopeOfVoid = envelope(soap11, '<GetNotesResponse xmlns="http://tempuri.org/" />');

  describe('operations that write the response themselves', () => {
    test('text without content type', async () => {
      const { get, soap } = await ask(({ code }, context) => context.write(`{"text":"${code}"}`));
      expect([get.status, get.body, get.headers['content-type']]).toEqual([
        200,
        '{"text":"a"}',
        undefined,
      ]);
      expect(soap.body).toBe(`{"text":"a"}${envelopeOfVoid}`);
      expect(soap.headers['content-type']).toBe(text11);
      expect(soap.headers['content-length']).toBe(String(soap.body.length));
    });

    test.each([
      ['in Arabic', 'صف واحد '],
      ['in pairs of surrogates', 'x\u{1F600}'],
      ['with half a pair', 'é€\ud800x'],
    ])('a long text %s', async (_name, text) => {
      const { get } = await ask((_input, context) => context.write(text.repeat(3000)));
      const bytes = Buffer.from(text.repeat(3000));
      expect(get.headers['content-length']).toBe(String(bytes.length));
      expect(get.body === bytes.toString()).toBe(true);
    });

    test('a content type counts for GET, the envelope keeps its own', async () => {
      const { get, soap } = await ask((_input, context) => {
        context.contentType('application/json');
        context.write('{}');
      });
      expect(get.headers['content-type']).toBe('application/json');
      expect(soap.headers['content-type']).toBe(text11);
    });

    test('an ended response has no envelope and its own type', async () => {
      const { get, soap } = await ask((_input, context) => {
        context.header('content-type', 'application/json');
        context.write('[');
        context.write(new Uint8Array([0x31, 0x5d]));
        context.end();
        context.write('lost');
      });
      for (const answer of [get, soap]) {
        expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([
          200,
          '[1]',
          'application/json',
        ]);
      }
    });

    test('status, reason and headers are kept', async () => {
      const { get, soap } = await ask((_input, context) => {
        context.status(403, 'No way');
        context.header('X-Note', '1');
        context.header('x-note', '2');
        context.header('Cache-Control', 'no-store');
        context.header('Content-Length', '1');
        context.header('Set-Cookie', 'a=1');
        context.write('no');
      });
      for (const answer of [get, soap]) {
        expect([answer.status, answer.reason]).toEqual([403, 'No way']);
        expect(answer.headers['x-note']).toBe('2');
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers['set-cookie']).toBe('a=1');
      }
      expect(get.body).toBe('no');
      expect(soap.body).toBe(`no${envelopeOfVoid}`);
    });

    test('a value that is given back is written too', async () => {
      const { get, soap } = await ask(() => ({ marks: [1] }));
      expect([get.body, get.headers['content-type']]).toEqual([
        '{"marks":[1]}',
        'application/json; charset=utf-8',
      ]);
      expect(soap.body).toBe(`{"marks":[1]}${envelopeOfVoid}`);
    });

    test.each([
      ['header', (context: NotesContext) => context.header('X', 'a\r\nSet-Cookie: b')],
      ['header name', (context: NotesContext) => context.header('X Y', 'a')],
      ['content type', (context: NotesContext) => context.contentType('a\nb')],
      ['reason', (context: NotesContext) => context.status(200, 'a\r\nb')],
      ['status', (context: NotesContext) => context.status(99)],
    ])('a %s that would break the head is an exception', async (_name, handler) => {
      const { get, soap } = await ask((_input, context) => handler(context));
      expect([get.status, soap.status]).toEqual([500, 500]);
      expect(get.headers['set-cookie']).toBeUndefined();
    });
  });

  describe('the context', () => {
    test('tells of the request', async () => {
      const seen: unknown[] = [];
      await ask((_input, context) => {
        const { service, operation, binding, url, local, ip } = context;
        seen.push([service, operation, binding, url, local, ip, context.headers['x-token']]);
        seen.push(context.signal.aborted);
        seen.push((context.request as { method?: string }).method);
      });
      expect(seen).toEqual([
        [
          'Notes',
          'GetNotes',
          'httpGet',
          '/Notes.asmx/GetNotes?code=a',
          true,
          expect.stringContaining('127.0.0.1'),
          't1',
        ],
        false,
        'GET',
        [
          'Notes',
          'GetNotes',
          'soap11',
          '/Notes.asmx',
          true,
          expect.stringContaining('127.0.0.1'),
          undefined,
        ],
        false,
        'POST',
      ]);
    });

    test.each([
      ['a value', () => ({ user: 'u' })],
      ['a promise', async () => ({ user: 'u' })],
    ])('has the state of the factory: %s', async (_name, context) => {
      const { get } = await ask((_input, { state, write }) => write(JSON.stringify(state)), {
        context,
      });
      expect(get.body).toBe('{"user":"u"}');
    });

    test.each([
      [
        'throws',
        () => {
          throw new Error('who are you?');
        },
      ],
      ['rejects', () => Promise.reject(new Error('who are you?'))],
    ])('a factory that %s refuses the request', async (_name, context) => {
      let ran = false;
      const { get, soap } = await ask(
        () => {
          ran = true;
        },
        { context },
      );
      expect([get.status, get.body]).toEqual([500, 'An error occurred on the server.\r\n']);
      expect(soap.body).toBe(fault11('Server', 'Server was unable to process request.'));
      expect(ran).toBe(false);
    });
  });

  describe('options', () => {
    test('interceptors are around the handler in order', async () => {
      const log: string[] = [];
      const { get } = await ask(
        (_input, context) => {
          log.push('handler');
          context.write('x');
        },
        {
          interceptors: [
            async ({ operation }, next) => {
              log.push(`in ${operation.name}`);
              const value = await next();
              log.push('out');
              return value;
            },
            (_call, next) => {
              log.push('second');
              return next();
            },
          ],
        },
      );
      expect(get.body).toBe('x');
      expect(log.slice(0, 4)).toEqual(['in GetNotes', 'second', 'handler', 'out']);
    });

    test('onError is told of exceptions and not of faults, and may fail itself', async () => {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => {
        errors.push(error);
        throw new Error('in the listener');
      };
      const boom = new Error('boom');
      await ask(
        () => {
          throw boom;
        },
        { onError },
      );
      expect(errors).toEqual([boom, boom]);
      close?.();
      const { soap } = await ask(notImplemented, { onError });
      expect(soap.body).toBe(fault11('Server', 'This operation is not implemented.'));
      expect(errors).toHaveLength(2);
    });

    test('stacks are shown only when asked for', async () => {
      const handler = (): never => {
        throw new TypeError('boom');
      };
      const hidden = await ask(handler);
      expect(hidden.soap.body).not.toContain('at ');
      close?.();
      const shown = await ask(handler, { faultDetail: true });
      expect(shown.soap.body).toContain('TypeError: boom');
      expect(shown.get.body).toContain('TypeError: boom');
    });

    test('suppressed exceptions', async () => {
      const { get, soap } = await ask(
        () => {
          throw new Error('secret');
        },
        { parity: { suppressExceptions: true } },
      );
      expect(get.body).toBe('An error occurred on the server.\r\n');
      expect(soap.body).toBe(fault11('Server', 'An error occurred on the server.'));
    });

    test('a time limit ends the wait and aborts the signal', async () => {
      let reason: unknown;
      const { get, soap } = await ask(
        (_input, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              reason = signal.reason;
            });
          }),
        { limits: { time: 20 } },
      );
      expect(get.body).toBe('Request timed out.\r\n');
      expect(soap.body).toBe(
        fault11('Server', 'Server was unable to process request. ---&gt; Request timed out.'),
      );
      expect(reason).toEqual(new Error('Request timed out.'));
    });
  });
});

describe('server routes', () => {
  const at = (path: string): AnyOperation => ({ ...AuthCode, path }) as unknown as AnyOperation;
  const finder = (...paths: readonly string[]): ServiceTable['find'] =>
    buildRoutes(
      paths.map((path) => ({
        operation: at(path),
        server: [],
        codec: {},
        handler: () => undefined,
      })),
      {},
    ).find;

  describe('paths', () => {
    test.each([
      ['/Svc.asmx', '/Svc.asmx', ''],
      ['/Svc.asmx', '/svc.ASMX', ''],
      ['/Svc.asmx', '/Svc.asmx/Op', '/Op'],
      ['/Svc.asmx', '/Svc.asmx/', '/'],
      ['/', '/', ''],
      ['/api/', '/api/', ''],
      ['/api/', '/api/Op', '/Op'],
      ['/a%20b', '/a%20b', ''],
    ])('a service at %s is asked at %s', (own, asked, suffix) => {
      expect(finder(own)(asked)).toMatchObject({ service: { path: own }, suffix });
    });

    test('of two services, one with a slash at its end, each is found at its own', () => {
      const find = finder('/api', '/api/');
      expect(find('/api')?.service.path).toBe('/api');
      expect(find('/api/')).toMatchObject({ service: { path: '/api/' }, suffix: '' });
    });

    test('no one is asked elsewhere', () => {
      expect(finder('/Svc.asmx')('/Other.asmx')).toBeUndefined();
      expect(finder('/api/')('/api')).toBeUndefined();
    });

    test('the deepest service of a path is asked', () => {
      const find = finder('/a', '/a/b', '/a/b/c.asmx');
      expect(find('/a/b/x')).toMatchObject({ service: { path: '/a/b' }, suffix: '/x' });
      expect(find('/a/b/c.asmx/Op')?.service.path).toBe('/a/b/c.asmx');
      expect(find('/a/bc/x')).toMatchObject({ service: { path: '/a' }, suffix: '/bc/x' });
    });
  });

  describe('what a path costs', () => {
    /** Characters that are copied while a path is looked for: the same on every machine. */
    function charactersCopied(find: ServiceTable['find'], path: string): number {
      let characters = 0;
      const spies = (['slice', 'toLowerCase'] as const).map((name) => {
        const original = String.prototype[name] as (...values: number[]) => string;
        return jest.spyOn(String.prototype, name).mockImplementation(function (
          this: string,
          ...values: unknown[]
        ) {
          const copy = original.apply(this, values as number[]);
          characters += copy.length;
          return copy;
        });
      });
      try {
        find(path);
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      return characters;
    }

    test.each([
      ['of a service', '/Svc.asmx'],
      ['that is no one’s', '/Other.asmx'],
      ['with escapes', '/Svc%2Easmx'],
      ['of nothing else', ''],
    ])(
      'eight times the slashes after a path %s are no more than eight times the work',
      (_, head) => {
        const find = finder('/Svc.asmx', '/deeper/Svc.asmx', '/api/');
        const few = charactersCopied(find, head + '/'.repeat(1000));
        const many = charactersCopied(find, head + '/'.repeat(8000));
        expect(many).toBeLessThan(few * 9 + 100);
      },
    );
  });

  test.each(['', 'urn:shared'])(
    'operations that share the action "%s" are told apart by the body',
    async (action) => {
      const shared = <T extends { soap?: object | undefined }>(operation: T): T => ({
        ...operation,
        path: '/Shared.asmx',
        soap: { ...operation.soap, action },
      });
      const called: string[] = [];
      const { server, port } = await start(
        createServer([
          { operation: shared(AuthCode), handler: () => void called.push('AuthCode') },
          {
            operation: shared(GenerateReport),
            handler: () => {
              called.push('GenerateReport');
              return 'x';
            },
          },
        ] as unknown as Parameters<typeof createServer>[0]).listener,
      );
      try {
        const head = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
        const send = (body: string): Promise<{ status: number | undefined }> =>
          request(port, 'POST /Shared.asmx', head, envelope(soap11, body));
        const report =
          '<GenerateReport xmlns="http://tempuri.org/"><studentId>1</studentId><studentClass>c</studentClass></GenerateReport>';
        const code =
          '<AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>';
        expect((await send(report)).status).toBe(200);
        expect((await send(code)).status).toBe(200);
        expect((await send('<Other xmlns="http://tempuri.org/" />')).status).toBe(500);
        expect(called).toEqual(['GenerateReport', 'AuthCode']);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );
});

describe('server rules', () => {
  let close: () => void = () => undefined;
  let inputs: unknown[] = [];

  afterEach(() => {
    close();
    inputs = [];
  });

  async function open(routes: readonly Served[], options: ServerOptions = {}): Promise<number> {
    const { server, port } = await start(createServer(routes, options).listener);
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return port;
  }

  const note = (input: AuthCodeInput): void => void inputs.push(input);
  const own = 'POST /AuthCodeSending.asmx';
  const reply = (version: string): string =>
    envelope(version, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
  const noAction =
    'Unable to handle request without a valid action parameter. Please supply a valid soap action.';

  test('SOAP 1.1 alone', async () => {
    const port = await open([{ operation: { ...AuthCode, bindings: ['soap11'] }, handler: note }]);
    const send = (type: string, body: string, headers: Record<string, string> = {}) =>
      request(port, own, { 'Content-Type': type, ...headers }, body);
    const absent = await send(text11, envelope(soap11, authCode()));
    expect([absent.status, absent.body]).toEqual([500, fault11('Client', noAction)]);
    const action = { SOAPAction: '"http://tempuri.org/AuthCode"' };
    expect((await send(text11, envelope(soap11, authCode()), action)).body).toBe(reply(soap11));
    const newer = await send(text11, envelope(soap12, authCode()), action);
    expect(newer.headers['content-type']).toBe(text11);
    expect(newer.body).toContain('<faultcode>soap:VersionMismatch</faultcode>');
    expect(newer.body).toContain(`namespace ${soap12} was unexpected. Expecting ${soap11}.`);
    expect(newer.body.match(/<soap12:SupportedEnvelope [^>]*>/g)).toEqual([
      `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11}" />`,
    ]);
  });

  test.each(['\0', '\0\0\0', ' \0 the rest of a buffer', '\n\0</old>\0'])(
    'a message ends at a NUL behind its root: %j',
    async (tail) => {
      const port = await open([{ operation: AuthCode, handler: note }]);
      const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
      const whole = envelope(soap11, authCode());
      expect((await request(port, own, headers, whole + tail)).body).toBe(reply(soap11));
      const broken = whole.replace('</soap:Body>', `${tail}</soap:Body>`);
      expect((await request(port, own, headers, broken)).status).toBe(400);
    },
  );

  describe('routing by the element', () => {
    const routes = [
      { operation: AuthCode, handler: note },
      { operation: GenerateReport, handler: () => 'x' },
    ];
    test.each(['AuthCodeSending', '/AuthCodeSending.asmx'])(
      'of a service named %s',
      async (name) => {
        const port = await open(routes, { routeByElement: [name] });
        const send = (headers: Record<string, string>, body: string) =>
          request(port, own, { 'Content-Type': text11, ...headers }, envelope(soap11, body));
        for (const SOAPAction of ['""', '', '"http://tempuri.org/GenerateReport"', '"urn:x"']) {
          expect((await send({ SOAPAction }, authCode())).body).toBe(reply(soap11));
        }
        // Without the header it is SOAP 1.2 that looks for the operation, by the element as well.
        expect((await send({}, authCode())).body).toBe(reply(soap11));
        expect(inputs).toHaveLength(5);
        const other = authCode().replaceAll('AuthCode', 'authcode');
        expect((await send({ SOAPAction: '"http://tempuri.org/AuthCode"' }, other)).body).toBe(
          fault11(
            'Client',
            "The request element &lt;authcode xmlns='http://tempuri.org/'&gt; was not recognized.",
          ),
        );
        expect((await send({}, other)).body).toBe(fault11('Client', noAction));
      },
    );

    test('is for the services named alone', async () => {
      const port = await open(routes, { routeByElement: ['Another'] });
      const headers = { 'Content-Type': text11, SOAPAction: '"urn:x"' };
      const answer = await request(port, own, headers, envelope(soap11, authCode()));
      expect(answer.body).toContain(
        'did not recognize the value of HTTP Header SOAPAction: urn:x.',
      );
    });
  });

  describe('US-ASCII where no charset is known', () => {
    test.each([
      ['no charset', 'text/xml', 'é', '??'],
      ['an unknown charset', 'text/xml; charset=x-nope', 'é', '??'],
      ['a known charset', text11, 'é', 'é'],
    ])('%s', async (_name, type, sent, read) => {
      const port = await open([{ operation: AuthCode, handler: note }], {
        parity: { asciiDefault: true },
      });
      const headers = { 'Content-Type': type, SOAPAction: '"http://tempuri.org/AuthCode"' };
      const body = envelope(soap11, authCode(sent));
      await request(port, own, headers, body);
      await request(port, own, headers, `\ufeff${body}`);
      // A byte order mark wins.
      expect(inputs).toEqual([
        { code: read, phone: '2' },
        { code: sent, phone: '2' },
      ]);
    });
  });

  describe('HTTP POST', () => {
    const target = 'POST /AuthCodeSending.asmx/AuthCode';

    test('without a content type is no form, unless the operation has no parameters', async () => {
      const port = await open([
        { operation: AuthCode, handler: note },
        { operation: GetAboutUs, handler: () => 'about' },
      ]);
      for (const body of ['code=1&phone=2', '']) {
        const answer = await request(port, target, {}, body);
        expect([answer.status, answer.body]).toEqual([500, 'Request format is invalid: .\r\n']);
      }
      expect((await request(port, 'POST /AboutUs.asmx/GetAboutUs', {})).status).toBe(200);
    });

    test.each([form.toUpperCase(), `${form};charset=UTF-8`, `${form}; a=b`])(
      'a form may say: %s',
      async (type) => {
        const port = await open([{ operation: AuthCode, handler: note }]);
        const answer = await request(port, target, { 'Content-Type': type }, 'code=%C3%A9&phone=2');
        expect([answer.status, inputs]).toEqual([200, [{ code: 'é', phone: '2' }]]);
      },
    );

    test('request validation looks at forms, too', async () => {
      const port = await open([{ operation: AuthCode, handler: note }], {
        parity: { requestValidation: true },
      });
      const send = (body: string) => request(port, target, { 'Content-Type': form }, body);
      const refused = await send('code=%3Cscript%3E&phone=2');
      expect([refused.status, refused.headers['content-type'], refused.body]).toEqual([
        500,
        'text/plain; charset=utf-8',
        'A potentially dangerous Request.Form value was detected from the client (code=&quot;&lt;script&gt;&quot;).\r\n',
      ]);
      expect((await send('code=1 %3C 2&phone=a%26b')).status).toBe(200);
    });
  });

  describe('one-way', () => {
    const body = '<Notify xmlns="http://tempuri.org/"><code>5</code></Notify>';

    test.each([
      ['SOAP 1.1', { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/Notify"' }, soap11],
      ['SOAP 1.2', { 'Content-Type': text12 }, soap12],
    ])('over %s what the handler throws is dropped', async (_name, headers, version) => {
      let tell: (error: unknown) => void = () => undefined;
      const told = new Promise((resolve) => {
        tell = resolve;
      });
      const fail = (): never => {
        throw new Error('no one hears');
      };
      const port = await open(
        [{ operation: { ...Notify, bindings: ['soap11', 'soap12'] }, handler: fail }],
        {
          onError: (error) => tell(error),
        },
      );
      const answer = await request(port, 'POST /Push.asmx', headers, envelope(version, body));
      expect([answer.status, answer.reason, answer.body]).toEqual([202, 'Accepted', '']);
      expect(answer.headers['content-type']).toBeUndefined();
      expect(answer.headers['content-length']).toBe('0');
      expect(await told).toEqual(new Error('no one hears'));
    });
  });

  test('a body with a content coding is not XML: no one decodes requests', async () => {
    const port = await open([{ operation: AuthCode, handler: note }]);
    const { gzipSync } = await import('node:zlib');
    const headers = {
      'Content-Type': text11,
      'Content-Encoding': 'gzip',
      SOAPAction: '"http://tempuri.org/AuthCode"',
    };
    const answer = await request(port, own, headers, gzipSync(envelope(soap11, authCode())));
    expect([answer.status, answer.body, inputs]).toEqual([400, '', []]);
  });
});

describe('server services', () => {
  let close: (() => void) | undefined;

  afterEach(() => close?.());

  test('strict, parity switches, routing by element', async () => {
    const { server, port } = await start(
      createServer(
        [
          {
            operation: AuthCode,
            handler: ({ code }: AuthCodeInput) => {
              last = code;
            },
          },
          { operation: GenerateReport, handler: () => 'x' },
          { operation: GetAboutUs, handler: () => 'about' },
        ],
        {
          strict: true,
          routeByElement: ['AuthCodeSending'],
          basePath: '/school/',
          parity: {
            asciiDefault: true,
            requestValidation: true,
            queryLimit: true,
            ignorePathCase: false,
          },
        },
      ).listener,
    );
    let last: string | undefined;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const path = 'POST /school/AuthCodeSending.asmx';
    const head = { 'Content-Type': 'text/xml', SOAPAction: '"urn:zzz"' };
    const missing = await request(
      port,
      path,
      head,
      envelope(soap11, '<GenerateReport xmlns="http://tempuri.org/"/>'),
    );
    expect(missing.body).toContain('<faultcode>soap:Client</faultcode>');
    expect(missing.body).toContain(
      'Missing required element &#39;studentId&#39;'.replaceAll('&#39;', "'"),
    );
    expect((await request(port, path, head, envelope(soap11, authCode('é')))).status).toBe(200);
    expect(last).toBe('??');
    const unknown = await request(port, path, head, envelope(soap11, '<Nope xmlns="urn:n"/>'));
    expect(unknown.body).toBe(
      fault11('Client', "The request element &lt;Nope xmlns='urn:n'&gt; was not recognized."),
    );
    const broken = await request(port, path, head, 'x');
    expect(broken.body).toContain(
      'The root element for the request could not be determined. When RoutingStyle',
    );
    expect(broken.body).toContain('<faultcode>soap:Server</faultcode>');
    const by = 'GET /school/AuthCodeSending.asmx/AuthCode';
    expect((await request(port, `${by}?code=%3Cscript%3E&phone=1`, {})).body).toBe(
      'A potentially dangerous Request.QueryString value was detected from the client (code=&quot;&lt;script&gt;&quot;).\r\n',
    );
    expect((await request(port, `${by}?code=${'x'.repeat(2100)}&phone=1`, {})).status).toBe(400);
    expect(
      (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=1', {})).status,
    ).toBe(404);
    expect(
      (await request(port, 'GET /school/authcodesending.asmx/AuthCode?code=1&phone=1', {})).status,
    ).toBe(404);
  });

  test('SOAP headers come in and go out', async () => {
    const { server, port } = await start(
      createServer([
        {
          operation: GenerateReport,
          handler: (
            _input: unknown,
            context: Context<
              unknown,
              unknown,
              unknown,
              { Credentials: Credentials },
              { Trace: string }
            >,
          ) => {
            context.setSoapHeader('Trace', '<t>');
            return context.soapHeaders.Credentials?.user;
          },
        },
      ]).listener,
    );
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const header =
      '<Credentials xmlns="http://tempuri.org/" soap:mustUnderstand="1"><user>u</user></Credentials>';
    const body = '<GenerateReport xmlns="http://tempuri.org/"/>';
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text12 },
      envelope(soap12, body, header),
    );
    expect(answer.body).toBe(
      envelope(
        soap12,
        '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>u</GenerateReportResult></GenerateReportResponse>',
        '<Trace xmlns="http://tempuri.org/">&lt;t&gt;</Trace>',
      ),
    );
  });

  test.each([
    [soap12, 'soap:mustUnderstand="maybe"', "'maybe' is not a valid value for the field Encoded"],
    [
      soap11,
      'soap:mustUnderstand=""',
      "'' is not a valid value for the field EncodedMustUnderstand.",
    ],
    [soap11, 'soap:mustUnderstand=" 1 "', "' 1 ' is not a valid value for the field Encoded"],
    [soap12, 'soap:relay="x"', "'x' is not a valid value for the 'relay' attribute."],
    [soap11, 'soap:relay="x"', undefined],
    [soap11, 'mustUnderstand="x"', undefined],
    [soap11, 'soap:mustUnderstand="true"', undefined],
  ])('flags of declared headers are boolean: %s %s', async (namespace, flag, message) => {
    const { server, port } = await start(
      createServer([{ operation: GenerateReport, handler: () => 'called' }]).listener,
    );
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const header = `<Credentials xmlns="http://tempuri.org/" ${flag}><user>u</user></Credentials>`;
    const type =
      namespace === soap12
        ? { 'Content-Type': text12 }
        : { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/GenerateReport"' };
    const sent = envelope(namespace, '<GenerateReport xmlns="http://tempuri.org/"/>', header);
    const { status, body } = await request(port, 'POST /AuthCodeSending.asmx', type, sent);
    expect(status).toBe(message === undefined ? 200 : 500);
    const before = sent.slice(0, sent.indexOf(flag)).split('\n');
    const place = `(${before.length}, ${(before.pop() ?? '').length + 1})`;
    const beginning =
      'Server was unable to read request. ---&gt; There is an error in XML document ';
    expect(body).toContain(
      message === undefined ? 'called' : `${beginning}${place}. ---&gt; ${message}`,
    );
  });

  test('one SOAP version alone', async () => {
    const only12 = { ...AuthCode, bindings: ['soap12'] as const };
    const { server, port } = await start(
      createServer([{ operation: only12, handler: () => undefined }]).listener,
    );
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text11, SOAPAction: '"x"' },
      envelope(soap11, authCode()),
    );
    expect(answer.body).toContain(
      `Envelope namespace ${soap11} was unexpected. Expecting ${soap12}.`,
    );
    expect(answer.body).toContain('<faultcode>soap:VersionMismatch</faultcode>');
    expect(answer.headers['content-type']).toBe(text11);
    expect(answer.body).toContain(`<soap:Envelope xmlns:soap="${soap11}"`);
    const supported = /<soap12:SupportedEnvelope [^>]*>/g;
    expect(answer.body.match(supported)).toEqual([
      `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12}" />`,
    ]);
    const other = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text12 },
      envelope('urn:x', authCode()),
    );
    expect(other.body).toContain('<soap:Value>soap:VersionMismatch</soap:Value>');
    expect(other.body.match(supported)).toHaveLength(1);
    const nothing = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text12 },
      '',
    );
    expect(nothing.body).toBe(
      fault12('Receiver', 'Server was unable to process request. ---&gt; Root element is missing.'),
    );
  });
});

describe('server address', () => {
  /** Shows where it thinks the services are. */
  const documentation: Documentation = {
    answer: ({ origin, path }) => ({ status: 200, headers: {}, body: origin + path }),
  };

  function serverWith(options: ServerOptions) {
    const load = async () => ({ documentation });
    return createServer([{ operation: AuthCode, handler: () => {} }], options, load);
  }

  describe('the address that documents show', () => {
    test.each(['/legacy', '/legacy/'])('has the base path %s', async (basePath) => {
      const { fetch, listener } = serverWith({ basePath });
      const path = '/legacy/AuthCodeSending.asmx';
      const answer = await fetch(new Request(`https://school.test${path}?WSDL`));
      expect(await answer.text()).toBe(`https://school.test${path}`);
      const { server, port } = await start(listener);
      const { body } = await request(port, `GET ${path}?WSDL`, { Host: 'school.test' }, '');
      server.close();
      expect(body).toBe(`http://school.test${path}`);
    });

    test('has the host of a request over HTTP/2', async () => {
      const path = '/AuthCodeSending.asmx?WSDL';
      const { body } = await overHttp2(serverWith({}).listener, {
        ':path': path,
        ':authority': 'school.test:8443',
      });
      expect(body).toBe('http://school.test:8443/AuthCodeSending.asmx');
    });
  });

  test('a request over HTTP/2 that is too large is refused without headers of HTTP/1', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', note);
    const { listener } = serverWith({ limits: { bodyBytes: 10 } });
    const { status, body } = await overHttp2(
      listener,
      { ':path': '/AuthCodeSending.asmx', ':method': 'POST', 'content-type': 'text/xml' },
      'x'.repeat(100),
    );
    process.off('warning', note);
    expect(status).toBe(500);
    expect(body).toContain('Maximum request length exceeded.');
    expect(warnings).toEqual([]);
  });

  async function overHttp2(
    listener: NodeListener,
    headers: Readonly<Record<string, string>>,
    text?: string,
  ): Promise<{ readonly status: number | undefined; readonly body: string }> {
    const server = createHttp2Server(listener as never);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const stream = session.request(headers);
    let status: number | undefined;
    stream.on('response', (answer) => {
      status = answer[':status'];
    });
    stream.end(text);
    let body = '';
    for await (const chunk of stream) body += String(chunk);
    session.close();
    server.close();
    return { status, body };
  }
});

describe('server elements', () => {
  test('refuses more elements than the limit', () => {
    const limits = completeLimits({ elements: 3 });
    expect(() => checkElements('<r><a/><b></b></r>', limits)).not.toThrow();
    expect(() => checkElements('<?x?><r><!-- --><a/><b></b></r>', limits)).not.toThrow();
    expect(() => checkElements('<r><a/><b></b><c/></r>', limits)).toThrow(XmlError);
    expect(() => checkElements('<r><a/><b/><c/></r>', limits)).toThrow(
      'The request has more than 3 elements.',
    );
  });

  test('half a million by default, and more where a body may be longer', () => {
    const many = `<r>${'<a/>'.repeat(524_287)}</r>`;
    expect(() => checkElements(many, completeLimits())).not.toThrow();
    expect(() => checkElements(many.replace('<a/>', '<a/><a/>'), completeLimits())).toThrow(
      XmlError,
    );
    const limits = { elements: 1_250_000, attributes: 156_250 };
    expect(completeLimits({ bodyBytes: 10_000_000 })).toMatchObject(limits);
    const least = { elements: 500_000, attributes: 65_536 };
    expect(completeLimits({ bodyBytes: 1000 })).toMatchObject(least);
    const none = { elements: Number.POSITIVE_INFINITY, attributes: Number.POSITIVE_INFINITY };
    expect(completeLimits({ bodyBytes: Number.POSITIVE_INFINITY })).toMatchObject(none);
    expect(completeLimits({ elements: 3, attributes: 2 })).toMatchObject({
      elements: 3,
      attributes: 2,
    });
  });
});
