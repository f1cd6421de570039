import { Agent, request as httpRequest } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, cookieJar, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport, Notify } from './descriptors.ts';
import { envelope, fault11, fault12, soap11, soap12, text11, text12 } from './messages.ts';

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
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (name, options) => {
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
      const number = Number(status.slice(0, 3));
      expect(await failure(call(caller))).toMatchObject({
        code: 'http-status',
        message: expect.stringContaining(`The server answered with status ${number}.`),
      });
      expect(await call(caller)).toBe('fine');
    });

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
      const url = await answering(() => `HTTP/1.0 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`);
      expect(await call(client(url, { headers: { 'X-End': 'HTTP/1.0-please' } }))).toBe('fine');
    });
  });

  test('202 without content type for what gives no answer', async () => {
    const url = await answering(() => reply('202 Accepted', '', ''));
    expect(await client(url).call(Notify, { code: '1' })).toBeUndefined();
  });
});

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
