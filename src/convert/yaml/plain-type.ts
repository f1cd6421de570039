import type { Span } from '../../diagnostics/source-file.ts';
import type { ArrayType, NamedType, TypeExpression } from '../../model/yaml/notation.ts';

/** Type of a value that occurs once and is not null. */
export function plainType(base: NamedType | ArrayType, span: Span): TypeExpression {
  return { base, optional: false, nillable: false, repeated: false, span };
}
