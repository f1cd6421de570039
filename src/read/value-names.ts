import type { Reference } from '../model/common/reference.ts';
import { findBuiltin } from '../model/xsd/builtin-schema.ts';
import { prefixesIn } from '../model/xsd/rewrite-qnames.ts';
import type { NamespaceBindings } from '../model/xsd/schema-document.ts';
import { lookupNamespace, type TreeElement } from './xml-tree.ts';

/**
 * Namespaces of possible QNames in a value. Whether they are QNames is known once all schemas are
 * read.
 *
 * @param element where the value is written
 * @param type its type, if one is named
 * @returns `undefined` if no prefix is bound, or the named type has no QNames
 */
export function valueNames(
  element: TreeElement,
  value: string | undefined,
  type: Reference | undefined,
): NamespaceBindings | undefined {
  if (value === undefined || !mayHoldQNames(type)) return undefined;
  const items = value.trim().split(/[ \t\r\n]+/);
  return bindings(
    element,
    items.map((item) => item.slice(0, Math.max(0, item.indexOf(':')))),
  );
}

/** Namespaces of the prefixes in an XPath, where it is written. */
export function xpathNames(element: TreeElement, xpath: string): NamespaceBindings | undefined {
  return bindings(element, prefixesIn(xpath));
}

function bindings(
  element: TreeElement,
  prefixes: readonly string[],
): NamespaceBindings | undefined {
  let names: Map<string, string> | undefined;
  for (const prefix of prefixes) {
    if (names?.has(prefix) === true) continue;
    const namespace = lookupNamespace(element.scope, prefix);
    if (namespace === undefined || namespace === '') continue;
    names ??= new Map();
    names.set(prefix, namespace);
  }
  return names;
}

function mayHoldQNames(type: Reference | undefined): boolean {
  const builtin = type === undefined ? undefined : findBuiltin(type.name);
  if (builtin?.kind !== 'simple') return true;
  return builtin.builtin === 'QName' || builtin.builtin === 'NOTATION';
}
