import type { Span } from '../diagnostics/diagnostic.ts';

/**
 * A map by qualified name, which needs no combined keys. Keeps the order of insertion within a
 * namespace.
 */
export interface NameTable<T> {
  get(name: QName): T | undefined;
  set(name: QName, value: T): void;
  /** Namespaces with at least one name. */
  namespaces(): Iterable<string>;
  /** Local names in a namespace. */
  localNames(namespace: string): Iterable<string>;
}

/** Creates an empty table. */
export function createNameTable<T>(): NameTable<T> {
  const tables = new Map<string, Map<string, T>>();
  // consecutive names usually have the same namespace
  let latest: Map<string, T> | undefined;
  let latestNamespace: string | undefined;
  return {
    get({ namespace, localName }) {
      if (namespace !== latestNamespace) {
        const table = tables.get(namespace);
        if (table === undefined) return undefined;
        latest = table;
        latestNamespace = namespace;
      }
      return latest?.get(localName);
    },
    set(name, value) {
      let table = tables.get(name.namespace);
      if (table === undefined) {
        table = new Map();
        tables.set(name.namespace, table);
      }
      table.set(name.localName, value);
    },
    namespaces: () => tables.keys(),
    localNames: (namespace) => tables.get(namespace)?.keys() ?? [],
  };
}

/** A name used as a reference, with its position. */
export interface Reference {
  readonly name: QName;
  readonly span: Span;
  /** The message for the user if the text cannot be a reference. */
  readonly defect?: string | undefined;
}

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

/** Namespace URIs of the standards that this tool reads and writes. */
export const namespaces = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  wsdlSoap11: 'http://schemas.xmlsoap.org/wsdl/soap/',
  wsdlSoap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  wsdlHttp: 'http://schemas.xmlsoap.org/wsdl/http/',
  wsdlMime: 'http://schemas.xmlsoap.org/wsdl/mime/',
  xsd: 'http://www.w3.org/2001/XMLSchema',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
  soapEnvelope11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soapEnvelope12: 'http://www.w3.org/2003/05/soap-envelope',
  soapEncoding11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soapEncoding12: 'http://www.w3.org/2003/05/soap-encoding',
  /** ASMX's own schema with `guid` and `char`. */
  microsoftTypes: 'http://microsoft.com/wsdl/types/',
  /**
   * Extension attributes in a WSDL written by this tool, for what only the YAML notation can
   * express.
   */
  contract: 'urn:asmx-gen:contract:1',
} as const;

/** An element of an XML text. */
export interface MarkupElement {
  readonly name: string;
  /** The start tag without its brackets: the name and the escaped attributes. */
  readonly tag: string;
  /** Without any, the element is written as `<a />`. */
  readonly children: readonly MarkupNode[];
}

/** An element, or an escaped text. */
export type MarkupNode = MarkupElement | string;

/**
 * The text of nodes, with two spaces for each level and LF before each element but the first.
 *
 * @param depth level of the outermost elements
 */
export function indentedText(nodes: readonly MarkupNode[], depth: number = 0): string {
  const text = textOf(nodes, `\n${'  '.repeat(depth)}`, '  ');
  return typeof nodes[0] === 'string' ? text : text.slice(1);
}

/** The text of nodes, with nothing between elements. */
export function compactText(nodes: readonly MarkupNode[]): string {
  return textOf(nodes, '', '');
}

/**
 * An end tag follows a text on the same line. Concatenated, because `join` would copy all that is
 * inside an element once more at each level.
 */
function textOf(nodes: readonly MarkupNode[], margin: string, step: string): string {
  let text = '';
  for (const one of nodes) {
    if (typeof one === 'string') {
      text += one;
      continue;
    }
    const { name, tag, children } = one;
    if (children.length === 0) {
      text += `${margin}<${tag} />`;
      continue;
    }
    const end = typeof children.at(-1) === 'string' ? '' : margin;
    text += `${margin}<${tag}>${textOf(children, margin + step, step)}${end}</${name}>`;
  }
  return text;
}

/**
 * A type with writable properties, which linking fills in step by step and passes on as readonly.
 */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
