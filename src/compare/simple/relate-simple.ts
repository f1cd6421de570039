import type { SimpleType } from '../../model/xsd/schema.ts';
import { combine, type Relation } from '../result/verdict.ts';
import { compareFacets } from './facets.ts';
import { numericSpace, relateNumeric } from './numeric-space.ts';
import { relateBuiltins } from './relate-builtin.ts';

/** Maximum nesting of unions and lists. */
const maximumDepth = 20;

/** The relation between the values of two simple types. */
export function relateSimple(old: SimpleType, now: SimpleType, depth: number = 0): Relation {
  if (old === now) return 'same';
  if (depth > maximumDepth) return 'different';
  if (old.variety === 'union' || now.variety === 'union') return relateUnions(old, now, depth);
  if (old.variety === 'list' || now.variety === 'list') {
    if (old.item === undefined || now.item === undefined) return 'different';
    return combine(relateSimple(old.item, now.item, depth + 1), relateFacets(old, now));
  }
  if (old.builtin === undefined || now.builtin === undefined) return 'different';
  const whole = enumerationAgainstType(old, now);
  if (whole !== undefined) return whole;
  if (old.builtin === now.builtin) return relateFacets(old, now);
  const before = numericSpace(old);
  const after = numericSpace(now);
  const values =
    before !== undefined && after !== undefined
      ? relateNumeric(before, after)
      : relateBuiltins(old.builtin, now.builtin);
  return values === 'different' ? values : combine(values, relateFacets(old, now, true));
}

/**
 * An enumeration and a type without one: the enumeration is narrower, unless the type has other
 * restrictions.
 */
function enumerationAgainstType(old: SimpleType, now: SimpleType): Relation | undefined {
  const before = old.facets.enumeration !== undefined;
  const after = now.facets.enumeration !== undefined;
  if (before === after || old.builtin === undefined || now.builtin === undefined) return undefined;
  const values = relateBuiltins(old.builtin, now.builtin);
  const open = before ? now : old;
  const limited = Object.entries(open.facets).some(
    ([name, value]) => value !== undefined && name !== 'whiteSpace',
  );
  const expected: Relation = before ? 'wider' : 'narrower';
  return (values === 'same' || values === expected) && !limited ? expected : 'different';
}

/** @param bounded whether bounds are already compared */
function relateFacets(old: SimpleType, now: SimpleType, bounded: boolean = false): Relation {
  return compareFacets(old, now)
    .filter(({ bound }) => !bounded || !bound)
    .reduce<Relation>((sum, { relation }) => combine(sum, relation), 'same');
}

/** A type that is not a union counts as a union of itself. */
function relateUnions(old: SimpleType, now: SimpleType, depth: number): Relation {
  const before = old.members ?? [old];
  const after = now.members ?? [now];
  const covers = (large: SimpleType, small: SimpleType): boolean =>
    ['same', 'wider'].includes(relateSimple(small, large, depth + 1));
  const kept = before.every((member) => after.some((other) => covers(other, member)));
  const known = after.every((member) => before.some((other) => covers(other, member)));
  const members: Relation = kept ? (known ? 'same' : 'wider') : known ? 'narrower' : 'different';
  return combine(members, relateFacets(old, now));
}
