import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import type { SchemaReader } from './schema-reader.ts';

/**
 * Warns of an empty target namespace: a schema without namespace must omit it (XML Schema part 1
 * section 3.15.2).
 */
export function checkTarget(root: TreeElement, log: SyntaxLog): void {
  warnOfEmpty(root, 'targetNamespace', log);
}

/**
 * Warns of imports of the schema's own namespace (XML Schema part 1 section 4.2.3), and of includes
 * without a location.
 *
 * @param target namespace that the document itself declares
 */
export function checkImport({ log }: SchemaReader, element: TreeElement, target: string): void {
  if (element.local !== 'import') {
    if (attributeOf(element, 'schemaLocation') !== undefined) return;
    log.warn({
      code: 'ASMX1023',
      message: `Element '${element.local}' needs attribute 'schemaLocation'`,
      span: spanOf(element),
      help: 'Name the document, or remove the element: it has no effect',
    });
    return;
  }
  if (warnOfEmpty(element, 'namespace', log)) return;
  const namespace = attributeOf(element, 'namespace')?.value.trim();
  if ((namespace ?? '') !== target) return;
  log.warn({
    code: 'ASMX3003',
    message:
      namespace === undefined
        ? 'A schema without target namespace imports what has none: that is its own'
        : `A schema for namespace '${target}' imports its own namespace`,
    span: spanOf(element),
    help: "Use 'xs:include' for another document of the same namespace",
  });
}

function warnOfEmpty(element: TreeElement, name: string, log: SyntaxLog): boolean {
  const attribute = attributeOf(element, name);
  if (attribute === undefined || attribute.value.trim() !== '') return false;
  log.warn({
    code: 'ASMX3003',
    message: `Attribute '${name}' of '${element.local}' is empty, and names no namespace`,
    span: valueSpan(element, attribute),
    help: 'Leave the attribute out',
  });
  return true;
}
