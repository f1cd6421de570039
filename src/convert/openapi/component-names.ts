import type { QName } from '../../model/common/qname.ts';
import { componentName } from '../../names/component-name.ts';
import { createFreeName } from '../../names/free-name.ts';
import { namespaceWord } from '../../names/names.ts';

/**
 * Gives components unique names with characters that OpenAPI allows. The same key always gets the
 * same name. If two names are equal, the later one gets a word of its namespace: `Student.Common`.
 */
export function createComponentNames(): (key: object, preferred: QName) => string {
  const names = new Map<object, string>();
  const freeName = createFreeName(new Set());
  return (key, { namespace, localName }) => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = freeName(
      componentName(localName),
      `.${componentName(namespaceWord(namespace))}`,
      '',
    );
    names.set(key, name);
    return name;
  };
}
