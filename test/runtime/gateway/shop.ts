import { loadGenerated } from '../../e2e/load-contract.ts';

/** The generated folder of the shop, with what tests call. */
export interface Shop {
  createShopClient(options: object): Client;
  createShopServer(handlers: object, options?: object): Served;
  createShopGateway(target: object, options?: object): Gateway;
  fault(operation: unknown, name: string, detail: unknown, message?: string): Error;
  readonly GetOrder: unknown;
  readonly HttpError: new (status: number, headers?: object, body?: string) => Error;
  readonly SoapFault: new (init: object) => Error;
  verifyBasic(check: (given: { username: string; password: string }) => unknown): unknown;
}

interface Client {
  readonly orders: object;
  readonly stock: object;
}

export interface Served {
  readonly fetch: typeof fetch;
  readonly listener: never;
}

export interface Gateway extends Served {
  readonly openapi: OpenApi;
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly tags: readonly object[];
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

export const routes = {
  'Orders.GetOrder': 'GET /orders/{orderId}',
  'Orders.PutOrder': 'PUT /orders',
};

const { load } = await loadGenerated('test/fixtures/gateway/shop.yaml', {
  targets: ['client', 'server', 'gateway'],
  routes,
});

export const shop: Shop = (await load('index.ts')) as unknown as Shop;

/** An order of the shop. */
export const order = (id: bigint): object => ({
  id,
  total: '12.50',
  weight: -0,
  label: new Uint8Array([1, 2, 3]),
});

export const orderJson = (id: string): object => ({
  id,
  total: '12.50',
  weight: '-0',
  label: 'AQID',
});

/** Calls of handlers: what they got, beside what they answer. */
export function handlersOf(calls: unknown[] = []): object {
  return {
    orders: {
      getOrder: (input: { orderId: bigint }) => {
        calls.push(input);
        if (input.orderId === 404n) {
          throw shop.fault(shop.GetOrder, 'Missing', { orderId: 404n }, 'There is no such order.');
        }
        if (input.orderId === 500n) throw new Error('password=secret');
        return input.orderId === 0n ? null : order(input.orderId);
      },
      putOrder: ({ order: given }: { order: { id: bigint } }) => given.id,
      *listOrders() {
        yield order(1n);
        yield order(2n);
      },
      ping: () => undefined,
    },
    stock: { count: ({ sku }: { sku: string }) => sku.length },
  };
}

/** Requests to a gateway, with their answers as text. */
export async function ask(
  { fetch: send }: Served,
  url: string,
  init: RequestInit & { readonly json?: unknown } = {},
): Promise<{ status: number; type: string | null; headers: Headers; body: unknown }> {
  const { json, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (json !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  const body = json === undefined ? rest.body : JSON.stringify(json);
  const answer = await send(`http://localhost${url}`, {
    ...rest,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type');
  const isJson = text !== '' && /^application\/(?:problem\+)?json$/.test(type ?? '');
  const read = isJson ? JSON.parse(text) : text;
  return { status: answer.status, type, headers: answer.headers, body: read };
}
