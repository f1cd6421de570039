import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import {
  type SecurityPlan,
  type Settings,
  type SettingValue,
  securityPlans,
} from '../../src/plan/security.ts';
import { linkFiles } from '../read/contract-text.ts';

const sp = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';

/** The plans of a service with these policies at its binding, and at its messages. */
function plansOf(binding: string, request = '', answer = request): readonly SecurityPlan[] {
  const policy = (xml: string): string => (xml === '' ? '' : `<wsp:Policy>${xml}</wsp:Policy>`);
  const { contract } = linkFiles({
    'a.wsdl': `<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${sp}"
    xmlns:a="http://www.w3.org/2005/08/addressing">
    <types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
    <element name="A"><complexType/></element></schema></types>
    <message name="M"><part name="p" element="t:A"/></message>
    <portType name="P"><operation name="A"><input message="t:M"/><output message="t:M"/></operation>
    </portType><binding name="B" type="t:P">${policy(binding)}
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="A"><soap:operation soapAction="urn:a"/>
    <input>${policy(request)}<soap:body use="literal"/></input>
    <output>${policy(answer)}<soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://h/s"/></port>
    </service></definitions>`,
  });
  if (contract === undefined) throw new Error('the contract cannot be read');
  const linked = linkContract(contract, createDiagnosticBag());
  const [service] = linked?.services ?? [];
  return service === undefined ? [] : securityPlans(service);
}

/** What is composed, one call a line, with `$name` for what the caller gives. */
function composed(binding: string, request?: string, answer?: string): readonly string[] {
  return plansOf(binding, request, answer).flatMap(({ steps }) =>
    steps.map(({ name, first, settings }) => {
      const shown = (value: SettingValue): string => {
        if (typeof value !== 'object') return JSON.stringify(value);
        if ('setting' in value) return `$${value.setting}`;
        return 'members' in value ? `{ ${listed(value.members)} }` : JSON.stringify(value);
      };
      const listed = (all: Settings): string =>
        all.map(([key, value]) => `${key}: ${shown(value)}`).join(', ');
      const list = listed(settings);
      return [name, ...(first === undefined ? [] : [shown(first)]), list].join(' ').trim();
    }),
  );
}

const nested = (name: string, ...inside: readonly string[]): string =>
  `<sp:${name}><wsp:Policy>${inside.join('')}</wsp:Policy></sp:${name}>`;
const empty = (...names: readonly string[]): string =>
  names.map((name) => `<sp:${name}/>`).join('');
const x509 = (include: string, ...inside: readonly string[]): string =>
  `<sp:X509Token sp:IncludeToken="${sp}/IncludeToken/${include}"><wsp:Policy>` +
  `${inside.join('')}</wsp:Policy></sp:X509Token>`;

/** A policy of signatures with certificates. */
function asymmetric(
  more: string,
  { suite = 'Basic256', initiator = x509('AlwaysToRecipient'), recipient = x509('Never') } = {},
): string {
  return nested(
    'AsymmetricBinding',
    nested('InitiatorToken', initiator),
    nested('RecipientToken', recipient),
    nested('AlgorithmSuite', empty(suite)),
    more,
  );
}

const tls = (...inside: readonly string[]): string =>
  nested('TransportBinding', nested('TransportToken', nested('HttpsToken', ...inside)));
const timedTls = nested(
  'TransportBinding',
  nested('TransportToken', nested('HttpsToken')),
  empty('IncludeTimestamp'),
);

describe('what policies make of the option security', () => {
  test('is nothing without assertions of WS-SecurityPolicy that ask for some', () => {
    expect(plansOf('')).toEqual([]);
    expect(plansOf(tls())).toEqual([]);
    expect(plansOf('<sp:SymmetricBinding><wsp:Policy/></sp:SymmetricBinding>')).toEqual([]);
  });

  test('is what TLS and HTTP carry', () => {
    expect(composed(tls(empty('RequireClientCertificate')))).toEqual([
      'clientCertificate cert: $tlsCert, key: $tlsKey',
    ]);
    expect(composed(tls(empty('HttpBasicAuthentication')))).toEqual([
      'basic username: $username, password: $password',
    ]);
  });

  test.each([
    ['', 'username: $username, password: $password, nonce: false, created: false'],
    [empty('Nonce', 'Created'), 'username: $username, password: $password'],
    [empty('HashPassword'), 'username: $username, password: $password, type: "digest"'],
    [empty('NoPassword'), 'username: $username, nonce: false, created: false'],
  ])('is a UsernameToken with %s', (inside, settings) => {
    const token = nested('SignedSupportingTokens', nested('UsernameToken', inside));
    expect(composed(tls() + token)).toEqual([`usernameToken ${settings}`]);
    expect(composed(timedTls + token)).toEqual([`usernameToken ${settings}, timestamp: 300`]);
  });

  test('is a certificate that endorses a message over TLS', () => {
    const token = nested('EndorsingSupportingTokens', x509('AlwaysToRecipient'));
    expect(composed(timedTls + token)).toEqual([
      'signer key: $key, cert: $cert, signature: "rsa-sha1", digest: "sha1", elements: ["Timestamp"]',
    ]);
  });

  test('is an assertion of SAML, with its key if it endorses', () => {
    expect(composed(tls() + nested('SupportingTokens', nested('SamlToken')))).toEqual([
      'samlToken $assertion',
    ]);
    expect(composed(timedTls + nested('EndorsingSupportingTokens', nested('SamlToken')))).toEqual([
      'samlToken $assertion confirmation: "holder-of-key", key: $key, timestamp: 300',
    ]);
  });

  const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
  const saml = 'http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV';
  const issued = (namespace: string, type: string, key: string): string =>
    '<sp:IssuedToken><sp:Issuer><a:Address> https://sts.test/ </a:Address></sp:Issuer>' +
    `<sp:RequestSecurityTokenTemplate xmlns:w="${namespace}"><w:TokenType>${type}</w:TokenType>` +
    `<w:KeyType>${namespace}/${key}</w:KeyType></sp:RequestSecurityTokenTemplate></sp:IssuedToken>`;

  test.each([
    [
      issued(trust, `${saml}2.0`, 'Bearer'),
      'sts: "https://sts.test/", credentials: $credentials, appliesTo: $appliesTo, ' +
        'tokenType: "2.0", keyType: "bearer"',
    ],
    [
      issued('http://schemas.xmlsoap.org/ws/2005/02/trust', `${saml}1.1`, 'SymmetricKey'),
      'sts: "https://sts.test/", credentials: $credentials, appliesTo: $appliesTo, ' +
        'tokenType: "1.1", keyType: "symmetric", version: "2005"',
    ],
    [
      issued(trust, 'urn:own', 'PublicKey'),
      'sts: "https://sts.test/", credentials: $credentials, appliesTo: $appliesTo, ' +
        'tokenType: "urn:own", keyType: "public", proof: { key: $key, cert: $cert }',
    ],
    [
      '<sp:IssuedToken/>',
      'sts: $sts, credentials: $credentials, appliesTo: $appliesTo, keyType: "symmetric"',
    ],
  ])('is a token of a token service: %s', (token, settings) => {
    const endorsing = nested('EndorsingSupportingTokens', token);
    expect(composed(tls() + endorsing)).toEqual([`issuedToken ${settings}`]);
    expect(composed(timedTls + endorsing)).toEqual([`issuedToken ${settings}, timestamp: 300`]);
  });

  test('is a token whose key signs, if it protects messages', () => {
    const binding = nested('SymmetricBinding', nested('ProtectionToken', '<sp:IssuedToken/>'));
    expect(composed(binding)).toEqual([
      'issuedToken sts: $sts, credentials: $credentials, appliesTo: $appliesTo, keyType: "symmetric"',
    ]);
    expect(leftOut(binding, '')).toEqual(['signatures of answers, with the key of the token']);
    expect(leftOut(binding, parts('EncryptedParts', '<sp:Body/>'))).toEqual([
      'encryption, and signatures of answers, with the key of the token',
    ]);
  });

  const signer = 'signer key: $key, cert: $cert, signature: "rsa-sha1", digest: "sha1"';
  const verifier = 'signatureVerifier trust: $trust, sha1: true';

  test('leaves the signature to the caller where stacks do not follow the standard', () => {
    const [own] = composed(asymmetric(empty('IncludeTimestamp'), { suite: 'Basic256Sha256' }));
    expect(own).toBe('signer key: $key, cert: $cert, signature: $signature, digest: "sha256"');
  });

  test('is a signature, with a Timestamp if there is one', () => {
    expect(composed(asymmetric(empty('IncludeTimestamp')))).toEqual([signer, verifier]);
    expect(composed(asymmetric(''))).toEqual([
      `${signer}, timestamp: false`,
      `${verifier}, timestamp: false`,
    ]);
  });

  test.each([
    ['AlwaysToRecipient', empty('RequireThumbprintReference'), '', undefined],
    ['Always', '', '', undefined],
    ['Never', empty('RequireThumbprintReference'), '', 'ThumbprintSHA1'],
    ['Never', empty('RequireKeyIdentifierReference'), '', 'SubjectKeyIdentifier'],
    ['Never', '', nested('Wss10', empty('MustSupportRefKeyIdentifier')), 'SubjectKeyIdentifier'],
    ['Never', '', nested('Wss11', empty('MustSupportRefThumbprint')), 'ThumbprintSHA1'],
    ['AlwaysToInitiator', '', '', 'IssuerSerial'],
  ])('names the certificate by IncludeToken %s, %s and %s', (include, inside, wss, reference) => {
    const initiator = x509(include, inside);
    const [first] = composed(asymmetric(empty('IncludeTimestamp'), { initiator }) + wss);
    const named = reference === undefined ? '' : `, reference: "${reference}"`;
    expect(first).toBe(signer.replace('$cert,', `$cert${named},`));
  });

  const parts = (name: string, ...inside: readonly string[]): string =>
    `<sp:${name}>${inside.join('')}</sp:${name}>`;
  const header = (name: string, namespace: string): string =>
    `<sp:Header Name="${name}" Namespace="${namespace}"/>`;

  test('signs headers that the policy names, and what is signed anyway without naming it', () => {
    const addressing = header('To', 'http://www.w3.org/2005/08/addressing');
    const binding = asymmetric(empty('IncludeTimestamp'));
    const [usual] = composed(binding, parts('SignedParts', '<sp:Body/>', addressing));
    expect(usual).toBe(signer);
    const usually = '"Body","Timestamp?","UsernameToken?","Addressing?"';
    const [more] = composed(binding, parts('SignedParts', '<sp:Body/>', header('S', 'urn:s')));
    expect(more).toBe(`${signer}, elements: [${usually},"{urn:s}S?"]`);
    const [own] = composed(asymmetric(empty('IncludeTimestamp', 'ProtectTokens')));
    expect(own).toBe(`${signer}, elements: [${usually},"BinarySecurityToken?"]`);
    const first = asymmetric(empty('IncludeTimestamp', 'EncryptBeforeSigning'));
    const [encrypted] = composed(first, parts('SignedParts', header('S', 'urn:s')));
    const secrets = '"EncryptedKey?","EncryptedHeader?","EncryptedData?"';
    expect(encrypted).toBe(`${signer}, elements: [${usually},${secrets},"{urn:s}S?"]`);
  });

  test.each([
    ['Basic256', 'aes256-cbc'],
    ['Basic128Sha256', 'aes128-cbc'],
    ['Basic192', 'aes192-cbc'],
    ['Basic128GCMSha256', 'aes128-gcm'],
  ])('encrypts with the algorithms of %s as %s', (suite, encryption) => {
    const binding = asymmetric(empty('IncludeTimestamp'), { suite });
    const [, encrypter, decrypter] = composed(binding, parts('EncryptedParts', '<sp:Body/>'));
    expect(encrypter).toBe(
      `encrypter cert: $serviceCert, reference: "IssuerSerial", encryption: "${encryption}"`,
    );
    const cbc = encryption.endsWith('cbc') ? ', cbc: true' : '';
    expect(decrypter).toBe(`decrypter key: $key, cert: $cert${cbc}`);
  });

  test('encrypts headers, tokens and signatures, of answers only what they have', () => {
    const binding =
      asymmetric(empty('IncludeTimestamp', 'EncryptSignature')) +
      nested('SignedEncryptedSupportingTokens', nested('UsernameToken', empty('HashPassword')));
    const request = parts('EncryptedParts', '<sp:Body/>', header('H', 'urn:h'));
    const [, , encrypter, decrypter] = composed(binding, request, '');
    expect(encrypter).toContain('elements: ["Body","{urn:h}H?","UsernameToken","Signature"]');
    expect(decrypter).toContain('elements: ["Signature"]');
  });

  test('encrypts before it signs if the policy says so', () => {
    const binding = asymmetric(empty('IncludeTimestamp', 'EncryptBeforeSigning'));
    const names = composed(binding, parts('EncryptedParts', '<sp:Body/>')).map(
      (one) => one.split(' ')[0],
    );
    expect(names).toEqual(['encrypter', 'signer', 'signatureVerifier', 'decrypter']);
  });

  test('is that of the alternative that can be met, without what is optional', () => {
    const kerberos = nested('SupportingTokens', empty('KerberosToken'));
    const user = nested('SupportingTokens', nested('UsernameToken'));
    const optional = user.replace('<sp:UsernameToken>', '<sp:UsernameToken wsp:Optional="true">');
    const one = `<wsp:ExactlyOne><wsp:All>${kerberos}</wsp:All><wsp:All>${user}</wsp:All></wsp:ExactlyOne>`;
    expect(composed(one)).toHaveLength(1);
    expect(composed(optional)).toEqual([]);
  });

  test('takes time in proportion to the policies', () => {
    const kerberos = '<sp:KerberosToken/>';
    const many = Array.from({ length: 1500 }, () => `<wsp:All>${kerberos}</wsp:All>`).join('');
    const first = `<wsp:All>${kerberos.repeat(1500)}</wsp:All>`;
    expect(plansOf(`<wsp:ExactlyOne>${first}${many}</wsp:ExactlyOne>`)).toEqual([]);
  });

  test.each([
    ['a Kerberos token', nested('SupportingTokens', empty('KerberosToken')), ''],
    ['what an XPath of SignedElements names', '', parts('SignedElements', '')],
    ['signed or encrypted attachments', '', parts('SignedParts', '<sp:Attachments/>')],
    [
      'a second signature, of the first one',
      nested('EndorsingSupportingTokens', x509('Always')),
      '',
    ],
  ])('says that it leaves out %s', (text, tokens, request) => {
    expect(leftOut(asymmetric('') + tokens, request)).toEqual([text]);
  });

  test.each(['Basic256Rsa15', 'TripleDes', 'Basic192GCM'])(
    'says that it does not encrypt by %s',
    (suite) => {
      const encrypted = parts('EncryptedParts', '<sp:Body/>');
      const text = `encryption with the algorithms of ${suite}`;
      expect(leftOut(asymmetric('', { suite }), encrypted)).toEqual([text]);
      expect(leftOut(asymmetric('', { suite }), '')).toEqual([]);
    },
  );

  function leftOut(binding: string, request: string): readonly string[] {
    const [plan] = plansOf(binding, request);
    for (const { instead } of plan?.unmet ?? []) expect(instead).toMatch(/\w/);
    return plan?.unmet.map(({ text }) => text) ?? [];
  }
});
