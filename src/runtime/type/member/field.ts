import { isNil, refuseNil } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import type { Detail, Field, Type } from '../description.ts';
import type { Simple } from '../simple-type.ts';

/** An element that must be there. */
export function element(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 1, max: 1, ...detail };
}

/** A nil element counts as absent if it is optional; a string is then read as empty, as in ASMX. */
function absent(reader: XmlReader, { nilIsEmpty }: Simple): boolean {
  if (nilIsEmpty === true || !isNil(reader)) return false;
  refuseNil(reader);
  reader.skip();
  return true;
}

/** An element that may be absent. */
export function optional(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 0, max: 1, absent, ...detail };
}
