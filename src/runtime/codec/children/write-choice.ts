import { checkChoice } from '../choice.ts';
import { type ChildWriter, type ChildWriters, writeChild } from './write-children.ts';

/**
 * Writes the one element of a choice that a value has.
 *
 * @param optional whether there may be none
 * @throws EncodeError there are several or none, or the value has a wrong type
 */
export function writeChoice(
  value: object,
  children: ChildWriters,
  optional: boolean = false,
): string {
  let count = 0;
  let xml = '';
  for (const child of children) {
    const written = writeChild(child, value);
    if (written === undefined) continue;
    count += 1;
    xml = written;
  }
  if (count !== 1) checkChoice(count, namesOf(children), optional, value);
  return xml;
}

function namesOf(children: readonly ChildWriter[]): string {
  return children.map(({ name, property = name }) => `'${property}'`).join(', ');
}
