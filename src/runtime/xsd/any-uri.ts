import { notEncodable } from '../xml/write-text.ts';
import { badText } from './bad-text.ts';
import type { LexicalScope } from './qname.ts';
import { collapse } from './white-space.ts';

/**
 * Whether a text is a reference of RFC 2396 after escaping characters that URIs do not have: a
 * scheme before the first colon, two digits after `%`, and at most one `#`. What follows `//` may
 * be any registry-based name (section 3.2.1), such as `a:b`, so it has no form to check.
 */
function isUriReference(text: string): boolean {
  const start = /^[^:/?#]*:/.exec(text)?.[0];
  if (start !== undefined && !/^[a-zA-Z][a-zA-Z0-9+.-]*:$/.test(start)) return false;
  return !/%(?![0-9a-fA-F]{2})/.test(text) && text.indexOf('#') === text.lastIndexOf('#');
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
