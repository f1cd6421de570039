import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { createCaller } from '../../src/runtime/client/call.ts';
import { ntlm, usernameToken } from '../../src/runtime/client/credentials.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import type { FetchFunction } from '../../src/runtime/platform/globals.ts';
import type { Context } from '../../src/runtime/server/options.ts';
import { verifyUsernameToken } from '../../src/runtime/server/security.ts';
import { issuerSerialOf } from '../../src/runtime/signatures/certificates.ts';
import { canonicalise, readTree } from '../../src/runtime/signatures/message.ts';
import { serverAddressing } from '../../src/runtime/soap/addressing-server.ts';
import { clientAddressing } from '../../src/runtime/soap/client.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { escapeText } from '../../src/runtime/xml/writer.ts';
import { numbers, randomNamespaces } from '../runtime/random-namespaces.ts';
import { school } from '../runtime/server/front.ts';
import { List, streamRecords } from '../runtime/stream-operation.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { call, envelope, input, keyOf, pem, rules, sender, signed } from './messages.ts';

describe('signatures', () => {
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

  test('a name with a question mark is signed where it is there', async () => {
    const ask = sender(signatureVerifier({ ...rules, elements: ['{urn:s}S'] }));
    const elements = ['Body', 'Timestamp?', '{urn:s}S?'];
    const there = await ask(signed({ elements }, envelope('soap11', '<S xmlns="urn:s">1</S>')));
    expect([there.status, there.reason]).toEqual([200, undefined]);
    const without = await sender(signatureVerifier(rules))(signed({ elements }));
    expect([without.status, without.reason]).toEqual([200, undefined]);
    expect(() => signed({ elements: ['Body', '{urn:s}S'] })).toThrow('no element {urn:s}S');
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
      const ask = sender(
        signatureVerifier({ ...rules, now: () => now, maxAge: 60, clockSkew: 300 }),
      );
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
    await expect(async () => verifier(asked as never)).rejects.toThrow(
      'Attachments are not signed.',
    );
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
});

describe('certificates', () => {
  const file = (name: string): string => pem(`certificates/${name}.pem`);
  const signerOf = (name: string): Partial<SignerSettings> => ({
    key: name === 'bits1024' ? pem('certificates/bits1024.key') : pem('client.key'),
    cert: file(name),
  });
  const authorities = [file('ca'), file('constrained-ca')];

  /** Why a message that is signed with this certificate is refused. */
  async function reasonOf(
    name: string,
    more: Partial<SignatureRules> = {},
  ): Promise<string | undefined> {
    const ask = sender(signatureVerifier({ trust: authorities, ...more }));
    const { status, reason, input: given } = await ask(signed(signerOf(name)));
    expect([status, given]).toEqual(reason === undefined ? [200, input] : [500, undefined]);
    return reason;
  }

  const usage = 'The key usage of the certificate is not to sign.';
  const notTrusted = 'The certificate of the signature is not trusted.';
  const sha1 = 'The certificate is signed with SHA-1, which is broken; sha1 would accept it.';
  const md5 = 'The certificate is signed with MD5, which is broken.';
  const critical = 'The certificate has a critical extension that is not processed: 1.2.3.4.';
  const short = 'The key of the signature is too short.';

  describe('a certificate that the authority issued', () => {
    const cases: readonly [string, string, string | undefined, Partial<SignatureRules>?][] = [
      ['for signatures', 'right', undefined],
      ['without a key usage', 'plain', undefined],
      ['with an extension that need not be known', 'optional', undefined],
      ['signed with MD5', 'md5', md5],
      ['signed with MD5, where SHA-1 is allowed', 'md5', md5, { sha1: true }],
      ['signed with SHA-1', 'sha1', sha1],
      ['signed with SHA-1, where it is allowed', 'sha1', undefined, { sha1: true }],
      ['for encryption', 'encipherment', usage],
      ['for certificates', 'authority', usage],
      ['with a critical extension that is not known', 'unknown', critical],
      ['of an authority whose names are constrained', 'constrained', notTrusted],
      ['with 1,024 bits', 'bits1024', short],
      ['with 1,024 bits, where they are enough', 'bits1024', undefined, { minimumKeyBits: 1024 }],
      ['with 2,048 bits, where they are not enough', 'right', short, { minimumKeyBits: 3072 }],
    ];
    test.each(cases)('%s', async (...[, name, reason, more]) => {
      expect(await reasonOf(name, more)).toBe(reason);
    });

    test.each([
      ['md5', md5],
      ['sha1', sha1],
      ['encipherment', usage],
      ['unknown', critical],
      ['constrained', undefined],
      ['right', undefined],
    ])('is checked before a function is asked: %s', async (name, reason) => {
      let asked = 0;
      const trust = (): boolean => {
        asked += 1;
        return true;
      };
      expect(await reasonOf(name, { trust })).toBe(reason);
      expect(asked).toBe(reason === undefined ? 1 : 0);
    });

    test('and that is trusted itself may be signed as it likes', async () => {
      for (const name of ['md5', 'sha1']) {
        expect(await reasonOf(name, { trust: file(name) })).toBeUndefined();
      }
      expect(await reasonOf('encipherment', { trust: file('encipherment') })).toBe(usage);
    });

    test('of bits that are no number', () => {
      for (const minimumKeyBits of [Number.NaN, '2048', null, -1]) {
        const given = { trust: authorities, minimumKeyBits: minimumKeyBits as number };
        expect(() => signatureVerifier(given)).toThrow('minimumKeyBits is ');
      }
    });
  });

  const { names } = JSON.parse(pem('certificates/issuer-names.json')) as {
    readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };

  /** Whether a message that names its certificate so is accepted. */
  async function isFound(certificate: string, issuer: string, serial?: string): Promise<boolean> {
    const xml = signed({ ...signerOf(certificate), reference: 'IssuerSerial' })
      .replace(/(?<=<ds:X509IssuerName>)[^<]*/, () => escapeText(issuer))
      .replace(/(?<=<ds:X509SerialNumber>)[^<]*/, (own) => serial ?? own);
    const { status, reason } = await sender(signatureVerifier({ trust: file(certificate) }))(xml);
    const unknown = 'The certificate that the signature names is not known here.';
    expect([status, reason]).toEqual(status === 200 ? [200, undefined] : [500, unknown]);
    return status === 200;
  }

  describe('a certificate that is named by its issuer', () => {
    const cases = Object.entries(names).flatMap(([certificate, texts]) =>
      Object.entries(texts).map(([stack, text]) => [certificate, stack, text] as const),
    );
    test.each(cases)('%s, as %s writes it: %s', async (certificate, _stack, text) => {
      expect(await isFound(certificate, text)).toBe(true);
    });

    test.each([
      ['name-comma', 'CN=x;O=Acme\\2C Inc.;C=DE'],
      ['name-comma', ' cn = x , o = "Acme, Inc." , c = de '],
      ['name-comma', 'C=DE, O="Acme, Inc.", CN=x'],
      ['name-comma', 'OID.2.5.4.3=x,oid.2.5.4.10=#0c0a41636d652c20496e632e,2.5.4.6=DE'],
      ['name-comma', 'OID.2.5.4.3=x,2.5.4.10=#130a41636d652c20496e632e,2.5.4.6=DE'],
      ['name-equals', 'CN=x,O=a\\3Db\\23c\\3cd\\3e\\3be,C=DE'],
      [
        'name-accents',
        'CN=日本,O=Zo\\C3\\A9,L=Z\\C3\\BCrich,S=Hessen,C=DE,UID=u1,STREET=Weg 1,DC=example',
      ],
      [
        'name-person',
        'SERIALNUMBER=123, I=A.B., TITLE=Dr, SURNAME=Byron, GIVENNAME=Ada, CN=x, O=Acme, C=DE',
      ],
      ['name-plus', 'OU=y+CN=x,O=A\\+B,C=DE'],
    ])('%s: %s', async (certificate, text) => {
      expect(await isFound(certificate, text)).toBe(true);
    });

    test.each([
      ['name-comma', 'CN=x,O=Acme,C=DE'],
      ['name-comma', 'CN=x,O=Acme\\, Inc.'],
      ['name-comma', 'CN=x,O=Acme\\, Inc.,C=DE,C=DE'],
      ['name-comma', 'CN=y,O=Acme\\, Inc.,C=DE'],
      ['name-comma', 'CN=x,OU=Acme\\, Inc.,C=DE'],
      ['name-comma', 'CN=x,O="Acme, Inc.,C=DE'],
      ['name-comma', ''],
      ['name-comma', ','.repeat(20_000)],
      ['name-plus', 'CN=x,OU=y,O=A\\+B,C=DE'],
      ['name-plus', 'CN=x,OU=y,O=A,C=DE'],
    ])('not %s: %.40s', async (certificate, text) => {
      expect(await isFound(certificate, text)).toBe(false);
    });

    test('by a number, with or without zeros before it', async () => {
      const { issuer, serial } = issuerSerialOf(new X509Certificate(file('name-comma')));
      expect(await isFound('name-comma', issuer, `000${serial}`)).toBe(true);
      for (const other of [`${serial}0`, 'x', '', `0x${serial}`, '1'.repeat(5000)]) {
        expect(await isFound('name-comma', issuer, other)).toBe(false);
      }
    });
  });

  /*
   * What new X500Principal(text) of Java 17 (WSS4J does so) reads as the same name, all of them, and
   * new X500DistinguishedName(text) of .NET 10.0.12, those without its own forms.
   */
  test.each([
    ['name-accents', 'DC=example, STREET=Weg 1, UID=u1, CN=日本, O=Zoé, L=Zürich, S=Hessen, C=DE'],
    ['name-backslash', 'CN=x, O=a\\\\b, C=DE'],
    ['name-blanks', 'CN=x, O=" a  b ", C=DE'],
    ['name-comma', 'CN=x, O="Acme, Inc.", C=DE'],
    ['name-email', 'emailAddress=a@example.org, CN=x, O=Acme, C=DE'],
    ['name-equals', 'CN=x, O="a=b#c<d>;e", C=DE'],
    [
      'name-other',
      '2.5.4.17=#0c03313233, OID.1.3.6.1.4.1.311.60.2.1.3=DE, 2.5.4.15=#0c0750726976617465, ' +
        '2.5.4.97=#0c0756415444452d31, CN=x, O=Acme, C=DE',
    ],
    [
      'name-person',
      'SERIALNUMBER=123, 2.5.4.43=#0c04412e422e, 2.5.4.12=#0c024472, 2.5.4.4=#0c054279726f6e, ' +
        '2.5.4.42=#0c03416461, CN=x, O=Acme, C=DE',
    ],
    ['name-plus', 'CN=x + OU=y, O="A+B", C=DE'],
    ['name-quote', 'CN=x, O=say \\"hi\\", C=DE'],
  ])('the issuer of %s is written so that Java and .NET read it', async (name, text) => {
    expect(issuerSerialOf(new X509Certificate(file(name))).issuer).toBe(text);
    expect(await isFound(name, text)).toBe(true);
  });
});

describe('canonical', () => {
  interface Parser {
    parseFromString(text: string, type: string): { readonly documentElement: unknown };
  }
  /** The DOM of xml-crypto. */
  const { DOMParser } = createRequire(createRequire(import.meta.url).resolve('xml-crypto'))(
    '@xmldom/xmldom',
  ) as { readonly DOMParser: new () => Parser };

  const ours = (text: string, inclusive: readonly string[] = []): string => {
    const tree = readTree(text);
    return canonicalise(tree, tree.root, { inclusive }).text;
  };
  const theirs = (text: string): string =>
    new ExclusiveCanonicalization().process(
      new DOMParser().parseFromString(text, 'text/xml').documentElement as never,
      {},
    ) as string;

  describe('the canonical form', () => {
    test('is that of xml-crypto, for random documents', () => {
      let compared = 0;
      for (let seed = 1; seed <= 400; seed++) {
        const text = randomNamespaces(numbers(seed));
        let own: string;
        try {
          own = ours(text);
        } catch {
          // Two attributes have one name.
          continue;
        }
        expect(own).toBe(theirs(text));
        compared++;
      }
      expect(compared).toBeGreaterThan(200);
    });

    test('has the declarations that names use, where they are used', () => {
      expect(ours('<a xmlns="urn:a" xmlns:b="urn:b" xmlns:c="urn:c"><b:d c:e="1"/></a>')).toBe(
        '<a xmlns="urn:a"><b:d xmlns:b="urn:b" xmlns:c="urn:c" c:e="1"></b:d></a>',
      );
      expect(ours('<a xmlns="urn:a"><b xmlns=""><c/></b></a>')).toBe(
        '<a xmlns="urn:a"><b xmlns=""><c></c></b></a>',
      );
    });

    test('has those of a PrefixList, where they are in scope', () => {
      const text = '<a xmlns="urn:a" xmlns:b="urn:b" xmlns:c="urn:c"><d xmlns:b="urn:e"/></a>';
      expect(ours(text, ['b', 'x'])).toBe(
        '<a xmlns="urn:a" xmlns:b="urn:b"><d xmlns:b="urn:e"></d></a>',
      );
      expect(ours('<b:a xmlns="urn:a" xmlns:b="urn:b"/>', [''])).toBe(
        '<b:a xmlns="urn:a" xmlns:b="urn:b"></b:a>',
      );
    });

    test('sorts attributes by namespace and name, by code points', () => {
      const text =
        '<a xmlns:z="urn:a" xmlns:b="urn:b" b:a="1" z:a="2" \ufb01="3" \u{10330}="4" b="5"/>';
      expect(ours(text)).toBe(
        '<a xmlns:b="urn:b" xmlns:z="urn:a" b="5" \ufb01="3" \u{10330}="4" z:a="2" b:a="1"></a>',
      );
    });

    test('says which prefixes of values it does not bind', () => {
      const unbound = (text: string): readonly (readonly [string, string])[] => {
        const tree = readTree(text);
        return [...canonicalise(tree, tree.root).unbound];
      };
      const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      expect(unbound('<a xmlns:q="urn:q">q:x</a>')).toEqual([['q', 'urn:q']]);
      expect(unbound('<q:a xmlns:q="urn:q">q:x</q:a>')).toEqual([]);
      expect(unbound(`<q:a xmlns:q="urn:q" xmlns="urn:d" ${xsi} xsi:type="T"/>`)).toEqual([
        ['', 'urn:d'],
      ]);
      expect(unbound('<a xmlns:q="urn:q" b="q:x">http://x q:x</a>')).toEqual([['q', 'urn:q']]);
    });

    test('looks at each word of a value once, however many prefixes there are', () => {
      // compared with each other, as many would take minutes
      const words = Array.from({ length: 60_000 }, (_, at) => `p${at}:${at % 2 ? 'x' : at}`);
      const tree = readTree(`<a>${words.join(' ')}</a>`);
      const { loose } = canonicalise(tree, tree.root);
      expect(loose).toHaveLength(30_000);
      expect(loose.at(-1)).toMatchObject({ prefix: 'p59999', uri: undefined });
    });
  });
});

describe('addressing', () => {
  test('headers of WS-Addressing are signed, of requests and of answers', async () => {
    const elements = ['Addressing'];
    const reasons: unknown[] = [];
    const server = school({
      addressing: serverAddressing({ required: true }),
      security: [signatureVerifier({ ...rules, elements }), signer(keyOf('server'))],
      onAnswer: ({ reason }) => void reasons.push(reason),
    });
    const answers: string[] = [];
    let change = (xml: string): string => xml;
    const fetch: FetchFunction = async (url, init) => {
      const body = change(String(init.body));
      const { 'Content-Length': _, ...headers } = init.headers;
      const answer = await server.fetch(url, { ...init, headers, body });
      const text = await answer.text();
      answers.push(text);
      return new Response(text, {
        status: answer.status,
        headers: Object.fromEntries(answer.headers as never),
      }) as never;
    };
    const security = [signer(keyOf('client')), signatureVerifier({ ...rules, elements })];
    for (const binding of ['soap11', 'soap12'] as const) {
      const options = { addressing: clientAddressing({}), security, binding, fetch };
      const caller = createCaller({ baseUrl: 'http://test', ...options } as never, {});
      change = (xml) => xml;
      await caller.call(AuthCode, input);
      expect(answers.pop()?.match(/<ds:Reference /g)?.length).toBeGreaterThanOrEqual(4);
      expect(reasons.pop()).toBeUndefined();
      change = (xml) => xml.replace(/urn:uuid:[0-9a-f]{4}/, 'urn:uuid:0000');
      await expect(caller.call(AuthCode, input)).rejects.toThrow();
      expect(reasons.pop()).toBe('A signed element was changed.');
      const added = '<wsa:To xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:x</wsa:To>';
      change = (xml) =>
        xml.replace(/<wsa:To.*?<\/wsa:To>/s, '').replace('</soap:Header>', `${added}$&`);
      await expect(caller.call(AuthCode, input)).rejects.toThrow();
      expect(reasons.pop()).toMatch(/not signed|There is no element/);
    }
  });
});

describe('wss4j', () => {
  /*
   * Messages that WSS4J 1.6.19 signed, by test/stacks/wss4j/Wss4jService.java: one as most clients
   * send them, one that uses what is rare.
   */
  const usual = pem('wss4j-soap11.xml');
  const rare = pem('wss4j-soap12.xml');

  /** Its Body declares a prefix that only `xsi:type` uses, as for a derived type. */
  const derived = pem('wss4j-derived.xml');

  const created = Date.UTC(2026, 0, 1);
  const action = { namespace: 'http://www.w3.org/2005/08/addressing', local: 'Action' };
  const rules: SignatureRules = {
    trust: pem('ca.pem'),
    certificates: pem('client.pem'),
    now: () => created + 1000,
  };

  /** Verifies a message. */
  const verified = (xml: string, more: Partial<SignatureRules> = {}) =>
    sender(signatureVerifier({ ...rules, ...more }))(xml);
  /** A message with another text; it has to be there. */
  function changed(xml: string, find: string | RegExp, by: string): string {
    const text = xml.replace(find, by);
    expect(text).not.toBe(xml);
    return text;
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  describe('a message that WSS4J signed', () => {
    test('is accepted: a token with a digest, and a signature that contains its certificate', async () => {
      const {
        status,
        identity,
        input: given,
      } = await verified(usual, {
        elements: ['UsernameToken'],
      });
      expect({ status, given }).toEqual({ status: 200, given: input });
      const signed = ['Body', 'Timestamp', 'UsernameToken'];
      expect(identity).toMatchObject({ signed: signed.map((local) => ({ local })) });
    });

    test('is accepted: SOAP 1.2, SHA-512, IssuerSerial, headers, after its Timestamp', async () => {
      const elements = [action, { namespace: 'urn:x', local: 'Extra' }];
      expect(await verified(rare, { elements })).toMatchObject({ status: 200, input });
    });

    test.each([
      ['the Body was changed', usual, '>1<', '>3<', 'A signed element was changed.'],
      ['the name was changed', usual, '>ada<', '>bob<', 'A signed element was changed.'],
      ['a header was changed', rare, '>a</x', '>b</x', 'A signed element was changed.'],
      ['a prefix was bound again', rare, 'urn:q', 'urn:r', 'The signature is wrong.'],
      ['the signature was changed', rare, /(?<=SignatureValue>)./, '/', 'The signature is wrong.'],
      [
        'another certificate is in the token',
        usual,
        /(?<=X509-\w+">)[^<]+/,
        pem('server.pem').replace(/-----[A-Z ]+-----|\n/g, ''),
        'The signature is wrong.',
      ],
      [
        'another certificate is named',
        rare,
        /(?<=SerialNumber>)3/,
        '4',
        'The certificate that the signature names is not known here.',
      ],
      [
        'the Body is not where it was',
        usual,
        /<soapenv:Body (.*?)>(.*)<\/soapenv:Body>/s,
        '<soapenv:Body><w><soapenv:Body $1>$2</soapenv:Body></w></soapenv:Body>',
        'The element Body is not signed.',
      ],
    ])('is refused: %s', async (_, xml, find, by, reason) => {
      expect(await verified(changed(xml, find, by))).toMatchObject({ status: 500, reason });
    });

    test('is refused after its five minutes and those of the clocks, and a second time', async () => {
      const now = () => created + 600_000;
      const late = await verified(usual, { now });
      expect(late).toMatchObject({ status: 500, reason: 'The Timestamp has expired.' });
      const exact = { now: () => created + 300_000, clockSkew: 0 };
      expect(await verified(usual, exact)).toMatchObject({ status: 500, reason: late.reason });
      const ask = sender(signatureVerifier(rules));
      expect(await ask(rare)).toMatchObject({ status: 200 });
      const reason = 'The signed message was sent before.';
      expect(await ask(rare)).toMatchObject({ status: 500, reason });
    });

    test('has a token whose digest is right, once', async () => {
      jest.spyOn(Date, 'now').mockReturnValue(created + 1000);
      const by = (password: string) => sender(verifyUsernameToken({ password: () => password }));
      const ask = by('secret');
      expect(await ask(usual)).toMatchObject({ status: 200, identity: { username: 'ada' }, input });
      expect(await ask(usual)).toMatchObject({ reason: 'The nonce was used before.' });
      const reason = 'The password of the UsernameToken is wrong.';
      expect(await by('other')(usual)).toMatchObject({ status: 500, reason });
    });

    test('is accepted with a prefix whose meaning is not signed only if asked', async () => {
      const reason =
        "The meaning of the prefix 'd' is not signed; unsignedPrefixes would accept it.";
      expect(await verified(derived)).toMatchObject({ status: 500, reason });
      const more = { unsignedPrefixes: true };
      expect(await verified(derived, more)).toMatchObject({ status: 200, input });
      const other = changed(derived, 'd:Type', 'e:Type');
      const wrong = 'A signed element was changed.';
      expect(await verified(other, more)).toMatchObject({ status: 500, reason: wrong });
      // a prefix that WSS4J does sign is in its PrefixList
      const bound = changed(rare, 'urn:q', 'urn:r');
      expect(await verified(bound, more)).toMatchObject({ status: 500 });
    });
  });
});

describe('client', () => {
  const answered = envelope().replace(
    /<AuthCode .*<\/AuthCode>/s,
    '<AuthCodeResponse xmlns="http://tempuri.org/"></AuthCodeResponse>',
  );
  const fault = envelope().replace(
    /<AuthCode .*<\/AuthCode>/s,
    '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>',
  );
  const answerOf = (xml: string): string => signed(keyOf('server'), xml);

  /** Calls a service that answers so. */
  async function answers(
    body: string,
    {
      status = 200,
      type = 'text/xml; charset=utf-8',
      more = {},
      options = {},
    }: {
      status?: number;
      type?: string;
      more?: Partial<SignatureRules>;
      options?: ClientOptions;
    } = {},
  ): Promise<unknown> {
    const fetch = async (): Promise<Response> =>
      new Response(status === 204 ? null : body, { status, headers: { 'Content-Type': type } });
    const security = signatureVerifier({ ...rules, ...more });
    const caller = createCaller({ baseUrl: 'http://h', fetch, security, ...options } as never, {});
    return caller.call(AuthCode, input);
  }

  describe('an answer that is not signed as asked is refused', () => {
    const evil = answered.replace('</AuthCodeResponse>', '<x/>$&');
    test.each<[string, string, object?]>([
      ['one without a signature', answered],
      ['one that was changed', answerOf(answered).replace('</AuthCodeResponse>', '<x/>$&')],
      ['an empty one', ''],
      ['an empty one with status 202', '', { status: 202 }],
      ['no content', '', { status: 204 }],
      ['a page', '<html></html>', { type: 'text/html' }],
      ['one behind a text', `x${answerOf(answered)}`],
      ['one behind another', evil + answerOf(answered)],
      ['one in a comment before it', ` <!--${evil}-->${answerOf(answered).slice(38)}`],
      [
        'one in a comment behind the declaration',
        answerOf(answered).replace('?>', '?><soap:Envelope/>'),
      ],
      ['one with attachments', answerOf(answered), { type: 'multipart/related; boundary=a' }],
      [
        'in another charset',
        answerOf(answered.replace('Response>', 'Response>\u00e9')),
        { type: 'text/xml; charset=iso-8859-1' },
      ],
      ['a fault', fault],
      ['a fault with its status', fault, { status: 500 }],
      [
        'a fault and a result',
        fault.replace('</soap:Fault>', '$&<AuthCodeResponse xmlns="http://tempuri.org/"/>'),
        { more: { unsignedFaults: true } },
      ],
      [
        'a fault that is none',
        fault.replace('<soap:Fault>', '<![CDATA[ ]]>$&'),
        { more: { unsignedFaults: true } },
      ],
      [
        'a fault of another namespace',
        fault.replace(/soap:Fault/g, 'Fault'),
        { more: { unsignedFaults: true } },
      ],
      ['a result, where faults may be unsigned', answered, { more: { unsignedFaults: true } }],
    ])('%s', async (_what, ...given) => {
      await expect(answers(...given)).rejects.toMatchObject({
        code: 'protocol',
        message: expect.stringContaining('The answer is not signed as asked.'),
        raw: { body: expect.any(Uint8Array) },
      });
    });
  });

  describe('an answer is read', () => {
    test('that is signed', async () => {
      expect(await answers(answerOf(answered))).toBeUndefined();
      expect(await answers(answerOf(answered), { options: { lenient: true } })).toBeUndefined();
    });

    test('that is a signed fault, or an unsigned one if this is allowed', async () => {
      const expected = { name: 'SoapFault', code: 'Client', message: 'no' };
      await expect(answers(answerOf(fault), { status: 500 })).rejects.toMatchObject(expected);
      const more = { unsignedFaults: true };
      await expect(answers(fault, { status: 500, more })).rejects.toMatchObject(expected);
      await expect(answers(fault, { more })).rejects.toMatchObject(expected);
    });

    test('that is an error without an envelope', async () => {
      const how = { status: 502, type: 'text/html' };
      await expect(answers('<html>Bad gateway</html>', how)).rejects.toMatchObject({
        code: 'http-status',
        status: 502,
      });
    });
  });

  test('over HTTP GET and POST nothing is sent', async () => {
    for (const binding of ['httpGet', 'httpPost'] as const) {
      for (const security of [signatureVerifier(rules), signer(keyOf('client'))]) {
        const fetch = (): never => {
          throw new Error('sent');
        };
        const caller = createCaller({ baseUrl: 'http://h', fetch, security, binding }, {});
        await expect(caller.call(AuthCode, input)).rejects.toMatchObject({ code: 'encode' });
      }
    }
  });

  test('an element that is not there is an encode error, and nothing is sent', async () => {
    const token = usernameToken({ username: 'a', password: 'b' });
    const prepare = (security: ClientOptions['security'], extraSoapHeaders = ''): Promise<string> =>
      createCaller({ baseUrl: 'http://h', security, extraSoapHeaders }, {})
        .prepare(AuthCode, input)
        .then(({ body }) => String(body));
    const by = (...elements: string[]) => signer({ ...keyOf('client'), elements });
    for (const elements of [
      ['UsernameToken'],
      ['Addressing'],
      ['{urn:a}a', 'Body'],
      ['Timestamps'],
    ]) {
      await expect(prepare(by(...elements))).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining('cannot be signed'),
      });
    }
    await expect(prepare(by())).rejects.toMatchObject({ code: 'encode' });
    const action = '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:x</a:Action>';
    for (const security of [
      [token, by('Body', 'UsernameToken', 'Addressing', 'code')],
      [by('Body', 'UsernameToken', 'Addressing', 'code'), token],
    ]) {
      const xml = await prepare(security, action);
      expect(xml.match(/<wsse:Security /g)).toHaveLength(1);
      expect(xml.match(/<ds:Reference /g)).toHaveLength(4);
    }
    // By default what is there.
    expect(
      (await prepare([token, signer(keyOf('client'))], action)).match(/<ds:Reference /g),
    ).toHaveLength(4);
    expect((await prepare(signer(keyOf('client')))).match(/<ds:Reference /g)).toHaveLength(2);
  });

  test('no secret is in an error', async () => {
    const own = keyOf('client');
    const error = await Promise.resolve()
      .then(() => signer({ ...own, key: String(own.key).slice(0, -200) }))
      .catch((one: unknown) => one);
    expect(String(error)).toBe('TypeError: The key cannot be read: is it a private key in PEM?');
  });

  test('a stream is verified before its first record', async () => {
    const records = envelope().replace(
      /<AuthCode .*<\/AuthCode>/s,
      '<ListResponse xmlns="urn:stream"/>',
    );
    const fetch = async (): Promise<Response> =>
      new Response(records, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
    const security = [signatureVerifier(rules)];
    const caller = createCaller({ baseUrl: 'http://h', fetch, security } as never, {});
    const read = async (): Promise<void> => {
      for await (const _ of streamRecords(caller, List, { count: 1 }, {}));
    };
    await expect(read()).rejects.toMatchObject({ code: 'protocol' });
  });

  test('a server whose answer cannot be signed says so in a signed fault', async () => {
    const errors: unknown[] = [];
    const elements = ['Body', 'Missing'];
    const server = school({
      security: signer({ ...keyOf('server'), elements }),
      onError: (error) => void errors.push(error),
    });
    await expect(call(server, [])).rejects.toMatchObject({ name: 'SoapFault', code: 'Server' });
    expect(String(errors)).toContain('There is no element Missing');
    const signing = school({ security: signer(keyOf('server')) }, () => {
      throw new Error('no');
    });
    await expect(call(signing, signatureVerifier(rules))).rejects.toMatchObject({
      name: 'SoapFault',
      code: 'Server',
    });
  });

  test('a request with a user name and no signature gets an answer without one', async () => {
    const token = verifyUsernameToken({ password: () => 'secret' });
    const security = [signatureVerifier(rules), token, signer(keyOf('server'))];
    const seen: string[] = [];
    const server = school({
      security,
      onMessage: ({ direction, bytes }) => {
        if (direction === 'out') seen.push(new TextDecoder().decode(bytes));
      },
    });
    const ada = { username: 'ada', password: 'secret' };
    await call(server, usernameToken({ ...ada, timestamp: 300 }));
    expect(seen.pop()).toMatch(/<soap:Header><wsse:Security [^>]*><wsu:Timestamp /);
    await call(server, usernameToken({ ...ada, password: 'x' })).catch(() => undefined);
    const answers = [seen.pop()];
    await call(server, usernameToken(ada));
    answers.push(seen.pop());
    expect(answers.join('')).not.toContain('Signature');
    for (const one of [[usernameToken(ada)], []]) {
      await call(server, [...one, signer(keyOf('client')), signatureVerifier(rules)]);
      expect(seen.pop()).toContain('<ds:Signature ');
    }
  });

  test('beside other objects of the option', () => {
    const security = [ntlm({ username: 'a', password: 'b' }), signatureVerifier(rules)];
    expect(() => createCaller({ baseUrl: 'http://h', security }, {})).not.toThrow();
  });

  test('a signer protects no pages', () => {
    const security = signer(keyOf('server'));
    expect(() => school({ security, protectPages: true })).toThrow('protectPages calls');
    const both = [security, signatureVerifier(rules)];
    expect(() => school({ security: both, protectPages: true })).not.toThrow();
    for (const wrong of [[], {}, [security, {}], 'x']) {
      expect(() => school({ security: wrong as never })).toThrow('security is a function');
    }
  });

  test('the identity is that of the verifiers', async () => {
    const seen: unknown[] = [];
    const server = school({ security: signer(keyOf('server')) }, (_input, context: Context) => {
      seen.push(context.identity);
    });
    await call(server, signatureVerifier(rules));
    expect(seen).toEqual([undefined]);
  });

  test('a SAML token is carried in the Security header that is signed', async () => {
    const oasis =
      'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    const assertion =
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="a">' +
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/></saml:Assertion>';
    for (const content of [`>${assertion}</wsse:Security>`, '/>']) {
      const seen: string[] = [];
      const server = school({
        security: signatureVerifier(rules),
        onMessage: ({ direction, bytes }) => {
          if (direction === 'in') seen.push(new TextDecoder().decode(bytes));
        },
      });
      const extraSoapHeaders = `<wsse:Security xmlns:wsse="${oasis}"${content}`;
      await call(server, signer(keyOf('client')), { extraSoapHeaders });
      expect(seen[0]?.match(/<wsse:Security /g)).toHaveLength(1);
      expect(seen[0]?.includes(assertion)).toBe(content !== '/>');
    }
  });
});
