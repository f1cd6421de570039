import { notEncodable } from '../xml/write-text.ts';
import type { XmlValueError } from '../xml/xml-error.ts';
import { carryAs, toldAs } from './bad-text.ts';
import { badFormat, beyondRange, looseNumber, scanInteger } from './integer.ts';
import { trimBlanks } from './white-space.ts';

/** Maximum digits of an integer, because conversion to a bigint takes more than linear time. */
const DIGITS = 4096;

/** An integer type: its bounds, undefined for none, and its names in .NET and the standard. */
export interface IntegerType {
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
  readonly dotnet: string;
  readonly xsd: string;
}

/** The error for a number out of range. .NET reads no sign before an unsigned number. */
function outOfRange(text: string, value: bigint, type: IntegerType): XmlValueError {
  if (value >= 0n || type.most === undefined || type.least !== 0n)
    return toldAs(beyondRange(type.dotnet, value), text, expected(type));
  return toldAs(badFormat(text).carry(value), text, expected(type));
}

/** Reads a value. */
export type Parse<T> = (text: string) => T;

/** Writes a value. */
export type Format<T> = (value: T) => string;

function inRange(value: bigint, type: IntegerType): boolean {
  return (
    (type.least === undefined || value >= type.least) &&
    (type.most === undefined || value <= type.most)
  );
}

function expected(type: IntegerType): string {
  if (type.least !== undefined && type.most !== undefined) {
    return `${type.xsd} (${type.least} to ${type.most})`;
  }
  return type.xsd;
}

/**
 * Reads an integer of any size in the range of `type`.
 *
 * @throws XmlValueError not an integer, out of range, or longer than 4096 digits
 */
export function parseInteger(text: string, type: IntegerType): bigint {
  const near = scanInteger(text);
  if (Number.isNaN(near))
    throw toldAs(badFormat(text), text, expected(type)).carry(looseInteger(text));
  if (Number.isSafeInteger(near)) {
    const value = BigInt(near);
    if (inRange(value, type)) return value;
    throw outOfRange(text, value, type);
  }
  const digits = trimBlanks(text);
  if (digits.length > DIGITS) throw toldAs(beyondRange(type.dotnet), text, expected(type));
  const value = BigInt(digits);
  if (inRange(value, type)) return value;
  throw outOfRange(text, value, type);
}

/** The integer in a text such as `1.0`. */
function looseInteger(text: string): bigint | undefined {
  const value = looseNumber(text);
  return Number.isSafeInteger(value) ? BigInt(value ?? 0) : undefined;
}

/**
 * Reads an integer of `type` as a number.
 *
 * @throws XmlValueError as {@link parseInteger}, or beyond the exact integers of a number
 */
export function parseIntegerAsNumber(text: string, type: IntegerType): number {
  let value: number;
  try {
    value = Number(parseInteger(text, type));
  } catch (error) {
    const loose = looseNumber(text);
    throw carryAs(error, Number.isSafeInteger(loose) ? loose : undefined);
  }
  if (Number.isSafeInteger(value)) return value;
  const key = /long/i.test(type.xsd) ? 'long' : 'integer';
  const others = `types: { ${key}: 'bigint' } or { ${key}: 'string' } in the configuration does`;
  throw toldAs(beyondRange('a number'), text, `${type.xsd} that a number keeps exactly; ${others}`);
}

/** Reads an integer of `type` as text without surrounding spaces. */
export function parseIntegerAsString(text: string, type: IntegerType): string {
  try {
    parseInteger(text, type);
  } catch (error) {
    throw carryAs(error, text);
  }
  return trimBlanks(text);
}

/** Writes a bigint in the range of `type`. */
export function formatInteger(value: bigint, type: IntegerType): string {
  if (typeof value === 'bigint' && inRange(value, type)) return `${value}`;
  throw notEncodable(`${expected(type)} as a bigint`, value);
}

/** Writes a number in the range of `type` that is an exact integer. */
export function formatIntegerAsNumber(value: number, type: IntegerType): string {
  if (Number.isSafeInteger(value) && inRange(BigInt(value), type)) return `${value}`;
  throw notEncodable(`${expected(type)} as a safe integer`, value);
}

/** Writes the text of an integer in the range of `type`. */
export function formatIntegerAsString(value: string, type: IntegerType): string {
  if (typeof value === 'string' && value.length <= DIGITS && !Number.isNaN(scanInteger(value))) {
    const digits = trimBlanks(value);
    if (inRange(BigInt(digits), type)) return digits;
  }
  throw notEncodable(`${expected(type)} as a string`, value);
}
