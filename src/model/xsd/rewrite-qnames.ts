import type { QName } from '../common/qname.ts';
import type { IdentityConstraint, NamespaceBindings } from './schema-document.ts';

/**
 * Rewrites each QName in a value.
 *
 * @param names namespaces of the prefixes in the text; names in the form `{namespace}local` need
 *   none
 * @param write returns the new form of a name
 */
export function rewriteQNames(
  text: string,
  names: NamespaceBindings | undefined,
  write: (name: QName) => string,
): string {
  const items = text.trim().split(/[ \t\r\n]+/);
  return items
    .map((item) => {
      const end = item.startsWith('{') ? item.lastIndexOf('}') : -1;
      if (end > 0) return write({ namespace: item.slice(1, end), localName: item.slice(end + 1) });
      const colon = item.indexOf(':');
      const namespace = names?.get(item.slice(0, Math.max(0, colon)));
      return namespace === undefined
        ? item
        : write({ namespace, localName: item.slice(colon + 1) });
    })
    .join(' ');
}

/** A prefix with its colon, or an axis such as `child::`. */
const prefixOrAxis = /([\p{L}_][\p{L}\p{M}\p{N}._-]*)(::?)/gu;

/**
 * The XPaths of an identity constraint, its selector first, with other prefixes.
 *
 * @param write returns the new form of a prefix with its colon
 */
export function rewriteXPaths(
  { selector, fields, names = [] }: IdentityConstraint,
  write: (namespace: string) => string,
): readonly string[] {
  return [selector, ...fields].map((text, index) =>
    text.replace(prefixOrAxis, (whole: string, prefix: string, colons: string) => {
      const namespace = colons === ':' ? names[index]?.get(prefix) : undefined;
      return namespace === undefined ? whole : write(namespace);
    }),
  );
}

/** The prefixes of an XPath. */
export function prefixesIn(xpath: string): readonly string[] {
  const found = [...xpath.matchAll(prefixOrAxis)].filter(([, , colons]) => colons === ':');
  return found.map(([, prefix = '']) => prefix);
}
