import type { Span } from '../diagnostics/diagnostic.ts';
import type { QName } from './xml.ts';

/** A requirement, and whether it is one of several alternatives or may be left out. */
export interface Demanded extends Requirement {
  readonly isChoice: boolean;
  /** Set for an extension of WSDL without `wsdl:required`: it is used, and may be left out. */
  readonly isAnnounced?: boolean | undefined;
}

/** What policies demand together. */
interface Demands {
  /** All requirements, each once, in the order of the contract. */
  readonly all: readonly Demanded[];
  /** Those that cannot be met, of the alternative that has the fewest of them. */
  readonly unmet: readonly Requirement[];
}

/** What some policies demand, in words. */
export function demandsOf(terms: readonly PolicyTerm[]): Demands {
  const whole: PolicyTerm = { kind: 'all', terms };
  const hasTls = demandOf(whole, isTransportBinding) === 'always';
  const { found, unmet } = collect(whole, hasTls);
  return { all: [...found.values()], unmet: [...unmet.values()] };
}

function isTransportBinding({ name }: PolicyAssertion): boolean {
  return name.localName === 'TransportBinding' && securityPolicyNamespaces.includes(name.namespace);
}

/** Requirements by their words. */
interface Collected {
  readonly found: ReadonlyMap<string, Demanded>;
  readonly unmet: ReadonlyMap<string, Requirement>;
}

function collect(term: PolicyTerm, hasTls: boolean): Collected {
  if (term.kind === 'assertion') return ofAssertion(term, hasTls);
  const parts = term.terms.map((one) => collect(one, hasTls));
  return term.kind === 'all' ? together(parts) : alternatives(parts);
}

function ofAssertion(assertion: PolicyAssertion, hasTls: boolean): Collected {
  const { span, optional, nested } = assertion;
  const own = wordsFor(assertion, hasTls).map((words) => ({ ...words, span }));
  const inside = nested === undefined || isLeaf(assertion) ? [] : [collect(nested, hasTls)];
  const isAnnounced = assertion.isExtension && (optional || !assertion.attributes.has('required'));
  const found = new Map(own.map((one) => [one.text, { ...one, isChoice: false, isAnnounced }]));
  const unmet = new Map(own.flatMap((one) => (one.instead === undefined ? [] : [[one.text, one]])));
  const all = together([{ found, unmet }, ...inside]);
  return optional ? { found: asChoices(all.found), unmet: new Map() } : all;
}

/** Whether an assertion of WS-SecurityPolicy holds others, of which its words say nothing. */
const container =
  /Binding$|Tokens$|(?:Initiator|Recipient|Signature|Encryption|^Transport|^Protection)Token$/;

/** Whether the words of an assertion already say what is inside. */
function isLeaf({ name: { namespace, localName } }: PolicyAssertion): boolean {
  return securityPolicyNamespaces.includes(namespace) && !container.test(localName);
}

function together(parts: readonly Collected[]): Collected {
  const found = new Map<string, Demanded>();
  const unmet = new Map<string, Requirement>();
  for (const part of parts) {
    for (const [text, one] of part.found) {
      const known = found.get(text);
      if (known === undefined || !isFirm(known)) found.set(text, one);
    }
    for (const [text, one] of part.unmet) unmet.set(text, one);
  }
  return { found, unmet };
}

function isFirm({ isChoice, isAnnounced }: Demanded): boolean {
  return !isChoice && isAnnounced !== true;
}

function alternatives(parts: readonly Collected[]): Collected {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first ?? together([]);
  const counts = new Map<string, number>();
  for (const part of parts) {
    for (const [text, { isChoice }] of part.found) {
      if (!isChoice) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const found = new Map<string, Demanded>();
  for (const part of parts) {
    for (const [text, one] of part.found) {
      const isEverywhere = counts.get(text) === parts.length;
      if (!found.has(text)) found.set(text, { ...one, isChoice: !isEverywhere });
    }
  }
  const best = others.reduce((a, b) => (b.unmet.size < a.unmet.size ? b : a), first);
  return { found, unmet: best.unmet };
}

function asChoices(found: ReadonlyMap<string, Demanded>): ReadonlyMap<string, Demanded> {
  return new Map([...found].map(([text, one]) => [text, { ...one, isChoice: true }]));
}

const timestamp = 'security: usernameToken({ username, password, timestamp: 300 })';

/** Assertions that say how the others are meant, and demand nothing by themselves. */
const silent = /^(?:Wss1\d|Trust1\d|Layout|MustSupport\w*|OnlySign\w*|ProtectTokens|\w+Tokens?)$/;

/**
 * What an assertion of WS-SecurityPolicy demands.
 *
 * @param hasTls Whether the policy demands TLS, which then protects whole messages.
 */
function securityWords(assertion: PolicyAssertion, hasTls: boolean): readonly Words[] {
  const { localName } = assertion.name;
  const token = tokenWords(assertion);
  if (token !== undefined) return token;
  switch (localName) {
    case 'TransportBinding':
      return [{ text: 'TLS: an https address', option: "baseUrl: 'https://…'" }];
    case 'AlgorithmSuite':
      return hasTls ? [] : suiteWords(assertion);
    case 'IncludeTimestamp':
      return [{ text: 'a Timestamp in the Security header', option: timestamp }];
    case 'AsymmetricBinding':
      return [
        {
          text: 'messages signed with X.509 certificates (asmx-gen-runtime/wss)',
          option: 'security: signer({ key, cert })',
        },
      ];
    case 'SymmetricBinding':
      return [symmetricWords(assertion)];
    case 'EncryptSignature':
      return [encrypted('an encrypted signature', "'Body', 'Signature'")];
    case 'EncryptBeforeSigning':
      return [
        {
          text: 'encryption before the signature',
          option: 'security: [encrypter({ cert }), signer({ key, cert })]',
        },
      ];
    case 'SignedParts':
    case 'SignedElements':
      return hasTls ? [] : [signedWords(assertion)];
    case 'EncryptedParts':
    case 'EncryptedElements':
    case 'ContentEncryptedElements':
      return hasTls ? [] : [encrypted(`encrypted ${partsOf(assertion)}`)];
    case 'RequiredParts':
    case 'RequiredElements':
      return [{ text: `the headers ${partsOf(assertion)}`, option: 'extraSoapHeaders' }];
    default:
      return encryptedTokens(localName, hasTls) ?? unknownWords(assertion);
  }
}

/** Whether policies demand a Timestamp in messages, and so in answers. */
export function demandsTimestamp(terms: readonly PolicyTerm[]): boolean {
  const isTimed = ({ name: { namespace, localName }, nested }: PolicyAssertion): boolean =>
    securityPolicyNamespaces.includes(namespace) &&
    (localName === 'IncludeTimestamp' ||
      (localName.endsWith('Binding') &&
        nested !== undefined &&
        demandOf(nested, isTimed) === 'always'));
  return demandOf({ kind: 'all', terms }, isTimed) === 'always';
}

function encryptedTokens(name: string, hasTls: boolean): readonly Words[] | undefined {
  if (!silent.test(name)) return undefined;
  const isEncrypted = /Encrypted\w*SupportingTokens$/.test(name);
  return isEncrypted && !hasTls ? [encrypted('encrypted tokens', "'Body', 'UsernameToken'")] : [];
}

/** A key that an issued token brings signs; any other would have to be sent encrypted. */
function symmetricWords(binding: PolicyAssertion): Words {
  const holders = binding.nested === undefined ? [] : assertionsIn([binding.nested]);
  if (holders.some((one) => namesInside(one).has('IssuedToken'))) {
    return {
      text: 'messages signed with the key of an issued token',
      option: "security: issuedToken({ sts, credentials, keyType: 'symmetric' })",
    };
  }
  return {
    text: 'messages protected by a key that is sent encrypted',
    instead: 'it is not supported: ask for an endpoint with TLS, or for an AsymmetricBinding',
  };
}

function signedWords(assertion: PolicyAssertion): Words {
  return {
    text: `signed ${partsOf(assertion)}`,
    option: 'security: signer({ key, cert, elements })',
  };
}

/**
 * The parts of a message that an assertion names; without any, its body, and all headers if it is
 * about signatures (WS-SecurityPolicy 1.2, sections 4.1.1 and 4.2.1).
 */
function partsOf({ name, parameters }: PolicyAssertion): string {
  if (name.localName.endsWith('Elements')) return 'elements';
  if (parameters.length === 0) {
    return name.localName === 'EncryptedParts' ? 'Body' : 'body and headers';
  }
  const parts = parameters.map(({ name: { localName }, attributes }) =>
    localName === 'Header' ? (attributes.get('Name') ?? 'headers') : localName,
  );
  return [...new Set(parts)].join(', ');
}

/** Algorithm suites (WS-SecurityPolicy 1.2, section 6.1): their digests are in their names. */
const suite = /^(Basic(\d{3})|TripleDes)(Sha256)?(Rsa15)?$/;

/** The algorithms of a suite. Its signatures are always those of RSA with SHA-1. */
function suiteWords({ nested }: PolicyAssertion): readonly Words[] {
  const names = nested === undefined ? [] : assertionsIn([nested]).map((one) => one.name.localName);
  return names.flatMap((name): readonly Words[] => {
    const found = suite.exec(name);
    if (found === null) return [];
    const [, , bits, sha256] = found;
    const digest = sha256 === undefined ? 'sha1' : 'sha256';
    const cipher = bits === undefined ? 'TripleDES' : `AES-${bits}`;
    const algorithms = `digests of ${sha256 === undefined ? 'SHA-1' : 'SHA-256'}, ${cipher}`;
    return [
      {
        text: `the algorithms of ${name}: signatures of RSA-SHA1, ${algorithms}`,
        option: `security: signer({ key, cert, signature: 'rsa-sha1', digest: '${digest}' })`,
      },
    ];
  });
}

/** What a policy demands, in plain words. */
export interface Requirement {
  /** Such as `TLS: an https address`. */
  readonly text: string;
  /** The option of a client that fits, as code; absent if there is none to set. */
  readonly option?: string | undefined;
  /** What to do instead, if generated code cannot meet it. */
  readonly instead?: string | undefined;
  readonly span: Span;
}

/** A requirement without its position. */
type Words = Omit<Requirement, 'span'>;

const tokens = 'such tokens are not supported: ask for an endpoint that takes another one';

/** What has to be encrypted (asmx-gen-runtime/wss). */
function encrypted(text: string, elements?: string): Words {
  const more = elements === undefined ? 'elements' : `elements: [${elements}]`;
  return { text, option: `security: encrypter({ cert, ${more} })` };
}

/** A token that generated code cannot get. */
function foreignToken(text: string): Words {
  return { text, instead: tokens };
}

/** An assertion that is not known. */
function unknownWords({ name }: PolicyAssertion): readonly Words[] {
  const text = `'${name.localName}' of namespace '${name.namespace}'`;
  return [{ text, instead: 'it is not known here: read the documentation of the service' }];
}

/** A policy expression, or a part of one (WS-Policy 1.2 and 1.5). */
export type PolicyTerm = PolicyOperator | PolicyAssertion;

/** A declaration to which policies are attached. */
export interface PolicySubject {
  /** These policies, and extensions of WSDL that say the same. */
  readonly policies?: readonly PolicyTerm[] | undefined;
}

/** `wsp:All`, `wsp:Policy` or `wsp:ExactlyOne`, whose terms are alternatives. */
export interface PolicyOperator {
  readonly kind: 'all' | 'exactlyOne';
  readonly terms: readonly PolicyTerm[];
}

/** An assertion: what a policy demands. */
export interface PolicyAssertion {
  readonly kind: 'assertion';
  readonly name: QName;
  /** Whether it may be left out: `wsp:Optional`. */
  readonly optional: boolean;
  /** Whether it concerns only the side that says so: `wsp:Ignorable` (WS-Policy 1.5). */
  readonly ignorable: boolean;
  /** Attributes without namespace, or of the assertion's own. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The policy inside. */
  readonly nested?: PolicyTerm | undefined;
  /** Its other elements, such as the names of signed parts. */
  readonly parameters: readonly PolicyAssertion[];
  /** The text of addresses, and of types of tokens and keys. */
  readonly text?: string | undefined;
  /** Whether it is an extension of WSDL, and not in a policy. */
  readonly isExtension: boolean;
  readonly span: Span;
}

/** Namespaces of WS-Policy, the newest first. */
export const policyNamespaces: readonly string[] = [
  'http://www.w3.org/ns/ws-policy',
  'http://www.w3.org/2006/07/ws-policy',
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://schemas.xmlsoap.org/ws/2002/12/policy',
];

/** Namespaces of WS-SecurityPolicy: 1.1, 1.2 and the additions of 1.3. */
const securityPolicyNamespaces: readonly string[] = [
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
];

/** Namespaces of `Action` attributes and of assertions about WS-Addressing, the newest first. */
export const policyAddressingNamespaces: readonly string[] = [
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2007/02/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://www.w3.org/2006/02/addressing/wsdl',
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy',
];

/** Assertions of some terms, wherever they are. */
function assertionsIn(terms: readonly PolicyTerm[]): readonly PolicyAssertion[] {
  const found: PolicyAssertion[] = [];
  const open: PolicyTerm[] = [...terms].reverse();
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (term.kind === 'assertion') found.push(term);
    else open.push(...[...term.terms].reverse());
  }
  return found;
}

const signer = 'security: signer({ key, cert })';

/** Tokens that generated code cannot get, in words. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['KerberosToken', 'a Kerberos token'],
  ['SpnegoContextToken', 'a token negotiated by SPNEGO'],
  ['SecurityContextToken', 'a secure conversation'],
  ['SecureConversationToken', 'a secure conversation'],
  ['RelToken', 'a REL license'],
  ['KeyValueToken', 'a token with a bare key'],
]);

/** What a token assertion demands (WS-SecurityPolicy, section 5); `undefined` if it is none. */
function tokenWords(token: PolicyAssertion): readonly Words[] | undefined {
  const { localName } = token.name;
  const strange = foreign.get(localName);
  if (strange !== undefined) return [foreignToken(strange)];
  switch (localName) {
    case 'UsernameToken':
      return [usernameWords(token)];
    case 'X509Token':
      return [{ text: 'a signature with an X.509 certificate', option: signer }];
    case 'SamlToken':
      return [{ text: 'a SAML token', option: 'security: samlToken(assertion)' }];
    case 'IssuedToken':
      return [
        {
          text: 'a token that a security token service issues (WS-Trust)',
          option: 'security: issuedToken({ sts, credentials })',
        },
      ];
    case 'HttpsToken':
      return httpsWords(token);
    default:
      return undefined;
  }
}

function usernameWords(token: PolicyAssertion): Words {
  const inside = namesInside(token);
  if (inside.has('NoPassword')) {
    const option = 'security: usernameToken({ username })';
    return { text: 'a UsernameToken without password', option };
  }
  const digest = inside.has('HashPassword') ? ", type: 'digest'" : '';
  return {
    text: digest === '' ? 'a UsernameToken' : 'a UsernameToken with a digest of the password',
    option: `security: usernameToken({ username, password${digest} })`,
  };
}

function httpsWords(token: PolicyAssertion): readonly Words[] {
  const inside = namesInside(token);
  const words: Words[] = [];
  if (inside.has('RequireClientCertificate') || isTrue(token, 'RequireClientCertificate')) {
    const option = 'security: clientCertificate({ cert, key })';
    words.push({ text: 'a client certificate', option });
  }
  if (inside.has('HttpBasicAuthentication')) {
    const option = 'security: basic({ username, password })';
    words.push({ text: 'Basic authentication of HTTP', option });
  }
  if (inside.has('HttpDigestAuthentication')) {
    words.push(foreignToken('Digest authentication of HTTP'));
  }
  return words;
}

/** Names of the assertions inside a token. */
function namesInside({ nested, parameters }: PolicyAssertion): ReadonlySet<string> {
  const all = [...(nested === undefined ? [] : assertionsIn([nested])), ...parameters];
  return new Set(all.map(({ name }) => name.localName));
}

function isTrue({ attributes }: PolicyAssertion, name: string): boolean {
  return /^(?:true|1)$/.test(attributes.get(name) ?? '');
}

/** What policies say about something. */
type Demand = 'always' | 'sometimes' | 'never';

/**
 * Whether every alternative of a policy demands an assertion, or some do. An optional one counts as
 * demanded by some.
 */
function demandOf(term: PolicyTerm, isMeant: (assertion: PolicyAssertion) => boolean): Demand {
  if (term.kind === 'assertion') {
    if (!isMeant(term)) return 'never';
    return term.optional ? 'sometimes' : 'always';
  }
  const demands = term.terms.map((one) => demandOf(one, isMeant));
  if (demands.every((one) => one === 'never')) return 'never';
  const enough = term.kind === 'all' ? demands.includes('always') : onlyAlways(demands);
  return enough ? 'always' : 'sometimes';
}

function onlyAlways(demands: readonly Demand[]): boolean {
  return demands.every((one) => one === 'always');
}

const ntlm = { text: 'NTLM of Windows', option: 'security: ntlm({ username, password })' };

/** Assertions of other standards by namespace and name. */
const others: readonly (readonly [RegExp, Words])[] = [
  [/optimizedmimeserialization \w+$|-mtom-policy MTOM$/, { text: 'MTOM', option: 'mtom: true' }],
  [
    /(?:\/rm\/policy|\/wsrmp\/\d+) \w+$/,
    {
      text: 'reliable messaging',
      instead: 'WS-ReliableMessaging is not supported: ask for an endpoint without it',
    },
  ],
  [
    /(?:\/wsat|\/wsba|atomictransaction|wsat\/[\d/]+) \w+$/i,
    {
      text: 'a distributed transaction',
      instead: 'WS-AtomicTransaction is not supported: ask for an endpoint without it',
    },
  ],
  [
    /policy\/http BasicAuthentication$/,
    { text: 'Basic authentication of HTTP', option: 'security: basic({ username, password })' },
  ],
  [/policy\/http (?:Ntlm|Negotiate)Authentication$/, ntlm],
  [/policy\/http DigestAuthentication$/, foreignToken('Digest authentication of HTTP')],
  [
    /netbinary1 BinaryEncoding$/,
    {
      text: "WCF's binary XML",
      instead: 'it is not supported: ask for a basicHttpBinding endpoint',
    },
  ],
  [/ Utf816FFFECharacterEncoding$/, { text: '' }],
];

/**
 * What an assertion demands, in words; nothing if it demands nothing by itself.
 *
 * @param hasTls Whether the policy demands TLS.
 */
function wordsFor(assertion: PolicyAssertion, hasTls: boolean): readonly Words[] {
  const { namespace, localName } = assertion.name;
  if (assertion.ignorable) return [];
  if (securityPolicyNamespaces.includes(namespace)) return securityWords(assertion, hasTls);
  if (policyAddressingNamespaces.includes(namespace)) return addressingWords(assertion);
  const found = others.find(([pattern]) => pattern.test(`${namespace} ${localName}`));
  if (found !== undefined) return found[1].text === '' ? [] : [found[1]];
  return unknownWords(assertion);
}

function addressingWords({ name }: PolicyAssertion): readonly Words[] {
  switch (name.localName) {
    case 'Addressing':
    case 'UsingAddressing':
      return [{ text: 'WS-Addressing', option: 'addressing' }];
    case 'NonAnonymousResponses':
      return [
        {
          text: 'answers to another address than the connection of the call',
          instead: 'clients do not listen: ask for an endpoint that answers in place',
        },
      ];
    default:
      return [];
  }
}

/** What a contract says about WS-Addressing over one binding. */
export interface AddressingAnnouncement {
  /**
   * `required`: messages must have its headers. `used`: they may. `optional`: they may, and the
   * contract says so in so many words.
   */
  readonly use: 'required' | 'used' | 'optional';
  readonly version: '1.0' | '2004/08';
}

/** Whether an assertion says that WS-Addressing is used. */
function isAddressing({ name }: PolicyAssertion): boolean {
  return (
    policyAddressingNamespaces.includes(name.namespace) &&
    (name.localName === 'Addressing' || name.localName === 'UsingAddressing')
  );
}

/** What policies and extensions of a binding say; `undefined` if they do not mention it. */
export function addressingOf(terms: readonly PolicyTerm[]): AddressingAnnouncement | undefined {
  const found = assertionsIn(terms).filter(isAddressing);
  const [first] = found;
  if (first === undefined) return undefined;
  const is2004 = found.every(({ name }) => name.namespace.includes('/2004/08/'));
  return { use: useOf(terms), version: is2004 ? '2004/08' : '1.0' };
}

/** The extension `UsingAddressing` demands it only with `wsdl:required`, an assertion always. */
function useOf(terms: readonly PolicyTerm[]): AddressingAnnouncement['use'] {
  const demand = demandOf({ kind: 'all', terms }, (one) => isAddressing(one) && !saysLittle(one));
  if (demand === 'always') return 'required';
  const isUsed = assertionsIn(terms).some((one) => isAddressing(one) && saysLittle(one));
  return isUsed ? 'used' : 'optional';
}

/** Whether it is the extension without `wsdl:required`. */
function saysLittle({ isExtension, attributes }: PolicyAssertion): boolean {
  return isExtension && !attributes.has('required');
}
