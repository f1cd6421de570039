import { decodeComponent } from '../forms/query.ts';
import type {
  ArrivingMessage,
  Attachment,
  MtomOption,
  SoapHeaderRecord,
} from '../operation/descriptor.ts';
import {
  dsigNamespace,
  enterHeader,
  enterRoot,
  isSecurityHeader,
  skipToBody,
  soap11Version,
  soap12Version,
  timestampText,
  writeEnvelope,
  writeHeaders,
  wsseNamespace,
  wsuNamespace,
} from '../operation/soap.ts';
import { isMultipart, readMultipart, writeMultipart } from '../parts/mime.ts';
import {
  type CallContext,
  composeAnswer,
  documentError,
  invoke,
  longAsBytes,
  RequestError,
  type ResponseState,
  reportError,
  type ServerInvocation,
  TooLongError,
  writeCharacterReferences,
} from '../server/call.ts';
import { challengeHeaders } from '../server/dispatch.ts';
import type { ServerOptions } from '../server/options.ts';
import {
  type ArrivingBody,
  answerRefused,
  checkElements,
  type Endpoint,
  notUnderstoodMessage,
  type OpenedRecords,
  type Route,
  type ServedService,
  type ServerSettings,
  UnknownHeaders,
} from '../server/protocol.ts';
import {
  type Answer,
  afterRest,
  collectedAnswer,
  header,
  headerPlace,
  headerText,
  type Incoming,
  type Outgoing,
  parseContentType,
} from '../server/request.ts';
import {
  type AnswerSecurity,
  encryptsAnswers,
  type SecurityFaultCode,
  signedBy,
  signsAnswers,
} from '../server/security.ts';
import { messageWithPlace, withStandIns } from '../xml/asmx.ts';
import { START, XmlError } from '../xml/errors.ts';
import { markOf, type ReadingWatch, resetTo, XmlReader } from '../xml/reader.ts';
import type { XmlElement } from '../xml/writer.ts';
import { readHeaders } from './details.ts';
import {
  accepted,
  buildSoapService,
  faultAnswer,
  guessVersion,
  headerFault,
  mismatch,
  missingPart,
  type OpenedRequest,
  openBody,
  openRequest,
  processFault,
  protocolOf,
  type ReceivedEnvelope,
  type Refusal,
  RequestEntries,
  readRequest,
  refusalAnswer,
  refuse,
  refuseClient,
  type SoapProtocol,
  type SoapReply,
  type SoapRequest,
  type SoapService,
  thrownAnswer,
  unreadableRequest,
  writeFault,
  writeFault11,
} from './request.ts';

const tooLong =
  'There was an exception running the extensions specified in the config file. ---> ' +
  'Maximum request length exceeded.';

/**
 * The envelope of a result.
 *
 * @param header Entries of `soap:Header`; empty for none.
 */
export function writeResponse(
  { version, finishEncoded, reply }: SoapProtocol,
  { operation, codec }: Pick<Route, 'operation' | 'codec'>,
  output: unknown,
  header: string,
): string {
  const body = codec.writeResponse?.(output as never) ?? '';
  const { namespace, soap } = operation;
  const { declare = String } = reply ?? {};
  if (soap?.writeEnvelope === undefined) return declare(writeEnvelope(version, header, body));
  const encoded = finishEncoded(codec.encode?.(body, namespace, version.binding) ?? body);
  return declare(soap.writeEnvelope(version.binding, namespace, header, encoded));
}

/** Creates the endpoint for POST requests at the path of a service: SOAP of either version. */
function createSoapEndpoint(service: ServedService, settings: ServerSettings): Endpoint {
  checkAddressing(settings.options);
  const sign = createSigning(settings.options);
  // a signature covers the bytes themselves, so they stay in the envelope
  const options = sign === undefined ? settings.options : { ...settings.options, mtom: false };
  const lost = (message: string): void =>
    reportError(new RequestError(message), options, undefined);
  const reader = { ...settings.reader, lost };
  const unsigned = sign && new WeakSet<Incoming>();
  const table = { ...buildSoapService(service, { ...settings, options, reader }), unsigned };
  const failed = (incoming: Incoming, error: unknown): Outgoing => {
    const action = headerText(incoming, 'soapaction');
    const type = parseContentType(headerText(incoming, 'content-type') ?? '');
    const route = table.byAction.get(action ?? type.action ?? '');
    const protocol = guessVersion(table, action, type.base);
    return thrownAnswer(protocol, error, { operation: route?.operation }, options);
  };
  const tooLarge = (incoming: Incoming): Answer => {
    const protocol = guessVersion(table, header(incoming, 'soapaction'), '');
    const refusal = refuse(protocol, { code: 'Server', message: tooLong });
    return answerUnopened(table, incoming, refusal);
  };
  const { receiver } = table;
  return {
    isDocument: false,
    takesBody: true,
    takes: ({ method }, suffix) => suffix === '' && method === 'POST',
    answer(incoming, _suffix, body) {
      const answer = answerSoap(table, incoming, body);
      if (sign === undefined) return answer;
      return sign(answer, incoming, unsigned?.has(incoming) === true, (error) => {
        reportError(error, options, undefined);
        return failed(incoming, error);
      });
    },
    failed,
    tooLarge,
    receiver: (incoming) =>
      sign === undefined && isMultipart(headerText(incoming, 'content-type') ?? '')
        ? receiver
        : undefined,
    answerArriving: (incoming, source) =>
      answerArriving(table, incoming, source).catch((error: unknown) =>
        error instanceof TooLongError ? tooLarge(incoming) : failed(incoming, error),
      ),
  };
}

function answerSoap(service: SoapService, incoming: Incoming, body: Uint8Array): Answer {
  let message: ReceivedEnvelope;
  try {
    const parts = readMultipart(body, headerText(incoming, 'content-type') ?? '');
    message = openBody(service, incoming, parts ?? { body });
  } catch (error) {
    return unreadableBody(service, incoming, error);
  }
  return answerEnvelope(service, incoming, message);
}

/** The answer to a body whose parts cannot be told apart. */
function unreadableBody(service: SoapService, incoming: Incoming, error: unknown): Answer {
  const guess = guessVersion(service, headerText(incoming, 'soapaction'), '');
  return answerUnopened(service, incoming, unreadableRequest(error, undefined, guess));
}

/** The answer to a request that cannot be opened. */
function answerUnopened(service: SoapService, incoming: Incoming, refusal: Refusal): Answer {
  const { guard, options } = service;
  return answerRefused(guard, incoming, refusalAnswer(refusal, options), (error) =>
    thrownAnswer(refusal.protocol, error, {}, options),
  );
}

/**
 * Answers a request once its envelope has arrived. After the answer, no one reads the rest.
 *
 * @throws TooLongError the body is longer than the server takes
 */
async function answerArriving(
  service: SoapService,
  incoming: Incoming,
  source: ArrivingBody,
): Promise<Outgoing> {
  const contentType = headerText(incoming, 'content-type') ?? '';
  const around = {
    held: service.limits.bodyBytes,
    tooLong: () => new TooLongError(),
    failed: (error: unknown) => error,
    over: (): undefined => undefined,
  };
  let arrived: ArrivingMessage | undefined;
  try {
    arrived = await service.receiver?.receive(source, contentType, around);
  } catch (error) {
    if (error instanceof TooLongError) throw error;
    return unreadableBody(service, incoming, error);
  }
  if (arrived === undefined) return unreadableBody(service, incoming, new Error('No receiver.'));
  incoming.exchange?.opened(arrived.body);
  const { pending } = arrived.parts;
  const end = (): void => pending.cancel(new RequestError('The request was answered.'));
  const answer = await answerEnvelope(service, incoming, openBody(service, incoming, arrived));
  if (answer.stream !== undefined) return { ...answer, stream: afterRest(answer.stream, end) };
  end();
  return answer;
}

/**
 * Answers a request. One that has to be encrypted gets one answer until it is accepted, whatever is
 * wrong with it, and those who verify are asked in any case, so that neither the answer nor its
 * time tells what became of the decryption.
 */
function answerEnvelope(
  service: SoapService,
  incoming: Incoming,
  received: ReceivedEnvelope,
): Answer {
  const { opener } = service.guard ?? {};
  if (opener === undefined) return answerText(service, incoming, received);
  try {
    // what opens and verifies it reads all of it
    checkElements(received.text, service.limits);
  } catch (error) {
    incoming.exchange?.failed(error);
    return securityFault(received.guess, 'FailedCheck');
  }
  const inParts = received.parts !== undefined;
  const text = opener.open(received.text, incoming.source, inParts);
  return answerText(service, incoming, { ...received, text }, received.text);
}

/** @param received The message before it was decrypted; absent if it did not have to be. */
function answerText(
  service: SoapService,
  incoming: Incoming,
  message: ReceivedEnvelope,
  received?: string,
): Answer {
  const route =
    addressingOf(message.guess)?.route(service, message, routeSoap) ?? routeSoap(service, message);
  if ('refused' in route) {
    const refusal = { ...route, unrouted: true as const };
    return answerUnread(service, incoming, refusal, message, received);
  }
  incoming.exchange?.called(route.operation.name, message.guess.binding);
  const opened = openMessage(service, route, message);
  if ('refused' in opened) return answerUnread(service, incoming, opened, message, received);
  const { guard, options } = service;
  if (guard === undefined) return answerOpened(service, incoming, opened);
  const { protocol, unknownHeaders } = opened;
  const { unsigned } = service;
  const isSigned = unsigned !== undefined && !isOnlyNamed(opened);
  if (!isSigned) unsigned?.add(incoming);
  return guard(incoming, {
    service: route.operation.service,
    operation: route.operation.name,
    binding: protocol.binding,
    envelope: message.text,
    received,
    element: route.operation.soap?.element,
    unknownHeaders,
    securityHeaders: () => securityHeaders(opened),
    watch: (watch) => watchRequest(service, route, message, watch),
    // a signer adds a Timestamp of its own
    admit: () => answerOpened(service, incoming, isSigned ? opened : withTimestamp(opened)),
    refused: ({ code }, challenges) =>
      securityAnswer(opened, received === undefined ? code : 'FailedCheck', challenges),
    failed: (error) => thrownAnswer(protocol, error, route, options),
  });
}

/** The answer to what no operation can read; an encrypted request has to be accepted first. */
function answerUnread(
  service: SoapService,
  incoming: Incoming,
  refusal: Refusal,
  { text, guess }: ReceivedEnvelope,
  received: string | undefined,
): Answer {
  const { guard, options } = service;
  if (guard === undefined || received === undefined) {
    return answerUnopened(service, incoming, refusal);
  }
  return guard(incoming, {
    envelope: text,
    received,
    admit: () => refusalAnswer(refusal, options),
    refused: () => securityFault(guess, 'FailedCheck'),
    failed: (error) => thrownAnswer(guess, error, {}, options),
  });
}

/**
 * Reads a request for a watch. One that cannot be read has been read as far as it will be.
 *
 * @returns whether the operation reads its Body with types
 */
function watchRequest(
  service: SoapService,
  route: Route,
  message: ReceivedEnvelope,
  watch: ReadingWatch,
): boolean {
  const watched = { ...service, reader: { ...service.reader, watch, predict: false } };
  const opened = openMessage(watched, route, message);
  if (!('refused' in opened)) readRequest(watched, opened);
  return route.codec.readRequest !== undefined;
}

/** Reads the headers, too, if the server knows WS-Addressing. */
function openMessage(
  service: SoapService,
  route: Route,
  message: ReceivedEnvelope,
): OpenedRequest | Refusal {
  const opened = openRequest(service, route, message);
  if ('refused' in opened) return opened;
  return addressingOf(opened.protocol)?.open(service, opened) ?? opened;
}

function answerOpened(service: SoapService, incoming: Incoming, opened: OpenedRequest): Answer {
  const { reader, route, message, protocol } = opened;
  const { pending } = message.parts ?? {};
  if (pending === undefined) return answerRead(service, incoming, readRequest(service, opened));
  const mark = markOf(reader);
  const read = (): SoapRequest | Refusal => {
    resetTo(reader, mark);
    return readRequest(service, opened);
  };
  // a one-way call is answered before its handler could read a stream
  const isStreamed = route.codec.receiveParts !== undefined && route.operation.oneWay !== true;
  const arrival = isStreamed ? Promise.resolve() : pending.collect();
  return arrival
    .then(() => pending.settle(read))
    .catch((error: unknown) => {
      if (error instanceof TooLongError) throw error;
      return unreadableRequest(error, reader, protocol);
    })
    .then((request) => answerRead(service, incoming, request));
}

function answerRead(
  service: SoapService,
  incoming: Incoming,
  request: SoapRequest | Refusal,
): Answer {
  const { options } = service;
  if ('refused' in request) return refusalAnswer(request, options);
  // With interceptors, which may understand headers, the check comes after them.
  const isLast = (options.interceptors?.length ?? 0) === 0;
  const name = isLast ? request.unknownHeaders.notUnderstood : undefined;
  if (name !== undefined) return refuseHeader(service, request, name);
  return run(service, incoming, new SoapInvocation(request, service));
}

/**
 * The answer to a request with a header that must be understood and is not. As SOAP demands, the
 * handler does not run (SOAP 1.1 section 4.2.3, SOAP 1.2 part 1 section 2.4). A one-way call is
 * answered as any other.
 */
function refuseHeader(
  { options }: SoapService,
  { route: { operation }, protocol }: SoapRequest,
  name: string,
): Outgoing {
  const refusal = refuse(protocol, headerFault(notUnderstoodMessage(name)));
  return operation.oneWay === true
    ? { ...accepted, refusal: refusal.refused }
    : refusalAnswer(refusal, options);
}

function run(service: SoapService, incoming: Incoming, invocation: SoapInvocation): Answer {
  if (invocation.route.operation.oneWay !== true) return invoke(incoming, invocation, service);
  // The client is answered at once. What the method does afterwards concerns only the application.
  service.traffic.enter();
  Promise.resolve()
    .then(() => invoke(incoming, new OneWayInvocation(invocation), service))
    .catch((): undefined => undefined)
    .then(() => service.traffic.leave());
  return accepted;
}

const noAction =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const rootUnknown =
  'The root element for the request could not be determined. When RoutingStyle is set to ' +
  'RequestElement, SoapExtensions configured via an attribute on the method cannot modify the ' +
  'request stream before it is read. The extension must be configured via the ' +
  'SoapExtensionTypes element in web.config, or the request must arrive at the server as clear ' +
  'text.';

/** Finds the operation of a SOAP request. */
function routeSoap(service: SoapService, message: ReceivedEnvelope): Route | Refusal {
  const { guess, type } = message;
  if (guess.binding === 'soap11') {
    const { action = service.actionWithout } = message;
    if (action === undefined) return refuseClient(guess, noAction);
    return service.routeByElement || service.sharedActions.has(action)
      ? routeByElement(service, message)
      : routeByAction(service, message, action);
  }
  const named =
    type.action === undefined
      ? undefined
      : (service.byAction.get(type.action) ??
        service.byAction.get(decodeComponent(type.action, 'utf-8')));
  return named ?? routeByBody(service, message);
}

function routeByAction(
  service: SoapService,
  message: ReceivedEnvelope,
  action: string,
): Route | Refusal {
  const found = service.byAction.get(action);
  if (found !== undefined) return found;
  if (!service.hasActions) return routeByElement(service, message);
  const { guess: protocol } = message;
  if (action === '"') {
    const message = 'Length cannot be less than zero.\r\nParameter name: length';
    return refuse(protocol, processFault(message));
  }
  const quoted = action.startsWith('"') && action.endsWith('"');
  const name = decodeComponent(quoted ? action.slice(1, -1) : action, 'utf-8');
  // Percent-encoded quotes are part of the name, so it cannot be looked up unchanged.
  const route = name.startsWith('"') ? undefined : service.byAction.get(name);
  return (
    route ??
    refuseClient(protocol, `Server did not recognize the value of HTTP Header SOAPAction: ${name}.`)
  );
}

interface BodyElement {
  readonly protocol: SoapProtocol;
  /** `{namespace}local` of the first element in the body; `''` for none. */
  readonly key: string;
  readonly namespace: string;
  readonly local: string;
}

/**
 * Routes SOAP 1.1 with the routing style RequestElement, or with an action that several operations
 * share.
 */
function routeByElement(service: SoapService, message: ReceivedEnvelope): Route | Refusal {
  const { guess } = message;
  const element = firstElement(service, message, (problem, _protocol, cause) =>
    refuse(guess, { code: 'Server', message: `${rootUnknown} ---> ${problem}` }, cause),
  );
  if ('refused' in element) return element;
  const { local, namespace, protocol, key } = element;
  return (
    service.byElement.get(key) ??
    refuseClient(
      protocol,
      `The request element <${local} xmlns='${namespace}'> was not recognized.`,
    )
  );
}

/** Routes SOAP 1.2 without a known action. */
function routeByBody(service: SoapService, message: ReceivedEnvelope): Route | Refusal {
  const { type } = message;
  const element = firstElement(service, message, (problem, protocol, cause) =>
    refuse(protocol, processFault(problem), cause),
  );
  if ('refused' in element) return element;
  const problem =
    type.action === undefined
      ? noAction
      : `Unable to handle request. The action '${type.action}' was not recognized.`;
  return service.byElement.get(element.key) ?? refuseClient(element.protocol, problem);
}

function firstElement(
  service: SoapService,
  { text, guess }: ReceivedEnvelope,
  unreadable: (problem: string, protocol: SoapProtocol, cause?: unknown) => Refusal,
): BodyElement | Refusal {
  let protocol = guess;
  try {
    const reader = new XmlReader(text, service.reader);
    const version = enterRoot(reader);
    const found = version === undefined ? undefined : protocolOf(service, version);
    if (found === undefined) return mismatch(service, reader.namespace);
    protocol = found;
    const part = skipToBody(reader, found.version);
    if (part !== 'body') return unreadable(missingPart(part), protocol);
    if (reader.nextTag() !== START) return { protocol, key: '', namespace: '', local: '' };
    const { namespace, local } = reader;
    return { protocol, key: `{${namespace}}${local}`, namespace, local };
  } catch (error) {
    const problem =
      error instanceof XmlError ? messageWithPlace(error) : 'The message cannot be read.';
    return unreadable(problem, protocol, error);
  }
}

/** A class, so that a request costs one object and no closures. */
class SoapInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapProtocol['binding'];
  readonly input: unknown;
  readonly soapHeaders: SoapHeaderRecord;
  readonly unknownHeaders: UnknownHeaders;
  readonly attachments: readonly Attachment[] | undefined;
  private readonly protocol: SoapProtocol;
  private readonly options: ServerOptions<never>;
  private readonly mtom: MtomOption | undefined;
  private readonly inParts: boolean;
  /** Whether the text of the answer is read once more: it is signed, or has SOAP encoding. */
  private readonly isTextRead: boolean;

  constructor(
    { route, protocol, input, headers, unknownHeaders, message }: SoapRequest,
    { options, unsigned }: SoapService,
  ) {
    this.route = route;
    this.binding = protocol.binding;
    this.input = input;
    this.soapHeaders = headers;
    this.unknownHeaders = unknownHeaders;
    this.attachments = message.parts && [...message.parts.rest];
    this.mtom = message.mtom;
    this.inParts = message.inParts;
    this.protocol = protocol;
    this.options = options;
    this.isTextRead = (unsigned ?? route.operation.soap?.writeEnvelope) !== undefined;
  }

  done(output: unknown, call: CallContext): Outgoing {
    if (this.protocol.reply?.dropsResult === true) return accepted;
    const { contentType } = this.protocol.version;
    const { response } = call;
    if (response.ended) return composeAnswer(response, undefined, contentType, true);
    const { attachments } = response;
    const records = this.route.codec.records?.opened(output);
    if (records !== undefined) {
      if (attachments === undefined) return this.stream(records, call);
      throw new TypeError('Records that are sent one by one have no attachments: return a list.');
    }
    const { mtom, sendStreams } = this.route.codec;
    if (sendStreams !== undefined) {
      const write = (): string => this.envelope(output, response);
      const { inParts } = this;
      const sent = sendStreams({ contentType, inParts, mtom: this.mtom, attachments, write });
      const { body, contentType: type, rest } = sent;
      return { ...composeAnswer(response, body, type, true), stream: rest };
    }
    if (mtom !== undefined && this.mtom !== undefined) {
      const optimized = mtom.optimize(this.mtom, () => this.envelope(output, response));
      const { contentType: type, body } = mtom.join(
        optimized.written,
        contentType,
        optimized.contents,
        attachments,
      );
      return composeAnswer(response, body, type, true);
    }
    const { attachResponse } = this.route.codec;
    if (attachResponse === undefined && attachments === undefined) {
      const form = this.isTextRead ? undefined : longAsBytes;
      return composeAnswer(response, this.envelope(output, response, form), contentType, true);
    }
    const envelope = this.envelope(output, response);
    try {
      const parts = attachResponse?.(output as never) ?? [];
      const multipart = writeMultipart(envelope, contentType, parts, attachments);
      return composeAnswer(response, multipart.body, multipart.contentType, true);
    } catch (error) {
      throw documentError(error);
    }
  }

  failed(error: unknown, call: CallContext | undefined): Outgoing {
    const { operation } = this.route;
    const failed = { operation, header: call?.response.headerXml };
    return thrownAnswer(this.protocol, error, failed, this.options);
  }

  private envelope<Form = string>(
    output: unknown,
    { soapHeaders, headerXml }: SentHeaders,
    form: (write: () => string) => Form | string = (write) => write(),
  ): Form | string {
    try {
      return form(() => this.write(output, { soapHeaders, headerXml }));
    } catch (error) {
      return writeCharacterReferences(error, output, this.options, (copy) =>
        this.write(copy, { soapHeaders: withStandIns(soapHeaders), headerXml }),
      );
    }
  }

  private write(output: unknown, headers: SentHeaders): string {
    const { route } = this;
    return writeResponse(this.protocol, route, output, this.headers(headers));
  }

  /** The entries of `soap:Header` in the answer. */
  private headers({ soapHeaders: values, headerXml }: SentHeaders): string {
    const { outputHeaders = [] } = this.route.operation.soap ?? {};
    const own = values === undefined ? '' : writeHeaders(outputHeaders, this.binding, values);
    return own + (this.protocol.reply?.result() ?? '') + headerXml;
  }

  private stream(records: OpenedRecords, call: CallContext): Outgoing {
    const { protocol, route, options } = this;
    const { version, reply } = protocol;
    const { declare = String } = reply ?? {};
    const header = this.streamHeader(call.response);
    return records.answer({
      route,
      options,
      path: route.operation.stream?.soapPath,
      declarations: '',
      wrap: (element) => declare(writeEnvelope(version, header, element)),
      answer: (envelope) => composeAnswer(call.response, envelope, version.contentType, true),
      report: (error) => reportError(error, options, call),
    });
  }

  private streamHeader({ soapHeaders, headerXml }: SentHeaders): string {
    try {
      return this.headers({ soapHeaders, headerXml });
    } catch (error) {
      return writeCharacterReferences(error, soapHeaders, this.options, (copy) =>
        this.headers({ soapHeaders: copy, headerXml }),
      );
    }
  }
}

/** Headers that the handler set. */
type SentHeaders = Pick<ResponseState, 'soapHeaders' | 'headerXml'>;

/** A one-way call, whose client has already been answered. */
class OneWayInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapProtocol['binding'];
  readonly input: unknown;
  readonly soapHeaders: SoapHeaderRecord;
  readonly unknownHeaders: UnknownHeaders;
  readonly attachments: readonly Attachment[] | undefined;

  constructor(call: SoapInvocation) {
    const { route, binding, input, soapHeaders, unknownHeaders, attachments } = call;
    this.route = route;
    this.binding = binding;
    this.input = input;
    this.soapHeaders = soapHeaders;
    this.unknownHeaders = unknownHeaders;
    this.attachments = attachments;
  }

  done(): Outgoing {
    return accepted;
  }

  failed(): Outgoing {
    return accepted;
  }
}

/** The texts of the standard, which are the same for every reason. */
const texts: Readonly<Record<SecurityFaultCode, string>> = {
  FailedAuthentication: 'The security token could not be authenticated or authorized.',
  FailedCheck: 'The signature or decryption was invalid.',
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header.',
  MessageExpired: 'The message has expired.',
};

/** Headers `wsse:Security` for this server, one that the contract declares, too. */
function securityHeaders({ route, message, unknownHeaders }: OpenedRequest): readonly XmlElement[] {
  const { inputHeaders = [] } = route.operation.soap ?? {};
  const isDeclared = inputHeaders.some(({ element }) => element.local === 'Security');
  const found = isDeclared ? allHeaders(message) : unknownHeaders;
  return found.list.filter(isSecurityHeader);
}

/** All headers for this server. What was read as a value is read again, as elements. */
function allHeaders({ text }: ReceivedEnvelope): UnknownHeaders {
  const headers = new UnknownHeaders();
  const reader = new XmlReader(text);
  const version = enterRoot(reader);
  if (version !== undefined && enterHeader(reader, version) === 'header') {
    readHeaders(reader, [], new RequestEntries(version, headers));
  }
  return headers;
}

/**
 * The answer to a request that the option `security` refused: a fault of WS-Security. If the
 * credentials are in the HTTP request, and the message has none of its own, the status asks for
 * them.
 */
function securityAnswer(
  opened: OpenedRequest,
  code: SecurityFaultCode,
  challenges: readonly string[],
): Outgoing {
  const answer = securityFault(opened.protocol, code);
  if (challenges.length === 0 || securityHeaders(opened).length > 0) return answer;
  return { ...answer, status: 401, headers: [...answer.headers, ...challengeHeaders(challenges)] };
}

function securityFault(protocol: SoapProtocol, code: SecurityFaultCode): Outgoing {
  const name = `{${wsseNamespace}}${code}`;
  const place =
    protocol.binding === 'soap11' ? { code: name } : { code: 'Client', subcodes: [name] };
  return faultAnswer(protocol, { ...place, message: texts[code], withoutDetail: true });
}

/** Seconds until the Timestamp of an answer expires, as in WCF. */
const answerExpires = 300;

/** Whether a Security header of a request has such a part. */
function hasPart(opened: OpenedRequest, namespace: string, local: string): boolean {
  return securityHeaders(opened).some(({ children = [] }) =>
    children.some(
      (one) => typeof one !== 'string' && one.name === local && one.namespace === namespace,
    ),
  );
}

/**
 * A request that was accepted. If its Security header has a Timestamp, or the contract demands one,
 * so has that of the answer or fault: clients of WCF take no other (WS-SecurityPolicy 1.2, section
 * 6.2).
 */
function withTimestamp(opened: OpenedRequest): OpenedRequest {
  const isDemanded = opened.route.operation.soap?.timestamp === true;
  if (!isDemanded && !hasPart(opened, wsuNamespace, 'Timestamp')) return opened;
  const { reply } = opened.protocol;
  const header = (): string =>
    `<wsse:Security xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}">` +
    `${timestampText(Date.now(), answerExpires)}</wsse:Security>`;
  const timed: SoapReply = {
    dropsResult: reply?.dropsResult === true,
    dropsFaults: reply?.dropsFaults === true,
    result: () => (reply?.result() ?? '') + header(),
    fault: (fault) => (reply?.fault(fault) ?? '') + header(),
    declare: reply?.declare,
  };
  return { ...opened, protocol: { ...opened.protocol, reply: timed } };
}

/**
 * Whether a request has a user name and no signature. Its answer is not signed, because clients of
 * WCF refuse a token for which they did not ask.
 */
function isOnlyNamed(opened: OpenedRequest): boolean {
  return (
    hasPart(opened, wsseNamespace, 'UsernameToken') && !hasPart(opened, dsigNamespace, 'Signature')
  );
}

/**
 * Signs an answer, or only encrypts it. `failed` gives that to an error, which is signed, too, if
 * that can be done.
 */
type SignAnswer = (
  answer: Answer,
  incoming: Incoming,
  onlyEncrypts: boolean,
  failed: (error: unknown) => Outgoing,
) => Promise<Outgoing>;

const startOfEnvelope = /^(?:<\?xml[^>]*>)?<soap:Envelope[\s>]/;
const headless = /^((?:<\?xml[^>]*>)?<soap:Envelope[^>]*>)(?=<soap:Body)/;
const emptyHeader = '<soap:Header> </soap:Header>';

/**
 * What signs the answers of SOAP by the option `security`; `undefined` without it. A signature is
 * of the whole message, so records are not streamed.
 */
function createSigning({ security = [] }: ServerOptions<never>): SignAnswer | undefined {
  const all = [security].flat().filter(signsAnswers);
  if (all.length === 0) return undefined;
  const sign = (
    outgoing: Outgoing,
    signers: readonly AnswerSecurity[],
    { identity }: Incoming,
  ): Outgoing => {
    const { status, body, headers } = outgoing;
    const type = headers[headerPlace(headers, 'content-type')] ?? '';
    if (type.startsWith('multipart/')) throw new Error('Attachments cannot be signed.');
    if (typeof body !== 'string' || !startOfEnvelope.test(body)) {
      // an HttpError says itself what leaves
      if (status >= 300 || body.length === 0 || !signers.some(encryptsAnswers)) return outgoing;
      throw new Error('The answer cannot be encrypted: it is no SOAP message.');
    }
    // A signature is put into the header, so there must be one.
    const envelope = body.replace(headless, `$1${emptyHeader}`);
    return {
      ...outgoing,
      body: signers.reduce((text, one) => signedBy(text, one, identity), envelope),
    };
  };
  return async (answer, incoming, onlyEncrypts, failed) => {
    const signers = onlyEncrypts ? all.filter(encryptsAnswers) : all;
    try {
      const whole = await answer;
      return signers.length === 0 ? whole : sign(await collectedAnswer(whole), signers, incoming);
    } catch (error) {
      const fault = failed(error);
      try {
        return sign(fault, signers, incoming);
      } catch {
        return fault;
      }
    }
  };
}

/** What a server does about WS-Addressing. */
interface ServerAddressing {
  /**
   * Finds the operation of a request by the action in its headers.
   *
   * @param byHttp Finds it without them.
   */
  route(
    service: SoapService,
    message: ReceivedEnvelope,
    byHttp: (service: SoapService, message: ReceivedEnvelope) => Route | Refusal,
  ): Route | Refusal;
  /** Reads and checks its headers. The protocol it returns answers with headers, too. */
  open(service: SoapService, opened: OpenedRequest): OpenedRequest | Refusal;
}

/** Set by the module that does it, which a bundle has only if it imports one of its names. */
export const serverAddresser: { current: ServerAddressing | undefined } = { current: undefined };

/** What a server does about it over a protocol; `undefined` if no one asks for it. */
function addressingOf({ addressing }: SoapProtocol): ServerAddressing | undefined {
  return addressing && serverAddresser.current;
}

/** @throws TypeError the option `addressing` is on, and the bundle lacks what reads the headers */
function checkAddressing({ addressing = false }: ServerOptions<never>): void {
  if (addressing === false || serverAddresser.current !== undefined) return;
  throw new TypeError('addressing is not in this bundle: give serverAddressing(…).');
}

/** SOAP 1.1. */
export const soap11Server: SoapProtocol = {
  binding: 'soap11',
  version: soap11Version,
  createEndpoint: createSoapEndpoint,
  finishEncoded: (body) => body,
  writeFault: writeFault11,
};

/** SOAP 1.2. */
export const soap12Server: SoapProtocol = {
  binding: 'soap12',
  version: soap12Version,
  createEndpoint: createSoapEndpoint,
  finishEncoded: withResultName,
  writeFault,
};

/**
 * Names the return value of an RPC response (SOAP 1.2 Part 2, section 4.2.1), which ASMX names
 * after the operation.
 */
function withResultName(body: string): string {
  const [, head, operation] =
    /^(<(?:[^\s<>/:]+:)?([^\s<>/:]+)Response(?:\s[^<>]*)?>)<\2Result[\s/>]/.exec(body) ?? [];
  if (head === undefined) return body;
  return `${head}<rpc:result xmlns="">${operation}Result</rpc:result>${body.slice(head.length)}`;
}
