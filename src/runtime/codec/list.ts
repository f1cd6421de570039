import type { IdName } from '../xml/options.ts';
import { EncodeError, notEncodable } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';
import { badText, carryAs } from '../xsd/bad-text.ts';
import { mapList } from '../xsd/white-space.ts';

/** Reads a list of simple values (XML Schema 2, 2.5.1.2). */
export function parseList<T>(text: string, parse: (text: string) => T): readonly T[] {
  try {
    return mapList(text, parse);
  } catch (error) {
    throw carryAs(
      error,
      mapList(text, (item) => carriedItem(item, parse)),
    );
  }
}

/** What a lenient reader uses for an item. */
function carriedItem<T>(item: string, parse: (text: string) => T): unknown {
  try {
    return parse(item);
  } catch (error) {
    return error instanceof XmlError ? error.carried : undefined;
  }
}

/**
 * Reads a value of the first member type that accepts the text (XML Schema 2, 2.5.1.3).
 *
 * @param names receives the IDs and references of the member that accepts the text
 */
export function parseUnion<T>(
  text: string,
  type: string,
  members: readonly ((text: string) => T)[],
  names?: IdName[],
): T {
  const length = names?.length ?? 0;
  for (const parse of members) {
    try {
      return parse(text);
    } catch {
      // the next member may accept it
      if (names !== undefined) names.length = length;
    }
  }
  throw badText(text, type).carry(text);
}

/** Writes a value by the first member type that accepts it. */
export function formatUnion<T>(value: T, members: readonly ((value: T) => string)[]): string {
  for (const format of members) {
    try {
      return format(value);
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  throw notEncodable('a value of one of the types of the union', value);
}

/**
 * A lexical form of a union's value that its own member accepts and no earlier member does, which
 * would read another value.
 *
 * @param text the usual form, returned if there is no other
 * @param forms other lexical forms of the value, a limited number of them
 */
export function unlikeOthers(
  text: string,
  forms: (text: string) => Iterable<string>,
  parse: (text: string) => unknown,
  earlier: readonly ((text: string) => unknown)[],
): string {
  const taken = (form: string): boolean => earlier.some((one) => takes(one, form));
  if (!taken(text)) return text;
  for (const form of forms(text)) if (!taken(form) && takes(parse, form)) return form;
  return text;
}

function takes(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
