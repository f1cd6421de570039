import {
  type AnswerHeaders,
  abortError,
  answerTooLarge,
  type ByteSource,
  type OpenAnswer,
} from '../client/transport.ts';
import { AsmxError } from '../operation/errors.ts';
import type { ByteCollector } from '../platform/byte-collector.ts';
import { type AbortSignalLike, platform } from '../platform/globals.ts';

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
export interface SourceLimits {
  /** Milliseconds to wait for each piece; 0 for no limit. */
  readonly timeout: number;
  readonly signal: AbortSignalLike | undefined;
  /** Maximum bytes of the whole body; `undefined` for no limit. */
  readonly maxResponseBytes: number | undefined;
}

/** The same body with limits: if one is exceeded, the exchange is cancelled and reading fails. */
export function limitSource(answer: OpenAnswer, limits: SourceLimits): ByteSource {
  return new LimitedSource(answer, limits);
}

class LimitedSource implements ByteSource {
  private readonly answer: OpenAnswer;
  private readonly limits: SourceLimits;
  private failure: AsmxError | undefined;
  /** Rejects the pending read, if there is one. */
  private reject: ((error: AsmxError) => void) | undefined;
  private length = 0;

  constructor(answer: OpenAnswer, limits: SourceLimits) {
    this.answer = answer;
    this.limits = limits;
    const { signal } = limits;
    if (signal?.aborted === true) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort);
  }

  async read(): Promise<Uint8Array | undefined> {
    if (this.failure !== undefined) throw this.failure;
    const bytes = await this.wait();
    if (bytes === undefined) this.stop();
    this.length += bytes?.length ?? 0;
    const { maxResponseBytes } = this.limits;
    if (maxResponseBytes === undefined || this.length <= maxResponseBytes) return bytes;
    const { status, headers } = this.answer;
    const head = { status, headers, body: new Uint8Array(0) };
    throw this.fail(answerTooLarge(maxResponseBytes, head));
  }

  cancel(): void {
    this.stop();
    this.answer.body.cancel();
  }

  private wait(): Promise<Uint8Array | undefined> {
    const { timeout } = this.limits;
    return new Promise((resolve, rejectThis) => {
      const late = (): AsmxError =>
        this.fail(new AsmxError('timeout', `Nothing came for ${timeout} ms.`));
      const timer =
        timeout > 0 ? platform.setTimeout(late, Math.min(timeout, 0x7fffffff)) : undefined;
      const settle = (): void => {
        this.reject = undefined;
        if (timer !== undefined) platform.clearTimeout(timer);
      };
      this.reject = (error) => {
        settle();
        rejectThis(error);
      };
      this.answer.body.read().then(
        (bytes) => {
          settle();
          resolve(bytes);
        },
        (error: AsmxError) => {
          settle();
          rejectThis(this.failure ?? error);
        },
      );
    });
  }

  private fail(error: AsmxError): AsmxError {
    this.failure ??= error;
    this.cancel();
    this.reject?.(this.failure);
    return this.failure;
  }

  private readonly onAbort = (): void => {
    if (this.limits.signal !== undefined) this.fail(abortError(this.limits.signal));
  };

  private stop(): void {
    this.limits.signal?.removeEventListener('abort', this.onAbort);
  }
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
