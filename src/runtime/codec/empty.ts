import { pieceLength } from '../xml/escape.ts';

/**
 * ASMX writes an element without content as one tag, `<a />`. Whether an element has content is
 * known only when its value has been written, after its start tag; so writers leave a mark,
 * U+0000, which XML cannot hold and no value can bring in, and the mark is resolved once for the
 * whole message. Messages without empty elements, the usual ones, are not even searched: that would
 * put them together once more than sending does.
 */
const emptyMark = '\0';
const emptyElement = new RegExp(`>${emptyMark}</[^>]*>`, 'g');

/**
 * Whether there may be a mark that is not resolved. Messages are written one after the other, none
 * inside another.
 */
let marked = false;

/** The mark of an element whose start tag was just written. */
export function markEmpty(): string {
  marked = true;
  return emptyMark;
}

/** Content of an element: the mark where it is empty. */
export function orEmpty(content: string): string {
  return content === '' ? markEmpty() : content;
}

/**
 * Turns elements marked as empty into single tags, with a blank before the slash. A mark before
 * content means nothing.
 */
export function closeEmpty(xml: string): string {
  if (!marked) return xml;
  marked = false;
  if (!xml.includes(emptyMark)) return xml;
  let closed = '';
  let from = 0;
  // Piece by piece, since replacing lists all matches first. Between two tags that touch there is
  // no mark.
  while (from < xml.length) {
    const border = xml.indexOf('><', from + pieceLength);
    const to = border < 0 ? xml.length : border + 1;
    closed += xml.slice(from, to).replace(emptyElement, ' />').replaceAll(emptyMark, '');
    from = to;
  }
  return closed;
}
