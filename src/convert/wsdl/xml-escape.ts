/**
 * Characters that XML 1.0 (section 2.2) does not allow, even as references: control characters,
 * U+FFFE, U+FFFF, lone surrogates.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu;

/** A text that needs no escapes: the usual case, which is faster without a copy. */
const plain = /^[ !#-%'-;=?-~\xa0-\ud7ff]*$/;

function escapeMarkup(text: string): string {
  return text
    .replace(illegal, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

/**
 * Escapes text for element content (XML 1.0 section 2.4) like .NET's writer: quotes and LF stay, CR
 * becomes a reference. Characters that XML does not allow become U+FFFD, so that a document is
 * always well-formed.
 */
export function escapeXmlText(text: string): string {
  return plain.test(text) ? text : escapeMarkup(text);
}

/**
 * Escapes text for an attribute value in double quotes (section 3.3.3), so that white space
 * survives normalisation.
 */
export function escapeXmlAttribute(text: string): string {
  if (plain.test(text)) return text;
  return escapeMarkup(text)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;');
}
