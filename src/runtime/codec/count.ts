import { deviate } from '../xml/deviation.ts';
import { XmlValueError } from '../xml/error.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { asList } from './value.ts';

/** How many items a list may have (`minOccurs`, `maxOccurs`), in words. */
function allowed(min: number, max: number): string {
  const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;
  if (min === max) return items(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${items(min)}`;
  return min === 0 ? `at most ${items(max)}` : `${min} to ${items(max)}`;
}

/** A value that must be an array of as many items as the schema allows (XML Schema 1, 3.9.4). */
export function asListOf<T>(
  value: readonly T[],
  min: number,
  max: number,
  owner: object,
  name: string,
): readonly T[] {
  const { length } = asList(value, owner, name);
  if (length >= min && length <= max) return value;
  throw new EncodeError(`The value must have ${allowed(min, max)}, not ${length}.`, owner, name);
}

/**
 * Checks that as many elements have come as the schema allows.
 *
 * @param count of those that came; `undefined` for none, which is no matter where the list may be
 *   absent
 */
export function checkCount(
  count: number | undefined,
  min: number,
  max: number,
  name: string,
  reader: XmlReader,
): void {
  if (count === undefined || (count >= min && count <= max)) return;
  const message = `The list '${name}' must have ${allowed(min, max)}, not ${count}.`;
  deviate(reader, new XmlValueError(message, count < min ? 'missing' : 'value'));
}
