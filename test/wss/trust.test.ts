import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import { usernameToken } from '../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import { computedKey } from '../../src/runtime/signatures/trust-words.ts';
import {
  createTokenService,
  type IssuedTokenSettings,
  issuedToken,
  type SamlIdentity,
  type SamlRules,
  samlToken,
  signer,
  type TokenService,
  type TokenServiceAddress,
  type TokenServiceSettings,
  verifySaml,
} from '../../src/runtime/wss.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { createServer } from '../runtime/wire/serve.ts';
import { audience, issuer, samlRules } from './assertions.ts';
import { call, keyOf, pem } from './messages.ts';

const ada = { username: 'ada', password: 'secret' };

function tokenService(more: Partial<TokenServiceSettings> = {}): TokenService {
  return createTokenService({
    ...keyOf('server'),
    issuer,
    users: {
      ada: { password: 'secret', attributes: { 'http://claims.test/role': ['nurse', 'tutor'] } },
    },
    trust: pem('ca.pem'),
    services: { [audience]: pem('server.pem') },
    ...more,
  });
}

/** A token that is asked of a service in the same process. */
function tokenOf(
  service: Pick<TokenService, 'fetch'>,
  settings: Partial<IssuedTokenSettings> = {},
  options: Partial<TokenServiceAddress> = {},
): ReturnType<typeof issuedToken> {
  return issuedToken({
    sts: { endpoint: 'https://sts.test/SecurityTokenService', fetch: service.fetch, ...options },
    credentials: usernameToken(ada),
    appliesTo: audience,
    ...settings,
  });
}

/** A server that verifies assertions, and says who called. */
function verifying(rules: Partial<SamlRules> = {}): {
  readonly called: (security: ClientOptions['security']) => Promise<SamlIdentity>;
} {
  const seen: SamlIdentity[] = [];
  const reasons: (string | undefined)[] = [];
  const server = createServer(
    [
      {
        operation: AuthCode,
        handler: (_: never, { identity }: { identity: SamlIdentity }) => void seen.push(identity),
      },
    ],
    {
      security: verifySaml({ ...samlRules, key: pem('server.key'), ...rules }),
      onAnswer: ({ reason }) => void reasons.push(reason),
    },
  );
  return {
    async called(security) {
      try {
        await call(server, security);
      } catch (error) {
        throw reasons.at(-1) === undefined ? error : new Error(reasons.at(-1), { cause: error });
      }
      return seen.at(-1) as SamlIdentity;
    },
  };
}

describe.each(['1.3', '1.4', '2005'] as const)('WS-Trust %s', (version) => {
  describe.each(['2.0', '1.1'] as const)('issues SAML %s', (tokenType) => {
    test.each(['bearer', 'symmetric', 'public'] as const)('as %s', async (keyType) => {
      const service = tokenService();
      const proof = keyOf('client');
      const token = tokenOf(service, { version, tokenType, keyType, proof });
      const identity = await verifying().called(token);
      expect(identity).toMatchObject({
        version: tokenType,
        issuer,
        nameId: { value: 'ada' },
        attributes: { 'http://claims.test/role': ['nurse', 'tutor'] },
        confirmation: keyType === 'bearer' ? 'bearer' : 'holder-of-key',
      });
      expect(service.requests).toEqual([{ request: 'Issue', user: 'ada' }]);
    });
  });

  test('renews and cancels', async () => {
    const service = tokenService();
    const token = tokenOf(service, { version, keyType: 'symmetric' });
    const { called } = verifying();
    await token.renew();
    const { id } = await called(token);
    await token.renew();
    const renewed = await called(token);
    expect(renewed.id).not.toBe(id);
    expect(renewed.confirmation).toBe('holder-of-key');
    await token.cancel();
    await token.cancel();
    await called(token);
    expect(service.requests.map(({ request }) => request)).toEqual([
      'Issue',
      'Renew',
      'Cancel',
      'Issue',
    ]);
  });
});

describe('a token', () => {
  test('is asked for once for a thousand calls at once', async () => {
    const service = tokenService();
    const token = tokenOf(service);
    const { called } = verifying();
    const all = await Promise.all(Array.from({ length: 1000 }, () => called(token)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    [{}, 'Issue'],
    [{ renewable: true }, 'Renew'],
  ])('is replaced shortly before it expires, with %o', async (settings, request) => {
    let now = Date.now();
    const clock = (): number => now;
    const service = tokenService({ now: clock });
    const token = tokenOf(service, { now: clock, ...settings });
    const { called } = verifying({ now: clock });
    await called(token);
    now += 239_000;
    await called(token);
    expect(service.requests).toHaveLength(1);
    now += 2000;
    await called(token);
    expect(service.requests.slice(1)).toEqual([{ request, user: 'ada' }]);
  });

  test('that cannot be renewed is asked for', async () => {
    let now = Date.now();
    const services = [tokenService({ now: () => now }), tokenService({ now: () => now })];
    let current = services[0];
    const fetch: TokenService['fetch'] = (...given) => current?.fetch(...given) as never;
    const token = tokenOf({ fetch }, { now: () => now, renewable: true });
    const { called } = verifying({ now: () => now });
    await called(token);
    [, current] = services;
    now += 250_000;
    await called(token);
    expect(services[1]?.requests).toEqual([
      { request: 'Renew', user: 'ada', refused: 'The token is not known, or was cancelled.' },
      { request: 'Issue', user: 'ada' },
    ]);
  });

  test('has the claims and the life that were asked for', async () => {
    const token = tokenOf(tokenService(), { claims: ['urn:other'], lifetime: 30, early: 10 });
    const { attributes } = await verifying().called(token);
    expect({ ...attributes }).toEqual({});
  });

  test('is asked for over SOAP 1.1 without WS-Addressing, too', async () => {
    const token = tokenOf(tokenService(), {}, { binding: 'soap11', addressing: false });
    expect((await verifying().called(token)).nameId?.value).toBe('ada');
  });

  test('is asked for by certificate, or by another token', async () => {
    const service = tokenService();
    const { called } = verifying();
    const signed = tokenOf(service, { credentials: signer(keyOf('client')) });
    expect((await called(signed)).nameId?.value).toContain('CN=client');
    const own = tokenOf(service, { credentials: samlToken(() => service.issue({ user: 'bob' })) });
    expect((await called(own)).nameId?.value).toBe('bob');
    const chained = tokenOf(service, { credentials: tokenOf(service, { appliesTo: issuer }) });
    expect((await called(chained)).nameId?.value).toBe('ada');
  });

  test('is about somebody for whom the client acts', async () => {
    const service = tokenService();
    const { called } = verifying();
    const user = service.issue({ user: 'eve' });
    expect((await called(tokenOf(service, { onBehalfOf: user }))).nameId?.value).toBe('eve');
    const acting = tokenOf(service, { actAs: user, version: '1.4' });
    expect((await called(acting)).nameId?.value).toBe('eve');
  });
});

/** A token service whose answers are changed on the way. */
function changed(service: TokenService, change: (xml: string) => string): TokenService {
  const fetch = async (...given: Parameters<TokenService['fetch']>): Promise<Response> => {
    const answer = (await service.fetch(...given)) as Response;
    return new Response(change(await answer.text()), answer);
  };
  return { ...service, fetch } as TokenService;
}

describe('a token is sent as it came', () => {
  const saml = ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

  test('with the namespaces of elements around it', async () => {
    const around = changed(tokenService(), (xml) =>
      xml.replace(saml, '').replace('<soap:Envelope', `$&${saml}`),
    );
    expect((await verifying().called(tokenOf(around))).nameId?.value).toBe('ada');
  });

  test('with a reference of the token service, if it is encrypted', async () => {
    const reference =
      '<wsse:SecurityTokenReference><wsse:Reference URI="#_enc"/></wsse:SecurityTokenReference>';
    const encrypted = '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#" Id="_enc"/>';
    const opaque = changed(tokenService(), (xml) =>
      xml
        .replace(/<saml:Assertion .*<\/saml:Assertion>/s, encrypted)
        .replace(/<wsse:SecurityTokenReference .*<\/wsse:SecurityTokenReference>/s, reference),
    );
    let sent = '';
    const fetch = async (_url: string, { body }: { body?: unknown }): Promise<Response> => {
      sent = String(body);
      return new Response('', { status: 500 });
    };
    const token = tokenOf(opaque, { keyType: 'symmetric' });
    await call({ fetch } as never, token).catch(() => undefined);
    expect(sent).toContain(encrypted);
    expect(sent).toMatch(
      /<ds:KeyInfo><wsse:SecurityTokenReference [^>]*><wsse:Reference URI="#_enc"/,
    );
    await expect(verifying().called(token)).rejects.toThrow('The assertion is encrypted');
  });
});

test('a call that ends does not end the request for a token that others wait for', async () => {
  const service = tokenService();
  let answer = (): void => undefined;
  const waiting = new Promise<void>((done) => {
    answer = done;
  });
  const fetch = async (...given: Parameters<TokenService['fetch']>): Promise<unknown> => {
    await waiting;
    return service.fetch(...given);
  };
  const token = tokenOf({ fetch } as never);
  const { called } = verifying();
  const other = called(token);
  const controller = new AbortController();
  const ended = createCaller(
    { baseUrl: 'http://test', security: token, fetch: () => Promise.reject(new Error('sent')) },
    {},
  ).call(AuthCode, {}, { signal: controller.signal });
  controller.abort();
  await expect(ended).rejects.toMatchObject({ code: 'aborted' });
  answer();
  expect((await other).nameId?.value).toBe('ada');
  expect(service.requests).toHaveLength(1);
});

test('the token service listens on a port, too', async () => {
  const service = tokenService();
  const http = createHttpServer(service.listener);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  const token = issuedToken({
    sts: `http://127.0.0.1:${port}/SecurityTokenService`,
    credentials: usernameToken(ada),
    appliesTo: audience,
  });
  try {
    expect((await verifying().called(token)).nameId?.value).toBe('ada');
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

describe('errors', () => {
  test('say what the token service said, without what was sent', async () => {
    const service = tokenService();
    const token = tokenOf(service, {
      credentials: usernameToken({ username: 'ada', password: 'hunter2' }),
    });
    const error = await verifying()
      .called(token)
      .catch((one: unknown) => one);
    expect(error).toMatchObject({
      name: 'AsmxError',
      code: 'protocol',
      message:
        'The token service sts.test did not issue the token: it does not accept the credentials ' +
        '(FailedAuthentication: The security token could not be authenticated or authorized.)',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
    expect(service.requests).toMatchObject([
      { refused: 'The password of the UsernameToken is wrong.' },
    ]);
  });

  test('are not kept', async () => {
    const service = tokenService();
    let isDown = true;
    const fetch: TokenService['fetch'] = (...given) =>
      isDown ? (Promise.reject(new Error('down')) as never) : service.fetch(...given);
    const token = tokenOf({ fetch });
    const { called } = verifying();
    const all = await Promise.allSettled([called(token), called(token)]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(called(token)).rejects.toMatchObject({ code: 'transport' });
    isDown = false;
    expect((await called(token)).nameId?.value).toBe('ada');
  });

  test.each<readonly [string, (xml: string) => string, Partial<IssuedTokenSettings>, string]>([
    [
      'no token',
      (xml) => xml.replace(/<wst:RequestedSecurityToken>.*<\/wst:RequestedSecurityToken>/s, ''),
      {},
      'it has no token',
    ],
    [
      'another answer',
      (xml) => xml.replace(/RequestSecurityTokenResponse/g, 'X'),
      {},
      'it has no token',
    ],
    [
      'an encrypted key',
      (xml) => xml.replace(/<wst:ComputedKey>.*<\/wst:ComputedKey>/s, '<x/>'),
      { keyType: 'symmetric' },
      'a key in the answer is encrypted or missing',
    ],
    [
      'an unknown way to compute it',
      (xml) => xml.replace('CK/PSHA1', 'CK/Other'),
      { keyType: 'symmetric' },
      'which is not supported',
    ],
    [
      'a key of no bits',
      (xml) => xml.replace('>256<', '>8<'),
      { keyType: 'symmetric' },
      'a key of 8 bits is none',
    ],
  ])('of an answer with %s', async (_, change, settings, message) => {
    const token = tokenOf(changed(tokenService(), change), settings);
    await expect(verifying().called(token)).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining(message),
    });
  });

  test.each<readonly [string, Partial<IssuedTokenSettings>, string]>([
    ['keyType', { keyType: 'x' as never }, "The keyType 'x' is unknown"],
    ['version', { version: '2.0' as never }, "The version '2.0' is unknown"],
    ['proof', { keyType: 'public' }, "keyType 'public' needs proof"],
    ['actAs', { actAs: '<a/>' }, 'actAs is of WS-Trust 1.4'],
    ['lifetime', { lifetime: 0 }, 'lifetime'],
  ])('of settings: %s', (_, settings, message) => {
    expect(() => tokenOf(tokenService(), settings)).toThrow(message);
  });

  test('of a service that the token service does not know', async () => {
    const token = tokenOf(tokenService({ services: {} }), { keyType: 'symmetric' });
    await expect(verifying().called(token)).rejects.toMatchObject({
      message: expect.stringContaining('(RequestFailed: The certificate of the service'),
    });
  });
});

test('a key is the one that the service gives, or our own entropy', async () => {
  const service = tokenService();
  const { called } = verifying();
  const given = (change: (xml: string) => string): Promise<SamlIdentity> =>
    called(tokenOf(changed(service, change), { keyType: 'symmetric' }));
  // these are not the key that is in the token: the signature shows which one was taken
  await expect(
    given((xml) => xml.replace(/<wst:RequestedProofToken>.*<\/wst:RequestedProofToken>/s, '')),
  ).rejects.toThrow('The signature is wrong.');
  await expect(
    given((xml) =>
      xml.replace(
        /<wst:ComputedKey>.*<\/wst:ComputedKey>/s,
        `<wst:BinarySecret>${Buffer.alloc(32).toString('base64')}</wst:BinarySecret>`,
      ),
    ),
  ).rejects.toThrow('The signature is wrong.');
});

test('P_SHA1 is that of TLS', () => {
  // computed with Python: hmac and hashlib
  const key = computedKey(Buffer.from('secret'), Buffer.from('seed'), 32);
  expect(key.toString('hex')).toBe(expectedKey);
});
const expectedKey = '5d55432bdfe9b93a813acc932adf0f297815d1c83166a983ea042d410665dfa1';
