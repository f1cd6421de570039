import { markOf, resetTo } from '../xml/mark.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';

/**
 * The number of the element in a Body that is meant to be the expected one for a lenient reader:
 * one of the same local name, or the only one. Leaves the reader where it was.
 *
 * @returns -1 if one has the expected name, or none is meant
 */
export function meantElement(reader: XmlReader, local: string, namespace: string): number {
  const { deviations } = reader;
  if (local === '' || deviations?.lenient !== true) return -1;
  const mark = markOf(reader);
  const noted = deviations.count;
  let count = 0;
  let alike = -1;
  let isThere = false;
  while (reader.nextTag() === START) {
    if (reader.local === local) {
      alike = count;
      isThere ||= reader.namespace === namespace;
    }
    count += 1;
    reader.skip();
  }
  resetTo(reader, mark);
  deviations.keep(noted);
  if (isThere) return -1;
  return alike < 0 && count === 1 ? 0 : alike;
}
