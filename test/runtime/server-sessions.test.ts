import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  cookieJar,
  createCaller,
  HttpError,
  type Server,
  type ServerOptions,
  type SessionStore,
  SoapFault,
  sessions,
} from '../../src/runtime/index.ts';
import type {
  Context,
  ServerOptions as ServerOptionsFromOptions,
} from '../../src/runtime/server/options.ts';
import { both, path, school, soap } from './server/front.ts';
import { items, List } from './stream-operation.ts';
import { AuthCode } from './wire/descriptors.ts';
import { createServer } from './wire/serve.ts';

describe('sessions', () => {
  interface Basket {
    count?: number;
    list?: string[];
  }

  type Handler = (
    input: { code: string },
    context: { session: Basket; header(name: string, value: string): void },
  ) => unknown;

  const count: Handler = (_, { session }) => {
    session.count = (session.count ?? 0) + 1;
  };

  function serve(options: ServerOptions, handler: Handler = count): Server {
    return school(options, handler as never);
  }

  const get = (code = '1') => `http://h${path}/AuthCode?code=${code}&phone=2`;

  /** Sends a request with cookies; returns status and the header that sets another. */
  async function ask(server: Server, cookie = '', url = get()) {
    const answer = await server.fetch(new Request(url, { headers: { Cookie: cookie } }));
    return { status: answer.status, cookie: answer.headers.get('set-cookie') ?? '', answer };
  }

  /** The pair of name and value of a `Set-Cookie` header. */
  const pair = (cookie: string): string => cookie.split(';')[0] ?? '';

  /** A store whose functions wait, and which says what it was asked. */
  function slowStore(): SessionStore & {
    readonly kept: Map<string, string>;
    readonly log: string[];
  } {
    const kept = new Map<string, string>();
    const log: string[] = [];
    const later = () => new Promise((resolve) => setTimeout(resolve, 1));
    return {
      kept,
      log,
      async get(id) {
        await later();
        log.push('get');
        return JSON.parse(kept.get(id) ?? 'null');
      },
      async set(id, value, seconds) {
        const text = JSON.stringify(value);
        await later();
        log.push(`set ${text} ${seconds}`);
        kept.set(id, text);
      },
      async delete(id) {
        await later();
        log.push('delete');
        kept.delete(id);
      },
    };
  }

  afterEach(() => {
    jest.useRealTimers();
  });

  describe('a session', () => {
    test('is kept between the calls of a client with cookies, over every binding', async () => {
      const counts: unknown[] = [];
      const server = serve({ sessions: sessions() }, (_, context) => {
        count(_ as never, context);
        counts.push(context.session.count);
      });
      const client = (): ReturnType<typeof createCaller> =>
        createCaller(
          { baseUrl: 'http://h', fetch: server.fetch as never, cookies: cookieJar() },
          {},
        );
      const one = client();
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
        await one.call(AuthCode, { code: '1', phone: '2' }, { binding });
      }
      await client().call(AuthCode, { code: '1', phone: '2' });
      expect(counts).toEqual([1, 2, 3, 4, 1]);
    });

    test('has a cookie as ASP.NET sends it, once', async () => {
      const server = serve({ sessions: sessions() });
      const { cookie } = await ask(server);
      expect(cookie).toMatch(/^ASP\.NET_SessionId=[a-z0-5]{24}; path=\/; HttpOnly; SameSite=Lax$/);
      expect((await ask(server, pair(cookie))).cookie).toBe('');
      expect((await ask(server, `a=b; ${pair(cookie)}; c=d`)).cookie).toBe('');
      const secure = await ask(server, '', get().replace('http:', 'https:'));
      expect(secure.cookie).toMatch(/; secure$/);
    });

    test('has another cookie where one is given', async () => {
      const server = serve({ sessions: sessions({ cookie: 'sid' }) });
      expect((await ask(server)).cookie).toMatch(/^sid=/);
    });

    test('is not there before it has something', async () => {
      const store = slowStore();
      const server = serve({ sessions: sessions({ store }) }, () => undefined);
      expect((await ask(server)).cookie).toBe('');
      expect(store.log).toEqual([]);
    });

    test('ends when it is emptied', async () => {
      const store = slowStore();
      const server = serve({ sessions: sessions({ store, idle: 60 }) }, ({ code }, { session }) => {
        if (code === 'out') delete session.count;
        else session.count = 1;
      });
      const { cookie } = await ask(server);
      const ended = await ask(server, pair(cookie), get('out'));
      expect(ended.cookie).toMatch(
        /^ASP\.NET_SessionId=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path/,
      );
      expect(store.log).toEqual(['set {"count":1} 60', 'get', 'delete']);
      expect(pair((await ask(server, pair(cookie))).cookie)).not.toBe(pair(cookie));
    });

    test.each([
      ['a fault', () => new SoapFault({ message: 'no' })],
      ['an exception', () => new Error('no')],
      ['another answer', () => new HttpError(402)],
    ])('is kept with %s', async (_, error) => {
      const server = serve({ sessions: sessions() }, (input, context) => {
        count(input, context);
        if (context.session.count === 1) throw error();
        context.header('X-Count', String(context.session.count));
      });
      const first = await ask(server);
      expect(first.status).toBeGreaterThan(400);
      const second = await ask(server, pair(first.cookie));
      expect(second.answer.headers.get('x-count')).toBe('2');
    });

    test('may be replaced', async () => {
      const store = slowStore();
      const server = serve({ sessions: sessions({ store }) }, (_, context) => {
        context.session = { count: (context.session.count ?? 0) + 10 };
      });
      const { cookie } = await ask(server);
      await ask(server, pair(cookie));
      expect([...store.kept.values()]).toEqual(['{"count":20}']);
      const leaving = serve({ sessions: sessions({ store }) }, (_, context) => {
        context.session = undefined as never;
      });
      await ask(leaving, pair(cookie));
      expect(store.kept.size).toBe(0);
    });

    test('works over connections', async () => {
      const server = serve({ sessions: sessions() });
      await both(server, async (asked) => {
        const first = await asked(`POST ${path}`, soap());
        expect(String(first.headers['set-cookie'])).toMatch(/^ASP\.NET_SessionId=/);
      });
    });
  });

  describe('an identifier', () => {
    test.each([
      'a'.repeat(24),
      '../../etc/passwd',
      '',
      'A'.repeat(24),
      'a'.repeat(5000),
      '__proto__',
    ])('that the store does not know is not taken over: %s', async (id) => {
      const store = slowStore();
      const server = serve({ sessions: sessions({ store }) });
      const { cookie, status } = await ask(server, `ASP.NET_SessionId=${id}`);
      expect(status).toBe(200);
      expect(pair(cookie)).toMatch(/^ASP\.NET_SessionId=[a-z0-5]{24}$/);
      expect(pair(cookie)).not.toBe(`ASP.NET_SessionId=${id}`);
      expect([...store.kept.keys()]).not.toContain(id);
    });

    test('is not the one before', async () => {
      const server = serve({ sessions: sessions() });
      const all = await Promise.all(
        Array.from({ length: 100 }, async () => (await ask(server)).cookie),
      );
      expect(new Set(all).size).toBe(100);
    });
  });

  describe('requests of one session', () => {
    test('run one after the other, and those of others beside them', async () => {
      const store = slowStore();
      const running: string[] = [];
      const server = serve({ sessions: sessions({ store }) }, async ({ code }, { session }) => {
        running.push(`+${code}`);
        const before = session.count ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 2));
        session.count = before + 1;
        running.push(`-${code}`);
      });
      const mine = pair((await ask(server)).cookie);
      const other = pair((await ask(server)).cookie);
      running.length = 0;
      await Promise.all([
        ...Array.from({ length: 30 }, () => ask(server, mine, get('a'))),
        ask(server, other, get('b')),
      ]);
      const own = running.filter((one) => one.endsWith('a'));
      expect(own).toEqual(Array.from({ length: 30 }, () => ['+a', '-a']).flat());
      expect(running.indexOf('-b')).toBeLessThan(running.lastIndexOf('+a'));
      expect(JSON.parse(store.kept.get(mine.split('=')[1] ?? '') ?? '')).toEqual({ count: 31 });
    });

    test('do not wait for ever for one that hangs', async () => {
      let runs = 0;
      const server = serve(
        { sessions: sessions(), limits: { time: 60 } },
        async (input, context) => {
          runs += 1;
          count(input, context);
          if (runs > 1) await new Promise(() => undefined);
        },
      );
      const { cookie } = await ask(server);
      const all = await Promise.all([1, 2].map(() => ask(server, pair(cookie))));
      expect(all.map(({ status }) => status)).toEqual([500, 500]);
      runs = 0;
      expect((await ask(server, pair(cookie))).status).toBe(200);
    });

    test('wait for the lock of the store', async () => {
      const store = slowStore();
      const lock = jest.fn(async (_id: string) => () => store.log.push('unlock'));
      const server = serve({ sessions: sessions({ store: { ...store, lock } }) });
      const { cookie } = await ask(server);
      await ask(server, pair(cookie));
      expect(lock).toHaveBeenCalledTimes(1);
      expect(store.log).toEqual(['set {"count":1} 1200', 'get', 'set {"count":2} 1200', 'unlock']);
    });
  });

  describe('a store', () => {
    test.each(['get', 'set', 'lock'] as const)(
      'that never answers %s ends with the time of the request',
      async (name) => {
        const kept = slowStore();
        const store = { ...kept, lock: async () => () => kept.log.push('unlock') };
        const server = serve({ sessions: sessions({ store }), limits: { time: 60 } });
        const { cookie } = await ask(server);
        const own = store[name];
        Object.assign(store, { [name]: () => new Promise(() => undefined) });
        expect((await ask(server, pair(cookie))).status).toBe(500);
        Object.assign(store, { [name]: own });
        expect((await ask(server, pair(cookie))).status).toBe(200);
      },
    );

    test('that gives its lock too late gets it back', async () => {
      const kept = slowStore();
      let give = (_: () => unknown): void => undefined;
      const lock = () => new Promise<() => unknown>((resolve) => (give = resolve));
      const server = serve({
        sessions: sessions({ store: { ...kept, lock } }),
        limits: { time: 60 },
      });
      const { cookie } = await ask(server);
      expect((await ask(server, pair(cookie))).status).toBe(500);
      const unlock = jest.fn();
      give(unlock);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unlock).toHaveBeenCalledTimes(1);
    });

    test.each(['get', 'set', 'delete', 'lock'] as const)(
      'that fails at %s is a Server fault',
      async (name) => {
        const store = { ...slowStore(), lock: async () => () => undefined };
        const reasons: unknown[] = [];
        const server = serve(
          { sessions: sessions({ store }), onAnswer: ({ reason }) => reasons.push(reason) },
          ({ code }, { session }) => {
            if (code === 'out') delete session.count;
            else session.count = 1;
          },
        );
        const { cookie } = await ask(server);
        const working = store[name];
        store[name] = async () => {
          throw new Error('the store is away');
        };
        const { status, answer } = await ask(
          server,
          pair(cookie),
          get(name === 'delete' ? 'out' : '1'),
        );
        expect(status).toBe(500);
        expect(await answer.text()).not.toContain('away');
        expect(reasons.at(-1)).toBe('the store is away');
        store[name] = working as never;
        expect((await ask(server, pair(cookie))).status).toBe(200);
      },
    );

    test.each(['get', 'set', 'delete', 'lock'] as const)(
      'that never answers %s holds no request longer than its time',
      async (name) => {
        const store: SessionStore = { ...slowStore(), get: () => ({ count: 1 }) };
        Object.assign(store, { [name]: () => new Promise(() => undefined) });
        const options = { sessions: sessions({ store }), limits: { time: 60 } };
        const server = serve(options, (_, { session }) => {
          if (name === 'delete') Reflect.deleteProperty(session, 'count');
        });
        const cookie = `ASP.NET_SessionId=${'a'.repeat(24)}`;
        expect((await ask(server, cookie)).status).toBe(500);
      },
    );

    test('whose lock comes too late gets it back', async () => {
      let backs = 0;
      const store = slowStore();
      const lock = async (): Promise<() => void> => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return () => {
          backs += 1;
        };
      };
      const server = serve({
        sessions: sessions({ store: { ...store, lock } }),
        limits: { time: 20 },
      });
      expect((await ask(server, `ASP.NET_SessionId=${'a'.repeat(24)}`)).status).toBe(500);
      await new Promise((resolve) => setTimeout(resolve, 80));
      expect(backs).toBe(1);
    });

    test('in memory forgets sessions whose time is over', async () => {
      jest.useFakeTimers({
        doNotFake: ['setTimeout', 'nextTick', 'setImmediate', 'queueMicrotask'],
      });
      const server = serve({ sessions: sessions({ idle: 10 }) });
      const { cookie } = await ask(server);
      jest.setSystemTime(Date.now() + 9000);
      expect((await ask(server, pair(cookie))).cookie).toBe('');
      jest.setSystemTime(Date.now() + 9000);
      expect((await ask(server, pair(cookie))).cookie).toBe('');
      jest.setSystemTime(Date.now() + 10_001);
      expect((await ask(server, pair(cookie))).cookie).not.toBe('');
    });

    test('keeps what a handler changes while it sends records', async () => {
      const store = slowStore();
      const server = createServer(
        [
          {
            operation: List,
            *handler(_: never, { session }: { session: Basket }) {
              session.list = [];
              for (const item of items(3)) {
                session.list.push(String(item.id));
                yield item;
              }
            },
          },
        ],
        { sessions: sessions({ store }) },
      );
      const answer = await server.fetch('http://h/Items.asmx/List?count=3');
      await answer.text();
      expect(answer.headers.get('set-cookie')).toMatch(/^ASP\.NET_SessionId=/);
      expect(store.log).toEqual(['set {"list":["0","1","2"]} 1200']);
    });
  });

  test.each([
    [{ idle: 0 }, 'idle is the number 0, and has to be a number of at least 1.'],
    [{ idle: Number.NaN }, 'idle is the number NaN, and has to be a number of at least 1.'],
    [{ cookie: 'a b' }, "'a b' is no name of a cookie."],
  ])('%p are wrong options', (options, message) => {
    expect(() => sessions(options)).toThrow(message);
  });
});

describe('cors', () => {
  const origin = 'https://app.example';
  const preflight = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,soapaction',
  };

  describe('cors', () => {
    test('answers preflights, without asking context', async () => {
      const context = (): never => {
        throw new HttpError(401);
      };
      await both(school({ cors: { origins: [origin] }, context }), async (ask) => {
        const { status, headers, body } = await ask(`OPTIONS ${path}`, { headers: preflight });
        expect([status, body]).toEqual([204, '']);
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers': 'content-type,soapaction',
          vary: 'Origin, Access-Control-Request-Headers',
        });
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      });
    });

    test('lets allowed origins read every answer', async () => {
      const cors: ServerOptionsFromOptions['cors'] = {
        origins: ['HTTPS://APP.example'],
        credentials: true,
      };
      await both(school({ cors }), async (ask) => {
        for (const [line, asked] of [
          [`POST ${path}`, soap()],
          [`POST ${path}`, { ...soap(), body: '<a' }],
          [`GET ${path}?WSDL`, {}],
          ['GET /nope', {}],
        ] as const) {
          const headers = { ...('headers' in asked ? asked.headers : {}), Origin: origin };
          const answer = await ask(line, { ...asked, headers });
          expect(answer.headers).toMatchObject({
            'access-control-allow-origin': origin,
            'access-control-allow-credentials': 'true',
            vary: 'Origin',
          });
        }
      });
    });

    test('no others', async () => {
      await both(school({ cors: { origins: [origin] } }), async (ask) => {
        for (const other of ['https://evil.example', 'null', `${origin}.evil.example`]) {
          const one = await ask(`POST ${path}`, {
            ...soap(),
            headers: { ...soap().headers, Origin: other },
          });
          expect(one.headers).not.toHaveProperty('access-control-allow-origin');
          const two = await ask(`OPTIONS ${path}`, { headers: { ...preflight, Origin: other } });
          expect([two.status, two.headers['access-control-allow-origin']]).toEqual([
            204,
            undefined,
          ]);
        }
      });
    });

    test('all, and the headers that a handler sets', async () => {
      const handler = (_input: unknown, context: Context): void => context.header('X-Count', '7');
      await both(school({ cors: { origins: '*' } }, handler), async (ask) => {
        const { headers } = await ask(`GET ${path}/AuthCode?code=1&phone=2`);
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-expose-headers']).toBe('X-Count');
        expect(headers).not.toHaveProperty('vary');
      });
    });

    test('a Vary of a handler is one more', async () => {
      const handler = (_input: unknown, context: Context): void => context.header('Vary', 'Cookie');
      await both(school({ cors: { origins: [origin] } }, handler), async (ask) => {
        const request = { headers: { Origin: origin } };
        const { headers } = await ask(`GET ${path}/AuthCode?code=1&phone=2`, request);
        expect(headers.vary).toContain('Origin');
      });
    });

    test('leaves OPTIONS alone that is no preflight, and everything without the option', async () => {
      await both(school({ cors: { origins: '*' } }), async (ask) => {
        expect((await ask(`OPTIONS ${path}`)).status).toBe(405);
      });
      await both(school({}), async (ask) => {
        const answer = await ask(`OPTIONS ${path}`, { headers: preflight });
        expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
          405,
          undefined,
        ]);
      });
    });

    test.each(['https://app.example', undefined, {}])(
      'refuses %p in place of a list',
      (origins) => {
        expect(() => school({ cors: { origins: origins as never } })).toThrow(
          "cors: origins is '*' or a list, such as ['https://app.example']",
        );
      },
    );

    test('refuses what browsers refuse', () => {
      expect(() => school({ cors: { origins: '*', credentials: true } })).toThrow(
        "cors: browsers send no credentials to '*'",
      );
      for (const wrong of ['https://app.example/', 'app.example', 'https://*.example', '']) {
        expect(() => school({ cors: { origins: [wrong] } })).toThrow(
          `cors: '${wrong}' is no origin`,
        );
      }
    });
  });
});
