import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11 } from './messages.ts';

// Whatever a function of the caller does ends at most its call, and never the process.

const unhandled: unknown[] = [];
const note = (error: unknown): void => {
  unhandled.push(error);
};
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);
const soap = GenerateReport.soap as NonNullable<typeof GenerateReport.soap>;
/** An operation whose answers always deviate. */
const Odd: typeof GenerateReport = {
  ...GenerateReport,
  soap: {
    ...soap,
    readResponse: (reader) => {
      reader.deviations?.add('/Odd', 'It is odd.');
      return soap.readResponse?.(reader);
    },
  },
};
const answer: ClientOptions['fetch'] = async () =>
  new Response(good, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });

const failures: readonly (readonly [string, () => never])[] = [
  [
    'throws',
    () => {
      throw new Error('mine');
    },
  ],
  ['rejects', () => Promise.reject(new Error('mine')) as never],
  ['rejects with nothing', () => Promise.reject() as never],
  [
    'returns what cannot be awaited',
    () =>
      ({
        // biome-ignore lint/suspicious/noThenProperty: it is what is tested
        get then() {
          throw new Error('mine');
        },
      }) as never,
  ],
];

async function outcome(options: ClientOptions): Promise<unknown> {
  const caller = createCaller({ baseUrl: 'http://h', fetch: answer, ...options }, {});
  const result = await caller.call(Odd, { studentId: 1 }).catch((e: unknown) => e);
  await new Promise((resolve) => setImmediate(resolve));
  return result;
}

describe.each(failures)('a function that %s', (_how, fail) => {
  test('as onDeviation does not matter', async () => {
    let told = 0;
    const onDeviation = (): never => {
      told += 1;
      return fail();
    };
    expect(await outcome({ onDeviation })).toBe('fine');
    expect(await outcome({ onDeviation, lenient: true })).toBe('fine');
    expect(told).toBe(2);
    expect(unhandled).toEqual([]);
  });

  test.each([
    ['headers', (): ClientOptions => ({ headers: fail }), 'encode'],
    ['an interceptor', (): ClientOptions => ({ interceptors: [fail] }), 'transport'],
    ['fetch', (): ClientOptions => ({ fetch: fail }), 'transport'],
    ['addHeaders of security', (): ClientOptions => ({ security: { addHeaders: fail } }), 'encode'],
  ])('as %s fails the call', async (_name, options, code) => {
    expect(await outcome(options())).toMatchObject({ name: 'AsmxError', code });
    expect(unhandled).toEqual([]);
  });
});
