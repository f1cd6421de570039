import { AsmxError } from '../operation/errors.ts';
import type { WrittenReader } from '../operation/operation.ts';

const xmlHead = [0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0x20];

/**
 * The result of an operation that writes straight to the HTTP response: its text, its bytes, or its
 * JSON value.
 *
 * @param body The whole answer.
 * @param asWritten Whether the caller also gets the text; then text that is not JSON has no value
 *   instead of being an error.
 * @throws AsmxError protocol: it is not JSON
 */
export const readWritten: WrittenReader = (kind, { written, found }, body, asWritten) => {
  switch (kind) {
    case 'text':
      return written;
    case 'binary':
      return found ? body.subarray(0, documentStart(body)) : body;
    case 'json':
      if (written.trim() === '') return undefined;
      try {
        return JSON.parse(written) as unknown;
      } catch {
        if (asWritten) return undefined;
        throw new AsmxError('protocol', 'The operation did not write JSON.');
      }
  }
};

/** Offset of the last XML declaration in bytes that begin with something else. */
function documentStart(body: Uint8Array): number {
  for (let at = body.length - xmlHead.length; at >= 0; at -= 1) {
    if (xmlHead.every((byte, index) => body[at + index] === byte)) return at;
  }
  return body.length;
}
