import { describe, expect, test } from '@jest/globals';
import { nameGlob } from '../../src/plan/settings.ts';
import type { GatewayOperation } from '../../src/runtime/gateway/routes.ts';
import { hiding } from '../../src/runtime/mcp/server.ts';
import { isInGlobs, matchesGlob, toolNames } from '../../src/runtime/mcp/tools.ts';
import { handlersOf, orderJson } from './gateway/shop.ts';
import { type Conversation, golden, overHttp, versions } from './mcp/connect.ts';
import { generateBesideSdk, importFrom, type Mcp, type McpShop } from './mcp/shop.ts';

const folder = await generateBesideSdk('test/fixtures/gateway/shop.yaml');
const shop = await importFrom<McpShop>(folder, 'index.js');

/** In front of a service by its client, and on the server itself. */
const targets: readonly (readonly [string, (options: object, calls?: unknown[]) => Mcp])[] = [
  [
    'a client',
    (options, calls) => {
      const server = shop.createShopServer(handlersOf(calls));
      const client = shop.createShopClient({ baseUrl: 'http://localhost', fetch: server.fetch });
      return shop.createShopMcp(client, options);
    },
  ],
  [
    'a server',
    (options, calls) => shop.createShopMcp(shop.createShopServer(handlersOf(calls)), options),
  ],
];

describe.each(versions)('with version %s', (version, mode) => {
  describe.each(targets)('an MCP server of %s', (_, create) => {
    test('offers the operations that are named, and no others', async () => {
      const client = await overHttp(
        create({ only: ['Get*', 'Stock.*'], read: 'Get*' }).fetch,
        mode,
      );
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
        ['GetOrder', { readOnlyHint: true, destructiveHint: false }],
        ['Count', { readOnlyHint: false, destructiveHint: true }],
      ]);
      await expect(client.callTool({ name: 'PutOrder', arguments: {} })).rejects.toThrow(
        'PutOrder',
      );
    });

    test('answers with the JSON of results', async () => {
      const calls: unknown[] = [];
      const client = await overHttp(create({ only: '*' }, calls).fetch, mode);
      await client.listTools();
      const call = async (name: string, input: object = {}) => {
        const { content, structuredContent } = await client.callTool({
          name,
          arguments: { ...input },
        });
        const [first] = content as { text: string }[];
        return { text: first?.text, value: structuredContent };
      };
      // older clients take objects alone
      const value = (json: unknown) => (mode === 'legacy' ? { result: json } : json);
      const five = { orderId: '5', tags: ['a'] };
      expect(await call('GetOrder', five)).toEqual({
        text: JSON.stringify(orderJson('5')),
        value: value(orderJson('5')),
      });
      await call('GetOrder', { orderId: 6 });
      expect(calls).toEqual([{ orderId: 5n, tags: ['a'] }, { orderId: 6n }]);
      expect(await call('GetOrder', { orderId: '0' })).toEqual({
        text: 'null',
        value: value(null),
      });
      expect((await call('PutOrder', { order: orderJson('7') })).value).toEqual(value('7'));
      expect((await call('ListOrders')).value).toEqual(value([orderJson('1'), orderJson('2')]));
      expect((await call('Count', { sku: 'abc' })).value).toEqual(value(3));
      expect(await call('Ping')).toEqual({ text: 'Done.', value: undefined });
    });

    test('tells a model what to mend', async () => {
      const client = await overHttp(create({ only: '*' }).fetch, mode);
      const failure = async (name: string, input: Record<string, unknown>) => {
        const { content, isError } = await client.callTool({ name, arguments: input });
        expect(isError).toBe(true);
        return (content as { text: string }[]).map(({ text }) => text).join('');
      };
      const long = 'a long (-9223372036854775808 to 9223372036854775807) as a string';
      expect(await failure('GetOrder', { orderId: 2 ** 60, tags: 'a' })).toBe(
        `The arguments do not fit:\n- orderId: Expected ${long}, got the number ${2 ** 60}. ` +
          'JSON numbers beyond 9007199254740991 lose digits: send it as a string.\n' +
          '- tags: Expected an array, got the string "a".',
      );
      expect(await failure('GetOrder', {})).toContain(`Expected ${long}, got nothing.`);
      expect(await failure('PutOrder', { order: { id: '1', total: 'x' } })).toContain(
        '- order.total: Expected a decimal as a string',
      );
      expect(await failure('GetOrder', { orderId: '404' })).toBe(
        'There is no such order.\nMissing: {"orderId":"404"}',
      );
      expect(await failure('GetOrder', { orderId: '500' })).not.toContain('secret');
    });

    test('tells the log of each call, without what it must not see', async () => {
      const log: object[] = [];
      const full = new Error('a log that is full');
      const audit = (event: object): Promise<never> => {
        if (log.push(event) % 2 === 0) return Promise.reject(full);
        throw full;
      };
      const options = { only: '*', audit, redact: ['ORDERID', 'label'] };
      const client = await overHttp(create(options).fetch, mode);
      await client.callTool({ name: 'GetOrder', arguments: { orderId: '5' } });
      await client.callTool({ name: 'GetOrder', arguments: { orderId: '404' } });
      await client.callTool({ name: 'GetOrder', arguments: { orderId: 'wrong', tags: ['a'] } });
      await client.callTool({ name: 'PutOrder', arguments: { order: orderJson('7') } });
      expect(log).toEqual(
        [
          { tool: 'GetOrder', input: { orderId: '***' } },
          {
            tool: 'GetOrder',
            input: { orderId: '***' },
            error: 'There is no such order.\nMissing: {"orderId":"***"}',
          },
          {
            tool: 'GetOrder',
            input: { orderId: '***', tags: ['a'] },
            error: expect.stringMatching(/got the string "\*\*\*"\.$/),
          },
          {
            tool: 'PutOrder',
            input: { order: { id: '7', total: '12.50', weight: '-0', label: '***' } },
          },
        ].map((one) => ({ ...one, milliseconds: expect.any(Number) })),
      );
    });
  });

  test('says over HTTP what is recorded', async () => {
    const said: Conversation = [];
    const mcp = shop.createOrdersMcp(
      shop.createOrdersServer({ ...(handlersOf() as { orders: object }).orders }),
      { only: ['GetOrder', 'Ping'], read: 'GetOrder' },
    );
    const client = await overHttp(mcp.fetch, mode, { said });
    await client.listTools();
    for (const orderId of ['5', '0', '404', 'x']) {
      await client.callTool({ name: 'GetOrder', arguments: { orderId } });
    }
    await client.callTool({ name: 'Ping' });
    await client.close();
    const { expected, actual } = golden(`http-${version}`, said);
    expect(actual).toBe(expected);
  });
});

describe('an MCP server', () => {
  const server = shop.createShopServer(handlersOf());

  test('needs to know which operations are tools', () => {
    expect(() => shop.createShopMcp(server)).toThrow(TypeError);
    for (const only of [undefined, '', []]) {
      expect(() => shop.createShopMcp(server, { only })).toThrow(
        "Option `only` has to say which operations are tools, such as 'Get*'.",
      );
    }
    for (const only of ['get*', 'Orders', ['Get*', 'Nix'], 'GetOrder.*']) {
      expect(() => shop.createShopMcp(server, { only })).toThrow(/matches no operation/);
      const read = only;
      expect(() => shop.createShopMcp(server, { only: '*', read })).toThrow(/Option `read` has/);
    }
  });

  test('hides an error that may repeat very many secrets', async () => {
    const log: { error?: string }[] = [];
    const options = { only: '*', redact: ['tags'], audit: (one: object) => log.push(one) };
    const client = await overHttp(shop.createShopMcp(server, options).fetch, 'legacy');
    const tags = Array.from({ length: 101 }, (_, at) => `secret${at}`);
    const { content } = await client.callTool({ name: 'GetOrder', arguments: { tags } });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('orderId') }]);
    expect(log.map(({ error }) => error)).toEqual(['***']);
  });

  test('tells the log of a call with a long secret, and the caller what failed', async () => {
    const log: { error?: string }[] = [];
    const options = { only: '*', redact: ['tags'], audit: (one: object) => log.push(one) };
    const client = await overHttp(shop.createShopMcp(server, options).fetch, 'legacy');
    const args = { orderId: '404', tags: ['x'.repeat(50_000)] };
    const { content } = await client.callTool({ name: 'GetOrder', arguments: args });
    expect(content).toEqual([
      { type: 'text', text: expect.stringContaining('There is no such order.') },
    ]);
    expect(log).toMatchObject([
      {
        input: { orderId: '404', tags: '***' },
        error: expect.stringContaining('There is no such order.'),
      },
    ]);
  });

  const json = { 'Content-Type': 'application/json' };
  const problem = { 'Content-Type': 'application/problem+json' };
  test.each<[string, number, object, string, string]>([
    ['null as JSON', 400, json, 'null', 'null'],
    ['no JSON', 400, json, 'nope', 'nope'],
    ['other JSON', 409, json, '{"errors":[null]}', '{"errors":[null]}'],
    ['a problem of its own', 409, problem, '{"errors":5}', '{"errors":5}'],
    ['a problem that is none', 409, problem, '{', '{'],
    ['nothing', 403, {}, '', 'Forbidden'],
    ['nothing as JSON', 403, json, '', 'The service refused the call with status 403.'],
    ['no JSON as result', 200, json, '{{', 'answered with a text instead of a result: {{'],
    ['no result', 200, json, '', 'answered with nothing instead of a result'],
    ['another place', 302, { Location: '/' }, '', 'answered with nothing instead of a result'],
  ])('whose handler answers with %s says so, and tells the log', async (_, ...thrown) => {
    const [status, headers, body, said] = thrown;
    const { orders, stock } = handlersOf() as { orders: object; stock: object };
    const getOrder = (): never => {
      throw new shop.HttpError(status, headers, body);
    };
    const log: { error?: string }[] = [];
    const target = shop.createShopServer({ orders: { ...orders, getOrder }, stock });
    const options = { only: '*', audit: (one: object) => log.push(one) };
    const client = await overHttp(shop.createShopMcp(target, options).fetch, 'legacy');
    const result = await client.callTool({ name: 'GetOrder', arguments: { orderId: '1' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(said) }],
    });
    expect(log).toMatchObject([{ error: expect.stringContaining(said) }]);
  });

  test.each([
    [undefined, "Login failed for user 'sa'."],
    ['declared', 'The service did not carry out the call.'],
  ])('with faults: %j shows an undeclared fault so', async (faults, said) => {
    const { orders, stock } = handlersOf() as { orders: object; stock: object };
    const getOrder = (): never => {
      throw new shop.SoapFault({ code: 'Server', message: "Login failed for user 'sa'." });
    };
    const target = shop.createShopServer({ orders: { ...orders, getOrder }, stock });
    const mcp = shop.createShopMcp(target, { only: '*', faults });
    const client = await overHttp(mcp.fetch, 'legacy');
    const result = await client.callTool({ name: 'GetOrder', arguments: { orderId: '1' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(said) }],
    });
    if (faults !== undefined) expect(JSON.stringify(result)).not.toContain('Login');
  });

  test.each([250, 20_000])('refuses arguments of %i levels, and tells the log', async (levels) => {
    const log: object[] = [];
    const options = { only: '*', audit: (one: object) => log.push(one) };
    const { fetch } = shop.createShopMcp(server, options);
    const tags = '['.repeat(levels) + ']'.repeat(levels);
    const answer = await fetch('http://localhost/', {
      method: 'POST',
      headers: { ...json, accept: 'application/json, text/event-stream' },
      body:
        '{"jsonrpc":"2.0","id":1,"method":"tools/call",' +
        `"params":{"name":"GetOrder","arguments":{"tags":${tags}}}}`,
    });
    expect(await answer.text()).toContain('Values are nested deeper than 200.');
    const error = 'The arguments do not fit:\n- Values are nested deeper than 200.';
    expect(log).toEqual([
      { tool: 'GetOrder', input: '***', milliseconds: expect.any(Number), error },
    ]);
  });

  test('stands for all operations with three tools, and keeps what is redacted out', async () => {
    const log: object[] = [];
    const options = {
      only: ['Get*', 'Put*'],
      read: 'Get*',
      dynamic: true,
      redact: ['orderId'],
      audit: (one: object) => log.push(one),
    };
    const client = await overHttp(shop.createShopMcp(server, options).fetch, 'legacy');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find', 'describe', 'call', 'read']);
    const ask = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      return [isError, ...(content as { text: string }[]).map(({ text }) => text)];
    };
    const text = JSON.stringify(orderJson('5'));
    const order = { operation: 'GetOrder', arguments: { orderId: 5 } };
    expect(await ask('read', order)).toEqual([undefined, text]);
    expect((await ask('find', { words: 'order' }))[1]).toContain('"operation":"PutOrder"');
    expect((await ask('find', {}))[1]).not.toContain('Ping');
    const [isError, why] = await ask('call', { operation: 'Ping' });
    expect({ isError, why }).toMatchObject({
      isError: true,
      why: expect.stringContaining('GetOrder'),
    });
    const missing = { operation: 'GetOrder', arguments: { orderId: '404' } };
    expect((await ask('call', missing))[1]).toContain('Missing: {"orderId":"404"}');
    expect(log).toEqual(
      [
        { tool: 'read', input: { operation: 'GetOrder', arguments: { orderId: '***' } } },
        { tool: 'find', input: { words: 'order' } },
        { tool: 'find', input: {} },
        { tool: 'call', input: { operation: 'Ping' }, error: why },
        {
          tool: 'call',
          input: { operation: 'GetOrder', arguments: { orderId: '***' } },
          error: 'There is no such order.\nMissing: {"orderId":"***"}',
        },
      ].map((one) => ({ ...one, milliseconds: expect.any(Number) })),
    );
  });

  test('needs its operations behind it, and only these', async () => {
    const double = { orders: { getOrder: () => null } };
    expect(() => shop.createShopMcp(double, { only: '*' })).toThrow('Orders.PutOrder');
    const client = await overHttp(shop.createShopMcp(double, { only: 'GetOrder' }).fetch, 'legacy');
    const { content } = await client.callTool({ name: 'GetOrder', arguments: { orderId: '1' } });
    expect(content).toEqual([{ type: 'text', text: 'null' }]);
  });

  test('passes on the headers that it is told to, over HTTP', async () => {
    const secured = shop.createShopServer(handlersOf(), {
      security: shop.verifyBasic(({ username }) => (username === 'ann' ? username : undefined)),
    });
    const headers = { Authorization: `Basic ${btoa('ann:x')}`, 'X-Other': '1' };
    const call = async (options: object) => {
      const mcp = shop.createShopMcp(secured, { only: 'Ping', ...options });
      const client = await overHttp(mcp.fetch, 'legacy', { headers });
      return (await client.callTool({ name: 'Ping' })).isError;
    };
    expect(await call({ forward: ['authorization'] })).toBeUndefined();
    expect(await call({})).toBe(true);
  });

  test('gives up a call that takes longer than `timeout`', async () => {
    const never = shop.createShopMcp(
      { orders: { getOrder: () => new Promise(() => undefined) } },
      { only: 'GetOrder', timeout: 10 },
    );
    const client = await overHttp(never.fetch, 'legacy');
    const { content } = await client.callTool({ name: 'GetOrder', arguments: { orderId: '1' } });
    expect(content).toEqual([{ type: 'text', text: 'The service did not answer in time.' }]);
  });

  test.each(versions)('ends the call behind when its caller gives up (%s)', async (_, mode) => {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const getOrder = (__: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended();
          reject(signal.reason);
        });
        controller.abort();
      });
    const controller = new AbortController();
    const mcp = shop.createShopMcp({ orders: { getOrder } }, { only: 'GetOrder' });
    const client = await overHttp(mcp.fetch, mode);
    const call = client.callTool(
      { name: 'GetOrder', arguments: { orderId: '1' } },
      { signal: controller.signal },
    );
    await expect(call).rejects.toThrow();
    if (mode !== 'legacy') await end;
  });
});

describe('rules', () => {
  /** An operation, of which only the names matter. */
  function named(full: string): GatewayOperation {
    const [service = '', name = ''] = full.split('/');
    return { operation: { service, name } } as GatewayOperation;
  }

  function names(...full: readonly string[]): readonly string[] {
    return [...toolNames(full.map(named)).values()];
  }

  describe('names of tools', () => {
    test('are those of operations, with the service where several have one', () => {
      expect(names('Orders/Get', 'Stock/Get', 'Stock/Count')).toEqual([
        'Orders_Get',
        'Stock_Get',
        'Count',
      ]);
    });

    test('have letters that every client takes, and at most 64', () => {
      const long = 'a'.repeat(70);
      const found = names('A/Größe.holen', `A/${long}1`, `A/${long}2`, 'A/B', 'A_A/B', 'A/A_B');
      expect(found[0]).toBe('Gr__e_holen');
      expect(new Set(found).size).toBe(found.length);
      for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    });

    test('are none that every object has', () => {
      expect(names('A/constructor', 'A/__proto__', 'A/toString')).toEqual([
        'A_constructor',
        'A___proto__',
        'A_toString',
      ]);
    });

    test('are found in time that grows with their number', () => {
      const many = Array.from({ length: 20_000 }, (_, at) => `A/${'é'.repeat(70)}${at}`);
      expect(new Set(names(...many)).size).toBe(many.length);
    });
  });

  /** All texts of up to some letters. */
  function texts(letters: string, most: number): readonly string[] {
    if (most === 0) return [''];
    const shorter = texts(letters, most - 1);
    return ['', ...[...letters].flatMap((letter) => shorter.map((text) => letter + text))];
  }

  describe('globs', () => {
    test('mean the same for a server as in the configuration, which chooses operations', () => {
      const differing = texts('a.*?', 4).flatMap((glob) =>
        texts('ab.\n', 4)
          .filter((text) => matchesGlob(text, glob) !== nameGlob(glob).test(text))
          .map((text) => [glob, text]),
      );
      expect(differing).toEqual([]);
    });

    test.each([
      ['Get*', 'GetOrder', true],
      ['Get*', 'Get', true],
      ['Get*', 'ForGet', false],
      ['G?t', 'Got', true],
      ['G?t', 'Gt', false],
      ['*', '', true],
      ['*Order*', 'GetOrders', true],
      ['[G].+', 'G', false],
      ['get*', 'GetOrder', false],
    ])('%s against %s: %s', (glob, text, expected) => {
      expect(matchesGlob(text, glob)).toBe(expected);
    });

    test('take time in proportion to glob and text', () => {
      expect(matchesGlob('a'.repeat(2_000), `${'*a'.repeat(500)}b`)).toBe(false);
    });

    test('without a dot name operations, never a service', () => {
      const operation = named('GetService/PutOrder');
      expect(isInGlobs(operation, ['Get*'])).toBe(false);
      expect(isInGlobs(operation, ['*Order'])).toBe(true);
      expect(isInGlobs(operation, ['GetService.*'])).toBe(true);
      expect(isInGlobs(named('Orders/v1.Get'), ['v1.*'])).toBe(true);
    });
  });

  describe('secrets', () => {
    const long = `secret-${'x'.repeat(100_000)}`;

    test.each([
      [`no '${long}', and again ${long}`, "no '***', and again ***"],
      ["'secret-xxxxxxxxxxxxxxxx…' is no number", "'***…' is no number"],
      ['"secret-xxxxxxxx" is too short to be one', '"secret-xxxxxxxx" is too short to be one'],
    ])('of any length, also if they are shortened: %#', (text, expected) => {
      expect(hiding([long])(text)).toBe(expected);
    });

    test('take work in proportion to a text, whatever they are', () => {
      const hide = hiding(Array.from({ length: 50 }, (_, at) => `b${'a'.repeat(50_000 + at)}`));
      const text = 'a'.repeat(200_000);
      expect(hide(text)).toBe(text);
      expect(hide(`b${text}`)).toBe(`***${'a'.repeat(200_000 - 50_049)}`);
    });

    test.each([
      ['the key topsecret is wrong', 'the key *** is wrong'],
      ['as JSON: "a\\"b"', 'as JSON: "***"'],
      ['topsecret-and-more', '***'],
      ['pin 12, order 1234', 'pin ***, order 1234'],
    ])('%s', (text, expected) => {
      expect(hiding(['topsecret', 'topsecret-and-more', 'a"b', '12', ''])(text)).toBe(expected);
    });
  });
});
