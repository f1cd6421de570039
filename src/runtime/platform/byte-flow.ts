import {
  decodeText,
  decodeUtf8,
  invalidAt,
  isSingleByte,
  joinBytes,
  type NodeBuffer,
  nodeBuffer,
  platform,
  type TextDecoderLike,
} from './globals.ts';

/** Lengths of buffers, and of all that are kept. */
const smallest = 65536;
const largest = 4 * 1024 * 1024;
const most = 16 * 1024 * 1024;

/** Buffers to borrow, and their length together. */
const free: NodeBuffer[] = [];
let freeLength = 0;
/** Borrowed buffers by the bytes that were written to them. */
const borrowed: WeakMap<Uint8Array, NodeBuffer> = /* @__PURE__ */ new WeakMap();

/** The most bytes of a character in UTF-8. Texts that leave as many free are complete. */
const characterBytes = 4;

/**
 * The bytes of texts in UTF-8, one after the other, in a reused buffer. Allocating memory for each
 * large answer costs from a tenth of the request up to as much again, and counting its bytes before
 * they are written a twentieth. {@link returnBytes} takes it back.
 *
 * @returns `undefined` if there are no buffers, or the texts are too large for the pool.
 */
export function borrowBytes(texts: readonly string[]): Uint8Array | undefined {
  let room = texts.reduce((sum, text) => sum + text.length, characterBytes);
  while (room <= largest) {
    const buffer = takeBuffer(room);
    if (buffer === undefined) return undefined;
    let end = 0;
    for (const text of texts) end += buffer.write(text, end, buffer.length - end, 'utf8');
    const bytes = buffer.subarray(0, end);
    borrowed.set(bytes, buffer);
    if (end + characterBytes <= buffer.length) return bytes;
    returnBytes(bytes);
    room = buffer.length * 2;
  }
  return undefined;
}

/** A kept buffer of at least a length, or a new one. */
function takeBuffer(length: number): NodeBuffer | undefined {
  const at = free.findIndex((buffer) => buffer.length >= length);
  const [kept] = at < 0 ? [] : free.splice(at, 1);
  freeLength -= kept?.length ?? 0;
  return kept ?? nodeBuffer?.allocUnsafeSlow(sizeFor(length));
}

/** Takes back bytes that are no longer read. Other bytes are left alone. */
export function returnBytes(bytes: Uint8Array): void {
  const buffer = borrowed.get(bytes);
  if (buffer === undefined) return;
  borrowed.delete(bytes);
  if (freeLength + buffer.length > most) return;
  free.push(buffer);
  freeLength += buffer.length;
}

/** The next power of two. */
function sizeFor(length: number): number {
  return Math.max(smallest, 2 ** Math.ceil(Math.log2(length)));
}

/** The part of a stream of Node that is read: of a request, or of an answer. */
export interface PausableStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/**
 * The bytes of a stream of Node. They stay in the connection until they are asked for, and are
 * taken as they come: the iterator of the stream would copy them together.
 */
export class PausedBytes {
  /** Whether its end has come. Without it, a stream that is over has broken off. */
  isComplete = false;
  /** Whether nothing more will come. */
  isOver = false;
  /** Why it broke off, if the stream says so. */
  cause: unknown;
  private readonly stream: PausableStream;
  private readonly queue: Uint8Array[] = [];
  private isDropped = false;
  private wake: (() => void) | undefined;

  constructor(stream: PausableStream) {
    this.stream = stream;
    stream.on('data', (chunk) => {
      if (this.isDropped) return;
      this.queue.push(chunk);
      stream.pause();
      this.go();
    });
    stream.on('end', () => {
      this.isComplete = true;
      this.end();
    });
    stream.on('close', () => this.end());
    stream.on('error', (error) => this.end(error));
    stream.pause();
  }

  /** The next bytes; `undefined` if nothing more will come. */
  async read(): Promise<Uint8Array | undefined> {
    while (this.queue.length === 0 && !this.isOver && !this.isDropped) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.stream.resume();
      });
    }
    return this.queue.shift();
  }

  /** Drops what is there and what will come. */
  drop(): void {
    this.isDropped = true;
    this.queue.length = 0;
    this.go();
  }

  private end(error?: unknown): void {
    this.isOver = true;
    this.cause ??= error;
    this.go();
  }

  private go(): void {
    this.wake?.();
    this.wake = undefined;
  }
}

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
