import { platform } from '../platform/globals.ts';

interface BufferText {
  toString(encoding: string): string;
}

interface BufferView {
  isBuffer(value: unknown): boolean;
  from(buffer: ArrayBufferLike, offset: number, length: number): BufferText;
}

const nodeBuffer: BufferView | undefined = (globalThis as unknown as { Buffer?: BufferView })
  .Buffer;
const decoders: Map<string, { decode(bytes: Uint8Array): string } | undefined> = new Map();

/**
 * Labels `TextDecoder` would read as Windows-1252, where .NET keeps the control characters of ISO
 * 8859-1.
 */
const latin1: ReadonlySet<string> = new Set([
  'iso-8859-1',
  'latin1',
  'iso8859-1',
  'iso_8859-1',
  'l1',
]);
const ascii: ReadonlySet<string> = new Set(['us-ascii', 'ascii']);
const windows1252: ReadonlySet<string> = new Set(['windows-1252', 'cp1252', 'x-cp1252']);
/**
 * Windows-1252 from 0x80 to 0x9F; `TextDecoder` of some versions of Node gives control characters
 * there.
 */
const upper1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Whether text in this charset can be decoded; letter case is free. */
export function knownCharset(charset: string): boolean {
  if (charset === 'utf-8') return true;
  const name = charset.toLowerCase();
  return isSingleByte(name) || decoder(name) !== undefined;
}

/**
 * Decodes bytes in a known charset. Bytes it doesn't know become U+FFFD, in US-ASCII `?`, as .NET
 * does. A byte order mark of UTF-8 is dropped.
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const name = charset.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return decodeUtf8(bytes);
  if (latin1.has(name)) return decodeSingle(bytes, (code) => code);
  if (ascii.has(name)) return decodeSingle(bytes, (code) => (code > 0x7f ? 0x3f : code));
  if (windows1252.has(name)) return decode1252(bytes);
  return decoder(name)?.decode(bytes) ?? decodeUtf8(bytes);
}

/**
 * Decodes UTF-8, dropping a byte order mark; on Node through `Buffer`, which is the fastest way
 * there.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return decodeUtf8Plain(bytes.subarray(3));
  }
  return decodeUtf8Plain(bytes);
}

function decodeUtf8Plain(bytes: Uint8Array): string {
  if (nodeBuffer !== undefined) {
    const buffer: BufferText = nodeBuffer.isBuffer(bytes)
      ? bytes
      : nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return buffer.toString('utf8');
  }
  return decoder('utf-8')?.decode(bytes) ?? '';
}

/**
 * Decodes a message by the rules of XML.
 *
 * @param charset What the content type says; `undefined` when nothing or nothing known.
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  // nearly every message: `<` comes first, so that there is no byte order mark, and the charset is
  // said
  if (charset === 'utf-8' && bytes[0] === 0x3c) return decodeUtf8Plain(bytes);
  const { name, skip } = xmlEncoding(bytes, charset);
  return decodeText(skip === 0 ? bytes : bytes.subarray(skip), name);
}

/**
 * The encoding of a message by the rules of XML: byte order mark, then the charset given by the
 * transport, then the XML declaration, then UTF-8; with the length of the mark in bytes.
 *
 * @param bytes The message, or at least its first 200 bytes.
 * @param charset What the content type says; `undefined` when nothing or nothing known.
 */
export function xmlEncoding(
  bytes: Uint8Array,
  charset: string | undefined,
): { readonly name: string; readonly skip: number } {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return { name: marked, skip: marked === 'utf-8' ? 3 : 2 };
  return { name: charset ?? declaredEncoding(bytes) ?? 'utf-8', skip: 0 };
}

/** Whether each byte in this charset is a character that does without a decoder. */
export function isSingleByte(charset: string): boolean {
  const name = charset.toLowerCase();
  return latin1.has(name) || ascii.has(name) || windows1252.has(name);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** The encoding in the XML declaration, or that which its first bytes betray. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  const head = decodeSingle(bytes.subarray(0, 200), (code) => code);
  const declaration = head.slice(0, Math.max(0, head.indexOf('?>')));
  const name = /\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(declaration)?.[1];
  // A document whose declaration could be read byte by byte is not UTF-16, whatever it claims.
  if (name === undefined || /^utf-?16/i.test(name) || !knownCharset(name)) return undefined;
  return name;
}

function decodeSingle(bytes: Uint8Array, map: (code: number) => number): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096).map(map));
  }
  return text;
}

function decode1252(bytes: Uint8Array): string {
  const text = decodeSingle(bytes, (code) => code);
  return text.replace(/[\x80-\x9f]/g, (sign) => upper1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

function decoder(name: string): { decode(bytes: Uint8Array): string } | undefined {
  if (!decoders.has(name)) {
    if (decoders.size > 64) decoders.clear();
    try {
      decoders.set(name, new platform.TextDecoder(name === 'utf-16' ? 'utf-16le' : name));
    } catch {
      decoders.set(name, undefined);
    }
  }
  return decoders.get(name);
}
