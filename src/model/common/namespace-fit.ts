/** Characters that no URI has (RFC 3986, section 2). */
const refused = /[\s<>"{}|\\^`\p{Cc}]/u;

/**
 * Whether a text can be a namespace: an absolute URI, a relative one, which Namespaces in XML
 * deprecates and some services have, or none.
 */
export function namespaceFit(text: string): 'absolute' | 'relative' | 'none' {
  if (text === '' || refused.test(text)) return 'none';
  return /^[A-Za-z][A-Za-z0-9+.-]*:./u.test(text) ? 'absolute' : 'relative';
}
