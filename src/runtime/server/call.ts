import {
  type Attachment,
  attachmentProblem,
  type BindingName,
  type HeaderDescriptor,
  messageOf,
  propertyOf,
  type SentAttachment,
  withCause,
} from '../operation/descriptor.ts';
import { type ExtraSoapHeader, extraHeadersText, isFault, SoapFault } from '../operation/soap.ts';
import { borrowBytes } from '../platform/byte-flow.ts';
import {
  type AbortControllerLike,
  encodeUtf8,
  isPromise,
  joinBytes,
  type PlatformSignal,
  platform,
  tell,
} from '../platform/globals.ts';
import { toReferences, withStandIns } from '../xml/asmx.ts';
import { containsItself } from '../xml/capture.ts';
import { closeElements, EncodeError, pieces, type XmlElement } from '../xml/writer.ts';
import type { Context, ServerOptions } from './options.ts';
import {
  notUnderstoodMessage,
  type RecordSender,
  type Route,
  type ServerSettings,
  type UnknownHeaders,
} from './protocol.ts';
import { type Answer, errorPage, headerPlace, type Incoming, type Outgoing } from './request.ts';

const privatelyCached = 'private, max-age=0';

/**
 * The answer of a method after it ran: what it wrote, then the document or envelope of its result,
 * with the headers and status it set.
 *
 * @param document Absent for a void result over HTTP GET and POST.
 * @param type Content type of the document.
 * @param documentType Whether the document's content type takes precedence over the method's.
 */
export function composeAnswer(
  response: ResponseState,
  document: string | Uint8Array | undefined,
  type: string,
  documentType: boolean,
): Outgoing {
  const { status, reason, headers, written, ended } = response;
  const body =
    written.length === 0 && !ended
      ? (document ?? '')
      : join(ended || document === undefined ? written : [...written, document]);
  const withDocument = document !== undefined && !ended;
  const own = response.contentType;
  const contentType = withDocument ? (documentType ? type : (own ?? type)) : own;
  if (headers.length === 0) {
    const plain =
      contentType === undefined
        ? ['Cache-Control', privatelyCached]
        : ['Cache-Control', privatelyCached, 'Content-Type', contentType];
    return { status, reason, headers: plain, body };
  }
  const all = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'cache-control')
    ? [...headers]
    : ['Cache-Control', privatelyCached, ...headers];
  if (contentType !== undefined) all.push('Content-Type', contentType);
  return { status, reason, headers: all, body };
}

/**
 * ASMX's error if the document or envelope of a result cannot be written. Its cause is the writer's
 * error; of a value that contains itself, it has .NET's words.
 */
export function documentError(error: unknown): Error {
  const isCircular = error instanceof EncodeError && error.message.endsWith(containsItself);
  const cause = isCircular
    ? new Error(`A circular reference was detected while serializing ${error.path}.`)
    : error;
  return new Error('There was an error generating the XML document.', ...withCause(cause));
}

/**
 * Writes a document again whose values have characters that XML forbids, now as references, if the
 * server allows it.
 *
 * @param error Why it could not be written.
 * @throws Error the same error, or another one in the value
 */
export function writeCharacterReferences<Value>(
  error: unknown,
  output: Value,
  { parity }: ServerOptions<never>,
  write: (output: Value) => string,
): string {
  const isWritable = parity?.controlCharacters === true && !(error instanceof RangeError);
  if (!isWritable) throw documentError(error);
  const copy = withStandIns(output);
  try {
    return toReferences(write(copy));
  } catch (other) {
    if (other instanceof EncodeError) throw documentError(other);
    // An object with private values, of which the copy has none.
    throw documentError(error);
  }
}

function join(parts: readonly (string | Uint8Array)[]): string | Uint8Array {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const bytes = parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part));
  return joinBytes(
    bytes,
    bytes.reduce((length, part) => length + part.length, 0),
  );
}

/** Around the number that stands for items of a list. No value can have this character. */
const itemsMark = '\x01';

/**
 * A message, as bytes if it has long lists. Their items are never joined to one text: V8 has no
 * memory at hand for one beyond 128 KB, and to get some takes longer than to write it.
 *
 * @param write Looks at nothing but the start of the text.
 */
export function longAsBytes(write: () => string): string | Uint8Array {
  /** The texts of items, by number. */
  const items: (readonly string[])[] = [];
  const textsOf = (xml: string): readonly string[] =>
    xml
      .split(itemsMark)
      .flatMap((part, at) => (at % 2 === 0 ? [part] : (items[Number(part)] ?? [])));
  const { take } = pieces;
  pieces.take = (xml) => {
    const number = items.push(textsOf(closeElements(xml))) - 1;
    return itemsMark + number + itemsMark;
  };
  try {
    const text = write();
    if (items.length === 0) return text;
    const texts = textsOf(text);
    return borrowBytes(texts) ?? join(texts.map(encodeUtf8));
  } finally {
    pieces.take = take;
  }
}

/** An answer without a body. 400 and 415 of SOAP still have a content type. */
export function emptyAnswer(status: number, contentType: string | undefined): Outgoing {
  return {
    status,
    headers:
      contentType === undefined
        ? ['Cache-Control', 'private']
        : ['Cache-Control', 'private', 'Content-Type', contentType],
    body: '',
  };
}

/** A request after reading: what to run, and how to answer. */
export interface ServerInvocation extends ReceivedCall {
  /** The answer with a result. Its exceptions go to `failed`. */
  done(output: unknown, call: CallContext): Outgoing;
  /**
   * The answer to an exception. Must not throw for a text.
   *
   * @param call Absent if the exception came before the call.
   */
  failed(error: unknown, call: CallContext | undefined): Outgoing;
}

/**
 * Runs the handler of an operation, with its session if the server has sessions, and builds the
 * answer.
 */
export function invoke(
  incoming: Incoming,
  invocation: ServerInvocation,
  { options }: ServerSettings,
): Answer {
  incoming.exchange?.handling();
  const { sessions } = options;
  if (sessions === undefined) return run(incoming, invocation, options);
  return sessions
    .around(incoming, () => run(incoming, invocation, options))
    .catch((error) => failedAnswer(error, { incoming, invocation, options, call: undefined }));
}

/** Waits only for promises, so a synchronous handler is answered at once. */
function run(
  incoming: Incoming,
  invocation: ServerInvocation,
  options: ServerOptions<never>,
): Answer {
  const { route, input } = invocation;
  const call = createContext(incoming, invocation);
  const running = { incoming, invocation, options, call };
  try {
    const given = runHandler(route, input, call, options);
    const output = isPromise(given) ? withDeadline(given, incoming, lateness(call)) : given;
    const { records } = route.codec;
    const opened = records === undefined ? output : open(records, output, incoming, call);
    return isPromise(opened) ? settle(opened, running) : complete(opened, running);
  } catch (error) {
    return failedAnswer(error, running);
  }
}

/** A call, as far as its exceptions need it. */
interface Failed {
  readonly incoming: Incoming;
  readonly invocation: ServerInvocation;
  readonly options: ServerOptions<never>;
  readonly call: CallContext | undefined;
}

interface Running extends Failed {
  readonly call: CallContext;
}

function failedAnswer(error: unknown, running: Failed): Outgoing {
  return exceptionAnswer(error, running, (one) => running.invocation.failed(one, running.call));
}

/**
 * Opens an output of records, which obey the time limit of the request. Any other output is
 * returned unchanged.
 */
function open(
  records: RecordSender,
  output: unknown,
  incoming: Incoming,
  call: CallContext,
): unknown {
  const late = lateness(call);
  return isPromise(output)
    ? output.then((value) => records.open(value, incoming, late))
    : records.open(output, incoming, late);
}

/** Returns a function that aborts the handler's signal when the request's time is over. */
function lateness({ response }: CallContext): (error: Error) => void {
  return (error) => response.controller?.abort(error);
}

async function settle(output: PromiseLike<unknown>, running: Running): Promise<Outgoing> {
  try {
    return complete(await output, running);
  } catch (error) {
    return failedAnswer(error, running);
  }
}

/** The answer with a result. Ends records that cannot be written or are not needed. */
function complete(output: unknown, { incoming, invocation, call }: Running): Outgoing {
  incoming.exchange?.handled();
  const records = invocation.route.codec.records?.opened(output);
  try {
    writeReturned(invocation.route, output, call);
    const outgoing = invocation.done(output, call);
    if (outgoing.stream === undefined) records?.cancel();
    return outgoing;
  } catch (error) {
    records?.cancel();
    throw error;
  }
}

/** Calls the interceptors and the handler. Returns the result, or a promise of it. */
function runHandler(
  route: Route,
  input: unknown,
  call: CallContext,
  options: ServerOptions<never>,
): unknown {
  const { interceptors } = options;
  return interceptors === undefined || interceptors.length === 0
    ? route.handler(input as never, call.context as never)
    : intercept(route, input, call, options);
}

/** A separate function, so that servers without interceptors create no closures. */
function intercept(
  { operation, handler }: Route,
  input: unknown,
  { context: handlerContext, unknownHeaders }: CallContext,
  options: ServerOptions<never>,
): unknown {
  const { interceptors = [] } = options;
  const context = handlerContext as Context<never, unknown, object, Record<string, unknown>>;
  const call = { operation, input, context };
  const run = (index: number): unknown => {
    const interceptor = interceptors[index];
    if (interceptor !== undefined) return interceptor(call, () => handled(run(index + 1)));
    checkUnderstood(unknownHeaders, options);
    return handler(input as never, context as never);
  };
  return run(0);
}

/** @throws SoapFault a header that must be understood is not */
function checkUnderstood(headers: UnknownHeaders, options: ServerOptions<never>): void {
  const name = headers.notUnderstood;
  if (name === undefined) return;
  const message = notUnderstoodMessage(name);
  reportError(new RequestError(message), options, undefined);
  throw new SoapFault({ code: 'MustUnderstand', message });
}

/** An interceptor may let a result wait, or drop it. That must not end the process. */
function handled(result: unknown): unknown {
  if (isPromise(result)) tell(() => result);
  return result;
}

/** Stops waiting for a promise when the request's time is over. */
export function withDeadline<Value>(
  value: PromiseLike<Value>,
  incoming: Pick<Incoming, 'deadline'>,
  onTimeout?: (error: Error) => void,
): PromiseLike<Value> {
  if (incoming.deadline === undefined) return value;
  const left = Math.max(0, incoming.deadline - Date.now());
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(() => {
      const error = new RequestError('Request timed out.');
      onTimeout?.(error);
      reject(error);
    }, left);
    value.then(
      (result) => {
        platform.clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        platform.clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Writes the return value of a handler whose operation writes straight to the response. */
function writeReturned(
  { operation, codec }: Route,
  value: unknown,
  { context, response }: CallContext,
): void {
  const { written } = operation;
  if (written === undefined || value === undefined) return;
  const plain = typeof value === 'string' || value instanceof Uint8Array;
  context.write(plain ? value : (JSON.stringify(value) ?? ''));
  const type = codec.contentType ?? contentTypes[written];
  const complete = written === 'binary' || /;\s*charset=/i.test(type);
  response.contentType ??= complete ? type : `${type}; charset=utf-8`;
}

const contentTypes = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
} as const;

/** Whether a caught value is a SOAP fault. A value that cannot be asked is none. */
export function isThrownFault(error: unknown): error is SoapFault {
  try {
    return isFault(error);
  } catch {
    return false;
  }
}

/** Reports an exception other than a fault to the application. */
export function reportError(
  error: unknown,
  { onError }: Pick<ServerOptions<never>, 'onError'>,
  context: CallContext | undefined,
): void {
  if (onError === undefined || isThrownFault(error)) return;
  tell(() => onError(error, context?.context as Context | undefined));
}

/** Reports why a request was refused, if it was. Returns the answer. */
function reportRefusal(
  outgoing: Outgoing,
  options: Pick<ServerOptions<never>, 'onError'>,
): Outgoing {
  const { refusal } = outgoing;
  if (refusal !== undefined && options.onError !== undefined) {
    reportError(new RequestError(refusal.message, refusal.cause), options, undefined);
  }
  return outgoing;
}

/** Tells the application what its callers cannot. Neither function throws. */
export interface Reports {
  /** Reports an exception that nothing caught. Returns the answer to it. */
  readonly fail: (error: unknown) => Outgoing;
  /** Reports why a request was refused, if it was. Returns the answer unchanged. */
  readonly refused: (outgoing: Outgoing) => Outgoing;
}

/** Creates the reports to the application's `onError`. */
export function createReports(options: ServerOptions<never>): Reports {
  return {
    fail(error) {
      reportError(error, options, undefined);
      return errorPage(500, shownText(error, options) ?? hiddenMessage);
    },
    refused: (outgoing) => reportRefusal(outgoing, options),
  };
}

/** The request that an exception is about. */
interface Subject {
  readonly incoming: Incoming;
  readonly options: ServerOptions<never>;
  readonly call?: CallContext | undefined;
}

/**
 * The answer to an exception: what an `HttpError` asks for, otherwise that of the protocol.
 *
 * @param failed the answer of the protocol. Must not throw for a text.
 */
export function exceptionAnswer(
  error: unknown,
  { incoming, options, call }: Subject,
  failed: (error: unknown) => Outgoing,
): Outgoing {
  incoming.exchange?.failed(error);
  if (isHttpError(error)) return httpErrorAnswer(error);
  reportError(error, options, call);
  try {
    return failed(error);
  } catch (problem) {
    // What was thrown throws when it is read.
    reportError(problem, options, call);
    return failed(unknownException);
  }
}

/** Headers that only the transport may set. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]);

/** Whether only the transport may set a header. The name is in lower case. */
function isFraming(name: string): boolean {
  return framing.has(name);
}

/**
 * Checks the name and the value of a header.
 *
 * @throws TypeError it cannot be sent
 */
function checkHeader(name: string, value: string): void {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    throw new TypeError(`'${name}' is not a valid header name.`);
  }
  checkValue(value);
}

/** Refuses characters that would break the head of the response. */
function checkValue(value: string): string {
  const kind = typeof value;
  // JavaScript programs give numbers
  if (kind !== 'string' && kind !== 'number') {
    throw new TypeError(`A header value is of type ${kind}, and no text.`);
  }
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) {
      throw new TypeError('A header value holds a character that headers cannot carry.');
    }
  }
  return value;
}

/** The answer that an {@link HttpError} asks for. */
function httpErrorAnswer({ status, headers, body }: HttpError): Outgoing {
  const sent = Object.entries(headers)
    .filter(([name]) => !isFraming(name.toLowerCase()))
    .flatMap(([name, value]) => [value].flat().flatMap((one: string) => [name, one]));
  const isText = typeof body === 'string' && body !== '';
  if (isText && headerPlace(sent, 'content-type') < 0) {
    sent.push('Content-Type', 'text/plain; charset=utf-8');
  }
  if (headerPlace(sent, 'cache-control') < 0) sent.push('Cache-Control', 'private');
  return { status, headers: sent, body };
}

/** Headers by name; a list is sent as several headers. */
type HttpErrorHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * An answer of another kind than the protocol's: thrown from the option `context`, an interceptor
 * or a handler, it is sent as it is, over every binding.
 *
 * @example throw new HttpError(401, { 'WWW-Authenticate': 'Basic realm="orders"' });
 */
export class HttpError extends Error {
  override readonly name = 'HttpError' as const;
  readonly status!: number;
  readonly headers!: HttpErrorHeaders;
  readonly body!: string | Uint8Array;

  /**
   * @param status From 200 to 599.
   * @param headers Content-Length and the like are left out.
   * @param body A text without `Content-Type` is `text/plain` in UTF-8. Default: none.
   * @throws RangeError the status is none
   * @throws TypeError a header cannot be sent
   */
  constructor(status: number, headers: HttpErrorHeaders = {}, body: string | Uint8Array = '') {
    if (!isStatus(status)) {
      throw new RangeError(`${status} is no HTTP status of an answer.`);
    }
    super(`HTTP status ${status}`);
    checkHeaders(headers);
    Object.assign(this, { status, headers, body });
  }
}

/**
 * Whether a caught value is an {@link HttpError}, of this or another copy of the runtime. Errors of
 * other libraries have this name, too, and most of them a status: they say what somebody else
 * answered.
 */
export function isHttpError(error: unknown): error is HttpError {
  try {
    if (propertyOf(error, 'name') !== 'HttpError') return false;
    const { status, headers, body } = error as HttpError;
    if (!isStatus(status) || typeof headers !== 'object') return false;
    checkHeaders(headers);
    return typeof body === 'string' || body instanceof Uint8Array;
  } catch {
    return false;
  }
}

function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** @throws TypeError a header cannot be sent */
function checkHeaders(headers: HttpErrorHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) checkHeader(name, one);
  }
}

/** The server options that change the text of errors. */
export type FaultOptions = Pick<ServerOptions<never>, 'faultDetail' | 'parity' | 'onError'>;

/** Why the server refused a request. The message is for callers, too. */
export class RequestError extends Error {
  override readonly name = 'RequestError' as const;

  constructor(message: string, cause?: unknown) {
    super(message, ...withCause(cause));
  }
}

/** The message of every error with `suppressExceptions`, and of a hidden one over GET and POST. */
export const hiddenMessage = 'An error occurred on the server.';
/** The text for a value that is no error, or that cannot be read. */
export const unknownException = 'Exception of an unknown type was thrown.';
const longestChain = 16;

/**
 * The text of an exception for callers, who see only those of the server itself unless the options
 * say otherwise.
 *
 * @returns nothing if the text stays inside
 */
export function shownText(
  error: unknown,
  { faultDetail, parity }: FaultOptions,
): string | undefined {
  if (parity?.suppressExceptions === true) return undefined;
  try {
    if (parity?.exceptionMessages === true || faultDetail === true) {
      return messageChain(error, faultDetail === true);
    }
    return error instanceof RequestError ? error.message : undefined;
  } catch {
    return unknownException;
  }
}

/**
 * The message of an exception, followed by those of its causes after ` ---> `.
 *
 * @param detailed Whether each includes its type and stack.
 */
export function messageChain(error: unknown, detailed = false): string {
  const parts: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && parts.length < longestChain) {
    if (!(current instanceof Error)) {
      parts.push(typeof current === 'string' ? current : unknownException);
      break;
    }
    const stack: unknown = detailed ? current.stack : undefined;
    const text = stack ?? propertyOf(current, 'message');
    parts.push(typeof text === 'string' ? text : unknownException);
    current = propertyOf(current, 'cause');
  }
  return parts.join(' ---> ');
}

/** The error for a body that is longer than the server takes. */
export class TooLongError extends RequestError {
  constructor() {
    super('Maximum request length exceeded.');
  }
}

/** Changes by a handler to the response. */
export interface ResponseState {
  status: number;
  reason: string | undefined;
  contentType: string | undefined;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly written: (string | Uint8Array)[];
  ended: boolean;
  soapHeaders: Record<string, unknown> | undefined;
  /** SOAP headers that the contract does not declare, as text. */
  headerXml: string;
  /** Parts beside the envelope that the contract does not declare; absent if there are none. */
  attachments: SentAttachment[] | undefined;
  /** The source of the handler's signal, created when the handler reads it. */
  controller: AbortControllerLike | undefined;
}

/** A request after reading: the route and its input. */
interface ReceivedCall {
  readonly route: Route;
  readonly binding: BindingName;
  readonly input: unknown;
  /** Declared SOAP headers by part name. */
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  readonly unknownHeaders: UnknownHeaders;
  /** Parts beside the envelope that are no value of the input. */
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A handler's context, and the response it changes. */
export interface CallContext {
  readonly context: Context<unknown, unknown, unknown, object, Record<string, unknown>>;
  readonly response: ResponseState;
  readonly unknownHeaders: UnknownHeaders;
}

/** Creates the context of one call. */
function createContext(incoming: Incoming, received: ReceivedCall): CallContext {
  const response: ResponseState = {
    status: 200,
    reason: undefined,
    contentType: undefined,
    headers: [],
    written: [],
    ended: false,
    soapHeaders: undefined,
    headerXml: '',
    attachments: undefined,
    controller: undefined,
  };
  const { unknownHeaders } = received;
  return { context: new HandlerContext(incoming, received, response), response, unknownHeaders };
}

/** The attachments of nearly every request. One object for all, so it is frozen. */
const none: readonly Attachment[] = Object.freeze([]);

/**
 * A class, because one is created for every request, and getters of an object literal would give
 * each its own hidden class. Handlers may destructure its functions, which are created when read,
 * because most handlers call none.
 */
class HandlerContext
  implements Context<unknown, unknown, unknown, object, Record<string, unknown>>
{
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly url: string;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  readonly state: unknown;
  readonly attachments: readonly Attachment[];
  readonly #incoming: Incoming;
  readonly #response: ResponseState;
  readonly #unknownHeaders: UnknownHeaders;
  readonly #route: Route;

  constructor(
    incoming: Incoming,
    { route, binding, soapHeaders, unknownHeaders, attachments }: ReceivedCall,
    response: ResponseState,
  ) {
    this.service = route.operation.service;
    this.operation = route.operation.name;
    this.binding = binding;
    this.url = incoming.url;
    this.soapHeaders = soapHeaders;
    this.state = incoming.state;
    this.attachments = attachments ?? none;
    this.#incoming = incoming;
    this.#response = response;
    this.#unknownHeaders = unknownHeaders;
    this.#route = route;
  }

  get request(): Incoming['source'] {
    return this.#incoming.source;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#incoming.headers as Readonly<Record<string, string>>;
  }

  get identity(): unknown {
    return this.#incoming.identity;
  }

  get session(): unknown {
    return this.#incoming.session;
  }

  set session(value: unknown) {
    this.#incoming.session = value;
  }

  get ip(): string | undefined {
    return this.#incoming.client().ip;
  }

  get local(): boolean {
    return this.#incoming.client().local;
  }

  get unknownHeaders(): readonly XmlElement[] {
    return this.#unknownHeaders.list;
  }

  get understood(): (header: XmlElement) => void {
    const headers = this.#unknownHeaders;
    return (header) => headers.understood(header);
  }

  get signal(): PlatformSignal {
    const response = this.#response;
    if (response.controller === undefined) {
      const controller = new platform.AbortController();
      response.controller = controller;
      this.#incoming.onGone(() => controller.abort(new Error('The client has disconnected.')));
    }
    return response.controller.signal as PlatformSignal;
  }

  get setSoapHeader(): (header: ExtraSoapHeader, value?: unknown) => void {
    const response = this.#response;
    const { outputHeaders = [] } = this.#route.operation.soap ?? {};
    return (header, value) => {
      if (typeof header !== 'string' || /^[\s\ufeff]*</.test(header)) {
        response.headerXml += soapHeaderText(header, this.binding);
        return;
      }
      checkDeclared(header, outputHeaders);
      response.soapHeaders ??= Object.create(null) as Record<string, unknown>;
      response.soapHeaders[header] = value;
    };
  }

  get attach(): (part: SentAttachment) => string {
    const response = this.#response;
    return (part) => {
      const { binding } = this;
      if (binding.startsWith('http')) {
        throw new TypeError(`An answer over ${binding} has no attachments: only SOAP has them.`);
      }
      const attachments = [...(response.attachments ?? []), part];
      const problem = attachmentProblem(attachments);
      if (problem !== undefined) throw new TypeError(problem);
      response.attachments = attachments;
      return `cid:${encodeURIComponent(part.id).replace(/%40/g, '@')}`;
    };
  }

  get write(): (data: string | Uint8Array) => void {
    const response = this.#response;
    return (data) => {
      if (!response.ended && data.length > 0) response.written.push(data);
    };
  }

  get status(): (code: number, reason?: string) => void {
    const response = this.#response;
    return (code, reason) => {
      if (!Number.isInteger(code) || code < 200 || code > 599) {
        throw new RangeError(`${code} is no HTTP status of an answer.`);
      }
      response.status = code;
      response.reason = reason === undefined ? undefined : checkValue(reason);
    };
  }

  get header(): (name: string, value: string) => void {
    const response = this.#response;
    return (name, value) => setHeader(response, name, value);
  }

  get contentType(): (type: string) => void {
    const response = this.#response;
    return (type) => {
      response.contentType = checkValue(type);
    };
  }

  get end(): () => void {
    const response = this.#response;
    return () => {
      response.ended = true;
    };
  }
}

/** @throws TypeError it is not well-formed, or no element */
function soapHeaderText(header: ExtraSoapHeader, binding: BindingName): string {
  try {
    return extraHeadersText(header, binding, 'The SOAP header');
  } catch (error) {
    throw new TypeError(messageOf(error), ...withCause(error));
  }
}

/** @throws TypeError a header of this name would not be sent */
function checkDeclared(name: string, declared: readonly HeaderDescriptor[]): void {
  if (declared.some((one) => one.name === name)) return;
  const names = declared.map((one) => one.name).join(', ') || 'none';
  throw new TypeError(
    `There is no SOAP header '${name}' of responses; declared: ${names}. ` +
      'One that the contract does not declare is set as XML: setSoapHeader(xml).',
  );
}

function setHeader(response: ResponseState, name: string, value: string): void {
  checkHeader(name, value);
  const lower = name.toLowerCase();
  if (isFraming(lower)) return;
  if (lower === 'content-type') {
    response.contentType = value === '' ? undefined : value;
    return;
  }
  const { headers } = response;
  if (lower !== 'set-cookie' || value === '') {
    for (let at = headers.length - 2; at >= 0; at -= 2) {
      if (headers[at]?.toLowerCase() === lower) headers.splice(at, 2);
    }
  }
  if (value !== '') headers.push(name, value);
}
