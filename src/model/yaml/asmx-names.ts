import type { ArrayType, NamedType, TypeExpression, TypeNotation } from './notation.ts';
import { isValueType } from './type-names.ts';

type Types = ReadonlyMap<string, TypeNotation>;

/**
 * Whether a type can be null in .NET. Such array items, and roots of GET and POST answers, are
 * nillable.
 */
export function isReferenceType(base: NamedType | ArrayType, types: Types): boolean {
  let at = base;
  for (let steps = 0; steps <= types.size; steps += 1) {
    if (at.kind === 'array') return true;
    const notation = types.get(at.name);
    if (notation === undefined) return !isValueType(at.name);
    if (notation.kind !== 'restriction') return notation.kind === 'class';
    at = notation.base;
  }
  return true;
}

/**
 * The local name that ASMX gives a type, also used for its items in an array and its root element.
 */
export function asmxTypeName(base: NamedType | ArrayType, types: Types): string {
  if (base.kind === 'named') return displayNames[base.name] ?? base.name;
  const { item } = base;
  const nullable = item.nillable && !isReferenceType(item.base, types) ? 'NullableOf' : '';
  return `ArrayOf${nullable}${pascal(asmxTypeName(item.base, types))}`;
}

/** A repeated result is an array in .NET, and in GET and POST answers. */
export function rootBase(type: TypeExpression): NamedType | ArrayType {
  if (!type.repeated) return type.base;
  return { kind: 'array', item: { ...type, repeated: false }, span: type.span };
}

/** ASMX's names for its types that are not simple. */
const displayNames: Readonly<Record<string, string>> = {
  any: 'anyType',
  xml: 'XmlNode',
  dataset: 'DataSet',
  datatable: 'DataTable',
};

/**
 * .NET's CodeIdentifier.MakePascal: keeps letters and digits, and makes names of up to two letters
 * upper case.
 */
function pascal(name: string): string {
  const valid = name.replace(/[^\p{L}\p{M}\p{N}_]/gu, '');
  if (valid.length <= 2) return valid.toUpperCase();
  return valid.charAt(0).toUpperCase() + valid.slice(1);
}
