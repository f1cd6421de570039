import type { ByteStream } from './byte-stream.ts';
import { cancelStream } from './outgoing.ts';

/** A method of a client, as far as its input matters. */
interface SendingMethod {
  (input: never, options?: never): Promise<unknown>;
  readonly raw: (input: never, options?: never) => Promise<unknown>;
}

/** A method that tells the streams of its input if its call fails, at whatever point. */
export function endingStreams<Method extends SendingMethod>(method: Method): Method {
  const ending =
    (call: SendingMethod['raw']): SendingMethod['raw'] =>
    async (input, options) => {
      try {
        return await call(input, options);
      } catch (error) {
        cancelStreams(input, error);
        throw error;
      }
    };
  return Object.assign(ending(method), { ...method, raw: ending(method.raw) }) as Method;
}

function cancelStreams(input: unknown, error: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  for (const value of Object.values(input)) {
    const stream = value as Partial<ByteStream> | null | undefined;
    if (typeof stream?.getReader === 'function') cancelStream(stream as ByteStream, error);
  }
}
