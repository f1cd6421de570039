import { type ByteStreamReader, platform } from '../platform/globals.ts';
import { describeValue, EncodeError } from '../xml/write-text.ts';

/** The part of `ReadableStream<Uint8Array>` that the runtime uses. */
export interface ByteStream {
  getReader(): ByteStreamReader;
  cancel(reason?: unknown): Promise<void>;
}

/** Whether a value is a stream. */
function isByteStream(value: unknown): value is ByteStream {
  return typeof (value as { getReader?: unknown } | null | undefined)?.getReader === 'function';
}

/** @throws EncodeError it is no stream, or someone else reads it */
export function checkStream(value: unknown): ByteStream {
  if (!isByteStream(value)) {
    throw new EncodeError(`Expected a ReadableStream of bytes, got ${describeValue(value)}.`);
  }
  if ((value as { readonly locked?: boolean }).locked === true) {
    throw new EncodeError('The stream is locked: somebody else reads it, or has read it.');
  }
  return value;
}

/**
 * A stream that is read on demand.
 *
 * @param next gives the next bytes; `undefined` at the end
 * @param cancel called if no one reads the rest
 */
export function streamOf(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => void,
): ByteStream {
  const stream = new platform.ReadableStream(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      },
      cancel,
    },
    // nothing is read before it is asked for
    { highWaterMark: 0 },
  );
  return stream as ByteStream;
}

/** A stream of bytes that are there already. */
export function streamOfBytes(bytes: Uint8Array): ByteStream {
  let left: Uint8Array | undefined = bytes.length > 0 ? bytes : undefined;
  return streamOf(
    () => {
      const given = left;
      left = undefined;
      return Promise.resolve(given);
    },
    () => {
      left = undefined;
    },
  );
}
