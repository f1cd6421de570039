import { captureElement } from '../xml/capture.ts';
import type { XmlElement } from '../xml/element.ts';
import { markOf, resetTo } from '../xml/mark.ts';
import type { NameCheck } from '../xml/options.ts';
import { locate } from '../xml/place.ts';
import { START, type XmlReader } from '../xml/reader.ts';
import { XmlValueError } from '../xml/xml-error.ts';

const nothing: XmlElement = { name: '', namespace: '' };

/**
 * Reads the element whose START was just read and that matches a wildcard. Strict readers first
 * check it by its declaration (XML Schema 1, 3.10.1). Elements in nested wildcards are checked in
 * the same pass, so nothing is read more than twice.
 *
 * @param mustBeDeclared whether strict readers refuse an element that the contract does not
 *   declare
 */
export function anyElement(reader: XmlReader, mustBeDeclared: boolean): XmlElement {
  const { declared } = reader;
  if (!reader.strict || declared?.whole !== true) return captureElement(reader);
  if (declared.checking) {
    check(reader, declared, mustBeDeclared);
    return nothing;
  }
  const mark = markOf(reader);
  declared.checking = true;
  try {
    check(reader, declared, mustBeDeclared);
  } finally {
    declared.checking = false;
  }
  resetTo(reader, mark);
  return captureElement(reader);
}

function check(reader: XmlReader, declared: NameCheck<XmlReader>, mustBeDeclared: boolean): void {
  const read = declared.elementReader(`{${reader.namespace}}${reader.local}`);
  if (read === null) {
    reader.skip();
  } else if (read !== undefined) {
    read(reader);
  } else if (mustBeDeclared) {
    const name = reader.rawName.slice(0, 100);
    throw locate(reader, new XmlValueError(`Element '${name}' is not declared.`));
  } else {
    // an element that is not declared may contain one that is
    while (reader.nextTag() === START) check(reader, declared, false);
  }
}
