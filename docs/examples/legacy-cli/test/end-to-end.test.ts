import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLegacy } from './legacy.js';

const program = fileURLToPath(new URL('../src/main.js', import.meta.url));
const booked: string[] = [];
let legacy: Server;
let url: string;

before(async () => {
  legacy = createLegacy((line) => booked.push(line)).listen(0, '127.0.0.1');
  await once(legacy, 'listening');
  url = `http://127.0.0.1:${(legacy.address() as AddressInfo).port}`;
});
after(() => legacy.close());

/** Runs the program as a shell does. */
function stock(...args: readonly string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, STOCK_URL: url, USER: 'ada' };
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('items are found and shown', async () => {
  const tea = await stock('find', 'tea');
  assert.equal(
    tea.out,
    'A-1    Green tea               12      4.50\nA-2    Black tea                3      3.90\n',
  );
  assert.match((await stock('find', '--below', '10')).out, /^A-2 .*\n$/);
  assert.equal((await stock('find', 'milk')).out, 'nothing found\n');
  assert.match((await stock('show', 'B-1')).out, /^B-1 +Coffee/);
  assert.equal(JSON.parse((await stock('show', 'B-1', '--json')).out).Price, '7.25');
  assert.equal((await stock('show', 'X')).out, 'no item X\n');
});

test('bookings say who made them', async () => {
  assert.deepEqual(await stock('take', 'A-1', '2'), {
    code: 0,
    out: 'A-1: 10 left\n',
    err: '',
  });
  await stock('take', 'A-1', '1', '--reason', 'loss', '--user', 'bob');
  await stock('put', 'A-1', '3');
  assert.deepEqual(booked, [
    'ada: Sale of A-1, -2',
    'bob: Loss of A-1, -1',
    'ada: Delivery of A-1, 3',
  ]);
});

test('what the service refuses is told in its words, with exit code 1', async () => {
  const short = await stock('take', 'A-2', '5');
  assert.deepEqual(short, { code: 1, out: '', err: 'stock: only 3 are there\n' });
  const unknown = await stock('take', 'X', '5');
  assert.deepEqual(unknown, { code: 1, out: '', err: 'stock: There is no item X.\n' });
});

test('a wrong command line has exit code 2, and sends nothing', async () => {
  const wrong = [[], ['burn'], ['take', 'A-1'], ['take', 'A-1', '-2'], ['find', '--colour', 'red']];
  for (const args of wrong) {
    const { code, err } = await stock(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, /Usage: stock/);
  }
});

test('a service that is away has exit code 3', async () => {
  const { code, err } = await stock('show', 'A-1', '--url', 'http://127.0.0.1:9');
  assert.equal(code, 3);
  assert.match(err, /\(transport\)/);
});
