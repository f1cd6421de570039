import { isBlank } from '../xml/chars.ts';
import { notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { toldAs } from './bad-text.ts';

/** .NET's error for text that is not a number of its type. */
export function badFormat(text: string): XmlValueError {
  const error = new XmlValueError('Input string was not in a correct format.');
  return error.carry(looseNumber(text));
}

/**
 * The number in a text that is not valid for its type, such as `1.0` for an int; undefined if there
 * is none.
 */
export function looseNumber(text: string): number | undefined {
  const value = Number(text);
  return Number.isNaN(value) || text.trim() === '' ? undefined : value;
}

/** .NET's error for a number outside the range of its type, such as `an Int32`. */
export function beyondRange(type: string, value?: number | bigint): XmlValueError {
  const error = new XmlValueError(`Value was either too large or too small for ${type}.`);
  // a large integer that is not exact would be a different one
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? error : error.carry(value);
}

/**
 * Reads an optional sign and digits with surrounding spaces.
 *
 * @returns NaN for anything else; beyond 2^53 the value is not exact
 */
export function scanInteger(text: string): number {
  let at = 0;
  let end = text.length;
  let code = text.charCodeAt(0);
  while (isBlank(code)) code = text.charCodeAt(++at);
  while (end > at && isBlank(text.charCodeAt(end - 1))) end -= 1;
  const negative = code === 45;
  if (negative || code === 43) at += 1;
  if (at === end) return Number.NaN;
  let value = 0;
  for (; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return negative ? 0 - value : value;
}

/** The names of a type: in .NET, and in XML Schema. */
type TypeNames = readonly [dotnet: string, xsd: string];

function parseRange(text: string, least: number, most: number, names: TypeNames): number {
  const value = scanInteger(text);
  if (value >= least && value <= most) return value;
  const [dotnet, xsd] = names;
  // .NET reads no sign before an unsigned number
  const error =
    Number.isNaN(value) || (least === 0 && value < 0)
      ? badFormat(text)
      : beyondRange(`${dotnet}${widerType(value, most)}`, value);
  throw toldAs(error, text, `${xsd} (${least} to ${most})`);
}

/** What .NET adds about the wider type that it reads a short integer as. */
function widerType(value: number, most: number): string {
  const [wider, isBeyond] =
    most === 65535 ? ['a UInt32', value > 0xffffffff] : ['an Int32', value !== (value | 0)];
  if (most > 65535 || !isBeyond) return '';
  return `. ---> Value was either too large or too small for ${wider}`;
}

function isInRange(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

const int = 'an int (-2147483648 to 2147483647)';

/**
 * Reads `xs:int` (XML Schema 2, 3.3.17).
 *
 * @throws XmlValueError not an integer, or beyond 32 bits
 */
export function parseXsdInt(text: string): number {
  const value = scanInteger(text);
  if (value === (value | 0)) return value;
  const error = Number.isNaN(value) ? badFormat(text) : beyondRange('an Int32', value);
  throw toldAs(error, text, int);
}

/** Writes `xs:int`. */
export function formatXsdInt(value: number): string {
  if (typeof value === 'number' && value === (value | 0)) return `${value}`;
  throw notEncodable(int, value);
}

/** Reads `xs:byte`: -128 to 127. */
export function parseXsdByte(text: string): number {
  return parseRange(text, -128, 127, ['a signed byte', 'a byte']);
}

/** Writes `xs:byte`. */
export function formatXsdByte(value: number): string {
  if (isInRange(value, -128, 127)) return `${value}`;
  throw notEncodable('a byte (-128 to 127)', value);
}

/** Reads `xs:short`: -32768 to 32767. */
export function parseXsdShort(text: string): number {
  return parseRange(text, -32768, 32767, ['an Int16', 'a short']);
}

/** Writes `xs:short`. */
export function formatXsdShort(value: number): string {
  if (isInRange(value, -32768, 32767)) return `${value}`;
  throw notEncodable('a short (-32768 to 32767)', value);
}

/** Reads `xs:unsignedByte`: 0 to 255. */
export function parseXsdUnsignedByte(text: string): number {
  return parseRange(text, 0, 255, ['an unsigned byte', 'an unsignedByte']);
}

/** Writes `xs:unsignedByte`. */
export function formatXsdUnsignedByte(value: number): string {
  if (isInRange(value, 0, 255)) return `${value}`;
  throw notEncodable('an unsignedByte (0 to 255)', value);
}

/** Reads `xs:unsignedShort`: 0 to 65535. */
export function parseXsdUnsignedShort(text: string): number {
  return parseRange(text, 0, 65535, ['a UInt16', 'an unsignedShort']);
}

/** Writes `xs:unsignedShort`. */
export function formatXsdUnsignedShort(value: number): string {
  if (isInRange(value, 0, 65535)) return `${value}`;
  throw notEncodable('an unsignedShort (0 to 65535)', value);
}

/** Reads `xs:unsignedInt`: 0 to 4294967295. */
export function parseXsdUnsignedInt(text: string): number {
  return parseRange(text, 0, 4294967295, ['a UInt32', 'an unsignedInt']);
}

/** Writes `xs:unsignedInt`. */
export function formatXsdUnsignedInt(value: number): string {
  if (isInRange(value, 0, 4294967295)) return `${value}`;
  throw notEncodable('an unsignedInt (0 to 4294967295)', value);
}
