import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

interface Client {
  count(input: { sku: string }, options?: object): Promise<number>;
  clear(): Promise<void>;
}

const ns = 'http://www.w3.org/2005/08/addressing';
let create: (options: object) => Client;
let operations: Readonly<Record<string, unknown>>;
let runtime: typeof import('../../dist/runtime/index.js');
let sent: string[];
let answered: string[];

/** A client of a server in the same process. */
function connect(options: object, ofServer: object = {}): Client {
  const server = createServer(ofServer);
  return create({
    baseUrl: 'http://test',
    async fetch(url: string, init: RequestInit) {
      const request = new Request(url, init);
      sent.push(await request.clone().text());
      const response = await server.fetch(request);
      answered.push(await response.clone().text());
      return response;
    },
    ...options,
  });
}

let createServer: (options: object) => { fetch(request: Request): Promise<Response> };

beforeAll(async () => {
  const { load } = await loadGenerated('test/golden/addressing/contract.wsdl');
  runtime = await import('../../dist/runtime/index.js');
  operations = await load('operations.ts');
  create = (await load('client.ts')).createStockClient as typeof create;
  const make = (await load('server.ts')).createStockServer as (
    handlers: object,
    options: object,
  ) => ReturnType<typeof createServer>;
  createServer = (options) =>
    make(
      {
        count({ sku }: { readonly sku: string }) {
          if (sku === '')
            throw runtime.fault(operations.Count as never, 'Unknown' as never, '' as never);
          return sku.length;
        },
        clear() {},
      },
      options,
    );
});

beforeEach(() => {
  sent = [];
  answered = [];
});

describe('a contract that demands WS-Addressing over one binding', () => {
  test('has it there by itself, with the actions of the contract', async () => {
    expect(await connect({ binding: 'soap12' }).count({ sku: 'abc' })).toBe(3);
    expect(sent[0]).toContain(`<wsa:Action xmlns:wsa="${ns}">urn:stock/count</wsa:Action>`);
    expect(sent[0]).toContain('>http://test/stock12</wsa:To>');
    expect(answered[0]).toContain('>urn:stock/counted</wsa:Action>');
    await connect({ binding: 'soap12' }).clear();
    expect(sent[1]).toContain('>urn:stock:StockPort:Clear</wsa:Action>');
  });

  test('has none over the other one, unless the options say so', async () => {
    const plain = connect({ binding: 'soap11' });
    expect(await plain.count({ sku: 'abc' })).toBe(3);
    expect(sent[0] + String(answered[0])).not.toContain(ns);
    const both = { addressing: true };
    expect(await connect({ binding: 'soap11', ...both }, both).count({ sku: 'a' })).toBe(1);
    expect(answered[1]).toContain('>urn:stock/counted</wsa:Action>');
  });

  test('refuses requests without it there', async () => {
    const asked = connect({ binding: 'soap12', addressing: false }).count({ sku: 'a' });
    await expect(asked).rejects.toMatchObject({
      subcode: `{${ns}}MessageAddressingHeaderRequired`,
    });
    const lax = connect({ binding: 'soap12', addressing: false }, { addressing: false });
    expect(await lax.count({ sku: 'a' })).toBe(1);
  });

  test('answers declared faults with their action', async () => {
    await expect(connect({ binding: 'soap12' }).count({ sku: '' })).rejects.toMatchObject({
      faultName: 'Unknown',
    });
    expect(answered[0]).toContain('>urn:stock/unknown</wsa:Action>');
  });

  test('tells operations apart by the action in the headers', async () => {
    const addressing = { action: 'urn:stock:StockPort:Clear' };
    const mixed = connect({ binding: 'soap12', addressing }).count({ sku: 'a' });
    await expect(mixed).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
    const unknown = connect({ binding: 'soap12', addressing: { action: 'urn:x' } });
    await expect(unknown.count({ sku: 'a' })).rejects.toMatchObject({
      subcode: `{${ns}}ActionNotSupported`,
    });
  });
});
