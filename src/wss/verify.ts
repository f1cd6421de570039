import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import { messageOf } from '../runtime/operation/errors.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import { isSecurityRefusal, SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { canonicalise } from './canonical.ts';
import { findCertificate } from './find-certificate.ts';
import { checkIds, elementWithId } from './ids.ts';
import { elementsNamed, type Message, readMessage, securityIn } from './message.ts';
import { dsigNamespace } from './names.ts';
import { type Reference, readSignature, type Signature } from './read-signature.ts';
import type { VerifyingRules } from './rules.ts';
import { checkTimestamp } from './timestamp.ts';
import { type Element, elementsOf, isNamed } from './tree.ts';

/** A message whose signature is right. */
export interface VerifiedMessage {
  readonly message: Message;
  readonly certificate: X509Certificate;
  /** The elements that the signature covers. */
  readonly signed: readonly ElementName[];
  /** Names the signed content, in base64: equal for a message that is sent again. */
  readonly fingerprint: string;
  /** When its Timestamp expires, in milliseconds since 1970. */
  readonly expires: number;
}

/** A message whose signature is to be checked. */
interface Claimed {
  readonly message: Message;
  readonly security: Element;
  readonly signature: Signature;
  readonly certificate: X509Certificate;
  /** In their canonical form. */
  readonly info: string;
}

/** Bits of the shortest RSA key. */
const shortestKey = 1024;
/** Where QNames keep their meaning: types of contracts are in others. */
const schemaNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/XMLSchema',
  'http://www.w3.org/2001/XMLSchema-instance',
]);

/**
 * Verifies the signature of a message.
 *
 * @throws SecurityRefusal it is not signed as asked, or not by someone who is trusted; another
 *   error if the function `trust` failed
 */
export async function verifyMessage(text: string, rules: VerifyingRules): Promise<VerifiedMessage> {
  const claimed = refusing(() => claim(text, rules));
  const { message, security, signature, certificate, info } = claimed;
  const now = rules.now();
  refusing(() => checkSignature(claimed, rules));
  if (!(await rules.isTrusted(certificate, now))) {
    throw new SecurityRefusal('The certificate of the signature is not trusted.');
  }
  return refusing(() => {
    const signed = signature.references.map((one) => checkReference(claimed, one, rules));
    checkCovered(claimed, signed, rules);
    return {
      message,
      certificate,
      signed: signed.map(({ name: { namespace, local } }) => ({ namespace, local })),
      fingerprint: createHash('sha256').update(info).digest('base64'),
      expires: lifetime(message, security, rules, now),
    };
  });
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

/** Reads all that the message says of its signature, and believes none of it. */
function claim(text: string, rules: VerifyingRules): Claimed {
  const message = readMessage(text);
  checkIds(message.tree);
  const security = securityIn(message, rules.actor);
  if (security === undefined) throw new SecurityRefusal('There is no Security header.');
  const [element, other] = elementsOf(security).filter((one) =>
    isNamed(one, dsigNamespace, 'Signature'),
  );
  if (element === undefined) throw new SecurityRefusal('The message is not signed.');
  if (other !== undefined) throw new Error('There are several signatures.');
  const signature = readSignature(element);
  const { tree } = message;
  const source = { tree, security, known: rules.known };
  return {
    message,
    security,
    signature,
    certificate: findCertificate(signature.keyInfo, source),
    info: canonicalise(tree, signature.info, signature.canonicalisation).text,
  };
}

/** The signature itself. Its algorithm has to be that of the key: no key is another's secret. */
function checkSignature({ signature, certificate, info }: Claimed, rules: VerifyingRules): void {
  const method = rules.signatures.find(({ uri }) => uri === signature.method);
  if (method === undefined) throw new Error('The algorithm of the signature is not allowed.');
  const { publicKey } = certificate;
  if (publicKey.asymmetricKeyType !== method.keyType) {
    throw new Error('The algorithm of the signature is not that of the key.');
  }
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? shortestKey;
  if (bits < shortestKey) throw new Error('The key of the signature is too short.');
  if (method.verify(info, publicKey, signature.value)) return;
  throw new SecurityRefusal('The signature is wrong.', 'FailedCheck');
}

/** Checks the digest of an element, and returns the element. */
function checkReference(
  { message, signature }: Claimed,
  { id, inclusive, withoutSignature, digest, digestValue }: Reference,
  rules: VerifyingRules,
): Element {
  const { tree, body } = message;
  const method = rules.digests.find(({ uri }) => uri === digest);
  if (method === undefined) throw new Error('The algorithm of a digest is not allowed.');
  const element = id === undefined ? tree.root : elementWithId(tree, id);
  const without = withoutSignature ? signature.element : undefined;
  const { text, unbound } = canonicalise(tree, element, { inclusive, without });
  const [one, two] = [method.digest(text), digestValue].map((value) =>
    Buffer.from(value, 'base64'),
  );
  if (one?.length !== two?.length || !timingSafeEqual(one ?? nothing, two ?? nothing)) {
    throw new SecurityRefusal('A signed element was changed.', 'FailedCheck');
  }
  // The code of a fault is a QName, which few sign with its meaning. Nothing is read by it.
  const isFree = rules.unsignedPrefixes || elementsOf(body)[0]?.name.local === 'Fault';
  const free = [...unbound].find(([, uri]) => !isFree && !schemaNamespaces.has(uri));
  if (free === undefined) return element;
  const what = `The meaning of the prefix '${free[0].slice(0, 100)}' is not signed`;
  throw new Error(`${what}; unsignedPrefixes would accept it.`);
}

const nothing = new Uint8Array(0);

/** Every element that has to be signed is, or is inside of one that is. */
function checkCovered(
  { message, security, signature }: Claimed,
  signed: readonly Element[],
  rules: VerifyingRules,
): void {
  const isCovered = (element: Element): boolean => {
    for (let at: Element | undefined = element; at !== undefined; at = at.parent) {
      if (at === signature.element) return false;
      if (signed.includes(at)) return true;
    }
    return false;
  };
  for (const name of rules.elements) {
    const found = elementsNamed(name, message, security);
    if (found.length === 0) throw new Error(`There is no element ${name}.`);
    if (!found.every(isCovered)) throw new Error(`The element ${name} is not signed.`);
  }
}

/** When the message expires; one without a Timestamp does when it reaches its greatest age. */
function lifetime(
  message: Message,
  security: Element,
  { maxAge }: VerifyingRules,
  now: number,
): number {
  const [timestamp, other] = elementsNamed('Timestamp', message, security);
  if (other !== undefined) throw new Error('There are several Timestamps.');
  return timestamp === undefined ? now + maxAge : checkTimestamp(timestamp, now, maxAge);
}
