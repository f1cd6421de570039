import { setImmediate } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import {
  type Caller,
  createCaller,
  type RetryOptions,
  retry,
} from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { startLocalServer } from '../../cli/local-server.ts';
import { AuthCode, GenerateReport } from './descriptors.ts';
import { envelope, soap11 } from './messages.ts';

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);
const ok = (): Response => new Response(good, { headers: { 'Content-Type': 'text/xml' } });
const busy = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('busy', { status, headers });
const broken = (code: string): never => {
  throw Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error(), { code }),
  });
};

/** A client of a service that does one thing after another, and how often it was asked. */
function clientOf(
  steps: readonly (() => Response)[],
  options: Partial<RetryOptions> = {},
  others: ClientOptions = {},
): { readonly caller: Caller; readonly count: () => number } {
  let count = 0;
  const fetch = async (): Promise<Response> => {
    count += 1;
    return (steps[count - 1] ?? ok)();
  };
  const idempotent = [GenerateReport];
  const interceptors = [retry({ attempts: 3, backoff: () => 0, idempotent, ...options })];
  const caller = createCaller({ baseUrl: 'http://h', fetch, interceptors, ...others }, {});
  return { caller, count: () => count };
}

const call = (caller: Caller, signal?: AbortSignal): Promise<unknown> =>
  caller.call(GenerateReport, { studentId: 1 }, { signal });

describe('retry', () => {
  test.each([429, 502, 503, 504])('repeats after status %d', async (status) => {
    const { caller, count } = clientOf([() => busy(status), () => busy(status)]);
    expect(await call(caller)).toBe('fine');
    expect(count()).toBe(3);
  });

  test.each([400, 401, 404, 408, 500, 501])('does not after status %d', async (status) => {
    const { caller, count } = clientOf([() => busy(status)]);
    await expect(call(caller)).rejects.toMatchObject({ status });
    expect(count()).toBe(1);
  });

  test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'EAI_AGAIN'])(
    'repeats after %s',
    async (code) => {
      const { caller, count } = clientOf([() => broken(code)]);
      expect(await call(caller)).toBe('fine');
      expect(count()).toBe(2);
    },
  );

  test.each([
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'HPE_INVALID_CONSTANT',
  ])('does not after %s', async (code) => {
    const { caller, count } = clientOf([() => broken(code)]);
    await expect(call(caller)).rejects.toMatchObject({ code: 'transport' });
    expect(count()).toBe(1);
  });

  test('repeats no other operation', async () => {
    const steps = [() => busy(503), () => broken('ECONNRESET')];
    const { caller, count } = clientOf(steps);
    for (const failure of [{ status: 503 }, { code: 'transport' }]) {
      await expect(caller.call(AuthCode, { code: '1', phone: '2' })).rejects.toMatchObject(failure);
    }
    expect(count()).toBe(2);
  });

  test('counts the first attempt, and then fails as without it', async () => {
    const { caller, count } = clientOf([1, 2, 3, 4].map(() => () => busy(503)));
    await expect(call(caller)).rejects.toMatchObject({ code: 'http-status', status: 503 });
    expect(count()).toBe(3);
    const once = clientOf([() => broken('ECONNRESET')], { attempts: 1 });
    await expect(call(once.caller)).rejects.toMatchObject({ code: 'transport' });
    expect(once.count()).toBe(1);
  });

  test('asks backoff for each wait', async () => {
    const asked: number[] = [];
    const backoff = (attempt: number): number => {
      asked.push(attempt);
      return attempt === 1 ? Number.NaN : -1;
    };
    const { caller } = clientOf([() => busy(503), () => broken('EPIPE')], { backoff });
    expect(await call(caller)).toBe('fine');
    expect(asked).toEqual([1, 2]);
  });

  test.each([undefined, 0, -1, Number.NaN, '3'])('with attempts %s is an error', (attempts) => {
    const options = { attempts, idempotent: [] } as unknown as RetryOptions;
    expect(() => retry(options)).toThrow(RangeError);
  });

  test.each([
    [{ idempotent: undefined }, 'retry: idempotent is a list of operations'],
    [{ idempotent: ['Count'] }, 'retry: idempotent is a list of operations'],
    [{ idempotent: { service: 'Shop', name: 'Count' } }, 'retry: idempotent is a list'],
    [{ idempotent: [], backoff: 100 }, 'retry: backoff is a function'],
  ])('with %j is an error', (wrong, message) => {
    const options = { attempts: 3, ...wrong } as unknown as RetryOptions;
    expect(() => retry(options)).toThrow(message);
  });
});

describe('retry waits', () => {
  /** Milliseconds of the timers that a call starts, of which none is waited for. */
  async function waits(steps: readonly (() => Response)[], backoff?: () => number) {
    const started: number[] = [];
    const timer = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
      done: () => void,
      milliseconds: number,
    ) => {
      started.push(milliseconds);
      done();
    }) as typeof setTimeout);
    try {
      const { caller } = clientOf(steps, { attempts: 9, backoff }, { timeout: 0 });
      expect(await call(caller)).toBe('fine');
    } finally {
      timer.mockRestore();
    }
    return started;
  }

  test('as Retry-After says', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const [seconds, until = 0, past, never, none] = await waits(
      ['7', date, 'Wed, 21 Oct 2015 07:28:00 GMT', '99999999999', 'soon'].map(
        (value) => () => busy(503, { 'Retry-After': value }),
      ),
      () => 5,
    );
    expect({ seconds, past, never, none }).toEqual({
      seconds: 7000,
      past: 0,
      never: 0x7fffffff,
      none: 5,
    });
    expect(until).toBeGreaterThan(1);
    expect(until).toBeLessThanOrEqual(60_000);
  });

  test.each(['-5', '1.5', '5 s', '7, 8', ''])('as backoff says after %j', async (value) => {
    const [waited] = await waits([() => busy(503, { 'Retry-After': value })], () => 5);
    expect(waited).toBe(5);
  });

  test('longer each time, with jitter', async () => {
    const started = await waits([1, 2, 3, 4, 5, 6, 7, 8].map(() => () => busy(503)));
    for (const [index, milliseconds] of started.entries()) {
      const most = Math.min(200 * 2 ** index, 10_000);
      expect(milliseconds).toBeGreaterThanOrEqual(most / 2);
      expect(milliseconds).toBeLessThanOrEqual(most);
    }
    expect(started).toHaveLength(8);
  });

  test('until the signal of the call fires', async () => {
    const controller = new AbortController();
    const { caller, count } = clientOf([() => busy(503)], { backoff: () => 1e9 });
    const calling = call(caller, controller.signal);
    while (count() === 0) await setImmediate();
    await setImmediate();
    controller.abort();
    await expect(calling).rejects.toMatchObject({ code: 'aborted' });
    expect(count()).toBe(1);
  });

  test('within the time limit of the call', async () => {
    const { caller, count } = clientOf([() => busy(503)], { backoff: () => 1e9 }, { timeout: 20 });
    await expect(call(caller)).rejects.toMatchObject({ code: 'timeout' });
    expect(count()).toBe(1);
  });
});

test('connections of node:http that break are made again', async () => {
  let count = 0;
  const server = await startLocalServer((request, response) => {
    count += 1;
    if (count === 1) request.socket.destroy();
    else if (count === 2)
      response
        .writeHead(200, { 'Content-Length': '999' })
        .write('<', () => request.socket.destroy());
    else request.resume().on('end', () => response.setHeader('Content-Type', 'text/xml').end(good));
  });
  try {
    const interceptors = [retry({ attempts: 3, backoff: () => 0, idempotent: [GenerateReport] })];
    expect(await call(createCaller({ baseUrl: server.origin, interceptors }, {}))).toBe('fine');
    expect(count).toBe(3);
  } finally {
    server.close();
  }
});
