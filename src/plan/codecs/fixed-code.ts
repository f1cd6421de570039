import { stringLiteral } from '../encode.ts';
import type { SimpleShape } from '../shape.ts';
import { literalOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import { formatReference, outsideXml, parseExpression } from './simple.ts';
import { comparerOf } from './value-order.ts';
import type { ValueSource } from './value-source.ts';

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
    const { wanted, format } = comparedTexts(context, code, shape, fixed);
    return `${runtime(code, 'mustMatch')}(${parsed}, ${wanted}, ${format})`;
  }
  const comparer = comparerOf(shape.source, atomicType(shape.source, context.shaper));
  if (comparer === undefined) return `${runtime(code, 'mustBe')}(${parsed}, ${literal})`;
  return `${runtime(code, 'mustEqual')}(${parsed}, ${literal}, ${runtime(code, comparer)})`;
}

/** A value that is to be written, and must be the one the contract fixes. */
export function writeFixed(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  source: ValueSource,
  fixed: string,
): ValueSource {
  const { value, owner, name } = source;
  const literal = fixedLiteral(context, shape, fixed);
  if (literal !== undefined) {
    const checked = `${runtime(code, 'fixedValue')}(${value}, ${literal}, ${owner}, ${name})`;
    return { ...source, value: checked };
  }
  const { wanted, format } = comparedTexts(context, code, shape, fixed);
  const match = runtime(code, 'fixedMatch');
  return { ...source, value: `${match}(${value}, ${wanted}, ${format}, ${owner}, ${name})` };
}

/** Expressions of the fixed value and of a function that gives the text it is compared by. */
function comparedTexts(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  fixed: string,
): { readonly wanted: string; readonly format: string } {
  const scope = outsideXml(code, shape);
  return {
    wanted: parseExpression(context, code, shape, stringLiteral(fixed), scope),
    format: formatReference(context, code, shape, scope),
  };
}
