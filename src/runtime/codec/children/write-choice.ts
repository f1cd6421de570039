import { checkChoice } from '../choice.ts';
import { type ChildWriter, type ChildWriters, valueAt, writeChild } from './write-children.ts';

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
    const { name, property = name } = child;
    const given = valueAt(value, property);
    if (given === undefined) continue;
    count += 1;
    xml = writeChild(child, given, value, property);
  }
  if (count !== 1) checkChoice(count, namesOf(children), optional, value);
  return xml;
}

function namesOf(children: readonly ChildWriter[]): string {
  return children.map(({ name, property = name }) => `'${property}'`).join(', ');
}
