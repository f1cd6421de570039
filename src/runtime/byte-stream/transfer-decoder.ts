import { AttachmentError, decodeTransfer } from '../mime/read-parts.ts';
import { decodeText, encodeUtf8 } from '../text/encoding.ts';

/** Decodes the next bytes, or what is left at the end. */
export type Decode = (bytes: Uint8Array | undefined) => Uint8Array;

/** The longest line of quoted-printable that is held; the standard allows 76 characters. */
const longestLine = 65_536;

/**
 * Decodes a content transfer encoding piece by piece (RFC 2045, section 6).
 *
 * @returns `undefined` for bytes as they are
 * @throws AttachmentError the encoding is unknown; the decoder throws it for what is not in it
 */
export function transferDecoder(encoding: string): Decode | undefined {
  if (/^(?:[78]bit|binary)?$/i.test(encoding)) return undefined;
  const isBase64 = /^base64$/i.test(encoding);
  let held = '';
  return (bytes) => {
    if (bytes === undefined) {
      const rest = held;
      held = '';
      return decodeTransfer(encodeLatin1(rest), encoding);
    }
    const text = decodeText(bytes, 'latin1');
    const all = held + (isBase64 ? text.replace(/\s+/g, '') : text);
    const end = isBase64 ? all.length - (all.length % 4) : all.lastIndexOf('\n') + 1;
    held = all.slice(end);
    if (held.length > longestLine) {
      throw new AttachmentError(`A line of ${encoding} is longer than ${longestLine} characters.`);
    }
    return decodeTransfer(encodeLatin1(all.slice(0, end)), encoding);
  };
}

function encodeLatin1(text: string): Uint8Array {
  return /^[\0-\x7f]*$/.test(text)
    ? encodeUtf8(text)
    : Uint8Array.from(text, (one) => one.charCodeAt(0));
}
