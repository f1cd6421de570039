import { createHash, type KeyObject, timingSafeEqual, X509Certificate } from 'node:crypto';
import { type ElementName, messageOf } from '../operation/descriptor.ts';
import { dsigNamespace, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import {
  isSecurityRefusal,
  SecurityRefusal,
  type SecurityRequest,
  timeIn,
} from '../server/security.ts';
import {
  checkCertificate,
  hasIssuerSerial,
  isLongEnough,
  subjectKeyOf,
  thumbprintOf,
} from './certificates.ts';
import { Coverage } from './coverage.ts';
import {
  attributeOf,
  type CanonicalText,
  canonicalise,
  checkElementIds,
  dereferenced,
  type Element,
  elementsNamed,
  elementsOf,
  elementWithId,
  enveloped,
  exclusive,
  idIn,
  isNamed,
  type Message,
  readMessage,
  refersTo,
  securityIn,
  type Tree,
  tokenNamespaces,
  tokenTransform,
  valueTypes,
  within,
  wsse11Namespace,
} from './message.ts';
import { checkNames } from './names.ts';
import { macMethods, type SignatureMethod, type VerifyingRules } from './rules.ts';

/**
 * Checks a Timestamp (SOAP Message Security 1.1.1, section 10).
 *
 * @returns when it is no longer accepted, in milliseconds since 1970
 * @throws SecurityRefusal it has expired, or is of the future
 * @throws Error it has no Created, or something twice
 */
export function checkTimestamp(
  timestamp: Element,
  now: number,
  { maxAge, clockSkew }: Pick<VerifyingRules, 'maxAge' | 'clockSkew'>,
): number {
  const created = timeOf(timestamp, 'Created');
  const expires = timeOf(timestamp, 'Expires') ?? Number.POSITIVE_INFINITY;
  if (created === undefined) throw new Error('The Timestamp has no Created.');
  if (created > now + clockSkew) {
    throw new SecurityRefusal('The Timestamp is of the future.', 'MessageExpired');
  }
  const end = Math.min(expires, created + maxAge) + clockSkew;
  if (end <= now) throw new SecurityRefusal('The Timestamp has expired.', 'MessageExpired');
  return end;
}

function timeOf(timestamp: Element, local: string): number | undefined {
  const [element, other] = elementsOf(timestamp).filter((one) => isNamed(one, wsuNamespace, local));
  if (other !== undefined) throw new Error(`The Timestamp has several elements ${local}.`);
  if (element === undefined) return undefined;
  const time = timeIn(textOf(element));
  if (time === undefined) throw new Error(`${local} of the Timestamp is no dateTime.`);
  return time;
}

/** Where certificates are found. */
interface CertificateSource {
  readonly tree: Tree;
  /** The Security header, which holds tokens. */
  readonly security: Element;
  /** Those that a message may name without containing them. */
  readonly known: readonly X509Certificate[];
}

/**
 * The certificate that `ds:KeyInfo` names. A key alone is none.
 *
 * @throws Error it is not found, or named in a way that is not known
 */
export function findCertificate(keyInfo: Element, source: CertificateSource): X509Certificate {
  const inner = onlyElement(keyInfo);
  if (isNamed(inner, dsigNamespace, 'X509Data')) return fromData(inner, source);
  if (!isNamed(inner, wsseNamespace, 'SecurityTokenReference')) {
    throw new Error(`KeyInfo has ${inner.name.local}, which names no certificate.`);
  }
  const reference = onlyElement(inner);
  if (isNamed(reference, dsigNamespace, 'X509Data')) return fromData(reference, source);
  if (isNamed(reference, wsseNamespace, 'Reference')) return fromToken(reference, source);
  if (isNamed(reference, wsseNamespace, 'KeyIdentifier')) return fromIdentifier(reference, source);
  throw new Error(`A token is named by ${reference.name.local}, which is not supported.`);
}

function fromData(data: Element, source: CertificateSource): X509Certificate {
  const named = (local: string): readonly Element[] =>
    elementsOf(data).filter((one) => isNamed(one, dsigNamespace, local));
  const [certificate, another] = named('X509Certificate');
  if (another !== undefined) throw new Error('X509Data has several certificates.');
  if (certificate !== undefined) return parse(base64Of(certificate));
  const [issuerSerial] = named('X509IssuerSerial');
  if (issuerSerial !== undefined) {
    const text = (local: string): string =>
      elementsOf(issuerSerial)
        .filter((one) => isNamed(one, dsigNamespace, local))
        .map(textOf)[0] ?? '';
    const wanted = { issuer: text('X509IssuerName'), serial: text('X509SerialNumber') };
    return known(source, (one) => hasIssuerSerial(one, wanted));
  }
  const [key] = named('X509SKI');
  if (key === undefined) throw new Error('X509Data names no certificate.');
  const wanted = base64Of(key);
  return known(source, (one) => subjectKeyOf(one) === wanted);
}

/** A BinarySecurityToken of the same Security header. */
function fromToken(reference: Element, { tree, security }: CertificateSource): X509Certificate {
  const id = idIn(attributeOf(reference, 'URI') ?? '');
  if (id === undefined) throw new Error('The reference to the token is not to an ID.');
  const token = elementWithId(tree, id);
  if (token.parent !== security || !isNamed(token, wsseNamespace, 'BinarySecurityToken')) {
    throw new Error('The reference is not to a BinarySecurityToken of the Security header.');
  }
  const type = attributeOf(token, 'ValueType') ?? '';
  if (type !== valueTypes.certificate) throw new Error(`The token's type '${type}' is unknown.`);
  return parse(base64Of(token));
}

function fromIdentifier(identifier: Element, source: CertificateSource): X509Certificate {
  const type = attributeOf(identifier, 'ValueType');
  const wanted = base64Of(identifier);
  switch (type) {
    case valueTypes.certificate:
      return parse(wanted);
    case valueTypes.subjectKey:
      return known(source, (one) => subjectKeyOf(one) === wanted);
    case valueTypes.thumbprint:
      return known(source, (one) => thumbprintOf(one) === wanted);
    default:
      throw new Error(`The type '${type ?? ''}' of a KeyIdentifier is not supported.`);
  }
}

function known(
  { known: all }: CertificateSource,
  matches: (certificate: X509Certificate) => boolean,
): X509Certificate {
  const found = all.find(matches);
  if (found !== undefined) return found;
  throw new Error('The certificate that the signature names is not known here.');
}

function parse(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new Error('The certificate of the signature cannot be read.', { cause });
  }
}

function onlyElement(element: Element): Element {
  const [only, ...others] = elementsOf(element);
  if (only !== undefined && others.length === 0) return only;
  throw new Error(`${element.name.local} has not just one element.`);
}

/** A canonicalisation: exclusive, with the prefixes treated as in the inclusive one. */
interface Canonicalisation {
  readonly inclusive: readonly string[];
}

/** A reference of a signature. */
interface Reference extends Canonicalisation {
  /** The ID of the element; `undefined` for the whole message. */
  readonly id: string | undefined;
  readonly withoutSignature: boolean;
  /** Whether it is to a SecurityTokenReference, and signs the token in its place. */
  readonly toToken: boolean;
  /** URI of the algorithm. */
  readonly digest: string;
  readonly digestValue: string;
}

/** A signature as it was read. */
interface Signature {
  readonly element: Element;
  readonly info: Element;
  readonly canonicalisation: Canonicalisation;
  /** URI of the algorithm. */
  readonly method: string;
  readonly references: readonly Reference[];
  readonly value: string;
  readonly keyInfo: Element;
}

/** References of a signature. Each may be the whole message, which is hashed again. */
const mostReferences = 32;
/** Prefixes of a PrefixList. Each is looked up for each element. */
const mostPrefixes = 64;

/**
 * Reads a signature that has the form of XML Signature, and nothing that is optional there and
 * unused in messages.
 *
 * @throws Error it has another form, or asks for a transform that is not exclusive canonicalisation
 *   or enveloped-signature
 */
function readSignature(element: Element, withTokens: boolean): Signature {
  const [info, value, keyInfo] = children(element, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const [canonicalisation, method, ...references] = elementsOf(part(info));
  if (references.length === 0) throw new Error('The signature has no references.');
  if (references.length > mostReferences) throw new Error('The signature has too many references.');
  return {
    element,
    info: part(info),
    canonicalisation: readCanonicalisation(named(canonicalisation, 'CanonicalizationMethod')),
    method: algorithmOf(empty(named(method, 'SignatureMethod'))),
    references: references.map((one) => readReference(named(one, 'Reference'), withTokens)),
    value: base64Of(part(value)),
    keyInfo: part(keyInfo),
  };
}

function readReference(element: Element, withTokens: boolean): Reference {
  const all = elementsOf(element);
  const [transforms, digest, value] = all.length === 3 ? all : [undefined, ...all];
  if (all.length > 3) throw new Error('A Reference has more than it may.');
  const uri = attributeOf(element, 'URI');
  const id = uri === undefined ? undefined : idIn(uri);
  if (id === undefined && uri !== '') throw new Error('A Reference is not to an ID.');
  return {
    id,
    ...readTransforms(transforms, withTokens),
    digest: algorithmOf(empty(named(digest, 'DigestMethod'))),
    digestValue: base64Of(named(value, 'DigestValue')),
  };
}

/** Without a canonicalisation of its own, a reference has that of 2001, which is not exclusive. */
function readTransforms(
  element: Element | undefined,
  withTokens: boolean,
): Pick<Reference, 'inclusive' | 'withoutSignature' | 'toToken'> {
  const all = element === undefined ? [] : elementsOf(named(element, 'Transforms'));
  for (const one of all) named(one, 'Transform');
  const [first, second, ...others] = all;
  const withoutSignature = first !== undefined && attributeOf(first, 'Algorithm') === enveloped;
  const last = withoutSignature ? second : first;
  if (last === undefined || others.length > 0 || (second !== undefined && last !== second)) {
    throw new Error('A Reference has transforms that are not allowed.');
  }
  if (withoutSignature) empty(first);
  const toToken = withTokens && !withoutSignature && algorithmOf(last) === tokenTransform;
  const method = toToken ? onlyElement(onlyElement(last)) : last;
  return { ...readCanonicalisation(method), withoutSignature, toToken };
}

function readCanonicalisation(element: Element): Canonicalisation {
  if (algorithmOf(element) !== exclusive) {
    throw new Error('A canonicalisation or transform is not allowed: only the exclusive one is.');
  }
  const [list, other] = elementsOf(element);
  if (list === undefined) return { inclusive: [] };
  if (other !== undefined || !isNamed(list, exclusive, 'InclusiveNamespaces')) {
    throw new Error('A canonicalisation has more than a PrefixList.');
  }
  const inclusive = (attributeOf(list, 'PrefixList') ?? '')
    .split(/\s+/)
    .filter((prefix) => prefix !== '')
    .map((prefix) => (prefix === '#default' ? '' : prefix));
  if (inclusive.length > mostPrefixes) throw new Error('A PrefixList is too long.');
  return { inclusive };
}

/** The children of these names, in this order, and no others. */
function children(element: Element, names: readonly string[]): readonly Element[] {
  const found = elementsOf(element);
  if (found.length !== names.length) throw new Error(`The signature has not just ${names.join()}.`);
  return names.map((name, at) => named(found[at], name));
}

function named(element: Element | undefined, local: string): Element {
  if (element !== undefined && isNamed(element, dsigNamespace, local)) return element;
  throw new Error(`The signature has no ${local} where it should be.`);
}

function part(element: Element | undefined): Element {
  if (element === undefined) throw new Error('The signature is incomplete.');
  return element;
}

function empty(element: Element): Element {
  if (element.children.every((one) => typeof one === 'string' && one.trim() === '')) return element;
  throw new Error(`${element.name.local} has parameters, which are not allowed.`);
}

function algorithmOf(element: Element): string {
  return attributeOf(element, 'Algorithm') ?? '';
}

/**
 * The text of an element that has no elements.
 *
 * @throws Error it has some
 */
function textOf({ name, children: nodes }: Element): string {
  if (nodes.every((one) => typeof one === 'string')) return nodes.join('').trim();
  throw new Error(`${name.local} has elements in it.`);
}

/**
 * The base64 of an element, without white space.
 *
 * @throws Error it is no base64
 */
export function base64Of(element: Element): string {
  const text = textOf(element).replace(/[\t\n\r ]+/g, '');
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
  throw new Error(`${element.name.local} is not base64.`);
}

/** A signed element in its canonical form. */
interface SignedElement {
  readonly element: Element;
  /** URI of its digest algorithm, and the digest that the signature has. */
  readonly digest: string;
  readonly digestValue: string;
  readonly canonical: CanonicalText;
}

/** The message as it will be read if it is accepted. */
interface Reading {
  readonly request?: SecurityRequest | undefined;
  /** The call whose answer it is. */
  readonly call?: object | undefined;
  /** Tells a watch how it is read; `undefined` if no one can say. */
  readonly watch?: SecurityRequest['watch'];
}

/** An assertion of SAML in the Security header, to which a signature may refer by its ID. */
interface Assertion {
  readonly element: Element;
  readonly id: string;
  /** Whether the signature is that of the issuer, inside the assertion, and not the message's. */
  readonly isOwn?: boolean | undefined;
  /** The key that the message has to be signed with; without one, that of a certificate. */
  readonly key?: KeyObject | undefined;
}

/** A message that says that it is signed. What it says is read when a guard asks for it. */
export class Claim {
  readonly text: string;
  readonly rules: VerifyingRules;
  /** The request with the message; `undefined` for an answer. */
  readonly request: SecurityRequest | undefined;
  readonly watch: Reading['watch'];
  /** What stands for the message beside its text: the request of a server, the call of a client. */
  readonly exchange: object | undefined;
  readonly now: number;
  assertion: Assertion | undefined;
  private readonly read = new Map<string, unknown>();

  constructor(text: string, rules: VerifyingRules, { request, call, watch }: Reading = {}) {
    this.text = text;
    this.rules = rules;
    this.request = request;
    this.watch = watch;
    this.exchange = request?.request ?? call;
    this.now = rules.now();
  }

  /** What the same message says of an assertion in it. */
  of(assertion: Assertion, rules: VerifyingRules): Claim {
    const claim = new Claim(this.text, rules, this);
    claim.assertion = assertion;
    claim.read.set('message', this.message).set('security', this.security);
    return claim;
  }

  get message(): Message {
    return this.once('message', () => readMessage(this.text));
  }

  /** The Security header for the receiver. */
  get security(): Element {
    return this.once('security', () => {
      const found = securityIn(this.message, this.rules.actor);
      if (found === undefined) throw new SecurityRefusal('There is no Security header.');
      return found;
    });
  }

  get signature(): Signature {
    return this.once('signature', () => {
      const { assertion } = this;
      const isOwn = assertion?.isOwn === true;
      const [element, other] = elementsOf(isOwn ? assertion.element : this.security).filter((one) =>
        isNamed(one, dsigNamespace, 'Signature'),
      );
      const what = isOwn ? 'assertion' : 'message';
      if (element === undefined) throw new SecurityRefusal(`The ${what} is not signed.`);
      if (other !== undefined) throw new Error('There are several signatures.');
      return readSignature(element, assertion !== undefined && !isOwn);
    });
  }

  /** The key of the signature. */
  get key(): KeyObject {
    return this.once('key', () => {
      const { key, id = '' } = this.assertion ?? {};
      if (key === undefined) return this.certificate.publicKey;
      if (refersTo(onlyElement(this.signature.keyInfo), id)) return key;
      if (key.type === 'public' && this.certificate.publicKey.equals(key)) return key;
      throw new SecurityRefusal('The key of the signature is not that of the assertion.');
    });
  }

  /** The algorithm of the signature; `undefined` if it is not allowed. HMAC is for shared keys. */
  get method(): SignatureMethod | undefined {
    const { rules, key } = this;
    const allowed = key.type === 'secret' ? Object.values(macMethods) : rules.signatures;
    return allowed.find(({ uri }) => uri === this.signature.method);
  }

  get certificate(): X509Certificate {
    return this.once('certificate', () => {
      const { message, security, rules } = this;
      const source = { tree: message.tree, security, known: rules.known };
      const { keyInfo } = this.signature;
      // token services add names and keys beside it (SAML Core 2.0, section 5.4.5)
      const data = elementsOf(keyInfo).filter((one) => isNamed(one, dsigNamespace, 'X509Data'));
      const isNamedBeside = this.assertion?.isOwn === true && data.length === 1;
      return findCertificate(isNamedBeside ? { ...keyInfo, children: data } : keyInfo, source);
    });
  }

  /** The canonical form of SignedInfo. */
  get info(): string {
    return this.once('info', () => {
      const { info, canonicalisation } = this.signature;
      return canonicalise(this.message.tree, info, canonicalisation).text;
    });
  }

  /** What the references are to. */
  get references(): readonly SignedElement[] {
    return this.once('references', () => this.signature.references.map((one) => this.follow(one)));
  }

  /** The signed elements, and all that are inside. */
  get covered(): ReadonlySet<Element> {
    return this.once('covered', () => {
      const signed = new Set(this.references.map(({ element }) => element));
      const all = new Set<Element>();
      for (const element of within(this.message.tree.root)) {
        const isInside = element.parent !== undefined && all.has(element.parent);
        const isCovered = isInside || signed.has(element);
        if (isCovered && element !== this.signature.element) all.add(element);
      }
      return all;
    });
  }

  private follow({
    id,
    inclusive,
    withoutSignature,
    toToken,
    digest,
    digestValue,
  }: Signature['references'][number]): SignedElement {
    const { tree } = this.message;
    const element = this.referred(id, toToken);
    const without = withoutSignature ? this.signature.element : undefined;
    const canonical = toToken
      ? dereferenced(tree, element)
      : canonicalise(tree, element, { inclusive, without });
    return { element, digest, digestValue, canonical };
  }

  /** What a reference is to. An assertion has its ID in an attribute of its own. */
  private referred(id: string | undefined, toToken: boolean): Element {
    const { assertion, security } = this;
    const { tree } = this.message;
    if (!toToken && id === undefined) return tree.root;
    if (!toToken && id === assertion?.id && assertion !== undefined) return assertion.element;
    const element = elementWithId(tree, id ?? '');
    if (!toToken) return element;
    if (assertion !== undefined && element.parent === security && refersTo(element, assertion.id)) {
      return assertion.element;
    }
    throw new Error('A reference to a token is not to the assertion.');
  }

  private once<Value>(name: string, read: () => Value): Value {
    if (!this.read.has(name)) this.read.set(name, read());
    return this.read.get(name) as Value;
  }
}

/** A rule that every signed message has to keep. */
interface Guard {
  readonly name: string;
  /** Where it is from. */
  readonly section: string;
  readonly rule: string;
  /**
   * Returns if the message keeps it. What it throws at once is about the message. A promise that
   * rejects with another error than a `SecurityRefusal` is a failure of a function of the options.
   */
  check(claim: Claim): void | Promise<void>;
}

/**
 * All rules, in the order in which they are checked: nothing of a message is believed before the
 * rules above say so. Sections are those of SOAP Message Security 1.1.1 (WSS), XML Signature Syntax
 * and Processing 1.1 (XMLDSig), Exclusive XML Canonicalization 1.0 (Exc-C14N), RFC 5280 and SOAP.
 */
export const guards: readonly Guard[] = [
  {
    name: 'envelope',
    section: 'SOAP 1.1, 3 and 4; SOAP 1.2 part 1, 5',
    rule: 'An envelope is a Header, a Body and nothing else: no DTD, no XOP, nothing beside it.',
    check: ({ message }) => void message,
  },
  {
    name: 'ids',
    section: 'WSS 4.2',
    rule: 'No wsu:Id is that of two elements.',
    check: ({ message }) => checkElementIds(message.tree),
  },
  {
    name: 'header',
    section: 'WSS 5',
    rule: 'There is one Security header for the receiver.',
    check: ({ security }) => void security,
  },
  {
    name: 'form',
    section: 'WSS 8; XMLDSig 4 and 8.1.1',
    rule: 'It has one signature, of the usual parts, whose transforms leave nothing out.',
    check: ({ signature }) => void signature,
  },
  {
    name: 'token',
    section: 'WSS 7; X.509 Token Profile 1.1.1, 3.2',
    rule: 'The signature names one certificate, which is in the message or known.',
    check: ({ key }) => void key,
  },
  {
    name: 'algorithm',
    section: 'XMLDSig 6.4 and 8.3',
    rule: 'Its algorithm is allowed, and that of the key: no key is another algorithm’s secret.',
    check: checkAlgorithm,
  },
  {
    name: 'key',
    section: 'XMLDSig 6.4.2',
    rule: 'The key is not too short.',
    check: checkKey,
  },
  {
    name: 'signature',
    section: 'WSS 8.4; XMLDSig 3.2.2',
    rule: 'The signature is that of SignedInfo.',
    check: checkSignature,
  },
  {
    name: 'certificate',
    section: 'RFC 5280, 4.2 and 4.2.1.3; X.509 Token Profile 1.1.1, 3',
    rule: 'The certificate is for signatures, and is not signed with an algorithm that is broken.',
    check: (claim) => isConfirmed(claim) || checkCertificate(claim.certificate, claim.rules),
  },
  {
    name: 'trust',
    section: 'RFC 5280, 6; WSS 13.2.4',
    rule: 'The certificate is valid and trusted.',
    check: checkTrust,
  },
  {
    name: 'digest',
    section: 'WSS 8.4; XMLDSig 3.2.1',
    rule: 'Each reference is to one element, and its digest is that of the element.',
    check: checkDigests,
  },
  {
    name: 'covered',
    section: 'WSS 8.2; XMLDSig 8.1.1',
    rule: 'What has to be signed is, and there is one of it.',
    check: checkCovered,
  },
  {
    name: 'place',
    section: 'WSS 8.4; XMLDSig 8.1.3',
    rule: 'A signed element is where it is read: the Body, inside it, a header, or a token.',
    check: checkPlaces,
  },
  {
    name: 'names',
    section: 'Exc-C14N 1.3; XMLDSig 8.1.3',
    rule: 'Prefixes in values are signed with their meaning.',
    check: checkNames,
  },
  {
    name: 'timestamp',
    section: 'WSS 10 and 13.2.5',
    rule: 'A Timestamp is fresh.',
    check: (claim) => void lifetime(claim),
  },
  {
    name: 'operation',
    section: 'SOAP 1.1, 6.1.1; XMLDSig 8.1.2',
    rule: 'The Body that is signed is that of the operation: SOAPAction is not signed.',
    check: checkOperation,
  },
  {
    name: 'replay',
    section: 'WSS 13.2.1',
    rule: 'A server takes a signed message once.',
    check: checkReplay,
  },
];

/** Rules that the signature of an assertion has to keep. Others are about messages. */
const ownRules: ReadonlySet<string> = new Set(
  'envelope ids header form token algorithm key signature certificate trust digest'.split(' '),
);

/**
 * Verifies the signature of a message, or of an assertion in it.
 *
 * @returns the elements that are signed where they have to be, and no other of their names is not
 * @throws SecurityRefusal it is not signed as asked, or not by someone who is trusted; another
 *   error if a function of the options failed
 */
export async function verifyClaim(claim: Claim): Promise<readonly ElementName[]> {
  const { assertion, exchange } = claim;
  const isOwn = assertion?.isOwn === true;
  for (const guard of guards) {
    if (!isOwn || ownRules.has(guard.name)) await refusing(() => guard.check(claim));
  }
  if (isOwn) return [];
  if (exchange !== undefined) {
    const elements = claim.references.map(({ element }) => element);
    Coverage.of(exchange).add(claim.text, [...elements, claim.signature.element]);
  }
  return signedNames(claim);
}

/** Runs a step whose errors are those of the message. */
export function refusing<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (isSecurityRefusal(error)) throw error;
    throw new SecurityRefusal(messageOf(error), 'InvalidSecurity');
  }
}

/** Whether an assertion, which is trusted, says whose key it is, and not a certificate. */
function isConfirmed({ assertion }: Claim): boolean {
  return assertion?.key !== undefined;
}

function checkAlgorithm({ method, key }: Claim): void {
  if (method === undefined) throw new Error('The algorithm of the signature is not allowed.');
  if (key.asymmetricKeyType === method.keyType) return;
  throw new Error('The algorithm of the signature is not that of the key.');
}

function checkKey({ key, rules }: Claim): void {
  if (!isLongEnough(key, rules)) throw new Error('The key of the signature is too short.');
}

function checkSignature({ signature, method, key, info }: Claim): void {
  if (method?.verify(info, key, signature.value) === true) return;
  throw new SecurityRefusal('The signature is wrong.', 'FailedCheck');
}

async function checkTrust(claim: Claim): Promise<void> {
  const { rules, now } = claim;
  if (isConfirmed(claim)) return;
  const { certificate } = claim;
  if (await rules.isTrusted(certificate, now)) return;
  throw new SecurityRefusal('The certificate of the signature is not trusted.');
}

function checkDigests({ references, rules }: Claim): void {
  for (const { digest, digestValue, canonical } of references) {
    const method = rules.digests.find(({ uri }) => uri === digest);
    if (method === undefined) throw new Error('The algorithm of a digest is not allowed.');
    const own = Buffer.from(method.digest(canonical.text), 'base64');
    const given = Buffer.from(digestValue, 'base64');
    if (own.length === given.length && timingSafeEqual(own, given)) continue;
    throw new SecurityRefusal('A signed element was changed.', 'FailedCheck');
  }
}

/** An element that is signed elsewhere was moved: what reads its place does not see it. */
function checkPlaces(claim: Claim): void {
  for (const { element } of claim.references) {
    if (isAtPlace(element, claim)) continue;
    const name = element.name.local.slice(0, 100);
    throw new Error(`The signed element ${name} is not where it would be read.`);
  }
}

function isAtPlace(element: Element, claim: Claim): boolean {
  const { tree, header, body } = claim.message;
  const { parent, name } = element;
  if (element === tree.root) return true;
  // Tokens have a meaning only in Security, and only they have one there.
  const isToken = tokenNamespaces.has(name.namespace);
  if (parent === claim.security) return isToken && element !== claim.signature.element;
  if (parent === header) {
    const isSecret = isNamed(element, wsse11Namespace, 'EncryptedHeader');
    return !isToken || isSecret || isNamed(element, wsseNamespace, 'Security');
  }
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) {
    if (at === body) return true;
  }
  return false;
}

/** Every element that has to be signed is, or is inside of one that is. */
function checkCovered({ message, security, covered, rules, request }: Claim): void {
  const isOverTls = rules.overTls && request !== undefined;
  const addressed = isOverTls ? elementsNamed('Addressing', message, security) : [];
  if (addressed.some((one) => one.name.local === 'To' && !covered.has(one))) {
    throw new Error('The element To is not signed.');
  }
  for (const name of rules.elements) {
    const found = elementsNamed(name, message, security);
    if (found.length === 0) throw new Error(`There is no element ${name}.`);
    if (!found.every((one) => covered.has(one))) {
      throw new Error(`The element ${name} is not signed.`);
    }
  }
}

/**
 * When the message is no longer accepted. One without a Timestamp always is: then this is how long
 * it is remembered.
 */
function lifetime({ message, security, rules, now }: Claim): number {
  const [timestamp, other] = elementsNamed('Timestamp', message, security);
  if (other !== undefined) throw new Error('There are several Timestamps.');
  return timestamp === undefined ? now + rules.maxAge : checkTimestamp(timestamp, now, rules);
}

function checkOperation({ message, request }: Claim): void {
  if (request === undefined) return;
  const { element, decrypted } = request;
  const { body } = decrypted === undefined ? message : readMessage(decrypted);
  const [first] = elementsOf(body);
  const isRight =
    first === undefined || element === undefined
      ? first === element
      : isNamed(first, element.namespace, element.local);
  if (!isRight) throw new Error('The signed Body is that of another operation.');
}

async function checkReplay(claim: Claim): Promise<void> {
  const { nonces } = claim.rules;
  if (claim.request === undefined || nonces === undefined) return;
  // SignedInfo has the digests, so it names the content: it is equal if a message is sent again.
  const fingerprint = createHash('sha256').update(claim.info).digest('base64');
  const isNew: unknown = await nonces.add(fingerprint, lifetime(claim));
  if (isNew !== true) throw new SecurityRefusal('The signed message was sent before.');
}

/** Names of signed elements, without those that an element beside them has unsigned. */
function signedNames({ message, security, references, covered }: Claim): readonly ElementName[] {
  const { header, body } = message;
  const readable = [header, security].flatMap((one) => (one === undefined ? [] : elementsOf(one)));
  const forged = new Set(
    [...readable, ...within(body)]
      .filter((one) => !covered.has(one))
      .map(({ name }) => `{${name.namespace}}${name.local}`),
  );
  return references
    .map(({ element: { name } }) => ({ namespace: name.namespace, local: name.local }))
    .filter(({ namespace, local }) => !forged.has(`{${namespace}}${local}`));
}
