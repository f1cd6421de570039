import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createOrdersClient } from '../generated/orders/index.js';
import { createGateway } from '../src/gateway.js';
import { createStandIn } from '../src/stand-in.js';

const servers: Server[] = [];
let url: string;

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

before(async () => {
  const baseUrl = await listen(createServer(createStandIn().listener));
  const gateway = createGateway(createOrdersClient({ baseUrl }), 'key');
  url = await listen(createServer(gateway.listener));
});
after(() => {
  for (const server of servers) server.close();
});

async function ask(method: string, path: string, body?: unknown, key = 'key') {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('orders are read, placed and cancelled', async () => {
  const line = { article: 'Coffee', count: 3, price: '7.25' };
  assert.deepEqual(await ask('POST', '/orders', { customer: 8, lines: [line] }), {
    status: 200,
    body: '3',
  });
  const { body: order } = await ask('GET', '/orders/3');
  assert.equal(order.total, '21.75');
  assert.deepEqual(order.lines, [line]);
  assert.equal((await ask('DELETE', '/orders/3')).status, 204);
  const cancelled = await ask('GET', '/orders?customer=8&status=Cancelled');
  assert.deepEqual(
    cancelled.body.map(({ id }: { id: string }) => id),
    ['3'],
  );
});

test('records come one by one to those who ask for lines', async () => {
  const headers = { accept: 'application/jsonl' };
  const text = await (await fetch(`${url}/orders?customer=7`, { headers })).text();
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(ids, ['2', '1']);
});

test('what goes wrong is a problem, in the words of HTTP', async () => {
  const missing = await ask('GET', '/orders/99');
  assert.deepEqual(missing, {
    status: 422,
    body: {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      detail: 'No such order.',
      name: 'Missing',
      data: { orderId: '99' },
    },
  });
  assert.equal((await ask('DELETE', '/orders/1')).body.name, 'Shipped');
  assert.equal((await ask('GET', '/orders/one')).status, 400);
  assert.equal((await ask('GET', '/orders')).body.errors[0].parameter, 'customer');
  assert.equal((await ask('PATCH', '/orders/1')).status, 405);
});

test('only those with the key may write', async () => {
  assert.equal((await ask('DELETE', '/orders/2', undefined, 'wrong')).status, 401);
  assert.equal((await ask('POST', '/orders', { customer: 7, lines: [] }, '')).status, 401);
  assert.equal((await ask('GET', '/orders/2', undefined, '')).body.status, 'Open');
});

test('the OpenAPI document is valid, and the one that the command writes', async () => {
  const { body: document } = await ask('GET', '/openapi.json');
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  const written = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'openapi'], { encoding: 'utf8' }),
  );
  assert.deepEqual(document.paths, written.paths);
  assert.deepEqual(document.components, written.components);
});
