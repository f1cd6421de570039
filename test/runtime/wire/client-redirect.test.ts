import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { BasicAuthSecurity } from 'soap';
import { type Caller, cookieJar, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { GenerateReport, GetAboutUs } from './descriptors.ts';
import { envelope, soap11, text11 } from './messages.ts';

const servers = new Set<Server>();

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
});

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Service {
  readonly origin: string;
  readonly seen: Seen[];
}

const report =
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>';
const good = envelope(soap11, report);
const value = '<string xmlns="http://tempuri.org/">fine</string>';

/** A service that answers with a redirect where `lead` says so. */
async function listen(
  lead: (
    seen: Seen,
    count: number,
  ) => readonly [status: number, location?: string] | undefined = () => undefined,
): Promise<Service> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      seen.push(one);
      const [status, location] = lead(one, seen.length) ?? [];
      if (status === undefined) {
        response.setHeader('Content-Type', text11);
        response.end(body.includes('Envelope') ? good : value);
        return;
      }
      response.setHeader('Set-Cookie', `hop=${seen.length}; path=/`);
      if (location !== undefined) {
        response.setHeader('Location', Buffer.from(location).toString('latin1'));
      }
      response.writeHead(status).end('moved');
    });
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen };
}

const input = { studentId: 1, studentClass: 'ü' };
type Binding = 'soap11' | 'httpPost' | 'httpGet';
const call = (caller: Caller, binding: Binding = 'soap11'): Promise<unknown> =>
  caller.call(GenerateReport, input, { binding });
const refused = (text: string | RegExp): object => ({
  name: 'AsmxError',
  code: 'http-status',
  operation: 'AuthCodeSending.GenerateReport',
  message: text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text),
});

/** Redirects whatever comes first, then answers. */
const once =
  (status: number, location: string) =>
  (_seen: Seen, count: number): readonly [number, string] | undefined =>
    count === 1 ? [status, location] : undefined;

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: (url, init) => fetch(url, init) }],
] as const satisfies readonly (readonly [string, ClientOptions])[])('over %s', (_name, options) => {
  const client = (baseUrl: string, more: ClientOptions = {}): Caller =>
    createCaller({ baseUrl, redirect: 'follow', ...options, ...more }, {});

  test.each([301, 302, 303, 307, 308])(
    'status %i is an error that says where it leads, unless asked to follow',
    async (status) => {
      const { origin, seen } = await listen(once(status, '/new.asmx'));
      for (const redirect of [undefined, 'error'] as const) {
        seen.length = 0;
        await expect(call(client(origin, { redirect }))).rejects.toMatchObject({
          ...refused(`status ${status}, a redirect to /new.asmx. If that`),
          status,
          raw: { status, headers: { location: '/new.asmx' } },
        });
        expect(seen).toHaveLength(1);
      }
    },
  );

  test.each<readonly [number, Binding]>([
    [307, 'soap11'],
    [308, 'soap11'],
    [307, 'httpPost'],
    [301, 'httpGet'],
    [302, 'httpGet'],
    [303, 'httpGet'],
    [307, 'httpGet'],
    [308, 'httpGet'],
  ])('after %i a call over %s goes on as it is', async (status, binding) => {
    const { origin, seen } = await listen(once(status, 'moved/Schüler.asmx?a=1#x'));
    expect(await call(client(origin, { headers: { 'X-A': 'a' } }), binding)).toBe('fine');
    const [first, second] = seen;
    expect(second).toEqual({
      ...first,
      url: expect.stringMatching(/\/moved\/Sch%C3%BCler\.asmx\?a=1$/),
    });
    expect(second?.headers['x-a']).toBe('a');
  });

  test.each([301, 302, 303])('a POST does not become a GET after %i', async (status) => {
    const { origin, seen } = await listen(once(status, '/new.asmx'));
    await expect(call(client(origin))).rejects.toMatchObject({
      ...refused(/redirect to http:.*\/new\.asmx.*POST.*307.*endpoint/),
      status,
    });
    expect(seen).toHaveLength(1);
  });

  test('a redirect goes to another origin where nothing of the call is a credential', async () => {
    const other = await listen();
    const { origin } = await listen(() => [307, `${other.origin}/Other.asmx`]);
    expect(await call(client(origin))).toBe('fine');
    expect(other.seen.map(({ url }) => url)).toEqual(['/Other.asmx']);
    const same = { compression: true, headers: { 'Accept-Encoding': 'gzip, deflate, br' } };
    expect(await call(client(origin, same))).toBe('fine');
    expect(other.seen[0]?.headers.host).toBe(other.origin.slice('http://'.length));
  });

  const authorization = { Authorization: 'Bearer secret' };
  test.each<readonly [string, ClientOptions, object]>([
    ['a header of the client', { headers: authorization }, {}],
    ['a header of a function', { headers: async () => authorization }, {}],
    ['a header that may be a key', { headers: { 'X-Api-Key': 'secret' } }, {}],
    ['cookies', { cookies: cookieJar() }, {}],
    ['a security object', { security: new BasicAuthSecurity('u', 'secret') }, {}],
    // fetch has no certificates.
    ['a certificate', { fetch: undefined, tls: { pfx: 'secret' } }, {}],
    ['a header of the call', {}, { headers: authorization }],
    ['an own type', { headers: { 'content-type': 'text/xml; charset=utf-8; key=secret' } }, {}],
    ['an own action of the call', {}, { headers: { soapACTION: '"secret"' } }],
    ['own codings', { compression: true, headers: { 'Accept-Encoding': 'gzip;x=secret' } }, {}],
    [
      'a type of an interceptor',
      {
        interceptors: [
          (request, next) =>
            next({
              ...request,
              headers: { ...request.headers, 'Content-Type': 'text/xml;charset=utf-8;key=secret' },
            }),
        ],
      },
      {},
    ],
    ['a SOAP header', {}, { soapHeaders: { Credentials: { user: 'secret' } } }],
  ])('%s stays at its origin', async (_what, more, own) => {
    const other = await listen();
    const { origin, seen } = await listen((_seen, count) =>
      count % 2 === 1 ? [307, `${other.origin}/`] : undefined,
    );
    const caller = client(origin, more);
    const error: unknown = await caller
      .call(GenerateReport, input, own)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject(
      refused(/redirect to http:.*another origin.*credentials.*endpoint/),
    );
    expect(String(error)).not.toContain('secret');
    expect([seen.length, other.seen.length]).toEqual([1, 0]);
    // Within its origin it goes along.
    const same = await listen(once(307, '/x.asmx'));
    expect(await client(same.origin, more).call(GenerateReport, input, own)).toBe('fine');
    expect(same.seen[1]?.headers.authorization).toBe(same.seen[0]?.headers.authorization);
  });

  test('cookies of a redirect go with the call that follows', async () => {
    const { origin, seen } = await listen((_seen, count) =>
      count < 3 ? [307, '/a.asmx'] : undefined,
    );
    expect(await call(client(origin, { cookies: cookieJar() }))).toBe('fine');
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'hop=1', 'hop=2']);
  });

  test('five redirects are followed, the sixth is an error', async () => {
    const five = await listen((_seen, count) => (count <= 5 ? [307, `/${count}`] : undefined));
    expect(await call(client(five.origin))).toBe('fine');
    const endless = await listen((_seen, count) => [307, `/${count}`]);
    await expect(call(client(endless.origin))).rejects.toMatchObject(refused(/5 redirects/));
    expect(endless.seen).toHaveLength(6);
  });

  test.each([
    ['file:///etc/passwd', /not an http or https/],
    ['ftp://127.0.0.1/', /not an http or https/],
    ['http://', /not an http or https/],
  ])('an address that is none: %s', async (location, text) => {
    const { origin, seen } = await listen(() => [307, location]);
    await expect(call(client(origin))).rejects.toMatchObject(refused(text));
    expect(seen).toHaveLength(1);
  });

  test('what is no redirect stays what it is: 300, 304, and a redirect to nowhere', async () => {
    for (const [status, location] of [
      [300, '/a'],
      [304, '/a'],
      [307, undefined],
    ] as const) {
      const { origin, seen } = await listen(() =>
        location === undefined ? [status] : [status, location],
      );
      await expect(call(client(origin))).rejects.toMatchObject({ code: 'http-status', status });
      expect(seen).toHaveLength(1);
    }
  });

  test('interceptors see the last answer', async () => {
    const { origin } = await listen(once(307, '/x'));
    const seen: number[] = [];
    const caller = client(origin, {
      interceptors: [
        async (request, next) => {
          const answer = await next(request);
          seen.push(answer.status);
          return answer;
        },
      ],
    });
    expect(await call(caller)).toBe('fine');
    expect(seen).toEqual([200]);
  });

  test('the time of the call is that of all its redirects', async () => {
    const server = createServer((_request, response) => {
      setTimeout(() => response.writeHead(307, { Location: '/again' }).end(), 30);
    });
    servers.add(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const caller = client(`http://127.0.0.1:${port}`, { timeout: 50 });
    // Five redirects would take longer, each of them less.
    await expect(call(caller)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a call without parameters', async () => {
    const { origin, seen } = await listen(once(302, '/x/GetAboutUs?'));
    await client(origin).call(GetAboutUs, {}, { binding: 'httpGet' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

test('a call does not leave https', async () => {
  const asked: string[] = [];
  const caller = createCaller(
    {
      baseUrl: 'https://h',
      redirect: 'follow',
      fetch: (url) => {
        asked.push(url);
        return Promise.resolve(
          new Response(null, { status: 307, headers: { location: 'http://h/' } }),
        );
      },
    },
    {},
  );
  await expect(call(caller)).rejects.toMatchObject(refused(/not encrypted/));
  expect(asked).toEqual(['https://h/AuthCodeSending.asmx']);
});
