/** A file name without its extension. `.wsdl.xml` and `.xsd.xml` are one extension. */
export function withoutExtension(name: string): string {
  return name.replace(/(\.(wsdl|xsd))?\.[^.]*$/i, '');
}
