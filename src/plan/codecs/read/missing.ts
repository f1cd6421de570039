import { stringLiteral } from '../../print/encode.ts';
import { type CallNode, call } from '../../print/node.ts';
import type { PlaceShape, SimpleShape, ValueShape } from '../../shapes/shape.ts';
import { builtinOf } from '../../shapes/shape-simple.ts';
import { runtime } from '../codec.ts';

/**
 * The function for a required value that is missing: ASMX's default for value types on a server,
 * otherwise an error.
 */
function missingFunction(shape: SimpleShape): string {
  const { atomic, source, type } = shape;
  if (source.variety !== 'atomic') return 'missing';
  const isDeclared = type.names.length > 0;
  if (isDeclared && source.facets.enumeration !== undefined) return 'missing';
  const builtin = builtinOf(source);
  switch (atomic) {
    case 'number':
      return builtin === 'float' || builtin === 'double' ? 'missingFloat' : 'missingNumber';
    case 'bigint':
      return 'missingBigint';
    case 'boolean':
      return 'missingBoolean';
    case 'string':
      if (builtin === 'decimal') return 'missingDecimal';
      return builtin === 'dateTime' ? 'missingDateTime' : 'missing';
    default:
      return 'missing';
  }
}

function missing(name: string, label: string): CallNode {
  return call(runtime(name), 'reader', stringLiteral(label));
}

/** The expression for a missing required value. */
function missingExpression(value: ValueShape, name: string, fixed?: string | undefined): CallNode {
  const simple = value.kind === 'simple' && fixed === undefined;
  return missing(simple ? missingFunction(value) : 'missing', name);
}

/** As {@link missingExpression}, for an attribute. The error says that it is one. */
export function missingAttributeExpression(value: SimpleShape, name: string): CallNode {
  const given = missingFunction(value);
  return missing(given === 'missing' ? 'missingAttribute' : given, name);
}

/**
 * As {@link missingExpression}, for an element at a place. A nillable one is null where ASMX has
 * defaults.
 */
export function missingPlace(place: PlaceShape): CallNode {
  const name = place.element.name.localName;
  if (place.nillable) return missing('missingNillable', name);
  return missingExpression(place.value, name, place.element.fixed);
}
