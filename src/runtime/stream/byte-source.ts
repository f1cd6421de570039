import { abortError } from '../client/call-timer.ts';
import {
  type AnswerHeaders,
  answerTooLarge,
  type ByteSource,
  type OpenAnswer,
} from '../client/transport.ts';
import { AsmxError } from '../operation/errors.ts';
import type { ByteCollector } from '../platform/byte-collector.ts';
import { type AbortSignalLike, platform } from '../platform/globals.ts';

/** The bytes of an answer that is there. */
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

/** Bounds of reading a body piece by piece. */
export interface SourceLimits {
  /** Milliseconds to wait for each piece; 0 for no limit. */
  readonly timeout: number;
  readonly signal: AbortSignalLike | undefined;
  /** Bytes of the whole body; `undefined` for no limit. */
  readonly maxResponseBytes: number | undefined;
}

/** The same body within limits: beyond one of them the exchange is cancelled, and reading fails. */
export function limitSource(answer: OpenAnswer, limits: SourceLimits): ByteSource {
  const { body } = answer;
  const { timeout, signal, maxResponseBytes } = limits;
  let failure: AsmxError | undefined;
  let reject: ((error: AsmxError) => void) | undefined;
  let length = 0;
  const stop = (): void => signal?.removeEventListener('abort', onAbort);
  const fail = (error: AsmxError): AsmxError => {
    failure ??= error;
    stop();
    body.cancel();
    reject?.(failure);
    return failure;
  };
  const onAbort = (): void => {
    if (signal !== undefined) fail(abortError(signal));
  };
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort);
  const wait = (): Promise<Uint8Array | undefined> =>
    new Promise((resolve, rejectThis) => {
      const timer =
        timeout > 0
          ? platform.setTimeout(
              () => fail(new AsmxError('timeout', `Nothing came for ${timeout} ms.`)),
              Math.min(timeout, 0x7fffffff),
            )
          : undefined;
      const settle = (): void => {
        reject = undefined;
        if (timer !== undefined) platform.clearTimeout(timer);
      };
      reject = (error) => {
        settle();
        rejectThis(error);
      };
      body.read().then(
        (bytes) => {
          settle();
          resolve(bytes);
        },
        (error: AsmxError) => {
          settle();
          rejectThis(failure ?? error);
        },
      );
    });
  return {
    async read() {
      if (failure !== undefined) throw failure;
      const bytes = await wait();
      if (bytes === undefined) stop();
      length += bytes?.length ?? 0;
      if (maxResponseBytes === undefined || length <= maxResponseBytes) return bytes;
      const { status, headers } = answer;
      throw fail(answerTooLarge(maxResponseBytes, { status, headers, body: new Uint8Array(0) }));
    },
    cancel() {
      stop();
      body.cancel();
    },
  };
}

/**
 * Gathers what is left of a body.
 *
 * @param collected Bytes read already; the others are added.
 * @throws AsmxError too-large
 */
export async function gather(
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
