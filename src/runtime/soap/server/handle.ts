import { readMultipart } from '../../mime/read-parts.ts';
import type { MtomOption, ReceivedParts } from '../../operation/message.ts';
import { invoke } from '../../server/call.ts';
import {
  type Answer,
  header,
  headerText,
  type Incoming,
  type Outgoing,
} from '../../server/incoming.ts';
import type { Endpoint, Route, Service } from '../../server/protocol.ts';
import { reportError } from '../../server/report.ts';
import type { ServerSettings } from '../../server/settings.ts';
import { notUnderstoodMessage } from '../../server/unknown-headers.ts';
import { type ContentType, parameterOf, parseContentType } from '../../text/header.ts';
import { addressingOf, checkAddressing } from './addressing.ts';
import { OneWayInvocation, SoapInvocation } from './call.ts';
import { accepted, exceptionAnswer, headerFault } from './faults.ts';
import {
  decodeMessage,
  guessVersion,
  type OpenedRequest,
  openRequest,
  readRequest,
  type SoapMessage,
  type SoapRequest,
  unreadable,
} from './message.ts';
import { type Refusal, refusalAnswer, refuse } from './refuse.ts';
import { createSigning, securityAnswer, securityHeaders } from './security.ts';
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
  const table = buildSoapService(service, { ...settings, options });
  const failed = (incoming: Incoming, error: unknown): Outgoing => {
    const action = headerText(incoming, 'soapaction');
    const type = parseContentType(headerText(incoming, 'content-type') ?? '');
    const route = table.byAction.get(action ?? type.action ?? '');
    const protocol = guessVersion(table, action, type.base);
    return exceptionAnswer(protocol, error, route?.operation, options);
  };
  return {
    isDocument: false,
    takesBody: true,
    takes: ({ method }, suffix) => suffix === '' && method === 'POST',
    answer(incoming, _suffix, body) {
      const answer = answerSoap(table, incoming, body);
      return (
        sign?.(answer, (error) => {
          reportError(error, options, undefined);
          return failed(incoming, error);
        }) ?? answer
      );
    },
    failed,
    tooLarge(incoming) {
      const protocol = guessVersion(table, header(incoming, 'soapaction'), '');
      const refusal = refuse(protocol, { code: 'Server', message: tooLong });
      return refusalAnswer(refusal, options);
    },
  };
}

function answerSoap(service: SoapService, incoming: Incoming, body: Uint8Array): Answer {
  const action = headerText(incoming, 'soapaction');
  let opened: OpenedBody;
  try {
    opened = openBody(incoming, body, service.options.mtom);
  } catch (error) {
    const guess = guessVersion(service, action, '');
    return refusalAnswer(unreadable(error, undefined, guess), service.options);
  }
  const { type, parts, mtom } = opened;
  return answerEnvelope(service, incoming, {
    text: decodeMessage(opened.body, type, service.options),
    type,
    action,
    guess: guessVersion(service, action, type.base),
    parts,
    mtom,
  });
}

function answerEnvelope(service: SoapService, incoming: Incoming, message: SoapMessage): Answer {
  const route =
    addressingOf(message.guess)?.route(service, message, routeSoap) ?? routeSoap(service, message);
  if ('refused' in route) return refusalAnswer(route, service.options);
  incoming.exchange?.called(route.operation.name, message.guess.binding);
  const opened = openMessage(service, route, message);
  if ('refused' in opened) return refusalAnswer(opened, service.options);
  const { guard, options } = service;
  if (guard === undefined) return answerOpened(service, incoming, opened);
  const { protocol, unknownHeaders } = opened;
  return guard(incoming, {
    service: route.operation.service,
    operation: route.operation.name,
    binding: protocol.binding,
    envelope: message.text,
    element: route.operation.soap?.element,
    unknownHeaders,
    securityHeaders: () => securityHeaders(opened),
    admit: () => answerOpened(service, incoming, opened),
    refused: (refusal, challenges) => securityAnswer(opened, refusal, challenges),
    failed: (error) => exceptionAnswer(protocol, error, route.operation, options),
  });
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
  const { options } = service;
  const request = readRequest(service, opened);
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
    .catch(() => undefined)
    .then(() => service.traffic.leave());
  return accepted;
}

/** The envelope of a request, and what came beside it. */
interface OpenedBody {
  readonly body: Uint8Array;
  /** Content type of the envelope. */
  readonly type: ContentType;
  /** Absent if the envelope came alone. */
  readonly parts?: ReceivedParts | undefined;
  /** How bytes of the answer are sent in parts of their own; absent if they are not. */
  readonly mtom?: MtomOption | undefined;
}

/**
 * Finds the envelope of a request.
 *
 * @throws AttachmentError the message is multipart and malformed
 */
function openBody(
  incoming: Incoming,
  body: Uint8Array,
  option: MtomOption | undefined,
): OpenedBody {
  const contentType = headerText(incoming, 'content-type') ?? '';
  const opened = readMultipart(body, contentType);
  if (opened === undefined) {
    const mtom = option !== false && accepts(incoming) ? option : undefined;
    return { body, type: parseContentType(contentType), mtom };
  }
  const { contentType: own, parts } = opened;
  const isXop = [parameterOf(contentType, 'type'), own].some((type) => isXopType(type));
  const type = parseContentType(isXopType(own) ? innerType(own, contentType) : own);
  const mtom = isXop && option !== false ? (option ?? true) : undefined;
  return { body: opened.body, type, parts, mtom };
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
