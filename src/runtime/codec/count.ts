import { deviate } from '../xml/deviation.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { asList } from './value.ts';

/** How many items a list may have (`minOccurs`, `maxOccurs`). */
export type Count = readonly [min: number, max: number];

function inWords([min, max]: Count): string {
  const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;
  if (min === max) return items(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${items(min)}`;
  return min === 0 ? `at most ${items(max)}` : `${min} to ${items(max)}`;
}

/** A value that must be an array with as many items as the schema allows (XML Schema 1, 3.9.4). */
export function asListOf<T>(value: readonly T[], allowed: Count): readonly T[] {
  const { length } = asList(value);
  if (length >= allowed[0] && length <= allowed[1]) return value;
  throw new EncodeError(`The value must have ${inWords(allowed)}, not ${length}.`);
}

/**
 * Checks that as many elements were read as the schema allows.
 *
 * @param count number of elements read; `undefined` for none, which is valid for an optional list
 */
export function checkCount(
  count: number | undefined,
  allowed: Count,
  name: string,
  reader: XmlReader,
): void {
  if (count === undefined || (count >= allowed[0] && count <= allowed[1])) return;
  const message = `The list '${name}' must have ${inWords(allowed)}, not ${count}.`;
  deviate(reader, new XmlValueError(message, count < allowed[0] ? 'missing' : 'value'));
}
