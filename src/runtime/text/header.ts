import { decodeUtf8, encodeUtf8, knownCharset } from './encoding.ts';

/**
 * A text as platforms take it for the value of a header or a request line: a character for each
 * byte. Beyond ASCII the bytes are those of UTF-8, which servers in other scripts agree on where
 * RFC 9110 (section 5.5) leaves it open.
 */
export function toWire(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('');
}

/** The reverse of {@link toWire}; a text with characters that are no bytes stays as it is. */
export function fromWire(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  return decodeUtf8(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
}

/**
 * The encoding in which a body can be written as text: node:http puts the head and the first text
 * of a body together and encodes them as one, so that in UTF-8 a head with bytes beyond ASCII would
 * be encoded twice.
 *
 * @param length Bytes of the body in UTF-8.
 * @param head Texts of the head.
 * @returns `undefined` where the body has to go as bytes
 */
export function encodingWithHead(
  body: string,
  length: number,
  head: readonly string[],
): 'latin1' | 'utf8' | undefined {
  if (length === body.length) return 'latin1';
  return head.some((text) => /[^\0-\x7f]/.test(text)) ? undefined : 'utf8';
}

/** A content type in the parts ASMX looks at. */
export interface ContentType {
  /**
   * Type and subtype in lower case; a space before the first `;` stays, since ASMX takes it as part
   * of the name.
   */
  readonly base: string;
  readonly charset: string | undefined;
  /** Action of SOAP 1.2, without quotes. */
  readonly action: string | undefined;
}

const cached: Map<string, ContentType> = new Map();

/** Takes a content type apart; the few that clients really send are cached. */
export function parseContentType(text: string): ContentType {
  const known = cached.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (cached.size >= 256) cached.clear();
  if (text.length <= 1024) cached.set(text, parsed);
  return parsed;
}

function parse(text: string): ContentType {
  const end = text.indexOf(';');
  return {
    base: (end < 0 ? text : text.slice(0, end)).toLowerCase(),
    charset: parameterOf(text, 'charset'),
    action: parameterOf(text, 'action'),
  };
}

/** The first parameter with a name, without quotes; `undefined` where it is missing or empty. */
function parameterOf(contentType: string, name: string): string | undefined {
  // Quoted strings may hold semicolons; one without end goes on to the end of the text.
  const parameters = contentType.replace(/^[^;]*/, '').match(/(?:[^;"]|"[^"]*"?)+/g) ?? [];
  for (const parameter of parameters) {
    const [given = ''] = parameter.split('=', 1);
    if (given.length < parameter.length && given.trim().toLowerCase() === name) {
      return unquote(parameter.slice(given.length + 1)) || undefined;
    }
  }
  return undefined;
}

/** Drops quotes of both kinds and spaces on both sides. */
function unquote(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' \t"\''.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t"\''.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The charset of a content type, where it is one that can be decoded. */
export function charsetOf(contentType: string): string | undefined {
  const charset = parameterOf(contentType, 'charset');
  return charset !== undefined && knownCharset(charset) ? charset : undefined;
}
