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
   * Prefixes used in texts and attribute values inside, such as those of QNames, with their
   * namespaces. An element that was not read from a message gets them in its names, too, and so do
   * those inside.
   */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/** An element, or the text between two elements. */
export type XmlNode = XmlElement | string;

/** Prefixes of names, with their namespaces. */
export type NamePrefixes = ReadonlyMap<string, string>;

/**
 * The prefixes that elements which were read have in their names and those inside, where they are
 * declared: they are written again, because some clients look for names with a prefix. Beside the
 * elements, because they are no part of the value.
 */
export const namePrefixes: WeakMap<XmlElement, NamePrefixes> = /* @__PURE__ */ new WeakMap();

/** Captures elements of one document. */
export interface XmlCapture {
  element(): XmlElement;
  nodes(): XmlNode[];
}
