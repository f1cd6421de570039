import type { PatternMatcher } from '../pattern/pattern-match.ts';
import { hasForm, kindOf, type ValueKind } from './facet-rules.ts';
import { integerRanges } from './integer-ranges.ts';
import { hasOwnForm } from './lexical-forms.ts';
import type { EnumerationValue, Facets, SimpleType } from './schema.ts';
import { canonicalOf, compareLexical } from './value-compare.ts';
import { collapsedText, spacedText } from './white-space.ts';

/**
 * Longer values are not matched against patterns, because matching takes time for each character.
 */
const longestMatched = 1000;

/** Longer patterns are not shown in messages. */
const longestShown = 80;

/**
 * Why a text is not valid for a type (XML Schema part 2 section 4.1.4), as the end of a sentence
 * that begins with the text; `undefined` if it is valid, or that is not certain.
 */
export function valueDefect(
  type: SimpleType,
  text: string,
  patterns: PatternMatcher,
): string | undefined {
  // nested lists and unions could take any amount of work
  if (!patterns.spend()) return undefined;
  const { variety, members, builtin, facets } = type;
  if (variety === 'list') return listDefect(type, text, patterns);
  const label = labelOf(type);
  if (variety === 'union') {
    const none =
      members !== undefined &&
      members.length > 0 &&
      members.every((one) => valueDefect(one, text, patterns) !== undefined);
    return none
      ? `is not a value of any member of '${label}'`
      : patternDefect(type, text, patterns);
  }
  if (builtin === undefined || builtin === 'anySimpleType') return undefined;
  const plain = spacedText(type, text, facets);
  if (!hasForm(builtin, plain) || !hasOwnForm(builtin, plain, patterns)) {
    return `is not a value of '${builtin}'`;
  }
  const kind = kindOf(builtin);
  if (facets.enumeration !== undefined) {
    const canonical = canonicalOf(kind, plain);
    if (canonical !== undefined && !canonicalsOf(kind, facets.enumeration).has(canonical)) {
      return `is not among the values of '${label}'`;
    }
  }
  const beyond =
    kind === 'text' || kind === 'binary'
      ? lengthOf(kind, type, plain)
      : (boundBeyond(type, plain, true) ??
        boundBeyond(type, plain, false) ??
        digitsBeyond(plain, facets));
  if (beyond !== undefined) return `goes beyond ${beyond} of '${label}'`;
  return kind === 'qname' ? undefined : patternDefect(type, plain, patterns);
}

function labelOf({ name, builtin, variety }: SimpleType): string {
  return name?.localName ?? builtin ?? variety;
}

function listDefect(type: SimpleType, text: string, patterns: PatternMatcher): string | undefined {
  const { item, facets } = type;
  const items = text.split(/[ \t\r\n]+/).filter((one) => one !== '');
  const label = labelOf(type);
  for (const one of item === undefined ? [] : items) {
    const defect = valueDefect(item as SimpleType, one, patterns);
    if (defect !== undefined) return `is not a value of '${label}': '${one}' ${defect}`;
  }
  const beyond = lengthBeyond(items.length, items.length, facets);
  if (beyond !== undefined) return `goes beyond ${beyond} of '${label}'`;
  return patternDefect(type, items.join(' '), patterns);
}

/** A cache for enumerations of bases, which many types may restrict. */
const canonicals = new WeakMap<readonly EnumerationValue[], ReadonlySet<string | undefined>>();

function canonicalsOf(
  kind: ValueKind,
  enumeration: readonly EnumerationValue[],
): ReadonlySet<string | undefined> {
  let known = canonicals.get(enumeration);
  if (known === undefined) {
    known = new Set(enumeration.map((one) => canonicalOf(kind, one.value)));
    canonicals.set(enumeration, known);
  }
  return known;
}

function patternDefect(
  type: SimpleType,
  text: string,
  patterns: PatternMatcher,
): string | undefined {
  if (type.facets.patterns === undefined || text.length > longestMatched) return undefined;
  for (const step of type.facets.patterns) {
    if (step.some((one) => patterns.matches(one, text) !== false)) continue;
    const [first = ''] = step;
    return step.length === 1 && first.length < longestShown
      ? `does not match the pattern '${first}' of '${labelOf(type)}'`
      : `matches no pattern of '${labelOf(type)}'`;
  }
  return undefined;
}

function digitsBeyond(text: string, { totalDigits, fractionDigits }: Facets): string | undefined {
  const match = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fractionDigits !== undefined && fraction.length > fractionDigits) {
    return `'fractionDigits' ${fractionDigits}`;
  }
  // leading zeros do not count, nor zeros after the point of numbers below 1
  const count = whole === '' ? fraction.replace(/^0+/, '').length : whole.length + fraction.length;
  return totalDigits !== undefined && count > totalDigits
    ? `'totalDigits' ${totalDigits}`
    : undefined;
}

function lengthOf(
  kind: ValueKind,
  { builtin, facets }: SimpleType,
  text: string,
): string | undefined {
  if (kind === 'binary') {
    const plain = text.replaceAll(/[ =]/g, '').length;
    const octets = builtin === 'hexBinary' ? plain / 2 : Math.floor((plain * 3) / 4);
    return lengthBeyond(octets, octets, facets);
  }
  const { length, minLength, maxLength } = facets;
  if (length === undefined && minLength === undefined && maxLength === undefined) return undefined;
  // with any white space rule
  return lengthBeyond([...collapsedText(text)].length, [...text].length, facets);
}

/** The length that a text with a number of characters between two limits cannot have. */
function lengthBeyond(
  least: number,
  most: number,
  { length, minLength, maxLength }: Facets,
): string | undefined {
  if (length !== undefined && (least > length || most < length)) return `'length' ${length}`;
  if (minLength !== undefined && most < minLength) return `'minLength' ${minLength}`;
  return maxLength !== undefined && least > maxLength ? `'maxLength' ${maxLength}` : undefined;
}

/** The bound of a type that a value exceeds, low or high. */
function boundBeyond(base: SimpleType, value: string, low: boolean): string | undefined {
  const kind = kindOf(base.builtin);
  const { facets } = base;
  const [inclusive, outside] = low
    ? [facets.minInclusive, facets.minExclusive]
    : [facets.maxInclusive, facets.maxExclusive];
  const range = base.builtin === undefined ? undefined : integerRanges[base.builtin];
  const built = range?.[low ? 0 : 1];
  const lies = (limit: string | undefined, excluded: boolean): boolean => {
    const side = limit === undefined ? undefined : compareLexical(kind, value, limit);
    if (side === undefined) return false;
    return side === 0 ? excluded : low ? side < 0 : side > 0;
  };
  if (lies(inclusive, false)) return `'${low ? 'min' : 'max'}Inclusive' ${inclusive}`;
  if (lies(outside, true)) return `'${low ? 'min' : 'max'}Exclusive' ${outside}`;
  return lies(built, false) ? `the ${low ? 'least' : 'greatest'} value ${built}` : undefined;
}
