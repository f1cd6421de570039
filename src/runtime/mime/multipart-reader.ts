import type { AttachedPart, AttachedParts, OpenedMessage } from '../operation/message.ts';
import { decodeUtf8, encodeUtf8 } from '../text/encoding.ts';
import { AttachmentError } from './attachment.ts';
import { decodeTransfer } from './transfer-encoding.ts';

interface MimePart extends AttachedPart {
  /** Content-ID without its angle brackets; empty if there is none. */
  readonly id: string;
}

const maxParts = 256;
const maxHeaderBytes = 16 * 1024;
const maxBoundary = 70;
const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const HYPHEN = 45;

/** Whether a content type is that of an envelope with attachments. */
function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/related\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses a message (RFC 2387, RFC 2046 section 5.1). One that is not `multipart/related` is an
 * envelope without attachments.
 *
 * @throws AttachmentError missing or invalid boundary, more than 256 parts, more than 16 KiB of
 *   headers, missing end, invalid or unknown transfer encoding
 */
export function readMultipart(body: Uint8Array, contentType: string): OpenedMessage {
  if (!isMultipart(contentType)) return { contentType, body, attached: () => new Map() };
  const parameters = readParameters(contentType);
  const boundary = parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > maxBoundary) {
    throw new AttachmentError('The multipart message names no boundary of 1 to 70 characters.');
  }
  const parts = splitParts(body, encodeUtf8(`--${boundary}`));
  const start = bare(parameters.get('start') ?? '');
  const root = parts.find(({ id }) => start !== '' && id === start) ?? parts[0];
  if (root === undefined) throw new AttachmentError('The multipart message has no part.');
  const type = root.contentType === '' ? (parameters.get('type') ?? 'text/xml') : root.contentType;
  const others = parts.filter((part) => part !== root);
  return {
    contentType: type,
    body: root.content,
    attached: (names) => assignParts(others, names),
  };
}

/** Parameters of a content type by name in lower case (RFC 2045, section 5.1). */
function readParameters(contentType: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const pattern = /;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
  for (const [, name = '', quoted, plain = ''] of contentType.slice(0, 8192).matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return parameters;
}

/** A line that separates parts. */
interface Delimiter {
  /** End of the content before it, without the line break. */
  readonly end: number;
  /** After the line. */
  readonly next: number;
  readonly last: boolean;
}

function splitParts(body: Uint8Array, boundary: Uint8Array): readonly MimePart[] {
  let delimiter = findDelimiter(body, boundary, 0);
  if (delimiter === undefined) {
    throw new AttachmentError('The multipart message does not contain its boundary.');
  }
  const parts: MimePart[] = [];
  while (!delimiter.last) {
    if (parts.length === maxParts) {
      throw new AttachmentError(`The multipart message has more than ${maxParts} parts.`);
    }
    const following = findDelimiter(body, boundary, delimiter.next);
    if (following === undefined) throw new AttachmentError('The multipart message is cut off.');
    parts.push(readPart(body.subarray(delimiter.next, Math.max(delimiter.next, following.end))));
    delimiter = following;
  }
  return parts;
}

/** The next line that consists of the boundary, from the start of a line on. */
function findDelimiter(
  body: Uint8Array,
  boundary: Uint8Array,
  from: number,
): Delimiter | undefined {
  for (let at = from; at >= 0 && at < body.length; at = nextLine(body, at)) {
    if (!boundary.every((byte, index) => body[at + index] === byte)) continue;
    let next = at + boundary.length;
    const last = body[next] === HYPHEN && body[next + 1] === HYPHEN;
    if (!last) {
      while (body[next] === SPACE || body[next] === TAB) next += 1;
      if (body[next] === CR) next += 1;
      if (body[next] !== LF) continue;
      next += 1;
    }
    const lineBreak = at - (body[at - 2] === CR ? 2 : 1);
    return { end: Math.max(0, lineBreak), next, last };
  }
  return undefined;
}

/** Start of the next line; -1 if there is none. */
function nextLine(body: Uint8Array, from: number): number {
  const end = body.indexOf(LF, from);
  return end < 0 ? -1 : end + 1;
}

function readPart(bytes: Uint8Array): MimePart {
  let start = 0;
  for (;;) {
    const next = nextLine(bytes, start);
    const isEmpty = next - start === 1 || (next - start === 2 && bytes[start] === CR);
    const end = next < 0 ? bytes.length : next;
    if (end > maxHeaderBytes && !isEmpty) {
      throw new AttachmentError(`A part has more than ${maxHeaderBytes} bytes of headers.`);
    }
    if (next < 0 || isEmpty) {
      const headers = readHeaders(decodeUtf8(bytes.subarray(0, start)));
      const encoding = headers.get('content-transfer-encoding') ?? '';
      return {
        contentType: headers.get('content-type') ?? '',
        id: bare(headers.get('content-id') ?? ''),
        content: decodeTransfer(bytes.subarray(end), encoding.toLowerCase()),
      };
    }
    start = next;
  }
}

/** Header fields by name in lower case, folded lines joined (RFC 5322, section 2.2.3). */
function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n(?=[ \t])/g, '').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** A Content-ID without its angle brackets. */
function bare(id: string): string {
  return id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id;
}

function assignParts(parts: readonly MimePart[], names: readonly string[]): AttachedParts {
  const assigned = new Map<string, AttachedPart>();
  const others: MimePart[] = [];
  for (const part of parts) {
    const name = partName(part.id);
    if (names.includes(name) && !assigned.has(name)) assigned.set(name, part);
    else others.push(part);
  }
  let next = 0;
  for (const name of names) {
    const other = assigned.has(name) ? undefined : others[next++];
    if (other !== undefined) assigned.set(name, other);
  }
  return assigned;
}

/** The message part named in a Content-ID such as `photo=1@host`; empty for other forms. */
function partName(id: string): string {
  const equals = id.indexOf('=');
  if (equals < 0 || !id.includes('@', equals)) return '';
  try {
    return decodeURIComponent(id.slice(0, equals));
  } catch {
    return '';
  }
}
