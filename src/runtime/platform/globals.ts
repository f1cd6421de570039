/**
 * Smaller pieces are copied into blocks, because as separate objects they would take several times
 * their length.
 */
const smallPiece = 1024;
const blockSize = 16_384;

/** Collects the bytes of a body that arrives in pieces of any size. */
export class ByteCollector {
  /** Bytes so far. */
  length = 0;
  private readonly pieces: Uint8Array[] = [];
  /** Block that small pieces are copied to. */
  private block: Uint8Array | undefined;
  private used = 0;

  /** Adds a piece. It may be kept, so the caller must not write into it later. */
  add(piece: Uint8Array): void {
    this.length += piece.length;
    // The first piece is usually the whole body.
    if (piece.length > smallPiece || this.pieces.length === 0) {
      this.endBlock();
      this.pieces.push(piece);
      return;
    }
    if (this.used + piece.length > blockSize) this.endBlock();
    this.block ??= new Uint8Array(blockSize);
    this.block.set(piece, this.used);
    this.used += piece.length;
  }

  /** All bytes so far. */
  join(): Uint8Array {
    this.endBlock();
    return joinBytes(this.pieces, this.length);
  }

  private endBlock(): void {
    if (this.block !== undefined) this.pieces.push(this.block.subarray(0, this.used));
    this.block = undefined;
    this.used = 0;
  }
}

/** Node's `Buffer` as the runtime uses it. */
export interface NodeBuffer extends Uint8Array {
  write(text: string, offset: number, length: number, encoding: 'utf8' | 'latin1'): number;
  subarray(start?: number, end?: number): NodeBuffer;
  toString(encoding?: 'utf8'): string;
}

/** Node's `Buffer` constructor as the runtime uses it. */
interface NodeBufferConstructor {
  allocUnsafeSlow(size: number): NodeBuffer;
  byteLength(text: string): number;
  concat(chunks: readonly Uint8Array[], length: number): Uint8Array;
  from(text: string, encoding: 'utf8' | 'latin1'): NodeBuffer;
  from(buffer: ArrayBufferLike, offset: number, length: number): NodeBuffer;
  isBuffer(value: unknown): value is NodeBuffer;
}

/** Node's `Buffer`, absent elsewhere. */
export const nodeBuffer: NodeBufferConstructor | undefined = (
  globalThis as unknown as { Buffer?: NodeBufferConstructor }
).Buffer;

/** Node's `process.nextTick`, absent elsewhere. */
const nextTick: (<T>(callback: (value: T) => void, value: T) => void) | undefined = (
  globalThis as unknown as {
    process?: { nextTick?: <T>(callback: (value: T) => void, value: T) => void };
  }
).process?.nextTick;

/** Node's `setImmediate`, absent elsewhere. */
const setImmediate: ((callback: () => void) => unknown) | undefined = (
  globalThis as unknown as { setImmediate?: (callback: () => void) => unknown }
).setImmediate;

/** Calls back after the pending events have been handled. */
export function afterEvents(callback: () => void): void {
  // The first call may run before the event loop polls again.
  if (setImmediate === undefined) callback();
  else setImmediate(() => setImmediate?.(callback));
}

/** Joins byte arrays. */
export function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  if (nodeBuffer !== undefined) return nodeBuffer.concat(chunks, length);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/**
 * The content codings of a body (RFC 9110, section 8.4), the one to decode first in front. As with
 * `fetch`, a body with an unknown coding, such as `UTF-8` or `none`, has none.
 *
 * @param header Value of Content-Encoding.
 */
export function contentCodings(header: string): readonly string[] {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const known =
    codings.length < 6 && codings.every((coding) => /^(x-)?gzip$|^deflate$|^br$/.test(coding));
  return known ? codings.reverse() : [];
}

/** The environment's own type `AbortSignal` if it has one, else {@link AbortSignalLike}. */
export type PlatformSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : AbortSignalLike;

/** The environment's own type `Response` if it has one, else {@link FetchResponse}. */
export type PlatformResponse = typeof globalThis extends {
  Response: { prototype: infer Answer };
}
  ? Answer
  : FetchResponse;

/** The part of `AbortSignal` that the runtime uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of `Headers` that the runtime reads. */
interface FetchHeaders {
  get(name: string): string | null;
  forEach(callback: (value: string, name: string) => void): void;
}

/** The part of `Request` that the server reads. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: FetchHeaders;
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of `Response` that the client reads. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText?: string;
  /** `opaqueredirect` for a redirect that a browser hides. */
  readonly type?: string;
  readonly headers: FetchHeaders;
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** What the client passes to `fetch` in addition to the URL. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal?: PlatformSignal;
}

/** `fetch` as the client calls it. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A controller whose signal cancels a call or a handler. */
export interface AbortControllerLike {
  readonly signal: AbortSignalLike;
  abort(reason?: unknown): void;
}

/** A parsed absolute URL. */
export interface ParsedUrl {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly username: string;
  readonly password: string;
}

/** A URL without user and password. */
export function withoutUser(url: string): string {
  return url.replace(/\/\/[^/\\?#]*@/, '//');
}

/** A reader of a web stream. */
export interface ByteStreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The part of `TextDecoder` that the runtime uses. */
export interface TextDecoderLike {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** The source of a web stream. `pull` is called when its queue has room. */
interface ByteStreamSource {
  pull(controller: ByteStreamController): void | Promise<void>;
  cancel(reason?: unknown): void;
}

/** Receives the bytes of a web stream. */
export interface ByteStreamController {
  enqueue(bytes: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

/**
 * The globals of Node, Deno, Bun, workers and browsers that the runtime uses, all of them optional.
 */
interface Platform {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly navigator?: { readonly userAgent?: string };
  readonly fetch?: FetchFunction;
  readonly AbortController: new () => AbortControllerLike;
  readonly Request: new (url: string, init?: unknown) => FetchRequest;
  readonly Response: new (
    body: object | string | null,
    init: { status: number; statusText?: string; headers: [string, string][] },
  ) => PlatformResponse;
  readonly ReadableStream: new (
    source: ByteStreamSource,
    strategy?: { readonly highWaterMark: number },
  ) => object;
  readonly TextDecoder: new (
    label: string,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ) => TextDecoderLike;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly URL: new (url: string, base?: string) => ParsedUrl;
  readonly performance: { now(): number };
  readonly atob: (text: string) => string;
  readonly btoa: (text: string) => string;
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The only access of the runtime to its environment. */
export const platform: Platform = globalThis as unknown as Platform;

/** Whether a value is a promise or similar. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

/**
 * Calls a listener, on whose result nothing depends. Whatever it throws or rejects with is ignored:
 * a listener must not make a call fail, or end the process.
 */
export function tell(listener: () => unknown): void {
  try {
    const result = listener();
    if (isPromise(result)) result.then(undefined, (): undefined => undefined);
  } catch {
    // Nobody waits for the listener.
  }
}

/** A reader of `body` if it is a web stream, else `undefined`. */
export function streamReader(body: unknown): ByteStreamReader | undefined {
  return (body as { getReader?(): ByteStreamReader } | null | undefined)?.getReader?.();
}

/** The part of a client's request, or of a server's response, that takes a text. */
export interface TextMessage {
  readonly writableEnded?: boolean;
  readonly destroyed?: boolean;
  write(text: string, encoding: 'utf8' | 'latin1'): unknown;
  end(): unknown;
  destroy(): unknown;
}

interface Waiting {
  readonly message: TextMessage;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/** Whole milliseconds that a text may wait for others. */
const patience = 1;

let waiting: Waiting[] = [];
/** Time when the first waiting text arrived, in milliseconds. */
let since = 0;
/** Whether a text has been sent in this turn of the event loop. */
let isTurn = false;

/**
 * Sends the rest of a message, text in one piece with the head already set, and ends it. In each
 * turn of the event loop, the first message is sent at once and those of other connections together
 * after it. Sending wakes the receiver, which costs more than sending itself; of receivers of
 * messages sent together, most are already awake. Messages that have waited for two milliseconds
 * are sent with the next one, so that they wait for at most one slow piece of work. `undefined`
 * without `setImmediate` or `process.nextTick`.
 *
 * @param text The rest of the message; may be empty.
 * @param encoding Encoding of text and head.
 */
export const sendTogether:
  | ((message: TextMessage, text: string, encoding: 'utf8' | 'latin1') => void)
  | undefined =
  nextTick === undefined || setImmediate === undefined
    ? undefined
    : (message, text, encoding) => {
        if (!isTurn) {
          isTurn = true;
          setImmediate?.(endTurn);
          send({ message, text, encoding });
          return;
        }
        const now = Date.now();
        if (waiting.length === 0) since = now;
        waiting.push({ message, text, encoding });
        if (now - since > patience) sendWaiting();
      };

function endTurn(): void {
  isTurn = false;
  sendWaiting();
}

function sendWaiting(): void {
  const messages = waiting;
  waiting = [];
  for (const one of messages) send(one);
}

/** Messages that have ended meanwhile are skipped. If sending fails, the connection is closed. */
function send({ message, text, encoding }: Waiting): void {
  if (message.writableEnded === true || message.destroyed === true) return;
  try {
    if (text !== '') message.write(text, encoding);
    // Later, because ending now would add an empty piece, for which both would be copied.
    nextTick?.(end, message);
  } catch {
    message.destroy();
  }
}

function end(message: TextMessage): void {
  message.end();
}

/** The parts of a `TracingChannel` of node:diagnostics_channel that the runtime uses. */
export interface TracingChannel {
  readonly hasSubscribers: boolean;
  readonly start: Channel & { runStores<T>(event: object, action: () => T): T };
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
}

interface Channel {
  publish(event: object): void;
}

/** What events of both channels have. Properties are set as soon as they are known. */
export interface TraceEvent {
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** Code of the fault or of the error that ended it; absent if it succeeded. */
  code?: string | undefined;
  /** Name and code of that fault or error, never its message. */
  error?: { readonly name: string; readonly code: string } | undefined;
}

/** A call or a request from its start to its end, for the subscribers of a channel. */
export class Trace<Event extends TraceEvent & { readonly durations: object }> {
  readonly event: Event;
  private readonly channel: TracingChannel;
  private last = platform.performance.now();

  constructor(channel: TracingChannel, event: Event) {
    this.channel = channel;
    this.event = event;
  }

  /** Starts it, with the stores that subscribers bind to the channel. */
  run<T>(action: () => T): T {
    const { channel, event } = this;
    try {
      return channel.start.runStores(event, action);
    } finally {
      channel.end.publish(event);
    }
  }

  /** Ends a phase, which began where the one before it ended. */
  mark(phase: keyof Event['durations'], known?: Partial<Event>): void {
    const now = platform.performance.now();
    const durations = this.event.durations as Record<typeof phase, number>;
    durations[phase] = (durations[phase] ?? 0) + now - this.last;
    this.last = now;
    Object.assign(this.event, known);
  }

  /** Ends it, with name and code of its error if there is one. */
  over(error?: { readonly name: string; readonly code: string }): void {
    const { channel, event } = this;
    if (error !== undefined) {
      event.code = error.code;
      event.error = error;
      channel.error.publish(event);
    }
    channel.asyncStart.publish(event);
    channel.asyncEnd.publish(event);
  }
}

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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hexDigits = '0123456789ABCDEF';
const lowerHexDigits = '0123456789abcdef';

/** Value of each base64 digit by its code. */
const base64Values: Uint8Array = /* @__PURE__ */ valuesOf(alphabet);

/** Value of each hexadecimal digit by its code, in both letter cases. */
const hexValues: Uint8Array = /* @__PURE__ */ valuesOf(hexDigits, lowerHexDigits);

function valuesOf(...digits: readonly string[]): Uint8Array {
  const values = new Uint8Array(128);
  for (const list of digits) {
    for (let value = 0; value < list.length; value++) values[list.charCodeAt(value)] = value;
  }
  return values;
}

/** Decodes base64 that is valid and has no spaces, on platforms without a decoder. */
export function bytesFromBase64(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const digit = (at: number): number => base64Values[text.charCodeAt(at)] ?? 0;
  let to = 0;
  for (let at = 0; at < text.length; at += 4) {
    const group = (digit(at) << 18) | (digit(at + 1) << 12) | (digit(at + 2) << 6) | digit(at + 3);
    // Writes beyond the end of the array, in place of padding, have no effect.
    bytes[to++] = group >> 16;
    bytes[to++] = (group >> 8) & 255;
    bytes[to++] = group & 255;
  }
  return bytes;
}

/** Encodes bytes as base64, on platforms without an encoder. */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1];
    const third = bytes[at + 2];
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    text += second === undefined ? '=' : alphabet.charAt((group >> 6) & 63);
    text += third === undefined ? '=' : alphabet.charAt(group & 63);
  }
  return text;
}

/** Decodes valid hexadecimal digits. */
export function bytesFromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = hexValues[text.charCodeAt(at * 2)] ?? 0;
    bytes[at] = high * 16 + (hexValues[text.charCodeAt(at * 2 + 1)] ?? 0);
  }
  return bytes;
}

/** Encodes bytes as hexadecimal digits in upper case. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15);
  return text;
}
