import { integerRanges } from '../../../model/xsd/integer-ranges.ts';
import type { SimpleType } from '../../../model/xsd/schema.ts';
import { stringLiteral } from '../../print/encode.ts';
import { arrow, type CallNode, call, type Expression, node, wrapped } from '../../print/node.ts';
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
  if (builtin === 'char') return 'missingChar';
  if (builtin === 'guid') return 'missingGuid';
  if (builtin === 'date') return 'missingDate';
  if (builtin === 'time') return 'missingTime';
  // integers that the configuration maps to strings
  return builtin in integerRanges ? 'missingDecimal' : 'missing';
}

/**
 * The value of an enumeration that a C# program has if none came, which is nearly always the first,
 * or no value of a list of flags; `undefined` for any other type.
 */
function enumerationDefault({ source, codec }: SimpleShape): Expression | undefined {
  if (codec.kind === 'custom') return undefined;
  if (source.variety === 'list')
    return firstValue(source.item) === undefined ? undefined : node('[]');
  const first = firstValue(source);
  return first === undefined ? undefined : node(stringLiteral(first));
}

function firstValue(type: SimpleType | undefined): string | undefined {
  if (type?.variety !== 'atomic' || !texts.has(builtinOf(type))) return undefined;
  const first = type.facets.enumeration?.[0]?.value;
  return first === first?.trim() ? first : undefined;
}

/** Built-in types whose enumerations are those of .NET. */
const texts: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'NMTOKEN']);

function missing(name: string, label: string): CallNode {
  return call(runtime(name), 'reader', stringLiteral(label));
}

function missingValue(label: string, value: Expression): CallNode {
  return call(runtime('missingValue'), 'reader', stringLiteral(label), value);
}

/** The expression for a missing required value. */
function missingExpression(value: ValueShape, name: string, fixed?: string | undefined): CallNode {
  const simple = value.kind === 'simple' && fixed === undefined;
  const initial = simple ? enumerationDefault(value) : undefined;
  if (initial !== undefined) return missingValue(name, initial);
  return missing(simple ? missingElement(value) : 'missing', name);
}

/** The function that gives what ASMX has for the text of a complex type if there is none. */
export function missingText(shape: SimpleShape): readonly Expression[] {
  const initial = enumerationDefault(shape);
  if (initial !== undefined) {
    // otherwise TypeScript takes what the arrow gives for any string
    const exact = shape.source.variety === 'list' ? initial : wrapped('', initial, ' as const');
    return [arrow('()', exact)];
  }
  const name = missingElement(shape);
  return name === 'missing' ? [] : [runtime(name)];
}

/** As {@link missingExpression}, for an attribute. The error says that it is one. */
export function missingAttributeExpression(value: SimpleShape, name: string): CallNode {
  const given = missingFunction(value);
  if (given !== 'missing') return missing(given, name);
  const initial = enumerationDefault(value);
  if (initial === undefined) return missing('missingAttribute', name);
  const label = stringLiteral(name);
  return call(runtime('missingValue'), 'reader', label, initial, runtime('missingAttribute'));
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
