import type { ArrayType, NamedType, TypeExpression } from '../../model/yaml/notation.ts';

/** A type in the notation: `string?`, `Mark[]`, `(int | null)[]`, `Item*`, `Note | null`. */
export function typeText(type: TypeExpression): string {
  const { base, optional, repeated, nillable } = type;
  const marks = `${optional ? '?' : ''}${repeated ? '*' : ''}${nillable ? ' | null' : ''}`;
  return baseText(base) + marks;
}

function baseText(base: NamedType | ArrayType): string {
  if (base.kind === 'named') return base.name;
  const { item } = base;
  return item.nillable ? `(${baseText(item.base)} | null)[]` : `${baseText(item.base)}[]`;
}
