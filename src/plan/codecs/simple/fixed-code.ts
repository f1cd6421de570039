import { stringLiteral } from '../../print/encode.ts';
import { call, type Expression, entry, type Given, object } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { literalOf } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { ValueSource } from '../value-source.ts';
import { formatReference, outsideXml, parseExpression } from './simple.ts';
import { comparerOf } from './value-order.ts';

/**
 * A fixed value as a literal; `undefined` if values are not literals: dates as objects, bytes,
 * lists, unions.
 */
function fixedLiteral(
  context: CodecContext,
  shape: SimpleShape,
  fixed: string,
): string | undefined {
  const { source } = shape;
  if (source.variety !== 'atomic') return undefined;
  return literalOf(fixed, atomicType(source, context.shaper));
}

/**
 * Checks that a value just read is the fixed one (XML Schema part 1 section 3.3.4). Values are
 * compared, not texts: `1.0` equals a fixed `1`.
 *
 * @param parsed the value
 */
export function readFixed(
  context: CodecContext,
  shape: SimpleShape,
  parsed: Given,
  fixed: string,
): Expression {
  const literal = fixedLiteral(context, shape, fixed);
  if (literal === undefined) {
    const { expected, format } = comparedTexts(context, shape, fixed);
    return call(runtime('mustMatch'), parsed, expected, format);
  }
  const comparer = comparerOf(shape.source, atomicType(shape.source, context.shaper));
  if (comparer === undefined) return call(runtime('mustBe'), parsed, literal);
  return call(runtime('mustEqual'), parsed, literal, runtime(comparer));
}

/** Checks that a value to be written is the fixed one. */
export function writeFixed(
  context: CodecContext,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
  fixed: string,
): Expression {
  const literal = fixedLiteral(context, shape, fixed);
  if (literal !== undefined) return call(runtime('fixedValue'), value, literal, owner, name);
  const { expected, format } = comparedTexts(context, shape, fixed);
  const compared = object([entry('fixed', expected), entry('format', format)]);
  return call(runtime('fixedMatch'), value, compared, owner, name);
}

/** The fixed value, and a function that returns the text by which it is compared. */
function comparedTexts(
  context: CodecContext,
  shape: SimpleShape,
  fixed: string,
): { readonly expected: Expression; readonly format: Expression } {
  const source = outsideXml(shape);
  return {
    expected: parseExpression(context, shape, stringLiteral(fixed), source),
    format: formatReference(context, shape, source.scope),
  };
}
