import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Server } from '../../../src/runtime/server/options.ts';
import { AuthCode } from './descriptors.ts';
import { start } from './exchange.ts';
import { text11 } from './messages.ts';
import { createServer } from './serve.ts';

const time = 50;
const url = 'http://h/AuthCodeSending.asmx';

function createSchool(options: Parameters<typeof createServer>[1] = {}): Server {
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
