import { AsmxError } from '../operation/errors.ts';
import type { WrittenReader } from '../operation/operation.ts';

const xmlHead = [0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0x20];

/**
 * The result of an operation that writes straight to the HTTP response: its text, its bytes, or the
 * value its JSON means.
 *
 * @param body The whole answer.
 * @param asWritten Whether the caller gets the text too, so that what is no JSON is just no value.
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
        throw new AsmxError('protocol', 'What the operation wrote is not JSON.');
      }
  }
};

/** Where the last XML declaration is in bytes that begin with others. */
function documentStart(body: Uint8Array): number {
  for (let at = body.length - xmlHead.length; at >= 0; at -= 1) {
    if (xmlHead.every((byte, index) => body[at + index] === byte)) return at;
  }
  return body.length;
}
