import type { XmlReader } from '../xml/reader.ts';
import { notEncodable } from '../xml/write-text.ts';
import { acceptAs, toldAs } from './bad-text.ts';
import { badFormat, beyondRange } from './integer.ts';
import { trimBlanks } from './white-space.ts';

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
export type FloatScope = Pick<XmlReader, 'defaults' | 'strict'>;

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
function inRange(
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
  return Number.isFinite(value) ? value : inRange(value, value, { text, scope, type: 'a Double' });
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
  return inRange(value, nearest, { text, scope, type: 'a Single' });
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
