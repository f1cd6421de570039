import type { XmlElement, XmlNode } from '../xml/element.ts';

/** The elements among nodes. */
export function elementsOf(nodes: readonly XmlNode[] | undefined): readonly XmlElement[] {
  return (nodes ?? []).filter((node): node is XmlElement => typeof node !== 'string');
}

/** Whether an element has a name. */
export function isNamed(element: XmlElement, namespace: string, ...names: string[]): boolean {
  return element.namespace === namespace && names.includes(element.name);
}

/** The value of an attribute; `undefined` if the element has none of this name. */
export function attributeOf(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes?.find((one) => one.name === name && (one.namespace ?? '') === namespace)
    ?.value;
}

/** The text in an element, without that of elements inside. */
export function textOf({ children = [] }: XmlElement): string {
  return children.filter((node) => typeof node === 'string').join('');
}

/** The part of a qualified name after its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value under a name that may be any, such as `constructor`. */
export function ownOf<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.getOwnPropertyDescriptor(values, name)?.value;
}

/** An object whose properties may have any name. */
export function record<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  // unlike an assignment, this makes `__proto__` a property like others
  return Object.fromEntries(entries);
}
