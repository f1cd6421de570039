import { strictly } from './codec-declared.ts';
import { type ContentType, parseContentType } from './content-type.ts';
import { fromWire } from './header-text.ts';
import { type AttachedParts, AttachmentError } from './mime-attachment.ts';
import type { ReadMultipart } from './mime-multipart-reader.ts';
import { emptyAnswer } from './server-answer.ts';
import { invoke, type ServerSettings } from './server-call.ts';
import { checkElements } from './server-elements.ts';
import { faultAnswer, messageChain, processFault, unableToRead } from './server-faults.ts';
import { type Answer, header, type Incoming, type Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import type { ServiceTable } from './server-routes.ts';
import {
  accepted,
  OneWayInvocation,
  SoapInvocation,
  type SoapRequest,
  type WriteMultipart,
} from './server-soap-call.ts';
import { mismatch, missing, type Refusal, refuse, speaks } from './server-soap-refusal.ts';
import { routeSoap } from './server-soap-route.ts';
import {
  enterBody,
  enterHeader,
  enterRoot,
  noHeaders,
  readHeaders,
  type SoapVersion,
  soap11Version,
  soap12Version,
} from './soap-envelope.ts';
import { decodeXml, knownCharset } from './text-decoder.ts';
import { XmlError } from './xml-error.ts';
import { EOF, XmlReader } from './xml-reader.ts';

/** Answers a POST to a service's own path: SOAP of either version (asmx-behaviour 2, 3, 5 to 8). */
export function answerSoap(
  service: ServiceTable,
  incoming: Incoming,
  body: Uint8Array,
  settings: ServerSettings,
): Answer {
  const sent = header(incoming, 'soapaction');
  const action = sent === undefined ? undefined : fromWire(sent);
  const type = parseContentType(header(incoming, 'content-type') ?? '');
  return service.attachments && type.base.trim() === 'multipart/related'
    ? answerMultipart(service, incoming, body, action, settings)
    : answerEnvelope(service, incoming, { body, type, attached: undefined }, action, settings);
}

/** An envelope, and what came beside it. */
interface OpenedRequest {
  readonly body: Uint8Array;
  readonly type: ContentType;
  readonly attached: ReadMultipart['attached'] | undefined;
}

/** Answers a request with attachments; a service without such operations never loads what reads them. */
async function answerMultipart(
  service: ServiceTable,
  incoming: Incoming,
  body: Uint8Array,
  action: string | undefined,
  settings: ServerSettings,
): Promise<Outgoing> {
  const { readMultipart } = await import('./mime-multipart-reader.ts');
  const sent = header(incoming, 'content-type') ?? '';
  let message: ReadMultipart;
  try {
    message = readMultipart(body, sent);
  } catch (error) {
    const version = guessVersion(service, action, parseContentType(sent));
    return unreadable(error, undefined, version).refused;
  }
  const type = parseContentType(message.contentType);
  const opened = { body: message.body, type, attached: message.attached };
  return answerEnvelope(service, incoming, opened, action, settings);
}

function answerEnvelope(
  service: ServiceTable,
  incoming: Incoming,
  { body, type, attached }: OpenedRequest,
  action: string | undefined,
  settings: ServerSettings,
): Answer {
  const guess = guessVersion(service, action, type);
  const text = decodeMessage(body, type, settings.options);
  const routed = routeSoap(service, guess, action, type, text, settings);
  if ('refused' in routed) return routed.refused;
  const parts = attached?.(routed.operation.soap?.inputAttachments ?? []);
  const request = readRequest(service, routed, guess, type, text, settings, parts);
  if ('refused' in request) return request.refused;
  if (routed.operation.soap?.attachResponse === undefined) {
    return run(routed, incoming, request, settings, undefined);
  }
  return import('./mime-multipart-writer.ts').then(({ writeMultipart }) =>
    run(routed, incoming, request, settings, writeMultipart),
  );
}

/** The version by the head of the request; it decides routing and the shape of early faults. */
function guessVersion(
  { soap11: has11, soap12: has12 }: ServiceTable,
  action: string | undefined,
  type: ContentType,
): SoapVersion {
  if (!has12) return soap11Version;
  if (!has11) return soap12Version;
  return action === undefined || type.base === 'application/soap+xml'
    ? soap12Version
    : soap11Version;
}

function decodeMessage(
  body: Uint8Array,
  { base, charset }: ContentType,
  { parity }: ServerOptions<never>,
): string {
  if (charset !== undefined && knownCharset(charset)) return decodeXml(body, charset);
  const ascii = parity?.asciiDefault === true && !base.startsWith('application/');
  return decodeXml(body, ascii ? 'us-ascii' : undefined);
}

/** The checks and the reading after routing, in ASMX's order (asmx-behaviour 2.4). */
function readRequest(
  service: ServiceTable,
  route: Route,
  guess: SoapVersion,
  type: ContentType,
  text: string,
  { reader: readerOptions, options }: ServerSettings,
  attached: AttachedParts | undefined,
): SoapRequest | Refusal {
  if (type.base !== 'text/xml' && type.base !== 'application/soap+xml') {
    return { refused: emptyAnswer(415, guess.contentType) };
  }
  let version = guess;
  let reader: XmlReader | undefined;
  try {
    checkElements(text, options.limits);
    reader = new XmlReader(text, readerOptions);
    const found = enterRoot(reader);
    if (found === undefined || !speaks(service, found)) return mismatch(service, reader.namespace);
    version = found;
    if (version === soap11Version && type.base !== 'text/xml') {
      return { refused: emptyAnswer(415, soap11Version.contentType) };
    }
    let headers = noHeaders;
    let part = enterHeader(reader, version);
    if (part === 'header') {
      headers = readHeaders(reader, version, route.operation.soap?.inputHeaders ?? []);
      part = enterBody(reader, version);
    }
    if (part !== 'body') return refuse(version, `${unableToRead} ---> ${missing(part)}`);
    reader.strict = options.parity?.strictEnvelopes === true;
    strictly(reader);
    const input = route.operation.soap?.readRequest(reader, attached);
    while (reader.next() !== EOF);
    return { version, input, headers };
  } catch (error) {
    return unreadable(error, reader, version);
  }
}

/** Malformed XML is 400 without a body; a value that doesn't fit its type is a client fault that says where. */
function unreadable(error: unknown, reader: XmlReader | undefined, version: SoapVersion): Refusal {
  if (error instanceof AttachmentError) {
    return refuse(version, `${unableToRead} ---> ${error.message}`);
  }
  if (!(error instanceof XmlError)) {
    return { refused: faultAnswer(version, processFault(messageChain(error, {}))) };
  }
  if (error.kind !== 'value') return { refused: emptyAnswer(400, version.contentType) };
  reader?.locate(error);
  const place = `There is an error in XML document (${error.line}, ${error.column}).`;
  return refuse(version, `${unableToRead} ---> ${place} ---> ${error.message}`);
}

function run(
  route: Route,
  incoming: Incoming,
  request: SoapRequest,
  settings: ServerSettings,
  writeMultipart: WriteMultipart | undefined,
): Answer {
  const invocation = new SoapInvocation(route, request, settings.options, writeMultipart);
  if (route.operation.oneWay !== true) return invoke(incoming, invocation, settings);
  // The client gets its answer at once; what becomes of the method is nobody's business but the application's.
  Promise.resolve()
    .then(() => invoke(incoming, new OneWayInvocation(invocation), settings))
    .catch(() => undefined);
  return accepted;
}
