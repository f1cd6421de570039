import { kindOf } from '../../model/facet-rules.ts';
import type { SimpleType } from '../../model/schema.ts';
import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import type { SimpleShape } from '../shape.ts';
import { builtinOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, createCode, finishFunction, line, runtime, runtimeType, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import { parseReference } from './simple.ts';
import { comparerOf } from './value-order.ts';

/**
 * Expression of a function that compares two texts of a type by what they stand for; `undefined` where the texts themselves, or the values,
 * tell.
 *
 * @param scope expression of where the text stands
 */
export function comparerReference(
  context: CodecContext,
  code: Code,
  type: SimpleType,
  scope: string,
): string | undefined {
  const shape = context.shaper.simple(type);
  if (type.variety === 'union') {
    if (shape.qnames) return undefined;
    const compare = uses(code, unionComparer(context, shape));
    return shape.scoped ? `(left, right) => ${compare}(left, right, ${scope})` : compare;
  }
  if (type.variety === 'list') {
    const inner = type.item && comparerReference(context, code, type.item, scope);
    if (inner === undefined) return undefined;
    return `(left, right) => ${runtime(code, 'compareLists')}(left, right, ${inner})`;
  }
  if (primitiveOf(type) === 'decimal') return runtime(code, 'compareDecimals');
  const comparer = comparerOf(type, atomicType(type, context.shaper));
  return comparer && runtime(code, comparer);
}

/** The primitive type of an atomic one (XML Schema part 2 section 3.2): values of two primitive types are never equal. */
function primitiveOf(type: SimpleType): string {
  if (type.variety === 'list') {
    return `${type.item === undefined ? '' : primitiveOf(type.item)} list`;
  }
  if (type.variety === 'union') return 'union';
  const kind = kindOf(builtinOf(type));
  if (kind === 'integer' || kind === 'decimal') return 'decimal';
  return kind === 'text' ? 'string' : builtinOf(type);
}

/** Name of the function that compares two texts of a union, each by the member type that takes it. */
function unionComparer(context: CodecContext, shape: SimpleShape): string {
  const { source } = shape;
  const name = context.typeFunction('compare', shape.codec.kind === 'own' ? shape.codec.name : '');
  return context.ensure(name, () => {
    const code = createCode();
    const scope = shape.scoped ? 'strict' : 'scope';
    const items = (source.members ?? []).map((member) => {
      const parse = parseReference(context, code, context.shaper.simple(member), scope);
      const compare = comparerReference(context, code, member, scope);
      const given = [stringLiteral(primitiveOf(member)), parse, ...(compare ? [compare] : [])];
      return `${runtime(code, 'unionMember')}(${given.join(', ')})`;
    });
    if (shape.scoped) line(code, `const strict = ${runtime(code, 'strictScope')}(scope);`);
    const before = `return ${runtime(code, 'compareMembers')}(left, right, `;
    line(code, arrayLiteral({ before, items, after: ');', indent: 1 }));
    const given = ['left: string', 'right: string'];
    if (shape.scoped) given.push(`scope: ${runtimeType(code, 'LexicalScope')}`);
    return finishFunction(code, {
      name,
      exported: false,
      doc: '',
      parameters: given,
      returns: 'number',
      namespace: context.shaper.namespaceOf(source),
    });
  });
}
