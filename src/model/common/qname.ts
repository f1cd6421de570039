/** A qualified name of XML Namespaces: a namespace URI (empty for none) and an NCName. */
export interface QName {
  readonly namespace: string;
  readonly localName: string;
}

/** A map key for a qualified name, in James Clark's notation. */
export function qnameKey(name: QName): string {
  return `{${name.namespace}}${name.localName}`;
}

/** Whether two qualified names are the same. */
export function sameQName(a: QName, b: QName): boolean {
  return a.localName === b.localName && a.namespace === b.namespace;
}

/** A namespace in messages. A long one is cut, because many messages may include it. */
export function namespaceText({ namespace }: QName): string {
  if (namespace === '') return 'no namespace';
  return `namespace '${namespace.length > 300 ? `${namespace.slice(0, 300)}…` : namespace}'`;
}

/** What a message says of a name that nothing declares. */
export function undeclared(kind: string, name: QName): string {
  if (name.namespace === '') {
    return `${kind} '${name.localName}', which has no namespace, is not declared`;
  }
  return `${kind} '${name.localName}' is not declared in ${namespaceText(name)}`;
}
