import http, {
  Agent,
  createServer as createServerFromNodeHttp,
  request as httpRequest,
  type IncomingMessage,
  type Server as ServerFromNodeHttp,
} from 'node:http';
import https, { Agent as HttpsAgent } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { BasicAuthSecurity, ClientSSLSecurity } from 'soap';
import { type Caller, createCaller } from '../../src/runtime/client/call.ts';
import { cookieJar } from '../../src/runtime/client/cookies.ts';
import { ntlm } from '../../src/runtime/client/credentials.ts';
import {
  type CallOptions,
  type ClientOptions,
  userAgent,
} from '../../src/runtime/client/request.ts';
import { GenerateReport, GetAboutUs, Notify } from './wire/descriptors.ts';
import { envelope, fault11, fault12, soap11, soap12, text11, text12 } from './wire/messages.ts';

describe('client connection', () => {
  const servers = new Set<Server>();
  const sockets = new Set<Socket>();

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    for (const server of servers) server.close();
    servers.clear();
  });

  /** A server that gives one raw answer for each request, which it gets in full. */
  async function answering(answer: (request: string) => string | Buffer): Promise<string> {
    const listening = createServer((socket) => {
      sockets.add(socket);
      let received = '';
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => {
        received += chunk.toString('utf8');
        const head = received.indexOf('\r\n\r\n') + 4;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (head < 4 || Buffer.byteLength(received.slice(head)) < length) return;
        const request = received;
        received = '';
        socket.write(answer(request));
        if (request.includes('HTTP/1.0-please')) socket.end();
      });
    });
    servers.add(listening);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  function reply(status: string, type: string, body: string | Buffer, head = ''): Buffer {
    const contentType = type === '' ? '' : `Content-Type: ${type}\r\n`;
    return Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${status}\r\nServer: Microsoft-IIS/10.0\r\nX-AspNet-Version: 4.0.30319\r\n${contentType}Content-Length: ${Buffer.byteLength(body)}\r\n${head}\r\n`,
      ),
      Buffer.from(body),
    ]);
  }

  const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
  type Binding = (typeof bindings)[number];
  const input = { studentId: 1, studentClass: 'c' };
  const result =
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>';
  const good: Readonly<Record<Binding, readonly [type: string, body: string]>> = {
    soap11: [text11, envelope(soap11, result)],
    soap12: [text12, envelope(soap12, result)],
    httpGet: [text11, '<string xmlns="http://tempuri.org/">fine</string>'],
    httpPost: [text11, '<string xmlns="http://tempuri.org/">fine</string>'],
  };
  const failed: Readonly<Record<Binding, readonly [type: string, body: string]>> = {
    soap11: [text11, fault11('Server', 'boom')],
    soap12: [text12, fault12('Receiver', 'boom')],
    httpGet: ['text/plain; charset=utf-8', 'boom\r\n'],
    httpPost: ['text/plain; charset=utf-8', 'boom\r\n'],
  };

  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      (value) => Promise.reject(new Error(`resolved with ${String(value)}`)),
      (error: unknown) => error,
    );

  const call = (url: string, options: ClientOptions = {}): Promise<unknown> =>
    createCaller({ baseUrl: url, ...options }, {}).call(GenerateReport, input, {});

  describe('headers of an answer', () => {
    /** Forty cookies and what is missing, so that the head has a length. */
    const withHead = (bytes: number): Promise<string> =>
      answering(() => {
        const cookies = Array.from({ length: 40 }, (_, at) => `Set-Cookie: c${at}=b; path=/\r\n`);
        const short = reply('200 OK', ...good.soap11, cookies.join(''));
        const missing = bytes - (short.indexOf('\r\n\r\n') + 4) - 'X: \r\n'.length;
        return reply('200 OK', ...good.soap11, `${cookies.join('')}X: ${'a'.repeat(missing)}\r\n`);
      });
    const agent = new Agent();

    test.each([{}, { agent }, { maxHeaderBytes: 65_536 }])(
      'may have 64 KB with %j',
      async (options) => {
        for (const bytes of [20_000, 48_000, 65_536]) {
          expect(await call(await withHead(bytes), options)).toBe('fine');
        }
      },
    );

    test.each([
      [70_000, {}, 65_536],
      [70_000, { agent }, 65_536],
      [20_000, { maxHeaderBytes: 10_000 }, 10_000],
    ])('%i bytes are too large with %j', async (bytes, options, limit) => {
      expect(await failure(call(await withHead(bytes), options))).toMatchObject({
        code: 'too-large',
        message: `The headers of the answer are longer than ${limit} bytes. The option maxHeaderBytes sets another limit.`,
      });
    });

    test.each([200_000, 100_000.5, Number.POSITIVE_INFINITY])(
      'maxHeaderBytes %p takes more',
      async (maxHeaderBytes) => {
        expect(await call(await withHead(90_000), { maxHeaderBytes })).toBe('fine');
      },
    );

    test('of fetch have its own limit', async () => {
      const options = { fetch: fetch as NonNullable<ClientOptions['fetch']> };
      expect(await failure(call(await withHead(70_000), options))).toMatchObject({
        code: 'too-large',
        message: 'The headers of the answer are longer than allowed.',
      });
    });
  });

  describe('an answer that breaks HTTP', () => {
    const advice = 'run Node with --insecure-http-parser.';
    const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n';
    const length = good.soap11[1].length;
    const size = length.toString(16);
    const [type, body] = good.soap11;
    const whole = `Content-Type: ${type}\r\nContent-Length: ${length}\r\n`;
    const answers: readonly (readonly [string, string])[] = [
      ['a control character', `HTTP/1.1 200 OK\r\nX: a\u0001b\r\n${whole}\r\n${body}`],
      ['a folded line', `HTTP/1.1 200 OK\r\nX: a\r\n b\r\n${whole}\r\n${body}`],
      ['line feeds alone', `HTTP/1.1 200 OK\r\n${whole}\r\n`.replaceAll('\r', '') + body],
      [
        'a length and chunks',
        `${chunked}Content-Length: ${length}\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
      ],
      ['blanks after the size of a chunk', `${chunked}\r\n${size} \r\n${body}\r\n0\r\n\r\n`],
      ['no line break after a chunk', `${chunked}\r\n${size}\r\n${body}0\r\n\r\n`],
      ['another version', `HTTP/1.3 200 OK\r\n${whole}\r\n${body}`],
      ['two lengths', `HTTP/1.1 200 OK\r\n${whole}${whole}\r\n${body}`],
      ['a length that is none', `HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n${body}`],
      ['a header without colon', `HTTP/1.1 200 OK\r\nGarbage\r\n${whole}\r\n${body}`],
      ['a blank in a name', `HTTP/1.1 200 OK\r\nX Y: a\r\n${whole}\r\n${body}`],
      ['a size that is none', `${chunked}\r\nzz\r\n${body}\r\n0\r\n\r\n`],
      ['a chunk that is too long', `${chunked}\r\n2\r\n${body}\r\n0\r\n\r\n`],
      ['a status that is none', `HTTP/1.1 OK\r\n${whole}\r\n${body}`],
      ['another protocol', '220 ready\r\n'],
    ];

    /** Whether Node reads it with its option. */
    const readsInsecurely = (url: string): Promise<boolean> =>
      new Promise((resolve) => {
        const sent = httpRequest(url, { insecureHTTPParser: true }, (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          answer.on('end', () => resolve(text === body));
          answer.on('error', () => resolve(false));
        });
        sent.on('error', () => resolve(false));
        sent.end();
      });

    test.each(answers)('%s: the option of Node is advised where it helps', async (_, answer) => {
      const url = await answering(() => Buffer.from(answer, 'latin1'));
      const error = await failure(call(url));
      expect(error).toMatchObject({
        code: 'transport',
        message: expect.stringMatching(/Parse Error: .*\. It breaks the rules of HTTP\./),
      });
      expect(String(error).endsWith(advice)).toBe(await readsInsecurely(url));
    });

    test.each(['', 'Connection: close\r\n'])(
      'what follows a whole answer is none of it (%j)',
      async (head) => {
        const more = Buffer.from('<p>Apache</p>');
        const url = await answering(() =>
          Buffer.concat([reply('200 OK', ...good.soap11, head), more]),
        );
        expect(await call(url)).toBe('fine');
        const refusing = await answering(() =>
          Buffer.concat([reply('404 Not Found', text11, '', head), more]),
        );
        expect(await failure(call(refusing))).toMatchObject({ code: 'http-status', status: 404 });
      },
    );

    test('a length that is too short is told', async () => {
      const url = await answering(() =>
        Buffer.from(
          `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length - 44}\r\n\r\n${body}`,
        ),
      );
      expect(await failure(call(url))).toMatchObject({
        code: 'decode',
        message: expect.stringMatching(
          new RegExp(`It ends after ${length - 44} bytes, as its Content-Length says\\.$`),
        ),
      });
    });

    test('TLS at an address with http: is told', async () => {
      const url = await answering(() => Buffer.from([0x15, 3, 1, 0, 2, 2, 70]));
      expect(await failure(call(url))).toMatchObject({
        code: 'transport',
        message: expect.stringMatching(/: it speaks TLS\. Try the address with https:\.$/),
      });
    });
  });

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (name, options) => {
      const client = (baseUrl: string, more: ClientOptions = {}): Caller =>
        createCaller({ baseUrl, ...options, ...more }, {});

      describe.each(bindings)('%s', (binding) => {
        const call = (caller: Caller) => caller.call(GenerateReport, input, { binding });

        test.each([
          ['400 Bad Request', ''],
          ['400 Bad Request', text11],
          ['415 Unsupported Media Type', text11],
          ['415 Unsupported Media Type', text12],
        ])('%s with an empty body as %p, and the client goes on', async (status, type) => {
          let first = true;
          const url = await answering(() => {
            const answer = first ? reply(status, type, '') : reply('200 OK', ...good[binding]);
            first = false;
            return answer;
          });
          const caller = client(url);
          expect(await failure(call(caller))).toMatchObject({
            code: 'http-status',
            message: expect.stringContaining(`The server answered with status ${status}.`),
          });
          expect(await call(caller)).toBe('fine');
        });

        test.each([
          ['503 Service Unavailable', '', 'status 503 Service Unavailable. The answer is empty'],
          ['412 Missing <action>', ' \r\n', 'status 412 Missing <action>. The answer is empty'],
          ['501 Invalid Action', '<html></html>', 'status 501 Invalid Action. It is a web page'],
          [`500 ${'x'.repeat(300)}`, '', `status 500 ${'x'.repeat(200)}…. The answer is empty`],
          ['500 ä\u0085b', '', '\\u0085b. The answer is empty'],
          ['500', '', 'status 500. The answer is empty'],
          ['500 ', '', 'status 500. The answer is empty'],
          ['503 Service Unavailable', 'Come back.', 'status 503: Come back.'],
          ['500 Oh', '<html><title>No</title></html>', 'status 500: No. It is a web page'],
        ])(
          'the reason phrase of %p with %p is told where the body says nothing',
          async (status, body, told) => {
            const url = await answering(() => reply(status, '', body));
            const through = client(url, { interceptors: [(request, next) => next(request)] });
            for (const caller of [client(url), through]) {
              expect(await failure(call(caller))).toMatchObject({
                message: expect.stringContaining(told),
                raw: { statusText: expect.any(String) },
              });
            }
          },
        );

        test('compressed results and errors', async () => {
          let answer = good[binding];
          let status = '200 OK';
          const url = await answering(() =>
            reply(
              status,
              answer[0],
              gzipSync(answer[1]),
              'Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n',
            ),
          );
          const caller = client(url);
          expect(await call(caller)).toBe('fine');
          answer = failed[binding];
          status = '500 Internal Server Error';
          expect(await failure(call(caller))).toMatchObject({
            message: expect.stringContaining('boom'),
          });
        });

        test('an answer in chunks with a trailer, after 100 Continue', async () => {
          const [type, body] = good[binding];
          // Node's fetch takes a 100 it did not ask for as broken.
          const early = name === 'fetch' ? '' : 'HTTP/1.1 100 Continue\r\n\r\n';
          const half = Math.floor(body.length / 2);
          const chunks = [body.slice(0, half), body.slice(half)]
            .map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
            .join('');
          const url = await answering(
            () =>
              `${early}HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n${chunks}0\r\nX: 1\r\n\r\n`,
          );
          expect(await call(client(url))).toBe('fine');
        });

        test('an answer without length that ends with its connection', async () => {
          const [type, body] = good[binding];
          const url = await answering(
            () => `HTTP/1.0 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`,
          );
          expect(await call(client(url, { headers: { 'X-End': 'HTTP/1.0-please' } }))).toBe('fine');
        });
      });

      test('202 without content type for what gives no answer', async () => {
        const url = await answering(() => reply('202 Accepted', '', ''));
        expect(await client(url).call(Notify, { code: '1' })).toBeUndefined();
      });
    },
  );

  test('each client has a session of its own', async () => {
    let sessions = 0;
    const seen: string[] = [];
    const url = await answering((request) => {
      const known = /^cookie: (.*)$/im.exec(request)?.[1] ?? '';
      seen.push(known.trim());
      if (known === '') sessions += 1;
      const cookie = `Set-Cookie: ASP.NET_SessionId=${sessions}; path=/; HttpOnly; SameSite=Lax\r\n`;
      return reply('200 OK', ...good.soap11, known === '' ? cookie : '');
    });
    const [one, two] = [1, 2].map(() => createCaller({ baseUrl: url, cookies: cookieJar() }, {}));
    const forgets = createCaller({ baseUrl: url }, {});
    for (const caller of [one, two, forgets, two, one, forgets]) {
      await caller?.call(GenerateReport, input);
    }
    const id = (session: number): string => `ASP.NET_SessionId=${session}`;
    expect(seen).toEqual(['', '', '', id(2), id(1), '']);
  });
});

describe('client agent', () => {
  const servers: ServerFromNodeHttp[] = [];
  const { globalAgent } = http;
  afterEach(() => {
    http.globalAgent = globalAgent;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );

  /** A server that answers every request, and notes their targets. */
  async function listen(): Promise<{ readonly origin: string; readonly urls: string[] }> {
    const urls: string[] = [];
    const server = createServerFromNodeHttp((request, response) => {
      urls.push(request.url ?? '');
      request.resume().on('end', () => response.setHeader('Content-Type', text11).end(good));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { origin: `http://127.0.0.1:${port}`, urls };
  }

  const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });

  describe('agent', () => {
    test('makes the connections', async () => {
      const { origin } = await listen();
      let created = 0;
      class Counting extends Agent {
        override createConnection(...given: Parameters<Agent['createConnection']>) {
          created += 1;
          return super.createConnection(...given);
        }
      }
      const agent = new Counting({ keepAlive: true });
      const caller = createCaller({ baseUrl: origin, agent }, {});
      for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
      expect(created).toBe(1);
      agent.destroy();
    });

    test.each([
      ['http:', new HttpsAgent(), 'The option agent is not for http: addresses.'],
      ['https:', new Agent(), 'The option agent is not for https: addresses.'],
    ])('of another scheme than the address, which is %s', async (scheme, agent, message) => {
      const caller = createCaller({ baseUrl: `${scheme}//127.0.0.1:9`, agent }, {});
      await expect(call(caller)).rejects.toMatchObject({
        code: 'transport',
        operation: 'AuthCodeSending.GenerateReport',
        message: `${message} Give an Agent of node:${scheme.slice(0, -1)}.`,
        cause: { code: 'ERR_INVALID_PROTOCOL' },
      });
    });

    test('is nothing for NTLM', async () => {
      const security = ntlm({ username: 'u', password: 'p' });
      const caller = createCaller({ baseUrl: 'http://h', security, agent: new Agent() }, {});
      await expect(call(caller)).rejects.toMatchObject({
        message: expect.stringContaining('NTLM authenticates connections'),
      });
    });
  });

  describe('with fetch, connections are the affair of fetch', () => {
    const fetch = async (): Promise<Response> => new Response(good);
    test.each<readonly [string, ClientOptions]>([
      ['tls', { tls: { ca: 'x' } }],
      ['agent', { agent: new Agent() }],
    ])('%s is refused when the client is made', (name, options) => {
      expect(() => createCaller({ baseUrl: 'http://h', fetch, ...options }, {})).toThrow(
        expect.objectContaining({
          code: 'encode',
          message: expect.stringMatching(`fetch makes its own connections.*${name}`),
        }),
      );
    });

    test('a certificate of a security object', async () => {
      const security = new ClientSSLSecurity(Buffer.from('key'), Buffer.from('cert'));
      await expect(
        call(createCaller({ baseUrl: 'http://h', fetch, security }, {})),
      ).rejects.toMatchObject({ code: 'encode', message: expect.stringContaining('certificate') });
    });
  });

  // Node reads the environment when it starts, and tells it by the options of its own agents.
  describe('proxies of the environment', () => {
    const withProxy = (proxyEnv: object): void => {
      http.globalAgent = Object.assign(new Agent(), { options: { proxyEnv } }) as Agent;
    };

    test('are those of the agents of Node', async () => {
      const { origin, urls } = await listen();
      const proxyEnv = { HTTP_PROXY: '', NO_PROXY: '*' };
      withProxy(proxyEnv);
      const seen: unknown[] = [];
      const { Agent: Original } = http;
      try {
        http.Agent = class extends Original {
          constructor(options: object) {
            super(options);
            seen.push((options as { proxyEnv?: unknown }).proxyEnv);
          }
        } as typeof Agent;
        const caller = createCaller({ baseUrl: origin, maxConnections: 3 }, {});
        expect(await call(caller)).toBe('fine');
      } finally {
        http.Agent = Original;
      }
      expect(seen).toEqual([proxyEnv]);
      expect(urls).toEqual(['/AuthCodeSending.asmx']);
    });

    const isKnown = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
    test('are used where Node can, and otherwise not', async () => {
      const service = await listen();
      const proxy = await listen();
      withProxy({ HTTP_PROXY: proxy.origin, NO_PROXY: 'other.test' });
      const caller = createCaller({ baseUrl: service.origin, maxConnections: 4 }, {});
      expect(await call(caller)).toBe('fine');
      expect(proxy.urls).toEqual(isKnown ? [`${service.origin}/AuthCodeSending.asmx`] : []);
      expect(service.urls).toEqual(isKnown ? [] : ['/AuthCodeSending.asmx']);
      withProxy({ HTTP_PROXY: proxy.origin, NO_PROXY: '127.0.0.1' });
      const straight = createCaller({ baseUrl: service.origin, maxConnections: 5 }, {});
      expect(await call(straight)).toBe('fine');
      expect(service.urls.at(-1)).toBe('/AuthCodeSending.asmx');
    });
  });
});

describe('client proxy', () => {
  const { globalAgent } = http;
  const { globalAgent: tlsAgent } = https;
  const servers: ServerFromNodeHttp[] = [];
  afterEach(() => {
    http.globalAgent = globalAgent;
    https.globalAgent = tlsAgent;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A proxy that is Node's from now on. */
  async function proxied(
    connected: (socket: Duplex) => void,
    answer: (response: http.ServerResponse) => void = (response) => response.end(),
  ): Promise<ServerFromNodeHttp> {
    const server = createServerFromNodeHttp((request, response) => {
      request.resume().on('end', () => answer(response));
    });
    server.on('connect', (_, socket) => {
      socket.on('error', () => undefined);
      connected(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    useProxy(`http://user:SECRET@127.0.0.1:${port}`);
    return server;
  }

  function useProxy(url: string): void {
    const options = { proxyEnv: { HTTP_PROXY: url, HTTPS_PROXY: url } };
    http.globalAgent = Object.assign(new http.Agent(), { options }) as http.Agent;
    https.globalAgent = Object.assign(new https.Agent(), { options }) as https.Agent;
  }

  // options of their own give each client connections of its own
  const client = (baseUrl: string, more: ClientOptions = {}): Caller =>
    createCaller({ baseUrl, maxConnections: 9, tls: { rejectUnauthorized: false }, ...more }, {});
  const call = (caller: Caller): Promise<unknown> => caller.call(GenerateReport, { studentId: 1 });

  /** Resolves when the other side has closed a connection. */
  const closed = (socket: Duplex): Promise<unknown> =>
    new Promise((resolve) => socket.on('end', resolve).on('error', resolve).resume());

  // Node reads the environment when it starts; older versions know no proxies.
  const isKnown = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  const onNewNode = isKnown ? describe : describe.skip;

  onNewNode('a tunnel of a proxy', () => {
    test.each<readonly [string, (socket: Duplex) => void]>([
      ['that is never there', () => undefined],
      ['that leads nowhere', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
      ['without TLS', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nno TLS at all')],
    ])('%s is closed with the call', async (_, connected) => {
      let gone: Promise<unknown> | undefined;
      await proxied((socket) => {
        gone = closed(socket);
        connected(socket);
      });
      const caller = client('https://service.test', { timeout: 300 });
      await expect(call(caller)).rejects.toMatchObject({
        code: expect.stringMatching(/^(timeout|transport)$/),
      });
      await gone;
    });

    test('that is refused is an error without secrets', async () => {
      let gone: Promise<unknown> | undefined;
      await proxied((socket) => {
        gone = closed(socket);
        // without an end
        socket.write('HTTP/1.1 407 Proxy Authentication Required\u001b[2J\r\n\r\n');
      });
      const error = await call(client('https://service.test')).catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 'transport' });
      expect(String(error)).toMatch(/407 Proxy Authentication Required\\u001b\[2J$/);
      expect(String(error)).not.toMatch(/SECRET/);
      await gone;
    });
  });

  onNewNode('a proxy', () => {
    test('that asks for a login is named', async () => {
      await proxied(
        () => undefined,
        (response) => {
          response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="the house"' });
          response.end('<html><title>Access denied</title></html>');
        },
      );
      await expect(call(client('http://service.test'))).rejects.toMatchObject({
        code: 'http-status',
        message: expect.stringMatching(
          /^A proxy answered with status 407 \(Proxy-Authenticate: Basic realm="the house"\): Access denied\. It is .* Give user/,
        ),
      });
    });

    test('that is not there is named', async () => {
      useProxy('http://user:SECRET@127.0.0.1:1');
      for (const scheme of ['http', 'https']) {
        await expect(call(client(`${scheme}://service.test`))).rejects.toMatchObject({
          code: 'transport',
          message: 'No connection to service.test: 127.0.0.1:1, perhaps a proxy, refused it.',
        });
      }
    });
  });
});

describe('client transport', () => {
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server?.close();
    server = undefined;
  });

  /**
   * A server that answers each request of a connection with raw bytes, or does what it likes with the
   * socket.
   */
  async function hostile(
    onRequest: (socket: Socket, request: string, count: number) => void,
  ): Promise<number> {
    let count = 0;
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => onRequest(socket, chunk.toString('utf8'), ++count));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  function client(port: number, options: ClientOptions = {}): Caller {
    return createCaller({ baseUrl: `http://127.0.0.1:${port}`, ...options }, {});
  }

  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );

  function reply(body: Uint8Array | string, head = ''): Buffer {
    const bytes = Buffer.from(body);
    return Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nContent-Length: ${bytes.length}\r\n${head}\r\n`,
      ),
      bytes,
    ]);
  }

  function call(caller: Caller, options?: CallOptions<'soap11'>): Promise<unknown> {
    return caller.call(GenerateReport, { studentId: 1 }, options);
  }

  test.each(['plain', 'Jürgen'])(
    'an action beyond ASCII is encoded once, with the body %s',
    async (name) => {
      let sent = '';
      const port = await hostile((socket, request) => {
        sent = request;
        socket.write(reply(good));
      });
      const { soap, ...rest } = GenerateReport;
      if (soap === undefined) throw new Error('no SOAP');
      const operation = { ...rest, soap: { ...soap, action: 'http://tempuri.org/Grüße' } };
      await client(port).call(
        operation,
        { studentId: 1, studentClass: name },
        { binding: 'soap11' },
      );
      expect(sent).toContain('SOAPAction: "http://tempuri.org/Grüße"\r\n');
      expect(sent).toContain(`<studentClass>${name}</studentClass>`);
      expect(sent.endsWith('</soap:Envelope>')).toBe(true);
    },
  );

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (name, options) => {
      test('a good answer, in pieces', async () => {
        const port = await hostile((socket) => {
          const bytes = reply(good);
          socket.write(bytes.subarray(0, 150));
          setTimeout(() => socket.write(bytes.subarray(150)), 5);
        });
        expect(await call(client(port, options))).toBe('fine');
      });

      test.each([
        ['gzip', gzipSync(good)],
        ['deflate', deflateSync(good)],
        ['br', brotliCompressSync(good)],
        ...(name === 'node:http' ? [['deflate', deflateRawSync(good)] as const] : []),
      ])('content coding %s', async (coding, body) => {
        const port = await hostile((socket) =>
          socket.write(reply(body, `Content-Encoding: ${coding}\r\n`)),
        );
        expect(await call(client(port, options))).toBe('fine');
      });

      test('a compressed answer that grows too large', async () => {
        const port = await hostile((socket) =>
          socket.write(reply(gzipSync('x'.repeat(1_000_000)), 'Content-Encoding: gzip\r\n')),
        );
        await expect(
          call(client(port, { ...options, maxResponseBytes: 10_000 })),
        ).rejects.toMatchObject({ code: 'too-large', status: 200 });
      });

      test('an endless answer', async () => {
        const port = await hostile((socket) => {
          socket.write(
            `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nTransfer-Encoding: chunked\r\n\r\n`,
          );
          const more = (): void => {
            if (!socket.destroyed) socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`, more);
          };
          more();
        });
        await expect(
          call(client(port, { ...options, maxResponseBytes: 100_000 })),
        ).rejects.toMatchObject({ code: 'too-large', raw: { status: 200 } });
      });

      test('an answer that breaks off', async () => {
        const port = await hostile((socket) => socket.end(reply(good).subarray(0, -10)));
        await expect(call(client(port, options))).rejects.toMatchObject({
          code: 'transport',
          operation: 'AuthCodeSending.GenerateReport',
        });
      });

      test.each([
        ['no HTTP', 'nonsense\r\n\r\n'],
        ['nothing', ''],
      ])('%s', async (_name, bytes) => {
        const port = await hostile((socket) => socket.end(bytes));
        await expect(call(client(port, options))).rejects.toMatchObject({
          code: 'transport',
          raw: undefined,
        });
      });

      test('a refused connection', async () => {
        const port = await hostile(() => undefined);
        server?.close();
        await expect(call(client(port, options))).rejects.toMatchObject({ code: 'transport' });
      });

      test('a name that does not exist', async () => {
        const caller = createCaller({ ...options, baseUrl: 'http://no.such.host.invalid' }, {});
        await expect(call(caller)).rejects.toMatchObject({ code: 'transport' });
      });

      test('a server that says nothing: timeout of client and call, AbortSignal.timeout', async () => {
        const port = await hostile(() => undefined);
        await expect(call(client(port, { ...options, timeout: 20 }))).rejects.toMatchObject({
          code: 'timeout',
        });
        await expect(call(client(port, options), { timeout: 20 })).rejects.toMatchObject({
          code: 'timeout',
        });
        await expect(
          call(client(port, options), { signal: AbortSignal.timeout(20) }),
        ).rejects.toMatchObject({ code: 'timeout' });
      });

      test('a server that stops in the middle', async () => {
        const port = await hostile((socket) => socket.write(reply(good).subarray(0, 200)));
        await expect(call(client(port, { ...options, timeout: 50 }))).rejects.toMatchObject({
          code: 'timeout',
        });
      });

      test('aborted, also before it starts', async () => {
        const port = await hostile(() => undefined);
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 10);
        await expect(
          call(client(port, options), { signal: controller.signal }),
        ).rejects.toMatchObject({
          code: 'aborted',
        });
        await expect(
          call(client(port, options), { signal: AbortSignal.abort() }),
        ).rejects.toMatchObject({ code: 'aborted' });
      });
    },
  );

  describe('node:http alone', () => {
    test('keeps its connection', async () => {
      const connections = new Set<Socket>();
      const port = await hostile((socket) => {
        connections.add(socket);
        socket.write(reply(good));
      });
      const caller = client(port, { maxConnections: 1 });
      for (let count = 0; count < 4; count++) expect(await call(caller)).toBe('fine');
      expect(connections.size).toBe(1);
    });

    test('sends the bytes of the request, and no more headers than it must', async () => {
      let seen = '';
      const port = await hostile((socket, request) => {
        seen = request;
        socket.write(reply(good));
      });
      await call(client(port));
      const [head = '', body = ''] = seen.split('\r\n\r\n');
      expect(head.split('\r\n')).toEqual([
        'POST /AuthCodeSending.asmx HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Content-Type: ${text11}`,
        `Content-Length: ${body.length}`,
        'SOAPAction: "http://tempuri.org/GenerateReport"',
        `User-Agent: ${userAgent}`,
        'Connection: keep-alive',
      ]);
    });

    test('damaged and unknown content codings', async () => {
      const port = await hostile((socket, _request, count) =>
        socket.write(reply('nonsense', `Content-Encoding: ${count === 1 ? 'gzip' : 'zip'}\r\n`)),
      );
      await expect(call(client(port))).rejects.toMatchObject({
        code: 'decode',
        raw: { status: 200 },
      });
      await expect(call(client(port))).rejects.toMatchObject({
        code: 'protocol',
        raw: { status: 200 },
      });
    });

    test('TLS settings come from the security object', async () => {
      const given: unknown[] = [];
      const port = await hostile((socket) => socket.write(reply(good)));
      const security = {
        addOptions: (target: Record<string, unknown>) =>
          void given.push(Object.assign(target, { key: 'k', httpsAgent: {} })),
      };
      const caller = client(port, { security });
      expect(await call(caller)).toBe('fine');
      expect(await call(caller)).toBe('fine');
      expect(given).toHaveLength(1);
    });
  });
});

describe('client resend', () => {
  // A call is sent again only where nothing of it has been sent.

  let server: Server | undefined;
  let worker: Worker | undefined;
  const sockets = new Set<Socket>();

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server?.close();
    server = undefined;
    await worker?.terminate();
    worker = undefined;
  });

  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nContent-Length: ${good.length}\r\n\r\n${good}`;
  const value = '<string xmlns="http://tempuri.org/">fine</string>';
  const otherAnswer = `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nContent-Length: ${value.length}\r\n\r\n${value}`;

  /** A server that gets each request in one piece and does what it likes with it. */
  async function listen(
    onRequest: (socket: Socket, count: number, request: string) => void,
  ): Promise<string> {
    let count = 0;
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('data', (bytes) => onRequest(socket, ++count, bytes.toString('latin1')));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  const input = { studentId: 1, studentClass: 'c' };
  type Binding = 'soap11' | 'httpPost' | 'httpGet';
  const call = (caller: Caller, binding: Binding = 'soap11'): Promise<unknown> =>
    caller.call(GenerateReport, input, { binding });

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (name, options) => {
      // That fetch sends a GET again is its own affair: HTTP allows it.
      const bindings: readonly Binding[] =
        name === 'fetch' ? ['soap11', 'httpPost'] : ['soap11', 'httpPost', 'httpGet'];

      describe.each(bindings)('%s', (binding) => {
        test.each<readonly [string, (socket: Socket) => void]>([
          ['closed', (socket) => socket.end()],
          ['dropped', (socket) => socket.destroy()],
          ['reset', (socket) => socket.resetAndDestroy()],
        ])('a call that was handled before its connection was %s', async (_how, drop) => {
          let handled = 0;
          const baseUrl = await listen((socket, count, request) => {
            handled++;
            if (count === 2) drop(socket);
            else socket.write(request.includes('Envelope') ? answer : otherAnswer);
          });
          const caller = createCaller({ baseUrl, ...options }, {});
          expect(await call(caller, binding)).toBe('fine');
          await expect(call(caller, binding)).rejects.toMatchObject({
            code: 'transport',
            operation: 'AuthCodeSending.GenerateReport',
            message: expect.stringContaining(
              'The service may have handled the call; it was not sent again.',
            ),
          });
          expect(handled).toBe(2);
          // The client goes on.
          expect(await call(caller, binding)).toBe('fine');
        });
      });

      test('a new connection that breaks tells the same', async () => {
        let handled = 0;
        const baseUrl = await listen((socket) => {
          handled++;
          socket.destroy();
        });
        await expect(call(createCaller({ baseUrl, ...options }, {}))).rejects.toMatchObject({
          message: expect.stringContaining('may have handled'),
        });
        expect(handled).toBe(1);
      });

      test('a connection that is never made does not', async () => {
        const baseUrl = await listen(() => undefined);
        server?.close();
        const error: unknown = await call(createCaller({ baseUrl, ...options }, {})).catch(
          (reason: unknown) => reason,
        );
        expect(error).toMatchObject({ code: 'transport' });
        expect(String(error)).not.toContain('may have handled');
      });
    },
  );

  describe('an idle connection', () => {
    /** A server in a thread of its own, which closes a connection soon after its answer. */
    async function closing(how: 'end' | 'resetAndDestroy'): Promise<{
      readonly baseUrl: string;
      readonly counts: Int32Array;
    }> {
      const counts = new Int32Array(new SharedArrayBuffer(8));
      const program = `
      const { parentPort, workerData: { counts, answer, how } } = require('node:worker_threads');
      const server = require('node:net').createServer((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', () => {
          Atomics.add(counts, 0, 1);
          socket.write(answer, () => setTimeout(() => {
            socket[how]();
            setTimeout(() => {
              Atomics.add(counts, 1, 1);
              Atomics.notify(counts, 1);
            }, 20);
          }, 20));
        });
      });
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
    `;
      const thread = new Worker(program, { eval: true, workerData: { counts, answer, how } });
      worker = thread;
      const port = await new Promise((resolve) => thread.once('message', resolve));
      return { baseUrl: `http://127.0.0.1:${port}`, counts };
    }

    test.each(['end', 'resetAndDestroy'] as const)(
      'that was closed (%s) while the program was busy is not written to',
      async (how) => {
        const { baseUrl, counts } = await closing(how);
        const caller = createCaller({ baseUrl, maxConnections: 1 }, {});
        expect(await call(caller)).toBe('fine');
        // Nothing is heard of the connection meanwhile: the thread is blocked.
        Atomics.wait(counts, 1, 0);
        const now = Date.now();
        jest.spyOn(Date, 'now').mockImplementation(() => now + 5000);
        expect(await call(caller)).toBe('fine');
        expect(counts[0]).toBe(2);
      },
    );

    test('that was closed while the program was idle is left', async () => {
      const { baseUrl, counts } = await closing('end');
      const caller = createCaller({ baseUrl, maxConnections: 1 }, {});
      for (const count of [1, 2, 3]) {
        expect(await call(caller)).toBe('fine');
        expect(counts[0]).toBe(count);
        while (counts[1] !== count) await new Promise((resolve) => setTimeout(resolve, 5));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
  });
});

describe('client redirect', () => {
  const servers = new Set<ServerFromNodeHttp>();

  afterEach(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers.clear();
  });

  interface Seen {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }

  interface Service {
    readonly origin: string;
    readonly seen: Seen[];
  }

  const report =
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>';
  const good = envelope(soap11, report);
  const value = '<string xmlns="http://tempuri.org/">fine</string>';

  /** A service that answers with a redirect where `lead` says so. */
  async function listen(
    lead: (
      seen: Seen,
      count: number,
    ) => readonly [status: number, location?: string] | undefined = () => undefined,
  ): Promise<Service> {
    const seen: Seen[] = [];
    const server = createServerFromNodeHttp((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const one = { method, url, headers, body };
        seen.push(one);
        const [status, location] = lead(one, seen.length) ?? [];
        if (status === undefined) {
          response.setHeader('Content-Type', text11);
          response.end(body.includes('Envelope') ? good : value);
          return;
        }
        response.setHeader('Set-Cookie', `hop=${seen.length}; path=/`);
        if (location !== undefined) {
          response.setHeader('Location', Buffer.from(location).toString('latin1'));
        }
        response.writeHead(status).end('moved');
      });
    });
    servers.add(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { origin: `http://127.0.0.1:${port}`, seen };
  }

  const input = { studentId: 1, studentClass: 'ü' };
  type Binding = 'soap11' | 'httpPost' | 'httpGet';
  const call = (caller: Caller, binding: Binding = 'soap11'): Promise<unknown> =>
    caller.call(GenerateReport, input, { binding });
  const refused = (text: string | RegExp): object => ({
    name: 'AsmxError',
    code: 'http-status',
    operation: 'AuthCodeSending.GenerateReport',
    message: text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text),
  });

  /** Redirects whatever comes first, then answers. */
  const once =
    (status: number, location: string) =>
    (_seen: Seen, count: number): readonly [number, string] | undefined =>
      count === 1 ? [status, location] : undefined;

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (_name, options) => {
      const client = (baseUrl: string, more: ClientOptions = {}): Caller =>
        createCaller({ baseUrl, redirect: 'follow', ...options, ...more }, {});

      test.each([301, 302, 303, 307, 308])(
        'status %i is an error that says where it leads, unless asked to follow',
        async (status) => {
          const { origin, seen } = await listen(once(status, '/new.asmx'));
          for (const redirect of [undefined, 'error'] as const) {
            seen.length = 0;
            await expect(call(client(origin, { redirect }))).rejects.toMatchObject({
              ...refused(`status ${status}, a redirect to /new.asmx. If that`),
              status,
              raw: { status, headers: { location: '/new.asmx' } },
            });
            expect(seen).toHaveLength(1);
          }
        },
      );

      test.each<readonly [number, Binding]>([
        [307, 'soap11'],
        [308, 'soap11'],
        [307, 'httpPost'],
        [301, 'httpGet'],
        [302, 'httpGet'],
        [303, 'httpGet'],
        [307, 'httpGet'],
        [308, 'httpGet'],
      ])('after %i a call over %s goes on as it is', async (status, binding) => {
        const { origin, seen } = await listen(once(status, 'moved/Schüler.asmx?a=1#x'));
        expect(await call(client(origin, { headers: { 'X-A': 'a' } }), binding)).toBe('fine');
        const [first, second] = seen;
        expect(second).toEqual({
          ...first,
          url: expect.stringMatching(/\/moved\/Sch%C3%BCler\.asmx\?a=1$/),
        });
        expect(second?.headers['x-a']).toBe('a');
      });

      test.each([301, 302, 303])('a POST does not become a GET after %i', async (status) => {
        const { origin, seen } = await listen(once(status, '/new.asmx'));
        await expect(call(client(origin))).rejects.toMatchObject({
          ...refused(/redirect to http:.*\/new\.asmx.*POST.*307.*endpoint/),
          status,
        });
        expect(seen).toHaveLength(1);
      });

      test('a redirect goes to another origin where nothing of the call is a credential', async () => {
        const other = await listen();
        const { origin } = await listen(() => [307, `${other.origin}/Other.asmx`]);
        expect(await call(client(origin))).toBe('fine');
        expect(other.seen.map(({ url }) => url)).toEqual(['/Other.asmx']);
        const same = { compression: true, headers: { 'Accept-Encoding': 'gzip, deflate, br' } };
        expect(await call(client(origin, same))).toBe('fine');
        expect(other.seen[0]?.headers.host).toBe(other.origin.slice('http://'.length));
      });

      const authorization = { Authorization: 'Bearer secret' };
      test.each<readonly [string, ClientOptions, object]>([
        ['a header of the client', { headers: authorization }, {}],
        ['a header of a function', { headers: async () => authorization }, {}],
        ['a header that may be a key', { headers: { 'X-Api-Key': 'secret' } }, {}],
        ['cookies', { cookies: cookieJar() }, {}],
        ['a security object', { security: new BasicAuthSecurity('u', 'secret') }, {}],
        // fetch has no certificates.
        ['a certificate', { fetch: undefined, tls: { pfx: 'secret' } }, {}],
        ['a header of the call', {}, { headers: authorization }],
        ['an own type', { headers: { 'content-type': 'text/xml; charset=utf-8; key=secret' } }, {}],
        ['an own action of the call', {}, { headers: { soapACTION: '"secret"' } }],
        ['own codings', { compression: true, headers: { 'Accept-Encoding': 'gzip;x=secret' } }, {}],
        [
          'a type of an interceptor',
          {
            interceptors: [
              (request, next) =>
                next({
                  ...request,
                  headers: {
                    ...request.headers,
                    'Content-Type': 'text/xml;charset=utf-8;key=secret',
                  },
                }),
            ],
          },
          {},
        ],
        ['a SOAP header', {}, { soapHeaders: { Credentials: { user: 'secret' } } }],
      ])('%s stays at its origin', async (_what, more, own) => {
        const other = await listen();
        const { origin, seen } = await listen((_seen, count) =>
          count % 2 === 1 ? [307, `${other.origin}/`] : undefined,
        );
        const caller = client(origin, more);
        const error: unknown = await caller
          .call(GenerateReport, input, own)
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject(
          refused(/redirect to http:.*another origin.*credentials.*endpoint/),
        );
        expect(String(error)).not.toContain('secret');
        expect([seen.length, other.seen.length]).toEqual([1, 0]);
        // Within its origin it goes along.
        const same = await listen(once(307, '/x.asmx'));
        expect(await client(same.origin, more).call(GenerateReport, input, own)).toBe('fine');
        expect(same.seen[1]?.headers.authorization).toBe(same.seen[0]?.headers.authorization);
      });

      test('cookies of a redirect go with the call that follows', async () => {
        const { origin, seen } = await listen((_seen, count) =>
          count < 3 ? [307, '/a.asmx'] : undefined,
        );
        expect(await call(client(origin, { cookies: cookieJar() }))).toBe('fine');
        expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'hop=1', 'hop=2']);
      });

      test('five redirects are followed, the sixth is an error', async () => {
        const five = await listen((_seen, count) => (count <= 5 ? [307, `/${count}`] : undefined));
        expect(await call(client(five.origin))).toBe('fine');
        const endless = await listen((_seen, count) => [307, `/${count}`]);
        await expect(call(client(endless.origin))).rejects.toMatchObject(refused(/5 redirects/));
        expect(endless.seen).toHaveLength(6);
      });

      test.each([
        ['file:///etc/passwd', /not an http or https/],
        ['ftp://127.0.0.1/', /not an http or https/],
        ['http://', /not an http or https/],
      ])('an address that is none: %s', async (location, text) => {
        const { origin, seen } = await listen(() => [307, location]);
        await expect(call(client(origin))).rejects.toMatchObject(refused(text));
        expect(seen).toHaveLength(1);
      });

      test('what is no redirect stays what it is: 300, 304, and a redirect to nowhere', async () => {
        for (const [status, location] of [
          [300, '/a'],
          [304, '/a'],
          [307, undefined],
        ] as const) {
          const { origin, seen } = await listen(() =>
            location === undefined ? [status] : [status, location],
          );
          await expect(call(client(origin))).rejects.toMatchObject({ code: 'http-status', status });
          expect(seen).toHaveLength(1);
        }
      });

      test('interceptors see the last answer', async () => {
        const { origin } = await listen(once(307, '/x'));
        const seen: number[] = [];
        const caller = client(origin, {
          interceptors: [
            async (request, next) => {
              const answer = await next(request);
              seen.push(answer.status);
              return answer;
            },
          ],
        });
        expect(await call(caller)).toBe('fine');
        expect(seen).toEqual([200]);
      });

      test('the time of the call is that of all its redirects', async () => {
        const server = createServerFromNodeHttp((_request, response) => {
          setTimeout(() => response.writeHead(307, { Location: '/again' }).end(), 30);
        });
        servers.add(server);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const caller = client(`http://127.0.0.1:${port}`, { timeout: 50 });
        // Five redirects would take longer, each of them less.
        await expect(call(caller)).rejects.toMatchObject({ code: 'timeout' });
      });

      test('a call without parameters', async () => {
        const { origin, seen } = await listen(once(302, '/x/GetAboutUs?'));
        await client(origin).call(GetAboutUs, {}, { binding: 'httpGet' });
        expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
      });
    },
  );

  test('a call does not leave https', async () => {
    const asked: string[] = [];
    const caller = createCaller(
      {
        baseUrl: 'https://h',
        redirect: 'follow',
        fetch: (url) => {
          asked.push(url);
          return Promise.resolve(
            new Response(null, { status: 307, headers: { location: 'http://h/' } }),
          );
        },
      },
      {},
    );
    await expect(call(caller)).rejects.toMatchObject(refused(/not encrypted/));
    expect(asked).toEqual(['https://h/AuthCodeSending.asmx']);
  });
});
