import type { X509Certificate } from 'node:crypto';
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
import { ByteCollector, decodeText, xmlEncoding } from '../platform/globals.ts';
import {
  isSecurityRefusal,
  SecurityRefusal,
  type SecurityRequest,
  type ServerSecurity,
  understand,
} from '../server/security.ts';
import { isFaultNext } from '../soap/client.ts';
import { escapeAttribute } from '../xml/writer.ts';
import {
  attributeOf,
  canonicalise,
  type Element,
  elementsNamed,
  elementsOf,
  elementWithId,
  exclusive,
  hasAttachments,
  isNamed,
  type Message,
  readMessage,
  readTree,
  securityIn,
  type Tree,
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
import { verifyMessage } from './signature.ts';

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
  return {
    postProcess(xml) {
      try {
        return signWith(withSecurity(xml, signing), signing);
      } catch (cause) {
        const message = `The message cannot be signed: ${messageOf(cause)}`;
        throw new AsmxError('encode', message, { cause });
      }
    },
  };
}

/** What is signed by default: the Body, and of these what is there. */
const usual = ['Timestamp', 'UsernameToken', 'Addressing'];

/**
 * Signs a message.
 *
 * @throws Error an element is not there
 */
function signWith({ xml, keyInfo }: Unsigned, settings: SigningSettings): string {
  const named = withIds(xml, settings);
  const message = readMessage(named.xml);
  const { tree } = message;
  const references = named.ids.map((id) => {
    return writeReference(tree, elementWithId(tree, id), id, settings);
  });
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
  return edited(named.xml, [insideEnd(tree, securityOf(message, settings), signature)]);
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
    const known = attributeOf(element, 'Id', wsuNamespace);
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
  const found = elements.flatMap((name) => {
    const all = find(name);
    if (all.length === 0) throw new Error(`There is no element ${name}.`);
    return all;
  });
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
  { digest }: SigningSettings,
): string {
  const unbound = [...canonicalise(tree, element).unbound.keys()].sort();
  const { text } = canonicalise(tree, element, { inclusive: unbound });
  const list = unbound.map((prefix) => (prefix === '' ? '#default' : prefix)).join(' ');
  const start = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${list}">`;
  const namespaces = list === '' ? '' : `${start}</ec:InclusiveNamespaces>`;
  const transform = `<ds:Transform Algorithm="${exclusive}">${namespaces}</ds:Transform>`;
  return (
    `<ds:Reference URI="#${escapeAttribute(id)}"><ds:Transforms>${transform}</ds:Transforms>` +
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
  const content = (isTimed ? '' : timestamp(settings)) + declared(keyInfo.token);
  const edits =
    security === undefined
      ? [inHeader(message, securityHeader(message, settings, content))]
      : [insideStart(message.tree, security, content)];
  return { xml: edited(xml, edits), keyInfo };
}

/** Where an entry of the header goes: to its end, or into a new one. */
function inHeader({ tree, header, body }: Message, entry: string): Edit {
  if (header !== undefined) return insideEnd(tree, header, entry);
  const { prefix } = body.name;
  const name = prefix === '' ? 'Header' : `${prefix}:Header`;
  return { at: body.start, text: `<${name}>${entry}</${name}>` };
}

function securityHeader(
  { tree, version, body }: Message,
  { actor, mustUnderstand }: SigningSettings,
  content: string,
): string {
  const prefix = body.name.prefix === '' ? 'env' : body.name.prefix;
  const declares = tree.lookup(tree.root, prefix) !== version.namespace;
  const attribute = version.binding === 'soap11' ? 'actor' : 'role';
  const attributes = [
    ...(declares ? [`xmlns:${prefix}="${version.namespace}"`] : []),
    ...(mustUnderstand ? [`${prefix}:mustUnderstand="1"`] : []),
    ...(actor === undefined ? [] : [`${prefix}:${attribute}="${escapeAttribute(actor)}"`]),
  ];
  const start = ['wsse:Security', namespaces, ...attributes].join(' ');
  return `<${start}>${content}</wsse:Security>`;
}

const namespaces = `xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}"`;

/** Elements that declare their prefixes, so that they fit into a header of somebody else. */
function declared(xml: string): string {
  return xml.replace(/^<[^\s>]+/, `$& ${namespaces}`);
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

/** A text that is put into a message. */
interface Edit {
  readonly at: number;
  /** Characters that it replaces. Default 0. */
  readonly replaces?: number;
  readonly text: string;
}

/** A message with texts put into it. */
function edited(xml: string, edits: readonly Edit[]): string {
  let end = 0;
  const parts = [...edits]
    .sort((one, other) => one.at - other.at)
    .flatMap(({ at, replaces = 0, text }) => {
      const before = xml.slice(end, at);
      end = at + replaces;
      return [before, text];
    });
  return parts.join('') + xml.slice(end);
}

/** Puts content at the start of an element. */
function insideStart(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.content, text };
}

/** Puts content at the end of an element. */
function insideEnd(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.end, text };
}

/** An empty-element tag gets an end tag. */
function opened({ text: xml }: Tree, { name, content }: Element, text: string): Edit {
  const replaces = 2;
  if (xml.slice(content - replaces, content) !== '/>') throw new Error('A tag has no end.');
  return { at: content - replaces, replaces, text: `>${text}</${name.raw}>` };
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
  const identity = await verifyMessage(envelope, rules, {
    request,
    watch: (watch) => request.watch?.(watch) === true,
  });
  understand(request);
  return identity;
}

/**
 * Checks the answers of a client. A stream is received whole first, because a signature is of the
 * whole message.
 */
function receiveVerified(rules: VerifyingRules): NonNullable<SoapSecurity['receive']> {
  return (call) => {
    const { binding } = call;
    if (binding !== 'soap11' && binding !== 'soap12') {
      const message = `An answer over ${binding} has no signature: choose a SOAP binding.`;
      throw new AsmxError('encode', message);
    }
    const check: AnswerCheck = async (answer) => {
      const whole = await wholeOf(answer, call);
      await checkAnswer(whole, call, rules);
      return answer.body instanceof Uint8Array
        ? answer
        : { ...whole, body: bytesSource(whole.body) };
    };
    return check;
  };
}

/** @throws AsmxError protocol: the answer is not signed as asked */
async function checkAnswer(
  answer: TransportAnswer,
  call: SentCall,
  rules: VerifyingRules,
): Promise<void> {
  const { status, headers, body } = answer;
  const type = headerValue(headers, 'content-type');
  const text = decodeText(body, xmlEncoding(body, call.charset ?? charsetOf(type)));
  const isPlainError = !isSuccess(status) && !text.includes('Envelope');
  // Of these nothing is read.
  if (isPlainError || (call.oneWay && text.trim() === '')) return;
  try {
    if (hasAttachments(type)) throw new SecurityRefusal('Attachments are not signed.');
    // Otherwise the reader would look for the envelope after other text.
    if (!text.startsWith('<')) throw new SecurityRefusal('It does not begin with an envelope.');
    if (rules.unsignedFaults && isFault(text)) return;
    await verifyMessage(text, rules, { watch: (watch) => call.watch?.(answer, watch) === true });
  } catch (cause) {
    if (!isSecurityRefusal(cause)) throw cause;
    const message = `The answer is not signed as asked. ${cause.message}`;
    throw new AsmxError('protocol', message, { raw: rawAnswer(answer), cause });
  }
}

/** Whether a message is a fault and nothing else, for the reader of answers, too. */
function isFault(text: string): boolean {
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
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) return { status, headers, body };
  const collected = new ByteCollector();
  for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) {
    collected.add(bytes);
    if (collected.length > limit) {
      body.cancel();
      throw answerTooLarge(limit, { status, headers, body: new Uint8Array(0) });
    }
  }
  return { status, headers, body: collected.join() };
}
