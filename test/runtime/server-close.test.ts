import { once } from 'node:events';
import { Agent, createServer as createHttpServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { HttpError } from '../../src/runtime/index.ts';
import { fault } from '../../src/runtime/operation/soap.ts';
import type { Context, ServerLimits, ServerOptions } from '../../src/runtime/server/options.ts';
import {
  checkElements,
  completeLimits,
  createSettings,
} from '../../src/runtime/server/protocol.ts';
import { verifyBasic, verifyUsernameToken } from '../../src/runtime/server/security.ts';
import { inlineReferences } from '../../src/runtime/soap/encoding.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import { START } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type Asked, both, path, school, soap } from './server/front.ts';
import { AuthCode, Notify } from './wire/descriptors.ts';
import { start } from './wire/exchange.ts';
import { envelope, soap11, text11 } from './wire/messages.ts';
import { createServer } from './wire/serve.ts';

describe('close', () => {
  const get = `${path}/AuthCode?code=1&phone=2`;

  let stop = (): void => undefined;
  afterEach(() => stop());

  /** A server whose handler waits until it is let go, over connections that are kept. */
  async function waiting(options: Parameters<typeof school>[0] = {}) {
    let go = (): void => undefined;
    let started = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const server = school(options, async () => {
      started();
      await gate;
    });
    const { server: http, port } = await start(server.listener);
    const agent = new Agent({ keepAlive: true });
    stop = () => {
      agent.destroy();
      http.closeAllConnections();
      http.close();
    };
    const ask = (target: string) =>
      new Promise<{
        status: number | undefined;
        connection: string | undefined;
        retry: string | undefined;
      }>((resolve, reject) => {
        const sent = httpRequest({ port, host: '127.0.0.1', path: target, agent }, (answer) => {
          const { statusCode: status, headers } = answer;
          answer.resume();
          answer.on('end', () =>
            resolve({ status, connection: headers.connection, retry: headers['retry-after'] }),
          );
        });
        sent.on('error', reject);
        sent.end();
      });
    return { server, http, port, ask, go, running };
  }

  const connections = (http: Awaited<ReturnType<typeof waiting>>['http']): Promise<number> =>
    new Promise((resolve) => http.getConnections((_error, count) => resolve(count)));

  describe('close', () => {
    test('answers what runs, refuses what comes, and ends idle connections', async () => {
      const { server, http, ask, go, running } = await waiting({ health: '/health' });
      expect((await ask(`${path}?WSDL`)).status).toBe(200);
      expect((await ask('/health')).status).toBe(200);
      const first = ask(get);
      await running;
      let isClosed = false;
      const closed = server.close().then(() => {
        isClosed = true;
      });
      expect(await ask(get)).toEqual({ status: 503, connection: 'close', retry: '1' });
      expect((await ask('/health')).status).toBe(503);
      expect(isClosed).toBe(false);
      go();
      expect(await first).toMatchObject({ status: 200, connection: 'close' });
      await closed;
      await server.close();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await connections(http)).toBe(0);
      expect((await server.fetch(`http://school.test${get}`)).status).toBe(503);
    });

    test('cuts off what runs after a time', async () => {
      const { server, ask, running } = await waiting();
      const first = ask(get).catch((error: Error) => error);
      await running;
      await server.close({ timeout: 10 });
      expect(await first).toHaveProperty('code', 'ECONNRESET');
    });

    test('waits for fetch, too, and is done at once if nothing runs', async () => {
      await school({}).close();
      const { server, go, running } = await waiting();
      const answer = server.fetch(`http://school.test${get}`);
      await running;
      const order: string[] = [];
      const closed = server.close().then(() => order.push('closed'));
      go();
      await answer.then(({ status }) => order.push(String(status)));
      await closed;
      expect(order).toEqual(['200', 'closed']);
    });

    test('does not wait for clients that are gone, nor for other paths of a framework', async () => {
      const { server, port } = await waiting();
      const { connect } = await import('node:net');
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
      server.listener(
        { method: 'GET', url: '/', headers: {}, on: () => undefined },
        {} as never,
        () => undefined,
      );
      await server.close();
    });

    test('waits for what one-way operations still do', async () => {
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      let isDone = false;
      const handler = async (): Promise<void> => {
        await gate;
        isDone = true;
      };
      const server = createServer([{ operation: Notify, handler }]);
      const { headers, body } = soap();
      const answer = await server.fetch('http://school.test/Push.asmx', {
        method: 'POST',
        headers: { ...headers, SOAPAction: `"${Notify.soap?.action}"` },
        body: body.replaceAll('AuthCode', 'Notify'),
      });
      expect(answer.status).toBe(202);
      const closed = server.close().then(() => isDone);
      go();
      expect(await closed).toBe(true);
    });

    test('refuses a time that is none', async () => {
      for (const timeout of [-1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
        const closed = school({}).close({ timeout: timeout as number });
        await expect(closed).rejects.toThrow(RangeError);
        await expect(closed).rejects.toThrow('timeout is ');
      }
    });
  });

  describe('maxConcurrent', () => {
    test('refuses more requests at a time, but not health', async () => {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const options = { maxConcurrent: 1, health: '/health', onError };
      const { ask, go, running } = await waiting(options);
      const first = ask(get);
      await running;
      expect(await ask(get)).toMatchObject({ status: 503, retry: '1' });
      expect((await ask('/health')).status).toBe(200);
      expect(errors).toEqual([expect.objectContaining({ message: 'The server is busy.' })]);
      go();
      expect((await first).status).toBe(200);
      expect((await ask(get)).status).toBe(200);
    });

    test('counts each request once, however it ends', async () => {
      const handler = (): never => {
        throw new Error('no');
      };
      const limits = { bodyBytes: 512 };
      await both(school({ maxConcurrent: 1, limits }, handler), async (ask) => {
        for (let at = 0; at < 3; at++) {
          const statuses = [
            await ask(`POST ${path}`, soap()),
            await ask(`POST ${path}`, { ...soap(), body: '<a' }),
            await ask(`POST ${path}`, { ...soap(), body: 'x'.repeat(600) }),
            await ask(`HEAD ${path}?WSDL`),
            await ask('GET /nope'),
          ].map(({ status }) => status);
          expect(statuses).toEqual([500, 400, 500, 200, 404]);
        }
      });
    });

    test.each([0, -1, Number.NaN, '2' as never])('refuses %p', (maxConcurrent) => {
      expect(() => school({ maxConcurrent })).toThrow(RangeError);
    });
  });

  describe('health', () => {
    test('is answered before anything else', async () => {
      await both(
        school({ health: '/health', context: () => Promise.reject(new Error('no')) }),
        async (ask) => {
          const { status, body, headers } = await ask('GET /health');
          expect([status, body, headers['cache-control']]).toEqual([200, 'OK', 'no-store']);
          expect((await ask('HEAD /health')).status).toBe(200);
          expect((await ask('POST /health')).status).toBe(404);
        },
      );
    });

    test('is a path', () => {
      for (const health of ['health', '', '/health?now', '/he alth', '/health#x']) {
        expect(() => school({ health })).toThrow("health is a path, such as '/health'");
      }
    });

    test.each([
      [path, {}],
      [path.toLowerCase(), {}],
      [`/soap${path}`, { basePath: '/soap' }],
      [`${path}/AuthCode`, {}],
    ])('is no path of a service: %s', (health, options) => {
      expect(() => school({ ...options, health })).toThrow(
        `health is '${health}', which is the path of a service or an operation; give another, ` +
          "such as '/health'.",
      );
    });

    test('may be below a service, and elsewhere', () => {
      expect(() => school({ health: `${path}/health` })).not.toThrow();
      expect(() => school({ health: path, basePath: '/soap' })).not.toThrow();
    });
  });
});

describe('half closed', () => {
  /** Sends a request, ends this side of the connection, and reads to the end of the other. */
  async function askAndEnd(port: number): Promise<string> {
    const socket = connect({ port, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.end(
      'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2 HTTP/1.1\r\nHost: test\r\n' +
        'Connection: close\r\n\r\n',
    );
    await once(socket, 'end');
    socket.destroy();
    return Buffer.concat(chunks).toString();
  }

  // docs/how-to/in-production.md says so
  test.each([
    [false, ''],
    [true, 'HTTP/1.1 200 OK'],
  ])('a connection ended by its client, with httpAllowHalfOpen %s: %j', async (given, line) => {
    const { listener } = createServer([{ operation: AuthCode, handler: () => wait(50) }]);
    const http = Object.assign(createHttpServer(listener), { httpAllowHalfOpen: given });
    http.listen(0);
    await once(http, 'listening');
    const answer = await askAndEnd((http.address() as AddressInfo).port);
    http.close();
    expect(answer.split('\r\n')[0]).toBe(line);
  });
});

describe('admission', () => {
  const challenge = { 'WWW-Authenticate': ['Negotiate', 'NTLM'] };
  const refuse = (): never => {
    throw new HttpError(401, challenge, 'Who are you?');
  };
  const get = `GET ${path}/AuthCode?code=1&phone=2`;

  describe('an HttpError', () => {
    const ways: readonly (readonly [string, ServerOptions, (() => unknown) | undefined])[] = [
      ['from context', { context: refuse }, undefined],
      ['from an asynchronous context', { context: async () => refuse() }, undefined],
      ['from an interceptor', { interceptors: [refuse] }, undefined],
      ['from a handler', {}, refuse],
      ['from an asynchronous handler', {}, async () => refuse()],
    ];

    test.each(ways)('%s is the answer', async (_from, options, handler) => {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      await both(school({ ...options, onError }, handler), async (ask) => {
        for (const answer of [await ask(get), await ask(`POST ${path}`, soap())]) {
          expect(answer.status).toBe(401);
          expect(answer.body).toBe('Who are you?');
          expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
          expect(answer.headers['www-authenticate']).toContain('NTLM');
        }
      });
      expect(errors).toEqual([]);
    });

    test('of another copy of the runtime is one, too', async () => {
      const handler = (): never => {
        throw Object.assign(new Error('gone'), {
          name: 'HttpError',
          status: 410,
          headers: {},
          body: '',
        });
      };
      await both(school({}, handler), async (ask) => {
        expect(await ask(get)).toMatchObject({ status: 410, body: '' });
      });
    });

    test('refuses what cannot be sent', () => {
      expect(() => new HttpError(99)).toThrow(RangeError);
      expect(() => new HttpError(400.5)).toThrow(RangeError);
      expect(() => new HttpError(400, { 'a b': 'c' })).toThrow(TypeError);
      expect(() => new HttpError(400, { a: 'b\r\nc: d' })).toThrow(TypeError);
    });

    test('does not set the framing of the answer', async () => {
      const handler = (): never => {
        throw new HttpError(
          403,
          { 'Content-Length': '7', 'Content-Type': 'application/json' },
          '{}',
        );
      };
      await both(school({}, handler), async (ask) => {
        const { headers, body } = await ask(get);
        expect([headers['content-type'], headers['content-length'], body]).toEqual([
          'application/json',
          '2',
          '{}',
        ]);
      });
    });
  });

  describe('context', () => {
    test('runs before a body is read: what it refuses is not looked at', async () => {
      await both(school({ context: refuse }), async (ask) => {
        // as NTLM clients and curl --anyauth ask for their challenge
        for (const body of ['', 'no XML', '<a', soap().body]) {
          for (const headers of [{}, soap().headers]) {
            const answer = await ask(`POST ${path}`, { headers, body });
            expect([body, answer.status]).toEqual([body, 401]);
          }
        }
        expect((await ask(`POST ${path}/AuthCode`, { body: 'x' })).status).toBe(401);
        expect((await ask(`GET ${path}/Nope`)).status).toBe(401);
      });
    });

    test('runs once for each request, and its result is the state', async () => {
      let calls = 0;
      const states: unknown[] = [];
      const context = (): number => ++calls;
      const server = school({ context: async () => context() }, (_input, given: Context) => {
        states.push(given.state);
      });
      await both(server, async (ask) => {
        expect((await ask(get)).status).toBe(200);
        expect((await ask(`POST ${path}`, soap())).status).toBe(200);
      });
      expect(states).toEqual([1, 2, 3, 4]);
    });

    test('may throw a fault, in the version of the request', async () => {
      const context = (): never => {
        throw fault(AuthCode as never, 'x' as never, {} as never, 'Not today.');
      };
      await both(school({ context }), async (ask) => {
        const one = await ask(`POST ${path}`, soap());
        expect([one.status, one.headers['content-type']]).toEqual([500, 'text/xml; charset=utf-8']);
        expect(one.body).toContain('<faultstring>Not today.</faultstring>');
        const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
        const two = await ask(`POST ${path}`, { headers, body: 'x' });
        expect(two.body).toContain('Not today.</soap:Text>');
        expect(await ask(get)).toMatchObject({ status: 500, body: 'Not today.\r\n' });
      });
    });
  });

  describe('protectPages', () => {
    test('guards WSDL and pages as operations', async () => {
      await both(school({ context: refuse, protectPages: true }), async (ask) => {
        for (const target of [`${path}?WSDL`, path, `${path}?op=AuthCode`, `${path}?disco`, '/']) {
          expect([target, (await ask(`GET ${target}`)).status]).toEqual([target, 401]);
        }
      });
    });

    test('shows pages to whom context accepts, and errors as pages', async () => {
      const context = (): void => undefined;
      await both(school({ context, protectPages: true }), async (ask) => {
        expect((await ask(`GET ${path}?WSDL`)).status).toBe(200);
      });
      const broken = (): never => {
        throw new Error('secret');
      };
      await both(school({ context: broken, protectPages: true }), async (ask) => {
        const answer = await ask(`GET ${path}?WSDL`);
        expect([answer.status, answer.body.includes('secret')]).toEqual([500, false]);
      });
    });

    test('without it, pages are open', async () => {
      await both(school({ context: refuse }), async (ask) => {
        expect((await ask(`GET ${path}?WSDL`)).status).toBe(200);
      });
    });

    test('needs context or security', () => {
      expect(() => school({ protectPages: true })).toThrow(
        'protectPages calls the options context and security',
      );
    });
  });

  describe('a body above the limit', () => {
    const limits = { bodyBytes: 100 };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const big: readonly (readonly [string, Asked])[] = [
      [`POST ${path}`, { ...soap(), body: soap().body + ' '.repeat(200_000) }],
      [`POST ${path}/AuthCode`, { headers: form, body: `code=1&phone=${'2'.repeat(200_000)}` }],
    ];
    const basic = verifyBasic(({ username }) => (username === 'ada' ? username : undefined));

    test.each<[string, ServerOptions]>([
      ['context', { context: refuse }],
      ['an asynchronous context', { context: async () => refuse() }],
      ['security', { security: basic }],
      [
        'one of several in security',
        { security: [basic, verifyUsernameToken({ password: () => 'x' })] },
      ],
      ['protectPages, too', { security: basic, protectPages: true }],
    ])('is refused by %s before its length counts', async (_by, options) => {
      const server = school({ ...options, limits });
      await both(server, async (ask) => {
        for (const [line, asked] of big) {
          expect((await ask(line, asked)).status).toBe(401);
        }
      });
    });

    test('is one of the caller that the options accept', async () => {
      const sources: unknown[] = [];
      const identities: unknown[] = [];
      const server = school({
        limits,
        security: basic,
        context: async (source) => void sources.push(source),
        onAnswer: ({ identity }) => identities.push(identity),
      });
      const authorization = `Basic ${Buffer.from('ada:x').toString('base64')}`;
      await both(server, async (ask) => {
        for (const [line, asked] of big) {
          const answer = await ask(line, {
            ...asked,
            headers: { ...asked.headers, authorization },
          });
          expect(answer.status).toBe(500);
          expect(answer.body).toContain('Maximum request length exceeded.');
        }
      });
      expect(sources).toHaveLength(4);
      expect(identities).toEqual(['ada', 'ada', 'ada', 'ada']);
    });

    test('is not read on before the answer is known', async () => {
      let admit: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        admit = resolve;
      });
      const server = school({ limits, context: () => asked });
      const { server: http, port } = await start(server.listener);
      const socket = connect(port, '127.0.0.1');
      try {
        const head = 'Host: a\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n';
        socket.write(`POST ${path} HTTP/1.1\r\nSOAPAction: ""\r\n${head}`);
        const chunk = Buffer.concat([
          Buffer.from('10000\r\n'),
          Buffer.alloc(0x10000, 32),
          Buffer.from('\r\n'),
        ]);
        let sent = 0;
        // a socket takes a few megabytes that no one reads
        while (sent < 64 && socket.write(chunk)) sent += 1;
        for (let tries = 0; sent < 64 && tries < 20; tries += 1) {
          const drained = await Promise.race([
            new Promise((resolve) => socket.once('drain', () => resolve(true))),
            new Promise((resolve) => setTimeout(() => resolve(false), 50)),
          ]);
          if (drained !== true) break;
          while (sent < 4096 && socket.write(chunk)) sent += 1;
        }
        expect(sent).toBeLessThan(4096);
        const answer = new Promise<string>((resolve) => {
          socket.on('data', (data) => resolve(String(data)));
        });
        admit();
        expect(await answer).toContain('Maximum request length exceeded.');
      } finally {
        socket.destroy();
        http.closeAllConnections();
        http.close();
      }
    });
  });
});

describe('limits', () => {
  const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;
  const serverWith = (limits: object) =>
    createServer([{ operation: AuthCode, handler: () => undefined }], { limits });

  describe.each(names)('limits.%s', (name) => {
    test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', '', null, true, {}, [], 5n])(
      'is not %p',
      (value) => {
        expect(() => serverWith({ [name]: value })).toThrow(RangeError);
        expect(() => serverWith({ [name]: value })).toThrow(`limits.${name} is `);
      },
    );

    test.each([undefined, 0, 1, 2.5, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
      'may be %p',
      (value) => {
        expect(() => serverWith({ [name]: value })).not.toThrow();
      },
    );
  });

  test.each([5, 'x', true, null, []])('limits are not %p', (limits) => {
    expect(() => serverWith(limits as never)).toThrow(TypeError);
    expect(() => serverWith(limits as never)).toThrow('limits is ');
  });

  test.each<[string, ServerLimits | undefined, number, number]>([
    ['nothing: 100 s for the body alone', undefined, 100_000, 0],
    ['a time: for both', { time: 50 }, 50, 50],
    ['0: none', { time: 0 }, 0, 0],
    ['Infinity: none', { time: Number.POSITIVE_INFINITY }, 0, 0],
    ['more than timers can wait', { time: 1e12 }, 0x7fffffff, 0x7fffffff],
  ])('given %s', (_name, limits, bodyTime, time) => {
    expect(completeLimits(limits)).toMatchObject({ bodyTime, time });
  });

  describe('what ASMX answers is answered', () => {
    const path = 'http://school.test/AuthCodeSending.asmx';
    const ask = async (body: string, limits: ServerLimits = {}): Promise<[number, string]> => {
      const told: unknown[] = [];
      const server = createServer([{ operation: AuthCode, handler: () => undefined }], {
        limits,
        onError: (error) => told.push(error),
      });
      const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
      const answer = await server.fetch(path, { method: 'POST', headers, body });
      const text = await (answer as unknown as Response).text();
      expect(told).toHaveLength(answer.status === 200 ? 0 : 1);
      return [answer.status, /<faultstring>([^<]*)</.exec(text)?.[1] ?? ''];
    };
    const message = (attributes: string): string =>
      envelope(
        soap11,
        `<AuthCode xmlns="http://tempuri.org/"><code${attributes}>1</code></AuthCode>`,
      );
    const attributes = (count: number, write: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => ` ${write(at)}`).join('');

    test.each<[string, (at: number) => string]>([
      ['attributes', (at) => `a${at}=""`],
      ['namespace declarations', (at) => `xmlns:a${at}="urn:a"`],
    ])('70 and 5,000 %s', async (_name, write) => {
      for (const count of [70, 5000]) {
        expect(await ask(message(attributes(count, write)))).toEqual([200, '']);
      }
      const [status, text] = await ask(message(attributes(71, write)), { attributes: 70 });
      expect([status, text]).toEqual([500, expect.stringContaining('more than 70 attributes')]);
    });

    test('a repeated attribute is found among many', async () => {
      const many = attributes(70, (at) => `a${at}=""`);
      expect(await ask(message(`${many} a3=""`))).toEqual([400, '']);
      const prefixed = ` xmlns:p="urn:p" xmlns:q="urn:p"${many}`;
      expect(await ask(message(`${prefixed} p:a3="" q:a4="" q:a3=""`))).toEqual([400, '']);
      expect(await ask(message(`${prefixed} p:a3="" q:a4=""`))).toEqual([200, '']);
    });

    test('a DataSet of 8,000 rows of 12 is kept as XML', () => {
      const row = `<Row>${'<Name>value</Name>'.repeat(12)}</Row>`;
      const text = `<diffgram>${row.repeat(8000)}</diffgram>`;
      const { limits, reader: options } = createSettings({});
      expect(() => checkElements(text, limits)).not.toThrow();
      const reader = new XmlReader(text, options);
      reader.nextTag();
      expect(captureElement(reader).children).toHaveLength(8000);
    });

    test('a SOAP-encoded list may have as many items as could be sent', () => {
      const text = `<b><List>${'<i>12</i>'.repeat(205_000)}</List></b>`;
      const reader = new XmlReader(text, createSettings({}).reader);
      reader.nextTag();
      const inlined = inlineReferences(reader);
      expect(inlined.nextTag()).toBe(START);
    });

    test.each<[string, ServerLimits, string]>([
      ['depth', { depth: 5 }, 'Elements are nested deeper than 5.'],
      ['elements', { elements: 5 }, 'The request has more than 5 elements.'],
    ])('a refusal names the limit: %s', async (_name, limits, said) => {
      const deep = `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`;
      const [status, text] = await ask(envelope(soap11, deep), limits);
      expect([status, text]).toEqual([500, `Server was unable to read request. ---&gt; ${said}`]);
    });
  });
});
