import { isMultipart, readMultipart } from '../../mime/read-parts.ts';
import type { ArrivingMessage } from '../../operation/message.ts';
import { RequestError, TooLongError } from '../../server/error-text.ts';
import { answerRefused } from '../../server/guarded.ts';
import {
  type Answer,
  afterRest,
  header,
  headerText,
  type Incoming,
  type Outgoing,
} from '../../server/incoming.ts';
import { invoke } from '../../server/invoke.ts';
import type { ArrivingBody, Endpoint, Route, Service } from '../../server/protocol.ts';
import { reportError } from '../../server/report.ts';
import type { ServerSettings } from '../../server/settings.ts';
import { notUnderstoodMessage } from '../../server/unknown-headers.ts';
import { parseContentType } from '../../text/header.ts';
import { markOf, resetTo } from '../../xml/mark.ts';
import type { ReadingWatch } from '../../xml/options.ts';
import { addressingOf, checkAddressing } from './addressing.ts';
import { accepted, exceptionAnswer, headerFault } from './faults.ts';
import {
  guessVersion,
  type OpenedRequest,
  openBody,
  openRequest,
  readRequest,
  type SoapMessage,
  type SoapRequest,
  unreadable,
} from './message.ts';
import { type Refusal, refusalAnswer, refuse } from './refuse.ts';
import {
  createSigning,
  isOnlyNamed,
  securityAnswer,
  securityHeaders,
  withTimestamp,
} from './security.ts';
import { OneWayInvocation, SoapInvocation } from './soap-invocation.ts';
import { routeSoap } from './soap-route.ts';
import { buildSoapService, type SoapService } from './table.ts';

const tooLong =
  'There was an exception running the extensions specified in the config file. ---> ' +
  'Maximum request length exceeded.';

/** Creates the endpoint for POST requests at the path of a service: SOAP of either version. */
export function createSoapEndpoint(service: Service, settings: ServerSettings): Endpoint {
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
    return exceptionAnswer(protocol, error, { operation: route?.operation }, options);
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
      if (sign === undefined || unsigned?.has(incoming) === true) return answer;
      return sign(answer, (error) => {
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
  let message: SoapMessage;
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
  return answerUnopened(service, incoming, unreadable(error, undefined, guess));
}

/** The answer to a request that cannot be opened. */
function answerUnopened(service: SoapService, incoming: Incoming, refusal: Refusal): Answer {
  const { guard, options } = service;
  return answerRefused(guard, incoming, refusalAnswer(refusal, options), (error) =>
    exceptionAnswer(refusal.protocol, error, {}, options),
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

function answerEnvelope(service: SoapService, incoming: Incoming, message: SoapMessage): Answer {
  const route =
    addressingOf(message.guess)?.route(service, message, routeSoap) ?? routeSoap(service, message);
  if ('refused' in route) return answerUnopened(service, incoming, route);
  incoming.exchange?.called(route.operation.name, message.guess.binding);
  const opened = openMessage(service, route, message);
  if ('refused' in opened) return answerUnopened(service, incoming, opened);
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
    element: route.operation.soap?.element,
    unknownHeaders,
    securityHeaders: () => securityHeaders(opened),
    watch: (watch) => watchRequest(service, route, message, watch),
    // a signer adds a Timestamp of its own
    admit: () => answerOpened(service, incoming, isSigned ? opened : withTimestamp(opened)),
    refused: (refusal, challenges) => securityAnswer(opened, refusal, challenges),
    failed: (error) => exceptionAnswer(protocol, error, route, options),
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
  message: SoapMessage,
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
  message: SoapMessage,
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
      return unreadable(error, reader, protocol);
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
  if (name !== undefined) return notUnderstood(service, request, name);
  return run(service, incoming, new SoapInvocation(request, options));
}

/**
 * The answer to a request with a header that must be understood and is not. As SOAP demands, the
 * handler does not run (SOAP 1.1 section 4.2.3, SOAP 1.2 part 1 section 2.4). A one-way call is
 * answered as any other.
 */
function notUnderstood(
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
