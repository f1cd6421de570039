import type { SimpleType } from './schema.ts';

/**
 * A simple type with all types of its values: item types of lists and members of unions, at any
 * depth. Each is given once: members that are unions of the same members would otherwise double at
 * each level.
 */
export function simpleTypesIn(type: SimpleType): ReadonlySet<SimpleType> {
  const found = new Set([type]);
  for (const { item, members } of found) {
    if (item !== undefined) found.add(item);
    for (const member of members ?? []) found.add(member);
  }
  return found;
}

/**
 * Makes a test of whether a type or some type in it is of a kind. It remembers what it found, since
 * a large union may be a member of many: types must be complete when they are asked about.
 */
export function someSimpleType(is: (type: SimpleType) => boolean): (type: SimpleType) => boolean {
  const known = new WeakMap<SimpleType, boolean>();
  const holds = (type: SimpleType): boolean => {
    const before = known.get(type);
    if (before !== undefined) return before;
    // until it is known otherwise: types that are defined by themselves are reported elsewhere
    known.set(type, false);
    const { item, members = [] } = type;
    const found = is(type) || (item !== undefined && holds(item)) || members.some(holds);
    known.set(type, found);
    return found;
  };
  return holds;
}
