import { decodeText } from '../text/encoding.ts';
import { parseXsdBase64Binary } from '../xsd/binary.ts';
import { AttachmentError } from './attachment.ts';

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;

/**
 * Decodes a content transfer encoding (RFC 2045, section 6).
 *
 * @param encoding In lower case; empty for none.
 * @returns a copy, not a view
 * @throws AttachmentError invalid or unknown encoding
 */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return new Uint8Array(bytes);
    case 'base64':
      try {
        return new Uint8Array(parseXsdBase64Binary(decodeText(bytes, 'us-ascii')));
      } catch {
        throw new AttachmentError('A part that is declared as base64 is not valid base64.');
      }
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes);
    default:
      throw new AttachmentError(
        `A part has the unknown transfer encoding '${encoding.slice(0, 40)}'.`,
      );
  }
}

/**
 * RFC 2045, section 6.7: `=XX` is a byte, `=` at the end of a line joins it with the next, spaces
 * at the end of a line are removed.
 */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  /** End of the content that cannot be trailing space. */
  let solid = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === EQUALS) {
      const soft = softBreak(bytes, at + 1);
      if (soft > 0) at = soft;
      else {
        decoded[length++] = hexadecimal(bytes, at + 1);
        at += 2;
      }
      solid = length;
      continue;
    }
    const isBreak = byte === LF || (byte === CR && bytes[at + 1] === LF);
    if (isBreak) length = solid;
    decoded[length++] = byte;
    if (byte !== SPACE && byte !== TAB) solid = length;
  }
  return decoded.slice(0, solid);
}

/** Offset of the line feed of a soft line break; 0 if there is none. */
function softBreak(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || bytes[at] === TAB) at += 1;
  if (bytes[at] === CR) at += 1;
  if (bytes[at] === LF) return at;
  return at >= bytes.length ? at : 0;
}

function hexadecimal(bytes: Uint8Array, at: number): number {
  const text = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0);
  if (/^[0-9A-Fa-f]{2}$/.test(text)) return Number.parseInt(text, 16);
  throw new AttachmentError(
    'A part that is declared as quoted-printable is not valid quoted-printable.',
  );
}
