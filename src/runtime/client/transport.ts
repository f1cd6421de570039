import { AsmxError, type RawAnswer } from '../operation/errors.ts';
import type { ByteSource, RelationCheck, SentRest } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import type { FetchResponse, PlatformSignal } from '../platform/globals.ts';
import type { NodeAnswer, NodeClientRequest } from '../platform/node.ts';
import type { ReadingWatch } from '../xml/options.ts';
import type { CallClock } from './call-clock.ts';

export type { ByteSource };

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
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/** An answer whose head was received. */
export interface OpenAnswer {
  readonly status: number;
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
  return { status: answer.status, headers, body: answer.body };
}

/** The single value of a header; empty if it is absent. */
export function headerValue(headers: AnswerHeaders, name: string): string {
  return [headers[name]].flat()[0] ?? '';
}
