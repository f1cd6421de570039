import { decodeUtf8, encodeUtf8, knownCharset } from './encoding.ts';

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

/** The parts of a content type that ASMX looks at. */
export interface ContentType {
  /**
   * Type and subtype in lower case. A space before the first `;` is kept, because ASMX treats it as
   * part of the name.
   */
  readonly base: string;
  readonly charset: string | undefined;
  /** The SOAP 1.2 action, without quotes. */
  readonly action: string | undefined;
}

const cached: Map<string, ContentType> = new Map();

/** Parses a content type. The few that clients send in practice are cached. */
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
