import {
  AsmxError,
  type Attachment,
  type AttachmentPart,
  attachmentProblem,
  type MultipartMessage,
  type OpenedMessage,
  type SentAttachment,
} from '../operation/descriptor.ts';
import {
  decodeText,
  decodeUtf8,
  encodeUtf8,
  joinBytes,
  knownCharset,
  nodeBuffer,
  platform,
} from '../platform/globals.ts';
import { EncodeError } from '../xml/writer.ts';

/** Content-ID of the envelope. */
export const rootId = 'envelope=0@asmx.invalid';
const boundaryStart = '=_asmx_';

/** The envelope of a message in several parts. */
export interface RootPart {
  readonly text: string;
  /** Its content type in its own part. */
  readonly contentType: string;
  /** Parameters of the message's content type beside `start` and `boundary`. */
  readonly parameters: string;
}

/**
 * Writes an envelope with its attachments (SOAP Messages with Attachments; WS-I Attachments Profile
 * 1.0): the envelope first, then each part with the Content-ID `<name=number@…>` and no transfer
 * encoding.
 *
 * @param envelopeType Content type of the envelope, with charset.
 * @param others Attachments that the contract does not declare.
 */
export function writeMultipart(
  envelope: string,
  envelopeType: string,
  attachments: readonly AttachmentPart[],
  others?: readonly SentAttachment[],
): MultipartMessage {
  const declared = attachments.map(({ part, type, content }, index) => ({
    id: `${idName(part)}=${index + 1}@asmx.invalid`,
    type: typeof content === 'string' ? `${type}; charset=utf-8` : type,
    content: typeof content === 'string' ? encodeUtf8(content) : content,
  }));
  return writeParts(envelopePart(envelope, envelopeType), [...declared, ...partsOf(others)]);
}

/** An envelope as the first part of a message with attachments. */
export function envelopePart(text: string, contentType: string): RootPart {
  const [base = ''] = contentType.split(';');
  return { text, contentType, parameters: `type="${base}"` };
}

/**
 * Attachments that the contract does not declare, as parts.
 *
 * @throws AsmxError encode: one of them cannot be sent
 */
export function partsOf(given: readonly SentAttachment[] = []): readonly Attachment[] {
  const problem = attachmentProblem(given);
  if (problem !== undefined) throw new AsmxError('encode', problem);
  return given.map(({ id, type, content }) =>
    typeof content === 'string'
      ? { id, type: textType(type), content: encodeUtf8(content) }
      : { id, type: type ?? 'application/octet-stream', content },
  );
}

function textType(type = 'text/plain'): string {
  return /;\s*charset\s*=/i.test(type) ? type : `${type}; charset=utf-8`;
}

/**
 * Writes an envelope and other parts, without transfer encoding (RFC 2387).
 *
 * @throws EncodeError two parts have the same Content-ID
 */
export function writeParts(root: RootPart, others: readonly Attachment[]): MultipartMessage {
  const { text, contentType: type, parameters } = root;
  const parts = [{ id: rootId, type, content: encodeUtf8(text) }, ...others];
  checkIds(parts);
  const boundary = freeBoundary(parts.map(({ content }) => content));
  const chunks = parts.flatMap((part, index) => [
    encodeUtf8(`${index === 0 ? '' : '\r\n'}${partHead(boundary, part)}`),
    part.content,
  ]);
  chunks.push(encodeUtf8(`\r\n--${boundary}--\r\n`));
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return {
    contentType: `multipart/related; ${parameters}; start="<${rootId}>"; boundary="${boundary}"`,
    body: joinBytes(chunks, length),
  };
}

/** @throws EncodeError two parts have the same Content-ID */
export function checkIds(parts: readonly Pick<Attachment, 'id'>[]): void {
  const ids = new Set<string>();
  for (const { id } of parts) {
    if (ids.has(id)) throw new EncodeError(`Two parts of the message have the Content-ID '${id}'.`);
    ids.add(id);
  }
}

/** The boundary before a part, and its headers. */
export function partHead(boundary: string, { id, type }: Omit<Attachment, 'content'>): string {
  const lines = [
    `--${boundary}`,
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: binary',
    `Content-ID: <${id}>`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * A part's name in a Content-ID. Characters that addresses must not have are percent-encoded as
 * UTF-8 (Attachments Profile, section 3.8).
 */
function idName(part: string): string {
  return encodeURIComponent(part).replace(
    /[()!*']/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

/** The first boundary that is in none of the contents. Each content is searched once. */
function freeBoundary(contents: readonly Uint8Array[]): string {
  const taken = new Set<string>();
  const start = encodeUtf8(boundaryStart);
  for (const content of contents) noteBoundaries(content, start, taken);
  let number = 0;
  while (taken.has(String(number))) number += 1;
  return `${boundaryStart}${number}_`;
}

function noteBoundaries(content: Uint8Array, start: Uint8Array, taken: Set<string>): void {
  const first = start[0] ?? 0;
  for (let at = content.indexOf(first); at >= 0; at = content.indexOf(first, at + 1)) {
    if (!start.every((byte, index) => content[at + index] === byte)) continue;
    let digits = '';
    for (let index = at + start.length; digits.length < 10; index += 1) {
      const byte = content[index] ?? 0;
      if (byte < 0x30 || byte > 0x39) break;
      digits += String.fromCharCode(byte);
    }
    taken.add(digits);
  }
}

/** A multipart message that is malformed, or that lacks a part. */
export class AttachmentError extends Error {
  /** The code of the client's error. */
  readonly code = 'protocol' as const;
}

/** Bytes that the headers of a part may have. */
export const maxHeaderBytes: number = 16 * 1024;
const LESS = 60;
const LF = 10;
const CR = 13;
const EQUALS = 61;

/** Whether a content type is that of an envelope with other parts. */
export function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/related\s*(?:;|$)/i.test(contentType);
}

/** Whether a body is an envelope with other parts: some stacks say so whenever it might be. */
export function isInParts(body: Uint8Array, contentType: string): boolean {
  return isMultipart(contentType) && body[0] !== LESS;
}

/** What opens answers in several parts: a bundle has it if the contract or the program needs it. */
export const partsOpener: { open: typeof readMultipart | undefined } = { open: undefined };

/** Opens answers in several parts from now on. */
export function opensParts(): void {
  partsOpener.open = readMultipart;
}

/**
 * Parses a message in several parts (RFC 2387, RFC 2046 section 5.1), of which one is the envelope:
 * that of the parameter `start`, else the first one of the media type `type`, else the first one.
 *
 * @returns `undefined` for an envelope alone, by its content type or its first byte
 * @throws AttachmentError missing or invalid boundary, more than 256 parts, or 1,024 of MTOM, more
 *   than 16 KiB of headers, missing end, invalid or unknown transfer encoding
 */
export function readMultipart(body: Uint8Array, contentType: string): OpenedMessage | undefined {
  if (!isInParts(body, contentType)) return undefined;
  const { boundary, most, base, isRoot } = framingOf(contentType);
  const all = splitParts(body, boundary, most);
  const root = all.find(isRoot) ?? all[0];
  if (root === undefined) throw new AttachmentError('The multipart message has no part.');
  const others = all.filter((part) => part !== root);
  return {
    contentType: root.type || base,
    body: root.content,
    parts: { all: others, rest: new Set(others) },
  };
}

/** What the content type of a message in several parts says. */
interface Framing {
  readonly boundary: string;
  /** How many parts it may have. */
  readonly most: number;
  /** Media type of an envelope that says none itself. */
  readonly base: string;
  /** Tells the envelope from other parts. */
  readonly isRoot: (part: Pick<Attachment, 'id' | 'type'>) => boolean;
}

/**
 * Reads the content type of a message in several parts.
 *
 * @throws AttachmentError it names no boundary, or too long a one
 */
export function framingOf(contentType: string): Framing {
  const boundary = parameterOf(contentType, 'boundary') ?? '';
  if (boundary === '' || boundary.length > 70) {
    throw new AttachmentError('The multipart message names no boundary of 1 to 70 characters.');
  }
  const base = parameterOf(contentType, 'type') ?? 'text/xml';
  const start = bare(parameterOf(contentType, 'start'));
  return {
    boundary,
    // of MTOM, each value may have one
    most: /xop/i.test(base) ? 1024 : 256,
    base,
    isRoot: ({ id, type }) => (start === '' ? type.startsWith(base) : id === start),
  };
}

function splitParts(body: Uint8Array, boundary: string, most: number): readonly Attachment[] {
  const delimiter = encodeUtf8(`--${boundary}`);
  const parts: Attachment[] = [];
  /** Start of the part that is looked at; -1 before the first one. */
  let from = -1;
  for (let at = 0, next = 0; at < body.length; at = next) {
    next = body.indexOf(LF, at) + 1 || body.length;
    if (!delimiter.every((byte, index) => body[at + index] === byte)) continue;
    const rest = decodeText(body.subarray(at + delimiter.length, next), 'latin1').trim();
    const isLast = rest.startsWith('--');
    if (rest !== '' && !isLast) continue;
    if (parts.length === most) {
      throw new AttachmentError(`The multipart message has more than ${most} parts.`);
    }
    // the line break before a delimiter belongs to it
    const end = at - (body[at - 2] === CR ? 2 : 1);
    if (from >= 0) parts.push(readPart(body.subarray(from, Math.max(from, end))));
    if (isLast) return parts;
    from = next;
  }
  const wrong = from < 0 ? 'does not contain its boundary' : 'is cut off';
  throw new AttachmentError(`The multipart message ${wrong}.`);
}

function readPart(bytes: Uint8Array): Attachment {
  const { id, type, encoding, end } = readPartHead(bytes);
  return { id, type, content: decodeTransfer(bytes.subarray(end), encoding) };
}

/** What the headers of a part say, and where its content begins. */
interface PartHead extends Pick<Attachment, 'id' | 'type'> {
  readonly encoding: string;
  readonly end: number;
}

/**
 * Reads the headers of a part.
 *
 * @throws AttachmentError they are longer than 16 KiB
 */
export function readPartHead(bytes: Uint8Array): PartHead {
  const text = decodeText(bytes.subarray(0, maxHeaderBytes), 'latin1');
  const blank = /(?:^|\n)\r?\n/.exec(text);
  if (blank === null && bytes.length > maxHeaderBytes) {
    throw new AttachmentError(`A part has more than ${maxHeaderBytes} bytes of headers.`);
  }
  const end = blank === null ? bytes.length : blank.index + blank[0].length;
  const head = decodeUtf8(bytes.subarray(0, end));
  // a field may continue in lines that begin with a space (RFC 5322, section 2.2.3)
  const field = (name: string): string =>
    new RegExp(`^${name}:((?:.|\r?\n[ \t])*)`, 'im').exec(head)?.[1]?.trim() ?? '';
  return {
    id: bare(field('content-id')),
    type: field('content-type'),
    encoding: field('content-transfer-encoding'),
    end,
  };
}

/** A Content-ID without its angle brackets. */
function bare(id = ''): string {
  return id.replace(/^<(.*)>$/s, '$1');
}

/**
 * Decodes a content transfer encoding (RFC 2045, section 6). Gives a copy, not a view.
 *
 * @throws AttachmentError the encoding is unknown, or the bytes are not in it
 */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  if (/^(?:[78]bit|binary)?$/i.test(encoding)) return new Uint8Array(bytes);
  const name = encoding.toLowerCase();
  const isQuoted = name === 'quoted-printable';
  if (!isQuoted && name !== 'base64') {
    throw new AttachmentError(`A part has the unknown transfer encoding '${name.slice(0, 40)}'.`);
  }
  try {
    if (isQuoted) return unquoted(bytes);
    const decoded = platform.atob(decodeText(bytes, 'latin1'));
    return new Uint8Array(
      nodeBuffer?.from(decoded, 'latin1') ?? Uint8Array.from(decoded, (one) => one.charCodeAt(0)),
    );
  } catch {
    throw new AttachmentError(`A part that is declared as ${name} is not valid ${name}.`);
  }
}

/**
 * RFC 2045, section 6.7: `=XX` is a byte, `=` at the end of a line joins it with the next, spaces
 * at the end of a line are removed.
 */
function unquoted(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  // what is after it are spaces, which may be at the end of a line
  let kept = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === EQUALS) {
      let end = at + 1;
      while (isSpace(bytes[end])) end += 1;
      const isBreak = bytes[end] === LF || (bytes[end] === CR && bytes[end + 1] === LF);
      if (isBreak || end >= bytes.length) at = end + (bytes[end] === CR ? 2 : 1);
      else {
        out[length++] = byteOf(String.fromCharCode(...bytes.subarray(at + 1, at + 3)));
        at += 3;
      }
      kept = length;
      continue;
    }
    if (byte === LF || (byte === CR && bytes[at + 1] === LF)) length = kept;
    out[length++] = byte;
    at += 1;
    if (!isSpace(byte)) kept = length;
  }
  return out.slice(0, kept);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}

/** @throws RangeError it is not two hexadecimal digits */
function byteOf(code: string): number {
  if (!/^[\da-f]{2}$/i.test(code)) throw new RangeError(code);
  return Number(`0x${code}`);
}

/**
 * A text in the form that platforms expect for header values and request lines: one character for
 * each byte. Characters beyond ASCII are encoded in UTF-8, which servers agree on although RFC 9110
 * (section 5.5) leaves it open.
 */
export function toWire(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('');
}

/** The reverse of {@link toWire}. A text with characters that are not bytes stays unchanged. */
export function fromWire(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  return decodeUtf8(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
}

/**
 * The encoding in which a body can be written as text. node:http joins the head with the first text
 * of a body and encodes both; in UTF-8, bytes beyond ASCII in the head would be encoded twice.
 *
 * @param length Bytes of the body in UTF-8.
 * @param head Texts of the head.
 * @returns `undefined` if the body must be sent as bytes
 */
export function encodingWithHead(
  body: string,
  length: number,
  head: readonly string[],
): 'latin1' | 'utf8' | undefined {
  if (length === body.length) return 'latin1';
  return head.some((text) => /[^\0-\x7f]/.test(text)) ? undefined : 'utf8';
}

/** The first parameter with a name, without quotes; `undefined` if it is missing or empty. */
export function parameterOf(contentType: string, name: string): string | undefined {
  // Quoted strings may contain semicolons. An unclosed one extends to the end of the text.
  const parameters = contentType.replace(/^[^;]*/, '').match(/(?:[^;"]|"[^"]*"?)+/g) ?? [];
  for (const parameter of parameters) {
    const [given = ''] = parameter.split('=', 1);
    if (given.length < parameter.length && given.trim().toLowerCase() === name) {
      return unquote(parameter.slice(given.length + 1)) || undefined;
    }
  }
  return undefined;
}

/** Removes quotes of both kinds and spaces on both sides. */
function unquote(text: string): string {
  return /[^ \t"'](?:.*[^ \t"'])?/s.exec(text)?.[0] ?? '';
}

/** The charset of a content type, if it can be decoded. */
export function charsetOf(contentType: string): string | undefined {
  const charset = parameterOf(contentType, 'charset');
  return charset !== undefined && knownCharset(charset) ? charset : undefined;
}
