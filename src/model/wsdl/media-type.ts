/** Whether a media type is XML: `text/xml`, `application/xml` or one with the suffix `+xml`. */
export function isXmlType(type: string): boolean {
  return /[/+]xml\s*(?:;|$)/i.test(type);
}
