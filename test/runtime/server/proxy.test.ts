import { describe, expect, test } from '@jest/globals';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import { readAddress, readForwarding } from '../../../src/runtime/server/proxies.ts';
import { both, path, school } from './front.ts';

type Headers = Readonly<Record<string, string>>;

/** The address that pages show, and the client's. Asked over a connection from 127.0.0.1. */
async function seen(options: ServerOptions, headers: Headers) {
  const found: { readonly origin: string; readonly ip: string | undefined }[] = [];
  let ip: string | undefined;
  const server = school(options, (_input, context: Context) => {
    ip = context.ip;
  });
  await both(server, async (ask) => {
    const { body } = await ask(`GET ${path}?WSDL`, { headers });
    await ask(`GET ${path}/AuthCode?code=1&phone=2`, { headers });
    found.push({ origin: body.replace(path, ''), ip });
  });
  return found;
}

const nginx = {
  'X-Forwarded-For': '203.0.113.9',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'shop.example',
  'X-Forwarded-Prefix': '/legacy',
};

describe('trustProxy', () => {
  test('believes nobody unless it is given', async () => {
    for (const { origin } of await seen({}, nginx)) expect(origin).toBe('http://school.test');
    for (const { origin } of await seen({ trustProxy: false }, nginx)) {
      expect(origin).toBe('http://school.test');
    }
  });

  const all: readonly (readonly [string, Headers, string, string | undefined])[] = [
    ['all of X-Forwarded', nginx, 'https://shop.example/legacy', '203.0.113.9'],
    [
      'a port that is not in the host',
      { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '8443' },
      'https://school.test:8443',
      '127.0.0.1',
    ],
    [
      'the usual port',
      { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '443' },
      'https://school.test',
      '127.0.0.1',
    ],
    [
      'no port that none has',
      { 'X-Forwarded-Host': 'shop.example', 'X-Forwarded-Port': '99999' },
      'http://shop.example',
      '127.0.0.1',
    ],
    [
      'no host with a port that none has',
      { 'X-Forwarded-Host': 'shop.example:99999', 'X-Forwarded-Proto': 'https' },
      'https://school.test',
      '127.0.0.1',
    ],
    [
      'no host that none has',
      { 'X-Forwarded-Host': '[::1]:80:80', 'X-Forwarded-Proto': 'https' },
      'https://school.test',
      '127.0.0.1',
    ],
    [
      'IPv6',
      { 'X-Forwarded-Host': '[2001:db8::1]:8443' },
      'http://[2001:db8::1]:8443',
      '127.0.0.1',
    ],
    [
      'the port in the host rather than another one',
      { 'X-Forwarded-Host': 'shop.example:8443', 'X-Forwarded-Port': '443' },
      'http://shop.example:8443',
      '127.0.0.1',
    ],
    [
      'the last of several values',
      {
        'X-Forwarded-For': '198.51.100.1, 203.0.113.9',
        'X-Forwarded-Host': 'evil.example, shop.example',
        'X-Forwarded-Proto': 'http, https',
      },
      'https://shop.example',
      '203.0.113.9',
    ],
    [
      'Forwarded before X-Forwarded',
      { ...nginx, Forwarded: 'for="[2001:db8::1]:4711";proto=http;host="one.example:81"' },
      'http://one.example:81/legacy',
      '2001:db8::1',
    ],
    [
      'X-Forwarded for what Forwarded lacks',
      { ...nginx, Forwarded: 'for=203.0.113.7:80' },
      'https://shop.example/legacy',
      '203.0.113.7',
    ],
    [
      'no broken Forwarded',
      { ...nginx, Forwarded: 'for="x;host=a' },
      'https://shop.example/legacy',
      '203.0.113.9',
    ],
    [
      'a client that is not named',
      { Forwarded: 'for=_hidden;proto=https' },
      'https://school.test',
      undefined,
    ],
    ...['legacy', 'legacy/', '/legacy/'].map((prefix): (typeof all)[number] => [
      `a prefix with and without slashes: ${prefix}`,
      { 'X-Forwarded-Prefix': prefix },
      'http://school.test/legacy',
      '127.0.0.1',
    ]),
    [
      'nothing that is no scheme, host or prefix',
      {
        'X-Forwarded-Proto': 'javascript',
        'X-Forwarded-Host': 'a"b',
        'X-Forwarded-Prefix': '//x"><script>',
      },
      'http://school.test',
      '127.0.0.1',
    ],
  ];

  test.each(all)('true believes the sender: %s', async (_what, headers, origin, ip) => {
    const [node, standard] = await seen({ trustProxy: true }, headers);
    expect(node).toEqual({ origin, ip });
    // without a connection, only what proxies say is known
    expect(standard).toEqual({ origin, ip: ip === '127.0.0.1' ? undefined : ip });
  });

  const two = {
    'X-Forwarded-For': '198.51.100.1, 203.0.113.9, 10.1.2.3',
    'X-Forwarded-Host': 'evil.example, shop.example, inner.example',
    'X-Forwarded-Proto': 'http, https, http',
  };
  const chained =
    'for=198.51.100.1;host=evil.example, for=203.0.113.9;host=shop.example;proto=https, ' +
    'for=10.1.2.3;host=inner.example;proto=http';

  test.each([two, { Forwarded: chained }])(
    'a list believes each proxy in it, and no further: %j',
    async (headers) => {
      const clientAddress = undefined;
      const options = { trustProxy: ['127.0.0.0/8', '10.0.0.0/8'], clientAddress };
      const [node, standard] = await seen(options, headers);
      expect(node).toEqual({ origin: 'https://shop.example', ip: '203.0.113.9' });
      expect(standard).toEqual({ origin: 'http://school.test', ip: undefined });
    },
  );

  test('one value serves all proxies that passed it on', async () => {
    const headers = { ...two, 'X-Forwarded-Host': 'shop.example', 'X-Forwarded-Proto': 'https' };
    const [node] = await seen({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] }, headers);
    expect(node?.origin).toBe('https://shop.example');
  });

  test('a sender that is not in the list says nothing', async () => {
    for (const trustProxy of [['10.0.0.0/8'], ['::1'], []]) {
      const [node] = await seen({ trustProxy }, nginx);
      expect(node).toEqual({ origin: 'http://school.test', ip: '127.0.0.1' });
    }
  });

  test('with fetch, clientAddress tells who sends', async () => {
    const server = school({ trustProxy: ['192.0.2.0/24'], clientAddress: () => '192.0.2.7' });
    const answer = await server.fetch(`http://school.test${path}?WSDL`, { headers: nginx });
    expect(await answer.text()).toBe(`https://shop.example/legacy${path}`);
  });

  test('a client behind a trusted proxy on this machine is not local', async () => {
    const server = school({ trustProxy: ['127.0.0.1'], pages: 'local' });
    await both(server, async (ask) => {
      expect((await ask('GET /', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(
        404,
      );
    });
  });

  test.each([['10.0.0.0/33'], ['nginx'], ['10.0.0'], ['::1/129'], ['1.2.3.4/'], ['1.2.3.4/8/8']])(
    'refuses %s',
    (entry) => {
      expect(() => school({ trustProxy: [entry] })).toThrow(
        `trustProxy: '${entry}' is no IP address and no range of them`,
      );
    },
  );
});

test.each([
  ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
  ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['2001:db8::8:800', [0x2001, 0xdb8, 0, 0, 0, 0, 8, 0x800]],
  ['127.0.0.1', [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1]],
  ['::ffff:127.0.0.1', [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1]],
  ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
  ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['1:2:3:4:5:6:7', undefined],
  ['1::2::3', undefined],
  ['1.2.3.256', undefined],
  ['1.2.3', undefined],
  ['', undefined],
  ['::1::', undefined],
  ['1:2:3:4:5:6:7::8', undefined],
])('reads the address %s', (text, groups) => {
  expect(readAddress(text)).toEqual(groups);
});

test.each([
  ['10.0.0.0/8', '::ffff:10.9.9.9'],
  ['::ffff:10.0.0.0/104', '10.9.9.9'],
  ['0.0.0.0/0', '203.0.113.1'],
  ['fd00::/8', 'fd12:3456::1'],
  ['2001:db8::/33', '2001:db8:7fff::1'],
])('the range %s has %s', async (range, ip) => {
  const server = school({ trustProxy: [range], clientAddress: () => ip });
  const answer = await server.fetch(`http://school.test${path}?WSDL`, { headers: nginx });
  expect(await answer.text()).toContain('https://shop.example');
});

test('white space in Forwarded is read once', () => {
  // in quadratic time this would take minutes
  const forwarded = `for=1.2.3.4${' '.repeat(500_000)}`;
  expect(readForwarding({ forwarded }).senders).toEqual(['1.2.3.4']);
  expect(readForwarding({ forwarded: `${' '.repeat(500_000)}x` }).senders).toEqual([]);
});

describe('publicUrl', () => {
  test.each(['https://shop.example/legacy', 'https://shop.example/legacy/'])(
    '%s is the address that pages show',
    async (publicUrl) => {
      for (const { origin } of await seen(
        { publicUrl, trustProxy: true },
        { 'X-Forwarded-Host': 'x' },
      )) {
        expect(origin).toBe('https://shop.example/legacy');
      }
    },
  );

  test('stands before the base path', async () => {
    const server = school({ publicUrl: 'https://shop.example', basePath: '/soap' });
    const answer = await server.fetch(`http://school.test/soap${path}?WSDL`);
    expect(await answer.text()).toBe(`https://shop.example/soap${path}`);
  });

  test('may depend on the request', async () => {
    const publicUrl: ServerOptions['publicUrl'] = ({ headers }) =>
      'get' in headers ? 'https://one.example' : 'https://two.example/x';
    const [node, standard] = await seen({ publicUrl }, {});
    expect([node?.origin, standard?.origin]).toEqual([
      'https://two.example/x',
      'https://one.example',
    ]);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no address');
      },
    ],
    ['returns a promise', async () => 'https://one.example'],
    ['returns no address', () => 'one.example'],
    ['returns a number', () => 7],
  ])('is not used if it %s, and onError is told', async (_what, publicUrl) => {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const options = { publicUrl: publicUrl as () => string, onError };
    for (const { origin } of await seen(options, {})) expect(origin).toBe('http://school.test');
    expect(errors).toHaveLength(2);
  });

  test.each(['shop.example', 'ftp://shop.example', 'https://shop.example/?x', 'https://a b', ''])(
    'refuses %p',
    (publicUrl) => {
      expect(() => school({ publicUrl })).toThrow(`publicUrl is '${publicUrl}'`);
    },
  );

  test('refuses credentials, and does not repeat them', () => {
    expect(() => school({ publicUrl: 'https://ada:s3cret@shop.example' })).toThrow(
      "publicUrl is 'https://…@shop.example'; it must be like 'https://shop.example/legacy', in " +
        'ASCII, without a query and credentials.',
    );
  });

  test.each(['/Orders.asmx', '/app/orders.ASMX/', '/Orders.svc', path])(
    'refuses the address of a service: %s',
    (end) => {
      const publicUrl = `https://shop.example${end}`;
      const before = publicUrl.replace(/\/[^/]*\/?$/, '');
      expect(() => school({ publicUrl })).toThrow(
        `publicUrl is '${publicUrl}'; leave out the path of the service, which is added to it: ` +
          `'${before}'.`,
      );
    },
  );
});
