import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type {
  CallOptions,
  ClientInterceptor,
  ClientOptions,
} from '../../../src/runtime/client/request.ts';
import { AsmxError } from '../../../src/runtime/operation/descriptor.ts';
import { List, streamRecords } from '../stream-operation.ts';
import { GenerateReport } from './descriptors.ts';

// The time and the signal of a call hold whatever its interceptors and functions do.

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers 503, or never. */
async function listen(answers: boolean): Promise<{ baseUrl: string; count: () => number }> {
  let count = 0;
  const listening = createServer((request, response) => {
    count += 1;
    request.resume();
    if (answers) response.writeHead(503).end('busy');
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, count: () => count };
}

const input = { studentId: 1 };
const never = (): Promise<never> => new Promise(() => undefined);

/** Ways to end a call, each with what ends it and the code of its error. */
const ends: readonly (readonly [
  string,
  () => { call: CallOptions<'soap11'>; end(): void },
  string,
])[] = [
  ['the time', () => ({ call: { timeout: 30 }, end: () => undefined }), 'timeout'],
  [
    'a signal of AbortSignal.timeout',
    () => ({ call: { signal: AbortSignal.timeout(30) }, end: () => undefined }),
    'timeout',
  ],
  [
    'the signal',
    () => {
      const controller = new AbortController();
      return { call: { signal: controller.signal }, end: () => controller.abort() };
    },
    'aborted',
  ],
];

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: (url, init) => fetch(url, init) }],
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (_name, options) => {
  describe.each(ends)('%s ends a call', (_how, start, code) => {
    test('whose interceptor sends again whatever comes', async () => {
      const { baseUrl, count } = await listen(true);
      const { call, end } = start();
      const errors: unknown[] = [];
      const stubborn: ClientInterceptor = async (request, next) => {
        for (;;) {
          const answer = await next(request).catch((error: unknown) => errors.push(error));
          if (errors.length === 5) return answer as never;
          if (count() === 3) end();
          await sleep(1);
        }
      };
      const caller = createCaller({ baseUrl, ...options, interceptors: [stubborn] }, {});
      await expect(caller.call(GenerateReport, input, call)).rejects.toMatchObject({
        code,
        operation: 'AuthCodeSending.GenerateReport',
        binding: 'soap11',
      });
      while (errors.length < 5) await sleep(1);
      expect(errors).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ code })));
      const sent = count();
      await sleep(30);
      expect(count()).toBe(sent);
    });

    test('whose interceptor catches the end and sends again', async () => {
      const { baseUrl, count } = await listen(false);
      const { call, end } = start();
      const seen: unknown[] = [];
      const again: ClientInterceptor = async (request, next) => {
        const first = next(request).catch((error: unknown) => error);
        while (count() === 0) await sleep(1);
        end();
        seen.push(await first);
        return next(request).finally(() => seen.push('ended'));
      };
      const caller = createCaller({ baseUrl, ...options, interceptors: [again] }, {});
      await expect(caller.call(GenerateReport, input, call)).rejects.toMatchObject({ code });
      while (seen.length < 2) await sleep(1);
      expect(seen).toEqual([expect.objectContaining({ code }), 'ended']);
      expect(count()).toBe(1);
    });

    test('whose interceptor waits, with a signal that fires', async () => {
      const { baseUrl, count } = await listen(true);
      const { call, end } = start();
      const reasons: unknown[] = [];
      const waiting: ClientInterceptor = async (request) => {
        request.signal?.addEventListener('abort', () => reasons.push(request.signal?.reason));
        setImmediate(end);
        return never();
      };
      // A request made anew has the signal, too.
      const anew: ClientInterceptor = ({ signal: _, ...request }, next) => next(request);
      const interceptors = [anew, waiting];
      const caller = createCaller({ baseUrl, ...options, interceptors }, {});
      await expect(caller.call(GenerateReport, input, call)).rejects.toMatchObject({ code });
      expect(reasons).toEqual([expect.objectContaining({ code })]);
      expect(count()).toBe(0);
    });

    test.each(['headers', 'soapHeaders'] as const)('that waits for its %s', async (name) => {
      const { baseUrl, count } = await listen(true);
      const { call, end } = start();
      const given = (): Promise<never> => {
        setImmediate(end);
        return never();
      };
      const caller = createCaller({ baseUrl, ...options, [name]: given }, {});
      await expect(caller.call(GenerateReport, input, call)).rejects.toMatchObject({
        code,
        operation: 'AuthCodeSending.GenerateReport',
      });
      expect(count()).toBe(0);
    });

    test('before its headers are there, and then nothing is sent', async () => {
      const { baseUrl, count } = await listen(true);
      const { call, end } = start();
      let give: (headers: Record<string, string>) => void = () => undefined;
      const headers = (): Promise<Record<string, string>> => {
        setImmediate(end);
        return new Promise((resolve) => {
          give = resolve;
        });
      };
      let intercepted = 0;
      const interceptors: ClientInterceptor[] = [
        (request, next) => {
          intercepted += 1;
          return next(request);
        },
      ];
      for (const more of [{}, { interceptors }]) {
        const caller = createCaller({ baseUrl, ...options, headers, ...more }, {});
        await expect(caller.call(GenerateReport, input, call)).rejects.toMatchObject({ code });
        give({});
        await sleep(20);
      }
      expect([count(), intercepted]).toEqual([0, 0]);
    });

    test('that is a stream', async () => {
      const { baseUrl, count } = await listen(false);
      const { call, end } = start();
      const again: ClientInterceptor = async (request, next) => {
        setImmediate(end);
        await next(request).catch(() => 0);
        return next(request);
      };
      const caller = createCaller({ baseUrl, ...options, interceptors: [again] }, {});
      const records = streamRecords(caller, List, { count: 1 }, call);
      await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
      await sleep(20);
      expect(count()).toBeLessThan(2);
    });
  });

  test('an interceptor that answers by itself needs no request', async () => {
    const caller = createCaller(
      { ...options, interceptors: [() => Promise.reject(new AsmxError('protocol', 'mine'))] },
      { baseUrl: 'http://h' },
    );
    await expect(caller.call(GenerateReport, input)).rejects.toMatchObject({ message: 'mine' });
  });

  test('the signal of a call has no listeners after it', async () => {
    const { baseUrl } = await listen(true);
    let listeners = 0;
    const signal = {
      aborted: false,
      addEventListener: () => {
        listeners += 1;
      },
      removeEventListener: () => {
        listeners -= 1;
      },
    };
    const caller = createCaller({ baseUrl, ...options }, {});
    await expect(caller.call(GenerateReport, input, { signal })).rejects.toBeInstanceOf(AsmxError);
    expect(listeners).toBe(0);
  });
});
