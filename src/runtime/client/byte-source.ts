import type { ByteCollector } from '../platform/byte-collector.ts';
import type { CallClock } from './call-clock.ts';
import {
  type AnswerHeaders,
  answerTooLarge,
  type ByteSource,
  type OpenAnswer,
} from './transport.ts';

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
