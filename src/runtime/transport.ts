import type { PreparedRequest } from './client-options.ts';
import { AsmxError, type RawAnswer } from './errors.ts';
import type { AbortSignalLike } from './platform.ts';

/** Header values as a transport gives them; names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An answer as a transport gives it: content codings are undone already. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/** Bounds of one exchange. */
export interface TransportLimits {
  /** Milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** Bytes of the answer's body. */
  readonly maxResponseBytes: number;
  readonly signal: AbortSignalLike | undefined;
}

/** Sends a request and gathers the answer; rejects with an `AsmxError` only. */
export type Send = (request: PreparedRequest, limits: TransportLimits) => Promise<TransportAnswer>;

/** The body of an answer as it comes, content codings undone; no more is fetched than has been asked for, some buffers apart. */
export interface ByteSource {
  /** The next bytes, `undefined` behind the last. Rejects with an `AsmxError` when the answer breaks off. */
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

/** Sends a request and gives the answer as soon as its head has come; time and signal count up to there. */
export type Open = (
  request: PreparedRequest,
  limits: Omit<TransportLimits, 'maxResponseBytes'>,
) => Promise<OpenAnswer>;

/** A way to the server. */
export interface Transport {
  readonly send: Send;
  readonly open: Open;
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
