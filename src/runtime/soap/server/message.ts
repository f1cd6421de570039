import { strictly } from '../../codec/declared.ts';
import type { OpenedMessage, ReadHeaders } from '../../operation/message.ts';
import { messageChain } from '../../server/error-text.ts';
import { checkElements } from '../../server/limits.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import { decodeXml, knownCharset } from '../../text/encoding.ts';
import type { ContentType } from '../../text/header.ts';
import { messageWithPlace, unexpectedElement } from '../../xml/asmx.ts';
import { findAttribute } from '../../xml/attributes.ts';
import { locate } from '../../xml/place.ts';
import { EOF, type XmlQName, XmlReader } from '../../xml/reader.ts';
import { XmlError, XmlValueError } from '../../xml/xml-error.ts';
import {
  enterBody,
  enterHeader,
  enterRoot,
  soap11Version,
  soap12Version,
  writeEnvelope,
} from '../envelope.ts';
import { readHeaders } from '../headers.ts';
import { processFault, unableToRead } from './faults.ts';
import type { SoapProtocol } from './protocol.ts';
import { mismatch, missing, type Refusal, refuse, refuseClient, wrongMediaType } from './refuse.ts';
import { protocolOf, type SoapService } from './table.ts';

/** The headers of a message without any. One object for all messages, so it is frozen. */
const noHeaders: ReadHeaders = { values: Object.freeze({}), notUnderstood: [] };

/** A request whose envelope is not read yet. */
export interface SoapMessage {
  readonly text: string;
  readonly type: ContentType;
  /** The SOAPAction header as sent. */
  readonly action: string | undefined;
  /** The version according to the HTTP headers. It decides routing and the form of early faults. */
  readonly guess: SoapProtocol;
  /** Parts received beside the envelope. */
  readonly attached: OpenedMessage['attached'] | undefined;
}

/** A request after reading. */
export interface SoapRequest {
  readonly protocol: SoapProtocol;
  readonly input: unknown;
  readonly headers: ReadHeaders;
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
export function decodeMessage(
  body: Uint8Array,
  { base, charset }: ContentType,
  { parity }: ServerOptions<never>,
): string {
  const isKnown = charset !== undefined && knownCharset(charset);
  const ascii = parity?.asciiDefault === true && !base.startsWith('application/');
  const text = decodeXml(body, isKnown ? charset : ascii ? 'us-ascii' : undefined);
  // .NET's reader skips one NUL at the end, with which strings end in C
  return text.charCodeAt(text.length - 1) === 0 ? text.slice(0, -1) : text;
}

/** Reads a request of a known operation. The checks are in ASMX's order. */
export function readRequest(
  service: SoapService,
  route: Route,
  message: SoapMessage,
): SoapRequest | Refusal {
  const { type, text, guess } = message;
  if (type.base !== 'text/xml' && type.base !== 'application/soap+xml') {
    return wrongMediaType(guess, type.base);
  }
  let protocol = guess;
  let reader: XmlReader | undefined;
  try {
    checkElements(text, service.limits);
    reader = new XmlReader(text, service.reader);
    const version = enterRoot(reader);
    const found = version === undefined ? undefined : protocolOf(service, version);
    if (found === undefined) return mismatch(service.preferred, reader.namespace);
    protocol = found;
    if (version === soap11Version && type.base !== 'text/xml') {
      return wrongMediaType(found, type.base);
    }
    let headers = noHeaders;
    let part = enterHeader(reader, found.version);
    if (part === 'header') {
      const declared = route.operation.soap?.inputHeaders ?? [];
      const read = route.codec.readHeaders ?? readHeaders;
      headers = read(reader, found.version.namespace, declared, checkFlags);
      part = enterBody(reader, found.version);
    }
    if (part !== 'body') return refuseClient(found, `${unableToRead} ---> ${missing(part)}`);
    if (service.options.parity?.strictEnvelopes === true) reader.unexpected = unexpectedElement;
    strictly(reader);
    const input = readInput(route, reader, message);
    return { protocol, input, headers };
  } catch (error) {
    return unreadable(error, reader, protocol);
  }
}

/** Checks the attributes of a declared header. One of .NET has those of both SOAP versions. */
function checkFlags(reader: XmlReader): void {
  for (const { namespace } of [soap11Version, soap12Version]) {
    checkFlag(reader, { namespace, local: 'mustUnderstand' }, 'field EncodedMustUnderstand');
  }
  checkFlag(reader, { namespace: soap12Version.namespace, local: 'relay' }, "'relay' attribute");
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

/** Reads the input from `soap:Body`, and the rest of the document. */
function readInput({ codec }: Route, reader: XmlReader, { attached }: SoapMessage): unknown {
  const parts = attached?.(codec.inputAttachments ?? []);
  const input = codec.readRequest?.(reader, parts);
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
