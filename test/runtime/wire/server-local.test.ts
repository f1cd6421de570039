import { afterEach, describe, expect, test } from '@jest/globals';
import type { Documentation } from '../../../src/runtime/server/documents.ts';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import type { NodeListener } from '../../../src/runtime/server/request.ts';
import { AuthCode } from './descriptors.ts';
import { request, start } from './exchange.ts';
import { form } from './messages.ts';
import { createServer } from './serve.ts';

let close = (): void => undefined;
afterEach(() => close());

/** Says which of its kinds of documents it was allowed to show. */
const documentation: Documentation = {
  answer: ({ query, pages, wsdl }) =>
    (query === 'WSDL' ? wsdl : pages)
      ? { status: 200, headers: { 'Content-Type': 'text/html' }, body: query }
      : undefined,
};

const seen: unknown[] = [];

function school(options: ServerOptions): ReturnType<typeof createServer> {
  const handler = (_input: unknown, { ip, local }: Context): void => {
    seen.push([ip, local]);
  };
  return createServer([{ operation: AuthCode, handler }], options, async () => ({ documentation }));
}

async function open(listener: NodeListener, from = '127.0.0.1', to = '127.0.0.1'): Promise<number> {
  const { server, port } = await start((incoming, response) => {
    const { socket } = incoming as unknown as { readonly socket: object };
    Object.defineProperty(socket, 'remoteAddress', { value: from });
    Object.defineProperty(socket, 'localAddress', { value: to });
    listener(incoming, response);
  });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return port;
}

const unrecognized = '<i>Request format is unrecognized.</i>';

describe('pages for the same machine alone', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1', 200],
    ['127.8.8.8', '127.0.0.1', 200],
    ['::1', '::1', 200],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1', 200],
    ['192.0.2.7', '192.0.2.7', 200],
    ['192.0.2.8', '192.0.2.7', 500],
    ['2001:db8::1', '2001:db8::2', 500],
  ])('%s at %s gets %i', async (from, to, status) => {
    const port = await open(school({ pages: 'local', wsdl: 'local' }).listener, from, to);
    for (const target of ['/AuthCodeSending.asmx', '/AuthCodeSending.asmx?WSDL']) {
      const answer = await request(port, `GET ${target}`, {});
      expect(answer.status).toBe(status);
      if (status === 500) expect(answer.body).toContain(unrecognized);
    }
  });

  test('pages and WSDL are apart, and operations are for everybody', async () => {
    const port = await open(school({ pages: 'local' }).listener, '192.0.2.8');
    expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
    expect((await request(port, 'GET /AuthCodeSending.asmx?WSDL', {})).status).toBe(200);
    expect((await request(port, 'GET /', {})).status).toBe(404);
    seen.length = 0;
    const call = 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2';
    expect((await request(port, call, {})).status).toBe(200);
    expect(seen).toEqual([['192.0.2.8', false]]);
  });

  test.each(['Forwarded: for=192.0.2.8', 'X-Forwarded-For: 127.0.0.1'])(
    'who comes through a proxy is not local: %s',
    async (line) => {
      const [name = '', value = ''] = line.split(': ');
      const port = await open(school({ pages: 'local' }).listener);
      expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
      expect((await request(port, 'GET /AuthCodeSending.asmx', { [name]: value })).status).toBe(
        500,
      );
    },
  );

  test('an option tells the address', async () => {
    const { fetch, listener } = school({
      pages: 'local',
      clientAddress: (request) =>
        'get' in request.headers && typeof request.headers.get === 'function'
          ? String(request.headers.get('x-real-ip'))
          : '192.0.2.9',
    });
    const ask = (ip: string) =>
      fetch('http://h/AuthCodeSending.asmx', { headers: { 'X-Real-IP': ip } });
    expect((await ask('127.0.0.1')).status).toBe(200);
    expect((await ask('192.0.2.8')).status).toBe(500);
    const port = await open(listener);
    expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
  });

  test('fetch takes every client for a remote one', async () => {
    const { fetch } = school({ pages: 'local' });
    expect((await fetch('http://h/AuthCodeSending.asmx')).status).toBe(500);
    expect((await fetch('http://h/')).status).toBe(404);
    expect((await fetch('http://h/AuthCodeSending.asmx?WSDL')).status).toBe(200);
  });
});

test.each([
  ['Via', '1.1 proxy'],
  ['X-Real-IP', '192.0.2.7'],
  ['CF-Connecting-IP', '192.0.2.7'],
  ['X-Forwarded-Proto', 'https'],
  ['True-Client-IP', '192.0.2.7'],
  ['Via', ''],
  ['X-Forwarded', 'for=192.0.2.7'],
  ['X-Forwarded-Port', '443'],
  ['X-Forwarded-Server', 'proxy'],
  ['Forwarded-For', '192.0.2.7'],
  ['X-Original-Forwarded-For', '192.0.2.7'],
  ['X-Original-Host', 'shop.example'],
  ['X-Cluster-Client-IP', '192.0.2.7'],
  ['Fastly-Client-IP', '192.0.2.7'],
  ['X-Azure-ClientIP', '192.0.2.7'],
  ['X-Appengine-User-IP', '192.0.2.7'],
  ['CF-Connecting-IPv6', '2001:db8::7'],
  ['X-Envoy-External-Address', '192.0.2.7'],
])('%s: %s comes from a proxy', async (name, value) => {
  const port = await open(school({ pages: 'local' }).listener);
  expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
  expect((await request(port, 'GET /AuthCodeSending.asmx', { [name]: value })).status).toBe(500);
});

describe('HTTP GET for the same machine alone', () => {
  const target = 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2';
  const refused = 'unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;';

  test.each([
    ['local', '127.0.0.1', true],
    ['local', '192.0.2.8', false],
    [false, '127.0.0.1', false],
    [true, '192.0.2.8', true],
    [undefined, '192.0.2.8', true],
  ] as const)('%s, asked from %s', async (httpGet, from, accepted) => {
    const port = await open(school({ httpGet }).listener, from);
    seen.length = 0;
    const answer = await request(port, target, {});
    expect(answer.status).toBe(accepted ? 200 : 500);
    expect(seen).toHaveLength(accepted ? 1 : 0);
    expect(answer.body.includes(refused)).toBe(!accepted);
    const post = 'POST /AuthCodeSending.asmx/AuthCode';
    expect((await request(port, post, { 'Content-Type': form }, 'code=1&phone=2')).status).toBe(
      200,
    );
    expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(200);
  });

  test('a proxy makes the client remote, and documents are told', async () => {
    const told: unknown[] = [];
    const documentation: Documentation = {
      answer: ({ httpGet }) => {
        told.push(httpGet);
        return undefined;
      },
    };
    const routes = [{ operation: AuthCode, handler: () => undefined }];
    const { listener } = createServer(routes, { httpGet: 'local' }, async () => ({
      documentation,
    }));
    const port = await open(listener);
    expect((await request(port, target, { Via: '1.1 proxy' })).status).toBe(500);
    await request(port, 'GET /AuthCodeSending.asmx', {});
    await request(port, 'GET /AuthCodeSending.asmx', { 'X-Real-IP': '192.0.2.7' });
    expect(told).toEqual(['thisMachine', 'otherMachine']);
  });
});

describe('HTTP POST for the same machine alone', () => {
  const type = { 'Content-Type': form };
  const target = 'POST /AuthCodeSending.asmx/AuthCode';
  const values = 'code=1&phone=2';
  const refused = 'unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;';

  test.each([
    ['local', '127.0.0.1', true],
    ['local', '192.0.2.8', false],
    [false, '127.0.0.1', false],
    [true, '192.0.2.8', true],
    [undefined, '192.0.2.8', true],
  ] as const)('%s, asked from %s', async (httpPost, from, accepted) => {
    const port = await open(school({ httpPost }).listener, from);
    seen.length = 0;
    const answer = await request(port, target, type, values);
    expect(answer.status).toBe(accepted ? 200 : 500);
    expect(seen).toHaveLength(accepted ? 1 : 0);
    expect(answer.body.includes(refused)).toBe(!accepted);
    const get = `GET /AuthCodeSending.asmx/AuthCode?${values}`;
    expect((await request(port, get, {})).status).toBe(200);
  });

  test('documents are told on which side the client is', async () => {
    const told: unknown[] = [];
    const teller: Documentation = {
      answer: ({ httpPost }) => {
        told.push(httpPost);
        return undefined;
      },
    };
    const routes = [{ operation: AuthCode, handler: () => undefined }];
    for (const [httpPost, from] of [
      ['local', '127.0.0.1'],
      ['local', '192.0.2.8'],
      [false, '127.0.0.1'],
      [true, '192.0.2.8'],
    ] as const) {
      const { listener } = createServer(routes, { httpPost }, async () => ({
        documentation: teller,
      }));
      await request(await open(listener, from), 'GET /AuthCodeSending.asmx', {});
      close();
    }
    expect(told).toEqual(['thisMachine', 'otherMachine', 'nobody', 'everybody']);
  });

  test('also where the one operation has the path of the service', async () => {
    const http = { ...AuthCode.http, location: '' };
    const operation = { ...AuthCode, http, bindings: ['httpPost'] } as unknown as typeof AuthCode;
    const route = { operation, handler: () => undefined };
    const { listener } = createServer([route], { httpPost: 'local' });
    const own = 'POST /AuthCodeSending.asmx';
    expect((await request(await open(listener), own, type, values)).status).toBe(200);
    close();
    expect((await request(await open(listener, '192.0.2.8'), own, type, values)).status).toBe(405);
  });
});

test('pages for no one: the service does not know what a GET is', async () => {
  const port = await open(school({ pages: false, wsdl: false }).listener);
  for (const target of ['/AuthCodeSending.asmx', '/AuthCodeSending.asmx?WSDL']) {
    const answer = await request(port, `GET ${target}`, {});
    expect([answer.status, answer.headers['content-type']]).toEqual([
      500,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain(unrecognized);
  }
});
