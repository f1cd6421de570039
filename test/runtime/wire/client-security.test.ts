import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import {
  basic,
  bearer,
  clientCertificate,
  type UsernameTokenSettings,
  usernameToken,
} from '../../../src/runtime/client/credentials.ts';
import type { ClientOptions, SoapSecurity } from '../../../src/runtime/client/request.ts';
import {
  verifyBasic,
  verifyBearer,
  verifyUsernameToken,
} from '../../../src/runtime/server/security.ts';
import { List, streamRecords } from '../stream-operation.ts';
import { AuthCode } from './descriptors.ts';
import { createServer as createSoapServer } from './serve.ts';

const input = { code: '1', phone: '2' };
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

/** A client, and the requests that it sends. */
function client(security: ClientOptions['security'], options: ClientOptions = {}): Caller {
  return createCaller({ baseUrl: 'http://h', security, ...options }, {});
}

const prepared = (security: ClientOptions['security'], options: ClientOptions = {}) =>
  client(security, options).prepare(AuthCode, input);

const headerOf = async (...given: Parameters<typeof prepared>): Promise<string> =>
  /<soap:Header>(.*)<\/soap:Header>/s.exec(String((await prepared(...given)).body))?.[1] ?? '';

/** A clock that stands, and the same nonce. */
const fixed: UsernameTokenSettings = {
  username: 'a & b',
  password: 'pa<ss',
  now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)),
  nonce: () => 'WScqanjCEAC4mQoBE07sAQ==',
};
const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const profile = `${oasis}username-token-profile-1.0`;

describe('usernameToken', () => {
  test('writes a token in the Security header', async () => {
    expect(await headerOf(usernameToken(fixed))).toBe(
      `<wsse:Security xmlns:wsse="${oasis}wssecurity-secext-1.0.xsd" xmlns:wsu="${oasis}wssecurity-utility-1.0.xsd">` +
        '<wsse:UsernameToken><wsse:Username>a &amp; b</wsse:Username>' +
        `<wsse:Password Type="${profile}#PasswordText">pa&lt;ss</wsse:Password>` +
        `<wsse:Nonce EncodingType="${oasis}soap-message-security-1.0#Base64Binary">WScqanjCEAC4mQoBE07sAQ==</wsse:Nonce>` +
        '<wsu:Created>2026-01-02T03:04:05.678Z</wsu:Created></wsse:UsernameToken></wsse:Security>',
    );
  });

  const digest = createHash('sha1')
    .update(Buffer.from('WScqanjCEAC4mQoBE07sAQ==', 'base64'))
    .update('2026-01-02T03:04:05.678Zpa<ss')
    .digest('base64');

  test('as a digest, with a Timestamp, elements and mustUnderstand', async () => {
    const header = await headerOf(
      usernameToken({
        ...fixed,
        type: 'digest',
        timestamp: 60,
        mustUnderstand: true,
        elements: ['<x:A xmlns:x="urn:x"/><wsse:B/>', { name: 'C', namespace: 'urn:c' }],
      }),
    );
    expect(header).toContain(' soap:mustUnderstand="1"><wsu:Timestamp wsu:Id="Timestamp">');
    expect(header).toContain('<wsu:Expires>2026-01-02T03:05:05.678Z</wsu:Expires>');
    expect(header).toContain(`#PasswordDigest">${digest}</wsse:Password>`);
    expect(header).toContain(
      '</wsse:UsernameToken><x:A xmlns:x="urn:x"/><wsse:B/><C xmlns="urn:c"></C></wsse:Security>',
    );
  });

  test('without nonce, Created and password, as far as they are turned off', async () => {
    const name = '<wsse:Username>zoe</wsse:Username>';
    const password = `<wsse:Password Type="${profile}#PasswordText">dogs</wsse:Password>`;
    const token = (inside: string) => `<wsse:UsernameToken>${inside}</wsse:UsernameToken>`;
    const zoe = { username: 'zoe', password: 'dogs', now: fixed.now };
    const bare = { nonce: false, created: false } as const;
    const created = '<wsu:Created>2026-01-02T03:04:05.678Z</wsu:Created>';
    for (const binding of ['soap11', 'soap12'] as const) {
      const written = async (settings: UsernameTokenSettings): Promise<string> =>
        /<wsse:UsernameToken>.*<\/wsse:UsernameToken>/.exec(
          await headerOf(usernameToken(settings), { binding }),
        )?.[0] ?? '';
      expect(await written({ ...zoe, ...bare })).toBe(token(name + password));
      expect(await written({ ...zoe, nonce: false })).toBe(token(name + password + created));
      expect(await written({ ...zoe, created: false })).toMatch(
        /<\/wsse:Password><wsse:Nonce [^>]*>[A-Za-z0-9+/]{22}==<\/wsse:Nonce><\/wsse:U/,
      );
      expect(await written({ username: 'zoe', ...bare })).toBe(token(name));
      expect(await written({ username: 'zoe', password: undefined, ...bare })).toBe(token(name));
      expect(await written({ username: 'zoe', password: '', ...bare })).toBe(
        token(`${name}<wsse:Password Type="${profile}#PasswordText"></wsse:Password>`),
      );
      // what is not sent is not hashed
      const bareDigest = createHash('sha1').update('dogs').digest('base64');
      expect(await written({ ...zoe, ...bare, type: 'digest' })).toContain(`>${bareDigest}<`);
    }
    const header = await headerOf(usernameToken({ ...zoe, ...bare, timestamp: 60 }));
    expect(header).toContain('<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>2026-');
    expect(header).toContain(token(name + password));
  });

  test('refuses a name and a password that are no texts', () => {
    const of = (settings: object) => () => usernameToken(settings as never);
    expect(of({ username: 'a', password: null })).toThrow('password of usernameToken is null');
    expect(of({ username: 'a', password: 5 })).toThrow(TypeError);
    expect(of({ password: 'b' })).toThrow('username of usernameToken is undefined');
    expect(of({ username: 'a', type: 'digest' })).toThrow('A digest needs a password');
  });

  test('has a nonce and a time of its own in each call', async () => {
    const security = usernameToken({ username: 'a', password: 'b' });
    const [one, two] = [await headerOf(security), await headerOf(security)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/<wsse:Nonce [^>]*>[A-Za-z0-9+/]{22}==</);
  });

  test.each(['httpGet', 'httpPost'] as const)('over %s is an encode error', async (binding) => {
    for (const security of [
      usernameToken(fixed),
      [basic({ username: 'a', password: 'b' }), usernameToken(fixed)],
    ]) {
      await expect(prepared(security, { binding })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining('has no envelope for what security'),
      });
    }
  });

  test('refuses what cannot be written', async () => {
    for (const elements of ['<a', '</wsse:Security>', '<x:a/>']) {
      expect(() => usernameToken({ ...fixed, elements })).toThrow('elements of usernameToken');
    }
    for (const timestamp of [0, -1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
      expect(() => usernameToken({ ...fixed, timestamp: timestamp as number })).toThrow(RangeError);
    }
    expect(() => usernameToken({ ...fixed, type: 'Digest' as never })).toThrow(RangeError);
    const control = usernameToken({ ...fixed, password: 'secret\u0000' });
    const error: unknown = await prepared(control).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'encode' });
    expect(String(error)).not.toContain('secret');
  });

  test.each(['text', 'digest'] as const)(
    'is verified as %s by a server, over both versions',
    async (type) => {
      const identities: unknown[] = [];
      const server = createSoapServer(
        [
          {
            operation: AuthCode,
            handler: (_input, context: { readonly identity: unknown }) =>
              void identities.push(context.identity),
          },
        ],
        { security: verifyUsernameToken({ password: (name) => (name === 'ä' ? 'ö' : undefined) }) },
      );
      const security = usernameToken({
        username: 'ä',
        password: 'ö',
        type,
        timestamp: 60,
        mustUnderstand: true,
      });
      for (const binding of ['soap11', 'soap12'] as const) {
        const caller = client(security, { binding, fetch: server.fetch });
        await caller.call(AuthCode, input);
        await caller.call(AuthCode, input);
        const wrong = usernameToken({ username: 'ä', password: 'x', type });
        await expect(
          client(wrong, { binding, fetch: server.fetch }).call(AuthCode, input),
        ).rejects.toMatchObject({
          name: 'SoapFault',
          message: 'The security token could not be authenticated or authorized.',
        });
      }
      expect(identities).toEqual(Array.from({ length: 4 }, () => ({ username: 'ä' })));
    },
  );
});

describe('basic', () => {
  test('sends name and password over every binding, in one header', async () => {
    const security = basic({ username: 'ädä', password: 'a:b' });
    for (const binding of bindings) {
      const { headers } = await prepared(security, { binding, headers: { authorization: 'x' } });
      expect(Object.entries(headers).filter(([name]) => /^authorization$/i.test(name))).toEqual([
        ['Authorization', `Basic ${Buffer.from('ädä:a:b').toString('base64')}`],
      ]);
    }
  });

  test('refuses a name with a colon', () => {
    expect(() => basic({ username: 'a:b', password: 'c' })).toThrow(TypeError);
  });

  test('is verified by a server', async () => {
    const server = createSoapServer([{ operation: AuthCode, handler: () => undefined }], {
      security: verifyBasic(
        ({ username, password }) => (username === 'ä' && password === 'ö') || undefined,
      ),
    });
    for (const binding of bindings) {
      const good = client(basic({ username: 'ä', password: 'ö' }), {
        binding,
        fetch: server.fetch,
      });
      await good.call(AuthCode, input);
      const bad = client(basic({ username: 'ä', password: 'o' }), { binding, fetch: server.fetch });
      await expect(bad.call(AuthCode, input)).rejects.toMatchObject({ status: 401 });
    }
  });
});

let listening: Server | undefined;
afterEach(() => {
  listening?.closeAllConnections();
  listening?.close();
});

describe('bearer', () => {
  /** A server that accepts one token, and notes which it gets. */
  async function guarded(
    valid: string,
  ): Promise<{ readonly baseUrl: string; readonly seen: string[] }> {
    const seen: string[] = [];
    const { listener } = createSoapServer([{ operation: AuthCode, handler: () => undefined }], {
      security: [
        (request): undefined => void seen.push(request.headers.authorization ?? ''),
        verifyBearer((token) => token === valid || undefined),
      ],
    });
    listening = createServer(listener as never);
    await new Promise<void>((resolve) => listening?.listen(0, '127.0.0.1', resolve));
    return { baseUrl: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, seen };
  }

  /** A source of tokens that notes how it is asked. */
  function source(
    first: string,
    then: string,
  ): { readonly asked: boolean[]; readonly security: SoapSecurity } {
    const asked: boolean[] = [];
    const security = bearer(async ({ refresh }) => {
      asked.push(refresh);
      return refresh ? then : first;
    });
    return { asked, security };
  }

  test('is asked for each call', async () => {
    const { baseUrl, seen } = await guarded('t1');
    const { asked, security } = source('t1', 't2');
    for (const binding of bindings)
      await client(security, { baseUrl, binding }).call(AuthCode, input);
    expect(asked).toEqual([false, false, false, false]);
    expect(new Set(seen)).toEqual(new Set(['Bearer t1']));
  });

  test.each(bindings)('is asked once more after a 401, over %s', async (binding) => {
    const { baseUrl, seen } = await guarded('t2');
    const { asked, security } = source('t1', 't2');
    await client(security, { baseUrl, binding }).call(AuthCode, input);
    expect([asked, seen]).toEqual([
      [false, true],
      ['Bearer t1', 'Bearer t2'],
    ]);
  });

  test('and no third time', async () => {
    const { baseUrl, seen } = await guarded('t3');
    const { asked, security } = source('t1', 't2');
    const call = client(security, { baseUrl, binding: 'httpGet' }).call(AuthCode, input);
    await expect(call).rejects.toMatchObject({ code: 'http-status', status: 401 });
    expect([asked, seen.length]).toEqual([[false, true], 2]);
  });

  test('a token that does not change is sent once', async () => {
    const { baseUrl, seen } = await guarded('x');
    const call = client(bearer('t'), { baseUrl, binding: 'httpGet' }).call(AuthCode, input);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(seen).toEqual(['Bearer t']);
  });

  test('credentials of the call replace it, and are not refreshed', async () => {
    const { baseUrl, seen } = await guarded('t2');
    const { asked, security } = source('t1', 't2');
    const call = client(security, { baseUrl, binding: 'httpGet' }).call(AuthCode, input, {
      headers: { authorization: 'Basic YQ==' },
    });
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect([asked, seen]).toEqual([[false], ['Basic YQ==']]);
  });

  test.each([false, true])(
    'a function that fails is an encode error (refresh: %p)',
    async (fails) => {
      const { baseUrl } = await guarded('t2');
      for (const fail of [
        (): never => {
          throw new Error('no token');
        },
        async (): Promise<never> => {
          throw new Error('no token');
        },
      ]) {
        const security = bearer(({ refresh }) => (refresh === fails ? fail() : 't1'));
        await expect(client(security, { baseUrl }).call(AuthCode, input)).rejects.toMatchObject({
          code: 'encode',
          cause: { message: 'no token' },
        });
      }
    },
  );

  test('works for streams, beside others', async () => {
    const seen: unknown[] = [];
    const answer = '<ListResponse xmlns="urn:items"><ListResult/></ListResponse>';
    listening = createServer((request, response) => {
      seen.push(request.headers.authorization);
      if (seen.length === 1) {
        response.writeHead(401).write('<html>');
        return;
      }
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${answer}</s:Body></s:Envelope>`,
      );
    });
    await new Promise<void>((resolve) => listening?.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    const { security } = source('t1', 't2');
    const caller = client([usernameToken(fixed), security], { baseUrl, binding: 'soap11' });
    for await (const _ of streamRecords(caller, List, { count: 0 }, {}));
    expect(seen).toEqual(['Bearer t1', 'Bearer t2']);
  });
});

describe('clientCertificate', () => {
  test('gives its files to TLS', () => {
    const options: Record<string, unknown> = {};
    clientCertificate({ key: 'k', cert: 'c' }).addOptions?.(options);
    expect(options).toEqual({ key: 'k', cert: 'c' });
  });

  test('with fetch is an encode error', async () => {
    const fetch = async (): Promise<Response> => new Response();
    const caller = client(clientCertificate({ pfx: new Uint8Array(1) }), { fetch });
    await expect(caller.call(AuthCode, input)).rejects.toMatchObject({ code: 'encode' });
  });
});

test('of a list, all are applied', async () => {
  const { headers, body } = await prepared([
    usernameToken(fixed),
    basic({ username: 'a', password: 'b' }),
  ]);
  expect(headers.Authorization).toBe('Basic YTpi');
  expect(body).toContain('<wsse:Username>a &amp; b</wsse:Username>');
});
