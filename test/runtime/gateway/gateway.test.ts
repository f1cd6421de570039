import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ask, type Gateway, handlersOf, order, orderJson, shop } from './shop.ts';

/** In front of a service by its client, and beside it on the server itself. */
const targets: readonly (readonly [string, (options?: object, calls?: unknown[]) => Gateway])[] = [
  [
    'a client',
    (options, calls) => {
      const server = shop.createShopServer(handlersOf(calls));
      const client = shop.createShopClient({ baseUrl: 'http://localhost', fetch: server.fetch });
      return shop.createShopGateway(client, options);
    },
  ],
  [
    'a server',
    (options, calls) => shop.createShopGateway(shop.createShopServer(handlersOf(calls)), options),
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
      json: { order: { id: 5, total: 'much' } },
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
    ['PUT', '/orders', { body: '{"order":', headers: { 'content-type': 'application/json' } }, 400],
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
