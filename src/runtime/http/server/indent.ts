const lineEnd = '\r\n';

/** An open element. */
interface Level {
  /** Whether it, or an element around it, has text. */
  mixed: boolean;
  hasChildren: boolean;
}

/**
 * Indents a document by two spaces for each level, as ASMX does in answers over HTTP GET and POST.
 * In an element with text, nothing changes after that text.
 *
 * @param xml Well-formed, without comments, CDATA and processing instructions; `>` in attribute
 *   values must be escaped.
 */
export function indentXml(xml: string): string {
  const second = xml.indexOf('<', 1);
  // a root without children, as in most results
  if (second < 0 || xml.charCodeAt(second + 1) === 0x2f) return xml;
  const levels: Level[] = [];
  let out = '';
  let copied = 0;
  let at = 0;
  for (let open = 0; open >= 0; open = xml.indexOf('<', at)) {
    const inside = levels[levels.length - 1];
    if (inside !== undefined && open > at) inside.mixed = true;
    at = xml.indexOf('>', open) + 1;
    const ends = xml.charCodeAt(open + 1) === 0x2f;
    const breaks = inside !== undefined && !inside.mixed && (!ends || inside.hasChildren);
    if (ends) levels.pop();
    if (breaks) {
      out += xml.slice(copied, open) + lineEnd + '  '.repeat(levels.length);
      copied = open;
    }
    if (ends) continue;
    if (inside !== undefined) inside.hasChildren = true;
    if (xml.charCodeAt(at - 2) !== 0x2f) {
      levels.push({ mixed: inside?.mixed === true, hasChildren: false });
    }
  }
  return out + xml.slice(copied);
}
