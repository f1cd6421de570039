import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../src/runtime/index.ts';
import { SoapFault, sha1 } from '../../src/runtime/operation/soap.ts';
import type { Context } from '../../src/runtime/server/options.ts';
import {
  type ClientCertificate,
  type SecurityRequest,
  type UsernameTokenRules,
  verifyBasic,
  verifyBearer,
  verifyClientCertificate,
  verifyUsernameToken,
} from '../../src/runtime/server/security.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import type { XmlReader } from '../../src/runtime/xml/reader.ts';
import { both, path, school, soap } from './server/front.ts';
import {
  as12,
  newNonce,
  outcome,
  outcomes,
  seconds,
  security,
  timestamp,
  usernameToken,
  withHeaders,
  wsse,
} from './server/security.ts';
import { AuthCode } from './wire/descriptors.ts';
import { createServer } from './wire/serve.ts';

describe('security', () => {
  const get = `GET ${path}/AuthCode?code=1&phone=2`;
  const nobody = (): undefined => undefined;
  const basic = verifyBasic(({ username }) => (username === 'ada' ? 'basic' : undefined));
  const bearer = verifyBearer((token) => (token === 't' ? 'bearer' : undefined));
  const tokens = verifyUsernameToken({
    password: (name) => (name === 'ada' ? 'secret' : undefined),
  });
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
      expect(await outcome(basic, { ...asked, headers })).toMatchObject({
        status: 500,
        ran: false,
      });
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
});

describe('verify http', () => {
  const get = `GET ${path}/AuthCode?code=1&phone=2`;
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const verify = verifyBasic(({ username, password }) =>
    username === 'ada' && password === 'se:crét' ? { name: username } : undefined,
  );

  describe('Basic', () => {
    test.each<[string, string]>([
      ['in UTF-8', basic('ada:se:crét')],
      ['in Latin-1', `Basic ${Buffer.from('ada:se:crét', 'latin1').toString('base64')}`],
      ['in another letter case', basic('ada:se:crét').replace('Basic', 'bASIC')],
    ])('%s', async (_how, authorization) => {
      for (const line of [get, `POST ${path}`]) {
        const asked = { ...soap(), headers: { ...soap().headers, authorization } };
        const given = line === get ? { headers: { authorization } } : asked;
        expect(await outcome(verify, given, {}, line)).toMatchObject({
          status: 200,
          identity: { name: 'ada' },
        });
      }
    });

    test.each<[string, string | undefined, string]>([
      ['nothing', undefined, 'There is no Basic'],
      ['another scheme', 'Bearer abc', 'There is no Basic'],
      ['no base64', 'Basic a:b', 'There is no Basic'],
      ['no colon', basic('ada'), 'There is no Basic'],
      ['a wrong password', basic('ada:x'), 'The name or the password'],
    ])(
      '%s: 401 with a challenge over HTTP, and with a fault, too, over SOAP',
      async (_what, authorization, reason) => {
        const headers: Record<string, string> =
          authorization === undefined ? {} : { authorization };
        const one = await outcome(verify, { headers }, {}, get);
        expect(one).toMatchObject({
          status: 401,
          challenge: 'Basic realm="service", charset="UTF-8"',
          body: 'Unauthorized\r\n',
          ran: false,
          errors: [],
        });
        expect(one.reason).toContain(reason);
        const two = await outcome(verify, {
          ...soap(),
          headers: { ...soap().headers, ...headers },
        });
        expect([two.status, two.challenge, two.ran]).toEqual([401, one.challenge, false]);
        expect(two.body).toContain(
          `<faultcode xmlns:q0="${wsse}">q0:FailedAuthentication</faultcode>`,
        );
      },
    );

    // NTLM clients and curl --anyauth ask with an empty POST which credentials are wanted
    test.each([
      ['nothing', ''],
      ['no XML', 'a=b'],
      ['XML that is cut off', '<soap:Envelope'],
      ['a DTD', '<!DOCTYPE a><a/>'],
      ['an envelope without a Body', '<soap:Envelope xmlns:soap="urn:other"/>'],
    ])('a POST of %s is refused before it is read', async (_what, body) => {
      const one = await outcome(verify, { ...soap(), body });
      expect(one).toMatchObject({
        status: 401,
        challenge: 'Basic realm="service", charset="UTF-8"',
        body: 'Unauthorized\r\n',
        ran: false,
      });
      const headers = { ...soap().headers, authorization: basic('ada:se:crét') };
      const known = await outcome(verify, { ...soap(), headers, body });
      expect([known.status === 401, known.ran]).toEqual([false, false]);
      // a token of WS-Security would be in the message, so no challenge could be answered
      const token = await outcome(verifyUsernameToken({ password: () => 'x' }), {
        ...soap(),
        body,
      });
      expect(token.status).toBe(known.status);
    });

    test('what there is not is refused like what there is', async () => {
      for (const line of [`GET ${path}/Nothing?code=1`, `POST ${path}/Nothing`]) {
        const one = await outcome(verify, { headers: {} }, {}, line);
        expect([one.status, one.body]).toEqual([401, 'Unauthorized\r\n']);
      }
      const unknown = { ...soap(), headers: { ...soap().headers, soapaction: '"urn:nothing"' } };
      expect(await outcome(verify, unknown)).toMatchObject({ status: 401, ran: false });
    });

    test('of a promise, and what it rejects with', async () => {
      const headers = { authorization: basic('a:b') };
      const later = verifyBasic(async ({ username }) => ({ username }));
      expect(await outcome(later, { headers }, {}, get)).toMatchObject({
        identity: { username: 'a' },
      });
      const broken = verifyBasic(async (): Promise<undefined> => {
        throw new Error('ldap is down');
      });
      const one = await outcome(broken, { headers }, {}, get);
      expect([one.status, one.ran, one.errors]).toEqual([500, false, [new Error('ldap is down')]]);
      expect(one.body).not.toContain('ldap');
    });
  });

  describe('Bearer', () => {
    const tokens = verifyBearer((token) => (token === 'a.b-c_d~e+f/g==' ? 7 : undefined));
    const seven = { headers: { authorization: 'Bearer a.b-c_d~e+f/g==' } };
    test('of a known token', async () => {
      expect(await outcome(tokens, seven, {}, get)).toMatchObject({ status: 200, identity: 7 });
    });

    test.each(['', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer x', basic('a:b')])(
      '%j',
      async (authorization) => {
        expect(await outcome(tokens, { headers: { authorization } }, {}, get)).toMatchObject({
          status: 401,
          challenge: 'Bearer realm="service"',
        });
      },
    );
  });

  describe('certificates of clients', () => {
    const certificate = { subject: 'CN=ada', fingerprint256: 'AA:BB' } as ClientCertificate;
    const verifyIt = verifyClientCertificate(({ subject }) => subject);
    const request = (socket: object) => ({
      request: { socket } as never,
      headers: {},
      url: '',
      unknownHeaders: [],
      securityHeaders: [],
      understood: () => undefined,
    });

    test('are those that TLS accepted', () => {
      const getPeerX509Certificate = () => certificate;
      expect(verifyIt(request({ authorized: true, getPeerX509Certificate }))).toBe('CN=ada');
      for (const socket of [
        { authorized: false, getPeerX509Certificate },
        { getPeerX509Certificate },
        { authorized: true, getPeerX509Certificate: () => undefined },
        {},
      ]) {
        expect(() => verifyIt(request(socket))).toThrow('There is no certificate');
      }
    });

    test('of requests without any are refused', async () => {
      expect(await outcome(verifyIt, {}, {}, get)).toMatchObject({
        status: 401,
        challenge: 'ClientCertificate realm="service"',
      });
    });
  });

  describe('WSDL and pages', () => {
    test('are open without protectPages, and guarded with it', async () => {
      for (const target of [`${path}?WSDL`, path, '/']) {
        const line = `GET ${target}`;
        expect((await outcome(verify, {}, {}, line)).status).toBe(200);
        const options = { protectPages: true };
        expect((await outcome(verify, {}, options, line)).status).toBe(401);
        const headers = { authorization: basic('ada:se:crét') };
        expect((await outcome(verify, { headers }, options, line)).status).toBe(200);
      }
    });

    test('pass context first', async () => {
      const asked: string[] = [];
      const options = {
        protectPages: true,
        context: () => void asked.push('context'),
      };
      const option = (): string => {
        asked.push('security');
        return 'x';
      };
      await outcomes(option, {}, options, `GET ${path}?WSDL`);
      expect(asked).toEqual(['context', 'security', 'context', 'security']);
    });
  });

  test('an option that is no function is an error', () => {
    for (const security of [[], 'x', [verify, {}], {}]) {
      expect(() => school({ security: security as never })).toThrow('security is a function');
    }
  });
});

describe('verify username token', () => {
  const users: Readonly<Record<string, string>> = { ada: 'secret', bob: 'secret', eve: '' };
  const rules: UsernameTokenRules = {
    password: (username) => (Object.hasOwn(users, username) ? users[username] : undefined),
  };
  const verify = () => verifyUsernameToken(rules);
  const ask = (content: string) => withHeaders(security(content));

  const fault11 =
    `<soap:Fault><faultcode xmlns:q0="${wsse}">q0:FailedAuthentication</faultcode>` +
    '<faultstring>The security token could not be authenticated or authorized.</faultstring></soap:Fault>';

  describe('a token is accepted', () => {
    test.each<[string, () => string]>([
      ['with a digest', () => usernameToken()],
      ['with a password as text', () => usernameToken({ type: 'Text' })],
      [
        'with neither nonce nor time, as text',
        () => usernameToken({ type: 'Text', nonce: undefined, created: undefined }),
      ],
      ['with a time a little old', () => usernameToken({ created: seconds(-590) })],
      ['with a time a little ahead', () => usernameToken({ created: seconds(290) })],
      ['with a time without a zone', () => usernameToken({ created: seconds(0).replace('Z', '') })],
      [
        'with white space around its time, as of an XML editor',
        () => usernameToken().replace(/<wsu:Created>(.*)<\/wsu/, '<wsu:Created>\n  $1\n</wsu'),
      ],
      ['beside a Timestamp', () => timestamp(seconds(0), seconds(60)) + usernameToken()],
      [
        'without a Type of its password',
        () => usernameToken({ type: 'Text' }).replace(/ Type="[^"]*"/, ''),
      ],
    ])('%s', async (_how, token) => {
      for (const version of [(one: ReturnType<typeof ask>) => one, as12]) {
        const found = await outcomes(verify(), () => version(ask(token())));
        for (const one of found) {
          expect([one.status, one.identity, one.reason]).toEqual([
            200,
            { username: 'ada' },
            undefined,
          ]);
        }
      }
    });

    test('from a function that is asynchronous, with what its store says', async () => {
      const added: unknown[] = [];
      const nonces = {
        add: async (...given: unknown[]): Promise<boolean> => added.push(given) > 0,
      };
      const password = async (username: string): Promise<string | undefined> => users[username];
      const option = verifyUsernameToken({ password, nonces, maxAge: 60 });
      const nonce = newNonce();
      const created = seconds(-5);
      const { status } = await outcome(option, ask(usernameToken({ nonce, created })));
      expect([status, added[0]]).toEqual([200, [nonce, Date.parse(created) + 360_000]]);
    });
  });

  describe('a Timestamp in the answer', () => {
    const timed = () => timestamp(seconds(0), seconds(60)) + usernameToken();
    const header =
      /^<\?xml[^>]*><soap:Envelope[^>]*><soap:Header><wsse:Security xmlns:wsse="[^"]*secext-1.0.xsd" xmlns:wsu="[^"]*"><wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>([^<]*Z)<\/wsu:Created><wsu:Expires>([^<]*Z)<\/wsu:Expires><\/wsu:Timestamp><\/wsse:Security><\/soap:Header><soap:Body>/;

    test('to a request that has one, as WCF wants it', async () => {
      for (const version of [(one: ReturnType<typeof ask>) => one, as12]) {
        for (const { status, body } of await outcomes(verify(), () => version(ask(timed())))) {
          const [, created = '', expires = ''] = header.exec(body) ?? [];
          expect([status, Date.parse(expires) - Date.parse(created)]).toEqual([200, 300_000]);
          expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000);
        }
      }
    });

    test('in a fault once the credentials were accepted, and not in a refusal', async () => {
      const server = school({ security: verify() }, () => Promise.reject(new Error('no')));
      await both(server, async (send) => {
        const { status, body } = await send(`POST ${path}`, ask(timed()));
        expect([status, header.test(body)]).toEqual([500, true]);
      });
      const wrong = ask(timestamp(seconds(0), seconds(60)) + usernameToken({ password: 'x' }));
      expect((await outcome(verify(), wrong)).body).not.toContain('Timestamp');
    });

    test('to a request without one, if the contract demands it', async () => {
      const operation = { ...AuthCode, soap: { ...AuthCode.soap, timestamp: true } } as never;
      const server = createServer([{ operation, handler: () => undefined as never }], {
        security: verify(),
      });
      const answerTo = async ({ headers, body }: ReturnType<typeof ask>): Promise<string> => {
        const init = { method: 'POST', headers, body };
        return (await server.fetch(new Request(`http://school.test${path}`, init))).text();
      };
      expect(await answerTo(ask(usernameToken()))).toMatch(header);
      expect(await answerTo(ask(usernameToken({ password: 'x' })))).not.toContain('Timestamp');
    });

    test('to no other request', async () => {
      for (const { body } of await outcomes(verify(), () => ask(usernameToken()))) {
        expect(body).not.toContain('soap:Header');
      }
    });
  });

  describe('one fault for whatever is wrong; only onAnswer learns why', () => {
    const used = newNonce();
    test.each<[string, string | (() => string), string]>([
      ['no header at all', '', 'There is no UsernameToken.'],
      ['no token in it', security(''), 'There is no UsernameToken.'],
      ['an unknown user', () => usernameToken({ username: 'toString' }), 'unknown or locked'],
      ['a wrong password', () => usernameToken({ password: 'x' }), 'password of the'],
      ['a wrong text', () => usernameToken({ password: 'x', type: 'Text' }), 'password of the'],
      ['an old one', () => usernameToken({ created: seconds(-610) }), 'too old'],
      ['one of the future', () => usernameToken({ created: seconds(310) }), 'of the future'],
      ['a nonce again', () => usernameToken({ nonce: used }), 'used before'],
    ])('%s', async (what, token, reason) => {
      const text = (): string => (typeof token === 'string' ? token : security(token()));
      const option = verify();
      if (what === 'a nonce again') await outcomes(option, withHeaders(text()));
      const found = await outcomes(option, () => withHeaders(text()));
      for (const one of found) {
        expect([one.status, one.ran, one.errors]).toEqual([500, false, []]);
        expect(one.body).toContain(fault11);
        expect(one.reason).toContain(reason);
      }
      const two = await outcome(option, () => as12(withHeaders(text())));
      expect(two.body).toContain(
        '<soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode>' +
          `<soap:Value xmlns:q0="${wsse}">q0:FailedAuthentication</soap:Value></soap:Subcode>`,
      );
    });

    test('the same work for a user that is not known', async () => {
      let asked = 0;
      const option = verifyUsernameToken({
        password: () => {
          asked += 1;
          return undefined;
        },
      });
      await outcomes(option, () => ask(usernameToken()));
      expect(asked).toBe(2);
    });
  });

  describe('what is ambiguous or expired is refused', () => {
    const good = () => usernameToken();
    test.each<[string, () => string, string]>([
      ['two headers', () => security(good()) + security(good()), 'InvalidSecurity'],
      [
        'two headers, one of them empty and for the next actor',
        () => security(good()) + security('', `soap:actor="${next}"`),
        'InvalidSecurity',
      ],
      ['two tokens', () => security(good() + good()), 'InvalidSecurity'],
      [
        'two names',
        () => security(good().replace('<wsse:Username>', '<wsse:Username>bob</wsse:Username>$&')),
        'InvalidSecurity',
      ],
      [
        'a name with an element in it',
        () => security(good().replace('>ada<', '>ada<x/><')),
        'InvalidSecurity',
      ],
      [
        'no password',
        () => security(good().replace(/<wsse:Password.*Password>/, '')),
        'InvalidSecurity',
      ],
      [
        'an unknown type',
        () => security(good().replace('#PasswordDigest', '#Other')),
        'InvalidSecurity',
      ],
      [
        'a digest without a nonce',
        () => security(usernameToken({ nonce: undefined })),
        'InvalidSecurity',
      ],
      [
        'a digest without a time',
        () => security(usernameToken({ created: undefined })),
        'InvalidSecurity',
      ],
      ['a time that is none', () => security(usernameToken({ created: 'now' })), 'InvalidSecurity'],
      ['a nonce that is none', () => security(usernameToken({ nonce: '****' })), 'InvalidSecurity'],
      [
        'a nonce without end',
        () => security(usernameToken({ nonce: 'A'.repeat(4096) })),
        'InvalidSecurity',
      ],
      [
        'an expired Timestamp',
        () => security(timestamp(seconds(-360), seconds(-301)) + good()),
        'MessageExpired',
      ],
      [
        'a Timestamp of the future',
        () => security(timestamp(seconds(310), seconds(400)) + good()),
        'MessageExpired',
      ],
      [
        'two Timestamps',
        () =>
          security(
            timestamp(seconds(0), seconds(60)) + timestamp(seconds(0), seconds(60)) + good(),
          ),
        'InvalidSecurity',
      ],
    ])('%s', async (_what, header, code) => {
      const one = await outcome(verify(), () => withHeaders(header()));
      expect([one.status, one.ran]).toEqual([500, false]);
      expect(one.body).toContain(`q0:${code}</faultcode>`);
    });

    test('a header for another actor is no token for this server, and no ambiguity', async () => {
      const other = (): string => security(usernameToken(), 'soap:actor="urn:other"');
      expect(await outcome(verify(), () => withHeaders(other()))).toMatchObject({ ran: false });
      const both = (): string => other() + security(usernameToken());
      expect(await outcome(verify(), () => withHeaders(both()))).toMatchObject({ ran: true });
    });
  });

  const next = 'http://schemas.xmlsoap.org/soap/actor/next';

  describe('a replay', () => {
    test.each<[string, 'Text' | 'Digest']>([
      ['a digest', 'Digest'],
      ['a text with a nonce', 'Text'],
    ])('of %s: of 50 equal requests at once, one passes', async (_what, type) => {
      let calls = 0;
      const server = school(
        { security: verifyUsernameToken({ password: async (name) => users[name] }) },
        () => {
          calls += 1;
        },
      );
      const { headers, body } = ask(usernameToken({ type }));
      const send = async (): Promise<number> =>
        (await server.fetch(`http://school.test${path}`, { method: 'POST', headers, body })).status;
      const statuses = await Promise.all(Array.from({ length: 50 }, send));
      expect(calls).toBe(1);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });

    test('in another spelling, and by another user, is one', async () => {
      const nonce = newNonce();
      const option = verify();
      const server = school({ security: option });
      const token = usernameToken({ nonce });
      await both(server, async (send) => {
        await send(`POST ${path}`, ask(token));
        const spelled = token.replace(nonce, ` ${nonce.slice(0, 8)}\n${nonce.slice(8)} `);
        for (const one of [spelled, token.replace('ada', 'bob')]) {
          expect((await send(`POST ${path}`, ask(one))).status).toBe(500);
        }
      });
    });

    // a digest is one of nonce, Created and password in a row, whose borders it does not have
    test.each([' ', '\n', '\t', '0', '00', '-', '+', ' 0'])(
      'with the end of its nonce (%j) at the beginning of Created is refused',
      async (moved) => {
        const option = verify();
        const nonce = Buffer.concat([randomBytes(16), Buffer.from(moved)]);
        const created = seconds(0);
        const token = usernameToken({ nonce: nonce.toString('base64'), created });
        const shifted = token
          .replace(nonce.toString('base64'), nonce.subarray(0, 16).toString('base64'))
          .replace(created, moved + created);
        const server = school({ security: option });
        await both(server, async (send) => {
          await send(`POST ${path}`, ask(token));
          expect((await send(`POST ${path}`, ask(shifted))).status).toBe(500);
        });
      },
    );

    test('is remembered as long as the token would be accepted', async () => {
      const kept: [string, number][] = [];
      const nonces = { add: (...given: [string, number]) => kept.push(given) > 0 };
      const created = seconds(40);
      await outcome(verifyUsernameToken({ ...rules, nonces }), ask(usernameToken({ created })));
      expect(kept[0]?.[1]).toBe(Date.parse(created) + 600_000);
    });

    test('only nonces of accepted tokens are kept, so that nobody fills the store', async () => {
      const kept: unknown[] = [];
      const nonces = { add: (nonce: string) => kept.push(nonce) > 0 };
      const option = verifyUsernameToken({ ...rules, nonces });
      await outcomes(option, () => ask(usernameToken({ password: 'x' })));
      await outcomes(option, () => ask(usernameToken({ username: 'x' })));
      expect(kept).toEqual([]);
    });

    test.each<[string, () => unknown]>([
      ['that cannot say', () => undefined],
      ['that says no', async () => false],
    ])('by a store %s is refused', async (_what, add) => {
      const option = verifyUsernameToken({ ...rules, nonces: { add } as never });
      expect(await outcome(option, () => ask(usernameToken()))).toMatchObject({ ran: false });
    });

    test('where the store fails: an error, and the handler does not run', async () => {
      const add = async (): Promise<boolean> => {
        throw new Error('redis is down');
      };
      const option = verifyUsernameToken({ ...rules, nonces: { add } });
      const one = await outcome(option, () => ask(usernameToken()));
      expect([one.status, one.ran, one.errors]).toEqual([500, false, [new Error('redis is down')]]);
      expect(one.body).not.toContain('redis');
    });
  });

  describe('the clock of the sender may be off', () => {
    const future = 'of the future';
    test.each<[number | undefined, string, () => string, string | undefined]>([
      [undefined, 'Created 295 s ahead', () => usernameToken({ created: seconds(295) }), undefined],
      [undefined, 'Created 305 s ahead', () => usernameToken({ created: seconds(305) }), future],
      [undefined, 'Created 595 s old', () => usernameToken({ created: seconds(-595) }), undefined],
      [undefined, 'Created 605 s old', () => usernameToken({ created: seconds(-605) }), 'too old'],
      [0, 'Created 5 s ahead', () => usernameToken({ created: seconds(5) }), future],
      [0, 'Created 295 s old', () => usernameToken({ created: seconds(-295) }), undefined],
      [0, 'Created 305 s old', () => usernameToken({ created: seconds(-305) }), 'too old'],
      [20, 'Created 15 s ahead', () => usernameToken({ created: seconds(15) }), undefined],
      [20, 'Created 25 s ahead', () => usernameToken({ created: seconds(25) }), future],
      [20, 'expired 15 s ago', () => timestamp(seconds(-60), seconds(-15)), undefined],
      [20, 'expired 25 s ago', () => timestamp(seconds(-60), seconds(-25)), 'has expired'],
      [0, 'expired 1 s ago', () => timestamp(seconds(-60), seconds(-1)), 'has expired'],
      [undefined, 'expired 295 s ago', () => timestamp(seconds(-600), seconds(-295)), undefined],
      [20, 'Timestamp 15 s ahead', () => timestamp(seconds(15), seconds(60)), undefined],
      [20, 'Timestamp 25 s ahead', () => timestamp(seconds(25), seconds(60)), future],
    ])('clockSkew %s: %s', async (clockSkew, _what, content, reason) => {
      const text = (): string => {
        const one = content();
        return one.includes('UsernameToken') ? one : one + usernameToken();
      };
      const found = await outcome(verifyUsernameToken({ ...rules, clockSkew }), () => ask(text()));
      expect(found.ran).toBe(reason === undefined);
      if (reason !== undefined) expect(found.reason).toContain(reason);
    });

    test('by a number of seconds', () => {
      for (const clockSkew of [-1, Number.NaN, '5', null, true, {}]) {
        const given = { ...rules, clockSkew: clockSkew as number };
        expect(() => verifyUsernameToken(given)).toThrow(RangeError);
        expect(() => verifyUsernameToken(given)).toThrow('clockSkew is ');
      }
    });
  });

  test('a maximum age that is none is an error', () => {
    for (const maxAge of [0, -1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
      const given = { ...rules, maxAge: maxAge as number };
      expect(() => verifyUsernameToken(given)).toThrow(RangeError);
      expect(() => verifyUsernameToken(given)).toThrow('maxAge ');
    }
  });

  describe('a contract that declares the Security header itself', () => {
    const declared = { namespace: wsse, local: 'Security' };
    const operation = {
      ...AuthCode,
      soap: {
        ...AuthCode.soap,
        inputHeaders: [
          {
            name: 'Security',
            element: declared,
            read: (reader: XmlReader) => captureElement(reader),
          },
        ],
      },
    } as never;
    const asked = async (headers: string): Promise<unknown> => {
      const seen: unknown[] = [];
      const handler = (_input: unknown, context: Context): void => {
        const { identity, soapHeaders, unknownHeaders } = context;
        seen.push(identity, Object.keys(soapHeaders), unknownHeaders.length);
      };
      const server = createServer([{ operation, handler: handler as never }], {
        security: verify(),
      });
      const { headers: http, body } = withHeaders(headers);
      const init = { method: 'POST', headers: http, body };
      const answer = await server.fetch(new Request(`http://school.test${path}`, init));
      return [answer.status, ...seen];
    };

    test('is verified, and read', async () => {
      const found = await asked(security(usernameToken()));
      expect(found).toEqual([200, { username: 'ada' }, ['Security'], 0]);
      expect(await asked(security(usernameToken({ password: 'x' })))).toEqual([500]);
      expect(await asked('')).toEqual([500]);
    });

    test('of two, the second of which it does not read, none is taken', async () => {
      const good = (): string => security(usernameToken());
      expect(await asked(good() + good())).toEqual([500]);
      const other = security(usernameToken(), 'soap:actor="urn:other"');
      expect(await asked(good() + other)).toEqual([200, { username: 'ada' }, ['Security'], 0]);
    });
  });
});
