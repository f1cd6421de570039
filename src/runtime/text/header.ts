import { decodeUtf8 } from './decoder.ts';
import { encodeUtf8 } from './encoder.ts';

/**
 * A text as platforms take it for the value of a header or a request line: a character for each
 * byte. Beyond ASCII the bytes are those of UTF-8, which servers in other scripts agree on where
 * RFC 9110 (section 5.5) leaves it open.
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

/**
 * The encoding in which a body can be written as text: node:http puts the head and the first text
 * of a body together and encodes them as one, so that in UTF-8 a head with bytes beyond ASCII would
 * be encoded twice.
 *
 * @param length Bytes of the body in UTF-8.
 * @param head Texts of the head.
 * @returns `undefined` where the body has to go as bytes
 */
export function encodingWithHead(
  body: string,
  length: number,
  head: readonly string[],
): 'latin1' | 'utf8' | undefined {
  if (length === body.length) return 'latin1';
  return head.some((text) => /[^\0-\x7f]/.test(text)) ? undefined : 'utf8';
}
