import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Documentation } from '../../../src/runtime/server/documents.ts';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import { AuthCode } from './descriptors.ts';
import { request, start, type WireAnswer } from './exchange.ts';
import { createServer } from './serve.ts';

let close = (): void => undefined;
let called: string[] = [];
afterEach(() => {
  close();
  called = [];
});

/** Says what it was asked for. */
const documentation: Documentation = {
  answer: ({ origin, path, query }) => ({
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `${origin}${path}?${query}`,
  }),
};

const named = (path: string, location: string) => ({
  ...AuthCode,
  path,
  http: { ...AuthCode.http, location },
});

function serverAt(path: string, location = '/AuthCode', options: ServerOptions = {}) {
  const handler = ({ code }: { readonly code: string }): void => void called.push(code);
  const route = { operation: named(path, location), handler };
  return createServer([route] as never, options, async () => ({ documentation }));
}

async function open(listener: RequestListener): Promise<number> {
  const { server, port } = await start(listener);
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return port;
}

/** What a framework leaves on a request. */
const frameworks: Readonly<
  Record<string, (server: ReturnType<typeof serverAt>) => RequestListener>
> = {
  'with next': (server) => (request, response) =>
    server.listener(request, response, () => void response.end('the application')),
  'with originalUrl': (server) => (request, response) => {
    Object.assign(request as IncomingMessage & { originalUrl?: string }, {
      originalUrl: request.url,
    });
    server.listener(request, response);
  },
};

const query = '?code=7&phone=1';

const ways: readonly (readonly [string, string])[] = [
  ['two slashes', '//Shop.asmx/Echo'],
  ['two slashes within', '/Shop.asmx//Echo'],
  ['many slashes', '////Shop.asmx///Echo'],
  ['an encoded letter', '/%53hop.asmx/Echo'],
  ['an encoded dot', '/Shop%2easmx/Echo'],
  ['an encoded letter of the operation', '/Shop.asmx/%45cho'],
  ['all of them', '//%53hop%2Easmx//%45ch%6f'],
];

describe('other spellings of a path', () => {
  test.each(ways)('%s: the same for a server of its own', async (_, path) => {
    const server = serverAt('/Shop.asmx', '/Echo');
    const port = await open(server.listener);
    expect((await request(port, `GET ${path}${query}`, {})).status).toBe(200);
    expect((await server.fetch(`http://h${path}${query}`)).status).toBe(200);
    expect(called).toEqual(['7', '7']);
  });

  test.each(
    ways.flatMap(([what, path]) =>
      Object.keys(frameworks).map((framework) => [what, path, framework] as const),
    ),
  )('%s (%s) is no one’s inside a framework %s', async (_, path, framework) => {
    const port = await open(frameworks[framework]?.(serverAt('/Shop.asmx', '/Echo')) as never);
    await request(port, `GET ${path}${query}`, {});
    expect(called).toEqual([]);
    expect((await request(port, `GET /Shop.asmx/Echo${query}`, {})).status).toBe(200);
    expect(called).toEqual(['7']);
  });

  test.each(
    ['/Shop.asmx%2fEcho', '/Shop.asmx%5cEcho', '/Shop.asmx%2FEcho', '/Shop.asmx/%2fEcho'].flatMap(
      (path) => ['alone', ...Object.keys(frameworks)].map((how) => [path, how] as const),
    ),
  )('%s separates nothing, %s', async (path, how) => {
    const server = serverAt('/Shop.asmx', '/Echo');
    const port = await open(frameworks[how]?.(server) ?? server.listener);
    await request(port, `GET ${path}${query}`, {});
    await server.fetch(`http://h${path}${query}`);
    expect(called).toEqual([]);
  });

  test('an encoded slash within a location separates nothing', async () => {
    const server = serverAt('/Shop.asmx', '/a/Echo');
    expect((await server.fetch(`http://h/Shop.asmx/a%2fEcho${query}`)).status).toBe(500);
    expect((await server.fetch(`http://h/Shop.asmx/a/Echo${query}`)).status).toBe(200);
    expect(called).toEqual(['7']);
  });

  test.each(Object.keys(frameworks))(
    'in any letter case, as Express does, %s',
    async (framework) => {
      const port = await open(frameworks[framework]?.(serverAt('/Shop.asmx', '/Echo')) as never);
      await request(port, `GET /SHOP.asmx/Echo${query}`, {});
      expect(called).toEqual(['7']);
    },
  );
});

describe('a path that needs escapes', () => {
  const spellings: readonly (readonly [string, string])[] = [
    ['/My%20App/Ferry%20Desk.asmx', '/My%20App/Ferry%20Desk.asmx'],
    ['/My App/Ferry Desk.asmx', '/My%20App/Ferry%20Desk.asmx'],
    ['/Größe.asmx', '/Gr%C3%B6%C3%9Fe.asmx'],
    ['/a%2fb.asmx', '/a%2fb.asmx'],
  ];

  test.each(spellings)('%s is asked at %s, also inside a framework', async (own, asked) => {
    const server = serverAt(own, '/Größe');
    const target = `${asked}/Gr%C3%B6%C3%9Fe${query}`;
    const port = await open(frameworks['with next']?.(server) as never);
    expect((await request(port, `GET ${target}`, {})).status).toBe(200);
    expect((await server.fetch(`http://h${target}`)).status).toBe(200);
    expect(called).toEqual(['7', '7']);
  });

  test('an escaped percent sign is not the escape of another character', async () => {
    const server = serverAt('/a%2fb.asmx', '/Echo');
    expect((await server.fetch(`http://h/a%252fb.asmx/Echo${query}`)).status).toBe(404);
  });

  test('a base path, too', async () => {
    const server = serverAt('/Shop.asmx', '/Echo', { basePath: '/my app/ü' });
    const path = '/my%20app/%C3%BC/Shop.asmx';
    expect((await server.fetch(`http://h${path}/Echo${query}`)).status).toBe(200);
    expect(await (await server.fetch(`http://h${path}?WSDL`)).text()).toBe(`http://h${path}?WSDL`);
  });
});

describe('targets that name a host', () => {
  test.each([
    ['http://h/Shop.asmx/Echo', true],
    ['HTTPS://h.example:8443/Shop.asmx/Echo', true],
    ['http://[::1]:80/Shop.asmx/Echo', true],
    // other readers of these, such as a framework's guard, see another path
    ['http://h?x/Shop.asmx/Echo', false],
    ['http://h#x/Shop.asmx/Echo', false],
    ['http://h\\x/Shop.asmx/Echo', false],
    ['http://h;x/Shop.asmx/Echo', false],
    ['http:///Shop.asmx/Echo', false],
  ])('%s reaches the service: %s', async (target, reaches) => {
    const port = await open(serverAt('/Shop.asmx', '/Echo').listener);
    await request(port, `GET ${target}${query}`, {});
    expect(called).toEqual(reaches ? ['7'] : []);
  });
});

describe('the list of services', () => {
  const base = { basePath: '/legacy' };

  test.each(['/legacy/', '/legacy', '/LEGACY/', '//legacy//', '/'])(
    'is at %s with a base path',
    async (path) => {
      const server = serverAt('/Shop.asmx', '/Echo', base);
      const port = await open(server.listener);
      for (const answer of [
        await request(port, `GET ${path}`, { Host: 'h' }),
        await server.fetch(`http://h${path}`),
      ]) {
        expect(answer.status).toBe(200);
        const text =
          typeof answer.body === 'string' ? answer.body : await (answer as Response).text();
        expect(text).toBe('http://h/legacy/?');
      }
    },
  );

  test('is the application’s inside a framework', async () => {
    const port = await open(
      frameworks['with next']?.(serverAt('/Shop.asmx', '/Echo', base)) as never,
    );
    for (const path of ['/', '/legacy/']) {
      expect((await request(port, `GET ${path}`, {})).body).toBe('the application');
    }
  });

  test('is nowhere else', async () => {
    const { fetch } = serverAt('/Shop.asmx', '/Echo', base);
    expect((await fetch('http://h/legacy/x')).status).toBe(404);
    expect((await fetch('http://h/legacyx')).status).toBe(404);
  });
});

describe('methods', () => {
  const documents = ['/', '/Shop.asmx', '/Shop.asmx?WSDL', '/Shop.asmx?disco'];

  test.each([...documents, `/Shop.asmx/Echo${query}`, '/Shop.asmx/Echo', '/nothing'])(
    'HEAD of %s has the head of GET, and no body',
    async (target) => {
      const server = serverAt('/Shop.asmx', '/Echo');
      const port = await open(server.listener);
      const ask = (method: string): Promise<WireAnswer> => request(port, `${method} ${target}`, {});
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      const dated = ({ headers: { date: _, ...rest } }: WireAnswer) => rest;
      expect([head.status, dated(head)]).toEqual([get.status, dated(get)]);
      expect(head.body).toBe('');
      const [fetched, fetchedHead] = [
        await server.fetch(`http://h${target}`),
        await server.fetch(`http://h${target}`, { method: 'HEAD' }),
      ];
      expect(fetchedHead.status).toBe(fetched.status);
      expect(Object.fromEntries(fetchedHead.headers)).toEqual(Object.fromEntries(fetched.headers));
      expect(await fetchedHead.text()).toBe('');
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is told what is allowed', async (method) => {
    const server = serverAt('/Shop.asmx', '/Echo');
    const port = await open(server.listener);
    for (const target of ['/Shop.asmx', '/Shop.asmx?WSDL']) {
      const { status, headers } = await request(port, `${method} ${target}`, {});
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
    const answer = await server.fetch('http://h/Shop.asmx', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
