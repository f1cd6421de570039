import { listAt } from '../../xml/place.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { START } from '../../xml/tokens.ts';
import { type ChildReaders, childValue, indexOf, unknownChild } from './read-children.ts';

/**
 * Reads the turns of a repeated choice inside the element whose START was just read, and its END.
 * Each turn is an object with the property of its element. What is unknown is skipped.
 *
 * @param namespace the namespace of all children
 * @param children how each is read
 * @returns `undefined` if there is no turn
 * @throws XmlValueError a child has a wrong value
 */
export function readChoices<T>(
  reader: XmlReader,
  namespace: string,
  children: ChildReaders,
): T[] | undefined {
  const { depth } = reader;
  let turns: T[] | undefined;
  let last = 0;
  while (reader.nextTag() === START) {
    const at = reader.namespace === namespace ? indexOf(children, reader.local, last) : -1;
    const child = children[at];
    if (child === undefined) {
      unknownChild(reader, namespace, children);
      continue;
    }
    last = at;
    turns ??= listAt(reader, depth, children.map(({ name }) => name).join(' '));
    const { name, property = name } = child;
    const value = childValue(reader, child);
    turns.push({ [property]: child.list ? [value] : value } as T);
  }
  return turns;
}
