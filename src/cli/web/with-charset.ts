import {
  byteOrderMark,
  decodeText as decodeBytes,
  invalidAt,
  xmlEncoding,
} from '../../runtime/text/encoding.ts';
import { charsetOf } from '../../runtime/text/header.ts';

/**
 * A document that was sent with a content type, so that its bytes alone say what they mean: if its
 * charset differs from the encoding in the document, it is encoded anew in UTF-8. A charset counts
 * more than an XML declaration, and less than a byte order mark (RFC 7303, section 3). One that the
 * bytes are not in does not count.
 */
export function withCharset(bytes: Uint8Array, contentType: string): Uint8Array {
  const charset = charsetOf(contentType)?.toLowerCase();
  if (charset === undefined || byteOrderMark(bytes) !== undefined) return bytes;
  if (charset === xmlEncoding(bytes, undefined).toLowerCase()) return bytes;
  const text = decodeBytes(bytes, charset);
  if (invalidAt(text, bytes, charset, 0) >= 0) return bytes;
  return new TextEncoder().encode(text.replace(declaration, '$1$2utf-8$2'));
}

const declaration =
  /^(<\?xml[ \t\r\n][^>]{0,200}?encoding[ \t\r\n]*=[ \t\r\n]*)(["'])[^"'<>]{1,40}\2/;
