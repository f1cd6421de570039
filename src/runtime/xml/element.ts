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
   * namespaces.
   */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/** An element, or the text between two elements. */
export type XmlNode = XmlElement | string;

/** Captures elements of one document. */
export interface XmlCapture {
  element(): XmlElement;
  nodes(): XmlNode[];
}
