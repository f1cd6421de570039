import { stringLiteral } from '../encode.ts';
import type { SimpleShape } from '../shape.ts';
import { literalOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import { formatReference, parseExpression } from './simple.ts';
import { comparerOf } from './value-order.ts';

/** A fixed value as a literal; `undefined` where values are no literals: dates as objects, bytes, lists, unions. */
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
 * Expression of a value that was read and must be the one the contract fixes (XML Schema part 1 section 3.3.4). Values count, not texts:
 * `1.0` is the `1` that is fixed.
 *
 * @param parsed expression of the value
 */
export function readFixed(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  parsed: string,
  fixed: string,
): string {
  const literal = fixedLiteral(context, shape, fixed);
  if (literal === undefined) {
    const wanted = parseExpression(context, code, shape, stringLiteral(fixed));
    const format = formatReference(context, code, shape);
    return `${runtime(code, 'mustMatch')}(${parsed}, ${wanted}, ${format})`;
  }
  const comparer = comparerOf(shape.source, atomicType(shape.source, context.shaper));
  if (comparer === undefined) return `${runtime(code, 'mustBe')}(${parsed}, ${literal})`;
  return `${runtime(code, 'mustEqual')}(${parsed}, ${literal}, ${runtime(code, comparer)})`;
}

/** Expression of a value that is to be written, and must be the one the contract fixes. */
export function writeFixed(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  value: string,
  owner: string,
  name: string,
  fixed: string,
): string {
  const literal = fixedLiteral(context, shape, fixed);
  if (literal !== undefined) {
    return `${runtime(code, 'fixedValue')}(${value}, ${literal}, ${owner}, ${name})`;
  }
  const wanted = parseExpression(context, code, shape, stringLiteral(fixed));
  const format = formatReference(context, code, shape);
  return `${runtime(code, 'fixedMatch')}(${value}, ${wanted}, ${format}, ${owner}, ${name})`;
}
