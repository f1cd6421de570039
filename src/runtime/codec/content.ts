import { markOf, resetTo } from '../xml/mark.ts';
import { START, type XmlReader } from '../xml/reader.ts';
import { unreadable } from './path.ts';
import { noContent } from './value.ts';

/**
 * Reads a Body that itself has a type, and its end (WSDL 1.1 section 3.5). Other stacks put an
 * element around the content, which is named after the part.
 *
 * @param part its name; `''` if an element of the content has that name
 * @param read reads the content
 */
export function readContent<T>(reader: XmlReader, part: string, read: (reader: XmlReader) => T): T {
  reader.base = reader.depth;
  try {
    const mark = markOf(reader);
    if (part === '' || reader.nextTag() !== START || reader.local !== part) {
      resetTo(reader, mark);
      return read(reader);
    }
    reader.base += 1;
    const value = read(reader);
    noContent(reader);
    return value;
  } catch (error) {
    throw unreadable(error, reader);
  }
}
