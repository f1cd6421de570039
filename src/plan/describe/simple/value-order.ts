import type { SimpleType } from '../../../model/xsd/schema.ts';
import type { AtomicType } from '../../scope/shape-options.ts';

const dates: ReadonlySet<string | undefined> = new Set([
  ...['dateTime', 'date', 'time', 'gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth'],
]);

const integers: ReadonlySet<string | undefined> = new Set([
  ...['integer', 'long', 'int', 'short', 'byte'],
  ...['unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'],
  ...['positiveInteger', 'nonNegativeInteger', 'negativeInteger', 'nonPositiveInteger'],
]);

/** A runtime function that compares two lexical values of a type. */
export type Comparer = 'compareDates' | 'compareDecimals' | 'compareDurations' | 'compareFloats';

/**
 * The function that compares lexical values of an atomic type, if TypeScript's operators on its
 * values do not: numbers as text, dates and durations. It treats `1` and `1.0` as equal.
 */
export function comparerOf(source: SimpleType, atomic: AtomicType): Comparer | undefined {
  const { builtin } = source;
  if (source.variety !== 'atomic') return undefined;
  if (dates.has(builtin)) return 'compareDates';
  if (builtin === 'duration') return 'compareDurations';
  if (atomic !== 'string') return undefined;
  return builtin === 'decimal' || integers.has(builtin) ? 'compareDecimals' : undefined;
}

/** As {@link comparerOf}, for the items of a list, whose texts are compared. */
export function itemComparerOf(item: SimpleType, atomic: AtomicType): Comparer | undefined {
  const isFloat = item.variety === 'atomic' && item.builtin === 'float' && atomic === 'number';
  return isFloat ? 'compareFloats' : comparerOf(item, atomic);
}

/** Whether the values are text, in which length facets count characters. */
export function isTextual(source: SimpleType, atomic: AtomicType): boolean {
  return atomic === 'string' && comparerOf(source, atomic) === undefined;
}
