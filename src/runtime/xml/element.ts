import type { XmlScope } from './scope.ts';

/** An attribute of {@link XmlElement}. */
export interface XmlAttribute {
  /** Local name. */
  readonly name: string;
  /** Namespace; left out for none, which is the usual case. */
  readonly namespace?: string | undefined;
  readonly value: string;
}

/** An element as data: the value of `xs:any` and untyped content. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace; `''` for none. */
  readonly namespace: string;
  readonly attributes?: readonly XmlAttribute[] | undefined;
  /** Elements and text in document order. */
  readonly children?: readonly XmlNode[] | undefined;
  /**
   * Prefixes that its start tag declares, with their namespaces. Of an element that was read, those
   * that only names have are left out, although they are written again, and those that its own
   * texts and attribute values have are there wherever they were declared. An element that was not
   * read gets these prefixes in its names, too, and so do those inside.
   */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/** An element, or the text between two elements. */
export type XmlNode = XmlElement | string;

/** The prefix of names in a namespace, until another one is told. */
export interface NamePrefix {
  readonly of: 'elements' | 'attributes';
  readonly namespace: string;
  /** Local name of the first that has it. */
  readonly local: string;
  /** `''` for none. */
  readonly prefix: string;
}

/**
 * How the start tag of an element that was read was written, so that it is written like that again:
 * signatures and old clients depend on it. Kept with elements whose tag declares namespaces, or
 * from which on names have another prefix.
 */
export interface ReadTag {
  /**
   * Its declarations by prefix, `''` for the default namespace. Those of the outermost element are
   * followed by those around it that are used inside.
   */
  readonly declared: ReadonlyMap<string, string>;
  /** Prefixes that names have from here on, in the order of the document. */
  readonly names: readonly NamePrefix[];
  /** Whether no default namespace was in scope around the outermost element. */
  readonly plain?: boolean;
}

/**
 * The property with the {@link ReadTag} of an element. It is not enumerable, because it is no part
 * of the value, and registered, because an element may be read by one generated folder and written
 * by another, each with its own runtime.
 */
const key: unique symbol = /* @__PURE__ */ Symbol.for('asmx-gen.ReadTag');

/** How the start tag of an element was written; `undefined` if it was not read, or is usual. */
export function readTagOf(element: XmlElement): ReadTag | undefined {
  return (element as { readonly [key]?: ReadTag })[key];
}

/** Keeps how the start tag of an element was written. */
export function keepReadTag<T extends XmlElement>(element: T, tag: ReadTag | undefined): T {
  return tag === undefined ? element : Object.defineProperty(element, key, { value: tag });
}

/** Captures elements of one document. */
export interface XmlCapture {
  element(): XmlElement;
  nodes(): XmlNode[];
  namespacesIn(
    scope: XmlScope,
    values: readonly (XmlNode | XmlAttribute)[],
    known: Readonly<Record<string, string>> | undefined,
  ): Readonly<Record<string, string>> | undefined;
}
