import { builtinModule, platform, type TextDecoderLike } from '../platform/globals.ts';
import { joinBytes } from '../platform/node.ts';
import { decodeText, decodeUtf8, isSingleByte } from './encoding.ts';

/** Decodes a text that comes in pieces. */
export interface TextStream {
  /**
   * Decodes the characters that are complete so far.
   *
   * @throws TypeError bytes that are invalid in this encoding
   */
  decode(bytes: Uint8Array): string;
  /**
   * Ends the text; returns an empty string.
   *
   * @throws TypeError the bytes ended inside a character
   */
  end(): string;
}

/**
 * Starts decoding in an encoding that `knownCharset` accepts, after any byte order mark. Invalid
 * bytes are an error here; whole messages are decoded as .NET does.
 */
export function createTextStream(encoding: string): TextStream {
  const name = encoding.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return utf8Stream();
  if (isSingleByte(name)) {
    return { decode: (bytes) => decodeText(bytes, name), end: () => '' };
  }
  const decoder = new platform.TextDecoder(name === 'utf-16' ? 'utf-16le' : name, {
    fatal: true,
    ignoreBOM: true,
  });
  return {
    decode: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

function utf8Stream(): TextStream {
  let rest: Uint8Array | undefined;
  return {
    decode(bytes) {
      const all = rest === undefined ? bytes : joinBytes([rest, bytes], rest.length + bytes.length);
      const length = completeLength(all);
      rest = length < all.length ? all.slice(length) : undefined;
      return decodeStrictly(length < all.length ? all.subarray(0, length) : all);
    },
    end() {
      if (rest !== undefined) throw new TypeError('The text ends inside a character.');
      return '';
    },
  };
}

/** Length of the bytes without an incomplete UTF-8 character at the end. */
function completeLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? length - back : length;
    }
    if (byte < 0x80) break;
  }
  return length;
}

const nodeBytes = builtinModule('node:buffer') as
  | { readonly isUtf8?: (bytes: Uint8Array) => boolean }
  | undefined;

let strict: TextDecoderLike | undefined;

/**
 * For ASCII, Node's `Buffer` creates one-byte strings, which take half the memory of those of
 * `TextDecoder`.
 */
function decodeStrictly(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  if (nodeBytes?.isUtf8 === undefined) {
    strict ??= new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return strict.decode(bytes);
  }
  if (!nodeBytes.isUtf8(bytes)) throw new TypeError('The text is not valid UTF-8.');
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? `\ufeff${decodeUtf8(bytes)}` : decodeUtf8(bytes);
}
