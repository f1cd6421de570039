import type { QName } from '../../model/common/qname.ts';
import { createFreeName } from '../../names/free-name.ts';
import { namespaceWord } from '../../names/names.ts';

/**
 * Gives components names that are unique and hold only what OpenAPI allows in them; the same key
 * always has the same name. Of two alike the later has the word of its namespace after it:
 * `Student.Common`.
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
