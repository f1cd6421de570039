import { AsmxError } from '../operation/errors.ts';
import {
  type Attachment,
  type AttachmentPart,
  attachmentProblem,
  type MultipartMessage,
  type SentAttachment,
} from '../operation/message.ts';
import { joinBytes } from '../platform/node.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { EncodeError } from '../xml/write-text.ts';

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
