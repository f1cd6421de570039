import { describe, expect, test } from '@jest/globals';
import type { CookieJar } from '../../../src/runtime/client/answer.ts';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import { cookieJar } from '../../../src/runtime/client/cookies.ts';
import type { RawAnswer } from '../../../src/runtime/operation/descriptor.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11 } from './messages.ts';

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${String(value)}`);
    },
    (error: unknown) => error,
  );
}

const report =
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>é &lt;</GenerateReportResult></GenerateReportResponse>';
const input = { studentId: 1 };

describe('interceptors and cookies', () => {
  test('interceptors change, repeat and answer', async () => {
    const log: string[] = [];
    let count = 0;
    const client = createCaller(
      {
        fetch: async (_url, init) => {
          log.push(init.headers['X-Try'] ?? 'none');
          count += 1;
          return count === 1
            ? new Response('', { status: 503 })
            : new Response(envelope(soap11, report));
        },
        interceptors: [
          async (request, next) => {
            const answer = await next({
              ...request,
              headers: { ...request.headers, 'X-Try': '1' },
            });
            return answer.status === 503
              ? next({ ...request, headers: { ...request.headers, 'X-Try': '2' } })
              : answer;
          },
        ],
      },
      { baseUrl: 'http://h' },
    );
    expect(await client.call(GenerateReport, input)).toBe('é <');
    expect(log).toEqual(['1', '2']);
    const fixed = createCaller(
      {
        interceptors: [
          async () => ({
            status: 200,
            headers: {},
            body: new TextEncoder().encode(envelope(soap11, report)),
          }),
        ],
      },
      { baseUrl: 'http://h' },
    );
    expect(await fixed.call(GenerateReport, input)).toBe('é <');
    const broken = createCaller(
      {
        interceptors: [
          async () => {
            throw new Error('mine');
          },
        ],
      },
      { baseUrl: 'http://h' },
    );
    expect(await failure(broken.call(GenerateReport, input))).toMatchObject({
      code: 'transport',
      message: 'mine',
    });
  });

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['a status alone', { status: 200 }],
    ['a Response', new Response(envelope(soap11, report))],
  ])('an interceptor that gives %s is named by the error', async (_, given) => {
    const client = createCaller(
      { interceptors: [async () => given as RawAnswer] },
      { baseUrl: 'http://h' },
    );
    expect(await failure(client.call(GenerateReport, input))).toMatchObject({
      code: 'protocol',
      operation: 'AuthCodeSending.GenerateReport',
      message: expect.stringMatching(/^An interceptor returned no answer/),
    });
  });

  test('cookies are kept when asked', async () => {
    const sent: (string | undefined)[] = [];
    const client = (cookies?: CookieJar): Caller =>
      createCaller(
        {
          cookies,
          fetch: async (_url, init) => {
            sent.push(init.headers.Cookie);
            return new Response(envelope(soap11, report), {
              headers: [
                ['Set-Cookie', 'session=1; path=/; HttpOnly'],
                ['Set-Cookie', 'old=1; max-age=0'],
                ['Set-Cookie', 'other=1; domain=evil.test'],
                ['Set-Cookie', 'deep=1; path=/elsewhere'],
                ['Set-Cookie', 'safe=1; secure'],
              ],
            });
          },
        },
        { baseUrl: 'http://school.test' },
      );
    const keeping = client(cookieJar());
    await keeping.call(GenerateReport, input);
    await keeping.call(GenerateReport, input);
    await client().call(GenerateReport, input);
    expect(sent).toEqual([undefined, 'session=1', undefined]);
  });
});
