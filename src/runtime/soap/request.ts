import type {
  AnyOperation,
  BindingName,
  HeaderEntries,
  MtomOption,
  ReceivedParts,
  SoapHeaderRecord,
} from '../operation/descriptor.ts';
import {
  canonicalCode,
  type EnvelopeProblem,
  enterBody,
  enterHeader,
  enterRoot,
  inputAction,
  type SoapFault,
  type SoapVersion,
  soap11Version,
  soap12Version,
  versionOf,
  writeEnvelope,
} from '../operation/soap.ts';
import { parameterOf } from '../parts/mime.ts';
import { decodeXml, knownCharset } from '../platform/globals.ts';
import {
  emptyAnswer,
  type FaultOptions,
  hiddenMessage,
  isThrownFault,
  messageChain,
  RequestError,
  reportError,
  shownText,
} from '../server/call.ts';
import type { FaultReason, ServerOptions } from '../server/options.ts';
import type { ServedService } from '../server/protocol.ts';
import {
  checkElements,
  noUnknownHeaders,
  type PartsReceiver,
  type Route,
  type ServerProtocol,
  type ServerSettings,
  UnknownHeaders,
} from '../server/protocol.ts';
import {
  type ContentType,
  header,
  headerText,
  type Incoming,
  type Outgoing,
  parseContentType,
  type RequestRefusal,
} from '../server/request.ts';
import { knowBuiltins } from '../types/member.ts';
import { messageWithPlace, toReferences, unexpectedElement, withStandIns } from '../xml/asmx.ts';
import { attributeText, captureElement, findAttribute } from '../xml/capture.ts';
import { EOF, locate, XmlError, type XmlQName, XmlValueError } from '../xml/errors.ts';
import { XmlReader, type XmlReaderOptions } from '../xml/reader.ts';
import { writeXmlNodes, type XmlElement, type XmlNode } from '../xml/writer.ts';
import { readHeaders } from './details.ts';

/** The SOAP operations of one service. */
export interface SoapService extends ServerSettings {
  readonly soap11: SoapProtocol | undefined;
  readonly soap12: SoapProtocol | undefined;
  /** SOAP 1.1 if the service has it, otherwise SOAP 1.2. */
  readonly preferred: SoapProtocol;
  readonly routes: readonly Route[];
  /** By SOAPAction, with and without quotes, and by the action of SOAP 1.2. */
  readonly byAction: ReadonlyMap<string, Route>;
  /** Actions, with and without quotes, of several operations, which the body distinguishes. */
  readonly sharedActions: ReadonlySet<string>;
  /**
   * The action of a SOAP 1.1 request that has none: empty if the body tells the operation, or if an
   * operation has the empty action.
   */
  readonly actionWithout: '' | undefined;
  /** Whether an operation has an action. Otherwise that of a request tells nothing. */
  readonly hasActions: boolean;
  /** By `{namespace}local` of the first element in the body; `''` for an empty body. */
  readonly byElement: ReadonlyMap<string, Route>;
  /** Whether SOAP 1.1 finds operations by the element instead of the action. */
  readonly routeByElement: boolean;
  /** Reads requests with streams, if an operation has some. */
  readonly receiver: PartsReceiver | undefined;
  /** Requests whose answers are not signed; absent if none are. */
  readonly unsigned?: WeakSet<Incoming> | undefined;
}

/** The protocol as the server option `addressing` wants it; by default as the contract does. */
export function withAddressing(
  protocol: SoapProtocol,
  { addressing }: ServerOptions<never>,
): SoapProtocol {
  if (addressing === undefined) return protocol;
  if (addressing === false) return { ...protocol, addressing: undefined };
  return { addressing: 'chosen', ...protocol };
}

/**
 * Builds the table of a service.
 *
 * @throws Error if none of its operations has a SOAP binding
 */
export function buildSoapService(service: ServedService, settings: ServerSettings): SoapService {
  const routes = service.routes.filter(({ server }) => server.some(isSoapProtocol));
  const protocols = routes.flatMap(({ server }) =>
    server.filter(isSoapProtocol).map((one) => withAddressing(one, settings.options)),
  );
  const soap11 = protocols.find(({ binding }) => binding === 'soap11');
  const soap12 = protocols.find(({ binding }) => binding === 'soap12');
  const preferred = soap11 ?? soap12;
  if (preferred === undefined) throw new Error(`${service.path} is not served over SOAP.`);
  const byElement: Map<string, Route> = new Map();
  for (const route of routes) {
    const key = elementKey(route.operation);
    if (!byElement.has(key)) byElement.set(key, route);
  }
  const byBody = settings.options.routeByElement ?? [];
  const routeByElement =
    byBody.includes(service.path) ||
    service.routes.some(({ operation }) => byBody.includes(operation.service));
  const isEmpty = ({ operation }: Route): boolean => operation.soap?.action === '';
  return {
    ...settings,
    soap11,
    soap12,
    preferred,
    routes,
    ...buildActions(routes),
    byElement,
    routeByElement,
    receiver: routes.find(({ codec }) => codec.receiveParts)?.codec.receiveParts,
    actionWithout: routeByElement || routes.some(isEmpty) ? '' : undefined,
    hasActions: !routes.every(isEmpty),
  };
}

function buildActions(routes: readonly Route[]): Pick<SoapService, 'byAction' | 'sharedActions'> {
  const byAction: Map<string, Route> = new Map();
  const sharedActions: Set<string> = new Set();
  const add = (route: Route, actions: readonly string[]): void => {
    for (const one of new Set(actions)) {
      if (byAction.has(one)) sharedActions.add(one);
      else byAction.set(one, route);
    }
  };
  for (const route of routes) {
    const { soap } = route.operation;
    if (soap === undefined) continue;
    const { action, action12 = action } = soap;
    add(route, [action, `"${action}"`, action12]);
  }
  // JAX-WS sends the action of WS-Addressing as SOAPAction; that of the binding counts more
  const bound = new Set(byAction.keys());
  for (const route of routes) {
    const action = inputAction(route.operation);
    add(
      route,
      [action, `"${action}"`].filter((one) => !bound.has(one)),
    );
  }
  for (const action of sharedActions) byAction.delete(action);
  return { byAction, sharedActions };
}

function elementKey({ soap }: AnyOperation): string {
  const element = soap?.element;
  return element === undefined ? '' : `{${element.namespace}}${element.local}`;
}

/** The protocol of a version; `undefined` if the service does not have it. */
export function protocolOf(service: SoapService, version: SoapVersion): SoapProtocol | undefined {
  return version.binding === 'soap11' ? service.soap11 : service.soap12;
}

/** A fault to be written. */
export interface FaultMessage {
  /** `Client`, `Server`, …, or `{namespace}Name`. */
  readonly code: string;
  /** Whether SOAP 1.2 has a code of one's own as the Value, too, as ASMX writes it. */
  readonly ownCode?: boolean | undefined;
  readonly message: string;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  /** The outermost first. */
  readonly subcodes?: readonly string[] | undefined;
  /** Content of the detail element; empty if there is none. */
  readonly detail?: string | undefined;
  /** Faults about headers have no detail element (SOAP 1.1, section 4.4). */
  readonly withoutDetail?: boolean | undefined;
  /** Name of the declared fault that it is. */
  readonly faultName?: string | undefined;
  /** SOAP headers of the answer, as text. */
  readonly header?: string | undefined;
}

/** The header that lists the versions that a service has (SOAP 1.2 part 1, section 5.4.7). */
function upgradeTo(supported: readonly SoapVersion[]): string {
  const envelopes = supported.map(({ binding, namespace }) => {
    const prefix = binding === 'soap11' ? 'soap' : binding;
    return `<soap12:SupportedEnvelope qname="${prefix}:Envelope" xmlns:${prefix}="${namespace}" />`;
  });
  return (
    `<soap12:Upgrade xmlns:soap12="${soap12Version.namespace}">` +
    `${envelopes.join('')}</soap12:Upgrade>`
  );
}

/**
 * The fault for an envelope of another SOAP version.
 *
 * @param supported The versions of the service, the expected one first.
 */
function versionMismatch(found: string, supported: readonly SoapVersion[]): FaultMessage {
  const expected = supported[0]?.namespace ?? '';
  return {
    code: 'VersionMismatch',
    message:
      `Possible SOAP version mismatch: Envelope namespace ${found} was unexpected. ` +
      `Expecting ${expected}.`,
    header: upgradeTo(supported),
  };
}

/**
 * The content of the detail element of a fault thrown by a handler; empty if there is none.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
function writeDetail(
  { detail, faultName }: Pick<SoapFault, 'detail' | 'faultName'>,
  operation: AnyOperation | undefined,
  { binding }: SoapVersion,
): string {
  if (faultName !== undefined) {
    const declared = operation?.soap?.faults?.find(({ name }) => name === faultName);
    if (declared?.write !== undefined) {
      const written = declared.write(detail as never);
      return declared.encode?.(written, binding) ?? written;
    }
  }
  if (typeof detail === 'string') return escapeMessage(detail);
  if (Array.isArray(detail)) return writeXmlNodes(detail as readonly XmlNode[], '');
  return isElement(detail) ? writeXmlNodes([detail], '') : '';
}

function isElement(value: unknown): value is XmlElement {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'namespace' in value
  );
}

/** An element with a QName: one of SOAP's own, or a foreign one with prefix `q0`. */
function codeElement(name: string, code: string, version: SoapVersion | undefined): string {
  const { namespace, local } = splitName(code);
  if (namespace !== '') {
    return `<${name} xmlns:q0="${escapeQuoted(namespace)}">q0:${escapeMessage(local)}</${name}>`;
  }
  const text =
    version === undefined || code.startsWith('{}') ? local : `soap:${codeFor(local, version)}`;
  return `<${name}>${escapeMessage(text)}</${name}>`;
}

/** The content of a fault of SOAP 1.1. */
export function writeFault11(fault: FaultMessage): string {
  return (
    codeElement('faultcode', fault.code, soap11Version) +
    `<faultstring>${escapeMessage(fault.message)}</faultstring>` +
    optionalElement('faultactor', fault.actor) +
    detailElement('detail', fault)
  );
}

export function writeFault(fault: FaultMessage): string {
  const [value, subcodes] = codesOf(fault);
  const subcode = subcodes.reduceRight(
    (inner, code) =>
      `<soap:Subcode>${codeElement('soap:Value', code, undefined)}${inner}</soap:Subcode>`,
    '',
  );
  const code = codeElement('soap:Value', value, soap12Version);
  const text = `<soap:Text xml:lang="en">${escapeMessage(fault.message)}</soap:Text>`;
  return (
    `<soap:Code>${code}${subcode}</soap:Code><soap:Reason>${text}</soap:Reason>` +
    optionalElement('soap:Node', fault.actor) +
    optionalElement('soap:Role', fault.role) +
    detailElement('soap:Detail', fault)
  );
}

/** A code's local name in a version. */
function codeFor(code: string, { binding }: SoapVersion): string {
  const canonical = canonicalCode(code);
  if (binding === 'soap11') return canonical;
  return canonical === 'Client' ? 'Sender' : canonical === 'Server' ? 'Receiver' : canonical;
}

/** Codes of faults (SOAP 1.2 part 1, section 5.4.6), as SOAP 1.1 names them. */
const standardCodes = 'Client Server MustUnderstand VersionMismatch DataEncodingUnknown'.split(' ');

/**
 * The code of a fault in SOAP 1.2, and its subcodes. A code of one's own is a subcode of Receiver,
 * or of Sender if SOAP 1.1 would take it for a Client code, such as `Client.Auth` (section 4.4.1
 * there).
 */
function codesOf({
  code,
  subcodes = [],
  ownCode = false,
}: FaultMessage): readonly [code: string, subcodes: readonly string[]] {
  const { namespace, local } = splitName(code);
  const name = canonicalCode(local);
  const isQualified = !code.startsWith('{') || versionOf(namespace) !== undefined;
  if (isQualified && standardCodes.includes(name)) return [name, subcodes];
  if (ownCode) return [code, subcodes];
  const isClient = namespace === '' && /^(?:Client|Sender)\./.test(local);
  return [isClient ? 'Client' : 'Server', [code, ...subcodes]];
}

/** Splits `{namespace}Name`; a plain name has no namespace. */
function splitName(name: string): { readonly namespace: string; readonly local: string } {
  const end = name.startsWith('{') ? name.indexOf('}') : -1;
  if (end < 0) return { namespace: '', local: name };
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}

/** An element with a text; nothing if the text is empty. */
function optionalElement(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeMessage(text)}</${name}>`;
}

/** The detail element: empty if there is no detail, absent in faults about headers. */
function detailElement(name: string, { detail, withoutDetail }: FaultMessage): string {
  if (withoutDetail === true) return '';
  return detail === undefined || detail === '' ? `<${name} />` : `<${name}>${detail}</${name}>`;
}

/**
 * Escapes the text of a fault. Characters that XML forbids become U+FFFD, so that it can be sent.
 */
function escapeMessage(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#xD;');
}

function escapeQuoted(text: string): string {
  return escapeMessage(text).replace(/"/g, '&quot;');
}

/** Prefix of ASMX's message for an error while reading the parameters. */
const unableToRead = 'Server was unable to read request.';
/** Code of the fault for a header that must be understood and is not, in both versions. */
const mustUnderstand = 'MustUnderstand';
/** Prefix of ASMX's message for any other error. */
const unableToProcess = 'Server was unable to process request.';

/**
 * The fault for an exception of a handler: its own if it is a SOAP fault, otherwise a Server fault,
 * with its message if the options show it.
 */
function exceptionFault(
  error: unknown,
  operation: AnyOperation | undefined,
  options: FaultOptions,
  version: SoapVersion,
): FaultMessage {
  const isFault = isThrownFault(error);
  if (isFault && error.code === mustUnderstand) return headerFault(error.message);
  if (options.parity?.suppressExceptions === true)
    return { code: 'Server', message: hiddenMessage };
  if (!isFault) return processFault(shownText(error, options));
  try {
    return thrownFault(error, operation, options, version);
  } catch (problem) {
    reportError(problem, options, undefined);
    return processFault(error.message, shownText(problem, options));
  }
}

/**
 * Converts a fault thrown by a handler.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
function thrownFault(
  fault: SoapFault,
  operation: AnyOperation | undefined,
  { parity }: FaultOptions,
  version: SoapVersion,
): FaultMessage {
  const { code, message, actor, role, subcodes, detail, faultName } = fault;
  const written =
    parity?.controlCharacters === true
      ? toReferences(writeDetail({ detail: withStandIns(detail), faultName }, operation, version))
      : writeDetail(fault, operation, version);
  const ownCode = parity?.faultCodes;
  return { code, ownCode, message, actor, role, subcodes, faultName, detail: written };
}

/** A Server fault of the usual form, with what is known of its reasons. */
export function processFault(...reasons: readonly (string | undefined)[]): FaultMessage {
  const known = reasons.filter((reason) => reason !== undefined);
  return { code: 'Server', message: [unableToProcess, ...known].join(' ---> ') };
}

/** The fault for a header that must be understood and is not. It has no detail. */
export function headerFault(message: string): FaultMessage {
  return { code: mustUnderstand, message, withoutDetail: true };
}

/** The answer to a one-way call, and to one whose answer is sent to no one. */
export const accepted: Outgoing = emptyAnswer(202, undefined);

/** A fault as an answer. */
export function faultAnswer(protocol: SoapProtocol, fault: FaultMessage): Outgoing {
  return answerOf(protocol, envelopeOf(protocol, fault));
}

function envelopeOf(protocol: SoapProtocol, fault: FaultMessage): string {
  const { version, writeFault, reply } = protocol;
  const body = `<soap:Fault>${writeFault(fault)}</soap:Fault>`;
  const header = (reply?.fault(fault) ?? '') + (fault.header ?? '');
  const { declare = String } = reply ?? {};
  return declare(writeEnvelope(version, header, body));
}

function answerOf({ version, reply }: SoapProtocol, body: string): Outgoing {
  if (reply?.dropsFaults === true) return accepted;
  const headers = ['Cache-Control', 'private', 'Content-Type', version.contentType];
  return { status: 500, headers, body };
}

/** What is known of a call whose handler threw. */
interface FailedCall {
  readonly operation?: AnyOperation | undefined;
  /** SOAP headers that it set before, as text. */
  readonly header?: string | undefined;
}

/** A fault of the server itself with the detail that the options give it. */
function withOwnDetail(
  fault: FaultMessage,
  kind: FaultReason['kind'],
  error: unknown,
  options: FaultOptions,
): FaultMessage {
  const { faultDetail } = options;
  const { message, detail = '', withoutDetail = false } = fault;
  if (typeof faultDetail !== 'function' || detail !== '' || withoutDetail) return fault;
  try {
    const element = faultDetail({ kind, message, error });
    return element === undefined ? fault : { ...fault, detail: writeXmlNodes([element], '') };
  } catch (problem) {
    reportError(problem, options, undefined);
    return fault;
  }
}

/** The answer to a request whose handler threw. */
export function thrownAnswer(
  protocol: SoapProtocol,
  error: unknown,
  { operation, header }: FailedCall,
  options: FaultOptions,
): Outgoing {
  const own = exceptionFault(error, operation, options, protocol.version);
  const kind = error instanceof RequestError ? 'request' : 'exception';
  const fault = {
    ...(isThrownFault(error) ? own : withOwnDetail(own, kind, error, options)),
    header,
  };
  if (options.parity?.controlCharacters !== true) return faultAnswer(protocol, fault);
  return answerOf(protocol, toReferences(envelopeOf(protocol, withStandIns(fault))));
}

/** Codes of faults about the protocol, whose texts say nothing about the service. */
const protocolFaults: ReadonlySet<string> = new Set(['MustUnderstand', 'VersionMismatch']);

/** Why a request cannot be handled by a method, and how it is answered. */
export interface Refusal {
  readonly refused: RequestRefusal;
  /** The version to answer in. */
  readonly protocol: SoapProtocol;
  /** The answer: a fault, or a status without a body. */
  readonly answer: FaultMessage | number;
  /** Set if the request names no operation. */
  readonly unrouted?: true | undefined;
}

/** A request that is answered with a fault. */
export function refuse(protocol: SoapProtocol, fault: FaultMessage, cause?: unknown): Refusal {
  const { message, code } = fault;
  return { refused: { message, code, cause }, protocol, answer: fault };
}

/** A request that is answered with a client fault. */
export function refuseClient(protocol: SoapProtocol, message: string, cause?: unknown): Refusal {
  return refuse(protocol, { code: 'Client', message }, cause);
}

/**
 * A request for an envelope of a version that the service does not have. A caller of SOAP 1.1 is
 * answered in SOAP 1.1, which is all it reads (SOAP 1.2 part 1, appendix A).
 *
 * @param found Namespace of the envelope.
 */
export function mismatch({ soap11, soap12, preferred }: Versions, found: string): Refusal {
  const supported = [soap11, soap12].flatMap((one): SoapVersion | [] =>
    one === undefined ? [] : one.version,
  );
  const fault = versionMismatch(found, supported);
  if (found !== soap11Version.namespace) return refuse(preferred, fault);
  const older = { ...preferred, version: soap11Version, writeFault: writeFault11 };
  return refuse(older, fault);
}

/** The versions that a service has, and that in which it answers others. */
interface Versions {
  readonly soap11: SoapProtocol | undefined;
  readonly soap12: SoapProtocol | undefined;
  readonly preferred: SoapProtocol;
}

/** A request whose content type is that of no SOAP message. */
function wrongMediaType(protocol: SoapProtocol, type: string): Refusal {
  const message = `The content type '${type}' is not that of a SOAP message.`;
  return { refused: { message }, protocol, answer: 415 };
}

/** ASMX's message for an envelope that lacks a part. */
export function missingPart(problem: EnvelopeProblem): string {
  const element = problem === 'no body' ? 'Body' : 'Envelope';
  return `Request format is invalid: Missing required soap:${element} element.`;
}

/** The answer to a refused request. */
export function refusalAnswer(
  { refused, protocol, answer, unrouted }: Refusal,
  options: FaultOptions,
): Outgoing {
  if (typeof answer === 'number') {
    return { ...emptyAnswer(answer, protocol.version.contentType), refusal: refused };
  }
  const { suppressExceptions } = options.parity ?? {};
  const isHidden = suppressExceptions === true && !protocolFaults.has(answer.code);
  const fault = isHidden ? { code: 'Server', message: hiddenMessage } : answer;
  const { cause } = refused;
  const kind = unrouted === true && cause === undefined ? 'action' : 'request';
  return {
    ...faultAnswer(protocol, withOwnDetail(fault, kind, cause, options)),
    refusal: refused,
  };
}

/** Roles that every receiver plays (SOAP 1.1 section 4.2.2, SOAP 1.2 part 1 section 2.2). */
const ownRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/** Whether a header with this actor or role is for the receiver of the message. */
export function isOwnRole(role: string): boolean {
  return ownRoles.has(role.trim());
}

/** Reads the entries of a request's `soap:Header` for a server. */
export class RequestEntries implements HeaderEntries {
  private readonly version: SoapVersion;
  private readonly unknown: UnknownHeaders;

  constructor(version: SoapVersion, unknown: UnknownHeaders) {
    this.version = version;
    this.unknown = unknown;
  }

  declared(reader: XmlReader): void {
    // a header of .NET has the attributes of both versions
    for (const { namespace } of [soap11Version, soap12Version]) {
      checkFlag(reader, { namespace, local: 'mustUnderstand' }, 'field EncodedMustUnderstand');
    }
    checkFlag(reader, { namespace: soap12Version.namespace, local: 'relay' }, "'relay' attribute");
  }

  /** Keeps an entry, unless it is for another actor or role, whose business it is. */
  other(reader: XmlReader): void {
    const { binding, namespace } = this.version;
    const role = attributeText(reader, namespace, binding === 'soap11' ? 'actor' : 'role') ?? '';
    if (!isOwnRole(role)) {
      reader.skip();
      return;
    }
    const must = attributeText(reader, namespace, 'mustUnderstand');
    this.unknown.add(captureElement(reader), must === '1' || must === 'true');
  }
}

/** Refuses an attribute of a declared header that is not boolean, in the words of .NET. */
function checkFlag(reader: XmlReader, { namespace, local }: XmlQName, description: string): void {
  const flag = findAttribute(reader, namespace, local);
  if (flag === undefined || /^(?:0|1|true|false)$/.test(flag.value)) return;
  reader.asked = flag;
  const wrong = `'${flag.value}' is not a valid value for the ${description}.`;
  const valid = "Valid values are '0', '1', 'true', and 'false'.";
  throw locate(reader, new XmlValueError(`${wrong} ${valid}`));
}

/** How one request is answered, beside its result or fault. */
export interface SoapReply {
  /** Whether its result is sent to no one. */
  readonly dropsResult: boolean;
  /** Whether its faults are sent to no one. */
  readonly dropsFaults: boolean;
  /** Headers of its result, as text. */
  result(): string;
  /** Headers of a fault, as text. */
  fault(fault: FaultMessage): string;
  /** Adds the namespace declarations that its headers share to an envelope; absent if none. */
  readonly declare?: ((envelope: string) => string) | undefined;
}

/** A version of SOAP that servers support. */
export interface SoapProtocol extends ServerProtocol {
  readonly binding: BindingName;
  readonly version: SoapVersion;
  /** Who asks for headers of WS-Addressing: the contract or the server's options. */
  readonly addressing?: 'announced' | 'chosen' | undefined;
  /** How a request with these headers is answered; absent for all others. */
  readonly reply?: SoapReply | undefined;
  /**
   * Changes the content of `soap:Body` of an encoded response.
   *
   * @param body The response, with its objects as elements beside it.
   */
  readonly finishEncoded: (body: string) => string;
  /** The content of `soap:Fault`. */
  readonly writeFault: (fault: FaultMessage) => string;
}

/** Whether a protocol is a version of SOAP. */
export function isSoapProtocol(protocol: ServerProtocol): protocol is SoapProtocol {
  return 'version' in protocol;
}

/** The headers of a message without any. One object for all messages, so it is frozen. */
const noHeaders: SoapHeaderRecord = Object.freeze({});

/** A request whose envelope is not read yet. */
export interface ReceivedEnvelope {
  readonly text: string;
  readonly type: ContentType;
  /** The SOAPAction header as sent. */
  readonly action: string | undefined;
  /** The version according to the HTTP headers. It decides routing and the form of early faults. */
  readonly guess: SoapProtocol;
  /** Received beside the envelope. */
  readonly parts: ReceivedParts | undefined;
  /** How bytes of the answer are sent in parts of their own; absent if they are not. */
  readonly mtom: MtomOption | undefined;
  /** Whether streams of the answer may be parts of their own. */
  readonly inParts: boolean;
}

/** A request whose body is not read yet. */
export interface OpenedRequest {
  readonly route: Route;
  readonly message: ReceivedEnvelope;
  /** In `soap:Body`. */
  readonly reader: XmlReader;
  readonly protocol: SoapProtocol;
  readonly headers: SoapHeaderRecord;
  readonly unknownHeaders: UnknownHeaders;
}

/** A request after reading. */
export interface SoapRequest extends OpenedRequest {
  readonly input: unknown;
}

/** The version of a request according to its HTTP headers. */
export function guessVersion(
  { soap11, soap12, preferred }: SoapService,
  action: string | undefined,
  base: string,
): SoapProtocol {
  if (soap11 === undefined || soap12 === undefined) return preferred;
  return action === undefined || base === 'application/soap+xml' ? soap12 : soap11;
}

/** The text of an envelope, in the charset of the content type or of its own declaration. */
function decodeMessage(
  body: Uint8Array,
  { base, charset }: ContentType,
  { parity }: ServerOptions<never>,
): string {
  const isKnown = charset !== undefined && knownCharset(charset);
  const ascii = parity?.asciiDefault === true && !base.startsWith('application/');
  const text = decodeXml(body, isKnown ? charset : ascii ? 'us-ascii' : undefined);
  // .NET's reader ends at a NUL after the root, with which strings end in C
  const end = text.indexOf('\0');
  if (end < 0) return text;
  return endTag.test(text.slice(Math.max(0, end - 200), end)) ? text.slice(0, end) : text;
}

/** The end of an envelope. */
const endTag = /<\/(?:[^<>:\s]+:)?Envelope\s*>\s*$/;

/**
 * Reads a request of a known operation up to the content of its body. The checks are in ASMX's
 * order.
 */
export function openRequest(
  service: SoapService,
  route: Route,
  message: ReceivedEnvelope,
): OpenedRequest | Refusal {
  const { type, text, guess } = message;
  if (type.base !== 'text/xml' && type.base !== 'application/soap+xml') {
    return wrongMediaType(guess, type.base);
  }
  let protocol = guess;
  let reader: XmlReader | undefined;
  try {
    checkElements(text, service.limits);
    reader = new XmlReader(text, readerOptions(service, message));
    const version = enterRoot(reader);
    const found = version === undefined ? undefined : protocolOf(service, version);
    if (found === undefined) return mismatch(service, reader.namespace);
    protocol = found;
    if (version === soap11Version && type.base !== 'text/xml') {
      return wrongMediaType(found, type.base);
    }
    let headers = noHeaders;
    let unknownHeaders = noUnknownHeaders;
    let part = enterHeader(reader, found.version);
    if (part === 'header') {
      const declared = route.operation.soap?.inputHeaders ?? [];
      const read = route.codec.readHeaders ?? readHeaders;
      unknownHeaders = new UnknownHeaders();
      headers = read(reader, declared, new RequestEntries(found.version, unknownHeaders));
      part = enterBody(reader, found.version);
    }
    if (part !== 'body') return refuseClient(found, `${unableToRead} ---> ${missingPart(part)}`);
    return { route, message, reader, protocol, headers, unknownHeaders };
  } catch (error) {
    return unreadableRequest(error, reader, protocol);
  }
}

/** How a request is read: values in it may refer to its parts. */
function readerOptions({ reader }: SoapService, { parts }: ReceivedEnvelope): XmlReaderOptions {
  return parts === undefined ? reader : { ...reader, parts };
}

/** Reads the body of a request. */
export function readRequest(
  { options }: SoapService,
  opened: OpenedRequest,
): SoapRequest | Refusal {
  const { route, message, reader, protocol } = opened;
  try {
    if (options.parity?.strictEnvelopes === true) reader.unexpected = unexpectedElement;
    if (reader.strict) knowBuiltins(reader);
    return { ...opened, input: readInput(route, reader, message) };
  } catch (error) {
    return unreadableRequest(error, reader, protocol);
  }
}

/** Reads the input from `soap:Body`, and the rest of the document. */
function readInput(
  { operation, codec }: Route,
  reader: XmlReader,
  { parts }: ReceivedEnvelope,
): unknown {
  const names = codec.inputAttachments;
  const attached = names && operation.soap?.attachments?.assign(parts, names);
  const input = codec.readRequest?.(reader, attached);
  while (reader.next() !== EOF);
  return input;
}

/**
 * Malformed XML is answered with 400 without a body, a value of the wrong type with a fault that
 * has its position.
 */
export function unreadableRequest(
  error: unknown,
  reader: XmlReader | undefined,
  protocol: SoapProtocol,
): Refusal {
  // errors of attachments have this code
  if (error instanceof Error && 'code' in error && error.code === 'protocol') {
    return refuseClient(protocol, `${unableToRead} ---> ${error.message}`, error);
  }
  if (!(error instanceof XmlError)) {
    return refuse(protocol, processFault(messageChain(error)), error);
  }
  if (error.kind === 'limit') {
    return refuseClient(protocol, `${unableToRead} ---> ${error.message}`, error);
  }
  if (error.kind !== 'value') {
    return { refused: { message: messageWithPlace(error), cause: error }, protocol, answer: 400 };
  }
  if (reader !== undefined) locate(reader, error);
  const place = `There is an error in XML document (${error.line}, ${error.column}).`;
  return refuseClient(protocol, `${unableToRead} ---> ${place} ---> ${error.message}`, error);
}

/** The envelope of a request, and what came beside it. */
interface Arrived {
  readonly body: Uint8Array;
  /** Its own content type, if it came with others. */
  readonly contentType?: string | undefined;
  /** Absent if the envelope came alone. */
  readonly parts?: ReceivedParts | undefined;
}

/** The message of a request, as far as it is known without reading the envelope. */
export function openBody(
  service: SoapService,
  incoming: Incoming,
  arrived: Arrived,
): ReceivedEnvelope {
  const { options } = service;
  const { mtom: option } = options;
  const { parts, contentType: own } = arrived;
  const given = headerText(incoming, 'content-type') ?? '';
  const action = headerText(incoming, 'soapaction');
  const isXop = own !== undefined && [parameterOf(given, 'type'), own].some(isXopType);
  const inParts = option !== false && (isXop || accepts(incoming));
  const type = typeOf(own, given);
  return {
    text: decodeMessage(arrived.body, type, options),
    type,
    action,
    guess: guessVersion(service, action, type.base),
    parts,
    mtom: !inParts || (own !== undefined && !isXop) ? undefined : isXop ? (option ?? true) : option,
    inParts,
  };
}

function typeOf(own: string | undefined, given: string): ContentType {
  if (own === undefined) return parseContentType(given);
  return parseContentType(isXopType(own) ? innerType(own, given) : own);
}

function isXopType(type = ''): boolean {
  return /^application\/xop\+xml\s*(?:;|$)/i.test(type);
}

/**
 * The content type that the envelope would have alone (XOP 1.0, section 5.1). Some stacks say it
 * in the content type of the whole message.
 */
function innerType(root: string, whole: string): string {
  const told =
    parameterOf(root, 'type') ??
    parameterOf(whole, 'start-info') ??
    parameterOf(whole, 'startinfo') ??
    'text/xml';
  // it is quoted as a whole, so quotes in it have a backslash
  const given = told.replace(/\\/g, '');
  const charset = parameterOf(root, 'charset');
  const action = [given, root, whole].map((one) => parameterOf(one, 'action')).find(Boolean);
  const [base = ''] = given.split(/[;\s]/);
  return [
    base,
    ...(charset === undefined ? [] : [`charset=${charset}`]),
    ...(action === undefined ? [] : [`action="${action}"`]),
  ].join('; ');
}

/** Whether the client asks for such answers although its request is none. */
function accepts(incoming: Incoming): boolean {
  return /\bmultipart\/related\b|\bapplication\/xop\+xml\b/i.test(header(incoming, 'accept') ?? '');
}
