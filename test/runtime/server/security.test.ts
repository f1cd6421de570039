import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../../src/runtime/index.ts';
import { SoapFault, sha1 } from '../../../src/runtime/operation/soap.ts';
import {
  type SecurityRequest,
  verifyBasic,
  verifyBearer,
  verifyUsernameToken,
} from '../../../src/runtime/server/security.ts';
import { path, soap } from './front.ts';
import { outcome, outcomes, security, usernameToken, withHeaders } from './security.ts';

const get = `GET ${path}/AuthCode?code=1&phone=2`;
const nobody = (): undefined => undefined;
const basic = verifyBasic(({ username }) => (username === 'ada' ? 'basic' : undefined));
const bearer = verifyBearer((token) => (token === 't' ? 'bearer' : undefined));
const tokens = verifyUsernameToken({ password: (name) => (name === 'ada' ? 'secret' : undefined) });
const authorization = `Basic ${Buffer.from('ada:x').toString('base64')}`;

describe('of several, one that accepts is enough', () => {
  const all = [tokens, bearer, basic];
  test.each<[unknown, Record<string, string>]>([
    ['bearer', { authorization: 'Bearer t' }],
    ['basic', { authorization }],
  ])('%s', async (identity, headers) => {
    expect(await outcome(all, { headers }, {}, get)).toMatchObject({ identity });
    const asked = { ...soap(), headers: { ...soap().headers, ...headers } };
    expect(await outcome(all, asked)).toMatchObject({ identity });
  });

  test('in the message', async () => {
    const asked = (): ReturnType<typeof soap> => withHeaders(security(usernameToken()));
    expect(await outcome(all, asked)).toMatchObject({ identity: { username: 'ada' } });
  });

  test('and none: all challenges, and all reasons', async () => {
    // node:http gives a list of headers, of which the helper keeps the last
    const [, one] = await outcomes(all, {}, {}, get);
    expect(one?.status).toBe(401);
    expect(one?.challenge).toContain('Bearer realm="service"');
    expect(one?.challenge).toContain('Basic realm="service"');
    expect(one?.reason).toBe(
      'There is no UsernameToken. There is no Bearer token. There is no Basic authorization.',
    );
  });

  test('a message with a wrong token gets the status of a fault', async () => {
    const asked = (): ReturnType<typeof soap> =>
      withHeaders(security(usernameToken({ password: 'x' })));
    expect(await outcome(all, asked)).toMatchObject({ status: 500, challenge: undefined });
  });

  test('though another one fails', async () => {
    const broken = (): never => {
      throw new Error('down');
    };
    const headers = { authorization };
    expect(await outcome([broken, basic], { headers }, {}, get)).toMatchObject({ status: 200 });
    expect(await outcome([broken, basic], {}, {}, get)).toMatchObject({
      status: 500,
      errors: [new Error('down')],
    });
  });
});

describe('a function of your own', () => {
  test('sees the headers of a request, and not its input', async () => {
    const seen: SecurityRequest[] = [];
    const option = (request: SecurityRequest): boolean => seen.push(request) > 0;
    await outcome(option, withHeaders('<T xmlns="urn:t">1</T>'));
    expect(seen[0]).toMatchObject({
      service: 'AuthCodeSending',
      operation: 'AuthCode',
      binding: 'soap11',
      url: path,
      unknownHeaders: [{ name: 'T', namespace: 'urn:t', children: ['1'] }],
    });
    expect(seen[0]?.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(seen[0]?.envelope).toContain('<T xmlns="urn:t">');
    await outcome(option, {}, {}, get);
    expect(seen.at(-1)).toMatchObject({ binding: 'httpGet', unknownHeaders: [] });
    expect(seen.at(-1)?.envelope).toBeUndefined();
  });

  test('may understand headers', async () => {
    const option = ({ unknownHeaders: [header], understood }: SecurityRequest): string => {
      if (header !== undefined) understood(header);
      return 'x';
    };
    const header = '<T xmlns="urn:t" soap:mustUnderstand="1"/>';
    expect(await outcome(option, withHeaders(header))).toMatchObject({ status: 200 });
    expect(await outcome(() => 'x', withHeaders(header))).toMatchObject({ status: 500 });
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['false', false],
    ['a promise of null', Promise.resolve(null)],
  ])('refuses with %s', async (_what, identity) => {
    expect(await outcome(() => identity, {}, {}, get)).toMatchObject({ status: 401, ran: false });
    expect(await outcome(() => identity, soap())).toMatchObject({ status: 500, ran: false });
  });

  test('refuses as it likes', async () => {
    const http = (): never => {
      throw new HttpError(403, {}, 'no');
    };
    expect(await outcome(http, soap())).toMatchObject({ status: 403, body: 'no', errors: [] });
    const soapFault = (): never => {
      throw new SoapFault({ code: '{urn:x}No', message: 'go away' });
    };
    const one = await outcome([nobody, soapFault], soap());
    expect(one.body).toContain('<faultcode xmlns:q0="urn:x">q0:No</faultcode>');
  });
});

describe('the order', () => {
  test('limits are before the header is read, the body after it is accepted', async () => {
    let asked = 0;
    const option = (): undefined => {
      asked += 1;
    };
    const broken = soap().body.replace('<code>1</code>', '<code><a></code>');
    await outcome(option, { ...soap(), body: broken });
    expect(asked).toBe(2);
    const header = `<T xmlns="urn:t">${'<a>'.repeat(300)}${'</a>'.repeat(300)}</T>`;
    const deep = await outcome(option, withHeaders(header));
    expect(deep.body).toContain('soap:Client');
    await outcome(option, withHeaders(`<T>${'x'.repeat(5000)}</T>`), {
      limits: { bodyBytes: 4000 },
    });
    await outcome(option, withHeaders('<T/>'.repeat(50)), { limits: { elements: 20 } });
    expect(asked).toBe(2);
  });

  test('context is first, interceptors and the handler are last', async () => {
    const order: string[] = [];
    const note = (what: string) => (): string => {
      order.push(what);
      return what;
    };
    const next = (_call: unknown, run: () => unknown): unknown => {
      order.push('interceptor');
      return run();
    };
    await outcome(note('security'), soap(), {
      context: note('context') as never,
      interceptors: [next],
    });
    expect(order.slice(0, 3)).toEqual(['context', 'security', 'interceptor']);
  });

  test('a request that no operation takes is asked for credentials all the same', async () => {
    const asked = { ...soap(), headers: { ...soap().headers, SOAPAction: '"nope"' } };
    expect(await outcome(basic, asked)).toMatchObject({ status: 401, ran: false });
    const headers = { ...asked.headers, authorization };
    expect(await outcome(basic, { ...asked, headers })).toMatchObject({ status: 500, ran: false });
  });
});

test('an identity is told to onAnswer', async () => {
  const told: unknown[] = [];
  const onAnswer = ({ identity }: { readonly identity?: unknown }): void =>
    void told.push(identity);
  await outcome(basic, { headers: { authorization } }, { onAnswer }, get);
  expect(told).toEqual(['basic', 'basic']);
});

test('SHA-1 is that of Node', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(length);
    expect(Buffer.from(sha1(bytes))).toEqual(createHash('sha1').update(bytes).digest());
  }
});
