import { createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

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
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (name, options) => {
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
});

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
