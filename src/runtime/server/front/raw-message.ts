import { nodeBuffer } from '../../platform/node.ts';
import { decodeText, encodeUtf8, xmlEncoding } from '../../text/encoding.ts';
import { mark, type Names, readNames, redactForm, redactMessage } from './redact.ts';

/** A charset in which each byte is one character, so that any bytes survive. */
const bytewise = 'iso-8859-1';

/** How the bytes of a message are written. */
export type BodyForm = 'form' | 'message';

/** Redacts the bytes of a message. */
export type Redactor = (bytes: Uint8Array, form: BodyForm) => Uint8Array;

/**
 * Creates the function that redacts messages. One in UTF-16 becomes UTF-8; all others keep their
 * charset, and what is in them beside values of these names. Of a multipart message, parts that are
 * not XML are redacted, too.
 *
 * @throws TypeError a name is empty
 */
export function createRedactor(names: readonly string[]): Redactor {
  if (names.some((name) => typeof name !== 'string' || name === '')) {
    throw new TypeError('redact must be a list of names.');
  }
  const inText = readNames(names);
  // non-ASCII names as the characters of their bytes
  const inBytes = readNames(names.map((name) => decodeText(encodeUtf8(name), bytewise)));
  return (bytes, form) => {
    if (form === 'form') {
      return encodeBytes(redactForm(decodeText(bytes, bytewise), inText));
    }
    const charset = xmlEncoding(bytes, undefined);
    return charset.startsWith('utf-16')
      ? encodeUtf8(redactMessage(decodeText(bytes, charset), inText))
      : encodeBytes(redactParts(decodeText(bytes, bytewise), inBytes));
  };
}

/**
 * Redacts a message, each part of a multipart one. A part that is not plain XML, such as
 * bytes that an element of such a name refers to, is redacted as a whole.
 */
function redactParts(text: string, names: Names): string {
  const start = text.indexOf('<');
  const lines = text.slice(0, start < 0 ? undefined : start).split('\n');
  const delimiter = lines.find((line) => /^--./.test(line))?.trimEnd();
  if (delimiter === undefined) return redactMessage(text, names);
  return text
    .split(delimiter)
    .map((part) => redactPart(part, names))
    .join(delimiter);
}

function redactPart(part: string, names: Names): string {
  const blank = /\n\r?\n/.exec(part);
  if (blank === null) return part;
  const at = blank.index + blank[0].length;
  const [head, content] = [part.slice(0, at), part.slice(at)];
  const isEncoded = /^content-transfer-encoding:\s*[bq][^i]/im.test(head);
  const isXml = !isEncoded && /^\s*<[^\0]/.test(content);
  return head + (isXml ? redactMessage(content, names) : `${mark}\r\n`);
}

/** The reverse of decoding bytewise. */
function encodeBytes(text: string): Uint8Array {
  if (nodeBuffer !== undefined) return nodeBuffer.from(text, 'latin1');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
