import { stringLiteral } from '../encode.ts';
import type { PlaceShape, SimpleShape, ValueShape } from '../shape.ts';
import { builtinOf } from '../shape-simple.ts';
import { type Code, runtime } from './code.ts';

/** The function that gives a value for what is required and missing: ASMX's default of value types on a server, or an error. */
function missingFunction(shape: SimpleShape): string {
  const { type, source } = shape;
  if (source.variety !== 'atomic') return 'missing';
  const builtin = builtinOf(source);
  switch (type.text) {
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

/** Expression for a required value that did not come. */
export function missingExpression(
  code: Code,
  value: ValueShape,
  name: string,
  fixed?: string | undefined,
): string {
  const simple = value.kind === 'simple' && fixed === undefined;
  const call = simple ? missingFunction(value) : 'missing';
  return `${runtime(code, call)}(reader, ${stringLiteral(name)})`;
}

/** The same for an attribute, which the error names as one. */
export function missingAttributeExpression(code: Code, value: SimpleShape, name: string): string {
  const call = missingFunction(value);
  const given = call === 'missing' ? 'missingAttribute' : call;
  return `${runtime(code, given)}(reader, ${stringLiteral(name)})`;
}

/** The same for an element at a place; what is nillable is null where ASMX has defaults. */
export function missingPlace(code: Code, place: PlaceShape): string {
  const name = place.element.name.localName;
  if (place.nillable) return `${runtime(code, 'missingNillable')}(reader, ${stringLiteral(name)})`;
  return missingExpression(code, place.value, name, place.element.fixed);
}
