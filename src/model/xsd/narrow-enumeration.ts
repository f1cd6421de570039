import type { PatternMatcher } from '../pattern/pattern-match.ts';
import { kindOf } from './facet-rules.ts';
import type { EnumerationValue, Facets, SimpleType } from './schema.ts';
import { compareLexical } from './value-compare.ts';
import { collapsedText, spacedText } from './white-space.ts';

/** Longer values, and those of longer enumerations, are not matched against patterns. */
const longest = 1000;

/**
 * The values of an enumeration that the other facets allow, which a later restriction may have
 * added (XML Schema part 2 section 4.3). Patterns apply to texts, so they only exclude values that
 * are texts themselves.
 *
 * @returns `undefined` if all are allowed
 */
export function narrowedEnumeration(
  { variety, builtin }: SimpleType,
  facets: Facets,
  patterns: PatternMatcher,
): readonly EnumerationValue[] | undefined {
  const { enumeration } = facets;
  if (enumeration === undefined || enumeration.length > longest || variety === 'list') {
    return undefined;
  }
  const kind = kindOf(builtin);
  const allowed = enumeration.filter(({ value }) => {
    if (variety === 'union') return matchesAll(collapsedText(value), facets, patterns);
    if (kind !== 'text') return isWithin(kind, value, facets) && hasDigits(kind, value, facets);
    const text = spacedText({ builtin }, value, facets);
    return hasLength(text, facets) && matchesAll(text, facets, patterns);
  });
  return allowed.length === enumeration.length ? undefined : allowed;
}

function hasLength(text: string, { length, minLength, maxLength }: Facets): boolean {
  if (length === undefined && minLength === undefined && maxLength === undefined) return true;
  const count = [...text].length;
  return (
    count === (length ?? count) &&
    count >= (minLength ?? 0) &&
    count <= (maxLength ?? Number.POSITIVE_INFINITY)
  );
}

function matchesAll(text: string, facets: Facets, patterns: PatternMatcher): boolean {
  if (facets.patterns === undefined || text.length > longest) return true;
  return facets.patterns.every((step) => step.some((one) => patterns.matches(one, text) !== false));
}

/** Whether a number has no more digits than allowed. */
function hasDigits(
  kind: ReturnType<typeof kindOf>,
  value: string,
  { totalDigits, fractionDigits }: Facets,
): boolean {
  if (kind !== 'integer' && kind !== 'decimal') return true;
  const [, whole = '', fraction = ''] = /^\s*[+-]?0*(\d*)\.?(\d*?)0*\s*$/.exec(value) ?? [];
  return (
    whole.length + fraction.length <= (totalDigits ?? Number.POSITIVE_INFINITY) &&
    fraction.length <= (fractionDigits ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * Whether a value is within all bounds. One that cannot be compared counts as allowed, and is
 * checked when it is read.
 */
function isWithin(kind: ReturnType<typeof kindOf>, value: string, facets: Facets): boolean {
  const order = (bound: string | undefined): number | undefined =>
    bound === undefined ? undefined : compareLexical(kind, value, bound);
  return (
    (order(facets.minInclusive) ?? 0) >= 0 &&
    (order(facets.maxInclusive) ?? 0) <= 0 &&
    (order(facets.minExclusive) ?? 1) > 0 &&
    (order(facets.maxExclusive) ?? -1) < 0
  );
}
