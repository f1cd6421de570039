/**
 * What annotates a declaration: its `xs:annotation` (XML Schema part 1 section 3.13), and
 * attributes of other namespaces. All stages pass it on as a
 * whole, by spreading it.
 */
export interface Annotation {
  readonly documentation?: string | undefined;
  /** Name of its property in generated code, from `jaxb:property` in `xs:appinfo`. */
  readonly property?: string | undefined;
  /** Media types of binary content, from `xmime:expectedContentTypes` (W3C note of May 2005). */
  readonly contentTypes?: string | undefined;
}

/** Namespaces of Jakarta XML Binding: since version 3.0, and before. */
export const jaxbNamespaces = [
  'https://jakarta.ee/xml/ns/jaxb',
  'http://java.sun.com/xml/ns/jaxb',
] as const;

/** Only the annotation of a declaration. */
export function annotationOf({ documentation, property, contentTypes }: Annotation): Annotation {
  return { documentation, property, contentTypes };
}

/** The media types of the content of an element, by itself or by its type. */
export function contentTypesOf(
  element: Annotation & { readonly type: Annotation },
): string | undefined {
  return element.contentTypes ?? element.type.contentTypes;
}
