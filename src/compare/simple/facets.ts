import { kindOf } from '../../model/xsd/facet-rules.ts';
import type { Facets, SimpleType } from '../../model/xsd/schema.ts';
import { compareLexical } from '../../model/xsd/value-compare.ts';
import type { Relation } from '../result/verdict.ts';
import { numericSpace, relateEnds } from './numeric-space.ts';
import { includes, type TextLanguage } from './text-language.ts';
import { writtenForm } from './written-forms.ts';

/** A facet that differs. */
export interface FacetDifference {
  readonly relation: Exclude<Relation, 'same'>;
  /** `maxLength changed from 5 to 10`. */
  readonly text: string;
  /** The only value added to or removed from an enumeration. */
  readonly value?: string | undefined;
}

/**
 * The facets that differ between two atomic types with the same built-in, each by itself (XML
 * Schema part 2 section 4.3). Two enumerations are not compared here.
 */
export function facetDifferences(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  if (old.facets === now.facets) return [];
  const before = old.facets;
  const after = now.facets;
  return [
    ...compareLists(before, after),
    ...comparePatterns(old, now),
    ...compareLengths(before, after),
    ...compareEnds(old, now, 'min'),
    ...compareEnds(old, now, 'max'),
    ...compareCount('totalDigits', before.totalDigits, after.totalDigits),
    ...compareCount('fractionDigits', before.fractionDigits, after.fractionDigits),
    ...difference(
      before.whiteSpace === after.whiteSpace ? 'same' : 'different',
      'whiteSpace',
      before.whiteSpace,
      after.whiteSpace,
    ),
  ];
}

function difference(
  relation: Relation,
  name: string,
  before: string | number | undefined,
  after: string | number | undefined,
): readonly FacetDifference[] {
  return relation === 'same' ? [] : [{ relation, text: transition(name, before, after) }];
}

function transition(
  name: string,
  before: string | number | undefined,
  after: string | number | undefined,
): string {
  if (before === undefined) return `${name} ${after} was set`;
  if (after === undefined) return `${name} ${before} was lifted`;
  return `${name} changed from ${before} to ${after}`;
}

/** Compares types of which only one is an enumeration. */
function compareLists(before: Facets, after: Facets): readonly FacetDifference[] {
  const values = before.enumeration ?? after.enumeration;
  if (values === undefined) return [];
  const list = values.map(({ value }) => `'${value}'`);
  const shown = list.length > 6 ? `${list.slice(0, 5).join(', ')} …` : list.join(', ');
  return before.enumeration === undefined
    ? [{ relation: 'narrower', text: `values are limited to ${shown}` }]
    : [{ relation: 'wider', text: `values are not limited to ${shown} any more` }];
}

function comparePatterns(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  const [before, after] = [old.facets.patterns ?? [], now.facets.patterns ?? []];
  const text = (steps: readonly (readonly string[])[]): string | undefined =>
    steps.length === 0 ? undefined : steps.map((step) => step.join(' | ')).join(' & ');
  const kept = hasPatterns(now, old);
  const accepted = hasPatterns(old, now);
  const relation = kept ? (accepted ? 'same' : 'wider') : accepted ? 'narrower' : 'different';
  return difference(relation, 'pattern', text(before), text(after));
}

/** Whether what a type writes matches the patterns of another, regardless of lengths. */
export function hasPatterns(large: SimpleType, small: SimpleType): boolean {
  const steps = large.facets.patterns;
  if (steps === undefined) return true;
  const any = { min: 0, max: Number.POSITIVE_INFINITY };
  return includes({ ...any, steps }, { ...any, steps: stepsOf(small) }) === true;
}

/** Whether a type of texts has all that another type writes, by form, patterns and lengths. */
export function hasTexts(large: SimpleType, small: SimpleType): boolean {
  return includes(languageOf(large), languageOf(small)) === true;
}

function languageOf(type: SimpleType): TextLanguage {
  const isText = type.variety === 'atomic' && kindOf(type.builtin) === 'text';
  const { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = isText ? type.facets : {};
  return { steps: stepsOf(type), min: length ?? minLength, max: length ?? maxLength };
}

function stepsOf(type: SimpleType): readonly (readonly string[])[] {
  const form = writtenForm(type);
  const patterns = type.facets.patterns ?? [];
  return form === undefined ? patterns : [...patterns, [form]];
}

function compareLengths(before: Facets, after: Facets): readonly FacetDifference[] {
  if (before.length !== undefined && after.length !== undefined) {
    const relation = before.length === after.length ? 'same' : 'different';
    return difference(relation, 'length', before.length, after.length);
  }
  const [old, now] = [lengthsOf(before), lengthsOf(after)];
  return [
    ...compareCount('minLength', old.min, now.min),
    ...compareCount('maxLength', old.max, now.max),
  ];
}

function lengthsOf({ length, minLength, maxLength }: Facets): {
  readonly min: number | undefined;
  readonly max: number | undefined;
} {
  return { min: length ?? minLength, max: length ?? maxLength };
}

/** Whether all lengths that some facets allow are among those that others do. */
export function hasLengths(large: Facets, small: Facets): boolean {
  const [outer, inner] = [lengthsOf(large), lengthsOf(small)];
  const open = Number.POSITIVE_INFINITY;
  return (inner.min ?? 0) >= (outer.min ?? 0) && (inner.max ?? open) <= (outer.max ?? open);
}

function compareCount(
  name: 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  before: number | undefined,
  after: number | undefined,
): readonly FacetDifference[] {
  const lower = name === 'minLength';
  const open = lower ? 0 : Number.POSITIVE_INFINITY;
  const [old, now] = [before ?? open, after ?? open];
  if (old === now) return [];
  return difference(now > old === lower ? 'narrower' : 'wider', name, before, after);
}

/**
 * Compares the bounds on one side. For numbers, one may be inclusive and the other exclusive, and
 * the range of the type or its number of digits may be stricter than both.
 */
function compareEnds(
  old: SimpleType,
  now: SimpleType,
  side: 'min' | 'max',
): readonly FacetDifference[] {
  const inclusive = `${side}Inclusive` as const;
  const exclusive = `${side}Exclusive` as const;
  const [first, second] = [numericSpace(old), numericSpace(now)];
  if (first === undefined || second === undefined) {
    return [...compareBound(inclusive, old, now), ...compareBound(exclusive, old, now)];
  }
  const nameIn = ({ facets }: SimpleType): typeof inclusive | typeof exclusive =>
    facets[exclusive] === undefined ? inclusive : exclusive;
  const [before, after] = [nameIn(old), nameIn(now)];
  const [from, to] = [old.facets[before], now.facets[after]];
  if (before === after && from === to) return [];
  const relation = relateEnds(first[side], second[side], side === 'max' ? 1 : -1);
  if (before === after || from === undefined || to === undefined) {
    return difference(relation, from === undefined ? after : before, from, to);
  }
  const text = `${before} ${from} became ${after} ${to}`;
  return relation === 'same' ? [] : [{ relation, text }];
}

/** Compares a bound of values that are no numbers, or not exact ones. */
function compareBound(
  name: 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive',
  old: SimpleType,
  now: SimpleType,
): readonly FacetDifference[] {
  const before = old.facets[name];
  const after = now.facets[name];
  if (before === after) return [];
  let relation: Relation = after === undefined ? 'wider' : 'narrower';
  if (before !== undefined && after !== undefined) {
    const order = compareLexical(kindOf(now.builtin), after, before);
    if (order === 0) return [];
    const wider = order !== undefined && order > 0 === name.startsWith('max');
    relation = order === undefined ? 'different' : wider ? 'wider' : 'narrower';
  }
  return difference(relation, name, before, after);
}
