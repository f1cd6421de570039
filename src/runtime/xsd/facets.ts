import { EncodeError, notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';

/** The value if it is in an enumeration; else .NET's error. */
export function oneOf<T>(value: unknown, values: readonly T[], type: string): T {
  // the listed one, which for -0 is 0
  const at = (values as readonly unknown[]).indexOf(value);
  if (at >= 0) return values[at] as T;
  const shown = String(value).slice(0, 100);
  throw new XmlValueError(
    `Instance validation error: '${shown}' is not a valid value for ${type}.`,
  ).carry(value);
}

/**
 * The member of an enumeration with the value of a text, such as `1` for `1.0`; else .NET's error.
 */
export function oneOfEqual<T extends string>(
  text: string,
  values: readonly T[],
  type: string,
  compare: (left: string, right: string) => number,
): T {
  const found =
    values.find((one) => one === text) ?? values.find((one) => compare(one, text) === 0);
  return found ?? oneOf(text, values, type);
}

/** Checks that a value is in an enumeration. */
export function checkOneOf<T>(value: T, values: readonly T[]): void {
  if (values.includes(value)) return;
  const shown = values
    .slice(0, 12)
    .map((one) => (typeof one === 'string' ? `'${one}'` : String(one)));
  const more = values.length > 12 ? ' …' : '';
  throw notEncodable(`one of ${shown.join(', ')}${more}`, value);
}

/** The error for text that violates a facet; lenient readers use `value`. */
export function notValid(text: string, rule: string, value: unknown): XmlValueError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new XmlValueError(`'${shown}' ${rule}.`).carry(value);
}

/** The error for a value that violates a facet. */
export function notWritable(rule: string): EncodeError {
  return new EncodeError(`The value ${rule}.`);
}

/** Length of a text in characters, as XML Schema counts them: a surrogate pair is one character. */
export function textLength(text: string): number {
  let { length } = text;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

/** Sign and digits before and after the point of a lexical decimal, without redundant zeros. */
function decimalParts(text: string): { negative: boolean; whole: string; fraction: string } {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  return {
    negative,
    whole: whole.replace(/^0+/, ''),
    fraction: fraction.replace(/0+$/, ''),
  };
}

/** Compares two lexical decimals or integers of any size: negative, zero or positive. */
export function compareDecimals(left: string, right: string): number {
  const a = decimalParts(left);
  const b = decimalParts(right);
  const aZero = a.whole === '' && a.fraction === '';
  const bZero = b.whole === '' && b.fraction === '';
  const aSign = aZero ? 0 : a.negative ? -1 : 1;
  const bSign = bZero ? 0 : b.negative ? -1 : 1;
  if (aSign !== bSign) return aSign - bSign;
  let order = a.whole.length - b.whole.length;
  if (order === 0 && a.whole !== b.whole) order = a.whole < b.whole ? -1 : 1;
  if (order === 0 && a.fraction !== b.fraction) {
    // padded, the fractions compare as text
    const digits = Math.max(a.fraction.length, b.fraction.length);
    order = a.fraction.padEnd(digits, '0') < b.fraction.padEnd(digits, '0') ? -1 : 1;
  }
  return order * (aSign === 0 ? 1 : aSign);
}

/** Number of digits of a decimal (facet `totalDigits`). */
export function totalDigits(text: string): number {
  const { whole, fraction } = decimalParts(text);
  return Math.max(1, whole.length + fraction.length);
}

/** Number of digits after the point of a decimal (facet `fractionDigits`). */
export function fractionDigits(text: string): number {
  return decimalParts(text).fraction.length;
}
