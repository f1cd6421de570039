import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto';
import { type ElementName, messageOf } from '../operation/descriptor.ts';
import { dsigNamespace, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import {
  isSecurityRefusal,
  SecurityRefusal,
  type SecurityRequest,
  timeIn,
} from '../server/security.ts';
import { collectPrefixes } from '../xml/errors.ts';
import type { ReadingWatch } from '../xml/reader.ts';
import {
  checkCertificate,
  hasIssuerSerial,
  isLongEnough,
  subjectKeyOf,
  thumbprintOf,
} from './certificates.ts';
import { Coverage } from './coverage.ts';
import {
  addressingNamespaces,
  attributeOf,
  type CanonicalText,
  canonicalise,
  checkElementIds,
  type Element,
  elementsNamed,
  elementsOf,
  elementWithId,
  enveloped,
  exclusive,
  idIn,
  isNamed,
  type LooseName,
  type Message,
  readMessage,
  securityIn,
  type Tree,
  tokenNamespaces,
  valueTypes,
  within,
} from './message.ts';
import type { VerifyingRules } from './rules.ts';

/** A signed message, as far as its values count. */
interface SignedValues {
  readonly message: Message;
  readonly security: Element;
  readonly references: readonly { readonly canonical: CanonicalText }[];
  readonly rules: VerifyingRules;
  /** Tells a watch how the message is read; `undefined` if no one can say. */
  readonly watch: SecurityRequest['watch'];
}

/** What a value means is what it is read as: its type says so, and where no one knows it, all. */
function checkNames(claim: SignedValues): void {
  const { message, security, references, rules } = claim;
  if (rules.unsignedPrefixes) return;
  const loose = references
    .flatMap(({ canonical }) => canonical.loose)
    .filter((one) => !isKnown(one, message, security));
  if (loose.length === 0) return;
  const free = loose.find(({ type }) => type !== undefined) ?? namesRead(claim, loose);
  if (free === undefined) return;
  const { prefix } = free;
  const name = prefix === '' ? 'default namespace' : `prefix '${prefix.slice(0, 100)}'`;
  throw new Error(`The meaning of the ${name} is not signed; unsignedPrefixes would accept it.`);
}

/** Whether standards say what a value is: a type of XML Schema, or no QName. */
function isKnown({ element, uri, type }: LooseName, message: Message, security: Element): boolean {
  if (type !== undefined)
    return uri === schemaNamespace && schemaTypes.has(type.replace(/.*:/s, ''));
  const { name, parent } = element;
  if (parent === message.header) return addressingNamespaces.has(name.namespace);
  const isToken = [wsseNamespace, wsuNamespace, dsigNamespace].includes(name.namespace);
  for (let at: Element | undefined = element; isToken && at !== undefined; at = at.parent) {
    if (at === security) return true;
  }
  return false;
}

const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';
/** Types of XML Schema, whose prefix no one signs. A contract has others. */
const schemaTypes: ReadonlySet<string> = new Set(
  (
    'anyType anySimpleType string boolean decimal float double duration dateTime time date ' +
    'gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary anyURI QName NOTATION ' +
    'normalizedString token language NMTOKEN NMTOKENS Name NCName ID IDREF IDREFS ENTITY ' +
    'ENTITIES integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger ' +
    'unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger'
  ).split(' '),
);

/** The first of these that is read as a QName, or that somebody might read as one. */
function namesRead(claim: SignedValues, loose: readonly LooseName[]): LooseName | undefined {
  const watch = new NameWatch(claim.message.tree, loose);
  const declared = loose.find(({ prefix, uri }) => prefix !== '' && uri !== undefined);
  return claim.watch?.(watch) === true ? watch.found : declared;
}

/** Finds the loose names that are read as QNames. */
class NameWatch implements ReadingWatch {
  private readonly tree: Tree;
  private readonly loose: readonly LooseName[];
  private readonly byPrefix = new Map<string, LooseName[]>();
  private readonly byTag = new Map<string, LooseName>();
  private readonly tags = new Set<number>();
  private readonly names: LooseName[] = [];
  /** What is read as XML or skipped, in the order of its ends. */
  private parts: Part[] = [];

  constructor(tree: Tree, loose: readonly LooseName[]) {
    this.tree = tree;
    this.loose = loose;
    for (const one of loose) {
      const alike = this.byPrefix.get(one.prefix);
      if (alike === undefined) this.byPrefix.set(one.prefix, [one]);
      else alike.push(one);
      for (const tag of tagsOf(one.element)) this.byTag.set(`${tag} ${one.prefix}`, one);
    }
    for (const element of within(tree.root)) for (const tag of tagsOf(element)) this.tags.add(tag);
  }

  name(source: string, offset: number, prefix: string): void {
    const isExact = source === this.tree.text && this.tags.has(offset);
    // Elsewhere, as in a message with its references written out, the prefix has to do.
    const found = isExact ? this.byTag.get(`${offset} ${prefix}`) : this.byPrefix.get(prefix)?.[0];
    if (found !== undefined) this.names.push(found);
  }

  untyped(source: string, from: number, to: number): void {
    this.parts.push({ source, from, to });
  }

  again(): void {
    const last = this.parts.at(-1);
    this.parts = this.parts.filter((one) => last === undefined || one.from < last.from);
  }

  get found(): LooseName | undefined {
    return this.names[0] ?? this.untypedName();
  }

  /** The first in a part without types. Without a prefix, any word there would be a name. */
  private untypedName(): LooseName | undefined {
    const { text } = this.tree;
    const own = this.parts.filter(({ source }) => source === text);
    const others = new Set<string>();
    for (const { source, from, to } of this.parts) {
      if (source !== text) collectPrefixes(source.slice(from, to), others);
    }
    own.sort((one, other) => one.from - other.from);
    const inOrder = this.loose
      .filter(({ prefix, uri }) => prefix !== '' && uri !== undefined)
      .sort((one, other) => one.at - other.at);
    let next = 0;
    let end = 0;
    return inOrder.find(({ at, prefix }) => {
      for (let part = own[next]; part !== undefined && part.from <= at; part = own[++next]) {
        end = Math.max(end, part.to);
      }
      return at < end || others.has(prefix);
    });
  }
}

/** A part of a document. */
interface Part {
  readonly source: string;
  readonly from: number;
  readonly to: number;
}

/** Where its tags are; an empty-element tag has no end tag. */
function tagsOf({ start, end, isEmptyTag }: Element): readonly number[] {
  return isEmptyTag ? [start] : [start, end];
}

/**
 * Checks a Timestamp (SOAP Message Security 1.1.1, section 10).
 *
 * @returns when it is no longer accepted, in milliseconds since 1970
 * @throws SecurityRefusal it has expired, or is of the future
 * @throws Error it has no Created, or something twice
 */
function checkTimestamp(
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
function readSignature(element: Element): Signature {
  const [info, value, keyInfo] = children(element, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const [canonicalisation, method, ...references] = elementsOf(part(info));
  if (references.length === 0) throw new Error('The signature has no references.');
  if (references.length > mostReferences) throw new Error('The signature has too many references.');
  return {
    element,
    info: part(info),
    canonicalisation: readCanonicalisation(named(canonicalisation, 'CanonicalizationMethod')),
    method: algorithmOf(empty(named(method, 'SignatureMethod'))),
    references: references.map((one) => readReference(named(one, 'Reference'))),
    value: base64Of(part(value)),
    keyInfo: part(keyInfo),
  };
}

function readReference(element: Element): Reference {
  const all = elementsOf(element);
  const [transforms, digest, value] = all.length === 3 ? all : [undefined, ...all];
  if (all.length > 3) throw new Error('A Reference has more than it may.');
  const uri = attributeOf(element, 'URI');
  const id = uri === undefined ? undefined : idIn(uri);
  if (id === undefined && uri !== '') throw new Error('A Reference is not to an ID.');
  return {
    id,
    ...readTransforms(transforms),
    digest: algorithmOf(empty(named(digest, 'DigestMethod'))),
    digestValue: base64Of(named(value, 'DigestValue')),
  };
}

/** Without a canonicalisation of its own, a reference has that of 2001, which is not exclusive. */
function readTransforms(
  element: Element | undefined,
): Pick<Reference, 'inclusive' | 'withoutSignature'> {
  const all = element === undefined ? [] : elementsOf(named(element, 'Transforms'));
  for (const one of all) named(one, 'Transform');
  const [first, second, ...others] = all;
  const withoutSignature = first !== undefined && attributeOf(first, 'Algorithm') === enveloped;
  const last = withoutSignature ? second : first;
  if (last === undefined || others.length > 0 || (second !== undefined && last !== second)) {
    throw new Error('A Reference has transforms that are not allowed.');
  }
  if (withoutSignature) empty(first);
  return { ...readCanonicalisation(last), withoutSignature };
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

/** A message whose signature is right. */
interface VerifiedMessage {
  readonly certificate: X509Certificate;
  /** The elements that are signed where they have to be, and no other of their names is not. */
  readonly signed: readonly ElementName[];
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

/** A message that says that it is signed. What it says is read when a guard asks for it. */
export class Claim {
  readonly text: string;
  readonly rules: VerifyingRules;
  /** The request with the message; `undefined` for an answer. */
  readonly request: SecurityRequest | undefined;
  readonly watch: Reading['watch'];
  readonly now: number;
  private readonly read = new Map<string, unknown>();

  constructor(text: string, rules: VerifyingRules, { request, watch }: Reading = {}) {
    this.text = text;
    this.rules = rules;
    this.request = request;
    this.watch = watch;
    this.now = rules.now();
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
      const [element, other] = elementsOf(this.security).filter((one) =>
        isNamed(one, dsigNamespace, 'Signature'),
      );
      if (element === undefined) throw new SecurityRefusal('The message is not signed.');
      if (other !== undefined) throw new Error('There are several signatures.');
      return readSignature(element);
    });
  }

  get certificate(): X509Certificate {
    return this.once('certificate', () => {
      const { message, security, rules } = this;
      const source = { tree: message.tree, security, known: rules.known };
      return findCertificate(this.signature.keyInfo, source);
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
    digest,
    digestValue,
  }: Signature['references'][number]): SignedElement {
    const { tree } = this.message;
    const element = id === undefined ? tree.root : elementWithId(tree, id);
    const without = withoutSignature ? this.signature.element : undefined;
    const canonical = canonicalise(tree, element, { inclusive, without });
    return { element, digest, digestValue, canonical };
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
    check: ({ certificate }) => void certificate,
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
    check: ({ certificate, rules }) => checkCertificate(certificate, rules),
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

/**
 * Verifies the signature of a message.
 *
 * @param reading The request of a server, and how the message is read.
 * @throws SecurityRefusal it is not signed as asked, or not by someone who is trusted; another
 *   error if a function of the options failed
 */
export async function verifyMessage(
  text: string,
  rules: VerifyingRules,
  reading: Reading,
): Promise<VerifiedMessage> {
  const claim = new Claim(text, rules, reading);
  for (const guard of guards) await refusing(() => guard.check(claim));
  const exchange = reading.request?.request ?? reading.call;
  if (exchange !== undefined) {
    const elements = claim.references.map(({ element }) => element);
    Coverage.of(exchange).add(text, [...elements, claim.signature.element]);
  }
  return { certificate: claim.certificate, signed: signedNames(claim) };
}

/** Runs a step whose errors are those of the message. */
function refusing<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (isSecurityRefusal(error)) throw error;
    throw new SecurityRefusal(messageOf(error), 'InvalidSecurity');
  }
}

function checkAlgorithm({ signature, certificate, rules }: Claim): void {
  const method = rules.signatures.find(({ uri }) => uri === signature.method);
  if (method === undefined) throw new Error('The algorithm of the signature is not allowed.');
  if (certificate.publicKey.asymmetricKeyType === method.keyType) return;
  throw new Error('The algorithm of the signature is not that of the key.');
}

function checkKey({ certificate, rules }: Claim): void {
  if (!isLongEnough(certificate, rules)) throw new Error('The key of the signature is too short.');
}

function checkSignature({ signature, certificate, info, rules }: Claim): void {
  const method = rules.signatures.find(({ uri }) => uri === signature.method);
  if (method?.verify(info, certificate.publicKey, signature.value) === true) return;
  throw new SecurityRefusal('The signature is wrong.', 'FailedCheck');
}

async function checkTrust({ certificate, rules, now }: Claim): Promise<void> {
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
  if (parent === header) return !isToken || isNamed(element, wsseNamespace, 'Security');
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
