import {
  acceptAs,
  carryAs,
  formatXsdBoolean,
  parseXsdBoolean,
  toldAs,
  trimBlanks,
} from '../values/text.ts';
import { isBlank, XmlValueError } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { notEncodable } from '../xml/writer.ts';
import { INT, type Simple } from './description.ts';
import { unescaped } from './value.ts';

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

const anInt = 'an int (-2147483648 to 2147483647)';

/**
 * Reads `xs:int` (XML Schema 2, 3.3.17).
 *
 * @throws XmlValueError not an integer, or beyond 32 bits
 */
export function parseXsdInt(text: string): number {
  const value = scanInteger(text);
  if (value === (value | 0)) return value;
  const error = Number.isNaN(value) ? badFormat(text) : beyondRange('an Int32', value);
  throw toldAs(error, text, anInt);
}

/** Writes `xs:int`. */
export function formatXsdInt(value: number): string {
  if (typeof value === 'number' && value === (value | 0)) return `${value}`;
  throw notEncodable(anInt, value);
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

/** Powers of ten that are exact as numbers. */
const powers: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reads a number in XML Schema's notation; NaN if it is not one. */
function scanDecimalNumber(text: string): number {
  let at = 0;
  let code = text.charCodeAt(0);
  const negative = code === 45;
  if (negative || code === 43) code = text.charCodeAt(++at);
  let digits = 0;
  let fraction = 0;
  let mantissa = 0;
  for (; isDigit(code); code = text.charCodeAt(++at)) {
    mantissa = mantissa * 10 + code - 48;
    digits += 1;
  }
  if (code === 46) {
    for (code = text.charCodeAt(++at); isDigit(code); code = text.charCodeAt(++at)) {
      mantissa = mantissa * 10 + code - 48;
      fraction += 1;
    }
    digits += fraction;
  }
  if (digits === 0) return Number.NaN;
  if (at === text.length && digits <= 15) {
    // Both are exact, so the quotient is the nearest number.
    const value = mantissa / (powers[fraction] as number);
    return negative ? -value : value;
  }
  if (code === 101 || code === 69) {
    code = text.charCodeAt(++at);
    if (code === 45 || code === 43) code = text.charCodeAt(++at);
    if (!isDigit(code)) return Number.NaN;
    while (isDigit(code)) code = text.charCodeAt(++at);
  }
  return at === text.length ? Number(text) : Number.NaN;
}

/** How a text is read. A server reads like .NET unless it is strict. */
type FloatScope = Pick<XmlReader, 'defaults' | 'strict'>;

function parseFloating(text: string, type: string): number {
  let value = scanDecimalNumber(text);
  if (Number.isNaN(value)) {
    const trimmed = trimBlanks(text);
    if (trimmed === 'INF') return Number.POSITIVE_INFINITY;
    if (trimmed === '-INF') return Number.NEGATIVE_INFINITY;
    if (trimmed === 'NaN') return Number.NaN;
    value = scanDecimalNumber(trimmed);
    if (Number.isNaN(value)) {
      const error = toldAs(badFormat(text), text, type);
      const special = specialOf(trimmed);
      // .NET reads what it writes
      throw /^-?Infinity$/.test(trimmed) ? acceptAs(error, special) : error.carry(special);
    }
  }
  return value;
}

/**
 * The value of a number that may be beyond the range of its type: XML Schema has infinity for it,
 * as the closest one (part 2, 3.2.4.1 and 3.2.5.1), .NET Framework refuses it.
 */
function inFloatRange(
  value: number,
  nearest: number,
  { text, scope, type }: { text: string; scope: FloatScope | undefined; type: string },
): number {
  if (Number.isFinite(nearest) || !/\d/.test(text)) return value;
  if (scope?.defaults && !scope.strict) throw beyondRange(type).carry(value);
  return nearest;
}

/** Infinity and no number as .NET, C, PHP, Go and XML Schema 1.1 write them. */
function specialOf(text: string): number | undefined {
  const [, sign, word] = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i.exec(text) ?? [];
  if (word !== undefined) return sign === '-' ? -1 / 0 : 1 / 0;
  return sign === undefined ? undefined : Number.NaN;
}

function formatSpecial(value: number): string {
  if (typeof value !== 'number') throw notEncodable('a number', value);
  if (value === Number.POSITIVE_INFINITY) return 'INF';
  if (value === Number.NEGATIVE_INFINITY) return '-INF';
  return Number.isNaN(value) ? 'NaN' : '-0';
}

/**
 * Reads `xs:double` (XML Schema 2, 3.2.5), including `INF`, `-INF` and `NaN`. A number larger than
 * any double is infinity.
 *
 * @throws XmlValueError not a number, or one that .NET refuses where it is read as .NET does
 */
export function parseXsdDouble(text: string, scope?: FloatScope): number {
  const value = parseFloating(text, 'a double');
  return Number.isFinite(value)
    ? value
    : inFloatRange(value, value, { text, scope, type: 'a Double' });
}

/** Two digits after a point, without trailing zeros. */
const hundredths: readonly string[] = Array.from({ length: 100 }, (_, n) =>
  n === 0 ? '' : `.${String(n).padStart(2, '0').replace(/0$/, '')}`,
);

/**
 * The shortest text that reads back the same. Most numbers on the wire are amounts. If a number is
 * an integer divided by a hundred, that quotient is its shortest text, and the engine would take
 * four times as long to find it.
 *
 * @param value finite, and not -0
 */
function shortest(value: number): string {
  const all = Math.round(value * 100);
  if (value > 0 && all <= 0x7fffffff && all / 100 === value) {
    const whole = (all / 100) | 0;
    return `${whole}${hundredths[all - whole * 100]}`;
  }
  return `${value}`;
}

/** Writes `xs:double`: the shortest text that reads back the same. */
export function formatXsdDouble(value: number): string {
  if (Number.isFinite(value) && !Object.is(value, -0)) return shortest(value);
  return formatSpecial(value);
}

/**
 * Reads `xs:float` (XML Schema 2, 3.2.4). The value keeps all digits; it is only rounded to 32 bits
 * where it is compared.
 * A number larger than any float is infinity.
 *
 * @throws XmlValueError not a number, or one that .NET refuses where it is read as .NET does
 */
export function parseXsdFloat(text: string, scope?: FloatScope): number {
  const value = parseFloating(text, 'a float');
  const nearest = Math.fround(value);
  if (Number.isFinite(nearest)) return value;
  return inFloatRange(value, nearest, { text, scope, type: 'a Single' });
}

/** Compares texts of `xs:float` as numbers of single precision; NaN equals itself. */
export function compareFloats(left: string, right: string): number {
  const [a, b] = [left, right].map((text) =>
    Math.fround(Number(trimBlanks(text).replace('INF', 'Infinity'))),
  ) as [number, number];
  return a === b || Object.is(a, b) ? 0 : a - b;
}

/**
 * Writes `xs:float` with all digits of the number, so that it reads back the same whether or not it
 * was rounded to 32 bits.
 *
 * @throws EncodeError not a number, or larger than any float
 */
export function formatXsdFloat(value: number): string {
  if (!Number.isFinite(value) || Object.is(value, -0)) {
    return formatSpecial(value);
  }
  if (!Number.isFinite(Math.fround(value))) throw notEncodable('a 32-bit float', value);
  return shortest(value);
}

/** Number of digits that every number keeps. */
const EXACT_DIGITS = 15;

/** Whether the text is an optional sign and digits, optionally with a point. */
function isDecimal(text: string): boolean {
  const first = text.charCodeAt(0);
  let at = first === 45 || first === 43 ? 1 : 0;
  let digits = 0;
  let points = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code === 46 && points === 0) points = 1;
    else return false;
  }
  return digits > 0;
}

/** The significant digits, and how many of them come after the point. */
function significant(text: string): { digits: string; scale: number } {
  const unsigned = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text;
  const point = unsigned.indexOf('.');
  const whole = point < 0 ? unsigned : unsigned.slice(0, point);
  const fraction = point < 0 ? '' : unsigned.slice(point + 1);
  const all = whole + fraction;
  let from = 0;
  let to = all.length;
  while (from < to && all.charCodeAt(from) === 48) from += 1;
  while (to > from && all.charCodeAt(to - 1) === 48) to -= 1;
  const digits = all.slice(from, to);
  return { digits, scale: digits === '' ? 0 : fraction.length - (all.length - to) };
}

/** The text of a finite number without an exponent. */
function withoutExponent(value: number): string {
  const text = `${value}`;
  const at = text.indexOf('e');
  if (at < 0) return text;
  const { digits, scale } = significant(text.slice(0, at));
  const shift = scale - Number(text.slice(at + 1));
  const sign = value < 0 ? '-' : '';
  if (shift <= 0) return sign + digits + '0'.repeat(-shift);
  const padded = digits.padStart(shift + 1, '0');
  return `${sign}${padded.slice(0, -shift)}.${padded.slice(-shift)}`;
}

/**
 * Reads `xs:decimal` (XML Schema 2, 3.2.3) as written, with its scale but without surrounding
 * spaces.
 *
 * @throws XmlValueError not a decimal
 */
export function parseXsdDecimal(text: string): string {
  if (isDecimal(text)) return text;
  const trimmed = trimBlanks(text);
  if (isDecimal(trimmed)) return trimmed;
  throw toldAs(badFormat(text).carry(text), text, 'a decimal');
}

/**
 * Writes `xs:decimal` unchanged.
 *
 * @throws EncodeError not the text of a decimal
 */
export function formatXsdDecimal(value: string): string {
  if (typeof value === 'string' && isDecimal(value)) return value;
  throw notEncodable('a decimal as a string', value);
}

/**
 * Reads `xs:decimal` as a number.
 *
 * @throws XmlValueError not a decimal, or more digits than a number keeps
 */
export function parseXsdDecimalAsNumber(text: string): number {
  const decimal = trimBlanks(text);
  if (!isDecimal(decimal)) throw toldAs(badFormat(text), text, 'a decimal');
  const value = Number(decimal);
  if (decimal.length <= EXACT_DIGITS) return value;
  const given = significant(decimal);
  if (Number.isFinite(value)) {
    if (given.digits.length <= EXACT_DIGITS && Math.abs(value) > 1e-300) return value;
    const kept = significant(withoutExponent(value));
    if (kept.digits === given.digits && kept.scale === given.scale) return value;
  }
  throw new XmlValueError(
    `The decimal '${decimal.slice(0, 60)}' has more digits than a number keeps; ` +
      "types: { decimal: 'string' } in the configuration does.",
  );
}

/**
 * Writes `xs:decimal` from a number, without an exponent.
 *
 * @throws EncodeError not a finite number
 */
export function formatXsdDecimalAsNumber(value: number): string {
  if (Number.isFinite(value)) return withoutExponent(value);
  throw notEncodable('a finite number', value);
}

const zero = { initial: () => 0 } as const;
const integerTraits = { ...zero, json: { type: 'integer' } } as const;
const floating = { ...zero, json: { type: 'number', javascript: 'number' } } as const;

export const boolean: Simple = /* @__PURE__ */ unescaped(parseXsdBoolean, formatXsdBoolean, {
  initial: () => false,
  json: { type: 'boolean' },
});

export const int: Simple = /* @__PURE__ */ unescaped(parseXsdInt, formatXsdInt, {
  ...zero,
  way: INT,
  json: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
});

export const short: Simple = /* @__PURE__ */ unescaped(
  parseXsdShort,
  formatXsdShort,
  integerTraits,
);

export const byte: Simple = /* @__PURE__ */ unescaped(parseXsdByte, formatXsdByte, integerTraits);

export const unsignedInt: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedInt,
  formatXsdUnsignedInt,
  integerTraits,
);

export const unsignedShort: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedShort,
  formatXsdUnsignedShort,
  integerTraits,
);

export const unsignedByte: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedByte,
  formatXsdUnsignedByte,
  integerTraits,
);

export const double: Simple = /* @__PURE__ */ unescaped(parseXsdDouble, formatXsdDouble, floating);

export const float: Simple = /* @__PURE__ */ unescaped(parseXsdFloat, formatXsdFloat, {
  ...floating,
  round: Math.fround,
});

export const decimal: Simple = /* @__PURE__ */ unescaped(parseXsdDecimal, formatXsdDecimal, {
  initial: () => '0',
});

export const decimalAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdDecimalAsNumber,
  formatXsdDecimalAsNumber,
  floating,
);

/** `xs:integer`: no bounds. */
const integerType: IntegerType = {
  least: undefined,
  most: undefined,
  dotnet: 'an integer',
  xsd: 'an integer',
};

export const parseXsdInteger: ParseText<bigint> = (text) => parseInteger(text, integerType);
export const formatXsdInteger: FormatValue<bigint> = (value) => formatInteger(value, integerType);
export const parseXsdIntegerAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, integerType);
export const formatXsdIntegerAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, integerType);
export const parseXsdIntegerAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, integerType);
export const formatXsdIntegerAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, integerType);

/** `xs:nonNegativeInteger`: 0 or more. */
const nonNegativeIntegerType: IntegerType = {
  least: 0n,
  most: undefined,
  dotnet: 'a nonNegativeInteger',
  xsd: 'a nonNegativeInteger',
};

export const parseXsdNonNegativeInteger: ParseText<bigint> = (text) =>
  parseInteger(text, nonNegativeIntegerType);
export const formatXsdNonNegativeInteger: FormatValue<bigint> = (value) =>
  formatInteger(value, nonNegativeIntegerType);
export const parseXsdNonNegativeIntegerAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, nonNegativeIntegerType);
export const parseXsdNonNegativeIntegerAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, nonNegativeIntegerType);

/** `xs:positiveInteger`: 1 or more. */
const positiveIntegerType: IntegerType = {
  least: 1n,
  most: undefined,
  dotnet: 'a positiveInteger',
  xsd: 'a positiveInteger',
};

export const parseXsdPositiveInteger: ParseText<bigint> = (text) =>
  parseInteger(text, positiveIntegerType);
export const formatXsdPositiveInteger: FormatValue<bigint> = (value) =>
  formatInteger(value, positiveIntegerType);
export const parseXsdPositiveIntegerAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, positiveIntegerType);
export const parseXsdPositiveIntegerAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, positiveIntegerType);

/** `xs:nonPositiveInteger`: 0 or less. */
const nonPositiveIntegerType: IntegerType = {
  least: undefined,
  most: 0n,
  dotnet: 'a nonPositiveInteger',
  xsd: 'a nonPositiveInteger',
};

export const parseXsdNonPositiveInteger: ParseText<bigint> = (text) =>
  parseInteger(text, nonPositiveIntegerType);
export const formatXsdNonPositiveInteger: FormatValue<bigint> = (value) =>
  formatInteger(value, nonPositiveIntegerType);
export const parseXsdNonPositiveIntegerAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, nonPositiveIntegerType);
export const parseXsdNonPositiveIntegerAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, nonPositiveIntegerType);

/** `xs:negativeInteger`: -1 or less. */
const negativeIntegerType: IntegerType = {
  least: undefined,
  most: -1n,
  dotnet: 'a negativeInteger',
  xsd: 'a negativeInteger',
};

export const parseXsdNegativeInteger: ParseText<bigint> = (text) =>
  parseInteger(text, negativeIntegerType);
export const formatXsdNegativeInteger: FormatValue<bigint> = (value) =>
  formatInteger(value, negativeIntegerType);
export const parseXsdNegativeIntegerAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, negativeIntegerType);
export const parseXsdNegativeIntegerAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, negativeIntegerType);

/** `xs:long`: 64 bits, signed. */
const longType: IntegerType = {
  least: -9_223_372_036_854_775_808n,
  most: 9_223_372_036_854_775_807n,
  dotnet: 'an Int64',
  xsd: 'a long',
};

export const parseXsdLong: ParseText<bigint> = (text) => parseInteger(text, longType);
export const formatXsdLong: FormatValue<bigint> = (value) => formatInteger(value, longType);
export const parseXsdLongAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, longType);
export const formatXsdLongAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, longType);
export const parseXsdLongAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, longType);
export const formatXsdLongAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, longType);

/** `xs:unsignedLong`: 64 bits. */
const unsignedLongType: IntegerType = {
  least: 0n,
  most: 18_446_744_073_709_551_615n,
  dotnet: 'a UInt64',
  xsd: 'an unsignedLong',
};

export const parseXsdUnsignedLong: ParseText<bigint> = (text) =>
  parseInteger(text, unsignedLongType);
export const formatXsdUnsignedLong: FormatValue<bigint> = (value) =>
  formatInteger(value, unsignedLongType);
export const parseXsdUnsignedLongAsNumber: ParseText<number> = (text) =>
  parseIntegerAsNumber(text, unsignedLongType);
export const formatXsdUnsignedLongAsNumber: FormatValue<number> = (value) =>
  formatIntegerAsNumber(value, unsignedLongType);
export const parseXsdUnsignedLongAsString: ParseText<string> = (text) =>
  parseIntegerAsString(text, unsignedLongType);
export const formatXsdUnsignedLongAsString: FormatValue<string> = (value) =>
  formatIntegerAsString(value, unsignedLongType);

/** Maximum digits of an integer, because conversion to a bigint takes more than linear time. */
const DIGITS = 4096;

/** An integer type: its bounds, undefined for none, and its names in .NET and the standard. */
interface IntegerType {
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
  readonly dotnet: string;
  readonly xsd: string;
}

/** The error for a number out of range. .NET reads no sign before an unsigned number. */
function outOfRange(text: string, value: bigint, type: IntegerType): XmlValueError {
  if (value >= 0n || type.most === undefined || type.least !== 0n)
    return toldAs(beyondRange(type.dotnet, value), text, expectedInteger(type));
  return toldAs(badFormat(text).carry(value), text, expectedInteger(type));
}

/** Reads a value. */
type ParseText<T> = (text: string) => T;

/** Writes a value. */
type FormatValue<T> = (value: T) => string;

function inRange(value: bigint, type: IntegerType): boolean {
  return (
    (type.least === undefined || value >= type.least) &&
    (type.most === undefined || value <= type.most)
  );
}

function expectedInteger(type: IntegerType): string {
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
function parseInteger(text: string, type: IntegerType): bigint {
  const near = scanInteger(text);
  if (Number.isNaN(near))
    throw toldAs(badFormat(text), text, expectedInteger(type)).carry(looseInteger(text));
  if (Number.isSafeInteger(near)) {
    const value = BigInt(near);
    if (inRange(value, type)) return value;
    throw outOfRange(text, value, type);
  }
  const digits = trimBlanks(text);
  if (digits.length > DIGITS) throw toldAs(beyondRange(type.dotnet), text, expectedInteger(type));
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
function parseIntegerAsNumber(text: string, type: IntegerType): number {
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
function parseIntegerAsString(text: string, type: IntegerType): string {
  try {
    parseInteger(text, type);
  } catch (error) {
    throw carryAs(error, text);
  }
  return trimBlanks(text);
}

/** Writes a bigint in the range of `type`. */
function formatInteger(value: bigint, type: IntegerType): string {
  if (typeof value === 'bigint' && inRange(value, type)) return `${value}`;
  throw notEncodable(`${expectedInteger(type)} as a bigint`, value);
}

/** Writes a number in the range of `type` that is an exact integer. */
function formatIntegerAsNumber(value: number, type: IntegerType): string {
  if (Number.isSafeInteger(value) && inRange(BigInt(value), type)) return `${value}`;
  throw notEncodable(`${expectedInteger(type)} as a safe integer`, value);
}

/** Writes the text of an integer in the range of `type`. */
function formatIntegerAsString(value: string, type: IntegerType): string {
  if (typeof value === 'string' && value.length <= DIGITS && !Number.isNaN(scanInteger(value))) {
    const digits = trimBlanks(value);
    if (inRange(BigInt(digits), type)) return digits;
  }
  throw notEncodable(`${expectedInteger(type)} as a string`, value);
}

const big = {
  initial: () => 0n,
  json: { type: 'string', javascript: 'bigint' },
} as const;
const safe = { initial: () => 0, json: { type: 'integer' } } as const;
const textDigits = { initial: () => '0' } as const;

export const long: Simple = /* @__PURE__ */ unescaped(parseXsdLong, formatXsdLong, big);

export const longAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdLongAsNumber,
  formatXsdLongAsNumber,
  safe,
);

export const longAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdLongAsString,
  formatXsdLongAsString,
  textDigits,
);

export const unsignedLong: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLong,
  formatXsdUnsignedLong,
  big,
);

export const unsignedLongAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLongAsNumber,
  formatXsdUnsignedLongAsNumber,
  safe,
);

export const unsignedLongAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLongAsString,
  formatXsdUnsignedLongAsString,
  textDigits,
);

export const integer: Simple = /* @__PURE__ */ unescaped(parseXsdInteger, formatXsdInteger, big);

export const integerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdIntegerAsNumber,
  formatXsdIntegerAsNumber,
  safe,
);

export const integerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdIntegerAsString,
  formatXsdIntegerAsString,
  textDigits,
);

export const nonNegativeInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeInteger,
  formatXsdNonNegativeInteger,
  big,
);

export const nonNegativeIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeIntegerAsNumber,
  formatXsdNonNegativeIntegerAsNumber,
  safe,
);

export const nonNegativeIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeIntegerAsString,
  formatXsdNonNegativeIntegerAsString,
  textDigits,
);

export const positiveInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveInteger,
  formatXsdPositiveInteger,
  big,
);

export const positiveIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveIntegerAsNumber,
  formatXsdPositiveIntegerAsNumber,
  safe,
);

export const positiveIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveIntegerAsString,
  formatXsdPositiveIntegerAsString,
  textDigits,
);

export const nonPositiveInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveInteger,
  formatXsdNonPositiveInteger,
  big,
);

export const nonPositiveIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveIntegerAsNumber,
  formatXsdNonPositiveIntegerAsNumber,
  safe,
);

export const nonPositiveIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveIntegerAsString,
  formatXsdNonPositiveIntegerAsString,
  textDigits,
);

export const negativeInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeInteger,
  formatXsdNegativeInteger,
  big,
);

export const negativeIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeIntegerAsNumber,
  formatXsdNegativeIntegerAsNumber,
  safe,
);

export const negativeIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeIntegerAsString,
  formatXsdNegativeIntegerAsString,
  textDigits,
);
