import type { PreparedRequest } from './client-options.ts';
import type { RawAnswer } from './errors.ts';
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

/** Sends a request; rejects with an `AsmxError` only. */
export type Transport = (
  request: PreparedRequest,
  limits: TransportLimits,
) => Promise<TransportAnswer>;

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
