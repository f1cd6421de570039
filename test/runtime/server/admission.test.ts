import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../../src/runtime/index.ts';
import { fault } from '../../../src/runtime/operation/soap.ts';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import { verifyBasic, verifyUsernameToken } from '../../../src/runtime/server/security.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { start } from '../wire/exchange.ts';
import { type Asked, both, path, school, soap } from './front.ts';

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
      throw new HttpError(403, { 'Content-Length': '7', 'Content-Type': 'application/json' }, '{}');
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
        const answer = await ask(line, { ...asked, headers: { ...asked.headers, authorization } });
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
