import { builtinType } from '../../model/xsd/builtin-schema.ts';
import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import type { Relation } from '../result/verdict.ts';

/**
 * Integers of these types are exact as `float`, those of the next list as `double` (24 and 53
 * bits).
 */
const exactAsFloat: ReadonlySet<string> = new Set([
  'byte',
  'unsignedByte',
  'short',
  'unsignedShort',
]);
const exactAsDouble: ReadonlySet<string> = new Set([...exactAsFloat, 'int', 'unsignedInt']);

/**
 * The relation between the values of two built-in types outside the decimal family. Types without
 * common values are `different`.
 */
export function relateBuiltins(old: BuiltinName, now: BuiltinName): Relation {
  if (old === now) return 'same';
  if (contains(now, old)) return 'wider';
  return contains(old, now) ? 'narrower' : 'different';
}

/** Whether every value of a type is also a value of the other, larger type. */
function contains(large: BuiltinName, small: BuiltinName): boolean {
  if (large === 'double') return small === 'float' || exactAsDouble.has(small);
  if (large === 'float') return exactAsFloat.has(small);
  // not derived from each other, but both are text for every program
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
