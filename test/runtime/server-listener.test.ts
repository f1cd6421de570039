import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as eventsAreOver } from 'node:timers/promises';
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
import { borrowBytes, returnBytes } from '../../src/runtime/platform/byte-flow.ts';
import { sendTogether, type TextMessage } from '../../src/runtime/platform/globals.ts';
import type { Documentation } from '../../src/runtime/server/documents.ts';
import type {
  Context,
  Server as ServerFromOptions,
  ServerOptions,
} from '../../src/runtime/server/options.ts';
import type { NodeListener } from '../../src/runtime/server/request.ts';
import {
  AuthCode,
  type AuthCodeInput,
  GenerateReport,
  type GenerateReportInput,
} from './wire/descriptors.ts';
import { converse, parse, request, send, start } from './wire/exchange.ts';
import {
  authCode,
  envelope,
  fault11,
  form,
  soap11,
  soap12,
  text11,
  text12,
} from './wire/messages.ts';
import { createServer } from './wire/serve.ts';

describe('server listener', () => {
  let close: (() => void) | undefined;
  let inputs: unknown[] = [];

  afterEach(() => {
    close?.();
    inputs = [];
  });

  const school = createServer(
    [
      { operation: AuthCode, handler: (input: AuthCodeInput) => void inputs.push(input) },
      {
        operation: GenerateReport,
        handler: ({ studentClass }: GenerateReportInput) => (studentClass ?? '').repeat(5000),
      },
    ],
    { limits: { bodyBytes: 2000, depth: 20 } },
  );

  type Routes = Parameters<typeof createServer>[0];

  async function open(listener: RequestListener): Promise<number> {
    const { server, port } = await start(listener);
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return port;
  }

  const soapHead = `POST /AuthCodeSending.asmx HTTP/1.1\r\nHost: h\r\nContent-Type: ${text11}\r\nSOAPAction: "http://tempuri.org/AuthCode"\r\n`;
  const reply = envelope(soap11, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
  const tooLarge = fault11(
    'Server',
    'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
  );

  test.each(['plain', 'Jürgen'])(
    'a header beyond ASCII is sent as it is, with the result %s',
    async (name) => {
      const { listener } = createServer([
        {
          operation: GenerateReport,
          handler: (_: GenerateReportInput, context: Context) => {
            context.header('X-Teacher', 'é');
            return name;
          },
        },
      ]);
      const body = await new Promise<Buffer>((resolve) => {
        void open(listener).then((port) => {
          const socket = connect(port, '127.0.0.1');
          const chunks: Buffer[] = [];
          socket.on('data', (chunk) => chunks.push(chunk));
          socket.on('end', () => resolve(Buffer.concat(chunks)));
          socket.write(
            'GET /AuthCodeSending.asmx/GenerateReport?studentId=1&studentClass= HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
          );
        });
      });
      expect(body.toString('latin1')).toContain('X-Teacher: é\r\n');
      expect(body.toString('utf8')).toContain(`>${name}</string>`);
    },
  );

  describe('connections', () => {
    test('chunked, keep-alive, pipelined', async () => {
      const port = await open(school.listener);
      const body = envelope(soap11, authCode());
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const get = 'GET /AuthCodeSending.asmx/AuthCode?code=3&phone=4 HTTP/1.1\r\nHost: h\r\n';
      const text = await send(
        port,
        `${soapHead}Transfer-Encoding: chunked\r\n\r\n${chunks}${get}\r\n${get}Connection: close\r\n\r\n`,
      );
      expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
      expect(text).toContain(reply);
      // Answers come in order; the handlers need not run in it.
      expect(text.indexOf(reply)).toBeLessThan(text.lastIndexOf('HTTP/1.1 200 OK'));
      expect(inputs).toHaveLength(3);
    });

    test('Expect: 100-continue', async () => {
      const port = await open(school.listener);
      const body = envelope(soap11, authCode());
      const text = await send(
        port,
        `${soapHead}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(text.startsWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n')).toBe(true);
    });

    test('a long answer keeps its bytes, also when its buffer is used again', async () => {
      const port = await open(school.listener);
      const ask = async (letter: string): Promise<void> => {
        const answer = await request(
          port,
          `GET /AuthCodeSending.asmx/GenerateReport?studentId=1&studentClass=${encodeURIComponent(letter)}`,
          {},
        );
        const root = `<string xmlns="http://tempuri.org/">${letter.repeat(5000)}</string>`;
        expect(answer.body.slice(40)).toBe(root);
        expect(answer.headers['content-length']).toBe(String(40 + Buffer.byteLength(root)));
      };
      await Promise.all(['aa', 'bb', 'éé', '😀'].map(ask));
      await ask('cc');
    });

    test('a client that goes away while sending or waiting does no harm', async () => {
      let gone: Promise<void> | undefined;
      const waiting = createServer([
        {
          operation: AuthCode,
          handler: (_input: unknown, { signal }: { signal: AbortSignal }) => {
            gone = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
            reached();
            return gone;
          },
        },
      ]);
      let reached: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const port = await open(waiting.listener);
      const cut = connect(port, '127.0.0.1');
      cut.write(`${soapHead}Content-Length: 100\r\n\r\n<half`);
      cut.destroySoon();
      const waits = connect(port, '127.0.0.1');
      waits.write('GET /AuthCodeSending.asmx/AuthCode?code=3&phone=4 HTTP/1.1\r\nHost: h\r\n\r\n');
      await arrived;
      waits.destroy();
      await gone;
      expect((await request(port, 'GET /AuthCodeSending.asmx/Nope', {})).status).toBe(500);
    });
  });

  describe('limits', () => {
    test.each([
      ['by Content-Length', `Content-Length: 5000\r\n\r\n${'x'.repeat(5000)}`],
      ['by Content-Length, never sent', 'Content-Length: 500000000\r\n\r\n'],
      ['chunked', `Transfer-Encoding: chunked\r\n\r\n1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`],
    ])('a body that is too long: %s', async (_name, rest) => {
      const port = await open(school.listener);
      const text = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1');
        let received = '';
        socket.on('data', (chunk) => {
          received += String(chunk);
          if (received.includes('</soap:Envelope>')) {
            resolve(received);
            socket.destroy();
          }
        });
        socket.on('error', reject);
        socket.write(soapHead + rest);
      });
      const answer = parse(text);
      expect([answer.status, answer.headers.connection, answer.body]).toEqual([
        500,
        'close',
        tooLarge,
      ]);
    });

    test('a form that is too long', async () => {
      const port = await open(school.listener);
      const answer = await request(
        port,
        'POST /AuthCodeSending.asmx/AuthCode',
        { 'Content-Type': form },
        `code=${'x'.repeat(3000)}`,
      );
      expect([answer.status, answer.body]).toEqual([500, 'Maximum request length exceeded.\r\n']);
    });

    test('depth', async () => {
      const port = await open(school.listener);
      const body = envelope(
        soap11,
        `<AuthCode xmlns="http://tempuri.org/">${'<a>'.repeat(30)}${'</a>'.repeat(30)}</AuthCode>`,
      );
      const answer = await request(
        port,
        'POST /AuthCodeSending.asmx',
        { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
        body,
      );
      const text = 'Server was unable to read request. ---&gt; Elements are nested deeper than 20.';
      expect([answer.status, answer.body]).toEqual([500, fault11('Client', text)]);
    });

    test.each([
      [8, 200],
      [9, 500],
    ])('attributes: %s of at most 8 are answered with %s', async (count, status) => {
      const { listener } = createServer([{ operation: AuthCode, handler: () => undefined }], {
        limits: { attributes: 8 },
      });
      const port = await open(listener);
      const attributes = Array.from({ length: count - 1 }, (_, index) => ` a${index}="x"`).join('');
      const body = `<AuthCode xmlns="http://tempuri.org/"${attributes}/>`;
      const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
      const answer = await request(
        port,
        'POST /AuthCodeSending.asmx',
        headers,
        envelope(soap11, body),
      );
      expect(answer.status).toBe(status);
    });

    test('time for the body', async () => {
      const slow = createServer([{ operation: AuthCode, handler: () => undefined }], {
        limits: { time: 20 },
      });
      const port = await open(slow.listener);
      expect(await send(port, `${soapHead}Content-Length: 100\r\n\r\n<`)).toMatch(
        /^HTTP\/1\.1 408 /,
      );
    });
  });

  describe('frameworks', () => {
    test('next is called for paths of others', async () => {
      const port = await open((request, response) => {
        school.listener(request, response, () => {
          response.writeHead(299, ['X-Url', request.url ?? '']);
          response.end('next', 'utf8');
        });
      });
      expect((await request(port, 'POST /other', {}, 'x')).status).toBe(299);
      expect(
        (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2', {})).status,
      ).toBe(200);
    });

    describe('the root', () => {
      const page: Documentation = {
        answer: ({ path }) => ({ status: 200, headers: {}, body: `pages of ${path}` }),
      };
      const withPages = (path: string, options: { readonly pages?: boolean } = {}) =>
        createServer(
          [{ operation: { ...AuthCode, path }, handler: () => undefined }] as Routes,
          options,
          async () => ({ documentation: page }),
        );
      const inFramework =
        (listener: NodeListener): RequestListener =>
        (request, response) => {
          listener(request, response, () => {
            response.writeHead(200, ['Content-Length', '15']);
            response.end('the application', 'utf8');
          });
        };

      test('is the application’s where there is one', async () => {
        const port = await open(inFramework(withPages('/School.asmx').listener));
        expect((await request(port, 'GET /', {})).body).toBe('the application');
        expect((await request(port, 'GET /?op=x', {})).body).toBe('the application');
        expect((await request(port, 'POST /', {}, 'x')).body).toBe('the application');
        expect((await request(port, 'GET /School.asmx', {})).body).toBe('pages of /School.asmx');
      });

      test('is the service’s that is there', async () => {
        const port = await open(inFramework(withPages('/').listener));
        expect((await request(port, 'GET /', {})).body).toBe('pages of /');
      });

      test('lists the services where there is nothing else', async () => {
        const { listener, fetch } = withPages('/School.asmx');
        const port = await open(listener);
        expect((await request(port, 'GET /', {})).body).toBe('pages of /');
        expect(await (await fetch('http://h/')).text()).toBe('pages of /');
      });
    });

    test.each([
      ['text', (body: string) => body],
      ['bytes', (body: string) => Buffer.from(body)],
    ])('a body that a parser has read before: %s', async (_name, make) => {
      const port = await open((request, response) => {
        const chunks: Uint8Array[] = [];
        request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        request.on('end', () => {
          setImmediate(() => {
            Object.assign(request, { body: make(Buffer.concat(chunks).toString()) });
            school.listener(request, response);
          });
        });
      });
      const answer = await request(
        port,
        'POST /AuthCodeSending.asmx',
        { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
        envelope(soap11, authCode()),
      );
      expect(answer.body).toBe(reply);
    });

    test('a form that a parser has read before', async () => {
      const port = await open((request, response) => {
        request.on('data', () => undefined);
        request.on('end', () => {
          setImmediate(() => {
            Object.assign(request, { body: { code: 'a&b', phone: ['1', '2'] } });
            school.listener(request, response);
          });
        });
      });
      const answer = await request(
        port,
        'POST /AuthCodeSending.asmx/AuthCode',
        { 'Content-Type': form },
        'x',
      );
      expect([answer.status, inputs]).toEqual([200, [{ code: 'a&b', phone: '1,2' }]]);
    });
  });

  describe('documents', () => {
    const asked: unknown[] = [];
    let loads = 0;
    const documentation: Documentation = {
      answer: (question) => {
        asked.push(question);
        return question.path === '/'
          ? undefined
          : { status: 200, headers: { 'Content-Type': 'text/html' }, body: 'help' };
      },
    };

    test('are loaded on the first request, and told where the client is', async () => {
      const served = createServer(
        [{ operation: AuthCode, handler: () => undefined }],
        { pages: false },
        async () => {
          loads += 1;
          return { documentation };
        },
      );
      const port = await open((request, response) => {
        const url = request.url ?? '';
        Object.assign(request, { originalUrl: url, url: url.replace(/^\/mounted/, '') });
        served.listener(request, response);
      });
      expect(loads).toBe(0);
      const answer = await request(port, 'GET /mounted/authcodesending.asmx?WSDL', {});
      expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([
        200,
        'help',
        '4',
      ]);
      expect((await request(port, 'GET /', { Host: 'a"b' })).status).toBe(404);
      expect(loads).toBe(1);
      expect(asked).toEqual([
        {
          path: '/AuthCodeSending.asmx',
          query: 'WSDL',
          origin: 'http://school.test/mounted',
          pages: false,
          wsdl: true,
          httpGet: 'everybody',
          httpPost: 'everybody',
        },
      ]);
    });

    test('with impossible headers end the connection and nothing else', async () => {
      const broken: Documentation = {
        answer: () => ({ status: 200, headers: { 'X-A': 'a\r\nb' }, body: '' }),
      };
      const served = createServer(
        [{ operation: AuthCode, handler: () => undefined }],
        {},
        async () => ({
          documentation: broken,
        }),
      );
      const port = await open(served.listener);
      expect(
        await send(port, 'GET /AuthCodeSending.asmx HTTP/1.1\r\nHost: h\r\n\r\n').catch(() => ''),
      ).toBe('');
      expect(
        (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2', {})).status,
      ).toBe(200);
    });

    test('that fail to load are a 500 page', async () => {
      const port = await open(
        createServer([{ operation: AuthCode, handler: () => undefined }], {}, () =>
          Promise.reject(new Error('no docs')),
        ).listener,
      );
      expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
    });
  });

  test('fetch answers as the listener does', async () => {
    const url = 'http://h/AuthCodeSending.asmx';
    const soap = await school.fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'Content-Type': text12 },
        body: envelope('http://www.w3.org/2003/05/soap-envelope', authCode()),
      }),
    );
    expect([soap.status, soap.headers.get('content-type')]).toEqual([200, text12]);
    const get = await school.fetch(`${url}/AuthCode?code=1&phone=2`);
    expect([get.status, get.headers.get('content-type'), await get.text()]).toEqual([
      200,
      null,
      '',
    ]);
    const large = await school.fetch(new URL(url), {
      method: 'POST',
      headers: { 'Content-Type': text11, SOAPAction: '""' },
      body: 'x'.repeat(3000),
    });
    expect(await large.text()).toBe(tooLarge);
    expect((await school.fetch('http://h/nope')).status).toBe(404);
    expect((await school.fetch(url, { method: 'HEAD' })).status).toBe(404);
  });
});

describe('server keep alive', () => {
  let server: Server;
  let port: number;
  let done: () => void = () => undefined;
  const last = new Promise<void>((resolve) => {
    done = resolve;
  });

  beforeAll(async () => {
    const { listener } = createServer([
      { operation: AuthCode, handler: () => undefined },
      {
        operation: GenerateReport,
        handler: async ({ studentId, studentClass }: GenerateReportInput) => {
          // Of several, the first is done after the last.
          if (studentClass === 'first') await last;
          if (studentClass === 'last') done();
          if (studentClass === 'throw') throw new Error('boom');
          return `#${studentId}`;
        },
      },
    ]);
    ({ server, port } = await start(listener));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const path = '/AuthCodeSending.asmx';
  const action = 'SOAPAction: "http://tempuri.org/AuthCode"';
  const type11 = `Content-Type: ${text11}`;
  const body11 = envelope(soap11, authCode());

  /** A request as it is on the wire, on a connection that stays. */
  function message(line: string, fields: readonly string[] = [], body?: string): string {
    const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    return `${[`${line} HTTP/1.1`, 'Host: h', ...fields, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`;
  }

  const report = (id: number, kind: string): string =>
    message(`GET ${path}/GenerateReport?studentId=${id}&studentClass=${kind}`);

  describe('after every kind of answer the connection goes on', () => {
    test.each([
      ['200', message(`POST ${path}`, [type11, action], body11), 200],
      ['400', message(`POST ${path}`, [type11, action], '<a'), 400],
      ['415', message(`POST ${path}`, ['Content-Type: text/plain', action], body11), 415],
      ['a fault', message(`POST ${path}`, [type11, 'SOAPAction: "x"'], body11), 500],
      ['an empty envelope', message(`POST ${path}`, [`Content-Type: ${text12}`], ''), 500],
      ['an exception', report(1, 'throw'), 500],
      [
        'a missing parameter',
        message(`POST ${path}/AuthCode`, [`Content-Type: ${form}`], 'a=1'),
        500,
      ],
      ['an unknown operation, body unread', message(`POST ${path}/Nope`, [type11], body11), 500],
      ['PUT, body unread', message(`PUT ${path}`, [type11, action], body11), 405],
      ['DELETE with a body', message(`DELETE ${path}/AuthCode`, [type11], body11), 500],
      ['OPTIONS', message(`OPTIONS ${path}`), 405],
      ['no one there, body unread', message('POST /Nope.asmx', [type11, action], body11), 404],
      ['HEAD', message(`HEAD ${path}`), 404],
      ['HEAD of an operation', message(`HEAD ${path}/AuthCode?code=1&phone=2`), 200],
      ['HEAD of the WSDL', message(`HEAD ${path}?WSDL`), 404],
    ])('%s', async (_name, first, status) => {
      const [one, two] = await converse(port, [first, report(2, 'ok')]);
      expect(one?.status).toBe(status);
      expect(one?.headers.connection).toBe('keep-alive');
      expect(one?.headers['cache-control']).toBe(status === 200 ? 'private, max-age=0' : 'private');
      expect(two?.body).toContain('>#2<');
    });
  });

  test('answers to pipelined requests come in their order', async () => {
    const text = await send(
      port,
      report(1, 'first') +
        report(2, 'throw') +
        message(`POST ${path}`, [type11, action], body11) +
        message(`GET ${path}/GenerateReport?studentId=3&studentClass=last`, ['Connection: close']),
    );
    const marks = ['>#1<', 'An error occurred', '<AuthCodeResponse', '>#3<'].map((mark) =>
      text.indexOf(mark),
    );
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
    expect(Math.min(...marks)).toBeGreaterThan(0);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 500, 200, 200].map((s) => `HTTP/1.1 ${s}`));
  });

  describe('chunked bodies', () => {
    const chunked = (text: string, size: number): string => {
      const bytes = Buffer.from(text);
      let chunks = '';
      for (let at = 0; at < bytes.length; at += size) {
        const part = bytes.subarray(at, at + size);
        chunks += `${part.length.toString(16)};ext=1\r\n${part.toString('latin1')}\r\n`;
      }
      return `${chunks}0\r\nX-Trailer: 1\r\n\r\n`;
    };
    test.each([1, 7, 10_000])(
      'in pieces of %i bytes, with extensions and a trailer',
      async (size) => {
        const head = ['Transfer-Encoding: chunked'];
        const answers = await converse(port, [
          message(`POST ${path}`, [type11, action, ...head]) + chunked(body11, size),
          message(`POST ${path}`, [`Content-Type: ${text12}`, ...head]) +
            chunked(envelope(soap12, authCode()), size),
          message(`POST ${path}/AuthCode`, [`Content-Type: ${form}`, ...head]) +
            chunked('code=1&phone=2', size),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      },
    );

    test('empty: no XML', async () => {
      const head = ['Transfer-Encoding: chunked', type11, action];
      const [answer] = await converse(port, [`${message(`POST ${path}`, head)}0\r\n\r\n`]);
      expect([answer?.status, answer?.body]).toEqual([400, '']);
    });
  });

  describe('Expect: 100-continue', () => {
    test.each([
      ['SOAP 1.1', `POST ${path}`, [type11, action], body11, 200],
      ['SOAP 1.2', `POST ${path}`, [`Content-Type: ${text12}`], envelope(soap12, authCode()), 200],
      ['HTTP POST', `POST ${path}/AuthCode`, [`Content-Type: ${form}`], 'code=1&phone=2', 200],
      ['a refused one', `POST ${path}`, [type11, 'SOAPAction: "x"'], body11, 500],
    ])('%s waits for the word and sends then', async (_name, line, fields, body, status) => {
      const whole = message(line, [...fields, 'Expect: 100-continue'], body);
      const head = whole.slice(0, whole.length - body.length);
      const [word, answer, next] = await converse(port, [head, body, report(4, 'ok')]);
      expect([word?.status, word?.reason]).toEqual([100, 'Continue']);
      expect(answer?.status).toBe(status);
      expect(next?.body).toContain('>#4<');
    });
  });

  test('HTTP/1.0: no Host, and the connection ends', async () => {
    const text = await send(
      port,
      `POST ${path}/AuthCode HTTP/1.0\r\nContent-Type: ${form}\r\nContent-Length: 14\r\n\r\ncode=1&phone=2`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
  });
});

describe('server local', () => {
  let close = (): void => undefined;
  afterEach(() => close());

  /** Says which of its kinds of documents it was allowed to show. */
  const documentation: Documentation = {
    answer: ({ query, pages, wsdl }) =>
      (query === 'WSDL' ? wsdl : pages)
        ? { status: 200, headers: { 'Content-Type': 'text/html' }, body: query }
        : undefined,
  };

  const seen: unknown[] = [];

  function school(options: ServerOptions): ReturnType<typeof createServer> {
    const handler = (_input: unknown, { ip, local }: Context): void => {
      seen.push([ip, local]);
    };
    return createServer([{ operation: AuthCode, handler }], options, async () => ({
      documentation,
    }));
  }

  async function open(
    listener: NodeListener,
    from = '127.0.0.1',
    to = '127.0.0.1',
  ): Promise<number> {
    const { server, port } = await start((incoming, response) => {
      const { socket } = incoming as unknown as { readonly socket: object };
      Object.defineProperty(socket, 'remoteAddress', { value: from });
      Object.defineProperty(socket, 'localAddress', { value: to });
      listener(incoming, response);
    });
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return port;
  }

  const unrecognized = '<i>Request format is unrecognized.</i>';

  describe('pages for the same machine alone', () => {
    test.each([
      ['127.0.0.1', '127.0.0.1', 200],
      ['127.8.8.8', '127.0.0.1', 200],
      ['::1', '::1', 200],
      ['::ffff:127.0.0.1', '::ffff:127.0.0.1', 200],
      ['192.0.2.7', '192.0.2.7', 200],
      ['192.0.2.8', '192.0.2.7', 500],
      ['2001:db8::1', '2001:db8::2', 500],
    ])('%s at %s gets %i', async (from, to, status) => {
      const port = await open(school({ pages: 'local', wsdl: 'local' }).listener, from, to);
      for (const target of ['/AuthCodeSending.asmx', '/AuthCodeSending.asmx?WSDL']) {
        const answer = await request(port, `GET ${target}`, {});
        expect(answer.status).toBe(status);
        if (status === 500) expect(answer.body).toContain(unrecognized);
      }
    });

    test('pages and WSDL are apart, and operations are for everybody', async () => {
      const port = await open(school({ pages: 'local' }).listener, '192.0.2.8');
      expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
      expect((await request(port, 'GET /AuthCodeSending.asmx?WSDL', {})).status).toBe(200);
      expect((await request(port, 'GET /', {})).status).toBe(404);
      seen.length = 0;
      const call = 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2';
      expect((await request(port, call, {})).status).toBe(200);
      expect(seen).toEqual([['192.0.2.8', false]]);
    });

    test.each(['Forwarded: for=192.0.2.8', 'X-Forwarded-For: 127.0.0.1'])(
      'who comes through a proxy is not local: %s',
      async (line) => {
        const [name = '', value = ''] = line.split(': ');
        const port = await open(school({ pages: 'local' }).listener);
        expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
        expect((await request(port, 'GET /AuthCodeSending.asmx', { [name]: value })).status).toBe(
          500,
        );
      },
    );

    test('an option tells the address', async () => {
      const { fetch, listener } = school({
        pages: 'local',
        clientAddress: (request) =>
          'get' in request.headers && typeof request.headers.get === 'function'
            ? String(request.headers.get('x-real-ip'))
            : '192.0.2.9',
      });
      const ask = (ip: string) =>
        fetch('http://h/AuthCodeSending.asmx', { headers: { 'X-Real-IP': ip } });
      expect((await ask('127.0.0.1')).status).toBe(200);
      expect((await ask('192.0.2.8')).status).toBe(500);
      const port = await open(listener);
      expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
    });

    test('fetch takes every client for a remote one', async () => {
      const { fetch } = school({ pages: 'local' });
      expect((await fetch('http://h/AuthCodeSending.asmx')).status).toBe(500);
      expect((await fetch('http://h/')).status).toBe(404);
      expect((await fetch('http://h/AuthCodeSending.asmx?WSDL')).status).toBe(200);
    });
  });

  test.each([
    ['Via', '1.1 proxy'],
    ['X-Real-IP', '192.0.2.7'],
    ['CF-Connecting-IP', '192.0.2.7'],
    ['X-Forwarded-Proto', 'https'],
    ['True-Client-IP', '192.0.2.7'],
    ['Via', ''],
    ['X-Forwarded', 'for=192.0.2.7'],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Server', 'proxy'],
    ['Forwarded-For', '192.0.2.7'],
    ['X-Original-Forwarded-For', '192.0.2.7'],
    ['X-Original-Host', 'shop.example'],
    ['X-Cluster-Client-IP', '192.0.2.7'],
    ['Fastly-Client-IP', '192.0.2.7'],
    ['X-Azure-ClientIP', '192.0.2.7'],
    ['X-Appengine-User-IP', '192.0.2.7'],
    ['CF-Connecting-IPv6', '2001:db8::7'],
    ['X-Envoy-External-Address', '192.0.2.7'],
  ])('%s: %s comes from a proxy', async (name, value) => {
    const port = await open(school({ pages: 'local' }).listener);
    expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
    expect((await request(port, 'GET /AuthCodeSending.asmx', { [name]: value })).status).toBe(500);
  });

  describe('HTTP GET for the same machine alone', () => {
    const target = 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2';
    const refused = 'unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;';

    test.each([
      ['local', '127.0.0.1', true],
      ['local', '192.0.2.8', false],
      [false, '127.0.0.1', false],
      [true, '192.0.2.8', true],
      [undefined, '192.0.2.8', true],
    ] as const)('%s, asked from %s', async (httpGet, from, accepted) => {
      const port = await open(school({ httpGet }).listener, from);
      seen.length = 0;
      const answer = await request(port, target, {});
      expect(answer.status).toBe(accepted ? 200 : 500);
      expect(seen).toHaveLength(accepted ? 1 : 0);
      expect(answer.body.includes(refused)).toBe(!accepted);
      const post = 'POST /AuthCodeSending.asmx/AuthCode';
      expect((await request(port, post, { 'Content-Type': form }, 'code=1&phone=2')).status).toBe(
        200,
      );
      expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
    });

    test('a proxy makes the client remote, and documents are told', async () => {
      const told: unknown[] = [];
      const documentation: Documentation = {
        answer: ({ httpGet }) => {
          told.push(httpGet);
          return undefined;
        },
      };
      const routes = [{ operation: AuthCode, handler: () => undefined }];
      const { listener } = createServer(routes, { httpGet: 'local' }, async () => ({
        documentation,
      }));
      const port = await open(listener);
      expect((await request(port, target, { Via: '1.1 proxy' })).status).toBe(500);
      await request(port, 'GET /AuthCodeSending.asmx', {});
      await request(port, 'GET /AuthCodeSending.asmx', { 'X-Real-IP': '192.0.2.7' });
      expect(told).toEqual(['thisMachine', 'otherMachine']);
    });
  });

  describe('HTTP POST for the same machine alone', () => {
    const type = { 'Content-Type': form };
    const target = 'POST /AuthCodeSending.asmx/AuthCode';
    const values = 'code=1&phone=2';
    const refused = 'unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;';

    test.each([
      ['local', '127.0.0.1', true],
      ['local', '192.0.2.8', false],
      [false, '127.0.0.1', false],
      [true, '192.0.2.8', true],
      [undefined, '192.0.2.8', true],
    ] as const)('%s, asked from %s', async (httpPost, from, accepted) => {
      const port = await open(school({ httpPost }).listener, from);
      seen.length = 0;
      const answer = await request(port, target, type, values);
      expect(answer.status).toBe(accepted ? 200 : 500);
      expect(seen).toHaveLength(accepted ? 1 : 0);
      expect(answer.body.includes(refused)).toBe(!accepted);
      const get = `GET /AuthCodeSending.asmx/AuthCode?${values}`;
      expect((await request(port, get, {})).status).toBe(200);
    });

    test('documents are told on which side the client is', async () => {
      const told: unknown[] = [];
      const teller: Documentation = {
        answer: ({ httpPost }) => {
          told.push(httpPost);
          return undefined;
        },
      };
      const routes = [{ operation: AuthCode, handler: () => undefined }];
      for (const [httpPost, from] of [
        ['local', '127.0.0.1'],
        ['local', '192.0.2.8'],
        [false, '127.0.0.1'],
        [true, '192.0.2.8'],
      ] as const) {
        const { listener } = createServer(routes, { httpPost }, async () => ({
          documentation: teller,
        }));
        await request(await open(listener, from), 'GET /AuthCodeSending.asmx', {});
        close();
      }
      expect(told).toEqual(['thisMachine', 'otherMachine', 'nobody', 'everybody']);
    });

    test('also where the one operation has the path of the service', async () => {
      const http = { ...AuthCode.http, location: '' };
      const operation = { ...AuthCode, http, bindings: ['httpPost'] } as unknown as typeof AuthCode;
      const route = { operation, handler: () => undefined };
      const { listener } = createServer([route], { httpPost: 'local' });
      const own = 'POST /AuthCodeSending.asmx';
      expect((await request(await open(listener), own, type, values)).status).toBe(200);
      close();
      expect((await request(await open(listener, '192.0.2.8'), own, type, values)).status).toBe(
        405,
      );
    });
  });

  test('pages for no one: the service does not know what a GET is', async () => {
    const port = await open(school({ pages: false, wsdl: false }).listener);
    for (const target of ['/AuthCodeSending.asmx', '/AuthCodeSending.asmx?WSDL']) {
      const answer = await request(port, `GET ${target}`, {});
      expect([answer.status, answer.headers['content-type']]).toEqual([
        500,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).toContain(unrecognized);
    }
  });
});

describe('server time', () => {
  const time = 50;
  const url = 'http://h/AuthCodeSending.asmx';

  function createSchool(options: Parameters<typeof createServer>[1] = {}): ServerFromOptions {
    const route = { operation: AuthCode, handler: () => undefined };
    return createServer([route] as Parameters<typeof createServer>[0], {
      limits: { time, bodyBytes: 1000 },
      ...options,
    });
  }

  const post = (body: ReadableStream<Uint8Array> | string): Request =>
    new Request(url, {
      method: 'POST',
      headers: { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
      body,
      duplex: 'half',
    } as RequestInit);

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  describe('the time of a request given to fetch', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** The status once the clock has reached the limit, and whether it was known a moment before. */
    async function statusAtLimit(request: Request): Promise<readonly [boolean, number]> {
      let known = false;
      const answer = createSchool()
        .fetch(request)
        .finally(() => {
          known = true;
        });
      await jest.advanceTimersByTimeAsync(time - 1);
      const early = known;
      await jest.advanceTimersByTimeAsync(1);
      return [early, (await answer).status];
    }

    test('is over for a body that stalls, and its stream is cancelled', async () => {
      const cancel = jest.fn<() => void>();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes('<')),
        cancel,
      });
      expect(await statusAtLimit(post(body))).toEqual([false, 408]);
      expect(cancel).toHaveBeenCalledTimes(1);
      expect(jest.getTimerCount()).toBe(0);
    });

    test('is over for a body that goes on and on in small pieces', async () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) =>
          new Promise((resolve) => {
            setTimeout(() => {
              controller.enqueue(bytes(' '));
              resolve();
            }, 7);
          }),
      });
      expect(await statusAtLimit(post(body))).toEqual([false, 408]);
    });

    test('is over for a body whose stream cannot be cancelled', async () => {
      const body = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => undefined) });
      expect(await statusAtLimit(post(body))).toEqual([false, 408]);
    });

    test('is over for a body that is no stream', async () => {
      const request = {
        method: 'POST',
        url,
        headers: new Headers({ 'Content-Type': text11 }),
        arrayBuffer: () => new Promise<ArrayBuffer>(() => undefined),
      };
      expect(await statusAtLimit(request as unknown as Request)).toEqual([false, 408]);
    });

    test('leaves no timer behind, however the body ends', async () => {
      const broken = new ReadableStream<Uint8Array>({
        pull: () => Promise.reject(new Error('gone')),
      });
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(600)),
        cancel: () => new Promise(() => undefined),
      });
      const statuses = [];
      for (const body of ['<', broken, endless]) {
        statuses.push((await createSchool().fetch(post(body))).status);
        expect(jest.getTimerCount()).toBe(0);
      }
      expect(statuses).toEqual([400, 400, 500]);
    });

    test('is over for a context that does not come', async () => {
      const server = createSchool({ context: () => new Promise<never>(() => undefined) });
      const answer = server.fetch(`${url}/AuthCode?code=1&phone=2`);
      await jest.advanceTimersByTimeAsync(time);
      expect(await (await answer).text()).toBe('Request timed out.\r\n');
    });

    test('may be longer than a timer can wait', async () => {
      const server = createSchool({ limits: { time: 2 ** 40 } });
      let known = false;
      server.fetch(post(new ReadableStream<Uint8Array>())).finally(() => {
        known = true;
      });
      await jest.advanceTimersByTimeAsync(1000);
      expect(known).toBe(false);
    });
  });

  test('the time of a request given to the listener is over for a body that goes on and on', async () => {
    const { server, port } = await start(createSchool().listener);
    const socket = connect(port, '127.0.0.1');
    const pieces = setInterval(() => socket.write(' '), 5);
    try {
      const answer = new Promise<string>((resolve, reject) => {
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString();
        });
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
      });
      socket.write(
        `POST /AuthCodeSending.asmx HTTP/1.1\r\nHost: h\r\nContent-Type: ${text11}\r\nContent-Length: 1000\r\n\r\n<`,
      );
      expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      clearInterval(pieces);
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('send together', () => {
  describe('texts that are sent together', () => {
    let done: string[];
    let now: number;
    beforeEach(() => {
      done = [];
      now = 1000;
      jest.spyOn(Date, 'now').mockImplementation(() => now);
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await eventsAreOver();
    });

    function message(name: string, more: Partial<TextMessage> = {}): TextMessage {
      return {
        write: (text, encoding) => done.push(`${name} ${text} ${encoding}`),
        end: () => done.push(`${name} ended`),
        destroy: () => done.push(`${name} destroyed`),
        ...more,
      };
    }

    test('go out after the events at hand but for the first, and are ended after all of them', async () => {
      sendTogether?.(message('a'), 'one', 'latin1');
      sendTogether?.(message('b'), 'zwölf', 'utf8');
      sendTogether?.(message('c'), 'three', 'latin1');
      expect(done).toEqual(['a one latin1']);
      await eventsAreOver();
      expect(done.slice(0, 2)).toEqual(['a one latin1', 'a ended']);
      expect(done.slice(2)).toEqual(['b zwölf utf8', 'c three latin1', 'b ended', 'c ended']);
    });

    test('begin anew with the next events', async () => {
      sendTogether?.(message('a'), 'one', 'latin1');
      sendTogether?.(message('b'), 'two', 'latin1');
      await eventsAreOver();
      sendTogether?.(message('c'), 'three', 'latin1');
      expect(done.slice(4)).toEqual(['c three latin1']);
      await eventsAreOver();
    });

    test('wait for no work that takes longer than a millisecond', async () => {
      sendTogether?.(message('a'), 'one', 'latin1');
      sendTogether?.(message('b'), 'two', 'latin1');
      now += 1;
      sendTogether?.(message('c'), 'three', 'latin1');
      expect(done).toEqual(['a one latin1']);
      now += 1;
      sendTogether?.(message('d'), 'four', 'latin1');
      expect(done.slice(1)).toEqual(['b two latin1', 'c three latin1', 'd four latin1']);
      sendTogether?.(message('e'), 'five', 'latin1');
      await eventsAreOver();
      expect(done.slice(4).filter((line) => line.startsWith('e'))).toEqual([
        'e five latin1',
        'e ended',
      ]);
    });

    test('are only ended where there is nothing left to send', async () => {
      sendTogether?.(message('a'), '', 'latin1');
      await eventsAreOver();
      expect(done).toEqual(['a ended']);
    });

    test('leave alone what was ended or destroyed meanwhile', async () => {
      sendTogether?.(message('first'), '', 'latin1');
      const ended = message('a');
      const gone = message('b');
      sendTogether?.(ended, 'one', 'latin1');
      sendTogether?.(gone, 'two', 'latin1');
      sendTogether?.(message('c'), 'three', 'latin1');
      Object.assign(ended, { writableEnded: true });
      Object.assign(gone, { destroyed: true });
      await eventsAreOver();
      expect(done).toEqual(['first ended', 'c three latin1', 'c ended']);
    });

    test('that cannot be sent end their connection, and no other', async () => {
      const fail = (): never => {
        throw new Error('no');
      };
      sendTogether?.(message('a', { write: fail }), 'one', 'latin1');
      sendTogether?.(message('b', { write: fail }), 'two', 'latin1');
      sendTogether?.(message('c'), 'three', 'latin1');
      await eventsAreOver();
      expect(done).toEqual(['a destroyed', 'b destroyed', 'c three latin1', 'c ended']);
    });
  });
});

describe('bytes of a large text', () => {
  test.each([
    ['ASCII', 'text ', 10_000],
    ['as long as a buffer', 'abcd', 16_384],
    ['a little shorter', 'abcd', 16_383],
    ['of two bytes for each character', '\u0637', 40_000],
    ['of three', '\u20ac', 60_000],
    ['of four', '\u{1f600}', 40_000],
  ])('%s', (_, piece, count) => {
    const text = piece.repeat(count);
    const bytes = borrowBytes([text]);
    expect(Buffer.from(text).equals(bytes ?? new Uint8Array(0))).toBe(true);
    returnBytes(bytes ?? new Uint8Array(0));
    returnBytes(bytes ?? new Uint8Array(0));
    const [first, second] = [borrowBytes(['fi', 'rst']), borrowBytes(['second', text])];
    expect(Buffer.from(first ?? []).toString()).toBe('first');
    expect(Buffer.from(`second${text}`).equals(second ?? new Uint8Array(0))).toBe(true);
  });

  test('is not borrowed beyond four million', () => {
    expect(borrowBytes(['x'.repeat(4 * 1024 * 1024)])).toBeUndefined();
    expect(borrowBytes(['\u20ac'.repeat(1_500_000)])).toBeUndefined();
  });
});
