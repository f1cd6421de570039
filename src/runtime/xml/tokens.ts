/** What `XmlReader.next` returns at the end of the document. */
export const EOF = 0;
/** A start tag, or an empty-element tag (an END follows it). */
export const START = 1;
/** An end tag. */
export const END = 2;
/** Character data inside an element. */
export const TEXT = 3;

/** The namespace of attributes such as `xml:lang`. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
/** The namespace of namespace declarations. */
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
/** The namespace of `xsi:nil` and `xsi:type`. */
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Limits on documents. Each is inclusive. */
export interface XmlLimits {
  /** Open elements at once. */
  readonly depth: number;
  /** Open elements at once inside a skipped element, where nothing recurses. */
  readonly skippedDepth: number;
  /** Open elements at once that declare namespaces. */
  readonly namespaceDepth: number;
  /** Attributes of one element, including namespace declarations. */
  readonly attributes: number;
  /** UTF-16 code units of a name, including prefix and colon. */
  readonly nameLength: number;
  /** UTF-16 code units of one text or attribute value. */
  readonly textLength: number;
}

/** Default limits. ASMX itself accepts more than 2,000 nested unknown elements. */
export const defaultXmlLimits: XmlLimits = {
  depth: 200,
  skippedDepth: 10_000,
  namespaceDepth: 200,
  attributes: 65_536,
  nameLength: 1024,
  textLength: 134_217_728,
};

/** A name with its namespace; `''` means no namespace. */
export interface XmlQName {
  readonly namespace: string;
  readonly local: string;
}

/** An attribute of the start tag just read. */
export interface XmlAttributeToken extends XmlQName {
  /** Normalized value. */
  readonly value: string;
  /** The name as written, with its prefix. */
  readonly raw: string;
  /** Offset of the value, counted from the `<` of the tag. */
  readonly valueOffset: number;
}
