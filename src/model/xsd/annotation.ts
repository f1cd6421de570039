/**
 * The `xs:annotation` of a declaration (XML Schema part 1 section 3.13). All stages pass it on as a
 * whole, by spreading it.
 */
export interface Annotation {
  readonly documentation?: string | undefined;
  /** Name of its property in generated code, from `jaxb:property` in `xs:appinfo`. */
  readonly property?: string | undefined;
}

/** Namespaces of Jakarta XML Binding: since version 3.0, and before. */
export const jaxbNamespaces = [
  'https://jakarta.ee/xml/ns/jaxb',
  'http://java.sun.com/xml/ns/jaxb',
] as const;

/** Only the annotation of a declaration. */
export function annotationOf({ documentation, property }: Annotation): Annotation {
  return { documentation, property };
}
