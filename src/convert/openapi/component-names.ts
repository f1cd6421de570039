import type { QName } from '../../model/common/qname.ts';
import { createFreeName } from '../../names/free-name.ts';
import { namespaceWord } from '../../names/names.ts';

/**
 * Gives components unique names of characters that OpenAPI allows. The same key always has the
 * same name. Of two equal names the later gets a word of its namespace: `Student.Common`.
 */
export function createComponentNames(): (key: object, wanted: QName) => string {
  const names = new Map<object, string>();
  const freeName = createFreeName(new Set());
  return (key, { namespace, localName }) => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = freeName(allowed(localName) || '_', `.${allowed(namespaceWord(namespace))}`, '');
    names.set(key, name);
    return name;
  };
}

function allowed(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/g, '_');
}
