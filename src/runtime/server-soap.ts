import { type ContentType, parseContentType } from './content-type.ts';
import { fromWire } from './header-text.ts';
import { type AttachedParts, AttachmentError } from './mime-attachment.ts';
import type { ReadMultipart } from './mime-multipart-reader.ts';
import { composeAnswer, composeStream, emptyAnswer, writeDocument } from './server-answer.ts';
import { invoke, type ServerInvocation, type ServerSettings } from './server-call.ts';
import {
  exceptionFault,
  faultAnswer,
  messageChain,
  processFault,
  unableToRead,
} from './server-faults.ts';
import { soapFrame } from './server-frame.ts';
import { type Answer, header, type Incoming, type Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { isRecordStream } from './server-records.ts';
import type { ServiceTable } from './server-routes.ts';
import { reportError } from './server-run.ts';
import { mismatch, missing, type Refusal, refuse, speaks } from './server-soap-refusal.ts';
import { routeSoap } from './server-soap-route.ts';
import {
  enterBody,
  enterRoot,
  noHeaders,
  type ReadHeaders,
  readHeaders,
  type SoapVersion,
  soap11Version,
  soap12Version,
  writeHeaders,
} from './soap-envelope.ts';
import type { FaultMessage } from './soap-fault-writer.ts';
import * as soap11 from './soap11.ts';
import * as soap12 from './soap12.ts';
import { decodeXml, knownCharset } from './text-decoder.ts';
import { XmlError } from './xml-error.ts';
import { EOF, XmlReader } from './xml-reader.ts';

type WriteMultipart = typeof import('./mime-multipart-writer.ts')['writeMultipart'];

interface SoapRequest {
  readonly version: SoapVersion;
  readonly input: unknown;
  readonly headers: ReadHeaders;
}

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
    reader = new XmlReader(text, readerOptions);
    const found = enterRoot(reader);
    if (found === undefined || !speaks(service, found)) return mismatch(service, reader.namespace);
    version = found;
    if (version === soap11Version && type.base !== 'text/xml') {
      return { refused: emptyAnswer(415, soap11Version.contentType) };
    }
    let headers = noHeaders;
    const declared = route.operation.soap?.inputHeaders ?? [];
    const problem = enterBody(reader, version, (at) => {
      headers = readHeaders(at, found, declared);
    });
    if (problem !== undefined) return refuse(version, `${unableToRead} ---> ${missing(problem)}`);
    reader.strict = options.parity?.strictEnvelopes === true;
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
  { version, input, headers }: SoapRequest,
  settings: ServerSettings,
  writeMultipart: WriteMultipart | undefined,
): Answer {
  const { operation } = route;
  const { options } = settings;
  const binding = version === soap11Version ? soap11 : soap12;
  const [notUnderstood] = headers.notUnderstood;
  const failed = (error: unknown): Outgoing =>
    faultAnswer(version, exceptionFault(error, operation, options));
  const invocation: ServerInvocation = {
    route,
    binding: version.binding,
    input,
    soapHeaders: headers.values,
    failed,
    done(output, call) {
      const { response } = call;
      if (notUnderstood !== undefined) return faultAnswer(version, headerFault(notUnderstood));
      if (response.ended) return composeAnswer(response, undefined, version.contentType, true);
      if (isRecordStream(output)) {
        const declared = operation.soap?.outputHeaders ?? [];
        const entries = writeHeaders(declared, response.soapHeaders);
        const frame = soapFrame(version, entries, operation);
        const report = (error: unknown): void => reportError(error, options, call);
        return composeStream(response, output, frame, version.contentType, true, report);
      }
      const { body, contentType } = writeDocument(() => {
        const declared = operation.soap?.outputHeaders ?? [];
        const entries = writeHeaders(declared, response.soapHeaders);
        const envelope = binding.writeResponse(operation, output, entries);
        const parts = operation.soap?.attachResponse?.(output as never);
        return parts === undefined || writeMultipart === undefined
          ? { body: envelope, contentType: version.contentType }
          : writeMultipart(envelope, version.contentType, parts);
      }, output);
      return composeAnswer(response, body, contentType, true);
    },
  };
  if (operation.oneWay !== true) return invoke(incoming, invocation, settings);
  // The client gets its answer at once; what becomes of the method is nobody's business but the application's.
  Promise.resolve()
    .then(() => invoke(incoming, { ...invocation, done: () => accepted }, settings))
    .catch(() => undefined);
  return accepted;
}

const accepted: Outgoing = emptyAnswer(202, undefined);

function headerFault(name: string): FaultMessage {
  return {
    code: 'MustUnderstand',
    message: `SOAP header ${name} was not understood.`,
    withoutDetail: true,
  };
}
