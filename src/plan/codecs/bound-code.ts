import { stringLiteral } from '../encode.ts';
import type { SimpleShape } from '../shape.ts';
import { literalOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import type { FacetCheck } from './facet-code.ts';
import { comparerOf } from './value-order.ts';

const bounds = [
  ['minInclusive', '>=', '<', 'must be at least'],
  ['minExclusive', '>', '<=', 'must be more than'],
  ['maxInclusive', '<=', '>', 'must be at most'],
  ['maxExclusive', '<', '>=', 'must be less than'],
] as const;

/**
 * Checks of least and greatest values (XML Schema part 2 section 4.3.7 to 4.3.10). A value that cannot be compared with a bound, as one
 * with a zone may be with one without, is not within it.
 *
 * @param lexical expression of the lexical value
 */
export function boundChecks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  lexical: string,
): readonly FacetCheck[] {
  const { source } = shape;
  const { facets } = source;
  const atomic = atomicType(source, context.shaper);
  const comparer = comparerOf(source, atomic);
  const checks: FacetCheck[] = [];
  for (const [facet, holds, fails, words] of bounds) {
    const bound = facets[facet];
    if (bound === undefined) continue;
    const message = `${words} ${bound}`;
    if (comparer !== undefined) {
      const order = `${runtime(code, comparer)}(${lexical}, ${stringLiteral(bound.trim())})`;
      const condition =
        comparer === 'compareDecimals' ? `${order} ${fails} 0` : `!(${order} ${holds} 0)`;
      checks.push({ condition, message });
      continue;
    }
    const literal = numberLiteral(bound.trim(), atomic);
    if (literal === undefined) continue;
    // NaN is beside every bound
    const isFloat = source.builtin === 'float' || source.builtin === 'double';
    const condition = isFloat ? `!(value ${holds} ${literal})` : `value ${fails} ${literal}`;
    checks.push({ condition, message });
  }
  return checks;
}

function numberLiteral(bound: string, atomic: string): string | undefined {
  if (atomic !== 'number' && atomic !== 'bigint') return undefined;
  if (atomic === 'number' && /^-?INF$/.test(bound)) return bound.replace('INF', 'Infinity');
  // contracts write `1.0` for integers too
  return literalOf(atomic === 'bigint' ? bound.replace(/^([+-]?\d+)\.0*$/, '$1') : bound, atomic);
}
