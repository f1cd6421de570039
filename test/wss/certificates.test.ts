import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { issuerSerialOf } from '../../src/runtime/signatures/certificates.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
} from '../../src/runtime/wss.ts';
import { escapeText } from '../../src/runtime/xml/writer.ts';
import { input, pem, sender, signed } from './messages.ts';

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
