import { XmlError, XmlValueError } from '../xml/xml-error.ts';

/** Length of a value in error messages. */
const SHOWN = 1000;

/** .NET's error for text that is not of `type`, such as `Boolean`. */
export function badText(text: string, type: string): XmlValueError {
  return new XmlValueError(`The string '${cut(text)}' is not a valid ${type} value.`);
}

/**
 * An error whose message is .NET's. Clients quote the text and name its type in XML Schema instead.
 *
 * @param type with its article, such as `an int`
 */
export function toldAs<Failure extends XmlError>(
  error: Failure,
  text: string,
  type: string,
): Failure {
  error.told = `'${cut(text)}' is not ${type}.`;
  return error;
}

/** A text as error messages quote it. */
export function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}

/** An error whose value, for lenient readers, is `carried`: the text read as a similar type. */
export function carryAs(error: unknown, carried: unknown): unknown {
  return error instanceof XmlError ? error.carry(carried) : error;
}

/** An error for a text that .NET reads as `value`, although XML Schema refuses it. */
export function acceptAs<Failure extends XmlError>(error: Failure, value: unknown): Failure {
  if (value !== undefined) {
    error.carry(value);
    error.accepted = true;
  }
  return error;
}
