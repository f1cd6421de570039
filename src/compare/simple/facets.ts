import type { EnumerationValue, Facets, SimpleType } from '../../model/xsd/schema.ts';
import { canonicalOf, compareLexical } from '../../model/xsd/value-compare.ts';
import type { Relation } from '../result/verdict.ts';
import { compareDecimals, isDecimal, numericSpace, relateEnds } from './numeric-space.ts';

/** A facet that differs. */
export interface FacetDifference {
  readonly relation: Exclude<Relation, 'same'>;
  /** `maxLength changed from 5 to 10`. */
  readonly text: string;
  /** The only value added to or removed from an enumeration. */
  readonly value?: string | undefined;
  /** Whether it is a bound on values. */
  readonly bound: boolean;
}

/**
 * Compares the facets of two types (XML Schema part 2 section 4.3), with one result for each
 * difference. If both are enumerations, no other facets matter.
 */
export function compareFacets(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  if (old.facets === now.facets) return [];
  const before = old.facets;
  const after = now.facets;
  if (before.enumeration !== undefined && after.enumeration !== undefined) {
    return compareEnumerations(old, before.enumeration, after.enumeration);
  }
  return [
    ...compareLists(before, after),
    ...comparePatterns(before, after),
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
  if (relation === 'same') return [];
  const bound = /^(min|max)(In|Ex)clusive$/.test(name);
  return [{ relation, text: transition(name, before, after), bound }];
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

function compareEnumerations(
  { builtin, variety }: SimpleType,
  before: readonly EnumerationValue[],
  after: readonly EnumerationValue[],
): readonly FacetDifference[] {
  // 0.1 and 0.100000001 are one value of xs:float
  const values = new Map<string, string>();
  const isFloat = variety === 'atomic' && builtin === 'float';
  const normalize = (value: string): string => {
    if (builtin === 'string') return value;
    const text = value.replace(/\s+/g, ' ').trim();
    const key = isFloat ? (canonicalOf('float', text) ?? text) : text;
    if (!values.has(key)) values.set(key, text);
    return values.get(key) ?? text;
  };
  const known = new Set(before.map(({ value }) => normalize(value)));
  const kept = new Set(after.map(({ value }) => normalize(value)));
  const removed = [...known].filter((value) => !kept.has(value));
  const added = [...kept].filter((value) => !known.has(value));
  return [
    ...removed.map((value): FacetDifference => {
      return { relation: 'narrower', text: `value '${value}' removed`, value, bound: false };
    }),
    ...added.map((value): FacetDifference => {
      return { relation: 'wider', text: `value '${value}' added`, value, bound: false };
    }),
  ];
}

/** Compares types of which only one is an enumeration. */
function compareLists(before: Facets, after: Facets): readonly FacetDifference[] {
  const values = before.enumeration ?? after.enumeration;
  if (values === undefined) return [];
  const list = values.map(({ value }) => `'${value}'`);
  const shown = list.length > 6 ? `${list.slice(0, 5).join(', ')} …` : list.join(', ');
  return before.enumeration === undefined
    ? [{ relation: 'narrower', text: `values are limited to ${shown}`, bound: false }]
    : [{ relation: 'wider', text: `values are not limited to ${shown} any more`, bound: false }];
}

/**
 * Patterns of one restriction are alternatives, those of several must all match. So fewer
 * restrictions or more alternatives allow more.
 */
function comparePatterns(before: Facets, after: Facets): readonly FacetDifference[] {
  const old = (before.patterns ?? []).map((step) => [...step].sort());
  const now = (after.patterns ?? []).map((step) => [...step].sort());
  const key = (steps: readonly (readonly string[])[]): string[] =>
    steps.map((step) => JSON.stringify(step)).sort();
  const oldKeys = key(old);
  const newKeys = key(now);
  if (oldKeys.join() === newKeys.join()) return [];
  const text = (steps: readonly (readonly string[])[]): string | undefined =>
    steps.length === 0 ? undefined : steps.map((step) => step.join(' | ')).join(' & ');
  let relation: Relation = 'different';
  if (oldKeys.every((step) => newKeys.includes(step))) relation = 'narrower';
  else if (newKeys.every((step) => oldKeys.includes(step))) relation = 'wider';
  else if (old.length === 1 && now.length === 1) {
    const [alternatives = []] = old;
    const [allowed = []] = now;
    if (alternatives.every((one) => allowed.includes(one))) relation = 'wider';
    else if (allowed.every((one) => alternatives.includes(one))) relation = 'narrower';
  }
  return difference(relation, 'pattern', text(old), text(now));
}

function compareLengths(before: Facets, after: Facets): readonly FacetDifference[] {
  if (before.length !== undefined && after.length !== undefined) {
    const relation = before.length === after.length ? 'same' : 'different';
    return difference(relation, 'length', before.length, after.length);
  }
  const min = (facets: Facets): number | undefined => facets.length ?? facets.minLength;
  const max = (facets: Facets): number | undefined => facets.length ?? facets.maxLength;
  return [
    ...compareCount('minLength', min(before), min(after)),
    ...compareCount('maxLength', max(before), max(after)),
  ];
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

/** Compares the bounds on one side. For numbers, one may be inclusive and the other exclusive. */
function compareEnds(
  old: SimpleType,
  now: SimpleType,
  side: 'min' | 'max',
): readonly FacetDifference[] {
  const inclusive = `${side}Inclusive` as const;
  const exclusive = `${side}Exclusive` as const;
  const nameIn = ({ facets }: SimpleType): typeof inclusive | typeof exclusive =>
    facets[inclusive] === undefined ? exclusive : inclusive;
  const [before, after] = [nameIn(old), nameIn(now)];
  const [from, to] = [old.facets[before], now.facets[after]];
  if (before !== after && from !== undefined && to !== undefined) {
    const [first, second] = [numericSpace(old), numericSpace(now)];
    if (first !== undefined && second !== undefined) {
      const relation = relateEnds(first[side], second[side], side === 'max' ? 1 : -1);
      const text = `${before} ${from} became ${after} ${to}`;
      return relation === 'same' ? [] : [{ relation, text, bound: true }];
    }
  }
  return [...compareBound(inclusive, old, now), ...compareBound(exclusive, old, now)];
}

function compareBound(
  name: 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive',
  { facets: facetsBefore, builtin: type }: SimpleType,
  { facets: facetsAfter, builtin }: SimpleType,
): readonly FacetDifference[] {
  const before = facetsBefore[name];
  const after = facetsAfter[name];
  if (before === after) return [];
  let relation: Relation = after === undefined ? 'wider' : 'narrower';
  if (before !== undefined && after !== undefined) {
    const isFloat = type === 'float' && builtin === 'float';
    const order = isFloat ? compareLexical('float', after, before) : compareValues(before, after);
    if (order === 0) return [];
    const wider = order !== undefined && order > 0 === name.startsWith('max');
    relation = order === undefined ? 'different' : wider ? 'wider' : 'narrower';
  }
  return difference(relation, name, before, after);
}

/** Positive if the second value is greater; `undefined` if the texts do not show the order. */
function compareValues(before: string, after: string): number | undefined {
  if (isDecimal(before) && isDecimal(after)) return compareDecimals(after, before);
  const old = Number(before.replace('INF', 'Infinity'));
  const now = Number(after.replace('INF', 'Infinity'));
  if (!Number.isNaN(old) && !Number.isNaN(now)) return Math.sign(now - old);
  const date = /^\d{4}-\d\d(-\d\d(T\d\d:\d\d:\d\d)?)?(Z|[+-]\d\d:\d\d)?$/;
  const [first, second] = [date.exec(before), date.exec(after)];
  if (first === null || second === null || before.length !== after.length) return undefined;
  if (first[3] !== second[3]) return undefined;
  return before === after ? 0 : after > before ? 1 : -1;
}
