import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { usernameToken } from '../../src/runtime/client/credentials.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import { call, envelope, input, keyOf, pem, rules, sender, signed } from './messages.ts';

const references = [
  'BinarySecurityToken',
  'SubjectKeyIdentifier',
  'IssuerSerial',
  'ThumbprintSHA1',
  'X509Data',
] as const;

describe('a signed request is accepted', () => {
  test.each(references)('with a key named by %s, over both versions', async (reference) => {
    const ask = sender(signatureVerifier({ ...rules, certificates: pem('client.pem') }));
    for (const version of ['soap11', 'soap12'] as const) {
      const found = await ask(signed({ reference }, envelope(version)));
      expect([found.status, found.reason, found.input]).toEqual([200, undefined, input]);
      const { certificate, signed: parts } = found.identity as {
        certificate: X509Certificate;
        signed: readonly { readonly local: string }[];
      };
      expect(certificate.subject).toContain('CN=client');
      expect(parts.map(({ local }) => local)).toEqual(['Body', 'Timestamp']);
    }
  });
});

describe('whose signature it is', () => {
  const reasonOf = async (
    settings: Partial<SignerSettings>,
    more: Partial<SignatureRules> = {},
    xml = envelope(),
  ): Promise<string | undefined> => {
    const ask = sender(signatureVerifier({ ...rules, ...more }));
    const { status, reason, input: given, body } = await ask(signed(settings, xml));
    expect([status, given === undefined]).toEqual(
      reason === undefined ? [200, false] : [500, true],
    );
    if (reason !== undefined) expect(body).not.toContain(reason);
    return reason;
  };
  const notTrusted = 'The certificate of the signature is not trusted.';

  test.each([
    ['of the authority', 'client', undefined],
    ['of the authority, without a SubjectKeyIdentifier', 'server', undefined],
    ['of somebody else', 'stranger', notTrusted],
    ['issued by one that is no authority', 'forged', notTrusted],
    ['that has expired', 'expired', notTrusted],
  ])('a certificate %s', async (_whose, name, reason) => {
    const own = keyOf(name);
    expect(await reasonOf(own)).toBe(reason);
    const trust = [pem('ca.pem'), pem('client.pem')];
    expect(await reasonOf(own, { trust })).toBe(reason);
  });

  test('certificates that are trusted themselves, in one text or several', async () => {
    const own = keyOf('stranger');
    for (const trust of [
      pem('stranger.pem'),
      pem('client.pem') + pem('stranger.pem'),
      [new X509Certificate(pem('stranger.pem'))],
    ]) {
      expect(await reasonOf(own, { trust })).toBeUndefined();
      expect(await reasonOf(keyOf('server'), { trust })).toBe(notTrusted);
    }
  });

  test('a function says it, now or later, and only true is yes', async () => {
    const seen: string[] = [];
    const by = (answer: unknown): Partial<SignatureRules> => ({
      trust: (certificate) => {
        seen.push(certificate.subject);
        return answer as boolean;
      },
    });
    expect(await reasonOf(keyOf('stranger'), by(true))).toBeUndefined();
    expect(await reasonOf(keyOf('stranger'), by(Promise.resolve(true)))).toBeUndefined();
    for (const answer of [false, Promise.resolve(false), undefined, 'yes', 1]) {
      expect(await reasonOf(keyOf('stranger'), by(answer))).toBe(notTrusted);
    }
    expect(new Set(seen)).toEqual(new Set(['CN=stranger']));
    expect(await reasonOf(keyOf('expired'), by(true))).toBe(notTrusted);
    const now = () => Date.UTC(2020, 6);
    expect(await reasonOf({ ...keyOf('expired'), now }, { ...by(true), now })).toBeUndefined();
  });

  test('a function that fails is a fault of the server', async () => {
    const errors: unknown[] = [];
    const trust = (): boolean => {
      throw new Error('no connection');
    };
    const ask = sender(signatureVerifier({ trust }), {
      onError: (error) => void errors.push(error),
    });
    const { status, input: given } = await ask(signed());
    expect([status, given, String(errors)]).toEqual([500, undefined, 'Error: no connection']);
  });

  test('a key named without its certificate has to be known', async () => {
    for (const reference of references.slice(1, 4)) {
      const reason = 'The certificate that the signature names is not known here.';
      expect(await reasonOf({ reference })).toBe(reason);
      expect(await reasonOf({ reference }, { trust: pem('client.pem') })).toBeUndefined();
      const trust = (): boolean => true;
      expect(await reasonOf({ reference }, { trust })).toBe(reason);
      const certificates = [pem('server.pem'), pem('client.pem')];
      expect(await reasonOf({ reference }, { trust, certificates })).toBeUndefined();
    }
  });

  test('algorithms are those that are allowed', async () => {
    const digest = 'The algorithm of a digest is not allowed.';
    const signature = 'The algorithm of the signature is not allowed.';
    const trust = (): boolean => true;
    for (const name of ['rsa-sha256', 'rsa-sha384', 'rsa-sha512']) {
      for (const hash of ['sha256', 'sha384', 'sha512']) {
        expect(await reasonOf({ signature: name, digest: hash })).toBeUndefined();
      }
    }
    expect(await reasonOf({ signature: 'rsa-sha1' })).toBe(signature);
    expect(await reasonOf({ digest: 'sha1' })).toBe(digest);
    expect(await reasonOf({ signature: 'rsa-sha1', digest: 'sha1' }, { sha1: true })).toBe(
      undefined,
    );
    expect(await reasonOf({ ...keyOf('ec') }, { trust })).toBe(signature);
    const signatures = ['ecdsa-sha256'];
    expect(await reasonOf({ ...keyOf('ec') }, { trust, signatures })).toBeUndefined();
    expect(await reasonOf({}, { trust, signatures })).toBe(signature);
    expect(await reasonOf({}, { digests: ['sha512'] })).toBe(digest);
    const uri = 'http://www.w3.org/2001/04/xmlenc#sha512';
    expect(await reasonOf({ digest: uri }, { digests: [uri] })).toBeUndefined();
    expect(await reasonOf({ ...keyOf('short') }, { trust })).toBe(
      'The key of the signature is too short.',
    );
  });

  test('SHA-1 warns', async () => {
    const warned: string[] = [];
    const listen = ({ name }: Error): void => void warned.push(name);
    process.on('warning', listen);
    signatureVerifier({ ...rules, sha1: true });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    // Once in a process, so it may have been before.
    expect(warned.every((name) => name === 'SecurityWarning')).toBe(true);
  });

  test('what has to be signed is', async () => {
    const none = (name: string): string => `There is no element ${name}.`;
    const unsigned = (name: string): string => `The element ${name} is not signed.`;
    expect(await reasonOf({ elements: ['Body'] })).toBe(unsigned('Timestamp'));
    expect(await reasonOf({ elements: ['Timestamp'] })).toBe(unsigned('Body'));
    expect(await reasonOf({ timestamp: false })).toBe(none('Timestamp'));
    expect(await reasonOf({ timestamp: false }, { timestamp: false })).toBeUndefined();
    expect(await reasonOf({ elements: ['Body'] }, { timestamp: false })).toBeUndefined();
    expect(await reasonOf({}, { elements: ['UsernameToken'] })).toBe(none('UsernameToken'));
    const elements = ['Body', 'Timestamp', 'BinarySecurityToken'];
    expect(await reasonOf({ elements }, { elements })).toBeUndefined();
    expect(await reasonOf({}, { elements })).toBe(unsigned('BinarySecurityToken'));
    const header = envelope('soap11', '<a xmlns="urn:a"/><b xmlns="urn:b"/>');
    const named = { elements: [{ namespace: 'urn:a', local: 'a' }] };
    expect(await reasonOf({}, named, header)).toBe(unsigned('{urn:a}a'));
    const both = { elements: ['Body', 'Timestamp', '{urn:a}a', 'b'] };
    expect(await reasonOf(both, named, header)).toBeUndefined();
  });

  test('a Timestamp is fresh', async () => {
    const at = (seconds: number) => () => Date.now() + seconds * 1000;
    const expired = 'The Timestamp has expired.';
    const future = 'The Timestamp is of the future.';
    const exact = { clockSkew: 0 };
    expect(await reasonOf({ now: at(-299) }, exact)).toBeUndefined();
    expect(await reasonOf({ now: at(-301) }, exact)).toBe(expired);
    expect(await reasonOf({ now: at(-301), timestamp: 900 }, exact)).toBe(expired);
    const longer = { maxAge: 600, ...exact };
    expect(await reasonOf({ now: at(-301), timestamp: 900 }, longer)).toBeUndefined();
    expect(await reasonOf({ now: at(-10), timestamp: 9 }, exact)).toBe(expired);
    expect(await reasonOf({ now: at(5) }, exact)).toBe(future);
    // One that need not be there, nor signed, is still checked.
    const old = { now: at(-301), elements: ['Body'] };
    expect(await reasonOf(old, { timestamp: false, nonces: false, ...exact })).toBe(expired);
  });

  test('the clock of the sender may be off, either way', async () => {
    const at = (seconds: number) => () => Date.now() + seconds * 1000;
    const expired = 'The Timestamp has expired.';
    const future = 'The Timestamp is of the future.';
    expect(await reasonOf({ now: at(-595) })).toBeUndefined();
    expect(await reasonOf({ now: at(-605) })).toBe(expired);
    expect(await reasonOf({ now: at(-305), timestamp: 10 })).toBeUndefined();
    expect(await reasonOf({ now: at(-315), timestamp: 10 })).toBe(expired);
    expect(await reasonOf({ now: at(295) })).toBeUndefined();
    expect(await reasonOf({ now: at(305) })).toBe(future);
    const clockSkew = 20;
    expect(await reasonOf({ now: at(-25), timestamp: 10 }, { clockSkew })).toBeUndefined();
    expect(await reasonOf({ now: at(-35), timestamp: 10 }, { clockSkew })).toBe(expired);
    expect(await reasonOf({ now: at(15) }, { clockSkew })).toBeUndefined();
    expect(await reasonOf({ now: at(25) }, { clockSkew })).toBe(future);
  });

  test('a message is remembered for as long as it would be accepted', async () => {
    let now = Date.now();
    const created = now + 200_000;
    const ask = sender(signatureVerifier({ ...rules, now: () => now, maxAge: 60, clockSkew: 300 }));
    const xml = signed({ now: () => created, timestamp: 900 });
    expect((await ask(xml)).status).toBe(200);
    for (const [time, reason] of [
      [created + 359_000, 'The signed message was sent before.'],
      [created + 360_000, 'The Timestamp has expired.'],
    ] as const) {
      now = time;
      expect((await ask(xml)).reason).toBe(reason);
    }
  });

  test('without a Timestamp, a message is remembered by the store in memory for maxAge', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    let now = Date.now();
    const untimed = { ...rules, timestamp: false, now: () => now };
    const xml = signed({ timestamp: false });
    const statuses = async (more: Partial<SignatureRules>): Promise<readonly number[]> => {
      const ask = sender(signatureVerifier({ ...untimed, ...more }));
      const found: number[] = [];
      for (const seconds of [0, 299, 302]) {
        now = Date.now() + seconds * 1000;
        found.push((await ask(xml)).status);
      }
      return found;
    };
    expect(await statuses({})).toEqual([200, 500, 200]);
    const warning = { type: 'SecurityWarning', code: 'ASMX_WSS_REPLAY' };
    expect(warn.mock.calls).toEqual([[expect.stringContaining('for 300 seconds'), warning]]);
    // a store of one's own may keep it for ever
    const seen = new Set<string>();
    const nonces = { add: (name: string) => seen.size < seen.add(name).size };
    expect(await statuses({ nonces })).toEqual([200, 500, 500]);
    expect(await statuses({ nonces: false })).toEqual([200, 200, 200]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('the operation is that of the signed Body, not that of SOAPAction', async () => {
    const other = envelope().replace(/AuthCode/g, 'Other');
    expect(await reasonOf({}, {}, other)).toBe('The signed Body is that of another operation.');
    const nothing = envelope().replace(/<AuthCode .*AuthCode>/, '');
    expect(await reasonOf({}, {}, nothing)).toBe('The signed Body is that of another operation.');
    // One that has no parameters takes nothing.
    const verify = signatureVerifier(rules);
    const request = { headers: {}, unknownHeaders: [], securityHeaders: [], url: '/' };
    const asked = (xml: string): unknown =>
      verify({ ...request, envelope: signed({}, xml), understood: () => undefined } as never);
    await expect(asked(envelope())).rejects.toThrow('that of another operation');
    await expect(asked(nothing)).resolves.toMatchObject({ signed: [{}, {}] });
  });

  test('the prefix of a value means what it meant', async () => {
    const typed = envelope().replace(
      '<code>',
      '<code xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="q:T">',
    );
    const xml = typed.replace('<soap:Envelope', '$& xmlns:q="urn:q"');
    const text = signed({}, xml);
    const ask = sender(signatureVerifier(rules));
    const { reason } = await ask(text.replace('xmlns:q="urn:q"', 'xmlns:q="urn:evil"'));
    expect(reason).toBe('A signed element was changed.');
  });
});

test('a message is taken once, of equal ones at the same time, too', async () => {
  const ask = sender(signatureVerifier(rules));
  const xml = signed();
  const found = await Promise.all(Array.from({ length: 20 }, () => ask(xml)));
  expect(found.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await ask(xml)).reason).toBe('The signed message was sent before.');
  const added: unknown[] = [];
  const nonces = { add: async (...given: unknown[]): Promise<boolean> => added.push(given) > 0 };
  const shared = sender(signatureVerifier({ ...rules, nonces }));
  for (let count = 0; count < 2; count++) expect((await shared(xml)).status).toBe(200);
  expect(added).toHaveLength(2);
  expect(added[0]).toEqual(added[1]);
  const forgetful = sender(signatureVerifier({ ...rules, nonces: false }));
  for (let count = 0; count < 2; count++) expect((await forgetful(xml)).status).toBe(200);
});

test.each([null, undefined, false, 0, 1, 'OK', {}])(
  'a store of nonces that answers %j refuses',
  async (answer) => {
    for (const add of [() => answer, async () => answer]) {
      const ask = sender(signatureVerifier({ ...rules, nonces: { add } as never }));
      const reason = 'The signed message was sent before.';
      expect(await ask(signed())).toMatchObject({ status: 500, reason, input: undefined });
    }
  },
);

describe('the identity names what is signed', () => {
  const role = (text: string): string => `<Role xmlns="urn:big">${text}</Role>`;
  const elements = ['Body', 'Timestamp', '{urn:big}Role'];
  const namesIn = async (change: (xml: string) => string): Promise<readonly string[]> => {
    const xml = signed({ elements }, envelope('soap11', role('admin')));
    const found = await sender(signatureVerifier(rules))(change(xml));
    expect(found).toMatchObject({ status: 200, input });
    const identity = found.identity as { signed: readonly { readonly local: string }[] };
    return identity.signed.map(({ local }) => local);
  };

  test('where it is read', async () => {
    expect(await namesIn((xml) => xml)).toEqual(['Body', 'Timestamp', 'Role']);
  });

  test.each([
    ['before', (xml: string) => xml.replace('<soap:Header>', `$&${role('root')}`)],
    ['behind', (xml: string) => xml.replace('</soap:Header>', `${role('root')}$&`)],
  ])('but not a header that has an unsigned one %s it', async (_where, change) => {
    expect(await namesIn(change)).toEqual(['Body', 'Timestamp']);
  });
});

test('a comment in a signed value does not change what is read', async () => {
  const xml = signed({}, envelope().replace('>1<', '>19<')).replace('>19<', '>1<!--x-->9<');
  for (const strict of [true, false]) {
    const { status, input: given } = await sender(signatureVerifier(rules), { strict })(xml);
    expect([status, given]).toEqual(strict ? [200, { ...input, code: '19' }] : [400, undefined]);
  }
});

test('a header that must be understood is', async () => {
  const xml = signed({ mustUnderstand: true });
  expect(xml).toContain('soap:mustUnderstand="1"');
  expect((await sender(undefined)(xml)).status).toBe(500);
  expect((await sender(signatureVerifier(rules))(xml)).status).toBe(200);
});

test('a header for another actor is signed and verified, if it is ours', async () => {
  const actor = 'urn:us';
  for (const version of ['soap11', 'soap12'] as const) {
    const xml = signed({ actor, mustUnderstand: true }, envelope(version));
    const { status } = await sender(signatureVerifier({ ...rules, actor }))(xml);
    expect(status).toBe(200);
    const { reason } = await sender(signatureVerifier(rules))(xml);
    expect(reason).toBe('There is no Security header.');
  }
});

test('without an envelope, or with attachments, there is no signature', async () => {
  const ask = sender(signatureVerifier(rules));
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await ask('', form)).status).toBeGreaterThanOrEqual(400);
  const verifier = signatureVerifier(rules);
  const request = { headers: { 'content-type': 'multipart/related' }, envelope: signed() };
  const asked = { unknownHeaders: [], understood: () => undefined, url: '/', ...request };
  await expect(async () => verifier(asked as never)).rejects.toThrow('Attachments are not signed.');
});

test('settings that cannot be are refused', () => {
  const own = keyOf('client');
  expect(() => signer({ ...own, cert: pem('server.pem') })).toThrow('is not that of the key');
  expect(() => signer({ ...own, key: 'x' })).toThrow('Is it a private key'.slice(7));
  expect(() => signer({ ...own, cert: 'x' })).toThrow('no certificate in PEM');
  const damaged = String(own.cert).replace(/\n.{9}/, '\n!!!!!!!!!');
  expect(() => signer({ ...own, cert: damaged })).toThrow('A certificate in PEM is damaged.');
  expect(() => signatureVerifier({ trust: damaged })).toThrow('A certificate in PEM is damaged.');
  const key = createPrivateKey(String(own.key)).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 's3cret',
  });
  expect(() => signer({ ...own, key })).toThrow('is encrypted: give the option passphrase.');
  expect(() => signer({ ...own, key, passphrase: 's3cret' })).not.toThrow();
  const wrong = (): unknown => signer({ ...own, key, passphrase: 'wr0ng' });
  expect(wrong).toThrow(/^The key cannot be read: the option passphrase does not open/);
  expect(() => signer({ ...own, signature: 'hmac-sha1' })).toThrow(RangeError);
  expect(() => signer({ ...own, signature: 'ecdsa-sha256' })).toThrow('needs a key of type ec');
  expect(() => signer({ ...own, digest: 'md5' })).toThrow(RangeError);
  expect(() => signer({ ...own, reference: 'KeyName' as never })).toThrow(RangeError);
  for (const timestamp of [0, Number.NaN, '5', true, null, []]) {
    expect(() => signer({ ...own, timestamp: timestamp as number })).toThrow(RangeError);
  }
  expect(() => signer({ ...keyOf('ec'), reference: 'SubjectKeyIdentifier' })).not.toThrow();
  expect(() => signatureVerifier({ trust: [] })).toThrow(TypeError);
  expect(() => signatureVerifier({ trust: 'x' })).toThrow(TypeError);
  for (const maxAge of [0, -1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
    expect(() => signatureVerifier({ ...rules, maxAge: maxAge as number })).toThrow(RangeError);
  }
  for (const clockSkew of [-1, Number.NaN, '5', null, true, {}]) {
    const wrong = { ...rules, clockSkew: clockSkew as number };
    expect(() => signatureVerifier(wrong)).toThrow(RangeError);
  }
  expect(() => signatureVerifier({ ...rules, signatures: ['hmac-sha1'] })).toThrow(RangeError);
});

test.each(references)('requests and answers with keys named by %s', async (reference) => {
  const seen: unknown[] = [];
  const known = { ...rules, certificates: [pem('client.pem'), pem('server.pem')] };
  const server = school(
    { security: [signatureVerifier(known), signer({ ...keyOf('server'), reference })] },
    (given) => void seen.push(given),
  );
  const own = signer({ ...keyOf('client'), reference });
  for (const binding of ['soap11', 'soap12'] as const) {
    expect(await call(server, [own, signatureVerifier(known)], { binding })).toBeUndefined();
  }
  expect(seen).toEqual([input, input]);
  const stranger = signatureVerifier({
    trust: pem('stranger.pem'),
    certificates: pem('server.pem'),
  });
  await expect(call(server, [own, stranger], {})).rejects.toMatchObject({ code: 'protocol' });
});

test('requests and answers are signed and verified', async () => {
  const seen: unknown[] = [];
  const server = school(
    {
      security: [signatureVerifier(rules), signer(keyOf('server'))],
      onAnswer: ({ reason }) => void seen.push(reason),
    },
    (given) => void seen.push(given),
  );
  const security = [
    usernameToken({ username: 'a', password: 'b', timestamp: 60 }),
    signer(keyOf('client')),
    signatureVerifier(rules),
  ];
  for (const binding of ['soap11', 'soap12'] as const) {
    expect(await call(server, security, { binding })).toBeUndefined();
  }
  expect(seen).toEqual([input, undefined, input, undefined]);
});
