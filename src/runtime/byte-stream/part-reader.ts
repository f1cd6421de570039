import { AttachmentError, framingOf, maxHeaderBytes, readPartHead } from '../mime/read-parts.ts';
import type { ByteSource } from '../operation/message.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { decodeText, encodeUtf8 } from '../text/encoding.ts';
import { type Decode, transferDecoder } from './transfer-decoder.ts';

const LF = 10;
const CR = 13;
const nothing = new Uint8Array(0);
/** White space that may follow a boundary (RFC 2046, section 5.1.1). */
const maxPadding = 1024;

/** The head of a part whose content comes next. */
export interface OpenPart {
  readonly id: string;
  readonly type: string;
}

/** A line that may be a boundary: where the next one begins, and whether it is the last. */
type Boundary = { readonly next: number; readonly isLast: boolean };

/**
 * Reads a message in several parts as it arrives (RFC 2046, section 5.1). Of a part, only what is
 * asked for is read; no more than a few lines are held.
 */
export class PartReader {
  private readonly source: ByteSource;
  private readonly delimiter: Uint8Array;
  private readonly most: number;
  private data: Uint8Array = nothing;
  /** Content that was read with the headers. */
  private left: Uint8Array = nothing;
  private ended = false;
  /** Whether the last boundary was read. */
  private closed = false;
  /** Whether a part is open whose end was not read. */
  private inPart = false;
  /** Whether the next byte is the first one of a line. */
  private isLineStart = true;
  private parts = 0;
  private decode: Decode | undefined;

  /** @throws AttachmentError the content type names no boundary */
  constructor(source: ByteSource, contentType: string) {
    const { boundary, most } = framingOf(contentType);
    this.source = source;
    this.delimiter = encodeUtf8(`--${boundary}`);
    this.most = most;
  }

  /**
   * The next part, after the rest of the current one is skipped; `undefined` at the end.
   *
   * @throws AttachmentError the message is malformed or cut off
   */
  async next(): Promise<OpenPart | undefined> {
    if (this.parts === 0) this.inPart = true;
    while ((await this.piece()) !== undefined);
    if (this.closed) return undefined;
    if (this.parts === this.most) {
      throw new AttachmentError(`The multipart message has more than ${this.most} parts.`);
    }
    this.parts += 1;
    this.inPart = true;
    this.isLineStart = true;
    const { id, type, encoding } = await this.head();
    this.decode = transferDecoder(encoding);
    return { id, type };
  }

  /**
   * The next bytes of the part, decoded; `undefined` at its end.
   *
   * @throws AttachmentError the message is malformed or cut off
   */
  async read(): Promise<Uint8Array | undefined> {
    const { decode } = this;
    for (;;) {
      const bytes = await this.piece();
      if (decode === undefined) return bytes;
      const decoded = decode(bytes);
      if (bytes === undefined) this.decode = undefined;
      if (decoded.length > 0) return decoded;
      if (bytes === undefined) return undefined;
    }
  }

  /** The next bytes of the part as they are. */
  private async piece(): Promise<Uint8Array | undefined> {
    const { left } = this;
    this.left = nothing;
    if (left.length > 0) return left;
    while (this.inPart) {
      const bytes = this.take();
      if (bytes.length > 0) return bytes;
      if (this.inPart) await this.fill();
    }
    return undefined;
  }

  /** Takes content that is known to be some, up to the boundary if that is found. */
  private take(): Uint8Array {
    const { data } = this;
    let line = this.isLineStart ? 0 : data.indexOf(LF) + 1 || -1;
    for (; line >= 0; line = data.indexOf(LF, line) + 1 || -1) {
      const found = this.boundaryAt(line);
      if (found === undefined) continue;
      const end = line === 0 ? 0 : line - (data[line - 2] === CR ? 2 : 1);
      if (found !== 'more') {
        this.data = data.subarray(found.next);
        this.closed = found.isLast;
        this.inPart = false;
        return data.subarray(0, end);
      }
      return this.release(end, line === 0);
    }
    // a line break may follow, which belongs to a boundary
    return this.release(data[data.length - 1] === CR ? data.length - 1 : data.length, false);
  }

  private release(end: number, isLineStart: boolean): Uint8Array {
    const { data } = this;
    this.data = data.subarray(end);
    this.isLineStart = isLineStart;
    return data.subarray(0, end);
  }

  /** The boundary in a line; `undefined` if it has none, `more` if that is not known yet. */
  private boundaryAt(line: number): Boundary | 'more' | undefined {
    const { data, delimiter, ended } = this;
    const known = Math.min(delimiter.length, data.length - line);
    for (let at = 0; at < known; at += 1) if (data[line + at] !== delimiter[at]) return undefined;
    const start = line + delimiter.length;
    const isCut = !ended && data.length - start < maxPadding;
    if (known < delimiter.length) return isCut ? 'more' : undefined;
    const next = data.indexOf(LF, start) + 1;
    if (next === 0 && isCut) return 'more';
    const rest = decodeText(data.subarray(start, next || data.length), 'latin1').trim();
    const isLast = rest.startsWith('--');
    return rest === '' || isLast ? { next: next || data.length, isLast } : undefined;
  }

  /** The headers. What was read of the content is kept. */
  private async head(): Promise<ReturnType<typeof readPartHead>> {
    let held = new ByteCollector();
    // so that many short pieces take no longer than a few
    let enough = 0;
    for (;;) {
      const bytes = await this.piece();
      if (bytes !== undefined) held.add(bytes);
      if (bytes !== undefined && held.length < enough) continue;
      const data = held.join();
      const text = decodeText(data.subarray(0, maxHeaderBytes), 'latin1');
      const isWhole = /(?:^|\n)\r?\n/.test(text) || data.length > maxHeaderBytes;
      if (isWhole || bytes === undefined) {
        const head = readPartHead(data);
        this.left = data.subarray(head.end);
        return head;
      }
      enough = data.length * 1.5;
      held = new ByteCollector();
      held.add(data);
    }
  }

  private async fill(): Promise<void> {
    if (this.ended) {
      const wrong = this.parts === 0 ? 'does not contain its boundary' : 'is cut off';
      throw new AttachmentError(`The multipart message ${wrong}.`);
    }
    const bytes = await this.source.read();
    if (bytes === undefined) this.ended = true;
    else this.data = joined(this.data, bytes);
  }
}

/** What is held of the bytes before is short. */
function joined(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  // not those of a pool, nor a Buffer
  if (before.length === 0) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const all = new Uint8Array(before.length + bytes.length);
  all.set(before);
  all.set(bytes, before.length);
  return all;
}
