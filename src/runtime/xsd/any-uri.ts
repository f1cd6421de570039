import { notEncodable } from '../xml/write-text.ts';
import { badText } from './bad-text.ts';
import type { LexicalScope } from './qname.ts';
import { collapse } from './white-space.ts';

/**
 * Whether a text is a reference of RFC 2396 after escaping characters that URIs do not have: a
 * scheme before the first colon and something after it, two digits after `%`, at most one `#`, and
 * brackets only around an IPv6 address, in a query, a fragment or an opaque part (RFC 2732). What
 * follows `//` may be any registry-based name (section 3.2.1), such as `a:b`, so it has no other
 * form to check.
 */
function isUriReference(text: string): boolean {
  const hash = text.indexOf('#');
  if (/%(?![0-9a-fA-F]{2})/.test(text) || hash !== text.lastIndexOf('#')) return false;
  const whole = hash < 0 ? text : text.slice(0, hash);
  const start = /^[^:/?]*:/.exec(whole)?.[0] ?? '';
  if (start !== '' && !/^[a-zA-Z][a-zA-Z0-9+.-]*:$/.test(start)) return false;
  const rest = whole.slice(start.length);
  if (start !== '' && !rest.startsWith('/')) return /^[^[\]]/.test(rest);
  const [, authority = '', path = ''] = /^(?:\/\/([^/?]*))?([^?]*)/.exec(rest) ?? [];
  return !/[[\]]/.test(path) && (!/[[\]]/.test(authority) || hasAddress(authority));
}

/** Whether the host of a server is an IPv6 address in brackets (RFC 2732, section 3). */
function hasAddress(authority: string): boolean {
  const address = /^(?:[^@[\]]*@)?\[([^[\]]*)\](?::\d*)?$/.exec(authority)?.[1];
  if (address === undefined) return false;
  const sides = address
    .replace(/(^|:)\d{1,3}(?:\.\d{1,3}){3}$/, '$10:0')
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':')));
  const groups = sides.flat();
  const isWhole = sides.length === 1 ? groups.length === 8 : groups.length < 8;
  return sides.length < 3 && isWhole && groups.every((one) => /^[0-9a-fA-F]{1,4}$/.test(one));
}

/**
 * Reads `xs:anyURI` (XML Schema 2, 3.2.17). Only strict readers check its form.
 *
 * @throws XmlValueError the reader is strict, and the text is not a URI reference
 */
export function parseXsdAnyURI(text: string, scope: LexicalScope): string {
  const value = collapse(text);
  const checked = scope.strict || scope.inUnion === true;
  if (checked && !isUriReference(value)) throw badText(text, 'anyURI');
  return value;
}

/**
 * Writes `xs:anyURI` (XML Schema 2, 3.2.17) without surrounding white space.
 *
 * @throws EncodeError not a URI reference
 */
export function formatXsdAnyURI(value: string): string {
  const text = typeof value === 'string' ? collapse(value) : undefined;
  if (text !== undefined && isUriReference(text)) return text;
  throw notEncodable('a URI reference', value);
}
