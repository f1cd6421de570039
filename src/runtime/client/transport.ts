import { AsmxError, propertyOf, type RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import { type AbortSignalLike, type FetchResponse, platform } from '../platform/globals.ts';
import type { NodeAnswer, NodeClientRequest } from '../platform/node.ts';

/** Request headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** What a call is of. */
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
}

/** Header values as a transport gives them; names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An answer as a transport gives it: content codings are undone already. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/** Bounds of one exchange, up to where its answer is received. */
export interface ExchangeLimits {
  /** Milliseconds; 0 for no limit. */
  readonly timeout: number;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * The body of an answer as it comes, content codings undone; no more is fetched than has been asked
 * for, some buffers apart.
 */
export interface ByteSource {
  /**
   * The next bytes, `undefined` after the last. Rejects with an `AsmxError` when the answer breaks
   * off.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the exchange; more than once or at the end it does nothing. */
  cancel(): void;
}

/** An answer whose head has come. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ByteSource;
}

/** What transports give of an answer before its body. */
export type AnswerHead = Pick<TransportAnswer, 'status' | 'headers'>;

/** How an answer is received: whole, or piece by piece. */
export interface Receiver<Answer extends TransportAnswer | OpenAnswer> {
  /** Of node:http; `done` or `fail` is to be called, now or later. */
  fromNode(
    answer: NodeAnswer,
    sent: NodeClientRequest,
    done: (answer: Answer) => void,
    fail: (error: AsmxError) => void,
  ): void;
  /** @param abort Ends the exchange. */
  fromFetch(
    response: FetchResponse,
    headers: AnswerHeaders,
    abort: () => void,
  ): Answer | Promise<Answer>;
}

/**
 * A way to the server: sends a request and receives the answer. It may throw as well as reject,
 * with an `AsmxError` or what an interceptor fails with.
 */
export type Transport = <Answer extends TransportAnswer | OpenAnswer>(
  request: PreparedRequest,
  limits: ExchangeLimits,
  receiver: Receiver<Answer>,
) => Promise<Answer>;

/** Cookies (RFC 6265) kept in memory; clients that are given the same jar share them. */
export interface CookieJar {
  /** Sends the jar's cookies through a transport, and keeps those that come. */
  readonly around: (transport: Transport) => Transport;
}

/** A successful answer of an HTTP server: status 200 to 299. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Of a call whose connection was lost before its answer came. */
export const unknownFate: string = 'The service may have handled the call; it was not sent again.';

/** The error of a connection that broke. */
export function brokenOff(raw: RawAnswer | undefined, cause: unknown): AsmxError {
  const message = 'The connection broke before the answer was complete.';
  return new AsmxError('transport', message, { raw, cause });
}

/** The error of an answer beyond its limit. */
export function answerTooLarge(limit: number, answer: TransportAnswer): AsmxError {
  return new AsmxError('too-large', `The answer is longer than ${limit} bytes.`, {
    raw: rawAnswer(answer),
  });
}

/** The answer as data: each header one string. */
export function rawAnswer(answer: TransportAnswer): RawAnswer {
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (typeof value === 'string') headers[name] = value;
    else if (value !== undefined) headers[name] = value.join(name === 'set-cookie' ? '\n' : ', ');
  }
  return { status: answer.status, headers, body: answer.body };
}

/** The single value of a header, empty when it is absent. */
export function headerValue(headers: AnswerHeaders, name: string): string {
  const value = headers[name];
  return value === undefined ? '' : typeof value === 'string' ? value : (value[0] ?? '');
}

/**
 * The error of a call that its caller ended. A signal of `AbortSignal.timeout` counts as a timeout.
 */
export function abortError(signal: AbortSignalLike): AsmxError {
  const { reason } = signal;
  return propertyOf(reason, 'name') === 'TimeoutError'
    ? new AsmxError('timeout', 'The call took longer than its signal allows.', { cause: reason })
    : new AsmxError('aborted', 'The call was aborted.', { cause: reason });
}

/**
 * Watches over one call.
 *
 * @param onEnd Called at most once, when the time is over or the signal aborts.
 * @returns A function that ends the watch.
 */
export function watchCall(
  timeout: number,
  signal: AbortSignalLike | undefined,
  onEnd: (error: AsmxError) => void,
): () => void {
  let timer: unknown;
  const onAbort = (): void => {
    if (signal === undefined) return;
    stop();
    onEnd(abortError(signal));
  };
  const stop = (): void => {
    if (timer !== undefined) platform.clearTimeout(timer);
    timer = undefined;
    signal?.removeEventListener('abort', onAbort);
  };
  if (timeout > 0) {
    // Timers count in 32 bits: a longer time means none.
    const milliseconds = Math.min(timeout, 0x7fffffff);
    timer = platform.setTimeout(() => {
      stop();
      onEnd(new AsmxError('timeout', `The call took longer than ${timeout} ms.`));
    }, milliseconds);
  }
  signal?.addEventListener('abort', onAbort);
  return stop;
}
