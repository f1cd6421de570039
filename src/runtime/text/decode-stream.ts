import { platform, type TextDecoderLike } from '../platform/globals.ts';
import { joinBytes } from '../platform/node.ts';
import { decodeText, decodeUtf8, invalidAt, isSingleByte } from './encoding.ts';

/** Decodes a text that comes in pieces. */
export interface TextStream {
  /** Name of the charset. */
  readonly encoding: string;
  /** Decodes the characters that are complete so far. Invalid bytes become U+FFFD. */
  decode(bytes: Uint8Array): string;
  /** Ends the text; returns U+FFFD if the bytes ended inside a character, otherwise `''`. */
  end(): string;
  /**
   * Index, in the piece decoded last, of the first character whose bytes are not in the charset; -1
   * if all are.
   */
  readonly invalid: number;
}

/** Starts decoding in an encoding that `knownCharset` accepts, after any byte order mark. */
export function createTextStream(encoding: string): TextStream {
  const name = encoding.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return new Utf8Stream();
  return isSingleByte(name) ? new ByteStream(name) : new DecodedStream(name);
}

/** A charset with one byte for each character. */
class ByteStream implements TextStream {
  invalid = -1;
  readonly encoding: string;

  constructor(encoding: string) {
    this.encoding = encoding;
  }

  decode(bytes: Uint8Array): string {
    const text = decodeText(bytes, this.encoding);
    this.invalid = invalidAt(text, bytes, this.encoding, 0);
    return text;
  }

  end(): string {
    this.invalid = -1;
    return '';
  }
}

/** A charset of the platform. A second decoder, which fails, tells invalid bytes from U+FFFD. */
class DecodedStream implements TextStream {
  invalid = -1;
  readonly encoding: string;
  private readonly lossy: TextDecoderLike;
  private readonly strict: TextDecoderLike;
  private failed = false;

  constructor(encoding: string) {
    const label = encoding === 'utf-16' ? 'utf-16le' : encoding;
    this.encoding = label;
    this.lossy = new platform.TextDecoder(label, { ignoreBOM: true });
    this.strict = new platform.TextDecoder(label, { fatal: true, ignoreBOM: true });
  }

  decode(bytes: Uint8Array): string {
    return this.next(this.lossy.decode(bytes, { stream: true }), () =>
      this.strict.decode(bytes, { stream: true }),
    );
  }

  end(): string {
    return this.next(this.lossy.decode(), () => this.strict.decode());
  }

  private next(text: string, check: () => string): string {
    this.invalid = -1;
    try {
      if (!this.failed) check();
    } catch {
      this.failed = true;
      this.invalid = Math.max(0, text.indexOf('\ufffd'));
    }
    return text;
  }
}

/**
 * UTF-8. For ASCII, Node's `Buffer` creates one-byte strings, which take half the memory of those
 * of `TextDecoder`.
 */
class Utf8Stream implements TextStream {
  readonly encoding = 'utf-8';
  invalid = -1;
  private rest: Uint8Array | undefined;

  decode(bytes: Uint8Array): string {
    const { rest } = this;
    const all = rest === undefined ? bytes : joinBytes([rest, bytes], rest.length + bytes.length);
    const length = completeLength(all);
    this.rest = length < all.length ? all.slice(length) : undefined;
    return this.text(length < all.length ? all.subarray(0, length) : all);
  }

  end(): string {
    const { rest } = this;
    this.rest = undefined;
    return this.text(rest ?? new Uint8Array(0));
  }

  private text(bytes: Uint8Array): string {
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const text = marked ? `\ufeff${decodeUtf8(bytes)}` : decodeUtf8(bytes);
    this.invalid = invalidAt(text, bytes, 'utf-8', 0);
    return text;
  }
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
