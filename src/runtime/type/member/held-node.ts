import type { XmlNode } from '../../xml/element.ts';
import type { XmlReader } from '../../xml/reader.ts';
import type { ElementPlace, ObjectType } from '../description.ts';
import { readObject } from '../read.ts';

/**
 * Reads an element that holds a node, like `XmlNode` in .NET. A server reads one that holds nothing
 * as absent, as ASMX does.
 */
export function heldNode(reader: XmlReader, { object }: ElementPlace): unknown {
  const value = readObject(reader, object as ObjectType);
  const { $content = [] } = value as { readonly $content?: readonly XmlNode[] };
  return reader.defaults && $content.every(isBlank) ? undefined : value;
}

function isBlank(node: XmlNode): boolean {
  return typeof node === 'string' && /^[ \t\r\n]*$/.test(node);
}
