import type {
  ArrivingMessage,
  Attachment,
  BodyRest,
  ByteSource,
  MtomOption,
  PendingParts,
  ReceivedParts,
  SentAttachment,
  Surroundings,
} from '../operation/descriptor.ts';
import {
  ByteCollector,
  type ByteStreamReader,
  decodeText,
  encodeUtf8,
  joinBytes,
  platform,
} from '../platform/globals.ts';
import type { Simple } from '../types/description.ts';
import {
  base64Binary,
  contentIdIn,
  decoded,
  readInclude,
  readIncluded,
  xopNamespace,
} from '../types/text.ts';
import { unescaped } from '../types/value.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../values/text.ts';
import { XmlValueError } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { describeValue, EncodeError } from '../xml/writer.ts';
import { type Decode, rootOfXop, transferDecoder, writeOptimized } from './attachment.ts';
import {
  AttachmentError,
  checkIds,
  envelopePart,
  framingOf,
  maxHeaderBytes,
  partHead,
  partsOf,
  type RootPart,
  readPartHead,
  rootId,
} from './mime.ts';

/** What a message that is being written does with streams; absent where it can do nothing. */
const placing: { current: ((stream: ByteStream) => string) | undefined } = {
  current: undefined,
};

/** A message that was written, and the streams that belong to it. */
interface WrittenStreams<T> {
  readonly written: T;
  readonly streams: readonly ByteStream[];
}

/**
 * Writes a message with streams. If it cannot be written, they are cancelled.
 *
 * @param place gives what stands for the stream of a number, from 1
 * @param write writes the message at once
 */
function writeWithStreams<T>(place: (number: number) => string, write: () => T): WrittenStreams<T> {
  const streams: ByteStream[] = [];
  const before = placing.current;
  placing.current = (stream) => {
    if (streams.includes(stream)) throw new EncodeError('A stream can only be sent once.');
    return place(streams.push(stream));
  };
  try {
    return { written: write(), streams };
  } catch (error) {
    for (const one of streams) cancelStream(one, error);
    throw error;
  } finally {
    placing.current = before;
  }
}

/** Tells the source of a stream that no one reads it. */
export function cancelStream(stream: ByteStream, reason: unknown): void {
  // it rejects if someone else reads it
  stream.cancel(reason).catch((): undefined => undefined);
}

/** A piece of a body: bytes or text, or a stream, in base64 if it is said so. */
type Piece = string | Uint8Array | { readonly stream: ByteStream; readonly base64: boolean };

/** A body in pieces as its beginning and the rest. */
interface PiecedBody {
  readonly body: Uint8Array;
  /** Absent if there is no stream. */
  readonly rest?: BodyRest | undefined;
}

/** The pieces up to the first stream, and the rest, which can be read once. */
function piecedBody(pieces: readonly Piece[]): PiecedBody {
  const first = pieces.findIndex((one) => typeof one === 'object' && 'stream' in one);
  const at = first < 0 ? pieces.length : first;
  const head = pieces.slice(0, at).map((one) => (typeof one === 'string' ? encodeUtf8(one) : one));
  const bytes = head as readonly Uint8Array[];
  const length = bytes.reduce((sum, one) => sum + one.length, 0);
  const left = pieces.slice(at);
  let open: AsyncGenerator<string | Uint8Array, void, undefined> | undefined;
  const body = joinBytes(bytes, length);
  if (first < 0) return { body };
  return {
    body,
    rest: {
      async next() {
        open ??= sendPieces(left);
        const { done, value } = await open.next();
        return done === true ? undefined : (value as string | Uint8Array);
      },
      cancel(reason = new Error('The message was not sent.')) {
        for (const one of left.splice(0)) {
          if (typeof one === 'object' && 'stream' in one) cancelStream(one.stream, reason);
        }
        current.get(left)?.(reason);
      },
    },
  };
}

/** Ends the stream that is being read. */
const current = new WeakMap<object, (reason: unknown) => void>();

async function* sendPieces(left: Piece[]): AsyncGenerator<string | Uint8Array, void, undefined> {
  for (let one = left.shift(); one !== undefined; one = left.shift()) {
    if (typeof one === 'string' || one instanceof Uint8Array) yield one;
    else {
      const reader = one.stream.getReader();
      current.set(left, (reason) => {
        reader.cancel(reason).catch((): undefined => undefined);
      });
      yield* one.base64 ? inBase64(reader) : readAll(reader);
      current.delete(left);
    }
  }
}

type Reader = ReturnType<ByteStream['getReader']>;

async function* readAll(reader: Reader): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!(value instanceof Uint8Array)) {
      const error = new EncodeError(
        `A stream of bytes gave ${describeValue(value)} instead of a Uint8Array.`,
      );
      reader.cancel(error).catch((): undefined => undefined);
      throw error;
    }
    if (value.length > 0) yield value;
  }
}

/** Base64 in groups of three bytes, as one text. */
async function* inBase64(reader: Reader): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array = new Uint8Array(0);
  for await (const bytes of readAll(reader)) {
    const all = joinBytes([held, bytes], held.length + bytes.length);
    const end = all.length - (all.length % 3);
    held = all.slice(end);
    if (end > 0) yield formatXsdBase64Binary(all.subarray(0, end));
  }
  if (held.length > 0) yield formatXsdBase64Binary(held);
}

/** A boundary that no content has, because no one can know it before. */
function randomBoundary(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  return `=_asmx_${Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** How a message with streams is written. */
interface StreamedMessage<T> {
  /** Whether streams are parts of their own; in base64 otherwise. */
  readonly inParts: boolean;
  /** How other bytes are sent. */
  readonly mtom: MtomOption | undefined;
  /** Writes the message at once. */
  readonly write: () => T;
  /** Attachments that the contract does not declare. */
  readonly attachments?: readonly SentAttachment[] | undefined;
  /** The envelope of what was written, and its content type. */
  readonly envelope: (written: T) => { readonly text: string; readonly contentType: string };
}

/** A message that is sent piece by piece. */
interface SentMessage<T> {
  readonly written: T;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Absent if there are no streams. */
  readonly rest?: BodyRest | undefined;
}

/** A character that no message can have. */
const mark = '\uffff';
const marks = new RegExp(`${mark}\\d+${mark}`);

/**
 * Writes a message with streams: as parts of their own (XOP 1.0, section 3.1), or in base64 in
 * their place. Nothing is held but the piece that is sent.
 */
export function writeStreams<T>(message: StreamedMessage<T>): SentMessage<T> {
  const { inParts, mtom, write, envelope } = message;
  const place = (number: number): string =>
    inParts
      ? `<xop:Include xmlns:xop="${xopNamespace}" href="cid:${streamId(number)}" />`
      : `${mark}${number}${mark}`;
  const optimize = inParts && mtom !== undefined && mtom !== false;
  const { written: all, streams } = writeWithStreams(place, () =>
    optimize ? writeOptimized(mtom, write) : { written: write(), contents: [] },
  );
  const { written, contents } = all;
  const { text, contentType } = envelope(written);
  const others = partsOf(message.attachments);
  if (inParts && (optimize || streams.length > 0)) {
    const { root, parts } = rootOfXop(text, contentType, contents);
    return { written, ...sendParts(root, [root.text], [...parts, ...others], streams) };
  }
  const pieces = text.split(marks).flatMap((one, index): readonly Piece[] => {
    const stream = streams[index];
    return stream === undefined ? [one] : [one, { stream, base64: true }];
  });
  if (others.length > 0) {
    return { written, ...sendParts(envelopePart(text, contentType), pieces, others, []) };
  }
  if (streams.length === 0) return { written, contentType, body: text };
  return { written, contentType, ...piecedBody(pieces) };
}

/** The envelope, the parts that are there, then the streams. */
function sendParts(
  { contentType: type, parameters }: RootPart,
  envelope: readonly Piece[],
  parts: readonly Attachment[],
  streams: readonly ByteStream[],
): Omit<SentMessage<never>, 'written'> {
  const boundary = randomBoundary();
  const head = (id: string, own: string): string => partHead(boundary, { id, type: own });
  const octets = 'application/octet-stream';
  const ids = streams.map((_, index) => ({ id: streamId(index + 1) }));
  checkIds([{ id: rootId }, ...parts, ...ids]);
  const pieces: Piece[] = [head(rootId, type), ...envelope];
  for (const { id, type: own, content } of parts) pieces.push(`\r\n${head(id, own)}`, content);
  streams.forEach((stream, index) => {
    pieces.push(`\r\n${head(streamId(index + 1), octets)}`, { stream, base64: false });
  });
  pieces.push(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/related; ${parameters}; start="<${rootId}>"; boundary="${boundary}"`,
    ...piecedBody(pieces),
  };
}

function streamId(number: number): string {
  return `stream${number}@asmx.invalid`;
}

/** The part of `ReadableStream<Uint8Array>` that the runtime uses. */
export interface ByteStream {
  getReader(): ByteStreamReader;
  cancel(reason?: unknown): Promise<void>;
}

/** Whether a value is a stream. */
function isByteStream(value: unknown): value is ByteStream {
  return typeof (value as { getReader?: unknown } | null | undefined)?.getReader === 'function';
}

/** @throws EncodeError it is no stream, or someone else reads it */
function checkStream(value: unknown): ByteStream {
  if (!isByteStream(value)) {
    throw new EncodeError(`Expected a ReadableStream of bytes, got ${describeValue(value)}.`);
  }
  if ((value as { readonly locked?: boolean }).locked === true) {
    throw new EncodeError('The stream is locked: somebody else reads it, or has read it.');
  }
  return value;
}

/**
 * A stream that is read on demand.
 *
 * @param next gives the next bytes; `undefined` at the end
 * @param cancel called if no one reads the rest
 */
export function streamOf(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => void,
): ByteStream {
  const stream = new platform.ReadableStream(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      },
      cancel,
    },
    // nothing is read before it is asked for
    { highWaterMark: 0 },
  );
  return stream as ByteStream;
}

/** A stream of bytes that are there already. */
function streamOfBytes(bytes: Uint8Array): ByteStream {
  let left: Uint8Array | undefined = bytes.length > 0 ? bytes : undefined;
  return streamOf(
    () => {
      const given = left;
      left = undefined;
      return Promise.resolve(given);
    },
    () => {
      left = undefined;
    },
  );
}

/** The stream of an element that refers to a part of the message; `undefined` for any other. */
function includedStream(reader: XmlReader): unknown {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined) return undefined;
  if (reader.attributes.length > 0) reader.declared?.checkText(reader);
  const { pending } = parts;
  if (pending === undefined) {
    const bytes = readIncluded(reader, parseXsdBase64Binary) as Uint8Array | undefined;
    return bytes && streamOfBytes(bytes);
  }
  return readInclude(reader, (href) => {
    const id = contentIdIn(href);
    const stream = pending.stream(id);
    if (stream !== undefined) return stream;
    throw new XmlValueError(`Two streams refer to the part '${id.slice(0, 200)}'.`);
  });
}

/** Bytes as a `ReadableStream<Uint8Array>`. */
export const byteStream: Simple = /* @__PURE__ */ unescaped(
  (text) => streamOfBytes(parseXsdBase64Binary(text)),
  (value) => {
    const stream = checkStream(value);
    if (placing.current !== undefined) return placing.current(stream);
    const error = new EncodeError('A stream cannot be sent here, as in a signed message.');
    cancelStream(stream, error);
    throw error;
  },
  {
    read: (reader, parse) => includedStream(reader) ?? base64Binary.read?.(reader, parse),
    json: { type: 'string', contentEncoding: 'base64' },
  },
);

/**
 * Reads a message in several parts up to the end of its envelope (RFC 2387).
 *
 * @throws AttachmentError it is malformed or cut off
 * @throws Error of `around.tooLong`: the envelope, with the parts before it, is too long
 */
export async function receiveArriving(
  source: ByteSource,
  contentType: string,
  around: Surroundings,
): Promise<ArrivingMessage> {
  const reader = new PartReader(source, contentType);
  const { base, isRoot } = framingOf(contentType);
  const before: Attachment[] = [];
  let length = 0;
  const read = async (): Promise<Attachment | undefined> => {
    const head = await reader.next();
    if (head === undefined) return undefined;
    const content = new ByteCollector();
    for (;;) {
      const bytes = await reader.read();
      if (bytes === undefined) return { ...head, content: content.join() };
      length += bytes.length;
      if (length > around.held) throw around.tooLong();
      content.add(bytes);
    }
  };
  let root: Attachment | undefined;
  for (;;) {
    const part = await read();
    if (part === undefined) break;
    if (isRoot(part)) {
      root = part;
      break;
    }
    before.push(part);
  }
  // without one that says so, the first part is the envelope
  root ??= before.shift();
  const parts = new ArrivingParts(reader, around);
  for (const part of before) parts.add(part);
  return {
    contentType: root?.type || base,
    body: root?.content ?? new Uint8Array(0),
    parts: parts.received,
  };
}

/** How often a message is read again for parts that its values need; then all are fetched. */
const maxReadings = 3;
const standIn = new Uint8Array(0);

/** The stream of a part. */
interface PartStream {
  readonly id: string;
  /** Bytes that arrived before they were asked for. */
  readonly queue: Uint8Array[];
  /** Whether someone reads it. */
  started: boolean;
  /** Whether all of it arrived, or no one reads it any more. */
  over: boolean;
  dropped: boolean;
}

/** Parts of a message that are read while it is already handled. */
class ArrivingParts implements PendingParts {
  readonly received: ReceivedParts & { readonly pending: PendingParts };
  private readonly reader: PartReader;
  private readonly around: Surroundings;
  private readonly loaded: Attachment[] = [];
  private readonly streams = new Map<string, PartStream>();
  private readonly seen = new Set<string>();
  private needed = new Set<string>();
  private readings = 0;
  private held = 0;
  private complete = false;
  private current: PartStream | 'none' | undefined;
  private step: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isOver = false;
  /** Streams that wait for a slower one. */
  private waiting: (() => void)[] = [];
  private readonly byId = new Map<string, Attachment>();

  constructor(reader: PartReader, around: Surroundings) {
    this.reader = reader;
    this.around = around;
    this.received = { all: this.loaded, rest: new Set(), pending: this };
  }

  bytes(id: string): Attachment | undefined {
    const key = decoded(id);
    const part = this.byId.get(key);
    if (part !== undefined) this.received.rest.delete(part);
    if (part !== undefined || this.complete) return part;
    this.needed.add(key);
    return { id: key, type: '', content: standIn };
  }

  stream(id: string): object | undefined {
    const key = decoded(id);
    const part = this.byId.get(key);
    if (part !== undefined) {
      this.received.rest.delete(part);
      return streamOfBytes(part.content);
    }
    if (this.streams.has(key)) return undefined;
    const own: PartStream = {
      id: key,
      queue: [],
      started: false,
      over: false,
      dropped: false,
    };
    this.streams.set(key, own);
    return streamOf(
      () => this.next(own),
      () => this.drop(own),
    );
  }

  /** Adds a part that came before the envelope. */
  add(part: Attachment): void {
    const key = decoded(part.id);
    if (key !== '' && this.seen.has(key)) throw repeated(part.id);
    this.seen.add(key);
    this.held += part.content.length;
    this.loaded.push(part);
    if (key !== '') this.byId.set(key, part);
    this.received.rest.add(part);
  }

  /**
   * Reads a message, once more when parts have arrived that its values need.
   *
   * @throws AttachmentError the message is malformed or cut off
   */
  async settle<Result>(read: () => Result): Promise<Result> {
    for (;;) {
      this.streams.clear();
      this.needed = new Set();
      let result: Result | undefined;
      let failure: { readonly error: unknown } | undefined;
      try {
        result = read();
      } catch (error) {
        failure = { error };
      }
      if (this.needed.size === 0 || this.complete) {
        if (failure !== undefined) throw failure.error;
        await this.reachStream();
        if (this.streams.size === 0) await this.finish(true);
        return result as Result;
      }
      this.readings += 1;
      const isLast = this.readings >= maxReadings;
      await this.load(() => !isLast && [...this.needed].every((id) => this.seen.has(id)));
    }
  }

  /** Fetches all parts. */
  collect(): Promise<void> {
    return this.load(() => false);
  }

  /** Ends all streams: no one reads the rest. */
  cancel(error: unknown): void {
    if (this.isOver) return;
    this.failure ??= { error };
    this.finish(false, error);
  }

  private async load(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const head = await this.reader.next();
      if (head === undefined) {
        this.complete = true;
        return;
      }
      await this.loadPart(head);
    }
  }

  private async loadPart(head: OpenPart): Promise<void> {
    const content = new ByteCollector();
    for (;;) {
      const bytes = await this.reader.read();
      if (bytes === undefined) break;
      if (this.held + content.length + bytes.length > this.around.held) {
        throw this.around.tooLong();
      }
      content.add(bytes);
    }
    this.add({ id: head.id, type: head.type, content: content.join() });
  }

  /** Fetches what comes before the first stream: attachments, which callers see at once. */
  private async reachStream(): Promise<void> {
    while (this.current === undefined && !this.complete) {
      const head = await this.reader.next();
      if (head === undefined) this.complete = true;
      else if (this.streams.has(decoded(head.id))) this.current = this.streamFor(head);
      else await this.loadPart(head);
    }
  }

  /** The next bytes of a stream; `undefined` at its end. */
  private async next(own: PartStream): Promise<Uint8Array | undefined> {
    own.started = true;
    try {
      for (;;) {
        const bytes = own.queue.shift();
        if (bytes !== undefined) {
          this.held -= bytes.length;
          this.wake();
          return bytes;
        }
        if (own.over) {
          await this.end(own);
          return undefined;
        }
        if (this.failure !== undefined) throw this.failure.error;
        await this.advance(own);
      }
    } catch (cause) {
      const error = this.failure?.error ?? this.around.failed(cause);
      this.cancel(error);
      throw error;
    }
  }

  /** After the last stream, the rest of the message is checked. */
  private async end(own: PartStream): Promise<void> {
    this.streams.delete(own.id);
    if (this.streams.size > 0) return;
    while (!this.complete) await this.proceed();
    await this.finish(true);
  }

  private async advance(own: PartStream): Promise<void> {
    const { current } = this;
    if (this.step !== undefined) await this.step;
    else if (isRead(current) && current !== own && current.queue.length > 0) {
      // whoever reads that one is slower
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    } else await this.proceed();
    if (this.failure === undefined && this.complete && !own.over && own.queue.length === 0) {
      throw new AttachmentError(
        `xop:Include refers to 'cid:${own.id.slice(0, 200)}', but the message has no part of it.`,
      );
    }
  }

  private proceed(): Promise<void> {
    this.step ??= this.move().then(
      () => {
        this.step = undefined;
      },
      (error: unknown) => {
        this.step = undefined;
        throw error;
      },
    );
    return this.step;
  }

  /** Reads the next bytes of the message, for whichever stream they are. */
  private async move(): Promise<void> {
    if (this.current === undefined) {
      const head = await this.reader.next();
      if (head === undefined) this.complete = true;
      else this.current = this.streamFor(head);
      return;
    }
    const bytes = await this.reader.read();
    const { current } = this;
    if (bytes === undefined) {
      if (current !== 'none') current.over = true;
      this.current = undefined;
    } else if (current !== 'none' && !current.dropped) {
      current.queue.push(bytes);
      this.held += bytes.length;
      if (this.held > this.around.held && !current.started) throw this.around.tooLong();
    }
  }

  private streamFor({ id }: OpenPart): PartStream | 'none' {
    const key = decoded(id);
    if (key !== '' && this.seen.has(key)) throw repeated(id);
    this.seen.add(key);
    return this.streams.get(key) ?? 'none';
  }

  private drop(own: PartStream): void {
    own.dropped = true;
    own.over = true;
    own.queue.length = 0;
    this.wake();
    this.streams.delete(own.id);
    if (this.streams.size === 0) this.finish(false);
  }

  private wake(): void {
    for (const go of this.waiting.splice(0)) go();
  }

  private async finish(isRead: boolean, error?: unknown): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.wake();
    await this.around.over(isRead, error);
  }
}

function isRead(current: PartStream | 'none' | undefined): current is PartStream {
  return current !== undefined && current !== 'none' && current.started && !current.dropped;
}

function repeated(id: string): AttachmentError {
  return new AttachmentError(`The multipart message has several parts '${id.slice(0, 200)}'.`);
}

const lineFeed = 10;
const carriageReturn = 13;
const nothing = new Uint8Array(0);
/** White space that may follow a boundary (RFC 2046, section 5.1.1). */
const maxPadding = 1024;

/** The head of a part whose content comes next. */
interface OpenPart {
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
    let line = this.isLineStart ? 0 : data.indexOf(lineFeed) + 1 || -1;
    for (; line >= 0; line = data.indexOf(lineFeed, line) + 1 || -1) {
      const found = this.boundaryAt(line);
      if (found === undefined) continue;
      const end = line === 0 ? 0 : line - (data[line - 2] === carriageReturn ? 2 : 1);
      if (found !== 'more') {
        this.data = data.subarray(found.next);
        this.closed = found.isLast;
        this.inPart = false;
        return data.subarray(0, end);
      }
      return this.release(end, line === 0);
    }
    // a line break may follow, which belongs to a boundary
    return this.release(
      data[data.length - 1] === carriageReturn ? data.length - 1 : data.length,
      false,
    );
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
    const next = data.indexOf(lineFeed, start) + 1;
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
