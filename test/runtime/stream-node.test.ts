import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../src/runtime/index.ts';
import { all, answerOf, type Item, items, List, streamRecords } from './stream-operation.ts';

const input = { count: 1 };
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<Caller> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
}

describe('over node:http', () => {
  test('an answer of known length and one in chunks', async () => {
    const text = answerOf(items(300));
    const caller = await serve((request, response) => {
      request.resume();
      if (request.headers['x-way'] === 'chunks') {
        for (let at = 0; at < text.length; at += 1000) response.write(text.slice(at, at + 1000));
        response.end();
      } else response.end(text);
    });
    expect(await all(streamRecords(caller, List, input))).toEqual(items(300));
    const headers = { 'X-Way': 'chunks' };
    expect(await all(streamRecords(caller, List, input, { headers }))).toEqual(items(300));
  });

  test('a connection is used again once a stream has been read to its end', async () => {
    const sockets = new Set<Socket>();
    const caller = await serve((request, response) => {
      sockets.add(request.socket);
      request.resume();
      response.end(answerOf(items(300)));
    });
    for (let call = 0; call < 3; call++) await all(streamRecords(caller, List, input));
    expect(sockets.size).toBe(1);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('compressed by %s', async (coding, compress) => {
    const bytes = compress(answerOf(items(3000)));
    const caller = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Encoding': coding });
      for (let at = 0; at < bytes.length; at += 777) response.write(bytes.subarray(at, at + 777));
      response.end();
    });
    expect(await all(streamRecords(caller, List, input))).toEqual(items(3000));
  });

  test('compressed bytes that break off or are damaged', async () => {
    const bytes = gzipSync(answerOf(items(3000)));
    const damaged = Buffer.from(bytes);
    damaged[5000] = (damaged[5000] ?? 0) ^ 0xff;
    const answers = [bytes.subarray(0, bytes.length - 20), damaged];
    const caller = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(answers.shift());
    });
    for (let call = 0; call < 2; call++) {
      await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
        code: 'decode',
      });
    }
  });

  test('a content coding no one knows', async () => {
    const caller = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Encoding': 'zip' });
      response.end('x');
    });
    await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
      code: 'protocol',
    });
  });

  test.each([
    ['in chunks', undefined],
    ['of known length', 1_000_000],
  ])('a connection that breaks inside an answer %s', async (_, length) => {
    const caller = await serve((request, response) => {
      request.resume();
      if (length !== undefined) response.setHeader('Content-Length', length);
      response.write(answerOf(items(100)).slice(0, 4000), () => response.destroy());
    });
    const found: Item[] = [];
    const reading = (async () => {
      for await (const item of streamRecords(caller, List, input)) found.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'transport', status: 200 });
    expect(found.length).toBeLessThan(100);
  });

  test('a server that is not there', async () => {
    const caller = createCaller({ baseUrl: 'http://127.0.0.1:1' }, {});
    await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
      code: 'transport',
    });
  });

  test('a consumer that stops reading stops the server', async () => {
    const text = answerOf(items(1000)).replace(/<\/ListResult>.*/s, '');
    let written = 0;
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const caller = await serve((request, response) => {
      request.resume();
      response.on('close', closed);
      response.write(text);
      const item = text.slice(text.indexOf('<item>'));
      const more = (): void => {
        while (!response.destroyed) {
          written += item.length;
          if (!response.write(item)) break;
        }
      };
      response.on('drain', more);
      more();
    });
    const stream = streamRecords(caller, List, input)[Symbol.asyncIterator]();
    await stream.next();
    // Time for the server to fill every buffer there is: it stops when nothing moves any more.
    let before = -1;
    while (before !== written) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const stopped = written;
    // Buffers of two sockets, and nothing like the endless answer.
    expect(stopped).toBeLessThan(32 * 1024 * 1024);
    for (let read = 0; read < 5000; read++) await stream.next();
    await stream.return?.();
    await gone;
  });

  test('a signal ends the connection', async () => {
    const controller = new AbortController();
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const caller = await serve((request, response) => {
      request.resume();
      response.on('close', closed);
      response.write(answerOf(items(10)).replace(/<\/ListResult>.*/s, ''));
    });
    const found: Item[] = [];
    const reading = (async () => {
      for await (const item of streamRecords(caller, List, input, { signal: controller.signal })) {
        found.push(item);
        if (found.length === 10) setImmediate(() => controller.abort());
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    await gone;
    expect(found).toHaveLength(10);
  });

  test('an answer of HTTP/1.0, which ends with its connection', async () => {
    const tcp = createTcpServer((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${answerOf(items(20))}`));
    });
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const address = tcp.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const caller = createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
    expect(await all(streamRecords(caller, List, input))).toEqual(items(20));
    tcp.close();
  });
});
