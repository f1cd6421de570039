/** A member type of a union, for comparing values. */
export interface UnionMember {
  /** The kind of its values. Values of different kinds are never equal. */
  readonly kind: string;
  /** Reads a text; throws if it is not of the type. */
  readonly parse: (text: string) => unknown;
  /** Compares two texts, if comparing the results of `parse` is not enough. */
  readonly compare: ((left: string, right: string) => number) | undefined;
}

/** Creates a member type of a union. */
export function unionMember(
  kind: string,
  parse: (text: string) => unknown,
  compare?: (left: string, right: string) => number,
): UnionMember {
  return { kind, parse, compare };
}

/** The first member type that accepts a text, and the value (XML Schema 2, 2.5.1.3). */
function taken(
  text: string,
  members: readonly UnionMember[],
): { readonly member: UnionMember; readonly value: unknown } | undefined {
  for (const member of members) {
    try {
      return { member, value: member.parse(text) };
    } catch {
      // the next member may accept it
    }
  }
  return undefined;
}

/** Whether two parsed values are equal: numbers, texts, bytes, or lists of these. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right || Object.is(left, right)) return true;
  if (!isIndexed(left) || !isIndexed(right) || left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (!isSame(left[index], right[index])) return false;
  }
  return true;
}

function isIndexed(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || value instanceof Uint8Array;
}

/**
 * Compares two texts of a union by the member types that accept them: zero if they denote the same
 * value.
 */
export function compareMembers(
  left: string,
  right: string,
  members: readonly UnionMember[],
): number {
  const one = taken(left, members);
  const other = taken(right, members);
  if (one === undefined || other === undefined || one.member.kind !== other.member.kind) return 1;
  const { compare } = one.member;
  if (compare !== undefined) return compare(left, right);
  return isSame(one.value, other.value) ? 0 : 1;
}
