import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { planOptions } from '../../src/cli/contract/project.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { generate } from '../../src/generate.ts';
import { stripTypes } from '../strip-types.ts';

/**
 * Client and server of the `soap` target, each against the other and against those generated
 * without the package, over both versions of SOAP.
 */
const root = resolve(import.meta.dirname, '../..');
const contract = join(root, 'test/fixtures/soap-target/shop.wsdl');

type Input = Readonly<Record<string, unknown>>;
type Method = {
  (input?: Input, options?: object): Promise<unknown>;
  raw(input?: Input, options?: object): Promise<Record<string, unknown>>;
  stream(input?: Input): AsyncIterable<unknown>;
};
type Client = Readonly<Record<string, Method>>;
type Handlers = Readonly<Record<string, (input: Input, context: Context) => unknown>>;
interface Context {
  readonly binding: string;
  readonly soapHeaders: Readonly<Record<string, { readonly token: string } | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly ip: string | undefined;
  setSoapHeader(name: string, value: unknown): void;
  write(text: string): void;
  header(name: string, value: string): void;
}
interface PackageServer {
  log?: (kind: string, data: unknown) => void;
}
interface Generated {
  readonly createShopClient: (options: object) => Client;
  readonly createShopServer: (handlers: Handlers) => {
    listener: Parameters<typeof createServer>[1];
  };
  readonly createShopSoapClient: (options: object) => Client;
  readonly listenShop: (server: HttpServer, handlers: Handlers, options?: object) => PackageServer;
  readonly isFault: (error: unknown, operation?: unknown, name?: string) => boolean;
  readonly fault: (...values: unknown[]) => Error;
  readonly Order: object;
  readonly SoapFault: new (init: object) => Error;
}

let folder: string;
let shop: Generated;
let heard: { readonly operation: string; readonly input: Input; readonly context: Context }[];
let open: HttpServer[];

beforeAll(async () => {
  // below the package, so that `soap` is found
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules/.cache/soap-target-'));
  const settings = {
    ...defaultSettings,
    targets: ['soap'] as const,
    importExtension: 'js' as const,
  };
  const { files, diagnostics } = await generate(
    { input: contract, options: planOptions(settings, contract, folder) },
    { readFile: (path) => readFileSync(path) },
  );
  expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { path, text } of files.filter((one) => one.path.endsWith('.ts'))) {
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, stripTypes(text));
  }
  const load = (name: string): Promise<object> => import(pathToFileURL(join(folder, name)).href);
  shop = { ...(await load('index.js')), ...(await load('soap.js')) } as Generated;
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  heard = [];
  open = [];
});
afterEach(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

const receipt = {
  id: 9007199254740993n,
  total: '12.50',
  stamp: new Uint8Array([1, 2, 255]),
};
const order = {
  customer: 'A & B <é> ما "x"',
  item: [
    { sku: ' padded ', at: '2024-05-01T10:00:00', count: 1 },
    { sku: '0012', at: '2024-05-01T10:00:00.1234567+03:00', count: -2 },
  ],
  note: null,
};

const handlers: Handlers = {
  order(input, context) {
    heard.push({ operation: 'order', input, context });
    if (input.customer === 'nobody') {
      throw shop.fault(shop.Order, 'OutOfStock', { sku: 'x & y' }, 'gone');
    }
    if (input.customer === 'broken') throw new Error('out of paper');
    if (input.customer === 'refused') {
      throw new shop.SoapFault({ code: 'Client', message: 'no <you>', actor: 'urn:me' });
    }
    if (input.customer === 'talkative') context.write('written before');
    context.header('X-Served', 'yes');
    context.setSoapHeader('Session', { token: `${context.soapHeaders.Session?.token}!` });
    return receipt;
  },
  ping: (input, context) => void heard.push({ operation: 'ping', input, context }),
  notify: (input, context) => void heard.push({ operation: 'notify', input, context }),
  add({ a, b }) {
    return Number(a) + Number(b);
  },
  async *list({ count }) {
    for (let number = 0; number < Number(count); number++) {
      if (number === 3) throw new Error('too many');
      yield { sku: String(number), at: '2024-05-01T10:00:00', count: number };
    }
  },
  look: () => 'nothing',
};

async function start(kind: string): Promise<string> {
  const server =
    kind === 'soap package'
      ? createServer()
      : createServer(shop.createShopServer(handlers).listener);
  open.push(server);
  if (kind === 'soap package') shop.listenShop(server, handlers);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const caught = (promise: Promise<unknown> | undefined): Promise<Record<string, unknown>> =>
  (promise ?? Promise.resolve()).then(
    () => ({}),
    (error: unknown) => error as Record<string, unknown>,
  );

const pairs = [
  ['soap package', 'generated'],
  ['generated', 'soap package'],
  ['soap package', 'soap package'],
].flatMap(([client, server]) =>
  ['soap11', 'soap12'].map((binding) => [client, server, binding] as const),
);

describe.each(pairs)('client: %s, server: %s, %s', (clientKind, serverKind, binding) => {
  let client: Client;
  let base: string;
  beforeEach(async () => {
    base = await start(serverKind ?? '');
    const create =
      clientKind === 'soap package' ? shop.createShopSoapClient : shop.createShopClient;
    client = create({ baseUrl: base, binding, timeout: 5000 });
  });

  test('values arrive as they are, both ways', async () => {
    expect(await client.order?.(order)).toEqual(receipt);
    expect(heard).toMatchObject([{ operation: 'order', input: order, context: { binding } }]);
    expect(heard[0]?.context.ip).toContain('127.0.0.1');
    expect(await client.order?.({ customer: '', item: [order.item[0]] })).toEqual(receipt);
    expect(heard[1]?.input).toEqual({ customer: '', item: [order.item[0]] });
  });

  test('headers of SOAP and of HTTP, and what was written before the envelope', async () => {
    const raw = await client.order?.raw(
      { ...order, customer: 'talkative' },
      { soapHeaders: { Session: { token: 't<1>' } }, headers: { 'X-Asked': 'me' } },
    );
    expect(raw).toMatchObject({
      status: 200,
      written: 'written before',
      result: receipt,
      soapHeaders: { Session: { token: 't<1>!' } },
      headers: { 'x-served': 'yes' },
    });
    expect(heard[0]?.context.headers['x-asked']).toBe('me');
  });

  test('operations without input, without answer, and of style rpc', async () => {
    expect(await client.ping?.()).toBeUndefined();
    expect(await client.notify?.({ text: 'hello' })).toBeUndefined();
    expect(await client.add?.({ a: 2, b: -5 })).toBe(-3);
    await new Promise((done) => setTimeout(done, 20));
    expect(heard.map((one) => one.operation)).toEqual(['ping', 'notify']);
    expect(heard[1]?.input).toEqual({ text: 'hello' });
  });

  test('faults: declared, thrown by hand, of exceptions', async () => {
    const declared = await caught(client.order?.({ ...order, customer: 'nobody' }));
    expect(shop.isFault(declared, shop.Order, 'OutOfStock')).toBe(true);
    expect(declared).toMatchObject({ code: 'Client', message: 'gone', status: 500 });
    expect(declared.detail).toEqual({ sku: 'x & y' });
    const refused = await caught(client.order?.({ ...order, customer: 'refused' }));
    expect(refused).toMatchObject({ name: 'SoapFault', code: 'Client', message: 'no <you>' });
    expect(refused.actor).toBe('urn:me');
    const broken = await caught(client.order?.({ ...order, customer: 'broken' }));
    expect(broken).toMatchObject({ name: 'SoapFault', code: 'Server' });
    expect(broken.message).toContain('Server was unable to process request.');
    expect(broken.message).not.toContain('out of paper');
  });

  test('records, whole and one by one', async () => {
    const item = (count: number) => ({ sku: String(count), at: '2024-05-01T10:00:00', count });
    expect(await client.list?.({ count: 2 })).toEqual([item(0), item(1)]);
    const seen: unknown[] = [];
    for await (const record of client.list?.stream({ count: 3 }) ?? []) seen.push(record);
    expect(seen).toEqual([item(0), item(1), item(2)]);
    expect(await caught(client.list?.({ count: 5 }))).toHaveProperty('message');
  });

  test('many calls at once keep apart', async () => {
    const sums = Array.from({ length: 20 }, (_, a) => client.add?.({ a, b: a }));
    expect(await Promise.all(sums)).toEqual(Array.from({ length: 20 }, (_, a) => 2 * a));
  });
});

describe('the client on the soap package', () => {
  test('refuses other wires, and says what went wrong by the usual codes', async () => {
    const base = await start('generated');
    const client = shop.createShopSoapClient({ baseUrl: base });
    expect(await caught(client.look?.({ sku: 'x' }))).toMatchObject({ code: 'encode' });
    expect(await caught(client.add?.({ a: 'x', b: 1 }))).toMatchObject({ code: 'encode' });
    type Next = (request: object) => unknown;
    const attaching = shop.createShopSoapClient({
      baseUrl: base,
      interceptors: [
        (request: object, next: Next) => next({ ...request, body: new Uint8Array(1) }),
      ],
    });
    expect(await caught(attaching.add?.({ a: 1, b: 1 }))).toMatchObject({
      code: 'encode',
      message: expect.stringMatching(/cannot send the attachments of \w+\.Add; call it with/i),
    });
    const gone = shop.createShopSoapClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await caught(gone.add?.({ a: 1, b: 1 }))).toMatchObject({ code: 'transport' });
    const aborted = client.add?.({ a: 1, b: 1 }, { signal: AbortSignal.abort() });
    expect(await caught(aborted)).toMatchObject({ code: 'aborted' });
    const small = shop.createShopSoapClient({ baseUrl: base, maxResponseBytes: 10 });
    expect(await caught(small.add?.({ a: 1, b: 1 }))).toMatchObject({ code: 'too-large' });
    const elsewhere = client.add?.({ a: 1, b: 1 }, { endpoint: `${base}/nowhere` });
    expect(await caught(elsewhere)).toMatchObject({ code: 'http-status', status: 404 });
  });

  test("names itself, or as the caller's headers say", async () => {
    const base = await start('generated');
    await shop.createShopSoapClient({ baseUrl: base }).ping?.();
    const headers = { 'user-agent': 'mine/1' };
    await shop.createShopSoapClient({ baseUrl: base, headers }).ping?.();
    expect(heard.map((one) => one.context.headers['user-agent'])).toEqual([
      expect.stringMatching(/^asmx-gen-client\/\d/),
      'mine/1',
    ]);
  });

  test('gives its clients to be configured, and uses their security', async () => {
    const base = await start('generated');
    const made: object[] = [];
    const client = shop.createShopSoapClient({
      baseUrl: base,
      configure: (one: object) => made.push(one),
      security: {
        addHeaders: (headers: Record<string, string>) => {
          headers.Authorization = 'Bearer x';
        },
        toXML: () => '<w:Security xmlns:w="urn:w">s</w:Security>',
      },
    });
    await client.ping?.();
    await client.ping?.({}, { binding: 'soap12' });
    await client.ping?.();
    expect(made.length).toBe(2);
    expect(made[0]).toHaveProperty('lastRequest');
    expect(String(Reflect.get(made[0] ?? {}, 'lastRequest'))).toContain('<w:Security');
    expect(heard.map((one) => one.context.headers.authorization)).toEqual(
      Array(3).fill('Bearer x'),
    );
  });
});

test.each(['soap11', 'soap12'])(
  'a lenient client on the soap package, over %s',
  async (binding) => {
    const envelope =
      binding === 'soap11'
        ? 'http://schemas.xmlsoap.org/soap/envelope/'
        : 'http://www.w3.org/2003/05/soap-envelope';
    const type = binding === 'soap11' ? 'text/xml' : 'application/soap+xml';
    const answer = `<e:Envelope xmlns:e="${envelope}"><e:Body>
    <OrderResponse xmlns="http://example.org/shop/"><OrderResult>
      <total>no number</total><stamp>AQL/</stamp></OrderResult></OrderResponse>
    </e:Body></e:Envelope>`;
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.end(answer);
    });
    open.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const told: unknown[] = [];
    const onDeviation = (deviation: unknown, name: string): void =>
      void told.push([name, deviation]);
    const client = shop.createShopSoapClient({ baseUrl, binding, lenient: true, onDeviation });
    const { result, deviations } = (await client.order?.raw(order)) ?? {};
    expect(result).toEqual({
      id: undefined,
      total: 'no number',
      stamp: new Uint8Array([1, 2, 255]),
      any: undefined,
    });
    expect(deviations).toEqual([
      { path: 'OrderResult.total', message: "'no number' is not a decimal." },
      { path: 'OrderResult.id', message: "Missing required element 'id'." },
    ]);
    expect(told).toEqual((deviations as unknown[]).map((one) => ['Shop.Order', one]));
    const strict = shop.createShopSoapClient({ baseUrl, binding });
    expect(await caught(strict.order?.(order))).toMatchObject({
      code: 'decode',
      path: 'OrderResult.total',
    });
  },
);

describe('the server on the soap package', () => {
  test('shows the whole WSDL with the address asked for, and leaves its log to the user', async () => {
    const server = createServer();
    open.push(server);
    const own = shop.listenShop(server, handlers, { basePath: '/api' });
    const lines: string[] = [];
    own.log = (kind) => void lines.push(kind);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
    const wsdl = await (await fetch(`${base}/Shop.asmx?wsdl`)).text();
    expect(wsdl).toContain('name="Receipt"');
    expect(wsdl).toContain(`location="${base}/Shop.asmx"`);
    const client = shop.createShopClient({ baseUrl: base });
    expect(await client.add?.({ a: 1, b: 2 })).toBe(3);
    expect(lines).toEqual(expect.arrayContaining(['info', 'received', 'replied']));
  });

  test('answers each message in its own version on one path', async () => {
    const base = await start('soap package');
    const client = shop.createShopClient({ baseUrl: base });
    for (const binding of ['soap11', 'soap12', 'soap11'] as const) {
      const { headers } = (await client.add?.raw({ a: 1, b: 1 }, { binding })) ?? {};
      expect(JSON.stringify(headers)).toContain(
        binding === 'soap11' ? 'text/xml' : 'application/soap+xml',
      );
    }
  });

  test('limits bodies', async () => {
    const server = createServer();
    open.push(server);
    shop.listenShop(server, handlers, { limits: { bodyBytes: 500 } });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const client = shop.createShopClient({ baseUrl });
    expect(await caught(client.notify?.({ text: 'x'.repeat(600) }))).toMatchObject({
      name: 'SoapFault',
    });
  });
});
