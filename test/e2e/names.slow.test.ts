import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

type Call = (input: object) => Promise<unknown>;
interface Server {
  fetch(request: Request): Promise<Response>;
}

/** Methods of an object by name, whatever else its prototype has. */
const ownEntries = (value: object): readonly (readonly [string, Call])[] =>
  Object.getOwnPropertyNames(value).map((name) => [
    name,
    Object.getOwnPropertyDescriptor(value, name)?.value as Call,
  ]);

test('a client, its handlers and its server may be awaited and printed', async () => {
  const { load } = await loadGenerated('test/fixtures/habits/names-of-javascript/service.wsdl');
  const create = (await load('client.ts')).createServiceClient as (options: object) => object;
  const sent: string[] = [];
  const fetch = (url: string) => {
    sent.push(url);
    return Promise.reject(new Error('sent'));
  };
  const client = create({ baseUrl: 'http://test', fetch });
  expect(await client).toBe(client);
  expect(String(client)).toBe('[object Object]');
  expect(JSON.stringify(client)).toBe('{}');
  expect(client.constructor).toBe(Object);
  expect(Object.getPrototypeOf(client)).toBe(Object.prototype);
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  expect(Object.getOwnPropertyNames(client).filter((name) => inherited.includes(name))).toEqual([]);
  expect(sent).toEqual([]);
});

describe.each([
  ['test/fixtures/habits/names-of-javascript/service.wsdl', 59],
  ['test/fixtures/habits/operations-that-differ-by-case/service.wsdl', 6],
  ['test/fixtures/habits/odd-letters/service.wsdl', 8],
])('%s', (path, count) => {
  let client: object;
  const seen: string[] = [];

  /** Answers with every element that one of the responses requires. */
  const answering = (name: string) => () => {
    seen.push(name);
    // biome-ignore lint/suspicious/noThenProperty: an element of the contract is called so
    return { b: 1, 'r.e-s': 1, then: 1 };
  };

  beforeAll(async () => {
    const { load } = await loadGenerated(path);
    const create = (await load('client.ts')).createServiceClient as (options: object) => object;
    const names = ownEntries(create({ baseUrl: 'http://test' })).map(([name]) => name);
    // `fromEntries` makes properties of its own even for `__proto__`
    const handlers = Object.fromEntries(names.map((name) => [name, answering(name)]));
    const serve = (await load('server.ts')).createServiceServer as (handlers: object) => Server;
    const { fetch } = serve(handlers);
    client = create({
      baseUrl: 'http://test',
      fetch: (url: string, init: RequestInit) => fetch(new Request(url, init)),
    });
  });

  test('every operation has a method, which reaches the handler of its name', async () => {
    const methods = ownEntries(client);
    expect(methods).toHaveLength(count);
    const input = { a: 'x', ...inputFor(path) };
    for (const [name, method] of methods) {
      const before = seen.length;
      await method(input);
      expect(seen).toHaveLength(before + 1);
      expect(seen.at(-1)).toBe(name);
    }
  });
});

/** The required strings of `odd-letters`. */
function inputFor(path: string): object {
  if (!path.includes('odd-letters')) return {};
  const names = [
    'get.item',
    'get-item',
    'größe',
    'размер',
    '数量',
    '_private',
    'x1.2-3',
    'A_x0020_B',
  ];
  return Object.fromEntries(names.map((name) => [name, 'x']));
}
