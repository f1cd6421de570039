import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

type Binding = 'soap11' | 'soap12' | 'httpPost';
type Find = (input: unknown, options: object) => Promise<unknown>;
interface Server {
  fetch(request: Request): Promise<Response>;
}

const bindings: readonly Binding[] = ['soap11', 'soap12', 'httpPost'];
let client: { readonly find: Find };
let isFault: (error: unknown, operation: unknown, name: string) => boolean;
let operation: unknown;
let answer: () => unknown;
let received: unknown[];
let traces: unknown[];
let sent: string[];
let answered: string[];

beforeAll(async () => {
  const { load } = await loadGenerated('test/fixtures/nil/messages.wsdl');
  const runtime = await import('../../dist/runtime/index.js');
  isFault = runtime.isFault as never;
  operation = (await load('operations.ts')).Find;
  const create = (await load('server.ts')).createNilServer as (handlers: object) => Server;
  const server = create({
    find(input: unknown, context: { soapHeaders: { Trace?: unknown } }) {
      received.push(input);
      traces.push(context.soapHeaders.Trace);
      return answer();
    },
  });
  const make = (await load('client.ts')).createNilClient as (options: object) => typeof client;
  client = make({
    baseUrl: 'http://test',
    async fetch(url: string, init: RequestInit) {
      const request = new Request(url, init);
      sent.push(await request.clone().text());
      const response = await server.fetch(request);
      answered.push(await response.clone().text());
      return response;
    },
  });
});

beforeEach(() => {
  received = [];
  traces = [];
  sent = [];
  answered = [];
  answer = () => null;
});

describe.each(bindings)('a message that may be nil, over %s', (binding) => {
  test('is null in the request and in the answer', async () => {
    expect(await client.find(null, { binding })).toBe(null);
    expect(received).toEqual([null]);
    expect(sent[0]).toMatch(/<Query [^>]*xsi:nil="true" \/>/);
    expect(answered[0]).toMatch(/<Answer [^>]*xsi:nil="true"[^>]* \/>/);
  });

  test('is an object where it is not nil', async () => {
    answer = () => ({ count: 2, reason: 'found' });
    expect(await client.find({ text: 'a' }, { binding })).toEqual({ count: 2, reason: 'found' });
    expect(received).toEqual([{ text: 'a' }]);
  });

  test('keeps its attributes where it is nil', async () => {
    answer = () => ({ $nil: true, reason: 'none found' });
    const given = await client.find({ text: 'a' }, { binding });
    expect(given).toEqual({ $nil: true, reason: 'none found' });
    expect(answered[0]).toMatch(/<Answer [^>]*xsi:nil="true" reason="none found" \/>/);
  });
});

describe.each(['soap11', 'soap12'])('headers and faults over %s', (binding) => {
  test('a header may be nil, with attributes and without', async () => {
    for (const Trace of [null, { $nil: true, reason: 'off' }, { count: 1 }]) {
      await client.find(null, { binding, soapHeaders: { Trace } });
    }
    expect(traces).toEqual([null, { $nil: true, reason: 'off' }, { reason: undefined, count: 1 }]);
  });

  test('the detail of a fault may be nil, with attributes and without', async () => {
    const { fault } = await import('../../dist/runtime/index.js');
    const make = fault as (operation: unknown, name: string, detail: unknown) => Error;
    for (const detail of [null, { $nil: true, reason: 'busy' }, { count: 1, reason: undefined }]) {
      answer = () => {
        throw make(operation, 'Problem', detail);
      };
      const error = await client.find(null, { binding }).catch((reason: unknown) => reason);
      expect(isFault(error, operation, 'Problem')).toBe(true);
      expect(error).toMatchObject({ detail });
    }
  });
});
