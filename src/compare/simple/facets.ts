import type { Facets, SimpleType } from '../../model/xsd/schema.ts';
import type { Relation } from '../result/verdict.ts';
import { compareDecimals, isDecimal, numericSpace, relateEnds } from './numeric-space.ts';

/** A facet that differs. */
export interface FacetDifference {
  readonly relation: Exclude<Relation, 'same'>;
  /** `maxLength changed from 5 to 10`. */
  readonly text: string;
  /** The one value added to or removed from an enumeration. */
  readonly value?: string | undefined;
  /** Whether it is a bound on the size of values. */
  readonly bound: boolean;
}

const noLimit = Number.POSITIVE_INFINITY;

/**
 * Compares the facets in force on two types (XML Schema part 2 section 4.3), one difference for
 * each. Where both list their values, nothing else counts.
 */
export function compareFacets(old: SimpleType, now: SimpleType): readonly FacetDifference[] {
  if (old.facets === now.facets) return [];
  const found: FacetDifference[] = [];
  if (compareEnumerations(old, now, found)) return found;
  const before = old.facets;
  const after = now.facets;
  comparePatterns(before, after, found);
  compareLengths(before, after, found);
  if (!compareEnds(old, now, 'min', found)) {
    compareBound('minInclusive', before, after, -1, found);
    compareBound('minExclusive', before, after, -1, found);
  }
  if (!compareEnds(old, now, 'max', found)) {
    compareBound('maxInclusive', before, after, 1, found);
    compareBound('maxExclusive', before, after, 1, found);
  }
  compareCount('totalDigits', before.totalDigits, after.totalDigits, 1, noLimit, found);
  compareCount('fractionDigits', before.fractionDigits, after.fractionDigits, 1, noLimit, found);
  if (before.whiteSpace !== after.whiteSpace) {
    note(found, 'different', 'whiteSpace', before.whiteSpace, after.whiteSpace);
  }
  return found;
}

function note(
  found: FacetDifference[],
  relation: Relation,
  name: string,
  before: string | number | undefined,
  after: string | number | undefined,
): void {
  if (relation === 'same') return;
  const bound = /^(min|max)(In|Ex)clusive$/.test(name);
  found.push({ relation, text: transition(name, before, after), bound });
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

/** Whether both list their values. */
function compareEnumerations(old: SimpleType, now: SimpleType, found: FacetDifference[]): boolean {
  const before = old.facets.enumeration;
  const after = now.facets.enumeration;
  if (before === undefined && after === undefined) return false;
  if (before === undefined || after === undefined) {
    const list = (before ?? after ?? []).map(({ value }) => `'${value}'`);
    const shown = list.length > 6 ? `${list.slice(0, 5).join(', ')} …` : list.join(', ');
    const relation = before === undefined ? 'narrower' : 'wider';
    const text = relation === 'wider' ? 'values are not limited to' : 'values are limited to';
    found.push({
      relation,
      text: `${text} ${shown}${relation === 'wider' ? ' any more' : ''}`,
      bound: false,
    });
    return false;
  }
  const normalize = (value: string): string =>
    old.builtin === 'string' ? value : value.replace(/\s+/g, ' ').trim();
  const known = new Set(before.map(({ value }) => normalize(value)));
  const kept = new Set(after.map(({ value }) => normalize(value)));
  for (const value of known) {
    if (kept.has(value)) continue;
    found.push({ relation: 'narrower', text: `value '${value}' removed`, value, bound: false });
  }
  for (const value of kept) {
    if (known.has(value)) continue;
    found.push({ relation: 'wider', text: `value '${value}' added`, value, bound: false });
  }
  return true;
}

/**
 * Patterns of one step are alternatives, those of several steps must all match: fewer steps or more
 * alternatives allow more.
 */
function comparePatterns(before: Facets, after: Facets, found: FacetDifference[]): void {
  const old = (before.patterns ?? []).map((step) => [...step].sort());
  const now = (after.patterns ?? []).map((step) => [...step].sort());
  const key = (steps: readonly (readonly string[])[]): string[] =>
    steps.map((step) => JSON.stringify(step)).sort();
  const oldKeys = key(old);
  const newKeys = key(now);
  if (oldKeys.join() === newKeys.join()) return;
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
  note(found, relation, 'pattern', text(old), text(now));
}

function compareLengths(before: Facets, after: Facets, found: FacetDifference[]): void {
  if (before.length !== undefined && after.length !== undefined) {
    const same = before.length === after.length;
    note(found, same ? 'same' : 'different', 'length', before.length, after.length);
    return;
  }
  const min = (facets: Facets): number | undefined => facets.length ?? facets.minLength;
  const max = (facets: Facets): number | undefined => facets.length ?? facets.maxLength;
  compareCount('minLength', min(before), min(after), -1, 0, found);
  compareCount('maxLength', max(before), max(after), 1, noLimit, found);
}

/** @param sign 1 where a greater count allows more, -1 where it allows less */
function compareCount(
  name: string,
  before: number | undefined,
  after: number | undefined,
  sign: 1 | -1,
  open: number,
  found: FacetDifference[],
): void {
  const old = before ?? open;
  const now = after ?? open;
  if (old === now) return;
  note(found, now > old === (sign === 1) ? 'wider' : 'narrower', name, before, after);
}

/** Bounds of numbers that are inclusive here and exclusive there; whether it was such a case. */
function compareEnds(
  old: SimpleType,
  now: SimpleType,
  side: 'min' | 'max',
  found: FacetDifference[],
): boolean {
  const inclusive = `${side}Inclusive` as const;
  const exclusive = `${side}Exclusive` as const;
  const name = ({ facets }: SimpleType): typeof inclusive | typeof exclusive =>
    facets[inclusive] === undefined ? exclusive : inclusive;
  const before = name(old);
  const after = name(now);
  if (before === after || old.facets[before] === undefined || now.facets[after] === undefined) {
    return false;
  }
  const [first, second] = [numericSpace(old), numericSpace(now)];
  if (first === undefined || second === undefined) return false;
  const relation = relateEnds(first[side], second[side], side === 'max' ? 1 : -1);
  const text = `${before} ${old.facets[before]} became ${after} ${now.facets[after]}`;
  if (relation !== 'same') found.push({ relation, text, bound: true });
  return true;
}

function compareBound(
  name: 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive',
  facetsBefore: Facets,
  facetsAfter: Facets,
  sign: 1 | -1,
  found: FacetDifference[],
): void {
  const before = facetsBefore[name];
  const after = facetsAfter[name];
  if (before === after) return;
  let relation: Relation = after === undefined ? 'wider' : 'narrower';
  if (before !== undefined && after !== undefined) {
    const order = compareValues(before, after);
    if (order === 0) return;
    relation = order === undefined ? 'different' : order * sign > 0 ? 'wider' : 'narrower';
  }
  note(found, relation, name, before, after);
}

/**
 * Positive when the second value is the greater; `undefined` where the order of the two cannot be
 * told from their texts.
 */
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
