import { notEncodable } from '../xml/write-text.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';
import { carryAs, toldAs } from './bad-text.ts';
import { parseXsdUnsignedShort } from './integer.ts';
import { trimBlanks } from './white-space.ts';

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const bareGuid = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

/**
 * Reads `guid` of `http://microsoft.com/wsdl/types/`: 32 hexadecimal digits with hyphens,
 * optionally in braces or parentheses, or without hyphens.
 *
 * @returns lower case with hyphens, as .NET writes it
 * @throws XmlValueError not a GUID
 */
export function parseXsdGuid(text: string): string {
  const value = trimBlanks(text);
  if (guid.test(value)) return value.toLowerCase();
  const enclosed =
    (value.startsWith('{') && value.endsWith('}')) ||
    (value.startsWith('(') && value.endsWith(')'));
  const inner = value.slice(1, -1);
  if (enclosed && guid.test(inner)) return inner.toLowerCase();
  const parts = bareGuid.exec(value);
  if (parts !== null) return parts.slice(1).join('-').toLowerCase();
  const error = new XmlValueError(
    'Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).',
  );
  throw toldAs(error.carry(text), text, 'a guid');
}

/** Writes `guid`: lower case, with hyphens. */
export function formatXsdGuid(value: string): string {
  if (typeof value === 'string' && guid.test(value)) return value.toLowerCase();
  throw notEncodable('a GUID such as 01234567-89ab-cdef-0123-456789abcdef', value);
}

/**
 * Reads `char` of `http://microsoft.com/wsdl/types/`, which SOAP carries as the number of its
 * UTF-16 code unit.
 *
 * @returns a string of one code unit
 * @throws XmlValueError not a number, or above 65535
 */
export function parseXsdChar(text: string): string {
  try {
    return String.fromCharCode(parseXsdUnsignedShort(text));
  } catch (error) {
    const char = carryAs(error, text);
    throw char instanceof XmlError ? toldAs(char, text, 'a char (0 to 65535)') : char;
  }
}

/** Writes `char`: the number of its code unit. */
export function formatXsdChar(value: string): string {
  if (typeof value === 'string' && value.length === 1) return `${value.charCodeAt(0)}`;
  throw notEncodable('one character', value);
}
