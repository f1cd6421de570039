import { markOf, resetTo } from '../../xml/mark.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { START, TEXT } from '../../xml/tokens.ts';
import type { ElementPlace, ObjectType } from '../description.ts';
import { readObject } from '../read.ts';

/**
 * Reads an element that holds a node, like `XmlNode` in .NET. A server reads one that holds nothing
 * as absent, as ASMX does.
 */
export function heldNode(reader: XmlReader, { object }: ElementPlace): unknown {
  if (reader.defaults) {
    const mark = markOf(reader);
    if (isHollow(reader)) return undefined;
    resetTo(reader, mark);
  }
  return readObject(reader, object as ObjectType);
}

/** Reads an element that holds no element and no text but blanks, or the beginning of another. */
function isHollow(reader: XmlReader): boolean {
  let token = reader.next();
  while (token === TEXT && /^[ \t\r\n]*$/.test(reader.textValue)) token = reader.next();
  return token !== START && token !== TEXT;
}
