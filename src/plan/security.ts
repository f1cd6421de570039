import { positionAt, type Span } from '../diagnostics/diagnostic.ts';
import {
  demandsOf,
  type PolicyAssertion,
  type PolicyTerm,
  policyAddressingNamespaces,
  type Requirement,
} from '../model/policy.ts';
import {
  type LinkedPort,
  type LinkedService,
  type PortPolicies,
  portPolicies,
} from '../model/services.ts';

/** What the caller of a composed function gives: a member of its argument. */
export type SettingName =
  | 'username'
  | 'password'
  | 'key'
  | 'cert'
  | 'serviceCert'
  | 'trust'
  | 'tlsKey'
  | 'tlsCert'
  | 'assertion'
  | 'sts'
  | 'credentials'
  | 'appliesTo'
  | 'signature';

/**
 * A value in the settings of a security object: a literal, or what the caller gives, who may leave
 * out what has a default.
 */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly setting: SettingName; readonly usual?: string }
  | { readonly members: Settings };

/** Settings by name, in their order. */
export type Settings = readonly (readonly [name: string, value: SettingValue])[];

/** A function that makes a security object, with its settings. */
export interface SecurityStep {
  /** The runtime, or its entry for WS-Security. */
  readonly from: 'runtime' | 'wss';
  readonly name: string;
  /** What comes before the settings; absent if they are its only argument. */
  readonly first?: SettingValue;
  readonly settings: Settings;
}

/** How the option `security` of a client is composed for a port of a service. */
export interface SecurityPlan {
  readonly binding: LinkedPort['kind'];
  /** Whether TLS protects the messages, which the address decides. */
  readonly isTls: boolean;
  /** In the order in which the objects go into the list. */
  readonly steps: readonly SecurityStep[];
  /** What cannot be met, or is left to the caller, with its file, line and column. */
  readonly unmet: readonly (Requirement & { readonly place: string })[];
}

/**
 * What the policies of a service ask of the option `security` of its clients: for each SOAP port
 * that has such policies, in the order of the contract. Only assertions of WS-SecurityPolicy count.
 */
export function securityPlans(service: LinkedService): readonly SecurityPlan[] {
  return [...portPolicies(service)].flatMap(([{ kind }, policies]) => {
    const plan = compose(policies);
    return plan.steps.length === 0 ? [] : [{ binding: kind, ...plan }];
  });
}

const given = (setting: SettingName): SettingValue => ({ setting });

/** The assertions of a port that the objects follow. */
interface Assertions {
  /** Those of the port, its operations and requests. */
  readonly requests: readonly PolicyAssertion[];
  /** Those of the port, its operations and answers. */
  readonly answers: readonly PolicyAssertion[];
  /** TransportBinding, AsymmetricBinding or SymmetricBinding; absent if there is none. */
  readonly binding: PolicyAssertion | undefined;
  /** The assertions inside it. */
  readonly inside: readonly PolicyAssertion[];
  readonly isTls: boolean;
  readonly isTimed: boolean;
}

function assertionsOf({ both, requests, answers }: PortPolicies): Assertions {
  const shared = chosenAssertions(both);
  const [binding] = named(shared, 'TransportBinding', 'AsymmetricBinding', 'SymmetricBinding');
  const inside = within(binding);
  return {
    requests: [...shared, ...chosenAssertions(requests)],
    answers: [...shared, ...chosenAssertions(answers)],
    binding,
    inside,
    isTls: binding?.name.localName === 'TransportBinding',
    isTimed: inside.some((one) => one.name.localName === 'IncludeTimestamp'),
  };
}

/**
 * The assertions that a client has to meet: of alternatives those of which the fewest cannot be
 * met, without optional ones and without what is inside them.
 */
function chosenAssertions(terms: readonly PolicyTerm[]): readonly PolicyAssertion[] {
  return terms.flatMap((term): readonly PolicyAssertion[] => {
    if (term.kind === 'assertion') return term.optional || term.ignorable ? [] : [term];
    if (term.kind === 'all') return chosenAssertions(term.terms);
    const [first, ...others] = term.terms.map((one) => ({
      one,
      unmet: demandsOf([one]).unmet.length,
    }));
    if (first === undefined) return [];
    return chosenAssertions([others.reduce((a, b) => (b.unmet < a.unmet ? b : a), first).one]);
  });
}

/** The assertions of the policy inside an assertion. */
function within(assertion: PolicyAssertion | undefined): readonly PolicyAssertion[] {
  return assertion?.nested === undefined ? [] : chosenAssertions([assertion.nested]);
}

function named(
  list: readonly PolicyAssertion[],
  ...names: readonly string[]
): readonly PolicyAssertion[] {
  return list.filter(({ name }) => names.includes(name.localName));
}

/** A token that a client sends beside what its binding demands, and what it is for. */
interface SupportingToken {
  readonly token: PolicyAssertion;
  readonly isEndorsing: boolean;
  readonly isEncrypted: boolean;
}

function supportingTokens({ requests }: Assertions): readonly SupportingToken[] {
  return requests.flatMap((one) => {
    const { localName } = one.name;
    if (!localName.endsWith('SupportingTokens')) return [];
    return within(one).map((token) => ({
      token,
      isEndorsing: localName.includes('Endorsing'),
      isEncrypted: localName.includes('Encrypted'),
    }));
  });
}

function compose(policies: PortPolicies): Omit<SecurityPlan, 'binding'> {
  const assertions = assertionsOf(policies);
  const tokens = supportingTokens(assertions);
  const { both, requests, answers } = policies;
  const unmet = new Map<string, Requirement>();
  for (const one of [
    ...demandsOf([...both, ...requests, ...answers]).unmet,
    ...leftOut(assertions, tokens),
  ]) {
    if (!unmet.has(one.text)) unmet.set(one.text, one);
  }
  const steps = [
    ...transportSteps(assertions),
    ...tokens.flatMap((one) => tokenSteps(one, assertions)),
    ...messageSteps(assertions, tokens),
  ];
  return {
    isTls: assertions.isTls,
    steps,
    unmet: [...unmet.values()].map((one) => ({ ...one, place: placeOf(one.span) })),
  };
}

/** What settings can meet, but this function does not know how. */
function leftOut(
  assertions: Assertions,
  tokens: readonly SupportingToken[],
): readonly Requirement[] {
  const { binding, requests, answers, inside, isTls } = assertions;
  if (isTls) return [];
  const all = [...new Set([...requests, ...answers])];
  const byPath = named(all, 'SignedElements', 'EncryptedElements', 'ContentEncryptedElements');
  const parts = named(all, 'SignedParts', 'EncryptedParts').flatMap((one) => one.parameters);
  const [suite] = named(inside, 'AlgorithmSuite');
  const isOldSuite =
    suite !== undefined && /Rsa15|TripleDes|192GCM/.test(namesWithin(suite).join(' '));
  const encrypts = named([...all, ...inside], 'EncryptedParts', 'EncryptSignature').length > 0;
  return [
    ...byPath.map(({ name, span }) => ({
      text: `what an XPath of ${name.localName} names`,
      instead: 'add the names of these elements to `elements`',
      span,
    })),
    ...named(parts, 'Attachments').map(({ span }) => ({
      text: 'signed or encrypted attachments',
      instead: 'send bytes in the message, without parts of their own',
      span,
    })),
    ...(isOldSuite && encrypts
      ? [
          {
            text: `encryption with the algorithms of ${namesWithin(suite)[0]}`,
            instead:
              'they are not supported: ask for a suite with RSA-OAEP, and AES of 128 or 256 bits',
            span: suite.span,
          },
        ]
      : []),
    ...(binding !== undefined && protectingTokens(assertions).length > 0
      ? [
          {
            text: encrypts
              ? 'encryption, and signatures of answers, with the key of the token'
              : 'signatures of answers, with the key of the token',
            instead: 'they are not supported: answers are read as they come',
            span: binding.span,
          },
        ]
      : []),
    ...tokens
      .filter(({ token, isEndorsing }) => isEndorsing && token.name.localName === 'X509Token')
      .map(({ token: { span } }) => ({
        text: 'a second signature, of the first one',
        instead: 'it is not supported: ask for an endpoint without an endorsing token',
        span,
      })),
  ];
}

/** What TLS and HTTP carry (WS-SecurityPolicy 1.2, section 5.4.12). */
function transportSteps({ inside, isTls }: Assertions): readonly SecurityStep[] {
  if (!isTls) return [];
  const https = named(inside, 'TransportToken').flatMap((one) => named(within(one), 'HttpsToken'));
  const demanded = new Set(https.flatMap(namesWithin));
  const asks = (name: string): boolean =>
    demanded.has(name) || https.some(({ attributes }) => isTrue(attributes.get(name)));
  return [
    ...(asks('HttpBasicAuthentication')
      ? [step('runtime', 'basic', { username: given('username'), password: given('password') })]
      : []),
    ...(asks('RequireClientCertificate')
      ? [step('runtime', 'clientCertificate', { cert: given('tlsCert'), key: given('tlsKey') })]
      : []),
  ];
}

/** Names of the assertions inside one, as a policy or, in its first version, without. */
function namesWithin(one: PolicyAssertion): readonly string[] {
  return [...within(one), ...one.parameters].map(({ name }) => name.localName);
}

function isTrue(value = ''): boolean {
  return value === 'true' || value === '1';
}

/** A step without the settings that are `undefined`. */
function step(
  from: SecurityStep['from'],
  name: string,
  settings: Readonly<Record<string, SettingValue | undefined>>,
  first?: SettingValue,
): SecurityStep {
  const set = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return { from, name, settings: set, ...(first === undefined ? {} : { first }) };
}

/** A token beside what the binding demands (WS-SecurityPolicy 1.2, sections 5.4 and 8). */
function tokenSteps(
  { token, isEndorsing }: SupportingToken,
  assertions: Assertions,
): readonly SecurityStep[] {
  switch (token.name.localName) {
    case 'UsernameToken':
      return [usernameStep(token, assertions)];
    case 'SamlToken':
      return [samlStep(isEndorsing, assertions)];
    case 'IssuedToken':
      return [issuedStep(token, isEndorsing, assertions)];
    case 'X509Token':
      // TLS protects the message, and the certificate signs the time of it
      return isEndorsing && assertions.isTls ? [signerStep(token, assertions, ['Timestamp'])] : [];
    default:
      return [];
  }
}

/** Without a Nonce or Created that no one asks for: a digest has both in any case. */
function usernameStep(token: PolicyAssertion, { isTls, isTimed }: Assertions): SecurityStep {
  const names = namesWithin(token);
  const hasPassword = !names.includes('NoPassword');
  const isDigest = names.includes('HashPassword');
  return step('runtime', 'usernameToken', {
    username: given('username'),
    password: hasPassword ? given('password') : undefined,
    type: isDigest ? 'digest' : undefined,
    nonce: isDigest || names.includes('Nonce') ? undefined : false,
    created: isDigest || names.includes('Created') ? undefined : false,
    timestamp: isTls && isTimed ? 300 : undefined,
  });
}

/** An assertion that only comes along, or whose key signs. */
function samlStep(isEndorsing: boolean, { isTls, isTimed }: Assertions): SecurityStep {
  const settings = {
    confirmation: isEndorsing ? 'holder-of-key' : undefined,
    key: isEndorsing ? given('key') : undefined,
    timestamp: isTls && isTimed ? 300 : undefined,
  };
  return step('wss', 'samlToken', settings, given('assertion'));
}

/** A token that a token service issues (WS-SecurityPolicy 1.2, section 5.4.2). */
function issuedStep(
  token: PolicyAssertion,
  isKeyed: boolean,
  { isTls, isTimed }: Assertions,
): SecurityStep {
  const [issuer] = named(token.parameters, 'Issuer');
  const [address] = named(issuer?.parameters ?? [], 'Address');
  const isKnown = address?.text !== undefined && !address.text.endsWith('/anonymous');
  const [template] = named(token.parameters, 'RequestSecurityTokenTemplate');
  const asked = template?.parameters ?? [];
  const [type] = named(asked, 'TokenType');
  const [key] = named(asked, 'KeyType');
  const keyType = keyTypeOf(key?.text) ?? (isKeyed ? 'symmetric' : undefined);
  return step('wss', 'issuedToken', {
    sts: isKnown ? address.text : given('sts'),
    credentials: given('credentials'),
    appliesTo: given('appliesTo'),
    tokenType: type?.text && samlVersion(type.text),
    keyType,
    proof:
      keyType === 'public'
        ? {
            members: [
              ['key', given('key')],
              ['cert', given('cert')],
            ],
          }
        : undefined,
    version: trustVersion((type ?? key)?.name.namespace),
    timestamp: isTls && isTimed ? 300 : undefined,
  });
}

/** A type of keys of WS-Trust as the setting names it. */
function keyTypeOf(uri = ''): string | undefined {
  const [, name] = /\/(Bearer|SymmetricKey|PublicKey)$/.exec(uri) ?? [];
  return name?.replace('Key', '').toLowerCase();
}

function samlVersion(uri: string): string {
  if (/SAML(?:V2\.0|:2\.0:assertion)$/.test(uri)) return '2.0';
  return /SAML(?:V1\.1|:1\.[01]:assertion)$/.test(uri) ? '1.1' : uri;
}

/** The version of WS-Trust, if it is not the usual one. */
function trustVersion(namespace = ''): string | undefined {
  if (namespace.endsWith('/2005/02/trust')) return '2005';
  return namespace.endsWith('/200802') ? '1.4' : undefined;
}

/** The token of a role, such as `Initiator`, which may be split into one for each use. */
function roleToken(
  { inside }: Assertions,
  role: 'Initiator' | 'Recipient',
  use: 'Signature' | 'Encryption',
): PolicyAssertion | undefined {
  const [holder] = named(inside, `${role}${use}Token`, `${role}Token`);
  return within(holder).find(({ name }) => name.localName.endsWith('Token'));
}

/** Issued tokens whose key protects the messages of a SymmetricBinding. */
function protectingTokens({ inside }: Assertions): readonly PolicyAssertion[] {
  const holders = named(inside, 'ProtectionToken', 'SignatureToken').flatMap(within);
  return named(holders, 'IssuedToken');
}

/** Signatures and encryption of the message (WS-SecurityPolicy 1.2, section 7.5). */
function messageSteps(
  assertions: Assertions,
  tokens: readonly SupportingToken[],
): readonly SecurityStep[] {
  const { binding, requests, answers, inside, isTimed } = assertions;
  if (binding?.name.localName === 'SymmetricBinding') {
    return protectingTokens(assertions).map((one) => issuedStep(one, true, assertions));
  }
  if (binding?.name.localName !== 'AsymmetricBinding') return [];
  const signs = roleToken(assertions, 'Initiator', 'Signature');
  const sent = encryptedElements(requests, assertions, tokens);
  const returned = encryptedElements(answers, assertions, []).filter((one) => !one.endsWith('?'));
  const signature =
    signs?.name.localName === 'X509Token'
      ? [signerStep(signs, assertions, signedElements(assertions))]
      : [];
  const encryption = sent.length === 0 ? [] : [encrypterStep(assertions, sent)];
  // the list is in the order in which a message is changed
  const isEncryptedFirst = named(inside, 'EncryptBeforeSigning').length > 0;
  const decryption = returned.length === 0 ? [] : [decrypterStep(assertions, returned)];
  const verification = step('wss', 'signatureVerifier', {
    trust: given('trust'),
    sha1: true,
    timestamp: isTimed ? undefined : false,
  });
  return isEncryptedFirst
    ? [...encryption, ...signature, verification, ...decryption]
    : [...signature, ...encryption, ...decryption, verification];
}

/**
 * What the client signs; `undefined` if it is what a signer signs by default. Headers that a policy
 * names have to be signed where a message has them (WS-SecurityPolicy 1.2, section 4.1.1).
 */
function signedElements({ requests, inside }: Assertions): readonly string[] | undefined {
  const parts = named(requests, 'SignedParts').flatMap((one) => one.parameters);
  const headers = partNames(parts).filter((name) => name !== 'Body' && !isAddressingName(name));
  const isProtected = named(inside, 'ProtectTokens').length > 0;
  if (headers.length === 0 && !isProtected) return undefined;
  const isEncrypted = named(inside, 'EncryptBeforeSigning').length > 0;
  return [
    ...['Body', 'Timestamp?', 'UsernameToken?', 'Addressing?'],
    ...(isEncrypted ? ['EncryptedKey?', 'EncryptedHeader?', 'EncryptedData?'] : []),
    ...(isProtected ? ['BinarySecurityToken?'] : []),
    ...headers,
  ];
}

/** What is encrypted of requests, or of answers. */
function encryptedElements(
  assertions: readonly PolicyAssertion[],
  { inside }: Assertions,
  tokens: readonly SupportingToken[],
): readonly string[] {
  const parts = named(assertions, 'EncryptedParts').flatMap((one) =>
    one.parameters.length === 0 ? ['Body'] : partNames(one.parameters),
  );
  const isSignature = named(inside, 'EncryptSignature').length > 0;
  const hidden = tokens
    .filter(({ isEncrypted }) => isEncrypted)
    .flatMap(({ token }) => (token.name.localName === 'UsernameToken' ? ['UsernameToken'] : []));
  return [...new Set([...parts, ...hidden, ...(isSignature ? ['Signature'] : [])])];
}

/**
 * Parts of a message as settings name them: headers where they are there. Attachments are not among
 * them.
 */
function partNames(parts: readonly PolicyAssertion[]): readonly string[] {
  return parts.flatMap(({ name: { localName }, attributes }) => {
    if (localName === 'Body') return ['Body'];
    const [name, namespace = ''] = [attributes.get('Name'), attributes.get('Namespace')];
    return localName === 'Header' && name !== undefined ? [`{${namespace}}${name}?`] : [];
  });
}

function isAddressingName(name: string): boolean {
  return policyAddressingNamespaces.some((one) => name.startsWith(`{${one}}`));
}

/**
 * A key and its certificate. Signatures of all suites are those of RSA with SHA-1 by the standard;
 * WCF and others take SHA-256 for suites with that digest.
 */
function signerStep(
  token: PolicyAssertion,
  assertions: Assertions,
  elements: readonly string[] | undefined,
): SecurityStep {
  const { digest } = suiteOf(assertions);
  const usual = 'rsa-sha1';
  return step('wss', 'signer', {
    key: given('key'),
    cert: given('cert'),
    reference: referenceOf(token, assertions),
    signature: digest === 'sha1' ? usual : { setting: 'signature', usual },
    digest,
    elements,
    timestamp: assertions.isTimed ? undefined : false,
  });
}

function encrypterStep(assertions: Assertions, elements: readonly string[]): SecurityStep {
  const token = roleToken(assertions, 'Recipient', 'Encryption');
  return step('wss', 'encrypter', {
    cert: given('serviceCert'),
    reference: token && (referenceOf(token, assertions) ?? 'BinarySecurityToken'),
    encryption: suiteOf(assertions).encryption,
    elements: isOnlyBody(elements) ? undefined : elements,
  });
}

function decrypterStep(assertions: Assertions, elements: readonly string[]): SecurityStep {
  return step('wss', 'decrypter', {
    key: given('key'),
    cert: given('cert'),
    cbc: suiteOf(assertions).encryption.endsWith('-cbc') || undefined,
    elements: isOnlyBody(elements) ? undefined : elements,
  });
}

/** Whether that is what is encrypted without the setting. */
function isOnlyBody(elements: readonly string[]): boolean {
  return elements.length === 1 && elements[0] === 'Body';
}

/**
 * How a message names a certificate that is not in it (WS-SecurityPolicy 1.2, sections 5.1.1 and
 * 5.4.3); `undefined` for one that is.
 */
function referenceOf(token: PolicyAssertion, { requests }: Assertions): string | undefined {
  const include = token.attributes.get('IncludeToken') ?? '/Always';
  if (!/\/(?:Never|AlwaysToInitiator)$/.test(include)) return undefined;
  const asked = namesWithin(token);
  const may = named(requests, 'Wss10', 'Wss11').flatMap(namesWithin);
  const found =
    references.find(([demand]) => asked.includes(demand)) ??
    references.find(([, option]) => may.includes(option));
  return found?.[2] ?? 'IssuerSerial';
}

/** What a token demands, what a service may understand, and the setting for both. */
const references = [
  ['RequireThumbprintReference', 'MustSupportRefThumbprint', 'ThumbprintSHA1'],
  ['RequireKeyIdentifierReference', 'MustSupportRefKeyIdentifier', 'SubjectKeyIdentifier'],
  ['RequireIssuerSerialReference', 'MustSupportRefIssuerSerial', 'IssuerSerial'],
] as const;

/**
 * Algorithms (WS-SecurityPolicy 1.2, section 6.1). Suites with GCM in their names are of CXF, as no
 * version of the standard has any.
 */
interface Suite {
  readonly digest: 'sha1' | 'sha256';
  readonly encryption: string;
}

function suiteOf({ inside }: Assertions): Suite {
  const [found] = named(inside, 'AlgorithmSuite');
  const [name = ''] = found === undefined ? [] : namesWithin(found);
  const [, bits = '256'] = /^Basic(\d{3})/.exec(name) ?? [];
  return {
    digest: name.includes('Sha256') ? 'sha256' : 'sha1',
    encryption: name.includes('GCM') ? `aes${bits === '128' ? 128 : 256}-gcm` : `aes${bits}-cbc`,
  };
}

/** File, line and column of a term, without the folder, which differs from machine to machine. */
function placeOf({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${file.path.replace(/^.*[\\/]/, '')}:${line}:${column}`;
}
