import { integerRanges } from '../../../model/xsd/integer-ranges.ts';
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

/** As {@link missingFunction}, for an element: values for which attributes have no default, too. */
function missingElement(shape: SimpleShape): string {
  const given = missingFunction(shape);
  const { atomic, source } = shape;
  if (given !== 'missing' || source.variety !== 'atomic') return given;
  if (atomic === 'Date') return 'missingDateObject';
  const isEnumeration = source.facets.enumeration !== undefined;
  if (atomic !== 'string' || isEnumeration) return 'missing';
  const builtin = builtinOf(source);
  if (builtin === 'date') return 'missingDate';
  if (builtin === 'time') return 'missingTime';
  // integers that the configuration maps to strings; characters always are
  return builtin in integerRanges && builtin !== 'char' ? 'missingDecimal' : 'missing';
}

function missing(name: string, label: string): CallNode {
  return call(runtime(name), 'reader', stringLiteral(label));
}

/** The expression for a missing required value. */
function missingExpression(value: ValueShape, name: string, fixed?: string | undefined): CallNode {
  const simple = value.kind === 'simple' && fixed === undefined;
  return missing(simple ? missingElement(value) : 'missing', name);
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
