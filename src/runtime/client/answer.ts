import {
  type AnyOperation,
  AsmxError,
  type AsmxErrorCode,
  type BindingName,
  type ByteSource,
  type IncomingAnswer,
  isAsmxError,
  messageOf,
  propertyOf,
  type RawAnswer,
  type RelationCheck,
  type SentRest,
} from '../operation/descriptor.ts';
import { isSoapFault, type SoapFault } from '../operation/soap.ts';
import { charsetOf, toWire } from '../parts/mime.ts';
import {
  type AbortSignalLike,
  ByteCollector,
  contentCodings,
  decodeText,
  type FetchResponse,
  invalidAt,
  type ParsedUrl,
  type PlatformSignal,
  platform,
  streamReader,
  withoutUser,
  xmlEncoding,
} from '../platform/globals.ts';
import { decompress, type NodeAnswer, type NodeClientRequest } from '../platform/node.ts';
import { type DeviationSink, positionOf, XmlError } from '../xml/errors.ts';
import type { ReadingWatch } from '../xml/reader.ts';

/** An answer whose body is text. */
export interface TextAnswer extends IncomingAnswer {
  readonly text: string;
  /** The charset it was decoded from. */
  readonly encoding: string;
}

/** The answer with its body as text. */
export function withText(answer: IncomingAnswer): TextAnswer {
  const { body, charset, contentType } = answer;
  const encoding = xmlEncoding(body, charset ?? charsetOf(contentType));
  return { ...answer, text: decodeText(body, encoding), encoding };
}

/**
 * Checks that the bytes of a message are in its charset (XML 1.0, section 4.3.3). What the
 * operation wrote before it counts if it is text, too.
 *
 * @param start Where the message starts in the text.
 * @throws XmlError they are not, and the reader is not lenient
 */
export function checkBytes(answer: TextAnswer, start: number): void {
  const { operation, body, text, encoding, reader } = answer;
  const { written = 'binary' } = operation;
  const at = invalidAt(text, body, encoding, written === 'binary' ? start : 0);
  if (at >= 0) refuseBytes(notInCharset(encoding).locate(text, at), reader.deviations);
}

/** The error for bytes that are not in a charset. */
export function notInCharset(encoding: string): XmlError {
  const message = `The bytes are not ${encoding}: say in the option 'charset' what they are.`;
  return new XmlError('malformed', message);
}

/** Throws an error that a lenient reader notes instead. */
export function refuseBytes(error: XmlError, deviations: DeviationSink | undefined): void {
  if (deviations?.lenient !== true) throw error;
  deviations.add('', error.message + positionOf(error));
}

/** An answer that is no message, and the start of the error's text, if any. */
interface UntoldAnswer {
  readonly answer: TextAnswer;
  readonly text: string;
}

/** Answers by their errors, as long as these do not tell what they are. */
export const untold: WeakMap<object, UntoldAnswer> = /* @__PURE__ */ new WeakMap();

/**
 * The error for an answer that is not a message. What that is instead, and what to try, is added
 * where the call ends: `inFull`.
 *
 * @param text Start of the message if the code is `protocol`.
 */
export function answerError(
  answer: TextAnswer,
  code: Extract<AsmxErrorCode, 'http-status' | 'protocol'>,
  text = '',
): AsmxError {
  const raw = answer.raw();
  const start = text || `The server answered with status ${raw.status}.`;
  const error = new AsmxError(code, start, { raw });
  untold.set(error, { answer, text });
  return error;
}

/** Length of what others say in an error. */
const longestQuote = 500;

/** What to do about a redirect. */
export const useIt = "If that is the service's address, give it as endpoint";

/**
 * The message about a redirect. After a GET, its query may repeat the parameters of the call, which
 * are no part of an error.
 */
export function redirectText(status: number, location: string, method: string): string {
  const place = method === 'GET' ? location.replace(/[?#].*/s, '') : location;
  const target = shown(withoutUser(place), longestQuote);
  return `The server answered with status ${status}, a redirect to ${target}.`;
}

/** Whether an answer is a web page, by its content type or its start. */
export function isWebPage({
  contentType,
  text,
}: Pick<TextAnswer, 'contentType' | 'text'>): boolean {
  return /html/i.test(contentType) || startsPage(text);
}

/** Whether a text starts as HTML. */
export function startsPage(text: string): boolean {
  return /^\s*(?:<\?xml[^<>]*\?>\s*)?<(?:!doctype\s+html|html[\s>])/i.test(text);
}

/** Name of an operation in errors: `Service.Operation`. */
export function nameOf(service: string, operation: string): string {
  return `${service}.${operation}`;
}

/** The error for a call over a binding that the operation does not have. */
export function noBinding({ service, name }: AnyOperation, asked?: BindingName): AsmxError {
  return new AsmxError('encode', `${name} has no binding${asked ? ` ${asked}` : ''}.`, {
    operation: nameOf(service, name),
  });
}

/** The error for an input that can't be written. */
export function encodeError(error: unknown, call: CallName): AsmxError {
  return codecError(error, call, 'encode');
}

/**
 * The error for an answer that can't be read, with line and column if they are known.
 *
 * @param isReadLeniently reads it again; absent for an answer that is lost
 */
export function decodeError(
  error: unknown,
  call: CallName,
  raw: RawAnswer,
  isReadLeniently?: () => boolean,
): AsmxError {
  const code = propertyOf(error, 'code') === 'protocol' ? 'protocol' : 'decode';
  const hint = error instanceof XmlError ? hintFor(error, raw, isReadLeniently) : '';
  return codecError(error, call, code, { raw, hint });
}

/** The error for a failed request. A `SoapFault` stays unchanged. */
export function sendError(error: unknown, call: CallName): SoapFault | AsmxError {
  if (isSoapFault(error)) return error;
  if (isAsmxError(error)) return withCall(error, call);
  return new AsmxError('transport', messageOf(error), { ...namesOf(call), cause: error });
}

/** The error, with the name of its call unless it has one. */
function withCall(error: AsmxError, call: CallName): AsmxError {
  return error.binding === undefined ? Object.assign(error, namesOf(call)) : error;
}

/** Length of a reason, which may quote a name or a value of the message. */
const longestReason = 2000;

function codecError(
  error: unknown,
  call: CallName,
  code: 'encode' | 'decode' | 'protocol',
  { raw, hint = '' }: { readonly raw?: RawAnswer; readonly hint?: string } = {},
): AsmxError {
  if (isAsmxError(error)) return withCall(error, call);
  const start =
    code === 'encode' ? 'The input does not fit the contract' : 'The answer could not be read';
  const known = error instanceof XmlError ? positionOf(error) + hint : '';
  const path = propertyOf(error, 'path');
  return new AsmxError(code, `${start}: ${clip(messageOf(error), longestReason)}${known}`, {
    ...namesOf(call),
    raw,
    path: typeof path === 'string' ? path : undefined,
    cause: error,
  });
}

/** What to do about an answer that a lenient client reads, or that its length cuts off. */
function hintFor(
  { kind, code, message, fatal }: XmlError,
  { headers, body }: RawAnswer,
  isReadLeniently: () => boolean = () => true,
): string {
  const length = headers['content-length'];
  if (code === 'incomplete' && length !== undefined && Number(length) === body.length) {
    return `. It ends after ${length} bytes, as its Content-Length says.`;
  }
  // bytes in another form are malformed XML for .NET, undeclared prefixes for all
  const isRead =
    kind === 'value' ||
    code === 'value' ||
    / invalid character\.$|'charset'|An element inside|'(?:xsi|xsd|soap)' is an und/.test(message);
  return isRead && !fatal && isReadLeniently() ? ". The option 'lenient' accepts it." : '';
}

function namesOf(call: CallName): Pick<AsmxError, 'operation' | 'binding'> {
  return { operation: nameOf(call.service, call.operation), binding: call.binding };
}

/** The start of a text from the network, on one line. */
export function shown(text: string, length: number): string {
  return clip(text, length).replace(/\r/g, '\\r').replace(/\n/g, '\\n');
}

/**
 * The start of a text from the network. Characters that would move the cursor or change colours in
 * a terminal are escaped; line breaks stay.
 */
export function clip(text: string, length: number): string {
  const start = text.length > length ? `${text.slice(0, length)}…` : text;
  return start.replace(
    /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The address of a service. */
export interface Address {
  /** Without user and password. */
  readonly url: string;
  /** These, as the header that sends them (RFC 7617); absent if there are none. */
  readonly authorization?: string | undefined;
}

/** Valid addresses. Reading them again would cost more than the rest of the request. */
const known: Map<string, Address> = new Map();
/** URLs of services by base and path. */
const joined: Map<string, string> = new Map();

/** A value that is computed once, as long as there are not too many of them. */
function remember<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    if (values.size >= 1000) values.clear();
    values.set(key, value);
  }
  return value;
}

/**
 * Reads an absolute http or https URL. Anything else is refused: a contract must not be able to
 * make the client open files or use other protocols.
 *
 * @throws AsmxError encode
 */
export function readAddress(text: string): Address {
  return remember(known, text, () => {
    // The parser knows more about ports and hosts, but accepts white space and missing slashes.
    const parsed = /^https?:\/\/[^\s/?#]+\S*$/i.test(text) ? parseHttpUrl(text) : undefined;
    const authorization = parsed && authorizationOf(parsed);
    if (authorization === undefined) {
      const shown = text.replace(/^.*@/s, '…@');
      throw new AsmxError('encode', `'${shown}' is not an http or https URL.`);
    }
    return authorization === '' ? { url: text } : { url: withoutUser(text), authorization };
  });
}

/** Empty without user and password; `undefined` if they are malformed. */
function authorizationOf({ username, password }: ParsedUrl): string | undefined {
  if (username + password === '') return '';
  try {
    return `Basic ${platform.btoa(toWire(decodeURIComponent(`${username}:${password}`)))}`;
  } catch {
    return undefined;
  }
}

/** Queries of WSDLs, discovery documents and help pages; fragments. */
const pages =
  /(?<=[?&])(?:(?:single)?wsdl|disco)(?:=[^&#]*)?(?:&|(?=#|$))|(?<=\.asmx\?)op=[^&#]*(?=#|$)|#.*/gi;
/** The path of an operation below that of its service, before a query. */
const belowService = /^([^?]*\.asmx)\/[^/?]+\/?(?=\?|$)/i;

/**
 * The URL of a service. The base is what precedes the path of the service, or the address of the
 * service, of its WSDL, help page or operation, or of another service beside it. So parameters of
 * its query count unless the contract has their names.
 *
 * @param path Path and query of the service in the contract.
 */
export function serviceUrl(base: string, path: string): string {
  return remember(joined, `${base} ${path}`, () => {
    const bare = base.replace(pages, '').replace(belowService, '$1');
    const [, start = '', given = ''] = /^([^?]*?)\/?(?:\?(.*?)&?)?$/.exec(bare) ?? [];
    const [, own = '', query = ''] = /^([^?]*)\??(.*)$/.exec(path) ?? [];
    const url = joinPath(start, own, bare !== base);
    const parameters = query === '' ? [] : query.split('&');
    const names = parameters.map(nameIn);
    const others = given === '' ? [] : given.split('&');
    parameters.push(...others.filter((one) => !names.includes(nameIn(one))));
    return parameters.length === 0 ? url : `${url}?${parameters.join('&')}`;
  });
}

function nameIn(parameter: string): string {
  return parameter.replace(/=.*/s, '');
}

/** @param isWhole Whether the base is known to be the address of a service. */
function joinPath(base: string, path: string, isWhole: boolean): string {
  const lower = base.toLowerCase();
  // Endpoints of WCF are below the address that their service has in public.
  const isService = isWhole || /\.(?:asmx|svc)$/.test(lower);
  for (let end = path.length; end > 1; end = isService ? path.lastIndexOf('/', end - 1) : 0) {
    if (lower.endsWith(path.slice(0, end).toLowerCase())) return base + path.slice(end);
  }
  const last = base.replace(/[^/]*$/, '');
  if (!isService || /^https?:\/\/$/i.test(last)) return base + path;
  const isBeside = /\.asmx$/i.test(base) && /\.asmx$/i.test(path);
  return isBeside ? last + path.slice(path.lastIndexOf('/') + 1) : base;
}

/**
 * Parses an absolute http or https URL.
 *
 * @param base Base of a relative URL.
 * @returns `undefined` for any other text.
 */
export function parseHttpUrl(text: string, base?: string): ParsedUrl | undefined {
  try {
    const url = new platform.URL(text, base);
    return /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Receives answers whole.
 *
 * @param limit Largest body in bytes.
 */
export function wholeAnswer(limit: number): Receiver<TransportAnswer> {
  return {
    fromNode: (answer, _, done, fail) => collect(answer, limit, fail, done),
    fromFetch: (response, headers) => readBody(response, headers, limit),
  };
}

/** Collects the body within the limit, and decodes its content coding. */
function collect(
  answer: NodeAnswer,
  limit: number,
  fail: (error: AsmxError) => void,
  done: (answer: TransportAnswer) => void,
): void {
  const collected = new ByteCollector();
  const partial = (): TransportAnswer => ({
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage,
    headers: answer.headers,
    body: collected.join(),
  });
  answer.on('data', (chunk) => {
    if (collected.length + chunk.length <= limit) collected.add(chunk);
    else fail(answerTooLarge(limit, partial()));
  });
  const broken = (cause?: unknown): void => fail(brokenOff(rawAnswer(partial()), cause));
  answer.on('error', broken);
  answer.on('aborted', () => broken());
  answer.on('end', () => {
    if (!answer.complete) return broken();
    const whole = partial();
    const codings = contentCodings(headerValue(answer.headers, 'content-encoding'));
    try {
      const body = codings.reduce((bytes, coding) => decompress(bytes, coding, limit), whole.body);
      done({ ...whole, body });
    } catch (error) {
      if (propertyOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE') fail(answerTooLarge(limit, whole));
      else fail(notDecoded(codings, error, rawAnswer(whole)));
    }
  });
}

async function readBody(
  response: FetchResponse,
  headers: AnswerHeaders,
  limit: number,
): Promise<TransportAnswer> {
  const { status, statusText } = response;
  const answerOf = (body: Uint8Array): TransportAnswer => ({ status, statusText, headers, body });
  const reader = streamReader(response.body);
  if (reader === undefined) {
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > limit) throw answerTooLarge(limit, answerOf(body.slice(0, limit)));
    return answerOf(body);
  }
  const collected = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return answerOf(collected.join());
    if (value === undefined) continue;
    if (collected.length + value.length > limit) {
      await reader.cancel().catch((): undefined => undefined);
      throw answerTooLarge(limit, answerOf(collected.join()));
    }
    collected.add(value);
  }
}

/** The bytes of an answer that was received whole. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  let left: Uint8Array | undefined = bytes.length > 0 ? bytes : undefined;
  return {
    read: () => {
      const given = left;
      left = undefined;
      return Promise.resolve(given);
    },
    cancel: () => {
      left = undefined;
    },
  };
}

/** Limits for reading a body in pieces. */
interface SourceLimits {
  /** Ends reading, and the exchange with it. */
  readonly clock: CallClock;
  /** Milliseconds to wait for each piece; 0 for no limit. */
  readonly timeout: number;
  /** Maximum bytes of the whole body; `undefined` for no limit. */
  readonly maxResponseBytes: number | undefined;
}

/** The same body with limits: if one is exceeded, the exchange is cancelled and reading fails. */
export function limitSource(answer: OpenAnswer, limits: SourceLimits): ByteSource {
  const { clock, timeout, maxResponseBytes = Number.POSITIVE_INFINITY } = limits;
  const { status, headers, body } = answer;
  let length = 0;
  clock.onEnd(() => body.cancel());
  return {
    async read() {
      const stop = clock.limit(timeout, `Nothing came for ${timeout} ms.`);
      try {
        const bytes = await clock.run(() => body.read());
        length += bytes?.length ?? 0;
        if (length <= maxResponseBytes) return bytes;
      } finally {
        stop();
      }
      body.cancel();
      throw answerTooLarge(maxResponseBytes, { status, headers, body: new Uint8Array(0) });
    },
    cancel: () => body.cancel(),
  };
}

/**
 * Reads the rest of a body.
 *
 * @param collected Bytes read so far; the rest is added.
 * @throws AsmxError too-large
 */
export async function readRest(
  source: ByteSource,
  collected: ByteCollector,
  limit: number,
  head: { readonly status: number; readonly headers: AnswerHeaders },
): Promise<Uint8Array> {
  for (;;) {
    const bytes = await source.read();
    if (bytes === undefined) return collected.join();
    if (collected.length + bytes.length > limit) {
      source.cancel();
      throw answerTooLarge(limit, { ...head, body: collected.join() });
    }
    collected.add(bytes);
  }
}

/** Request headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** The operation and binding of a call. */
export interface CallName {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** The binding it goes over. */
  readonly binding: BindingName;
}

/**
 * The exact HTTP request of a call. Headers are in sending order; the transport adds Host and
 * Connection.
 */
export interface PreparedRequest extends CallName {
  /** HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Absolute URL with scheme http or https. */
  readonly url: string;
  /** HTTP headers, in sending order. */
  readonly headers: HeaderValues;
  /** The body: text, sent as UTF-8, or the bytes of an envelope with attachments; absent on GET. */
  readonly body?: string | Uint8Array | undefined;
  /** The rest of a body with streams, which follows it and can be sent once. */
  readonly rest?: SentRest | undefined;
  /**
   * For interceptors: fires when the call ends early, because its signal fired or its time is up.
   * From then on `next` rejects.
   */
  readonly signal?: PlatformSignal | undefined;
  /**
   * Whether the envelope has SOAP headers, which usually contain names and passwords, or a header
   * that the client sets itself has a value of the caller's: such a request is not redirected to
   * another origin. It stays so, whatever interceptors return.
   */
  readonly confidential?: boolean | undefined;
  /** For messages with addressing: whether an envelope answers this one, or what is wrong. */
  readonly checkRelation?: RelationCheck | undefined;
  /** For messages with addressing: whether their answer goes to another address, or to none. */
  readonly answeredElsewhere?: boolean | undefined;
}

/** Header values as a transport returns them, with names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An answer as a transport returns it, with content codings decoded. */
export interface TransportAnswer {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/** An answer whose head was received. */
export interface OpenAnswer {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: AnswerHeaders;
  /** Its body, with content codings decoded. */
  readonly body: ByteSource;
}

/** The head of an answer. */
export type AnswerHead = Pick<TransportAnswer, 'status' | 'headers'>;

/** How an answer is received: whole, or in pieces. */
export interface Receiver<Answer extends TransportAnswer | OpenAnswer> {
  /** Receives an answer of node:http, and calls `done` or `fail`, now or later. */
  fromNode(
    answer: NodeAnswer,
    sent: NodeClientRequest,
    done: (answer: Answer) => void,
    fail: (error: AsmxError) => void,
  ): void;
  /**
   * Receives an answer of `fetch`.
   *
   * @param abort Ends the exchange.
   */
  fromFetch(
    response: FetchResponse,
    headers: AnswerHeaders,
    abort: () => void,
  ): Answer | Promise<Answer>;
}

/**
 * Sends a request and receives the answer, unless the call has ended. It may throw or reject, with
 * an `AsmxError` or the error of an interceptor.
 */
export type Transport = <Answer extends TransportAnswer | OpenAnswer>(
  request: PreparedRequest,
  clock: CallClock,
  receiver: Receiver<Answer>,
) => Promise<Answer>;

/** A call, as far as those that check its answer have to know it. */
export interface SentCall {
  readonly binding: BindingName;
  /** Whether nothing but its receipt is answered over the connection. */
  readonly oneWay: boolean;
  /** The client option `charset`. */
  readonly charset: string | undefined;
  /** Largest answer in bytes. */
  readonly maxResponseBytes: number;
  /**
   * Reads an answer as the call will read it, and tells a watch how.
   *
   * @returns whether the values of the Body are read with their types
   */
  watch?(answer: TransportAnswer, watch: ReadingWatch): boolean;
}

/** Returns an answer as it may be read, whole or open as it was, or throws to refuse it. */
export type AnswerCheck = (
  answer: TransportAnswer | OpenAnswer,
) => TransportAnswer | OpenAnswer | PromiseLike<TransportAnswer | OpenAnswer>;

/** Cookies (RFC 6265) kept in memory. Clients with the same jar share them. */
export interface CookieJar {
  /** Sends the jar's cookies through a transport, and keeps those received. */
  readonly around: (transport: Transport) => Transport;
}

/** A successful answer of an HTTP server: status 200 to 299. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The error for a broken connection. */
export function brokenOff(raw: RawAnswer | undefined, cause: unknown): AsmxError {
  const message = 'The connection broke before the answer was complete.';
  return new AsmxError('transport', message, { raw, cause });
}

/** The error for bytes that are not in their content codings. */
export function notDecoded(codings: readonly string[], cause: unknown, raw?: RawAnswer): AsmxError {
  return new AsmxError('decode', `The answer is not valid ${codings.join()}.`, { raw, cause });
}

/** The error for an answer that exceeds its limit. */
export function answerTooLarge(limit: number, answer: TransportAnswer): AsmxError {
  return new AsmxError('too-large', `The answer is longer than ${limit} bytes.`, {
    raw: rawAnswer(answer),
  });
}

/** The answer as data, with one string for each header. */
export function rawAnswer(answer: TransportAnswer): RawAnswer {
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (typeof value === 'string') headers[name] = value;
    else if (value !== undefined) headers[name] = value.join(name === 'set-cookie' ? '\n' : ', ');
  }
  return { ...answer, headers };
}

/** The single value of a header; empty if it is absent. */
export function headerValue(headers: AnswerHeaders, name: string): string {
  return [headers[name]].flat()[0] ?? '';
}

/** Ends a call when its time is up or its signal fires, wherever the call is. */
export class CallClock {
  /** Why the call ended; `undefined` before that. */
  ended: AsmxError | undefined;
  private readonly signal: AbortSignalLike | undefined;
  private readonly listeners: Set<(error: AsmxError) => void> = new Set();

  constructor(signal: AbortSignalLike | undefined) {
    this.signal = signal;
    if (signal?.aborted === true) this.abort();
    else signal?.addEventListener('abort', this.abort);
  }

  /** @throws AsmxError aborted, timeout: the call has ended */
  check(): void {
    if (this.ended !== undefined) throw this.ended;
  }

  /** @param listener Called once, when the call ends. */
  onEnd(listener: (error: AsmxError) => void): void {
    this.listeners.add(listener);
  }

  /** The result of a function, unless the call ends before. */
  run<Result>(action: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.check();
      this.onEnd(reject);
      action()
        .then(resolve, reject)
        .then(() => this.listeners.delete(reject));
    });
  }

  /**
   * Ends the call after a number of milliseconds.
   *
   * @param milliseconds 0 for no limit; nor is there one beyond 24 days, which timers cannot wait.
   * @returns A function that takes the limit back.
   */
  limit(milliseconds: number, message: string = tooLong(milliseconds)): () => void {
    if (!(milliseconds > 0 && milliseconds <= 0x7fffffff)) return () => undefined;
    const timer = platform.setTimeout(
      () => this.end(new AsmxError('timeout', message)),
      milliseconds,
    );
    return () => platform.clearTimeout(timer);
  }

  /** Ends the call with an error. */
  end(error: AsmxError): void {
    if (this.ended !== undefined) return;
    this.ended = error;
    this.stop();
    for (const listener of this.listeners) listener(error);
  }

  /** Leaves the signal, after the call. */
  stop(): void {
    this.signal?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => {
    if (this.signal !== undefined) this.end(abortError(this.signal));
  };
}

function tooLong(milliseconds: number): string {
  return `The call took longer than ${milliseconds} ms.`;
}

/**
 * The error for a call that its caller ended. A signal of `AbortSignal.timeout` counts as a
 * timeout.
 */
function abortError({ reason }: AbortSignalLike): AsmxError {
  return propertyOf(reason, 'name') === 'TimeoutError'
    ? new AsmxError('timeout', 'The call took longer than its signal allows.', { cause: reason })
    : new AsmxError('aborted', 'The call was aborted.', { cause: reason });
}
