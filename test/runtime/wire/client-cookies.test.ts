import { expect, test } from '@jest/globals';
import { cookieJar, createCaller } from '../../../src/runtime/client/call.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11 } from './messages.ts';

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);

/** The cookie sent to `next` after an answer of `url` has set one. */
async function kept(set: string, url: string, next = url): Promise<string | undefined> {
  const sent: (string | undefined)[] = [];
  const caller = createCaller(
    {
      cookies: cookieJar(),
      fetch: async (_url, { headers }) => {
        sent.push(headers.Cookie);
        const cookies: [string, string][] = sent.length === 1 ? [['Set-Cookie', set]] : [];
        return new Response(good, { headers: cookies });
      },
    },
    {},
  );
  for (const endpoint of [url, next]) {
    await caller.call(GenerateReport, { studentId: 1 }, { endpoint });
  }
  return sent[1];
}

test.each([
  ['a=1; Secure', 'http://h.test/', undefined],
  ['a=1; secure', 'https://h.test/', 'a=1'],
  ['__Secure-a=1; Secure', 'https://h.test/', '__Secure-a=1'],
  ['__Secure-a=1', 'https://h.test/', undefined],
  ['__secure-a=1', 'https://h.test/', undefined],
  ['__Secure-a=1; Secure', 'http://h.test/', undefined],
  ['__Host-a=1; Secure; Path=/', 'https://h.test/', '__Host-a=1'],
  ['__Host-a=1; Secure; Path=/; Domain=h.test', 'https://h.test/', undefined],
  ['__Host-a=1; Secure; Path=/x', 'https://h.test/x/y', undefined],
  ['__Host-a=1; Secure', 'https://h.test/', undefined],
  ['__Host-a=1; Path=/', 'https://h.test/', undefined],
  ['__Host-a=1; Secure; Path=/', 'http://h.test/', undefined],
])('%s of %s', async (set, url, cookie) => {
  expect(await kept(set, url)).toBe(cookie);
});

test.each([
  ['a=1; Domain=example.com', 'http://www.example.com/', 'http://www.example.com/', 'a=1'],
  ['a=1; Domain=example.com', 'http://www.example.com/', 'http://example.com/', undefined],
  ['a=1; Domain=co.uk', 'http://shop.co.uk/', 'http://other.co.uk/', undefined],
  ['a=1; Domain=co.uk', 'http://shop.co.uk/', 'http://shop.co.uk/', 'a=1'],
  [
    'a=1; Domain=.intra.example.com',
    'http://a.intra.example.com/',
    'http://b.intra.example.com/',
    'a=1',
  ],
  ['a=1; Domain=com', 'http://example.com/', 'http://example.com/', undefined],
  ['a=1; Domain=other.test', 'http://example.com/', 'http://example.com/', undefined],
  ['a=1; Domain=localhost', 'http://localhost/', 'http://localhost/', 'a=1'],
])('%s of %s at %s', async (set, url, next, cookie) => {
  expect(await kept(set, url, next)).toBe(cookie);
});

test.each([
  ['a=1; Secure', 'https://h.test/', 'a=1'],
  ['a=1', 'https://h.test/', 'a=evil'],
])('%s of https, and another over http', async (set, url, cookie) => {
  const sent: (string | undefined)[] = [];
  const caller = createCaller(
    {
      cookies: cookieJar(),
      fetch: async (_url, { headers }) => {
        const cookies = [set, 'a=evil', 'b=2'][sent.push(headers.Cookie) - 1] ?? '';
        return new Response(good, { headers: { 'Set-Cookie': cookies } });
      },
    },
    {},
  );
  for (const endpoint of [url, 'http://h.test/', url]) {
    await caller.call(GenerateReport, { studentId: 1 }, { endpoint });
  }
  expect(sent[2]).toBe(cookie);
});
