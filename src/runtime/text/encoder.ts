import { platform } from '../platform/globals.ts';

interface BufferView {
  byteLength(text: string): number;
  from(text: string, encoding: string): Uint8Array;
}

const nodeBuffer: BufferView | undefined = (globalThis as unknown as { Buffer?: BufferView })
  .Buffer;

/** Length of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  return nodeBuffer === undefined ? encodeUtf8(text).length : nodeBuffer.byteLength(text);
}

/** The bytes of a text in UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return nodeBuffer === undefined
    ? new platform.TextEncoder().encode(text)
    : nodeBuffer.from(text, 'utf8');
}
