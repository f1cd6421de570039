import { XmlError, XmlValueError } from '../xml/error.ts';

/** Characters of a value an error message repeats. */
const SHOWN = 1000;

/** The error of .NET for text that is not of `type`, such as `Boolean`. */
export function badText(text: string, type: string): XmlValueError {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
  return new XmlValueError(`The string '${shown}' is not a valid ${type} value.`);
}

/** An error of reading one type as one of another, for which a lenient reader takes `carried`. */
export function carryAs(error: unknown, carried: unknown): unknown {
  return error instanceof XmlError ? error.carry(carried) : error;
}
