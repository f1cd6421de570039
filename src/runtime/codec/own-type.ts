import { XmlError, XmlValueError } from '../xml/error.ts';
import { EncodeError, notEncodable } from '../xml/write-text.ts';

/** Text as error messages show it. */
function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // an object that has no text
    return 'its error has no text';
  }
}

/**
 * Reads a value of a type of the user's own.
 *
 * @param parse the user's function, which throws on text that it cannot read
 * @param check the parser of the contract's type; absent where any text is one
 * @throws XmlValueError text that is no value of the contract's type, or that `parse` refuses
 */
export function parseOwn<T>(
  text: string,
  parse: (text: string) => T,
  check?: (text: string) => unknown,
): T {
  try {
    check?.(text);
  } catch (error) {
    // a lenient reader takes the value in place of what the contract's type has
    if (error instanceof XmlError && error.carried !== undefined) {
      error.carry(parsed(text, parse));
    }
    throw error;
  }
  return parsed(text, parse);
}

function parsed<T>(text: string, parse: (text: string) => T): T {
  let value: T;
  try {
    value = parse(text);
  } catch (error) {
    // one that says what a lenient reader takes
    if (error instanceof XmlError && error.carried !== undefined) throw error;
    throw new XmlValueError(`'${shown(text)}' cannot be read: ${reasonOf(error)}`);
  }
  // which would mean that the element is absent or nil
  if (value !== undefined && value !== null) return value;
  throw new XmlValueError(`'${shown(text)}' cannot be read: its parser gave ${String(value)}`);
}

/**
 * Gives the text of a value of a type of the user's own.
 *
 * @param format the user's function, which throws on values that have no text
 * @throws EncodeError no value, or one that `format` refuses
 */
export function formatOwn<T>(
  value: T,
  owner: object,
  name: string,
  format: (value: T) => string,
): string {
  if (value === undefined || value === null) throw notEncodable('a value', value, owner, name);
  const text = attempt(() => format(value), owner, name);
  if (typeof text !== 'string') throw notEncodable('a value with a text', value, owner, name);
  return text;
}

/**
 * The text of such a value, which must be a value of the contract's type.
 *
 * @param check the parser of the contract's type
 * @throws EncodeError a text that it refuses
 */
export function checkOwn(
  text: string,
  owner: object,
  name: string,
  check: (text: string) => unknown,
): string {
  attempt(() => check(text), owner, name);
  return text;
}

function attempt<T>(run: () => T, owner: object, name: string): T {
  try {
    return run();
  } catch (error) {
    throw new EncodeError(`The value cannot be written: ${reasonOf(error)}`, owner, name);
  }
}
