import { expect, test } from '@jest/globals';
import { loadGenerated } from '../../e2e/load-contract.ts';
import { ask, type Served } from './shop.ts';

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
