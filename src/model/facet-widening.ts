import { kindOf, type ValueKind } from './facet-rules.ts';
import { integerRanges } from './integer-ranges.ts';
import type { EnumerationValue, Facets, SimpleType } from './schema.ts';
import type { FacetSyntax } from './schema-document.ts';
import { canonicalOf, compareLexical } from './value-compare.ts';

/**
 * In what way a facet of a restriction allows what the base does not (XML Schema part 2 section 4.3, "valid restriction"), as a
 * sentence; `undefined` where it does not, or where that is not certain.
 *
 * @param base the type that is restricted
 * @param facet one that applies to the base and is a value of it
 */
export function wideningOf(base: SimpleType, facet: FacetSyntax): string | undefined {
  const { name, value } = facet;
  const label = base.name?.localName ?? base.builtin ?? base.variety;
  switch (name) {
    case 'length':
    case 'minLength':
    case 'maxLength':
    case 'totalDigits':
    case 'fractionDigits': {
      const beyond = countBeyond(name, Number(value), base.facets);
      return beyond === undefined
        ? undefined
        : `'${name}' ${value.trim()} goes beyond ${beyond} of '${label}'`;
    }
    case 'enumeration':
      return base.variety === 'atomic' ? notAmong(base, value, label) : undefined;
    case 'pattern':
    case 'whiteSpace':
      return undefined;
    default: {
      if (base.variety !== 'atomic') return undefined;
      const beyond = boundBeyond(base, value, name.endsWith('Exclusive'), name.startsWith('min'));
      return beyond === undefined
        ? undefined
        : `'${name}' ${value.trim()} goes beyond ${beyond} of '${label}'`;
    }
  }
}

function countBeyond(
  name: 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  value: number,
  base: Facets,
): string | undefined {
  // a count that is none is reported elsewhere
  if (!Number.isInteger(value)) return undefined;
  const given = base[name];
  if (given !== undefined) {
    const wider =
      name === 'length' ? value !== given : name === 'minLength' ? value < given : value > given;
    if (wider) return `'${name}' ${given}`;
  }
  if (name !== 'length') return undefined;
  if (base.minLength !== undefined && value < base.minLength)
    return `'minLength' ${base.minLength}`;
  if (base.maxLength !== undefined && value > base.maxLength)
    return `'maxLength' ${base.maxLength}`;
  return undefined;
}

/** The bound of the base that a bound, or a value, lies beyond. */
function boundBeyond(
  base: SimpleType,
  value: string,
  exclusive: boolean,
  low: boolean,
): string | undefined {
  const kind = kindOf(base.builtin);
  const { facets } = base;
  const [inclusive, outside] = low
    ? [facets.minInclusive, facets.minExclusive]
    : [facets.maxInclusive, facets.maxExclusive];
  const range = base.builtin === undefined ? undefined : integerRanges[base.builtin];
  const built = range?.[low ? 0 : 1];
  if (inclusive !== undefined && isBeyond(kind, value, inclusive, exclusive, false, low)) {
    return `'${low ? 'min' : 'max'}Inclusive' ${inclusive}`;
  }
  if (outside !== undefined && isBeyond(kind, value, outside, exclusive, true, low)) {
    return `'${low ? 'min' : 'max'}Exclusive' ${outside}`;
  }
  return built !== undefined && isBeyond(kind, value, built, exclusive, false, low)
    ? `the ${low ? 'least' : 'greatest'} value ${built}`
    : undefined;
}

/** Whether a bound leaves room for values that another one does not. Above an excluded integer the next one is included. */
function isBeyond(
  kind: ValueKind,
  value: string,
  bound: string,
  exclusive: boolean,
  boundExclusive: boolean,
  low: boolean,
): boolean {
  if (kind === 'integer') {
    const [mine, theirs] = [wholeOf(value), wholeOf(bound)];
    if (mine === undefined || theirs === undefined) return false;
    const step = low ? 1n : -1n;
    const first = mine + (exclusive ? step : 0n);
    const allowed = theirs + (boundExclusive ? step : 0n);
    return low ? first < allowed : first > allowed;
  }
  const side = compareLexical(kind, value, bound);
  if (side === undefined) return false;
  if (side === 0) return boundExclusive && !exclusive;
  return low ? side < 0 : side > 0;
}

function wholeOf(text: string): bigint | undefined {
  const match = /^\+?(-?\d{1,400})(?:\.0*)?$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : BigInt(match[1]);
}

/** Enumerations of bases, which many types may restrict. */
const canonicals = new WeakMap<readonly EnumerationValue[], ReadonlySet<string | undefined>>();

function notAmong(base: SimpleType, value: string, label: string): string | undefined {
  const { facets } = base;
  const kind = kindOf(base.builtin);
  if (facets.enumeration !== undefined) {
    let known = canonicals.get(facets.enumeration);
    if (known === undefined) {
      known = new Set(facets.enumeration.map((one) => canonicalOf(kind, one.value)));
      canonicals.set(facets.enumeration, known);
    }
    const canonical = canonicalOf(kind, value);
    if (canonical !== undefined && !known.has(canonical)) {
      return `'${value}' is not among the values of '${label}'`;
    }
  }
  const beyond =
    kind === 'text'
      ? lengthBeyond(value, facets)
      : (boundBeyond(base, value, false, true) ?? boundBeyond(base, value, false, false));
  return beyond === undefined ? undefined : `'${value}' goes beyond ${beyond} of '${label}'`;
}

/** The length of the base that a text cannot have, whatever becomes of its white space. */
function lengthBeyond(value: string, { length, minLength, maxLength }: Facets): string | undefined {
  if (length === undefined && minLength === undefined && maxLength === undefined) return undefined;
  const most = [...value].length;
  const least = [...(canonicalOf('text', value) ?? value)].length;
  if (length !== undefined && (least > length || most < length)) return `'length' ${length}`;
  if (minLength !== undefined && most < minLength) return `'minLength' ${minLength}`;
  return maxLength !== undefined && least > maxLength ? `'maxLength' ${maxLength}` : undefined;
}
