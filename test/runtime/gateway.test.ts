import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { loadGenerated } from '../e2e/load-contract.ts';
import {
  ask,
  type Gateway,
  handlersOf,
  order,
  orderJson,
  type Served,
  shop,
} from './gateway/shop.ts';

interface Lists {
  createListsServer(handlers: object, options?: object): object;
  createListsGateway(target: object): Served & { readonly openapi: OpenApi };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: object[] } }>>;
}

const { load } = await loadGenerated('test/fixtures/gateway/lists.yaml', {
  targets: ['client', 'server', 'gateway'],
  routes: { 'Lists.Find': 'GET /find', 'Lists.Rows': 'GET /rows' },
});
const lists = (await load('index.ts')) as unknown as Lists;

function gatewayOf(rows: () => unknown = () => [], errors: unknown[] = []) {
  const handlers = { find: (input: unknown) => JSON.stringify(input), rows };
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  return lists.createListsGateway(lists.createListsServer(handlers, { onError }));
}

test('a list without values is left out of a query', async () => {
  const gateway = gatewayOf();
  expect((await ask(gateway, '/find')).body).toBe('{"ids":[]}');
  expect((await ask(gateway, '/find?ids=1&ids=2')).body).toBe('{"ids":[1,2]}');
  expect(gateway.openapi.paths['/find']?.get?.parameters).toEqual([
    expect.objectContaining({ name: 'ids', required: false }),
    expect.objectContaining({ name: 'word', required: false }),
  ]);
});

test.each(['application/json', 'application/jsonl'])(
  'records in %s that do not fit the contract break the answer off',
  async (accept) => {
    const errors: Error[] = [];
    const gateway = gatewayOf(function* () {
      yield { id: 1 };
      yield { id: 2, note: null };
    }, errors);
    await expect(ask(gateway, '/rows', { headers: { accept } })).rejects.toThrow();
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('note')]);
    let isOver = false;
    const first = gatewayOf(function* () {
      try {
        yield { id: 'one' };
      } finally {
        isOver = true;
      }
    });
    expect((await ask(first, '/rows', { headers: { accept } })).status).toBe(500);
    expect(isOver).toBe(true);
  },
);

describe('edges', () => {
  const post = (body: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

  /** A gateway of a server with some other handlers of orders. */
  function beside(orders: object, options: object = {}, given: object = {}): Served {
    const { orders: usual, stock } = handlersOf() as { orders: object; stock: object };
    const server = shop.createShopServer({ orders: { ...usual, ...orders }, stock }, options);
    return shop.createShopGateway(server, given);
  }

  /** A gateway of a client whose service answers by a function. */
  function inFront(
    send: (url: string, init: RequestInit) => Promise<Response>,
    given = {},
  ): Served {
    const client = shop.createShopClient({ baseUrl: 'http://localhost', fetch: send });
    return shop.createShopGateway(client, given);
  }

  describe('a body', () => {
    const gateway = beside({});

    test.each([
      ['{"sku":"a","sku":"b"}', "the member 'sku' twice"],
      ['{"sku":"a","s\\u006bu":"b"}', "the member 'sku' twice"],
      ['{"sku":{"a":1,"a":2}}', "the member 'a' twice"],
      [`{"sku":${'['.repeat(100_000)}`, 'nested deeper'],
      ['{"sku":"\\"\\"\\"', 'not JSON'],
      ['nothing', 'not JSON'],
    ])('%s is refused', async (text, said) => {
      const { status, body } = await ask(gateway, '/Stock/Count', post(text));
      expect({ status, body }).toEqual({
        status: 400,
        body: expect.objectContaining({ detail: expect.stringContaining(said) }),
      });
    });

    test.each([
      '{"sku":"a{\\"sku\\":[","other":{"sku":"b"}}',
      '{"sku":"ab","list":[{"a":1},{"a":2}]}',
    ])('%s is read', async (text) => {
      expect((await ask(gateway, '/Stock/Count', post(text))).status).toBe(200);
    });

    test.each([
      ['a lone surrogate as name', '{"sku":"a","\\ud800":{"x":1}}', 200],
      ['a lone surrogate as name of an unknown member', '{"order":{"\\ud800":1}}', 400],
      ['a lone surrogate as value', '{"sku":"\\ud800"}', 400],
    ])('with %s is answered', async (_, text, expected) => {
      const isOrder = text.includes('order');
      const path = isOrder ? '/orders' : '/Stock/Count';
      const method = isOrder ? 'PUT' : 'POST';
      const { status, type } = await ask(gateway, path, { ...post(text), method });
      expect([status, type]).toEqual([
        expected,
        expected === 200 ? 'application/json' : 'application/problem+json',
      ]);
    });

    test('may have no number of very many digits, which take long to read', async () => {
      const { status, body } = await ask(gateway, '/orders', {
        ...post(JSON.stringify({ order: { ...orderJson('1'), id: '9'.repeat(5000) } })),
        method: 'PUT',
      });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ detail: expect.stringContaining('got the string "999') }),
      ]);
    });

    test('must be UTF-8', async () => {
      const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      const { status } = await ask(gateway, '/Stock/Count', { ...post(''), body });
      expect(status).toBe(400);
    });

    test('changes no prototype', async () => {
      const calls: object[] = [];
      const seeing = beside({
        putOrder: (input: object) => {
          calls.push(input);
          return 1n;
        },
      });
      const text = JSON.stringify({ order: orderJson('1') }).replace('{', '{"__proto__":{"x":1},');
      await ask(seeing, '/orders', { ...post(text), method: 'PUT' });
      const [input] = calls;
      expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
      expect(Object.keys(input ?? {})).toEqual(['order']);
      await ask(seeing, '/orders/5?__proto__=1&constructor=2&toString=3');
      expect(({} as { x?: number }).x).toBe(undefined);
    });

    test('may not repeat what stands in the path', async () => {
      const { load } = await import('../e2e/load-contract.ts').then(({ loadGenerated }) =>
        loadGenerated('test/fixtures/gateway/shop.yaml', {
          targets: ['server', 'gateway'],
          routes: { 'Stock.Count': 'POST /stock/{sku}' },
        }),
      );
      const own = (await load('index.ts')) as unknown as typeof shop;
      const stock = own.createShopGateway(own.createShopServer(handlersOf()));
      expect((await ask(stock, '/stock/a%2Fb', { method: 'POST' })).body).toBe(3);
      const twice = await ask(stock, '/stock/a', post('{"sku":"b"}'));
      expect(twice.body).toEqual(
        expect.objectContaining({
          errors: [{ parameter: 'sku', detail: 'It stands in the path already.' }],
        }),
      );
    });
  });

  describe('request headers', () => {
    const headers = { authorization: `Basic ${btoa('ann:secret')}`, 'x-tenant': 'a' };

    test('pass on to a service by forward alone', async () => {
      const seen: (string | null)[] = [];
      const send = async (url: string, init: RequestInit): Promise<Response> => {
        seen.push(new Headers(init.headers).get('x-tenant'));
        return shop.createShopServer(handlersOf()).fetch(url, init);
      };
      await ask(inFront(send), '/orders/5', { headers });
      await ask(inFront(send, { forward: ['X-Tenant'] }), '/orders/5', { headers });
      expect(seen).toEqual([null, 'a']);
    });

    test('pass on to a server by forward alone', async () => {
      const seen: unknown[] = [];
      const getOrder = (_: object, context: { headers: Record<string, string> }): object => {
        seen.push(context.headers['x-tenant'], context.headers.authorization);
        return order(5n);
      };
      await ask(beside({ getOrder }), '/orders/5', { headers });
      await ask(beside({ getOrder }, {}, { forward: ['x-tenant'] }), '/orders/5', { headers });
      expect(seen).toEqual([undefined, undefined, 'a', undefined]);
    });

    test.each([
      ['transfer-encoding', "forward has 'transfer-encoding', which each request has of its own."],
      ['Content-Type', "forward has 'Content-Type', which each request has of its own."],
      ['bad name', "forward has 'bad name', which is no name of a header."],
      ['', "forward has '', which is no name of a header."],
      [5, "forward has '5', which is no name of a header."],
    ])('pass on by names alone, not by %j', (name, message) => {
      const create = (): unknown => beside({}, {}, { forward: [name] } as never);
      expect(create).toThrow(new TypeError(message));
    });

    test('let a server verify who sends them', async () => {
      const security = shop.verifyBasic(({ password }) =>
        password === 'secret' ? 'ann' : undefined,
      );
      const gateway = beside({}, { security }, { forward: ['authorization'] });
      expect((await ask(gateway, '/orders/5', { headers })).body).toEqual(orderJson('5'));
      const refused = await ask(gateway, '/orders/5');
      expect(refused.status).toBe(401);
      expect(refused.type).toBe('application/problem+json');
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/);
    });
  });

  describe('a service', () => {
    test.each([
      ['cannot be reached', () => Promise.reject(new TypeError('ECONNREFUSED 10.0.0.1')), 502],
      ['answers with a page', () => Promise.resolve(new Response('<html>', { status: 500 })), 502],
      [
        'fails with text of ASMX',
        () =>
          shop
            .createShopServer({ orders: { getOrder: fail }, stock: {} })
            .fetch('http://localhost/Orders.asmx', {}),
        502,
      ],
    ])('that %s is a problem without its words', async (_, send, status) => {
      const answer = await ask(inFront(send), '/orders/5');
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.body)).not.toMatch(/10\.0\.0\.1|soap|xml|html/i);
    });

    test.each([
      [
        'cannot be reached',
        () => Promise.reject(new TypeError('ECONNREFUSED 10.0.0.1')),
        'The service cannot be reached.',
      ],
      [
        'is not ready',
        () => Promise.resolve(new Response('<html>', { status: 503 })),
        'The service answered with the status 503 of HTTP, without a result.',
      ],
      [
        'answers with a page',
        () => Promise.resolve(new Response('<html>')),
        'The service gave no answer that can be read.',
      ],
    ])('that %s is told apart', async (_, send, detail) => {
      expect((await ask(inFront(send), '/orders/5')).body).toMatchObject({ detail });
    });

    test('says nothing of faults that are not declared, if so asked', async () => {
      const getOrder = (): never => {
        throw new shop.SoapFault({ code: 'Server', message: "Login failed for user 'sa'." });
      };
      const shown = await ask(beside({ getOrder }), '/orders/5');
      expect(shown.body).toMatchObject({ detail: "Login failed for user 'sa'." });
      const hidden = await ask(beside({ getOrder }, {}, { faults: 'declared' }), '/orders/5');
      expect([hidden.status, hidden.body]).toEqual([
        500,
        expect.objectContaining({ detail: 'The service did not carry out the call.' }),
      ]);
      const declared = await ask(beside({}, {}, { faults: 'declared' }), '/orders/404');
      expect(declared.body).toMatchObject({ name: 'Missing' });
    });

    test('that throws an exception has its text, without that of the framework', async () => {
      const message =
        'System.Web.Services.Protocols.SoapException: Server was unable to process request. ---> ' +
        'System.InvalidOperationException: No such customer.\n   at Shop.GetOrder(Int64 id)';
      const getOrder = (): never => {
        throw new shop.SoapFault({ code: 'Server', message });
      };
      const { status, body } = await ask(beside({ getOrder }), '/orders/5');
      expect({ status, body }).toEqual({
        status: 500,
        body: expect.objectContaining({ detail: 'No such customer.' }),
      });
    });

    test('that takes too long is given up', async () => {
      let aborted = false;
      const send = (_: string, { signal }: RequestInit): Promise<Response> =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        });
      expect((await ask(inFront(send, { timeout: 20 }), '/orders/5')).status).toBe(504);
      expect(aborted).toBe(true);
      let signal: AbortSignal | undefined;
      const getOrder = (_: object, context: { signal: AbortSignal }): Promise<never> => {
        signal = context.signal;
        return new Promise(() => undefined);
      };
      expect((await ask(beside({ getOrder }, {}, { timeout: 20 }), '/orders/5')).status).toBe(504);
      expect(signal?.aborted).toBe(true);
    });

    test.each(['before', 'after'])('whose hook `%s` never ends is given up', async (name) => {
      const hooks = { 'Stock.Count': { [name]: () => new Promise(() => undefined) } };
      const answer = async () => new Response('<x/>');
      for (const gateway of [
        beside({}, {}, { timeout: 20, hooks }),
        shop.createShopGateway(handlersOf(), { timeout: 20, hooks }),
        ...(name === 'before' ? [inFront(answer, { timeout: 20, hooks })] : []),
      ]) {
        expect((await ask(gateway, '/Stock/Count', post('{"sku":"a"}'))).status).toBe(504);
      }
    });

    test('whose hook gives what JSON has not is a problem', async () => {
      for (const result of [Symbol('x'), () => 1]) {
        const hooks = { 'Stock.Count': { after: () => result } };
        const gateway = shop.createShopGateway(handlersOf(), { hooks });
        const { status, type } = await ask(gateway, '/Stock/Count', post('{"sku":"a"}'));
        expect([status, type]).toEqual([500, 'application/problem+json']);
      }
    });

    test('is not called any longer when the caller has gone', async () => {
      let resolve = (): void => undefined;
      const ended = new Promise<void>((done) => {
        resolve = done;
      });
      const send = (_: string, { signal }: RequestInit): Promise<Response> =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            resolve();
            reject(signal.reason);
          });
          controller.abort();
        });
      const controller = new AbortController();
      const answer = inFront(send).fetch(
        new Request('http://localhost/orders/5', { signal: controller.signal }),
      );
      await ended;
      await answer;
    });

    test('whose result does not fit is a problem, told to the application', async () => {
      const errors: unknown[] = [];
      const onError = (error: Error): unknown => errors.push(error.message);
      const gateway = beside({ getOrder: () => ({ id: 'x' }) }, { onError });
      expect((await ask(gateway, '/orders/5')).status).toBe(500);
      expect(errors).toEqual([expect.stringContaining('does not fit the contract')]);
    });

    test('whose records fail before the first is a problem', async () => {
      const gateway = beside({
        // biome-ignore lint/correctness/useYield: it fails before
        *listOrders() {
          throw new Error('no database');
        },
      });
      const accept = { accept: 'application/jsonl' };
      const { status } = await ask(gateway, '/Orders/ListOrders', {
        ...post('{}'),
        headers: { ...accept, 'content-type': 'application/json' },
      });
      expect(status).toBe(500);
    });
  });

  function fail(): never {
    throw new Error('no');
  }

  test('a listener serves node:http, below other paths, too', async () => {
    const { listener } = shop.createShopGateway(shop.createShopServer(handlersOf())) as Served;
    const http = createServer(listener).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/orders/5`);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: orderJson('5'),
    });
    const lines = await fetch(`http://127.0.0.1:${port}/Orders/ListOrders`, {
      ...post('{}'),
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    });
    expect((await lines.text()).split('\n')).toHaveLength(3);
    expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status).toBe(404);
    http.close();
  });

  test('a listener leaves other paths to a framework', () => {
    const { listener } = shop.createShopGateway(shop.createShopServer(handlersOf())) as Served;
    let passed = false;
    const request = { url: '/other', method: 'GET', headers: {}, on: () => undefined };
    (listener as unknown as (...given: unknown[]) => void)(request, { on: () => undefined }, () => {
      passed = true;
    });
    expect(passed).toBe(true);
  });

  test.each([
    ['/%4frders/GetOrder', false],
    ['/Orders/Get%4frder', false],
    ['//Orders/GetOrder', false],
    ['/%6frders/5', false],
    ['/other/%zz', false],
    ['/Orders/GetOrder', true],
    ['/orders/%35', true],
  ])('inside a framework %s is served: %p', async (url, isServed) => {
    const { listener } = beside({}) as Served;
    const serve = listener as unknown as (...given: unknown[]) => void;
    const server = createServer((request, response) => {
      serve(request, response, () => response.writeHead(299).end());
    });
    server.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const method = url.includes('GetOrder') ? 'POST' : 'GET';
    const init = method === 'POST' ? post('{"orderId":"5"}') : {};
    const { status } = await fetch(`http://localhost:${port}${url}`, { method, ...init });
    server.close();
    expect(status).toBe(isServed ? 200 : 299);
  });

  test.each(['timeout', 'bodyBytes'])('option %s is a number of at least 0', (name) => {
    for (const value of [Number.NaN, -1, '5', null, true, {}, [], 5n]) {
      expect(() => beside({}, {}, { [name]: value })).toThrow(RangeError);
      expect(() => beside({}, {}, { [name]: value })).toThrow(new RegExp(`^${name} is `));
    }
  });

  describe('a body that a framework has parsed', () => {
    /** Sends JSON behind a parser that leaves this. */
    async function behind(left: object, headers: object = {}, type = 'application/json') {
      const calls: unknown[] = [];
      const putOrder = (input: unknown): bigint => {
        calls.push(input);
        return 1n;
      };
      const { listener } = beside({ putOrder }) as Served;
      const serve = listener as unknown as (...given: unknown[]) => void;
      const server = createServer((request, response) => {
        request.resume();
        request.on('end', () => serve(Object.assign(request, left), response));
      });
      server.listen(0);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { status } = await fetch(`http://localhost:${port}/orders`, {
        method: 'PUT',
        headers: { 'content-type': type, ...headers },
        body: 'x',
      });
      server.close();
      return { status, calls };
    }

    const body = { order: orderJson('1') };
    const input = { order: order(1n) };

    test.each<[string, object]>([
      ['an object', { body }],
      ['text', { body: JSON.stringify(body) }],
      ['bytes', { body: new TextEncoder().encode(JSON.stringify(body)) }],
      [
        'bytes and an object',
        { rawBody: new TextEncoder().encode(JSON.stringify(body)), body: {} },
      ],
    ])('is read: %s', async (_, left) => {
      expect(await behind(left)).toEqual({ status: 200, calls: [input] });
    });

    test('is read, whatever charset and coding it had', async () => {
      const read = { status: 200, calls: [input] };
      expect(await behind({ body }, { 'content-encoding': 'gzip' })).toEqual(read);
      expect(await behind({ body }, {}, 'application/json; charset=utf-16le')).toEqual(read);
      expect(await behind({ body }, {}, 'application/vnd.shop+json')).toEqual(read);
    });

    const circular: { order?: unknown } = {};
    circular.order = circular;
    test.each<[string, unknown, number]>([
      ['a list', [body], 400],
      ['null', null, 400],
      ['a number', 5, 400],
      ['nothing', {}, 400],
      ['what contains itself', circular, 500],
      ['a bigint', { order: { ...body.order, id: 1n } }, 500],
      ['a function', () => 1, 500],
      ['a rounded number', { order: { ...body.order, weight: 9_007_199_254_740_992 } }, 500],
      ['too many levels', JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`), 400],
    ])('is refused: %s', async (_, left, status) => {
      expect(await behind({ body: left })).toEqual({ status, calls: [] });
    });
  });

  test('health of a server is no path of its gateway', () => {
    expect(() => beside({}, { health: '/health' })).not.toThrow();
    expect(() => beside({}, { health: '/openapi.json' })).toThrow("health is '/openapi.json'");
  });
});

describe('gateway', () => {
  /** In front of a service by its client, and beside it on the server itself. */
  const targets: readonly (readonly [string, (options?: object, calls?: unknown[]) => Gateway])[] =
    [
      [
        'a client',
        (options, calls) => {
          const server = shop.createShopServer(handlersOf(calls));
          const client = shop.createShopClient({
            baseUrl: 'http://localhost',
            fetch: server.fetch,
          });
          return shop.createShopGateway(client, options);
        },
      ],
      [
        'a server',
        (options, calls) =>
          shop.createShopGateway(shop.createShopServer(handlersOf(calls)), options),
      ],
    ];

  describe.each(targets)('a gateway of %s', (_, create) => {
    const gateway = create();

    test('answers calls by POST and by routes', async () => {
      const posted = await ask(gateway, '/Orders/GetOrder', {
        method: 'POST',
        json: { orderId: '5', tags: ['a'] },
      });
      expect(posted).toEqual(
        expect.objectContaining({ status: 200, type: 'application/json', body: orderJson('5') }),
      );
      expect((await ask(gateway, '/orders/5')).body).toEqual(orderJson('5'));
      expect((await ask(gateway, '/orders/0')).body).toBe(null);
      const put = { method: 'PUT', json: { order: orderJson('7') } };
      expect((await ask(gateway, '/orders', put)).body).toBe('7');
      const counted = await ask(gateway, '/Stock/Count', { method: 'POST', json: { sku: 'abc' } });
      expect(counted.body).toBe(3);
    });

    test('answers without a body if there is no result', async () => {
      const { status, body } = await ask(gateway, '/Orders/Ping', { method: 'POST' });
      expect({ status, body }).toEqual({ status: 204, body: '' });
    });

    test('reads parameters of path and query by their types', async () => {
      const calls: unknown[] = [];
      const other = create({}, calls);
      await ask(other, '/orders/%35?withLines=true&tags=a%26b&tags=c+d&unknown=1');
      expect(calls).toEqual([{ orderId: 5n, withLines: true, tags: ['a&b', 'c d'] }]);
      const twice = await ask(other, '/orders/5?withLines=true&withLines=false');
      expect(twice).toEqual(expect.objectContaining({ status: 400 }));
      expect(twice.body).toEqual(
        expect.objectContaining({
          errors: [{ parameter: 'withLines', detail: 'It may occur once.' }],
        }),
      );
      const wrong = await ask(other, '/orders/five?withLines=maybe');
      expect(wrong.body).toEqual(
        expect.objectContaining({
          errors: [
            { parameter: 'orderId', detail: expect.any(String) },
            { parameter: 'withLines', detail: expect.any(String) },
          ],
        }),
      );
      for (const broken of ['/orders/%E0%A4%A', '/orders/5?tags=%zz']) {
        expect((await ask(other, broken)).status).toBe(400);
      }
    });

    test('says what does not fit as a problem', async () => {
      const { status, type, body } = await ask(gateway, '/orders', {
        method: 'PUT',
        json: { order: { id: 5.5, total: 'much' } },
      });
      expect({ status, type }).toEqual({ status: 400, type: 'application/problem+json' });
      expect(body).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: expect.any(String),
        errors: [
          { pointer: '#/order/id', detail: expect.any(String) },
          { pointer: '#/order/total', detail: expect.any(String) },
        ],
      });
    });

    test('has declared errors with their data, and hides others', async () => {
      const declared = await ask(gateway, '/orders/404');
      expect(declared.type).toBe('application/problem+json');
      expect(declared.body).toEqual({
        type: 'about:blank',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'There is no such order.',
        name: 'Missing',
        data: { orderId: '404' },
      });
      const hidden = await ask(gateway, '/orders/500');
      expect(hidden.status).toBe(500);
      expect(JSON.stringify(hidden.body)).not.toMatch(/secret|soap|xml/i);
    });

    test.each([
      ['GET', '/nothing', {}, 404],
      ['GET', '/orders/5/lines', {}, 404],
      ['POST', '/orders/5', { json: {} }, 405],
      ['GET', '/Orders/GetOrder', {}, 405],
      ['POST', '/Orders/GetOrder', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
      ['POST', '/Orders/GetOrder', { json: {}, headers: { 'content-encoding': 'gzip' } }, 415],
      ['GET', '/orders/5', { headers: { accept: 'text/html' } }, 406],
      ['GET', '/orders/5', { headers: { accept: 'application/jsonl' } }, 406],
      ['GET', '/orders/5', { headers: { accept: 'text/html, */*;q=0.1' } }, 200],
      [
        'PUT',
        '/orders',
        { body: '{"order":', headers: { 'content-type': 'application/json' } },
        400,
      ],
    ])('%s %s with %j: %d', async (method, url, init, status) => {
      const answer = await ask(gateway, url, { method, ...init });
      expect(answer.status).toBe(status);
      expect(answer.type).toBe(status === 200 ? 'application/json' : 'application/problem+json');
    });

    test('says which methods a path has', async () => {
      const { headers } = await ask(gateway, '/orders/5', { method: 'DELETE' });
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect((await ask(gateway, '/orders/5', { method: 'HEAD' })).status).toBe(200);
      expect((await ask(gateway, '/orders/5', { method: 'OPTIONS' })).status).toBe(204);
    });

    test('refuses bodies that are too large', async () => {
      const small = create({ bodyBytes: 10 });
      const { status, type } = await ask(small, '/Stock/Count', {
        method: 'POST',
        json: { sku: 'a'.repeat(100) },
      });
      expect({ status, type }).toEqual({ status: 413, type: 'application/problem+json' });
    });

    test('sends records one by one to who asks for them', async () => {
      const whole = await ask(gateway, '/Orders/ListOrders', { method: 'POST', json: {} });
      expect(whole.body).toEqual([orderJson('1'), orderJson('2')]);
      for (const accept of ['application/jsonl', 'application/x-ndjson']) {
        const lines = await ask(gateway, '/Orders/ListOrders', {
          method: 'POST',
          json: {},
          headers: { accept },
        });
        expect(lines.type).toBe(accept);
        const records = (lines.body as string)
          .trimEnd()
          .split('\n')
          .map((one) => JSON.parse(one));
        expect(records).toEqual([orderJson('1'), orderJson('2')]);
      }
    });

    test('calls hooks around calls', async () => {
      const seen: unknown[] = [];
      const hooked = create({
        hooks: {
          'Orders.GetOrder': {
            before: (input: { orderId: bigint }, request: Request) => {
              seen.push(new URL(request.url).pathname);
              if (input.orderId === 403n) throw new shop.HttpError(403);
              return { ...input, orderId: input.orderId + 1n };
            },
            after: async (result: object) => ({ ...result, total: '0' }),
          },
        },
      });
      expect((await ask(hooked, '/orders/5')).body).toEqual({ ...orderJson('6'), total: '0' });
      expect(seen).toEqual(['/orders/5']);
      const refused = await ask(hooked, '/orders/403');
      expect(refused).toEqual(
        expect.objectContaining({ status: 403, type: 'application/problem+json' }),
      );
      expect(() => create({ hooks: { 'Orders.Get': {} } })).toThrow(TypeError);
    });

    test('describes itself', async () => {
      const { body } = await ask(gateway, '/openapi.json');
      expect(body).toEqual({ ...gateway.openapi, servers: [{ url: 'http://localhost' }] });
      expect(gateway.openapi.openapi).toBe('3.1.0');
      expect(Object.keys(gateway.openapi.paths)).toEqual([
        '/orders/{orderId}',
        '/orders',
        '/Orders/ListOrders',
        '/Orders/Ping',
        '/Stock/Count',
      ]);
    });
  });

  test('its documents are valid, and say what is in the path, the query and the body', async () => {
    const { openapi } = shop.createShopGateway(shop.createShopServer(handlersOf()), {
      tags: { Orders: 'What customers order.' },
    });
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openapi)));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(openapi.tags).toEqual([
      { name: 'Orders', description: 'What customers order.' },
      { name: 'Stock' },
    ]);
    const { get } = openapi.paths['/orders/{orderId}'] as { get: never };
    expect(get).toMatchObject({
      operationId: 'GetOrder',
      parameters: [
        { name: 'orderId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'withLines', in: 'query', required: false, schema: { type: 'boolean' } },
        { name: 'tags', in: 'query', required: false, schema: { type: 'array' } },
      ],
      responses: {
        200: { content: { 'application/json': {} } },
        422: { content: { 'application/problem+json': {} } },
        default: { content: { 'application/problem+json': {} } },
      },
    });
    expect(openapi.paths['/Orders/ListOrders']?.post?.responses['200']).toMatchObject({
      content: { 'application/json': {}, 'application/jsonl': {}, 'application/x-ndjson': {} },
    });
    expect(openapi.paths['/Orders/Ping']?.post?.responses).toHaveProperty('204');
  });

  test('test doubles of clients are enough', async () => {
    const orders = {
      getOrder: async ({ orderId }: { orderId: bigint }) => order(orderId),
      putOrder: async () => 1n,
      listOrders: async () => [order(1n)],
      ping: async () => undefined,
    };
    const gateway = shop.createShopGateway({ orders, stock: { count: async () => 1 } });
    expect((await ask(gateway, '/orders/5')).body).toEqual(orderJson('5'));
    const lines = { method: 'POST', json: {}, headers: { accept: 'application/jsonl' } };
    expect((await ask(gateway, '/Orders/ListOrders', lines)).body).toBe(
      `${JSON.stringify(orderJson('1'))}\n`,
    );
    expect((await ask(gateway, '/Orders/Ping', { method: 'POST' })).status).toBe(204);
    expect(() => shop.createShopGateway({ orders })).toThrow('Stock.Count');
  });
});
