import { deviate } from '../xml/deviation.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';

/** Branches of a choice, and properties of a branch, that a message names. */
const mostNamed = 8;

/**
 * The branches of a choice, for messages.
 *
 * @param branches the properties of each
 */
export function branchList(branches: readonly Iterable<string>[]): string {
  const texts = branches.map((branch) => {
    const names = Array.from(branch, (property) => `'${property}'`);
    return names.length > 1 ? `(${short(names, ' and ')})` : names.join('');
  });
  return short([...new Set(texts)].filter(Boolean), ', ');
}

/** The first of several texts, and how many more there are. */
function short(texts: readonly string[], joint: string): string {
  const more = texts.length - mostNamed;
  return more > 0 ? `${texts.slice(0, mostNamed).join(joint)} and ${more} more` : texts.join(joint);
}

/**
 * Checks that exactly one branch of a choice is present in a value.
 *
 * @param count number of branches present
 * @param names of the branches, for the message
 * @param optional whether there may be none
 */
export function checkChoice(count: number, names: string, optional: boolean): void {
  if (count === 1 || (count === 0 && optional)) return;
  throw new EncodeError(`${expected(optional)} of ${names} must be given.`);
}

/** Checks that exactly one branch of a choice was read. */
export function checkChoiceRead(
  count: number,
  names: string,
  optional: boolean,
  reader: XmlReader,
): void {
  if (count === 1 || (count === 0 && optional)) return;
  const message = `${expected(optional)} of ${names} must be there.`;
  deviate(reader, new XmlValueError(message, count === 0 ? 'missing' : 'value'));
}

function expected(optional: boolean): string {
  return optional ? 'At most one' : 'Exactly one';
}
