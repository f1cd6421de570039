import type { Server as HttpServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  cookieJar,
  createCaller,
  createShadow,
  HttpError,
  type ServerOptions,
  type ShadowDifference,
  type ShadowOptions,
  SoapFault,
  usernameToken,
  verifyUsernameToken,
} from '../../src/runtime/index.ts';
import { differencesOf, isSameRecorded } from '../../src/runtime/shadow/recording.ts';
import { createShares } from '../../src/runtime/shadow/shadow.ts';
import { loadGenerated } from '../e2e/load-contract.ts';
import { type Item, List } from './stream-operation.ts';
import { failure } from './wire/answering.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { start } from './wire/exchange.ts';
import { createServer } from './wire/serve.ts';

type Handler = (input: never, context: never) => unknown;

/** Handlers of the service behind, which tests replace. */
let old: { list: Handler; auth: Handler };
let seen: { readonly headers: Readonly<Record<string, string>> }[] = [];
let http: HttpServer;
let upstream = '';

beforeAll(async () => {
  const { listener } = createServer([
    { operation: List, handler: (input, context) => old.list(input, context) },
    {
      operation: AuthCode,
      handler: (input, context) => {
        seen.push(context as never);
        return old.auth(input, context);
      },
    },
  ]);
  const started = await start(listener);
  http = started.server;
  upstream = `http://127.0.0.1:${started.port}`;
});

afterAll(() => {
  http.closeAllConnections();
  http.close();
});

const one: Item = { id: 1, name: 'one' };
const input = { code: '1', phone: '2' };

/** A shadow before the service, whose new server has these handlers. */
function shadow(
  next: { list?: Handler; auth?: Handler },
  options: Partial<ShadowOptions> = {},
  serverOptions: ServerOptions = {},
) {
  const found: ShadowDifference[] = [];
  const server = createServer(
    [
      { operation: List, handler: next.list ?? (() => [one]) },
      { operation: AuthCode, handler: next.auth ?? (() => undefined) },
    ],
    serverOptions,
  );
  const before = createShadow(server, {
    upstream,
    compare: (one) => void found.push(one),
    ...options,
  });
  const caller = createCaller(
    { baseUrl: 'http://h', fetch: before.fetch, cookies: cookieJar() },
    {},
  );
  return { caller, found, before };
}

describe('createShadow', () => {
  test('answers from the old service, and finds nothing where the new one answers the same', async () => {
    old = { list: () => [one], auth: () => undefined };
    const { caller, found, before } = shadow({});
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await caller.call(List, { count: 1 }, { binding })).toEqual([one]);
    }
    await before.close();
    expect(found).toEqual([]);
  });

  test('tells each difference with its path and the call', async () => {
    old = { list: () => [one, { id: 2, name: 'two' }], auth: () => undefined };
    const { caller, found, before } = shadow({ list: () => [{ id: 1, name: 'uno' }] });
    expect(await caller.call(List, { count: 2 })).toHaveLength(2);
    await before.close();
    const call = { service: 'Items', operation: 'List' };
    const request = {
      ...call,
      binding: 'soap11',
      parameters: { count: 2 },
      result: [
        { id: 1, name: 'one' },
        { id: 2, name: 'two' },
      ],
    };
    expect(JSON.parse(JSON.stringify(found))).toEqual([
      { ...call, path: 'result[0].name', old: 'one', new: 'uno', request },
      { ...call, path: 'result[1]', old: { id: 2, name: 'two' }, request },
    ]);
  });

  test('compares faults, and answers with those of the old service', async () => {
    old = {
      list: () => [],
      auth() {
        throw new SoapFault({ code: 'Client', message: 'no such phone' });
      },
    };
    const { caller, found, before } = shadow({});
    expect(await failure(caller.call(AuthCode, input))).toMatchObject({
      name: 'SoapFault',
      message: 'no such phone',
    });
    await before.close();
    expect(found).toMatchObject([
      { path: 'fault', old: { code: 'Client', message: 'no such phone' }, new: undefined },
    ]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('not yet');
      },
      'fault',
    ],
    [
      'answers with a page',
      () => {
        throw new HttpError(503, {}, 'closed');
      },
      'status',
    ],
  ])('does not let a new server that %s change the answer', async (_, list, path) => {
    old = { list: () => [one], auth: () => undefined };
    const { caller, found, before } = shadow({ list });
    expect(await caller.call(List, { count: 1 })).toEqual([one]);
    await before.close();
    expect(found.map((difference) => difference.path)).toContain(path);
  });

  test('keeps no one waiting for the new server, but close does', async () => {
    old = { list: () => [one], auth: () => undefined };
    let finish = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { caller, found, before } = shadow({ list: () => wait.then(() => []) });
    expect(await caller.call(List, { count: 1 })).toEqual([one]);
    let isClosed = false;
    const closing = before.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([isClosed, found.length]).toEqual([false, 0]);
    finish();
    await closing;
    expect(found).toHaveLength(1);
  });

  test('passes on headers, and cookies in both directions', async () => {
    old = {
      list: () => [],
      auth: (_: never, context: { header(name: string, value: string): void }) =>
        context.header('Set-Cookie', 'sid=7; path=/'),
    };
    seen = [];
    const { caller, before } = shadow({});
    const headers = { Authorization: 'Basic dTpw', 'X-Tenant': 'school' };
    await caller.call(AuthCode, input, { headers });
    await caller.call(AuthCode, input, { headers });
    expect(seen[1]?.headers).toMatchObject({
      authorization: 'Basic dTpw',
      'x-tenant': 'school',
      cookie: 'sid=7',
    });
    await before.close();
  });

  test('passes on SOAP headers that the contract does not declare', async () => {
    const received: unknown[] = [];
    old = {
      list: () => [],
      auth: (_: never, context: { unknownHeaders: readonly { name: unknown }[] }) =>
        received.push(context.unknownHeaders.map(({ name }) => name)),
    };
    const { caller, before } = shadow({});
    const extraSoapHeaders = '<w:Action xmlns:w="urn:w" soap:mustUnderstand="1">x</w:Action>';
    await failure(caller.call(AuthCode, input, { extraSoapHeaders }));
    await caller.call(AuthCode, input, {
      extraSoapHeaders: extraSoapHeaders.replace('"1"', '"0"'),
    });
    expect(received).toHaveLength(1);
    await before.close();
  });

  test('leaves context, interceptors and listeners to the new server', async () => {
    old = { list: () => [one], auth: () => undefined };
    let answers = 0;
    const { caller, before } = shadow(
      {},
      {},
      {
        context: () => {
          throw new HttpError(401);
        },
        onAnswer: () => {
          answers += 1;
        },
      },
    );
    expect(await caller.call(List, { count: 1 })).toEqual([one]);
    await before.close();
    expect(answers).toBe(1);
  });

  test('moves operations over by their share', async () => {
    let fromOld = 0;
    let fromNew = 0;
    old = {
      list: () => {
        fromOld += 1;
        return [one];
      },
      auth: () => undefined,
    };
    const auth = () => {
      fromNew += 1;
    };
    const list = () => {
      fromNew += 1;
      return [one];
    };
    const { caller, before } = shadow(
      { list, auth },
      { share: { 'Items.List': 1, 'AuthCodeSending.AuthCode': 0 } },
    );
    await caller.call(List, { count: 1 });
    expect([fromOld, fromNew]).toEqual([0, 1]);
    await caller.call(AuthCode, input);
    await before.close();
    expect([fromOld, fromNew]).toEqual([0, 2]);
  });

  test('says that the old service gives no answer', async () => {
    const { caller, found, before } = shadow({}, { upstream: 'http://127.0.0.1:1' });
    expect(await failure(caller.call(List, { count: 1 }))).toMatchObject({ code: 'Server' });
    await before.close();
    expect(found).toEqual([]);
  });

  test.each([
    [
      { 'Items.Lst': 1 },
      "share: there is no operation 'Items.Lst'; there are Items.List, AuthCodeSending.AuthCode.",
    ],
    [{ 'Items.List': 2 }, 'share: the number 2 is no number from 0 to 1.'],
    [Number.NaN, 'share: the number NaN is no number from 0 to 1.'],
    ['', 'share: the string "" is no number from 0 to 1, nor an object of such numbers.'],
    [true, 'share: the boolean true is no number from 0 to 1, nor an object of such numbers.'],
    [[], 'share: an array is no number from 0 to 1, nor an object of such numbers.'],
    [null, 'share: null is no number from 0 to 1, nor an object of such numbers.'],
  ])('refuses the share %p', (share, message) => {
    expect(() => shadow({}, { share } as never)).toThrow(message);
  });

  test('needs a server of its own runtime', () => {
    const server = { listener: () => undefined, fetch: () => undefined, close: () => undefined };
    expect(() => createShadow(server as never, { upstream })).toThrow(
      /^createShadow needs a server/,
    );
  });
});

describe('a shadow of a server with security', () => {
  const service = (identities: unknown[], calls: string[]) =>
    createServer(
      [
        {
          operation: AuthCode,
          handler: (_: never, context: { identity?: unknown }) => {
            identities.push(context.identity);
          },
        },
      ],
      {
        security: verifyUsernameToken({
          password: (user: string) => {
            calls.push(user);
            return user === 'ada' ? 'right' : undefined;
          },
        }) as never,
      },
    );

  test.each([
    ['text', 1],
    ['text', 0],
    ['digest', 1],
    ['digest', 0],
  ] as const)('verifies a token with a password as %s once, with share %d', async (as, share) => {
    const [before, after, asked]: [unknown[], unknown[], string[]] = [[], [], []];
    const behind = await start(service(before, []).listener);
    const found: ShadowDifference[] = [];
    const both = createShadow(service(after, asked), {
      upstream: `http://127.0.0.1:${behind.port}`,
      share,
      compare: (one) => void found.push(one),
    });
    let sent: RequestInit | undefined;
    const caller = (password: string) =>
      createCaller(
        {
          baseUrl: 'http://h',
          fetch: (url, init) => {
            sent = init as RequestInit;
            return both.fetch(url, init);
          },
          security: usernameToken({ username: 'ada', password, type: as }),
        },
        {},
      );
    for (const binding of ['soap11', 'soap12'] as const) {
      await caller('right').call(AuthCode, input, { binding });
    }
    const again = await both.fetch('http://h/AuthCodeSending.asmx', sent as never);
    expect(again.status).toBe(500);
    expect(await failure(caller('wrong').call(AuthCode, input))).toMatchObject({
      name: 'SoapFault',
    });
    await both.close();
    behind.server.closeAllConnections();
    behind.server.close();
    expect(found).toEqual([]);
    expect(before).toHaveLength(share === 1 ? 0 : 2);
    expect(after).toEqual([expect.anything(), expect.anything()]);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test('hands on what a function of its own knows, and the headers that it understood', async () => {
    const seen: unknown[] = [];
    let verified = 0;
    const next = createServer(
      [
        {
          operation: AuthCode,
          handler: (_: never, context: { identity?: unknown }) => {
            seen.push(context.identity);
          },
        },
      ],
      {
        security: [
          ({ unknownHeaders, understood }: never) => {
            verified += 1;
            for (const one of unknownHeaders as readonly { name: string }[]) {
              if (one.name === 'Key') (understood as (header: unknown) => void)(one);
            }
            return { user: 'ada' };
          },
        ] as never,
      },
    );
    const both = createShadow(next, { upstream, share: 1 });
    const caller = createCaller({ baseUrl: 'http://h', fetch: both.fetch }, {});
    const key = '<k:Key xmlns:k="urn:k" soap:mustUnderstand="1">x</k:Key>';
    await caller.call(AuthCode, input, { extraSoapHeaders: key });
    expect(seen).toEqual([{ user: 'ada' }]);
    expect(verified).toBe(1);
    const other = key.replaceAll('Key', 'Other');
    expect(await failure(caller.call(AuthCode, input, { extraSoapHeaders: other }))).toMatchObject({
      code: 'MustUnderstand',
    });
    await both.close();
  });
});

test('a shadow serves scripts', async () => {
  const { load } = await loadGenerated('test/fixtures/script/school.yaml', {
    targets: ['client', 'server'],
  });
  const { createSchoolServer, createShadow: shadowOf } = (await load('index.ts')) as unknown as {
    createSchoolServer(handlers: object): { listener: never };
    createShadow: typeof createShadow;
  };
  const nothing = (): undefined => undefined;
  const names = ['echo', 'save', 'all', 'shapes', 'getValues', 'node', 'matrix', 'outs'];
  const others = [...names, 'nothing', 'text', 'tell'].map((name) => [name, nothing]);
  const handlers = (age: number) => ({
    staff: { ...Object.fromEntries(others), age: () => age },
    archive: { find: nothing, count: () => 1 },
  });
  const behind = await start(createSchoolServer(handlers(7)).listener);
  for (const [share, paths] of [
    [0, ['result']],
    [1, []],
  ] as const) {
    const found: string[] = [];
    const both = shadowOf(createSchoolServer(handlers(8)) as never, {
      upstream: `http://127.0.0.1:${behind.port}`,
      share,
      compare: ({ path }) => void found.push(path),
    });
    const answer = await both.fetch('http://h/Staff.asmx/Age', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, await answer.text()]).toEqual([200, `{"d":${7 + share}}`]);
    await both.close();
    expect(found).toEqual(paths);
  }
  behind.server.closeAllConnections();
  behind.server.close();
}, 120_000);

test('shares are exact in the long run, for each operation', () => {
  const isNew = createShares(0.1, [List, GenerateReport]);
  const count = (operation: typeof List | typeof GenerateReport, calls: number): number =>
    Array.from({ length: calls }, () => isNew(operation as never)).filter(Boolean).length;
  expect([count(List, 9), count(List, 1), count(GenerateReport, 1000)]).toEqual([0, 1, 100]);
  const never = createShares(0, [List]);
  expect(Array.from({ length: 100 }, () => never(List)).some(Boolean)).toBe(false);
});

test.each([
  ['1.50', '1.5', true],
  ['+1.0', '1', true],
  ['-0.0', '0', true],
  ['.5', '0.50', true],
  ['1.5', '1.51', false],
  ['007', '7', false],
  ['', '0.0', false],
  ['1.2.0', '1.2', false],
  ['2024-05-01T10:00:00Z', '2024-05-01T12:00:00.000+02:00', true],
  ['2024-05-01T10:00:00', '2024-05-01T10:00:00Z', false],
  ['2024-05-01T10:00:00.1230', '2024-05-01T10:00:00.123', true],
  ['2024-05-01T10:00:00.1230001', '2024-05-01T10:00:00.123', false],
  ['10:00:00', '10:00:00.0', true],
  ['10:00:00', '1970-01-01T10:00:00', false],
])('%s and %s are the same value: %p', (a, b, expected) => {
  expect([isSameRecorded(a, b), isSameRecorded(b, a)]).toEqual([expected, expected]);
});

test.each([
  [{ result: undefined }, {}, []],
  [{ result: { a: 1, b: undefined } }, { result: { a: 1 } }, []],
  [{ result: Number.NaN }, { result: Number.NaN }, []],
  [{ result: 0 }, { result: -0 }, []],
  [{ result: 5n }, { result: 5 }, ['result']],
  [{ result: new Uint8Array([1]) }, { result: new Uint8Array([1]) }, []],
  [{ result: new Uint8Array([1]) }, { result: new Uint8Array([2]) }, ['result']],
  [{ result: new Date(0) }, { result: new Date(0) }, []],
  [{ result: new Date(0) }, { result: new Date(1) }, ['result']],
  [{ result: null }, { result: {} }, ['result']],
  [{ result: [] }, { result: [1] }, ['result[0]']],
  [{ result: [] }, { result: {} }, ['result']],
  [{ result: { a: [{ b: 1 }] } }, { result: { a: [{ b: 2 }] } }, ['result.a[0].b']],
  [{ written: '{"a": [1, 2]}' }, { written: '{"a":[1,3]}' }, ['written.a[1]']],
  [{ written: '{"a": 1}' }, { written: ' {"a":1}' }, []],
  [{ written: '[broken' }, { written: '[broken ' }, ['written']],
  [{ status: 404, written: 'a' }, { status: 500, written: 'a' }, ['status']],
  [{ soapHeaders: { S: { id: 1 } } }, { soapHeaders: { S: { id: 2 } } }, ['soapHeaders.S.id']],
  [{ result: JSON.parse('{"__proto__": 1}') }, { result: {} }, ['result']],
])('of %p and %p differ %p', (before, after, paths) => {
  expect(differencesOf(before as never, after as never).map(({ path }) => path)).toEqual(paths);
});

test('the first hundred differences are listed', () => {
  const list = (by: number) => ({ result: Array.from({ length: 1000 }, (_, at) => at + by) });
  expect(differencesOf(list(0), list(1))).toHaveLength(100);
});
