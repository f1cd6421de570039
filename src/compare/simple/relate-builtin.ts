import { builtinType } from '../../model/xsd/builtin-schema.ts';
import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import type { Relation } from '../result/verdict.ts';

/** Integers of these types are exact as `float`, those of the next as `double` (24 and 53 bits). */
const exactAsFloat: ReadonlySet<string> = new Set([
  'byte',
  'unsignedByte',
  'short',
  'unsignedShort',
]);
const exactAsDouble: ReadonlySet<string> = new Set([...exactAsFloat, 'int', 'unsignedInt']);

/**
 * How the values of two built-in types relate, those of the decimal family aside; types without
 * common values are `different`.
 */
export function relateBuiltins(old: BuiltinName, now: BuiltinName): Relation {
  if (old === now) return 'same';
  if (contains(now, old)) return 'wider';
  return contains(old, now) ? 'narrower' : 'different';
}

/** Whether every value of a type is one of the other, larger type. */
function contains(large: BuiltinName, small: BuiltinName): boolean {
  if (large === 'double') return small === 'float' || exactAsDouble.has(small);
  if (large === 'float') return exactAsFloat.has(small);
  // not derived from one another, yet both are texts to every program
  if (large === 'string' && small === 'anyURI') return true;
  for (
    let type: SimpleType | undefined = builtinType(small);
    type !== undefined;
    type = type.base
  ) {
    if (type.builtin === large) return true;
  }
  return false;
}
