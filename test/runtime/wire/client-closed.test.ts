import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import type { CallOptions, ClientOptions } from '../../../src/runtime/client/request.ts';
import { List, streamRecords } from '../stream-operation.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

// What a server has closed is not used again, and a connection without an answer ends its call.

const servers = new Set<Server>();
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of servers) server.close();
  servers.clear();
});

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

function answerOf(head = '', body: string | Buffer = good): Buffer {
  const start = `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}\r\n`;
  return Buffer.concat([Buffer.from(start), Buffer.from(body)]);
}

interface Service {
  readonly baseUrl: string;
  /** Number of requests on each connection. */
  readonly counts: number[];
}

/** A server that does what it likes with the socket of each request. */
async function listen(onRequest: (socket: Socket) => void): Promise<Service> {
  const counts: number[] = [];
  const listening = createServer((socket) => {
    sockets.add(socket);
    const index = counts.push(0) - 1;
    let received = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!/<\/soap:Envelope>|^GET .*\r\n\r\n/s.test(received)) return;
      received = '';
      counts[index] = (counts[index] ?? 0) + 1;
      onRequest(socket);
    });
  });
  servers.add(listening);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, counts };
}

const call = (caller: Caller, options?: CallOptions<'soap11'>): Promise<unknown> =>
  caller.call(GenerateReport, { studentId: 1 }, options);

describe('a server that closes each connection after its answer', () => {
  const ways: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['with it', (socket) => socket.end(answerOf())],
    ['at once', (socket) => socket.write(answerOf()) && socket.end()],
    ['later', (socket) => socket.write(answerOf(), () => setImmediate(() => socket.end()))],
    ['and drops it', (socket) => socket.write(answerOf(), () => socket.destroy())],
    ['though it says keep-alive', (socket) => socket.end(answerOf('Connection: keep-alive\r\n'))],
    ['and says so', (socket) => socket.end(answerOf('Connection: close\r\n'))],
  ];

  test.each(ways)('%s', async (_when, answer) => {
    const { baseUrl, counts } = await listen(answer);
    const caller = createCaller({ baseUrl }, {});
    for (let count = 0; count < 6; count += 1) expect(await call(caller)).toBe('fine');
    expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test.each(ways)('%s, and calls that wait for a connection', async (_when, answer) => {
    const { baseUrl, counts } = await listen(answer);
    const caller = createCaller({ baseUrl, maxConnections: 2 }, {});
    const results = await Promise.all(Array.from({ length: 8 }, () => call(caller)));
    expect(results).toEqual(Array.from({ length: 8 }, () => 'fine'));
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('several connections at once', async () => {
    const { baseUrl } = await listen((socket) => socket.end(answerOf()));
    const caller = createCaller({ baseUrl, maxConnections: 8 }, {});
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, () => call(caller)));
      expect(results).toEqual(Array.from({ length: 8 }, () => 'fine'));
    }
  });
});

test('a server that keeps connections gets all calls over one', async () => {
  const { baseUrl, counts } = await listen((socket) => socket.write(answerOf()));
  const caller = createCaller({ baseUrl, maxConnections: 5 }, {});
  for (let count = 0; count < 4; count += 1) expect(await call(caller)).toBe('fine');
  expect(counts).toEqual([4]);
});

test.each(['close', 'Close', 'x, close'])(
  'after Connection: %s, nothing follows on the connection',
  async (connection) => {
    const { baseUrl, counts } = await listen((socket) => socket.write(answerOf()));
    const caller = createCaller({ baseUrl, headers: { connection } }, {});
    for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
    expect(counts).toEqual([1, 1, 1]);
  },
);

test('a server of Node that ends its socket', async () => {
  const http = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('Content-Type', text11).end(good, () => request.socket.end());
    });
  });
  servers.add(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const caller = createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
  for (let count = 0; count < 6; count += 1) expect(await call(caller)).toBe('fine');
});

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: (url, init) => fetch(url, init) }],
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (name, options) => {
  const without: readonly (readonly [string, string, 'protocol' | 'transport'])[] = [
    ['a 101', 'HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 'protocol'],
    ['a 101 without Upgrade', 'HTTP/1.1 101 x\r\n\r\n', 'protocol'],
    ['nothing', '', 'transport'],
    ['a 100', 'HTTP/1.1 100 Continue\r\n\r\n', 'transport'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-', 'transport'],
  ];

  // To fetch, that is a head before the answer.
  const ended = without.filter(([what]) => name !== 'fetch' || what !== 'a 101 without Upgrade');
  test.each(ended)('%s is no answer', async (_what, text, code) => {
    const { baseUrl } = await listen((socket) => {
      if (text === '') socket.end();
      else socket.write(text, () => text.includes(' 101 ') || socket.end());
    });
    const caller = createCaller({ baseUrl, ...options, timeout: 0 }, {});
    const expected = name === 'fetch' ? 'transport' : code;
    await expect(call(caller)).rejects.toMatchObject({ code: expected });
    const records = streamRecords(caller, List, { count: 1 });
    await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: expected });
  });

  test.each(['UTF-8', 'none', 'x-unknown', 'gzip, utf-8', ' , identity'])(
    'the unknown content coding %p is none',
    async (coding) => {
      const { baseUrl } = await listen((socket) =>
        socket.write(answerOf(`Content-Encoding: ${coding}\r\n`)),
      );
      const caller = createCaller({ baseUrl, ...options }, {});
      expect(await call(caller)).toBe('fine');
      const body = envelope(
        soap11,
        '<ListResponse xmlns="urn:items"><ListResult><item><id>1</id></item></ListResult></ListResponse>',
      );
      const list = await listen((socket) =>
        socket.write(answerOf(`Content-Encoding: ${coding}\r\n`, body)),
      );
      const found: unknown[] = [];
      const streaming = createCaller({ baseUrl: list.baseUrl, ...options }, {});
      for await (const item of streamRecords(streaming, List, { count: 1 })) found.push(item);
      expect(found).toEqual([{ id: 1, name: undefined }]);
    },
  );

  test('content codings are taken back in turn', async () => {
    const { baseUrl } = await listen((socket) =>
      socket.write(answerOf('Content-Encoding: gzip, GZIP\r\n', gzipSync(gzipSync(good)))),
    );
    expect(await call(createCaller({ baseUrl, ...options }, {}))).toBe('fine');
  });
});
