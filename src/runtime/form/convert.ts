import { parseDateTime } from './date-time.ts';
import { FormError } from './form-error.ts';

const format = 'Input string was not in a correct format.';

/** The error for a value that can't be converted to its type, with .NET's name of the type. */
export function cannotConvert(value: string, type: string, reason: string): FormError {
  return new FormError(
    `Cannot convert ${value} to ${type}.\r\nParameter name: type ---> ${reason}`,
  );
}

/** Reads an integer as .NET does in the invariant culture: sign, digits, surrounding spaces. */
export function convertInteger(
  value: string,
  type: string,
  least: bigint | undefined,
  most: bigint | undefined,
): bigint {
  const text = trimmed(value);
  if (!/^[+-]?[0-9]+$/.test(text) || text.length > 400) throw cannotConvert(value, type, format);
  const number = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if ((least !== undefined && number < least) || (most !== undefined && number > most)) {
    throw cannotConvert(value, type, tooLarge(type));
  }
  return number;
}

/** Reads an integer that a `number` represents exactly. */
export function convertSmall(value: string, type: string, least: number, most: number): number {
  const text = trimmed(value);
  if (!/^[+-]?[0-9]+$/.test(text)) throw cannotConvert(value, type, format);
  const number = Number(text) + 0;
  if (number < least || number > most) {
    throw cannotConvert(value, type, tooLarge(type) + tooLargeToParse(number, type));
  }
  return number === 0 ? 0 : number;
}

/** Reads `true` or `false` in any letter case, but not `1` and `0`. */
export function convertBoolean(value: string): boolean {
  const text = trimAround(value, (code) => code === 0 || isUnicodeSpace(code)).toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw cannotConvert(value, 'System.Boolean', 'String was not recognized as a valid Boolean.');
}

/**
 * Reads a floating-point number; infinity is `Infinity`, not XML Schema's `INF`. A `float` keeps
 * all digits, as in XML.
 */
export function convertFloat(value: string, type: string): number {
  const text = trimmed(value);
  if (text === 'NaN') return Number.NaN;
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (text === '-Infinity') return Number.NEGATIVE_INFINITY;
  if (!/^[+-]?(?:[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
    throw cannotConvert(value, type, format);
  }
  const number = Number(text.replace(/,/g, ''));
  const nearest = type === 'System.Single' ? Math.fround(number) : number;
  if (!Number.isFinite(nearest)) throw cannotConvert(value, type, tooLarge(type));
  return number;
}

/**
 * Reads a decimal and keeps its scale. As for .NET's `NumberStyles.Number`, its sign may be on
 * either side, and commas may be anywhere after the first digit of the whole number.
 */
export function convertDecimal(value: string): string {
  const match = /^([+-]?)((?:[0-9][0-9,]*)?)(?:\.([0-9]*))?[\t-\r ]*([+-]?)$/.exec(trimmed(value));
  const [, before = '', whole = '', fraction = '', after = ''] = match ?? [];
  if (whole + fraction === '' || (before !== '' && after !== '')) {
    throw cannotConvert(value, 'System.Decimal', format);
  }
  const digits = whole.replace(/,/g, '').replace(/^0+(?=[0-9])/, '') || '0';
  const scaled = fraction === '' ? digits : `${digits}.${fraction}`;
  return before + after === '-' ? `-${scaled}` : scaled;
}

/** Reads what .NET's invariant culture does, as `2/29/2024 1:05 PM`; returns XML Schema's form. */
export function convertDateTime(value: string): string {
  const text = parseDateTime(trimNulls(value));
  if (text !== undefined) return text;
  throw cannotConvert(value, 'System.DateTime', 'String was not recognized as a valid DateTime.');
}

/** Reads a single character. */
export function convertChar(value: string): string {
  if (value.length === 1) return value;
  throw cannotConvert(value, 'System.Char', 'String must be exactly one character long.');
}

/** The text without the NUL characters after it, which .NET skips. */
function trimNulls(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}

/** The text without the spaces that .NET skips around numbers, and NUL characters after it. */
function trimmed(text: string): string {
  return trimAround(trimNulls(text), (code) => code === 0x20 || (code >= 9 && code <= 0xd));
}

/** Whether .NET's `Char.IsWhiteSpace` is true. Unlike `\s`, it knows U+0085 and not U+FEFF. */
function isUnicodeSpace(code: number): boolean {
  return code === 0x85 || (code !== 0xfeff && /\s/.test(String.fromCharCode(code)));
}

function trimAround(text: string, isSkipped: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSkipped(text.charCodeAt(start))) start += 1;
  while (end > start && isSkipped(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const names: ReadonlyMap<string, string> = new Map([
  ['System.Byte', 'an unsigned byte'],
  ['System.SByte', 'a signed byte'],
  ['System.Int16', 'an Int16'],
  ['System.Int32', 'an Int32'],
  ['System.Int64', 'an Int64'],
  ['System.UInt16', 'a UInt16'],
  ['System.UInt32', 'a UInt32'],
  ['System.UInt64', 'a UInt64'],
  ['System.Decimal', 'a Decimal'],
  ['System.Single', 'a Single'],
  ['System.Double', 'a Double'],
]);

/** The inner error of .NET, which parses short integers as 32-bit ones. */
function tooLargeToParse(value: number, type: string): string {
  if (type === 'System.UInt16')
    return value < 0 || value > 0xffffffff ? ` ---> ${tooLarge('System.UInt32')}` : '';
  const isShort = type === 'System.Int16' || type === 'System.SByte' || type === 'System.Byte';
  return isShort && value !== (value | 0) ? ` ---> ${tooLarge('System.Int32')}` : '';
}

function tooLarge(type: string): string {
  return `Value was either too large or too small for ${names.get(type) ?? `a ${type}`}.`;
}
