import type { Branches, Field, Member, Type } from './description.ts';
import type { Simple } from './simple-type.ts';

/** The property of a field. */
export function propertyOf({ name, property = name }: Field): string {
  return property;
}

/** Whether a property is a list. */
export function isList({ max, list }: Field): boolean {
  return max > 1 || list === true;
}

/** Whether a property must be there where its branch is. */
export function isRequired({ min }: Field): boolean {
  return min > 0;
}

/** Whether a type is simple. */
export function isSimple(type: Type | undefined): type is Simple {
  return type !== undefined && 'way' in type;
}

/** Whether a member is several that belong together. */
export function isBranches(member: Member): member is Branches {
  return 'members' in member;
}
