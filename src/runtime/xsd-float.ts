import { notEncodable } from './encode-error.ts';
import { badFormat, beyondRange } from './xsd-integer.ts';
import { trimBlanks } from './xsd-white-space.ts';

/** Powers of ten that a number holds exactly. */
const powers: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const LARGEST_SINGLE = 3.4028234663852886e38;
/** Texts of so few characters have at most seven digits, which each float tells apart. */
const SHORT = 8;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reads a number in the notation of XML Schema; NaN when it is none. */
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
    // Both are exact, so that the quotient is the nearest number.
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

function parseFloating(text: string, most: number, type: string): number {
  let value = scanDecimalNumber(text);
  if (Number.isNaN(value)) {
    const trimmed = trimBlanks(text);
    if (trimmed === 'INF') return Number.POSITIVE_INFINITY;
    if (trimmed === '-INF') return Number.NEGATIVE_INFINITY;
    if (trimmed === 'NaN') return Number.NaN;
    value = scanDecimalNumber(trimmed);
    if (Number.isNaN(value)) throw badFormat();
  }
  if (value > most || value < -most) throw beyondRange(type);
  return value;
}

function formatSpecial(value: number, type: string, owner: object, name: string): string {
  if (typeof value !== 'number') throw notEncodable(type, value, owner, name);
  if (value === Number.POSITIVE_INFINITY) return 'INF';
  if (value === Number.NEGATIVE_INFINITY) return '-INF';
  return Number.isNaN(value) ? 'NaN' : '-0';
}

/**
 * Reads `xs:double` (XML Schema 2, 3.2.5), `INF`, `-INF` and `NaN` included.
 *
 * @throws XmlValueError no number, or larger than any double
 */
export function parseXsdDouble(text: string): number {
  return parseFloating(text, Number.MAX_VALUE, 'a Double');
}

/** Writes `xs:double`: the shortest text that reads back the same. */
export function formatXsdDouble(value: number, owner: object, name: string): string {
  if (Number.isFinite(value) && !Object.is(value, -0)) return `${value}`;
  return formatSpecial(value, 'a number', owner, name);
}

/**
 * Reads `xs:float` (XML Schema 2, 3.2.4). The value keeps the digits that were written; it is not rounded to 32 bits.
 *
 * @throws XmlValueError no number, or larger than any float
 */
export function parseXsdFloat(text: string): number {
  return parseFloating(text, LARGEST_SINGLE, 'a Single');
}

/**
 * Writes `xs:float`: a 32-bit number as the shortest text that gives it, any other with all its digits.
 *
 * @throws EncodeError no number, or larger than any float
 */
export function formatXsdFloat(value: number, owner: object, name: string): string {
  if (!Number.isFinite(value) || Object.is(value, -0)) {
    return formatSpecial(value, 'a number', owner, name);
  }
  if (Math.abs(value) > LARGEST_SINGLE) throw notEncodable('a 32-bit float', value, owner, name);
  const text = `${value}`;
  if (text.length <= SHORT || Math.fround(value) !== value) return text;
  for (let precision = 6; precision < 9; precision++) {
    const shorter = Number(value.toPrecision(precision));
    if (Math.fround(shorter) === value) return `${shorter}`;
  }
  return `${Number(value.toPrecision(9))}`;
}
