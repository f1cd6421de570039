/**
 * Percent-encodes a name or value as UTF-8: everything but the unreserved characters of RFC 3986, blanks as `%20`, which
 * every server decodes alike in query strings and forms.
 *
 * @throws URIError when the text holds half of a surrogate pair.
 */
export function encodeFormValue(text: string): string {
  const encoded = encodeURIComponent(text);
  return /[!'()*]/.test(encoded) ? encoded.replace(/[!'()*]/g, encodeSign) : encoded;
}

/** The parameter of a `byte[]`: its name, encoded already, once for each byte, as ASMX takes it. Each begins with `&`. */
export function encodeFormBytes(name: string, bytes: Uint8Array): string {
  let form = '';
  for (const byte of bytes) form += `&${name}=${byte}`;
  return form;
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
