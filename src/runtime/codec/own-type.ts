import { EncodeError, notEncodable } from '../xml/write-text.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';

/** A text for error messages. */
function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

function reasonOf(error: unknown): string {
  try {
    if (error instanceof XmlError) return error.told ?? error.message;
    return error instanceof Error ? error.message : String(error);
  } catch {
    // thrown by an object without a text form
    return 'its error has no text';
  }
}

/**
 * Reads a value of a user's own type.
 *
 * @param parse the user's function, which throws if it cannot read the text
 * @param check the parser of the contract's type; omitted if it accepts any text
 * @throws XmlValueError the text is not valid for the contract's type, or `parse` throws
 */
export function parseOwn<T>(
  text: string,
  parse: (text: string) => T,
  check?: (text: string) => unknown,
): T {
  try {
    check?.(text);
  } catch (error) {
    // a lenient reader uses this instead of the value of the contract's type
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
    // an error that has a value for lenient readers
    if (error instanceof XmlError && error.carried !== undefined) throw error;
    throw new XmlValueError(`'${shown(text)}' cannot be read: ${reasonOf(error)}`);
  }
  // which would mean that the element is absent or nil
  if (value !== undefined && value !== null) return value;
  throw new XmlValueError(`'${shown(text)}' cannot be read: its parser gave ${String(value)}`);
}

/**
 * Writes a value of a user's own type.
 *
 * @param format the user's function, which throws if the value has no text form
 * @throws EncodeError the value is missing, or `format` throws
 */
export function formatOwn<T>(value: T, format: (value: T) => string): string {
  if (value === undefined || value === null) throw notEncodable('a value', value);
  const text = attempt(() => format(value));
  if (typeof text !== 'string') throw notEncodable('a value with a text', value);
  return text;
}

/**
 * Writes such a value, and checks the text against the contract's type.
 *
 * @param check the parser of the contract's type
 * @throws EncodeError the text is not valid
 */
export function checkOwn(text: string, check: (text: string) => unknown): string {
  attempt(() => check(text));
  return text;
}

function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new EncodeError(`The value cannot be written: ${reasonOf(error)}`);
  }
}
