import { describe, expect, test } from '@jest/globals';
import {
  type ClientCertificate,
  verifyBasic,
  verifyBearer,
  verifyClientCertificate,
  verifyUsernameToken,
} from '../../../src/runtime/server/security.ts';
import { path, school, soap } from './front.ts';
import { outcome, outcomes, wsse } from './security.ts';

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
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const one = await outcome(verify, { headers }, {}, get);
      expect(one).toMatchObject({
        status: 401,
        challenge: 'Basic realm="service", charset="UTF-8"',
        body: 'Unauthorized\r\n',
        ran: false,
        errors: [],
      });
      expect(one.reason).toContain(reason);
      const two = await outcome(verify, { ...soap(), headers: { ...soap().headers, ...headers } });
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
    const token = await outcome(verifyUsernameToken({ password: () => 'x' }), { ...soap(), body });
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
