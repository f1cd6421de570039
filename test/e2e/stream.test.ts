import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from '../../src/generate.ts';
import { compileStrictly } from '../compile-strictly.ts';

const contract = `asmx: 1
name: Registry
namespace: http://example.org/registry/
services:
  Registry:
    operations:
      ListPeople: { parameters: { town: string }, returns: 'Person[]' }
      AllNames: { returns: 'string[]?' }
      Page: { parameters: { number: int }, returns: { total: int, people: 'Person[]' } }
      Houses: { parameters: { town: string }, returns: Street }
      Count: { parameters: { town: string }, returns: int }
types:
  Person: { fields: { Id: int, Name: 'string?', Born: date, Tags: 'string[]?' } }
  Street: { fields: { House: 'House*' } }
  House: { fields: { Number: int, Note: 'string?' } }
`;

interface Person {
  readonly Id: number;
  readonly Name?: string | undefined;
  readonly Born: string;
  readonly Tags?: readonly (string | null)[] | undefined;
}

type Binding = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';

interface Method<Input, Output, Item> {
  (input: Input, options?: { readonly binding?: Binding }): Promise<Output>;
  stream(input: Input, options?: { readonly binding?: Binding }): AsyncIterable<Item>;
}

interface Client {
  readonly listPeople: Method<{ readonly town: string }, readonly (Person | null)[], Person | null>;
  readonly allNames: Method<object, readonly (string | null)[] | undefined, string | null>;
  readonly page: Method<{ readonly number: number }, { readonly total: number }, Person | null>;
  readonly houses: Method<{ readonly town: string }, { readonly House?: unknown }, unknown>;
  readonly count: { readonly stream?: unknown };
}

interface Generated {
  createRegistryClient(options: object): Client;
  createRegistryServer(handlers: object): { readonly listener: RequestListener; fetch: unknown };
}

let folder: string;
let generated: Generated;
let http: Server | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-'));
  const bytes = new TextEncoder().encode(contract);
  const { files, diagnostics } = await generate(
    {
      input: 'registry.yaml',
      options: {
        targets: ['types', 'client', 'server'],
        runtime: 'vendor',
        contractPath: '../registry.yaml',
        importExtension: 'js',
        types: {},
        arrays: 'unwrap',
        renames: {},
        only: [],
      },
    },
    { readFile: (path: string) => (path === 'registry.yaml' ? bytes : undefined) },
  );
  expect(diagnostics).toEqual([]);
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, 'registry', path)), { recursive: true });
    writeFileSync(join(folder, 'registry', path), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  generated = (await import(join(folder, 'registry/index.ts'))) as Generated;
});

afterAll(() => {
  http?.closeAllConnections();
  http?.close();
  rmSync(folder, { recursive: true, force: true });
});

function people(count: number): readonly (Person | null)[] {
  return Array.from({ length: count }, (_, index) =>
    index % 50 === 49
      ? null
      : {
          Id: index,
          Name: index % 3 === 0 ? undefined : `Zoë ${index} <&> \u{1f3e0}`,
          Born: '1999-12-31',
          Tags: index % 4 === 0 ? undefined : ['a', null, ''].slice(0, index % 4),
        },
  );
}

const names = ['', 'ä', null, 'b'.repeat(100)];
const houses = Array.from({ length: 300 }, (_, index) => ({ Number: index, Note: undefined }));
const handlers = {
  async *listPeople({ town }: { readonly town: string }) {
    yield* people(Number(town));
  },
  *allNames() {
    yield* names;
  },
  page: () => ({ total: 5000, people: people(120) }),
  houses: ({ town }: { readonly town: string }) =>
    town === 'array' ? { House: houses } : { [Symbol.asyncIterator]: asyncHouses },
  count: () => 1,
};

async function* asyncHouses(): AsyncGenerator<unknown> {
  yield* houses;
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of stream) list.push(item);
  return list;
}

describe.each(['a socket', 'fetch in the same process'])('generated code by %s', (way) => {
  let client: Client;

  beforeAll(async () => {
    const server = generated.createRegistryServer(handlers);
    if (way !== 'a socket') {
      const { fetch } = server;
      client = generated.createRegistryClient({ baseUrl: 'http://test', fetch });
      return;
    }
    const started = createHttpServer(server.listener);
    http = started;
    await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
    const address = started.address();
    const port = typeof address === 'object' ? address?.port : 0;
    client = generated.createRegistryClient({ baseUrl: `http://127.0.0.1:${port}` });
  });

  test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)(
    'gives the records a generator made over %s, one by one and as a whole',
    async (binding) => {
      for (const count of [0, 1, 2, 1000]) {
        const town = String(count);
        const expected = people(count);
        expect(await all(client.listPeople.stream({ town }, { binding }))).toEqual(expected);
        expect(await client.listPeople({ town }, { binding })).toEqual(expected);
      }
      expect(await all(client.allNames.stream({}, { binding }))).toEqual(names);
      for (const town of ['array', 'stream']) {
        expect(await all(client.houses.stream({ town }, { binding }))).toEqual(houses);
        expect(await client.houses({ town }, { binding })).toEqual({ House: houses });
      }
    },
  );

  test('leaves out what is beside the records', async () => {
    expect(await all(client.page.stream({ number: 1 }))).toEqual(people(120));
    expect(await client.page({ number: 1 })).toEqual({ total: 5000, people: people(120) });
  });

  test('has no stream where there are no records', () => {
    expect(client.count.stream).toBeUndefined();
  });
});

test('streams are typed', () => {
  writeFileSync(
    join(folder, 'usage.ts'),
    `import { createRegistryClient, ListPeople } from './registry/index.js';
import type { Person, RegistryHandlers } from './registry/index.js';

const client = createRegistryClient({ baseUrl: 'http://test' });
export async function read(): Promise<number> {
  let sum = 0;
  for await (const person of client.listPeople.stream({ town: 'x' }, { maxRecordLength: 1000, timeout: 5 })) {
    const one: Person | null = person;
    sum += one?.Id ?? 0;
  }
  for await (const name of client.allNames.stream()) sum += name?.length ?? 0;
  client.allNames.stream({}, { timeout: 5 });
  // @ts-expect-error options are the second argument
  client.allNames.stream({ timeout: 5 });
  // @ts-expect-error the input is required
  client.listPeople.stream();
  // @ts-expect-error records are no strings
  for await (const text of client.listPeople.stream({ town: 'x' })) text?.trim();
  // @ts-expect-error a number has no records
  client.count.stream({ town: 'x' });
  return sum + (ListPeople.stream.soapPath?.length ?? 0);
}

export const handlers: RegistryHandlers = {
  async *listPeople({ town }) {
    yield { Id: town.length, Born: '2000-01-01' };
    yield null;
  },
  *allNames() {
    yield 'a';
  },
  page: () => ({ total: 1, people: [] }),
  houses: async () => ({ House: [] }),
  count: () => 1,
};

export const wrong: RegistryHandlers = {
  ...handlers,
  // @ts-expect-error a record of another type
  async *listPeople() {
    yield { Id: 'x' };
  },
};

export const beside: RegistryHandlers = {
  ...handlers,
  // @ts-expect-error the result holds more than its records
  async *page() {
    yield null;
  },
};
`,
  );
  expect(compileStrictly(folder, { include: ['registry', 'usage.ts'] })).toBe('');
}, 60_000);
