import type { BodyRest } from '../operation/message.ts';
import { platform } from '../platform/globals.ts';
import { joinBytes } from '../platform/node.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { describeValue, EncodeError } from '../xml/write-text.ts';
import { formatXsdBase64Binary } from '../xsd/binary.ts';
import type { ByteStream } from './byte-stream.ts';

/** What a message that is being written does with streams; absent where it can do nothing. */
export const placing: { current: ((stream: ByteStream) => string) | undefined } = {
  current: undefined,
};

/** A message that was written, and the streams that belong to it. */
export interface WrittenStreams<T> {
  readonly written: T;
  readonly streams: readonly ByteStream[];
}

/**
 * Writes a message with streams. If it cannot be written, they are cancelled.
 *
 * @param place gives what stands for the stream of a number, from 1
 * @param write writes the message at once
 */
export function writeWithStreams<T>(
  place: (number: number) => string,
  write: () => T,
): WrittenStreams<T> {
  const streams: ByteStream[] = [];
  const before = placing.current;
  placing.current = (stream) => {
    if (streams.includes(stream)) throw new EncodeError('A stream can only be sent once.');
    return place(streams.push(stream));
  };
  try {
    return { written: write(), streams };
  } catch (error) {
    for (const one of streams) cancelStream(one, error);
    throw error;
  } finally {
    placing.current = before;
  }
}

/** Tells the source of a stream that no one reads it. */
export function cancelStream(stream: ByteStream, reason: unknown): void {
  // it rejects if someone else reads it
  stream.cancel(reason).catch((): undefined => undefined);
}

/** A piece of a body: bytes or text, or a stream, in base64 if it is said so. */
export type Piece = string | Uint8Array | { readonly stream: ByteStream; readonly base64: boolean };

/** A body in pieces as its beginning and the rest. */
export interface PiecedBody {
  readonly body: Uint8Array;
  /** Absent if there is no stream. */
  readonly rest?: BodyRest | undefined;
}

/** The pieces up to the first stream, and the rest, which can be read once. */
export function piecedBody(pieces: readonly Piece[]): PiecedBody {
  const first = pieces.findIndex((one) => typeof one === 'object' && 'stream' in one);
  const at = first < 0 ? pieces.length : first;
  const head = pieces.slice(0, at).map((one) => (typeof one === 'string' ? encodeUtf8(one) : one));
  const bytes = head as readonly Uint8Array[];
  const length = bytes.reduce((sum, one) => sum + one.length, 0);
  const left = pieces.slice(at);
  let open: AsyncGenerator<string | Uint8Array, void, undefined> | undefined;
  const body = joinBytes(bytes, length);
  if (first < 0) return { body };
  return {
    body,
    rest: {
      async next() {
        open ??= sendPieces(left);
        const { done, value } = await open.next();
        return done === true ? undefined : (value as string | Uint8Array);
      },
      cancel(reason = new Error('The message was not sent.')) {
        for (const one of left.splice(0)) {
          if (typeof one === 'object' && 'stream' in one) cancelStream(one.stream, reason);
        }
        current.get(left)?.(reason);
      },
    },
  };
}

/** Ends the stream that is being read. */
const current = new WeakMap<object, (reason: unknown) => void>();

async function* sendPieces(left: Piece[]): AsyncGenerator<string | Uint8Array, void, undefined> {
  for (let one = left.shift(); one !== undefined; one = left.shift()) {
    if (typeof one === 'string' || one instanceof Uint8Array) yield one;
    else {
      const reader = one.stream.getReader();
      current.set(left, (reason) => {
        reader.cancel(reason).catch((): undefined => undefined);
      });
      yield* one.base64 ? inBase64(reader) : readAll(reader);
      current.delete(left);
    }
  }
}

type Reader = ReturnType<ByteStream['getReader']>;

async function* readAll(reader: Reader): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!(value instanceof Uint8Array)) {
      const error = new EncodeError(
        `A stream of bytes gave ${describeValue(value)} instead of a Uint8Array.`,
      );
      reader.cancel(error).catch((): undefined => undefined);
      throw error;
    }
    if (value.length > 0) yield value;
  }
}

/** Base64 in groups of three bytes, as one text. */
async function* inBase64(reader: Reader): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array = new Uint8Array(0);
  for await (const bytes of readAll(reader)) {
    const all = joinBytes([held, bytes], held.length + bytes.length);
    const end = all.length - (all.length % 3);
    held = all.slice(end);
    if (end > 0) yield formatXsdBase64Binary(all.subarray(0, end));
  }
  if (held.length > 0) yield formatXsdBase64Binary(held);
}

/** A boundary that no content has, because no one can know it before. */
export function randomBoundary(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  return `=_asmx_${Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('')}`;
}
