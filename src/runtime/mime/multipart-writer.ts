import type { AttachmentPart, MultipartMessage } from '../operation/message.ts';
import { joinBytes } from '../platform/node.ts';
import { encodeUtf8 } from '../text/encoding.ts';

const rootId = '<envelope=0@asmx.invalid>';
const boundaryStart = '=_asmx_';

/**
 * Writes an envelope with its attachments (SOAP Messages with Attachments; WS-I Attachments Profile
 * 1.0): the envelope first, then each part with the Content-ID `<name=number@…>` and no transfer
 * encoding.
 *
 * @param envelopeType Content type of the envelope, with charset.
 */
export function writeMultipart(
  envelope: string,
  envelopeType: string,
  attachments: readonly AttachmentPart[],
): MultipartMessage {
  const root = encodeUtf8(envelope);
  const contents = attachments.map(({ content }) =>
    typeof content === 'string' ? encodeUtf8(content) : content,
  );
  const boundary = freeBoundary([root, ...contents]);
  const chunks: Uint8Array[] = [encodeUtf8(partHead(boundary, envelopeType, rootId)), root];
  attachments.forEach(({ part, type, content }, index) => {
    const textual = typeof content === 'string' ? `${type}; charset=utf-8` : type;
    const id = `<${idName(part)}=${index + 1}@asmx.invalid>`;
    chunks.push(encodeUtf8(`\r\n${partHead(boundary, textual, id)}`));
    const bytes = contents[index];
    if (bytes !== undefined) chunks.push(bytes);
  });
  chunks.push(encodeUtf8(`\r\n--${boundary}--\r\n`));
  const [base = ''] = envelopeType.split(';');
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return {
    contentType: `multipart/related; type="${base}"; start="${rootId}"; boundary="${boundary}"`,
    body: joinBytes(chunks, length),
  };
}

function partHead(boundary: string, type: string, id: string): string {
  const lines = [
    `--${boundary}`,
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: binary',
    `Content-ID: ${id}`,
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
