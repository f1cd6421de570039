import { describeValue, EncodeError } from '../xml/write-text.ts';

/**
 * Percent-encodes a name or value as UTF-8: everything but the unreserved characters of RFC 3986.
 * Spaces become `%20`, which every server decodes alike in query strings and forms.
 *
 * @throws URIError the text has half of a surrogate pair
 */
export function encodeFormValue(text: string): string {
  const encoded = encodeURIComponent(text);
  return /[!'()*]/.test(encoded) ? encoded.replace(/[!'()*]/g, encodeSign) : encoded;
}

/**
 * A parameter that must be present, because its value cannot be an empty text.
 *
 * @throws EncodeError it is absent or null
 */
export function formParameter<Value>(value: Value | null | undefined): Value {
  if (value !== undefined && value !== null) return value;
  throw new EncodeError(
    `Expected a value, got ${describeValue(value)}: GET and POST need every parameter, ` +
      'and only a string can be empty.',
  );
}

/**
 * The parameter of a `byte[]` as in ASMX: its encoded name once for each byte, each with a leading
 * `&`.
 */
export function encodeFormBytes(name: string, bytes: Uint8Array): string {
  let form = '';
  for (const byte of bytes) form += `&${name}=${byte}`;
  return form;
}

/** The text of a `char`: the character itself, which XML has as a number. */
export function formChar(text: string): string {
  return String.fromCharCode(Number(text));
}

/** The text of a `float` or `double`: .NET's word for infinity, not that of XML Schema. */
export function formFloat(text: string): string {
  return text.replace('INF', 'Infinity');
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
