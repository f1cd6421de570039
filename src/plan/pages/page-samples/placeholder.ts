import type { SimpleType } from '../../../model/xsd/schema.ts';

/** Values of an enumeration, or of a list's items. `undefined` for any other type. */
export function enumerationValues(type: SimpleType): readonly string[] | undefined {
  const { enumeration } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) {
    return enumeration.map((one) => one.value);
  }
  return type.variety === 'list' && type.item !== undefined
    ? enumerationValues(type.item)
    : undefined;
}

/** A cache, because samples repeat types, and enumerations may have hundreds of values. */
const placeholders = new WeakMap<SimpleType, string>();

/**
 * The placeholder for a simple value: local name of the built-in type, or enumeration values joined
 * with ` or `.
 */
export function placeholderOf(type: SimpleType): string {
  const known = placeholders.get(type);
  if (known !== undefined) return known;
  const placeholder = enumerationValues(type)?.join(' or ') ?? builtinName(type);
  placeholders.set(type, placeholder);
  return placeholder;
}

/**
 * Local name of the built-in type that a simple type is based on; of the items for a list, of the
 * first member for a union.
 */
function builtinName(type: SimpleType): string {
  if (type.builtin !== undefined) return type.builtin;
  const inner = type.item ?? type.members?.[0];
  return inner === undefined ? 'string' : builtinName(inner);
}
