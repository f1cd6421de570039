import { kindOf } from '../../../model/xsd/facet-rules.ts';
import type { SimpleType } from '../../../model/xsd/schema.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, arrow, call, callWith, type Expression, type Given } from '../../print/node.ts';
import { constant, returns } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { builtinOf } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { codec, codecFunction, local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { parseReference } from './simple.ts';
import { comparerOf } from './value-order.ts';

/**
 * A function that compares two texts of a type by their values; `undefined` if comparing the texts
 * or the parsed values is enough.
 *
 * @param scope origin of the text
 */
export function comparerReference(
  context: CodecContext,
  type: SimpleType,
  scope: Given,
): Expression | undefined {
  const shape = context.shaper.simple(type);
  if (type.variety === 'union') {
    if (shape.qnames) return undefined;
    const compare = codec(unionComparer(context, shape));
    if (!shape.scoped) return compare;
    return arrow('(left, right)', call(compare, 'left', 'right', scope));
  }
  if (type.variety === 'list') {
    const inner = type.item && comparerReference(context, type.item, scope);
    if (inner === undefined) return undefined;
    return arrow('(left, right)', call(runtime('compareLists'), 'left', 'right', inner));
  }
  if (primitiveOf(type) === 'decimal') return runtime('compareDecimals');
  const comparer = comparerOf(type, atomicType(type, context.shaper));
  return comparer && runtime(comparer);
}

/**
 * The primitive type of an atomic type (XML Schema part 2 section 3.2). Values of different
 * primitive types are never equal.
 */
function primitiveOf(type: SimpleType): string {
  if (type.variety === 'list') {
    return `${type.item === undefined ? '' : primitiveOf(type.item)} list`;
  }
  if (type.variety === 'union') return 'union';
  const kind = kindOf(builtinOf(type));
  if (kind === 'integer' || kind === 'decimal') return 'decimal';
  return kind === 'text' ? 'string' : builtinOf(type);
}

/**
 * Name of the function that compares two texts of a union, each by the member type that accepts it.
 */
function unionComparer(context: CodecContext, shape: SimpleShape): string {
  const { source, scoped } = shape;
  const name = context.typeFunction('compare', shape.codec.kind === 'own' ? shape.codec.name : '');
  return context.ensure(name, () => {
    const scope = local(scoped ? 'strict' : 'scope');
    const items = (source.members ?? []).map((member) => {
      const parse = parseReference(context, context.shaper.simple(member), { scope });
      const compare = comparerReference(context, member, scope);
      const given = [stringLiteral(primitiveOf(member)), parse, ...(compare ? [compare] : [])];
      return callWith(runtime('unionMember'), given);
    });
    const compared = call(runtime('compareMembers'), local('left'), local('right'), array(items));
    const strict = constant('strict', call(runtime('strictScope'), local('scope')));
    const texts = ['left', 'right'].map((one) => ({ name: one, type: 'string' }));
    return codecFunction({
      name,
      parameters: scoped ? [...texts, { name: 'scope', type: runtimeType('LexicalScope') }] : texts,
      returns: 'number',
      body: scoped ? [strict, returns(compared)] : [returns(compared)],
      namespace: context.shaper.namespaceOf(source),
    });
  });
}
