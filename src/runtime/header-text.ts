import { decodeUtf8 } from './text-decoder.ts';
import { encodeUtf8 } from './text-encoder.ts';

/**
 * A text as platforms take it for the value of a header or a request line: a character for each byte. Beyond ASCII the bytes are those
 * of UTF-8, which servers in other scripts agree on where RFC 9110 (section 5.5) leaves it open.
 */
export function toWire(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('');
}

/** The reverse of {@link toWire}; a text with characters that are no bytes stays as it is. */
export function fromWire(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  return decodeUtf8(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
}
