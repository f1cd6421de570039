import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import { messageOf } from '../runtime/operation/errors.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import type { SecurityRequest } from '../runtime/server/front/security.ts';
import { isSecurityRefusal, SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { dsigNamespace, wsseNamespace } from '../runtime/wss/names.ts';
import { type CanonicalText, canonicalise } from './canonical.ts';
import { checkCertificate, isLongEnough } from './certificates.ts';
import { findCertificate } from './find-certificate.ts';
import { checkIds, elementWithId } from './ids.ts';
import { elementsNamed, type Message, readMessage, securityIn } from './message.ts';
import { tokenNamespaces } from './names.ts';
import { readSignature, type Signature } from './read-signature.ts';
import type { VerifyingRules } from './rules.ts';
import { checkTimestamp } from './timestamp.ts';
import { type Element, elementsOf, isNamed, within } from './tree.ts';
import { checkNames } from './value-names.ts';

/** A message whose signature is right. */
export interface VerifiedMessage {
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
export interface Reading {
  readonly request?: SecurityRequest | undefined;
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
export interface Guard {
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
    check: ({ message }) => checkIds(message.tree),
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
  const { element } = request;
  const [first] = elementsOf(message.body);
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
