import type { ByteStream } from '../byte-stream/byte-stream.ts';
import { cancelStream } from '../byte-stream/outgoing.ts';
import type { Caller } from '../client/caller.ts';

/** A caller that tells the streams of an input if its call fails, at whatever point. */
export function endingStreams(caller: Caller): Caller {
  const ended = async <Answer>(input: unknown, call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call();
    } catch (error) {
      cancelStreams(input, error);
      throw error;
    }
  };
  return {
    ...caller,
    call: (operation, input, options) => ended(input, () => caller.call(operation, input, options)),
    raw: (operation, input, options) => ended(input, () => caller.raw(operation, input, options)),
  };
}

function cancelStreams(input: unknown, error: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  for (const value of Object.values(input)) {
    const stream = value as Partial<ByteStream> | null | undefined;
    if (typeof stream?.getReader === 'function') cancelStream(stream as ByteStream, error);
  }
}
