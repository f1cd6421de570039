/**
 * ASMX writes an element without content as one tag, `<a />`. Whether an element has content is known only when its value has been
 * written, behind its start tag; so writers leave a mark, U+0000, which XML cannot hold and no value can bring in, and the mark is
 * resolved once for the whole message. Messages without empty elements, the usual ones, pay for one search.
 */
export const emptyMark = '\0';
const emptyElement = new RegExp(`>${emptyMark}</[^>]*>`, 'g');

/** Content of an element: the mark where it is empty. */
export function orEmpty(content: string): string {
  return content === '' ? emptyMark : content;
}

/** Turns elements marked as empty into single tags, with a blank before the slash. A mark before content means nothing. */
export function closeEmpty(xml: string): string {
  return xml.includes(emptyMark) ? xml.replace(emptyElement, ' />').replaceAll(emptyMark, '') : xml;
}
