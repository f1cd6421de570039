import type { Attachment, OpenedMessage } from '../operation/message.ts';
import { platform } from '../platform/globals.ts';
import { nodeBuffer } from '../platform/node.ts';
import { decodeText, decodeUtf8, encodeUtf8 } from '../text/encoding.ts';
import { parameterOf } from '../text/header.ts';

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

/**
 * Parses a message in several parts (RFC 2387, RFC 2046 section 5.1), of which one is the envelope:
 * that of the parameter `start`, else the first one of the media type `type`, else the first one.
 *
 * @returns `undefined` for an envelope alone, by its content type or its first byte
 * @throws AttachmentError missing or invalid boundary, more than 256 parts, or 1,024 of MTOM, more
 *   than 16 KiB of headers, missing end, invalid or unknown transfer encoding
 */
export function readMultipart(body: Uint8Array, contentType: string): OpenedMessage | undefined {
  // some stacks say that it is one whenever it might be
  if (!isMultipart(contentType) || body[0] === LESS) return undefined;
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
