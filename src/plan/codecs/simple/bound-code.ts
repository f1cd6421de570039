import { stringLiteral } from '../../print/encode.ts';
import { binary, call, type Given, wrapped } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { literalOf } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { FacetCheck } from './facet-check.ts';
import { comparerOf } from './value-order.ts';

const bounds = [
  ['minInclusive', '>=', '<', 'must be at least'],
  ['minExclusive', '>', '<=', 'must be more than'],
  ['maxInclusive', '<=', '>', 'must be at most'],
  ['maxExclusive', '<', '>=', 'must be less than'],
] as const;

/**
 * Checks of minimum and maximum values (XML Schema part 2 section 4.3.7 to 4.3.10). A value that is
 * not comparable with a bound is outside of it, such as one with a zone if the bound has none.
 *
 * @param lexical expression of the lexical value
 */
export function boundChecks(
  context: CodecContext,
  shape: SimpleShape,
  lexical: Given,
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
      const order = call(runtime(comparer), lexical, stringLiteral(bound.trim()));
      const condition =
        comparer === 'compareDecimals'
          ? binary(fails, order, '0')
          : wrapped('!(', binary(holds, order, '0'), ')');
      checks.push({ condition, message });
      continue;
    }
    const literal = numberLiteral(bound.trim(), atomic);
    if (literal === undefined) continue;
    // NaN is outside all bounds
    const isFloat = source.builtin === 'float' || source.builtin === 'double';
    const value = local('value');
    const condition = isFloat
      ? wrapped('!(', binary(holds, value, literal), ')')
      : binary(fails, value, literal);
    checks.push({ condition, message });
  }
  return checks;
}

function numberLiteral(bound: string, atomic: string): string | undefined {
  if (atomic !== 'number' && atomic !== 'bigint') return undefined;
  if (atomic === 'number' && /^-?INF$/.test(bound)) return bound.replace('INF', 'Infinity');
  // contracts write `1.0` for integers, too
  return literalOf(atomic === 'bigint' ? bound.replace(/^([+-]?\d+)\.0*$/, '$1') : bound, atomic);
}
