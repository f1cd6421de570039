import type { KeyObject, X509Certificate } from 'node:crypto';
import {
  type AnswerCheck,
  answerTooLarge,
  bytesSource,
  headerValue,
  isSuccess,
  type OpenAnswer,
  rawAnswer,
  type SentCall,
  type TransportAnswer,
} from '../client/answer.ts';
import { joinSecurityHeaders } from '../client/credentials.ts';
import type { SoapSecurity } from '../client/request.ts';
import { AsmxError, type ElementName, messageOf } from '../operation/descriptor.ts';
import { dsigNamespace, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import { charsetOf } from '../parts/mime.ts';
import { ByteCollector, decodeText, encodeUtf8, xmlEncoding } from '../platform/globals.ts';
import {
  isSecurityRefusal,
  SecurityRefusal,
  type SecurityRequest,
  type ServerSecurity,
  understand,
} from '../server/security.ts';
import { isFaultNext } from '../soap/client.ts';
import type { ReadingWatch } from '../xml/reader.ts';
import { escapeAttribute } from '../xml/writer.ts';
import { Coverage } from './coverage.ts';
import {
  attributeOf,
  canonicalise,
  declared,
  dereferenced,
  type Edit,
  type Element,
  edited,
  elementsAsked,
  elementsNamed,
  elementsOf,
  elementWithId,
  encryption,
  exclusive,
  hasAttachments,
  inSecurity,
  insideEnd,
  isNamed,
  type Message,
  readMessage,
  readTree,
  refersTo,
  samlVersions,
  securityIn,
  type Tree,
  tokenTransform,
} from './message.ts';
import {
  type KeyInfo,
  readRules,
  readSettings,
  type SignatureRules,
  type SignerSettings,
  type SigningSettings,
  type VerifyingRules,
} from './rules.ts';
import { Claim, verifyClaim } from './signature.ts';

/** What signs messages of clients, and answers of servers. */
export interface Signer {
  /** Signs a finished envelope. */
  postProcess(xml: string, envelopeKey?: string): string;
}

/**
 * Signs messages with a key and its X.509 certificate (SOAP Message Security 1.1.1, section 8); for
 * the option `security` of a client, which signs its requests, and of a server, which signs its
 * answers. A list may have a `usernameToken` too, which is signed with the Body.
 *
 * @throws TypeError key or certificate cannot be read, or do not belong together
 * @throws RangeError `timestamp` is not more than 0, or an algorithm or reference is unknown
 */
export function signer(settings: SignerSettings): Signer {
  const signing = readSettings(settings);
  joinSecurityHeaders();
  return { postProcess: (xml) => secure(xml, signing) };
}

/**
 * Adds to a message what it carries, and signs it if there is a key.
 *
 * @throws AsmxError encode: it is no message, or an element that is to be signed is not there
 */
export function secure(xml: string, settings: SigningSettings): string {
  try {
    const unsigned = withSecurity(xml, settings);
    const { key } = settings;
    return key === undefined ? unsigned.xml : signWith(unsigned, { ...settings, key });
  } catch (cause) {
    const message = `The message cannot be signed: ${messageOf(cause)}`;
    throw new AsmxError('encode', message, { cause });
  }
}

/** What is signed by default: the Body, and of these what is there. */
const usual = [
  'Timestamp',
  'UsernameToken',
  'Addressing',
  'EncryptedKey',
  'EncryptedData',
  'EncryptedHeader',
];

/**
 * Signs a message.
 *
 * @throws Error an element is not there
 */
function signWith(
  { xml, keyInfo }: Unsigned,
  settings: SigningSettings & { readonly key: KeyObject },
): string {
  const named = withIds(xml, settings);
  const message = readMessage(named.xml);
  const { tree } = message;
  const references = named.ids.map((id) => {
    return writeReference(tree, elementWithId(tree, id), id, settings);
  });
  if (settings.token?.isSigned === true) references.push(writeTokenReference(message, settings));
  const info =
    `<ds:SignedInfo xmlns:ds="${dsigNamespace}">` +
    `<ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${settings.signature.uri}"></ds:SignatureMethod>` +
    `${references.join('')}</ds:SignedInfo>`;
  const part = readTree(info);
  const value = settings.signature.sign(canonicalise(part, part.root).text, settings.key);
  const signature =
    `<ds:Signature xmlns:ds="${dsigNamespace}">${info}` +
    `<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `<ds:KeyInfo>${keyInfo.content}</ds:KeyInfo></ds:Signature>`;
  return edited(named.xml, [signatureAt(tree, securityOf(message, settings), signature)]);
}

/**
 * Where the signature goes: to the end, but before a key with which something was encrypted before,
 * because receivers follow the order (SOAP Message Security 1.1.1, section 5).
 */
function signatureAt(tree: Tree, security: Element, signature: string): Edit {
  const key = elementsOf(security).find((one) => isNamed(one, encryption, 'EncryptedKey'));
  return key === undefined
    ? insideEnd(tree, security, signature)
    : { at: key.start, text: signature };
}

/** The message with an ID on each element that is signed. */
function withIds(
  xml: string,
  settings: SigningSettings,
): { readonly xml: string; readonly ids: readonly string[] } {
  const message = readMessage(xml);
  const { tree } = message;
  const edits: Edit[] = [];
  const ids = signedElements(message, settings).map((element) => {
    const isKey = element.name.namespace === encryption;
    const known = attributeOf(element, 'Id', isKey ? '' : wsuNamespace);
    if (known !== undefined) return known;
    const id = settings.newId();
    edits.push(withAttribute(element, idAttribute(tree, element, id)));
    return id;
  });
  return { xml: edited(xml, edits), ids };
}

function securityOf(message: Message, { actor }: SigningSettings): Element {
  const security = securityIn(message, actor);
  if (security === undefined) throw new Error('There is no Security header.');
  return security;
}

/** The elements to sign, each once. */
function signedElements(message: Message, settings: SigningSettings): readonly Element[] {
  const security = securityOf(message, settings);
  const find = (name: string): readonly Element[] => elementsNamed(name, message, security);
  const { elements } = settings;
  if (elements === undefined) return [message.body, ...usual.flatMap(find)];
  const found = elements.flatMap((name) => elementsAsked(name, message, security));
  if (found.length === 0) throw new Error('elements names none.');
  return [...new Set(found)];
}

/** The attribute `wsu:Id`, with a prefix that means nothing else there. */
function idAttribute(tree: Tree, element: Element, id: string): string {
  for (let count = 0; ; count++) {
    const prefix = count === 0 ? 'wsu' : `wsu${count}`;
    const uri = tree.lookup(element, prefix);
    if (uri === wsuNamespace) return `${prefix}:Id="${id}"`;
    if (uri === undefined) return `xmlns:${prefix}="${wsuNamespace}" ${prefix}:Id="${id}"`;
  }
}

function writeReference(
  tree: Tree,
  element: Element,
  id: string,
  settings: SigningSettings,
): string {
  const unbound = [...canonicalise(tree, element).unbound.keys()].sort();
  const { text } = canonicalise(tree, element, { inclusive: unbound });
  const list = unbound.map((prefix) => (prefix === '' ? '#default' : prefix)).join(' ');
  const start = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${list}">`;
  const namespaces = list === '' ? '' : `${start}</ec:InclusiveNamespaces>`;
  const transform = `<ds:Transform Algorithm="${exclusive}">${namespaces}</ds:Transform>`;
  return (
    `<ds:Reference URI="#${escapeAttribute(id)}"><ds:Transforms>${transform}</ds:Transforms>` +
    digestOf(text, settings)
  );
}

/** Signs an assertion by a reference to it, since it has an ID that is not `wsu:Id`. */
function writeTokenReference(message: Message, settings: SigningSettings): string {
  const { tree } = message;
  const inside = elementsOf(securityOf(message, settings));
  const wanted = settings.token?.id ?? '';
  const assertion = inside.find((one) =>
    samlVersions.some(
      ({ namespace, id }) => one.name.namespace === namespace && attributeOf(one, id) === wanted,
    ),
  );
  const reference = inside.find((one) => refersTo(one, wanted));
  const id = reference && attributeOf(reference, 'Id', wsuNamespace);
  if (assertion === undefined || id === undefined) throw new Error('There is no assertion.');
  const method = `<ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>`;
  const start = `<wsse:TransformationParameters xmlns:wsse="${wsseNamespace}">`;
  const parameters = `${start}${method}</wsse:TransformationParameters>`;
  return (
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${tokenTransform}">` +
    `${parameters}</ds:Transform></ds:Transforms>` +
    digestOf(dereferenced(tree, assertion).text, settings)
  );
}

function digestOf(text: string, { digest }: SigningSettings): string {
  return (
    `<ds:DigestMethod Algorithm="${digest.uri}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest.digest(text)}</ds:DigestValue></ds:Reference>`
  );
}

/** A message with all that is to be signed. */
interface Unsigned {
  readonly xml: string;
  readonly keyInfo: KeyInfo;
}

/**
 * Adds what a signature needs to a message: a Security header if there is none for the actor, a
 * Timestamp if it has none, and the token with the certificate.
 */
function withSecurity(xml: string, settings: SigningSettings): Unsigned {
  const message = readMessage(xml);
  const keyInfo = settings.keyInfo();
  const security = securityIn(message, settings.actor);
  const isTimed =
    security !== undefined && elementsNamed('Timestamp', message, security).length > 0;
  const { token } = settings;
  const reference = token?.isSigned
    ? token.reference.replace(/(?=>)/, ` xmlns:wsu="${wsuNamespace}" wsu:Id="${settings.newId()}"`)
    : '';
  const content =
    (isTimed ? '' : timestamp(settings)) + declared(keyInfo.token) + (token?.xml ?? '') + reference;
  return { xml: edited(xml, [inSecurity(message, settings, content)]), keyInfo };
}

function timestamp({ timestamp: seconds, now, newId }: SigningSettings): string {
  if (seconds === undefined) return '';
  const created = now();
  const [from, to] = [created, created + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return declared(
    `<wsu:Timestamp wsu:Id="${newId()}"><wsu:Created>${from}</wsu:Created>` +
      `<wsu:Expires>${to}</wsu:Expires></wsu:Timestamp>`,
  );
}

/** Puts an attribute into the start tag of an element. */
function withAttribute({ start, name }: Element, text: string): Edit {
  return { at: start + 1 + name.raw.length, text: ` ${text}` };
}

/** Who signed a request, and what of it. */
export interface SignatureIdentity {
  readonly certificate: X509Certificate;
  /**
   * The elements that are signed by themselves, at the place where they are read: the Body,
   * elements inside it, headers, and tokens of the Security header; or the whole Envelope. A name
   * that an element beside has, too, without being signed, is not in the list.
   */
  readonly signed: readonly ElementName[];
}

/** What verifies requests of a server, and answers of a client. */
export type SignatureVerifier = ServerSecurity<SignatureIdentity> &
  Required<Pick<SoapSecurity, 'receive'>>;

/**
 * Verifies XML signatures (SOAP Message Security 1.1.1, section 8); for the option `security` of a
 * server, which then takes signed requests, and of a client, which then takes signed answers. The
 * Body that is decoded has to be the Body that was signed, and the Timestamp signed and fresh; with
 * `overTls`, TLS protects the Body of requests.
 *
 * @throws TypeError there is no certificate in `trust`, or `overTls` without a Timestamp
 * @throws RangeError an algorithm is unknown, `maxAge` is not more than 0, or `clockSkew` less
 */
export function signatureVerifier(rules: SignatureRules): SignatureVerifier {
  const read = readRules(rules);
  return Object.assign((request: SecurityRequest) => verifyRequest(request, read), {
    // an answer is signed with its Body in any case
    receive: receiveVerified({ ...read, elements: ['Body', ...read.elements] }),
  });
}

async function verifyRequest(
  request: SecurityRequest,
  rules: VerifyingRules,
): Promise<SignatureIdentity> {
  const { envelope, headers } = request;
  if (rules.overTls && request.secure !== true) {
    throw new SecurityRefusal('The request did not come over TLS.', 'InvalidSecurity');
  }
  if (envelope === undefined)
    throw new SecurityRefusal('There is no SOAP message with a signature.');
  if (hasAttachments(headers['content-type'])) {
    throw new SecurityRefusal('Attachments are not signed.', 'InvalidSecurity');
  }
  const watch: SecurityRequest['watch'] = (one) => request.watch?.(one) === true;
  const claim = new Claim(envelope, rules, { request, watch });
  const signed = await verifyClaim(claim);
  understand(request);
  return { certificate: claim.certificate, signed };
}

/** Checks the answers of a client. */
function receiveVerified(rules: VerifyingRules): NonNullable<SoapSecurity['receive']> {
  return (call) => {
    const coverage = Coverage.of(call);
    coverage.awaited += 1;
    return answerCheck(call, 'signed', async (text, answer) => {
      if (rules.unsignedFaults && isWholeFault(text)) {
        coverage.pass();
        return text;
      }
      const watch = (one: ReadingWatch): boolean => call.watch?.(answer, one) === true;
      await verifyClaim(new Claim(text, rules, { call, watch }));
      return text;
    });
  };
}

/**
 * Checks the answers of a call over SOAP. A stream is received whole first, because a signature is
 * of the whole message.
 *
 * @param what What the answers have to be, for errors.
 * @param check Returns the envelope as it is read then.
 * @throws AsmxError encode: the call is not over SOAP; protocol, from what it returns: the check
 *   threw a SecurityRefusal
 */
export function answerCheck(
  call: SentCall,
  what: 'signed' | 'encrypted',
  check: (text: string, answer: TransportAnswer) => string | Promise<string>,
): AnswerCheck {
  const { binding } = call;
  if (binding !== 'soap11' && binding !== 'soap12') {
    const missing = what === 'signed' ? 'has no signature' : 'cannot be encrypted';
    const message = `An answer over ${binding} ${missing}: choose a SOAP binding.`;
    throw new AsmxError('encode', message);
  }
  return async (answer) => {
    const whole = await wholeOf(answer, call);
    const body = await checkedBody(whole, call, what, check);
    if (answer.body instanceof Uint8Array) {
      return body === whole.body ? answer : ({ ...whole, body } as typeof answer);
    }
    return { ...whole, body: bytesSource(body) };
  };
}

/** The body of an answer after a check. */
async function checkedBody(
  answer: TransportAnswer,
  call: SentCall,
  what: 'signed' | 'encrypted',
  check: (text: string, answer: TransportAnswer) => string | Promise<string>,
): Promise<Uint8Array> {
  const { status, headers, body } = answer;
  const type = headerValue(headers, 'content-type');
  const encoding = xmlEncoding(body, call.charset ?? charsetOf(type));
  const text = decodeText(body, encoding);
  const isPlainError = !isSuccess(status) && !text.includes('Envelope');
  // Of these nothing is read.
  if (isPlainError || (call.oneWay && text.trim() === '')) return body;
  try {
    if (hasAttachments(type)) throw new SecurityRefusal(`Attachments are not ${what}.`);
    // Otherwise the reader would look for the envelope after other text.
    if (!text.startsWith('<')) throw new SecurityRefusal('It does not begin with an envelope.');
    const checked = await check(text, answer);
    if (checked === text) return body;
    // a mark says the encoding, whatever the headers and the declaration say
    const mark = /^utf-?8$/i.test(encoding) ? '' : '\ufeff';
    return encodeUtf8(mark + checked);
  } catch (cause) {
    if (!isSecurityRefusal(cause)) throw cause;
    const message = `The answer is not ${what} as asked. ${cause.message}`;
    throw new AsmxError('protocol', message, { raw: rawAnswer(answer), cause });
  }
}

/** Whether a message is a fault and nothing else, for the reader of answers, too. */
export function isWholeFault(text: string): boolean {
  try {
    const { body, version } = readMessage(text);
    const [fault, ...others] = elementsOf(body);
    if (fault === undefined || others.length > 0) return false;
    const isFirst = isFaultNext({ source: text, position: body.content });
    return isFirst && isNamed(fault, version.namespace, 'Fault');
  } catch {
    return false;
  }
}

async function wholeOf(
  answer: TransportAnswer | OpenAnswer,
  { maxResponseBytes: limit }: SentCall,
): Promise<TransportAnswer> {
  const { body } = answer;
  if (body instanceof Uint8Array) return { ...answer, body };
  const collected = new ByteCollector();
  for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) {
    collected.add(bytes);
    if (collected.length > limit) {
      body.cancel();
      throw answerTooLarge(limit, { ...answer, body: new Uint8Array(0) });
    }
  }
  return { ...answer, body: collected.join() };
}
