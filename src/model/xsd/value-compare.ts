import { compareDates } from './date-compare.ts';
import { compareDurations } from './duration-compare.ts';
import { kindOf, type ValueKind } from './facet-rules.ts';
import type { SimpleType } from './schema.ts';
import { spacedText } from './white-space.ts';

/** Longer numbers are not compared: reading them takes time, and real contracts have none. */
const longestNumber = 400;

/**
 * Compares two lexical values (XML Schema part 2 section 4.3, order relations); `undefined` if the
 * order is not certain, as for dates with and without a time zone.
 *
 * @returns negative, zero or positive if `a` is less than, equal to or greater than `b`
 */
export function compareLexical(kind: ValueKind, a: string, b: string): number | undefined {
  switch (kind) {
    case 'integer':
    case 'decimal':
      return compareDecimals(a.trim(), b.trim());
    case 'float':
    case 'double':
      return compareFloats(kind, a.trim(), b.trim());
    case 'date':
      return compareDates(a.trim(), b.trim());
    case 'duration':
      return compareDurations(a.trim(), b.trim());
    default:
      return undefined;
  }
}

/**
 * One text for all lexical forms of a value; `undefined` if forms cannot be compared with
 * certainty.
 */
export function canonicalOf(kind: ValueKind, text: string): string | undefined {
  const plain = text.trim().replace(/[ \t\r\n]+/g, ' ');
  switch (kind) {
    case 'text':
    case 'qname':
      return plain;
    case 'boolean':
      return plain === '1' ? 'true' : plain === '0' ? 'false' : plain;
    case 'integer':
    case 'decimal': {
      const parts = decimalParts(plain);
      return parts === undefined ? undefined : `${BigInt(parts.digits)}e-${parts.scale}`;
    }
    case 'float':
    case 'double':
      return String(floatOf(kind, plain) + 0);
    default:
      return undefined;
  }
}

/** Whether two texts are certainly different values of a type. */
export function areDifferent(type: SimpleType, a: string, b: string): boolean {
  const { variety, builtin, facets } = type;
  if (variety !== 'atomic') return false;
  const [first, second] = [spacedText(type, a, facets), spacedText(type, b, facets)];
  if (first === second) return false;
  const kind = kindOf(builtin);
  if (kind === 'text') return true;
  const canonical = canonicalOf(kind, first);
  if (canonical !== undefined) return canonical !== canonicalOf(kind, second);
  return (compareLexical(kind, first, second) ?? 0) !== 0;
}

/** Digits with sign, and the number of digits after the point, without trailing zeros. */
function decimalParts(
  text: string,
): { readonly digits: string; readonly scale: number } | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null || text.length > longestNumber) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  if (whole + fraction === '') return undefined;
  const digits = whole + fraction.slice(0, end);
  return { digits: `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}`, scale: end };
}

function compareDecimals(a: string, b: string): number | undefined {
  const [left, right] = [decimalParts(a), decimalParts(b)];
  if (left === undefined || right === undefined) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const [first, second] = [left, right].map((one) =>
    BigInt(one.digits + '0'.repeat(scale - one.scale)),
  );
  return first === undefined || second === undefined ? undefined : order(first, second);
}

function compareFloats(kind: ValueKind, a: string, b: string): number | undefined {
  const [left, right] = [a, b].map((text) => floatOf(kind, text));
  if (left === undefined || right === undefined || Number.isNaN(left) || Number.isNaN(right)) {
    return undefined;
  }
  return order(left, right);
}

/** The number of a text; in single precision, 0.1 and 0.100000001 are one. */
function floatOf(kind: ValueKind, text: string): number {
  const number = Number(text.replace('INF', 'Infinity'));
  return kind === 'float' ? Math.fround(number) : number;
}

function order<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
