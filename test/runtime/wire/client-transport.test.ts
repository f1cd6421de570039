import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import {
  type CallOptions,
  type ClientOptions,
  userAgent,
} from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

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
    await client(port).call(operation, { studentId: 1, studentClass: name }, { binding: 'soap11' });
    expect(sent).toContain('SOAPAction: "http://tempuri.org/Grüße"\r\n');
    expect(sent).toContain(`<studentClass>${name}</studentClass>`);
    expect(sent.endsWith('</soap:Envelope>')).toBe(true);
  },
);

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: (url, init) => fetch(url, init) }],
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (name, options) => {
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
    await expect(call(client(port, options), { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    await expect(
      call(client(port, options), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' });
  });
});

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
