import { AsmxError, isAsmxError, propertyOf, type RawAnswer } from '../operation/errors.ts';
import { limitProblem } from '../operation/limit.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { type AbortSignalLike, platform } from '../platform/globals.ts';
import type { ClientInterceptor } from './options.ts';

/** What is repeated, and when. */
export interface RetryOptions {
  /** Largest number of requests for one call, with the first; at least 1. */
  readonly attempts: number;
  /**
   * Milliseconds to wait after the attempt of that number, counted from 1, unless its answer has a
   * Retry-After. Default: 200, doubled with each attempt up to 10 000, less a random part of at
   * most half.
   */
  readonly backoff?: ((attempt: number) => number) | undefined;
  /** Descriptors of the operations that may be done twice. No other is repeated. */
  readonly idempotent: readonly AnyOperation[];
}

/** The longest time that a timer can wait, 24 days. */
const longest = 0x7fffffff;

/** Statuses of a service that is busy or away (RFC 9110, section 15.6; RFC 6585, section 4). */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes of Node for failures that repetition does not help: names, certificates, bad HTTP. */
const permanent = /^(?:ENOTFOUND|HPE_|ERR_(?:TLS|SSL|INVALID))|CERT|SIGNATURE|ISSUER/;

/**
 * An interceptor that repeats calls of idempotent operations whose connection failed or broke, or
 * whose answer has status 429, 502, 503 or 504. It waits as Retry-After asks (RFC 9110, section
 * 10.2.3). The `timeout` of the call counts for all its attempts, and its signal ends the waiting.
 * After the last attempt the call fails as without it.
 *
 * @throws RangeError `attempts` is not a number of at least 1
 * @throws TypeError `idempotent` is no list of descriptors, or `backoff` no function
 */
export function retry(options: RetryOptions): ClientInterceptor {
  const { attempts, backoff = growing, idempotent } = options;
  const problem = limitProblem({ attempts }, ['attempts'], 1) ?? missing(attempts);
  if (problem !== undefined) throw new RangeError(problem);
  checkKinds(options);
  return async (request, next) => {
    const isNamed = idempotent.some(
      ({ service, name }) => service === request.service && name === request.operation,
    );
    const most = isNamed ? attempts : 1;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt + 1 > most;
      const answer = await next(request).catch((error: unknown): undefined => {
        if (isLast || !isBroken(error)) throw error;
        return undefined;
      });
      if (answer !== undefined && (isLast || !temporary.has(answer.status))) return answer;
      await wait(retryAfter(answer) ?? backoff(attempt), request.signal as AbortSignalLike);
    }
  };
}

function missing(attempts: unknown): string | undefined {
  return attempts === undefined ? 'retry has no attempts: give their number.' : undefined;
}

/** Programs in JavaScript get no help from the compiler. */
function checkKinds({ idempotent, backoff }: RetryOptions): void {
  const isOperation = (one: unknown): boolean => typeof propertyOf(one, 'service') === 'string';
  if (!Array.isArray(idempotent) || !idempotent.every(isOperation)) {
    throw new TypeError('retry: idempotent is a list of operations, such as [GetOrder].');
  }
  if (backoff !== undefined && typeof backoff !== 'function') {
    throw new TypeError('retry: backoff is a function: (attempt) => milliseconds.');
  }
}

function growing(attempt: number): number {
  return Math.min(200 * 2 ** (attempt - 1), 10_000) * (1 - Math.random() / 2);
}

/** Whether the connection of a call failed or broke in a way that may pass. */
function isBroken(error: unknown): boolean {
  if (!isAsmxError(error) || error.code !== 'transport') return false;
  const cause = propertyOf(error, 'cause');
  // That of an error of `fetch` is in the error's own cause.
  const code = propertyOf(cause, 'code') ?? propertyOf(propertyOf(cause, 'cause'), 'code');
  return !permanent.test(String(code));
}

/** Milliseconds that an answer asks to wait; `undefined` if it does not. */
function retryAfter(answer: RawAnswer | undefined): number | undefined {
  const text = answer?.headers['retry-after']?.trim() ?? '';
  // A date begins with the day of the week; `Date.parse` takes '1.5' and '-5' for dates, too.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : date - Date.now();
  return Number.isNaN(time) ? undefined : time;
}

/** Waits, unless a signal fires. */
function wait(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      platform.clearTimeout(timer);
      reject(signal?.reason ?? new AsmxError('aborted', 'The call was aborted.'));
    };
    const done = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = platform.setTimeout(done, Math.min(Math.max(milliseconds, 0), longest));
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
  });
}
