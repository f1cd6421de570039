import { integerRanges } from '../../model/xsd/integer-ranges.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { combine, type Relation } from '../result/verdict.ts';

/** One end of a range; an open end excludes its value. */
export interface End {
  readonly value: string;
  readonly open: boolean;
}

/** The numbers that an integer or decimal type allows, regardless of digits after the point. */
export interface NumericSpace {
  /** Then both ends are closed. */
  readonly integer: boolean;
  readonly min?: End | undefined;
  readonly max?: End | undefined;
}

/**
 * The numbers that a type allows; `undefined` for types outside the decimal family, or with bounds
 * that are not numbers.
 */
export function numericSpace(type: SimpleType): NumericSpace | undefined {
  const { builtin, facets } = type;
  if (type.variety !== 'atomic' || builtin === undefined) return undefined;
  const range = integerRanges[builtin];
  if (range === undefined && builtin !== 'decimal') return undefined;
  const integer = range !== undefined;
  const given = [
    facets.minInclusive,
    facets.minExclusive,
    facets.maxInclusive,
    facets.maxExclusive,
  ];
  if (given.some((bound) => bound !== undefined && !isDecimal(bound))) return undefined;
  const { totalDigits = 0 } = facets;
  const most =
    integer && totalDigits > 0 && totalDigits < 100 ? '9'.repeat(totalDigits) : undefined;
  const end = (value: string | undefined, open: boolean, sign: 1 | -1): End | undefined => {
    if (value === undefined) return undefined;
    return integer ? { value: wholeEnd(value, open, sign), open: false } : { value, open };
  };
  return {
    integer,
    min: strictest(1, [
      end(range?.[0], false, 1),
      end(facets.minInclusive, false, 1),
      end(facets.minExclusive, true, 1),
      end(most && `-${most}`, false, 1),
    ]),
    max: strictest(-1, [
      end(range?.[1], false, -1),
      end(facets.maxInclusive, false, -1),
      end(facets.maxExclusive, true, -1),
      end(most, false, -1),
    ]),
  };
}

/** The number of digits that values of a numeric type have at most before the point. */
export function digitsOf(type: SimpleType): number {
  const { totalDigits = Number.POSITIVE_INFINITY } = type.facets;
  const { min, max } = numericSpace(type) ?? {};
  if (min === undefined || max === undefined) return totalDigits;
  const ends = [min, max].map(({ value }) => /^[+-]?0*(\d*)/.exec(value)?.[1]?.length ?? 0);
  return Math.min(totalDigits, Math.max(1, ...ends));
}

/** The integer nearest to the end of a range of integers, inside it. */
function wholeEnd(value: string, open: boolean, sign: 1 | -1): string {
  const places = fraction(value).length;
  const unit = 10n ** BigInt(places);
  const number = scaled(value, places);
  const below = number / unit - (number % unit < 0n ? 1n : 0n);
  const isWhole = number % unit === 0n;
  if (isWhole) return String(open ? below + BigInt(sign) : below);
  return String(sign === 1 ? below + 1n : below);
}

/** The relation between two such spaces. */
export function relateNumeric(old: NumericSpace, now: NumericSpace): Relation {
  const kinds: Relation = old.integer === now.integer ? 'same' : old.integer ? 'wider' : 'narrower';
  return combine(kinds, combine(relateEnds(old.min, now.min, -1), relateEnds(old.max, now.max, 1)));
}

function strictest(sign: 1 | -1, ends: readonly (End | undefined)[]): End | undefined {
  let best: End | undefined;
  for (const one of ends) {
    if (one === undefined) continue;
    if (best === undefined || compareEnds(one, best, sign) > 0) best = one;
  }
  return best;
}

/** Positive if the first end allows less: `sign` is 1 for lower ends, -1 for upper ones. */
function compareEnds(a: End, b: End, sign: 1 | -1): number {
  const order = compareDecimals(a.value, b.value) * sign;
  return order === 0 ? Number(a.open) - Number(b.open) : order;
}

/**
 * The relation between two ends of ranges.
 *
 * @param sign 1 for upper ends, -1 for lower ones
 */
export function relateEnds(old: End | undefined, now: End | undefined, sign: 1 | -1): Relation {
  if (old === undefined || now === undefined) {
    if (old === now) return 'same';
    return now === undefined ? 'wider' : 'narrower';
  }
  const order = compareEnds(now, old, sign === 1 ? -1 : 1);
  return order === 0 ? 'same' : order > 0 ? 'narrower' : 'wider';
}

/** Whether a text is a number without exponent. */
function isDecimal(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Orders two numbers without exponent exactly: negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const places = Math.max(fraction(a).length, fraction(b).length);
  const difference = scaled(a, places) - scaled(b, places);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function fraction(text: string): string {
  const point = text.indexOf('.');
  return point < 0 ? '' : text.slice(point + 1);
}

function scaled(text: string, places: number): bigint {
  const whole = text.replace(/^[+-]/, '').replace(/\..*$/, '');
  const value = BigInt(`${whole}${fraction(text).padEnd(places, '0')}`);
  return text.startsWith('-') ? -value : value;
}
