import { platform, type TextDecoderLike } from '../platform/globals.ts';
import { nodeBuffer } from '../platform/node.ts';

type Decode = (bytes: Uint8Array) => string;

/** Windows-1252 from 0x80 to 0x9F; the other bytes are as in ISO 8859-1. */
const upper1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Charsets with one byte for each character: their characters from 0x80 on that differ from ISO
 * 8859-1. `TextDecoder` treats ISO 8859-1 as Windows-1252, where .NET keeps control characters;
 * some versions of Node do the reverse.
 */
const singleByte: ReadonlyMap<string, string> = new Map(
  [
    ['iso-8859-1 latin1 iso8859-1 iso_8859-1 l1', ''],
    ['us-ascii ascii', '?'.repeat(128)],
    ['windows-1252 cp1252 x-cp1252', upper1252],
  ].flatMap(([labels = '', upper = '']) =>
    labels.split(' ').map((label): [string, string] => [label, upper]),
  ),
);

/** Whether text in this charset can be decoded. Case does not matter. */
export function knownCharset(charset: string): boolean {
  try {
    decoderOf(charset);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decodes bytes. Invalid ones become U+FFFD, or `?` in US-ASCII, as in .NET. A UTF-8 byte order
 * mark is dropped.
 *
 * @throws RangeError the charset is not known
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return decoderOf(charset)(bytes);
}

/**
 * Where bytes are not in a charset that they were decoded from: the index in the text, from `start`
 * on; -1 if they all are.
 */
export function invalidAt(text: string, bytes: Uint8Array, charset: string, start: number): number {
  // .NET decodes them as `?`, which may also be one.
  if (/ascii$/i.test(charset)) return bytes.findIndex((byte, at) => at >= start && byte > 0x7f);
  const at = text.indexOf('\ufffd', start);
  try {
    // U+FFFD may also have been sent.
    if (at >= 0) new platform.TextDecoder(charset, { fatal: true }).decode(bytes);
    return -1;
  } catch {
    return at;
  }
}

/** Decodes UTF-8 and drops a byte order mark. Uses `Buffer` on Node, which is fastest there. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeUtf8Plain(byteOrderMark(bytes) === 'utf-8' ? bytes.subarray(3) : bytes);
}

let utf8Decoder: TextDecoderLike | undefined;

function decodeUtf8Plain(bytes: Uint8Array): string {
  if (nodeBuffer !== undefined) {
    const buffer = nodeBuffer.isBuffer(bytes)
      ? bytes
      : nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return buffer.toString('utf8');
  }
  utf8Decoder ??= new platform.TextDecoder('utf-8');
  return utf8Decoder.decode(bytes);
}

/**
 * Decodes a message by the rules of XML.
 *
 * @param charset Charset of the content type; `undefined` if it is missing or unknown.
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  // nearly every message: it starts with `<`, so there is no byte order mark, and the charset is
  // given
  if (charset === 'utf-8' && bytes[0] === 0x3c) return decodeUtf8Plain(bytes);
  return decodeText(bytes, xmlEncoding(bytes, charset));
}

/**
 * The encoding of a message by the rules of XML. In this order: byte order mark, charset given by
 * the transport, XML declaration, UTF-8.
 *
 * @param bytes The message, or at least its first 200 bytes.
 * @param charset Charset of the content type; `undefined` if it is missing or unknown.
 */
export function xmlEncoding(bytes: Uint8Array, charset: string | undefined): string {
  return byteOrderMark(bytes) ?? charset ?? declaredEncoding(bytes) ?? 'utf-8';
}

/** Whether the charset has one byte for each character and needs no decoder. */
export function isSingleByte(charset: string): boolean {
  return singleByte.has(charset.toLowerCase());
}

/** The encoding that a byte order mark shows. */
export function byteOrderMark(bytes: Uint8Array): string | undefined {
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** The encoding in the XML declaration, or the one that the first bytes show. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  const head = decodeSingleByte(bytes.subarray(0, 200), '');
  const declaration = head.slice(0, Math.max(0, head.indexOf('?>')));
  const name = /\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(declaration)?.[1];
  // A document whose declaration is readable byte by byte is not UTF-16, whatever it claims.
  if (name === undefined || /^utf-?16/i.test(name) || !knownCharset(name)) return undefined;
  return name;
}

function decodeSingleByte(bytes: Uint8Array, upper: string): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  if (upper === '') return text;
  return text.replace(/[\x80-\xff]/g, (sign) => upper[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** @throws RangeError the charset is not known */
function decoderOf(charset: string): Decode {
  const name = charset.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return decodeUtf8;
  const upper = singleByte.get(name);
  if (upper !== undefined) return (bytes) => decodeSingleByte(bytes, upper);
  const decoder = new platform.TextDecoder(name);
  return (bytes) => decoder.decode(bytes);
}

/** Length in bytes, of a text in UTF-8. */
export function byteLength(text: string | Uint8Array): number {
  if (typeof text !== 'string') return text.length;
  return nodeBuffer === undefined ? encodeUtf8(text).length : nodeBuffer.byteLength(text);
}

/** The bytes of a text in UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return nodeBuffer === undefined
    ? new platform.TextEncoder().encode(text)
    : nodeBuffer.from(text, 'utf8');
}
