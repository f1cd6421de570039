import { createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { usernameToken } from '../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import { MemoryNonces } from '../../src/runtime/server/security.ts';
import {
  decrypter,
  encrypter,
  type SamlIdentity,
  type SamlRules,
  type SamlTokenSettings,
  samlToken,
  verifySaml,
} from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import {
  assertion11,
  assertion20,
  at,
  audience,
  carried,
  conditions,
  issued,
  issuer,
  keyInfoOf,
  type Said,
  samlRules,
} from './assertions.ts';
import { call, envelope, input, keyOf, pem, sender } from './messages.ts';

const versions = [
  ['2.0', assertion20],
  ['1.1', assertion11],
] as const;

/** The key of a holder, in the assertion. */
function holder(version: '1.1' | '2.0', keyInfo: string): Said {
  return { method: 'holder-of-key', data: version === '2.0' ? `>${keyInfo}` : keyInfo };
}

/** Calls a server that verifies, and says who was found and how the message looked. */
async function sent(
  security: ClientOptions['security'],
  rules: Partial<SamlRules> = {},
  change: (xml: string) => string = (xml) => xml,
): Promise<{ identity: SamlIdentity | undefined; xml: string; reason: string | undefined }> {
  const ask = sender(verifySaml({ ...samlRules, ...rules }));
  let seen = { identity: undefined as unknown, xml: '', reason: undefined as string | undefined };
  const server = school({});
  const fetch = async (_url: string, { body }: { body?: unknown }): Promise<Response> => {
    const xml = change(String(body));
    const { identity, reason, status, body: answer } = await ask(xml);
    seen = { identity, xml, reason };
    return new Response(answer, { status, headers: { 'Content-Type': 'text/xml' } });
  };
  await call({ ...server, fetch } as never, security).catch(() => undefined);
  return { ...seen, identity: seen.identity as SamlIdentity | undefined };
}

describe.each(versions)('SAML %s', (version, assertion) => {
  test('bearer: the identity is what the assertion says', async () => {
    const { identity } = await sent(samlToken(issued(assertion())));
    const name = version === '2.0' ? 'role' : 'http://claims.test/role';
    expect(identity).toMatchObject({
      version,
      issuer,
      nameId: { value: 'ada' },
      attributes: { [name]: ['nurse', 'tutor & more'] },
      authentication: { context: expect.stringMatching(/password/i), instant: expect.any(Date) },
      confirmation: 'bearer',
      signed: [],
    });
    expect(identity?.certificate.subject).toContain('CN=server');
  });

  test.each([['client'], ['ec']])('holder-of-key: the key %s of a certificate', async (name) => {
    const xml = issued(assertion(holder(version, keyInfoOf(name))));
    const signatures = ['rsa-sha256', 'ecdsa-sha256'] as const;
    const { key } = keyOf(name);
    const settings: SamlTokenSettings = { confirmation: 'holder-of-key', key };
    const { identity, reason } = await sent(samlToken(xml, settings), { signatures });
    expect(reason).toBe(undefined);
    expect(identity).toMatchObject({ confirmation: 'holder-of-key', nameId: { value: 'ada' } });
    expect(identity?.signed.map(({ local }) => local)).toEqual(['Body', 'Timestamp']);
  });

  test('holder-of-key: a key by its numbers', async () => {
    const { n = '', e = '' } = createPublicKey(pem('client.pem')).export({ format: 'jwk' });
    const [modulus, exponent] = [n, e].map((one) =>
      Buffer.from(one, 'base64url').toString('base64'),
    );
    const keyInfo =
      '<d:KeyInfo xmlns:d="http://www.w3.org/2000/09/xmldsig#"><d:KeyValue><d:RSAKeyValue>' +
      `<d:Modulus>${modulus}</d:Modulus><d:Exponent>${exponent}</d:Exponent></d:RSAKeyValue>` +
      '</d:KeyValue></d:KeyInfo>';
    const xml = issued(assertion(holder(version, keyInfo)));
    const { key } = keyOf('client');
    const { identity } = await sent(samlToken(xml, { confirmation: 'holder-of-key', key }));
    expect(identity?.confirmation).toBe('holder-of-key');
  });

  test.each(['hmac-sha256', 'hmac-sha1'])('holder-of-key: a secret, with %s', async (signature) => {
    const secret = randomBytes(32);
    const xml = issued(assertion(holder(version, encrypted(secret))));
    const token = samlToken(xml, { confirmation: 'holder-of-key', secret, signature });
    const { identity, reason } = await sent(token, { key: pem('server.key') });
    expect(reason).toBe(undefined);
    expect(identity?.confirmation).toBe('holder-of-key');
    const other = samlToken(xml, { confirmation: 'holder-of-key', secret: randomBytes(32) });
    expect(await sent(other, { key: pem('server.key') })).toMatchObject({
      reason: 'The signature is wrong.',
    });
    expect(await sent(token)).toMatchObject({
      reason: 'The key of the holder is encrypted: verifySaml needs key.',
    });
    expect(await sent(token, { key: pem('client.key') })).toMatchObject({
      reason: 'The key of the holder cannot be decrypted with key.',
    });
  });

  test('sender-vouches: signature and assertion of a sender who is trusted', async () => {
    const xml = issued(assertion({ method: 'sender-vouches' }));
    const vouches = { ...keyOf('client'), confirmation: 'sender-vouches' } as const;
    const { identity, reason } = await sent(samlToken(xml, vouches), { vouchers: pem('ca.pem') });
    expect(reason).toBe(undefined);
    expect(identity?.signed.map(({ local }) => local)).toEqual(['Body', 'Timestamp', 'Assertion']);
    expect(await sent(samlToken(xml, vouches))).toMatchObject({
      reason: 'No confirmation of the subject is accepted: sender-vouches.',
    });
    expect(await sent(samlToken(xml, vouches), { vouchers: pem('stranger.pem') })).toMatchObject({
      reason: 'The certificate of the signature is not trusted.',
    });
    const alone = { ...vouches, confirmation: 'holder-of-key' } as const;
    expect(await sent(samlToken(xml, alone), { vouchers: pem('ca.pem') })).toMatchObject({
      identity: undefined,
    });
  });

  test('sender-vouches: the reference that is signed is to the assertion', async () => {
    const xml = issued(assertion({ method: 'sender-vouches' }));
    const token = samlToken(xml, { ...keyOf('client'), confirmation: 'sender-vouches' });
    const rules = { vouchers: pem('ca.pem') };
    const asked = async (change: (message: string) => string): Promise<string | undefined> =>
      (await sent(token, rules, change)).reason;
    const notTo = 'A reference to a token is not to the assertion.';
    const identifier = /(<wsse:KeyIdentifier [^>]*SAML[^>]*>)[^<]*/;
    expect(await asked((one) => one.replace(identifier, '$1_other'))).toBe(notTo);
    // the reference is read where the signature of the message is, and nowhere else
    const reference =
      /<wsse:SecurityTokenReference [^>]*wsu:Id=.*?<\/wsse:SecurityTokenReference>/s;
    expect(
      await asked((one) => {
        const [moved = ''] = reference.exec(one) ?? [];
        return one.replace(moved, '').replace('</soap:Header>', `<x>${moved}</x>$&`);
      }),
    ).toBe(notTo);
    expect(await asked((one) => one.replace('>ada<', '>eve<'))).toContain('was changed');
  });

  test.each(['holder-of-key', 'sender-vouches'] as const)(
    '%s: is refused if more was encrypted than was signed',
    async (confirmation) => {
      const isHolder = confirmation === 'holder-of-key';
      const said = isHolder ? holder(version, keyInfoOf('client')) : { method: confirmation };
      const elements = ['Body', 'Timestamp', '{urn:x}Tx'];
      const tx = '<x:Tx xmlns:x="urn:x">1</x:Tx>';
      const encrypts = (names = ['Body']) =>
        encrypter({ cert: pem('server.pem'), elements: names });
      const adding = (header: string) => (xml: string) =>
        xml.replace(/<\/(\w+):Header>/, (end) => `${header}${end}`);
      const key = isHolder ? { key: pem('client.key') } : keyOf('client');
      const token = samlToken(issued(assertion(said)), { ...key, confirmation, elements });
      const sends = [{ toXML: () => '', postProcess: adding(tx) }, encrypts(), token];
      const { xml: own } = await sent(sends);
      const verifier = () => verifySaml({ ...samlRules, vouchers: pem('ca.pem'), elements });
      const ask = (xml: string) => sender([verifier(), decrypter(keyOf('server'))])(xml);
      expect(await ask(own)).toMatchObject({ status: 200, reason: undefined, input });
      // the certificate of the server is all that one needs for another header
      const added = adding(tx.replace('1', '9'))(own.replace(/<(\/?)x:Tx/g, '<$1x:Held'));
      const more = encrypts(['{urn:x}Tx'])
        .postProcess(added)
        .replace(/<(\/?)x:Held/g, '<$1x:Tx');
      expect(more.split('<xenc:EncryptedKey ').length).toBe(3);
      const answer = await ask(more);
      expect(answer).toMatchObject({
        input: undefined,
        reason: 'What is encrypted is not signed.',
      });
      const { status, body } = await ask(envelope());
      expect(body).toContain(':FailedCheck<');
      expect(answer).toMatchObject({ status, body });
    },
  );

  test('beside a UsernameToken, which is signed, and headers of WS-Addressing', async () => {
    const xml = issued(assertion(holder(version, keyInfoOf('client'))));
    const token = samlToken(xml, { confirmation: 'holder-of-key', key: pem('client.key') });
    const user = usernameToken({ username: 'ada', password: 'secret', type: 'digest' });
    const { identity, xml: message } = await sent([user, token]);
    expect(identity?.signed.map(({ local }) => local)).toEqual([
      'Body',
      'Timestamp',
      'UsernameToken',
    ]);
    expect(message.match(/<wsse:Security /g)).toHaveLength(1);
  });
});

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const xmlenc11 = 'http://www.w3.org/2009/xmlenc11#';

/** KeyInfo with a secret, encrypted for the server. */
function encrypted(
  secret: Uint8Array,
  {
    hash = 'sha1',
    algorithm = `${xmlenc}rsa-oaep-mgf1p`,
    parameters = '',
  }: { hash?: string; algorithm?: string; parameters?: string } = {},
): string {
  const value = publicEncrypt({ key: pem('server.pem'), oaepHash: hash }, secret);
  return (
    '<d:KeyInfo xmlns:d="http://www.w3.org/2000/09/xmldsig#">' +
    `<e:EncryptedKey xmlns:e="${xmlenc}"><e:EncryptionMethod Algorithm="${algorithm}">` +
    `${parameters}</e:EncryptionMethod><e:CipherData><e:CipherValue>` +
    `${value.toString('base64')}</e:CipherValue></e:CipherData></e:EncryptedKey></d:KeyInfo>`
  );
}

test.each([
  ['RSA-OAEP of 1.1', { algorithm: `${xmlenc11}rsa-oaep` }, undefined],
  [
    'RSA-OAEP of 1.1 with SHA-256',
    {
      hash: 'sha256',
      algorithm: `${xmlenc11}rsa-oaep`,
      parameters:
        `<d:DigestMethod Algorithm="${xmlenc}sha256"/>` +
        `<m:MGF xmlns:m="${xmlenc11}" Algorithm="${xmlenc11}mgf1sha256"/>`,
    },
    undefined,
  ],
  [
    'two hashes',
    { parameters: `<d:DigestMethod Algorithm="${xmlenc}sha256"/>` },
    'The algorithm of the encrypted key of the holder is not supported.',
  ],
  [
    'RSA 1.5',
    { algorithm: `${xmlenc}rsa-1_5` },
    'The algorithm of the encrypted key of the holder is not supported.',
  ],
])('a secret is encrypted by RSA-OAEP: %s', async (_, how, expected) => {
  const secret = randomBytes(32);
  const xml = issued(assertion20(holder('2.0', encrypted(secret, how))));
  const token = samlToken(xml, { confirmation: 'holder-of-key', secret });
  const { identity, reason } = await sent(token, { key: pem('server.key') });
  expect([identity?.confirmation, reason]).toEqual([
    expected === undefined ? 'holder-of-key' : undefined,
    expected,
  ]);
});

describe('an assertion is refused', () => {
  const ask = sender(verifySaml(samlRules));
  const refused = async (xml: string, reason: string): Promise<void> => {
    const found = await ask(xml);
    expect(found).toMatchObject({ identity: undefined, input: undefined });
    expect(found.reason).toContain(reason);
    // the caller reads one of two texts
    expect(found.body).toMatch(/<faultcode[^>]*>[^<]*:(?:FailedAuthentication|InvalidSecurity)</);
    expect(found.body).not.toContain(reason);
  };
  const times = (from: number, to: number): Said => ({
    conditions: conditions().replace(
      / NotBefore.*?>/,
      ` NotBefore="${at(from)}" NotOnOrAfter="${at(to)}">`,
    ),
  });
  const condition = (xml: string): Said => ({ conditions: conditions(xml) });

  test.each<readonly [string, Said, string]>([
    ['expired', times(-900, -400), 'The assertion has expired.'],
    ['not valid yet', times(400, 900), 'The assertion is not valid yet.'],
    ['without an audience', { conditions: '<a:Conditions/>' }, 'The assertion names no audience.'],
    [
      'for somebody else',
      { conditions: conditions().replace(audience, 'https://other.test/') },
      'The assertion is for another audience: https://other.test/.',
    ],
    [
      'for us and only somebody else',
      condition(
        '<a:AudienceRestriction><a:Audience>https://other.test/</a:Audience></a:AudienceRestriction>',
      ),
      'The assertion is for another audience: https://other.test/.',
    ],
    [
      'with an unknown condition',
      condition('<a:Condition/>'),
      'The condition Condition is not known.',
    ],
    [
      'of a condition of others',
      condition('<OneTimeUse/>'),
      'The condition OneTimeUse is not known.',
    ],
    [
      'without an end',
      { conditions: conditions().replace(/ NotOnOrAfter="[^"]*"/, '') },
      'The assertion never expires.',
    ],
    [
      'with a time that is none',
      { conditions: conditions().replace(/NotBefore="/, '$&x') },
      'is no dateTime',
    ],
    ['whose confirmation has expired', { data: ` NotOnOrAfter="${at(-400)}">` }, 'has expired'],
    [
      'for another recipient',
      { data: ' Recipient="https://other.test/">' },
      'The assertion is for another recipient: https://other.test/.',
    ],
    ['by an unknown method', { method: 'other' }, 'No confirmation of the subject is accepted'],
    [
      'of a holder without a key',
      { method: 'holder-of-key' },
      'The assertion does not have just one key of its holder.',
    ],
    [
      'of a holder who does not sign',
      holder('2.0', keyInfoOf('client')),
      'The message is not signed.',
    ],
    ['with an element in the name', { name: 'ada<x/>' }, 'NameID has elements in it.'],
  ])('%s', async (_, said, reason) => {
    await refused(carried(issued(assertion20(said))), reason);
  });

  test.each<readonly [string, string, string]>([
    ['no assertion', '', 'There is no assertion.'],
    ['without a signature', assertion20(), 'The assertion is not signed.'],
    [
      'of a stranger',
      issued(assertion20(), 'stranger'),
      'The assertion was refused. The certificate of the signature is not trusted.',
    ],
    [
      'of somebody with a certificate of the same authority',
      issued(assertion20(), 'client'),
      'The certificate of the signature is not trusted.',
    ],
    [
      'with another name',
      issued(assertion20()).replace('>ada<', '>bob<'),
      'A signed element was changed.',
    ],
    [
      'with one more attribute',
      issued(assertion20()).replace(
        '<a:AttributeStatement>',
        '$&<a:Attribute Name="x"><a:AttributeValue>y</a:AttributeValue></a:Attribute>',
      ),
      'A signed element was changed.',
    ],
    [
      'with attributes in the signature',
      issued(assertion20()).replace(
        '</Signature>',
        '<Object><a:AttributeStatement/></Object></Signature>',
      ),
      'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    ],
    ['two', issued(assertion20()) + issued(assertion20()), 'There are several assertions.'],
    [
      'in another element',
      `<wsse:Other>${issued(assertion20())}</wsse:Other>`,
      'There is no assertion.',
    ],
    [
      'with the ID of another element',
      `${issued(assertion20({ id: '_a' }))}<x Id="_a"/>`,
      'The ID of the assertion is not that of one element.',
    ],
    [
      'with its ID twice',
      issued(assertion20({ id: '_a' })).replace('ID="_a"', '$& Id="_a"'),
      'The ID of the assertion is not that of one element.',
    ],
    [
      'of another version',
      issued(assertion20().replace('Version="2.0"', 'Version="3.0"'), 'server'),
      'There is no assertion of SAML 1.1 or 2.0.',
    ],
    [
      'encrypted',
      '<e:EncryptedAssertion xmlns:e="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      'The assertion is encrypted, which is not supported.',
    ],
  ])('%s', async (_, tokens, reason) => {
    await refused(carried(tokens), reason);
  });

  test('whose signature is of another assertion, which is in it', async () => {
    const right = issued(assertion20({ id: '_right' }));
    const signature = /<Signature.*<\/Signature>/s.exec(right)?.[0] ?? '';
    const other = assertion20({ id: '_other', name: 'bob' }).replace(
      '</a:Issuer>',
      `$&${signature}<a:Advice>${right.replace(signature, '')}</a:Advice>`,
    );
    await refused(carried(other), 'is not that of one element');
    const moved = assertion20({ id: '_other', name: 'bob' }).replace(
      '</a:Issuer>',
      `$&${signature}`,
    );
    await refused(
      carried(
        moved,
        `<wsse:Other>${right.replace(signature, '').replace('ID=', 'Id=')}</wsse:Other>`,
      ),
      'The assertion was refused.',
    );
  });

  test('that is as it was, beside a header that was moved into the message', async () => {
    expect(await ask(carried(issued(assertion20())))).toMatchObject({ status: 200, input });
    const inBody = carried().replace('<code>', `${issued(assertion20())}$&`);
    await refused(inBody, 'There is no assertion.');
  });
});

describe('an assertion is read as it was signed', () => {
  const find = async (said: Said): Promise<SamlIdentity> => {
    const { identity } = await sender(verifySaml(samlRules))(carried(issued(assertion20(said))));
    return identity as SamlIdentity;
  };

  test('a comment is no end of a name', async () => {
    const xml = carried(issued(assertion20({ name: 'ada.admin' })).replace('ada.', 'ada<!-- -->.'));
    const { identity } = await sender(verifySaml(samlRules))(xml);
    expect(identity).toMatchObject({ nameId: { value: 'ada.admin' } });
  });

  test('a comment that was signed is none, either', async () => {
    const { nameId } = await find({ name: 'ada<!-- -->.admin' });
    expect(nameId?.value).toBe('ada.admin');
  });

  test('values with elements are their XML, and names may be any', async () => {
    const { attributes } = await find({
      attributes:
        '<a:Attribute Name="__proto__"><a:AttributeValue>x</a:AttributeValue></a:Attribute>' +
        '<a:Attribute Name="r"><a:AttributeValue><h:Role xmlns:h="urn:h" code="1"/></a:AttributeValue></a:Attribute>',
    });
    expect(Object.entries(attributes)).toEqual([
      ['__proto__', ['x']],
      ['r', ['<h:Role xmlns:h="urn:h" code="1"></h:Role>']],
    ]);
  });
});

describe('the rules', () => {
  test('OneTimeUse is taken once, by a store', async () => {
    const xml = carried(issued(assertion20({ conditions: conditions('<a:OneTimeUse/>') })));
    const replay = new MemoryNonces(Date.now);
    const ask = sender(verifySaml({ ...samlRules, replay }));
    expect(await ask(xml)).toMatchObject({ status: 200 });
    expect(await ask(xml)).toMatchObject({ reason: 'The assertion was used before.' });
    const other = sender(verifySaml({ ...samlRules, replay: { add: () => false } }));
    expect(await other(xml)).toMatchObject({ reason: 'The assertion was used before.' });
    const plain = carried(issued(assertion20()));
    expect(await ask(plain)).toMatchObject({ status: 200 });
    expect(await ask(plain)).toMatchObject({ status: 200 });
  });

  test('trust is by issuer, or a function', async () => {
    const xml = carried(issued(assertion20()));
    const asked = async (trust: SamlRules['trust']): Promise<string | undefined> =>
      (await sender(verifySaml({ ...samlRules, trust }))(xml)).reason;
    const untrusted = 'The assertion was refused. The certificate of the signature is not trusted.';
    expect(await asked({ [issuer]: pem('server.pem') })).toBe(undefined);
    expect(await asked({ 'https://other.test/': pem('server.pem') })).toBe(untrusted);
    expect(await asked((_, name) => name === issuer)).toBe(undefined);
    expect(await asked((certificate) => certificate.subject.includes('other'))).toBe(untrusted);
    expect(await asked(pem('ca.pem'))).toBe(untrusted);
  });

  test('audience false takes any, and the skew of clocks is allowed', async () => {
    const late = issued(assertion20({ conditions: `<a:Conditions NotOnOrAfter="${at(-100)}"/>` }));
    const asked = async (rules: Partial<SamlRules>): Promise<string | undefined> =>
      (await sender(verifySaml({ ...samlRules, ...rules }))(carried(late))).reason;
    expect(await asked({ audience: false })).toBe(undefined);
    expect(await asked({ audience: false, clockSkew: 0 })).toBe('The assertion has expired.');
  });

  test.each([
    ['audience', { audience: undefined as never }, 'audience of verifySaml names the service'],
    ['audiences', { audience: [] }, 'audience of verifySaml names the service'],
    ['trust', { trust: {} }, 'There is no certificate in trust of verifySaml.'],
    ['certificates', { trust: 'x' }, 'There is no certificate in PEM.'],
    ['confirmations', { confirmations: ['x' as never] }, "The confirmation 'x' is unknown"],
    ['key', { key: 'x' }, 'The key cannot be read'],
  ])('are checked at once: %s', (_, rules, message) => {
    expect(() => verifySaml({ ...samlRules, ...rules })).toThrow(message);
  });
});

test.each(['bearer', 'holder-of-key'] as const)('%s beside encryption', async (confirmation) => {
  const data = confirmation === 'bearer' ? {} : holder('2.0', keyInfoOf('client'));
  const token = samlToken(issued(assertion20(data)), { ...keyOf('client'), confirmation });
  const ask = sender([verifySaml(samlRules), decrypter(keyOf('server'))]);
  const fetch = async (_url: string, { body }: { body?: unknown }): Promise<Response> => {
    expect(body).not.toContain('<code>');
    const found = await ask(String(body));
    expect(found).toMatchObject({ status: 200, input, identity: { confirmation } });
    return new Response(found.body, { headers: { 'Content-Type': 'text/xml' } });
  };
  await call({ fetch } as never, [token, encrypter({ cert: pem('server.pem') })]);
});

describe('samlToken', () => {
  test('asks a function for each call, and sends what it says', async () => {
    let count = 0;
    const token = samlToken(async () => {
      count += 1;
      return `<?xml version="1.0"?>\n${issued(assertion20())}\n`;
    });
    expect((await sent(token)).identity?.nameId?.value).toBe('ada');
    expect((await sent(token)).identity?.nameId?.value).toBe('ada');
    expect(count).toBe(2);
  });

  test.each([
    ['nothing', '', 'The assertion cannot be sent: '],
    ['another element', '<a/>', 'it is no assertion of SAML 1.1 or 2.0 with an ID'],
    ['an empty ID', assertion20({ id: '' }), 'it is no assertion of SAML 1.1 or 2.0 with an ID'],
  ])('refuses %s', async (_, xml, message) => {
    const calling = call(school({}), samlToken(xml));
    await expect(calling).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining(message),
    });
  });

  test('is for SOAP alone', async () => {
    const calling = call(school({}), samlToken(issued(assertion20())), { binding: 'httpGet' });
    await expect(calling).rejects.toMatchObject({ code: 'encode' });
  });

  test.each<readonly [string, SamlTokenSettings, string]>([
    ['no key', { confirmation: 'holder-of-key' }, 'holder-of-key needs the key or the secret'],
    [
      'a short secret',
      { confirmation: 'holder-of-key', secret: new Uint8Array(8) },
      'shorter than 16 bytes',
    ],
    [
      'no certificate',
      { confirmation: 'sender-vouches', key: pem('client.key') },
      'sender-vouches needs key and cert',
    ],
    ['confirmation', { confirmation: 'x' as never }, "The confirmation 'x' is unknown"],
    ['timestamp', { timestamp: -1 }, 'timestamp'],
  ])('checks its settings: %s', (_, settings, message) => {
    expect(() => samlToken('', settings)).toThrow(message);
  });
});
