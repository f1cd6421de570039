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

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
