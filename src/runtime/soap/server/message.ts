import { knowBuiltins } from '../../codec/declared.ts';
import type { MtomOption, ReceivedParts, SoapHeaderRecord } from '../../operation/message.ts';
import { messageChain } from '../../server/error-text.ts';
import { header, headerText, type Incoming } from '../../server/incoming.ts';
import { checkElements } from '../../server/limits.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import { noUnknownHeaders, UnknownHeaders } from '../../server/unknown-headers.ts';
import { decodeXml, knownCharset } from '../../text/encoding.ts';
import { type ContentType, parameterOf, parseContentType } from '../../text/header.ts';
import { messageWithPlace, unexpectedElement } from '../../xml/asmx.ts';
import { locate } from '../../xml/place.ts';
import { EOF, XmlReader, type XmlReaderOptions } from '../../xml/reader.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { enterBody, enterHeader, enterRoot, soap11Version, writeEnvelope } from '../envelope.ts';
import { readHeaders } from '../headers.ts';
import { processFault, unableToRead } from './faults.ts';
import { RequestEntries } from './header-entries.ts';
import type { SoapProtocol } from './protocol.ts';
import { mismatch, missing, type Refusal, refuse, refuseClient, wrongMediaType } from './refuse.ts';
import { protocolOf, type SoapService } from './table.ts';

/** The headers of a message without any. One object for all messages, so it is frozen. */
const noHeaders: SoapHeaderRecord = Object.freeze({});

/** A request whose envelope is not read yet. */
export interface SoapMessage {
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
  readonly message: SoapMessage;
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
  message: SoapMessage,
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
    if (part !== 'body') return refuseClient(found, `${unableToRead} ---> ${missing(part)}`);
    return { route, message, reader, protocol, headers, unknownHeaders };
  } catch (error) {
    return unreadable(error, reader, protocol);
  }
}

/** How a request is read: values in it may refer to its parts. */
function readerOptions({ reader }: SoapService, { parts }: SoapMessage): XmlReaderOptions {
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
    knowBuiltins(reader);
    return { ...opened, input: readInput(route, reader, message) };
  } catch (error) {
    return unreadable(error, reader, protocol);
  }
}

/** Reads the input from `soap:Body`, and the rest of the document. */
function readInput(
  { operation, codec }: Route,
  reader: XmlReader,
  { parts }: SoapMessage,
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
export function unreadable(
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

/**
 * The envelope of a result.
 *
 * @param header Entries of `soap:Header`; empty for none.
 */
export function writeResponse(
  { version, finishEncoded }: SoapProtocol,
  { operation, codec }: Pick<Route, 'operation' | 'codec'>,
  output: unknown,
  header: string,
): string {
  const body = codec.writeResponse?.(output as never) ?? '';
  const { namespace, soap } = operation;
  if (soap?.writeEnvelope === undefined) return writeEnvelope(version, header, body);
  const encoded = finishEncoded(codec.encode?.(body, namespace, version.binding) ?? body);
  return soap.writeEnvelope(version.binding, namespace, header, encoded);
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
export function openBody(service: SoapService, incoming: Incoming, arrived: Arrived): SoapMessage {
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
