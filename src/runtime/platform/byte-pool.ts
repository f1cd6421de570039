import { type NodeBuffer, nodeBuffer } from './node.ts';

const smallest = 65536;
const largest = 1024 * 1024;
const most = 16;

const free: NodeBuffer[] = [];

/** Bytes borrowed from the pool. */
export interface PooledBytes {
  readonly bytes: Uint8Array;
  /** Returns the bytes to the pool. Call it when they are no longer read. */
  readonly release: () => void;
}

/**
 * The bytes of a text in a reused buffer. Allocating memory for each large answer costs about a
 * tenth of the request.
 *
 * @param length Bytes of the text in UTF-8.
 * @returns `undefined` if there are no buffers, or the text is too large for the pool.
 */
export function borrowBytes(text: string, length: number): PooledBytes | undefined {
  if (nodeBuffer === undefined || length > largest) return undefined;
  const at = free.findIndex((buffer) => buffer.length >= length);
  const [kept] = at < 0 ? [] : free.splice(at, 1);
  const buffer = kept ?? nodeBuffer.allocUnsafeSlow(sizeFor(length));
  buffer.write(text, 0, length, length === text.length ? 'latin1' : 'utf8');
  let released = false;
  return {
    bytes: buffer.subarray(0, length),
    release: () => {
      if (!released && free.length < most) free.push(buffer);
      released = true;
    },
  };
}

/** The next power of two. */
function sizeFor(length: number): number {
  return Math.max(smallest, 2 ** Math.ceil(Math.log2(length)));
}
