import type { SimpleType } from './schema.ts';

/**
 * A simple type with all types of its values: item types of lists and members of unions, at any
 * depth. Without duplicates, because unions with the same members would double them at each level.
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
 * Creates a test of whether a type, or some type in it, is of a kind. Results are cached, because a
 * large union may be a member of many others, so types must be complete when tested.
 */
export function someSimpleType(is: (type: SimpleType) => boolean): (type: SimpleType) => boolean {
  const known = new WeakMap<SimpleType, boolean>();
  const holds = (type: SimpleType): boolean => {
    const before = known.get(type);
    if (before !== undefined) return before;
    // preliminary, because types defined by themselves are reported elsewhere
    known.set(type, false);
    const { item, members = [] } = type;
    const found = is(type) || (item !== undefined && holds(item)) || members.some(holds);
    known.set(type, found);
    return found;
  };
  return holds;
}
