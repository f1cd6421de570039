/**
 * What `xs:annotation` says of a declaration (XML Schema part 1 section 3.13). It is read, linked,
 * shown and written as a whole: whoever passes a declaration on spreads its annotation.
 */
export interface Annotation {
  readonly documentation?: string | undefined;
  /** Name of its property in generated code, which `jaxb:property` in `xs:appinfo` gives. */
  readonly property?: string | undefined;
}

/** Namespaces of Jakarta XML Binding: of version 3.0 on, and before. */
export const jaxbNamespaces = [
  'https://jakarta.ee/xml/ns/jaxb',
  'http://java.sun.com/xml/ns/jaxb',
] as const;

/** The annotation of a declaration, without the rest of it. */
export function annotationOf({ documentation, property }: Annotation): Annotation {
  return { documentation, property };
}
