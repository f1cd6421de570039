import { createServer as createHttpServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Server, ServerOptions } from '../../../src/runtime/server/options.ts';
import type { NodeListener } from '../../../src/runtime/server/request.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { request } from '../wire/exchange.ts';
import { createServer } from '../wire/serve.ts';
import { both as bothWithBody, path, soap } from './front.ts';

let close = (): void => undefined;
afterEach(() => close());

const problem = new Error('the log is down');
const throws = (): never => {
  throw problem;
};
const rejects = async (): Promise<never> => throws();
/** A thenable that fails when it is asked. */
const broken = (): object => Object.defineProperty({}, 'then', { get: throws });

const ways: readonly (readonly [string, () => unknown])[] = [
  ['throws', throws],
  ['rejects', rejects],
  ['gives a broken thenable', broken],
];

const get = '/AuthCodeSending.asmx/AuthCode?code=1&phone=2';

/** Serves over a connection; ends with the test. */
async function listen(listener: NodeListener): Promise<number> {
  const http = createHttpServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  close = () => {
    http.closeAllConnections();
    http.close();
  };
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Ask = (line: string) => Promise<number>;

/** Sends requests over a connection, and to `fetch`. */
async function both(server: Server, check: (ask: Ask) => Promise<void>): Promise<void> {
  await check(async (line) => {
    const [method = '', target = ''] = line.split(' ');
    return (await server.fetch(`http://school.test${target}`, { method })).status;
  });
  const port = await listen(server.listener);
  await check(async (line) => (await request(port, line, {})).status);
  // an unhandled rejection would make this test fail now
  await new Promise((resolve) => setImmediate(resolve));
}

const pages = async () => ({
  documentation: { answer: () => ({ status: 200, headers: {}, body: 'page' }) },
});

function school(options: ServerOptions, handler: () => unknown = () => undefined): Server {
  return createServer([{ operation: AuthCode, handler }], options, pages);
}

describe.each(ways)('a callback that %s', (_way, call) => {
  test('as onError: the answer is sent', async () => {
    let calls = 0;
    const onError = (): never => {
      calls += 1;
      return call() as never;
    };
    await both(school({ onError }, throws), async (ask) => {
      expect(await ask(`GET ${get}`)).toBe(500);
    });
    expect(calls).toBe(2);
  });

  test('as clientAddress: the client is remote, and onError knows', async () => {
    const errors: unknown[] = [];
    const options: ServerOptions = {
      pages: 'local',
      wsdl: 'local',
      httpPost: 'local',
      clientAddress: call as () => string,
      onError: (error) => errors.push(error),
    };
    const seen: unknown[] = [];
    const server = createServer(
      [{ operation: AuthCode, handler: (_: unknown, { ip, local }) => seen.push(ip, local) }],
      options,
      pages,
    );
    await both(server, async (ask) => {
      expect(await ask('GET /')).toBe(404);
      expect(await ask('GET /AuthCodeSending.asmx?WSDL')).toBe(200);
      expect(await ask('POST /AuthCodeSending.asmx/AuthCode')).toBe(500);
      expect(await ask(`GET ${get}`)).toBe(200);
    });
    expect(seen).toEqual([undefined, false, undefined, false]);
    expect(errors.length).toBeGreaterThanOrEqual(8);
  });

  test.each([
    ['context', (one: () => unknown): ServerOptions => ({ context: one })],
    ['an interceptor', (one: () => unknown): ServerOptions => ({ interceptors: [one] })],
  ])('as %s: the request is refused', async (_name, options) => {
    const errors: unknown[] = [];
    const server = school({ ...options(call), onError: (error) => errors.push(error) });
    await both(server, async (ask) => {
      expect(await ask(`GET ${get}`)).toBe(500);
    });
    expect(errors).toEqual([problem, problem]);
  });

  test('as handler: the request is refused', async () => {
    const errors: unknown[] = [];
    const server = school({ onError: (error) => errors.push(error) }, call);
    await both(server, async (ask) => {
      expect(await ask(`GET ${get}`)).toBe(500);
    });
    expect(errors).toEqual([problem, problem]);
  });
});

test('an interceptor may await something else before the handler that rejects', async () => {
  const server = school(
    {
      interceptors: [
        async (_call, next) => {
          const result = next();
          await new Promise((resolve) => setTimeout(resolve, 5));
          return result;
        },
      ],
    },
    rejects,
  );
  await both(server, async (ask) => {
    expect(await ask(`GET ${get}`)).toBe(500);
  });
});

test.each([42, {}, [], ['127.0.0.1'], true, () => '127.0.0.1', Symbol('x'), null, undefined])(
  'clientAddress gives no text: %p',
  async (value) => {
    const server = school({ pages: 'local', clientAddress: () => value as never });
    await both(server, async (ask) => {
      expect(await ask('GET /')).toBe(404);
      expect(await ask(`GET ${get}`)).toBe(200);
    });
  },
);

test.each([
  ['127.0.0.1', 200],
  ['127.255.0.9', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['127.0.0.1, 192.0.2.7', 404],
  ['127.evil.example', 404],
  ['192.0.2.7', 404],
])('clientAddress %s: the pages answer %i', async (ip, status) => {
  await both(school({ pages: 'local', clientAddress: () => ip }), async (ask) => {
    expect(await ask('GET /')).toBe(status);
  });
});

test('a throwing next is answered, and onError knows', async () => {
  const errors: unknown[] = [];
  const server = school({ onError: (error) => errors.push(error) });
  const port = await listen((incoming, response) => server.listener(incoming, response, throws));
  expect((await request(port, 'GET /other', {})).status).toBe(500);
  expect(errors).toEqual([problem]);
});

test('anything else that throws in the listener or in fetch is answered, too', async () => {
  const errors: unknown[] = [];
  const server = school({ onError: (error) => errors.push(error) });
  const port = await listen((incoming, response) => {
    Object.defineProperty(incoming, 'url', { get: throws });
    server.listener(incoming, response);
  });
  const answer = await request(port, `GET ${get}`, {});
  expect([answer.status, answer.body.includes(problem.message)]).toEqual([500, false]);
  const asked = { headers: new Headers(), method: 'GET', url: 'no address' };
  expect((await server.fetch(asked as never)).status).toBe(500);
  expect(errors).toHaveLength(2);
});

/** Errors of other libraries, whose names are those of the runtime. */
const foreign: readonly (readonly [string, object])[] = [
  ['with a status alone', Object.assign(new Error('secret'), { name: 'HttpError', status: 404 })],
  ['with no HTTP status', { name: 'HttpError', status: 9999, headers: {}, body: '' }],
  ['with half a status', { name: 'HttpError', status: 404.5, headers: {}, body: '' }],
  ['with bytes that are none', { name: 'HttpError', status: 404, headers: {}, body: {} }],
  ['with headers that are none', { name: 'HttpError', status: 404, headers: 'a', body: '' }],
  [
    'with a header that cannot be sent',
    { name: 'HttpError', status: 404, headers: { a: 'b\r\nc: d' }, body: '' },
  ],
  [
    'with a header that is no text',
    { name: 'HttpError', status: 404, headers: { a: { b: 1 } }, body: '' },
  ],
];

test.each(foreign)('an HttpError of another library %s is any exception', async (_, thrown) => {
  const errors: unknown[] = [];
  const server = school({ onError: (error) => errors.push(error) }, () => {
    throw thrown;
  });
  await bothWithBody(server, async (ask) => {
    const fault = await ask(`POST ${path}`, soap());
    expect(fault.status).toBe(500);
    expect(fault.body).toContain('<faultstring>Server was unable to process request.<');
    const page = await ask(`GET ${get}`);
    expect([page.status, page.body]).toEqual([500, 'An error occurred on the server.\r\n']);
  });
  expect(errors).toEqual([thrown, thrown, thrown, thrown]);
});

test.each<[string, () => unknown]>([
  ['a rejected promise', rejects],
  ['a promise', async () => '<a/>'],
  ['nothing', () => undefined],
  ['null', () => null],
  ['bytes', () => new Uint8Array(1)],
  ['a symbol', () => Symbol('x')],
])('a signer that returns %s: the answer is a fault', async (_, postProcess) => {
  const errors: unknown[] = [];
  const server = school({
    security: { postProcess } as never,
    onError: (error) => errors.push(error),
  });
  await bothWithBody(server, async (ask) => {
    const { status, body } = await ask(`POST ${path}`, soap());
    expect([status, body]).toEqual([500, expect.stringContaining('<soap:Fault>')]);
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toMatchObject([
    { message: expect.stringContaining('postProcess') },
    { message: expect.stringContaining('postProcess') },
  ]);
});

test('an answer that cannot be sent ends no process', async () => {
  const page = { documentation: { answer: () => ({ status: 200, headers: {}, body: null }) } };
  const served = [{ operation: AuthCode, handler: () => undefined }];
  const errors: unknown[] = [];
  const server = createServer(
    served,
    { onError: (error) => errors.push(error) },
    async () => page as never,
  );
  await both(server, async (ask) => {
    expect(await ask('GET /AuthCodeSending.asmx')).toBe(500);
  });
  expect(errors).toHaveLength(2);
});
