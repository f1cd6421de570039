import { notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { toldAs } from './bad-text.ts';
import { badFormat } from './integer.ts';
import { trimBlanks } from './white-space.ts';

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
function plainText(value: number): string {
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
    const kept = significant(plainText(value));
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
  if (Number.isFinite(value)) return plainText(value);
  throw notEncodable('a finite number', value);
}
