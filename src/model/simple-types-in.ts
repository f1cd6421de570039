import type { SimpleType } from './schema.ts';

/**
 * A simple type with all that its values are made of: item types of lists and members of unions, at any depth. Each is given once: members
 * that are unions of the same members would otherwise double at each level.
 */
export function simpleTypesIn(type: SimpleType): ReadonlySet<SimpleType> {
  const found = new Set([type]);
  for (const { item, members } of found) {
    if (item !== undefined) found.add(item);
    for (const member of members ?? []) found.add(member);
  }
  return found;
}
