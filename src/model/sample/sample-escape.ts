const special = /[&<>"\r\n\t]/;

/** Escapes a text for element content and double-quoted attributes. */
export function escapeXml(text: string): string {
  // the usual case, which is faster without a copy
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\t', '&#x9;');
}
