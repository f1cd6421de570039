import type { QName } from '../common/qname.ts';
import type { NamespaceBindings } from './schema-document.ts';

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
