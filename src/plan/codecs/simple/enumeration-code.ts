import type { SimpleType } from '../../../model/xsd/schema.ts';
import { collapsedText } from '../../../model/xsd/white-space.ts';
import { stringLiteral } from '../../print/encode.ts';
import {
  array,
  arrow,
  binary,
  call,
  type Expression,
  type Given,
  joined,
  named,
  wrapped,
} from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { literalOf } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { codec, codecConstant, local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { FacetCheck } from './facet-check.ts';
import { formatReference } from './simple.ts';
import { comparerReference } from './union-values.ts';
import { comparerOf } from './value-order.ts';

/** Name of the constant with the values of an enumeration that is a union of literals. */
export function valuesConstant(context: CodecContext, shape: SimpleShape): string {
  const { shaper } = context;
  const members = shaper.members(shape.source) ?? [];
  const values =
    shaper.options.enums === 'const' && !shaper.isWire(shape.source)
      ? call('Object.values', named('typesValue', shaper.nameOf(shape.source)))
      : array(members.map((member) => member.literal));
  return constantOf(context, shape, values, shape.type);
}

/**
 * Check of an enumeration whose values are not literals of TypeScript: dates as objects, bytes,
 * lists, `INF` and `NaN`.
 */
export function enumerationChecks(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
  lexical: Expression,
): readonly FacetCheck[] {
  const { source } = shape;
  const { enumeration } = source.facets;
  const atomic = atomicType(source, context.shaper);
  if (enumeration === undefined || context.shaper.members(source) !== undefined) return [];
  const shown = enumeration.slice(0, 12).map(({ value }) => value);
  const message = `must be one of ${shown.join(', ')}${enumeration.length > 12 ? ' …' : ''}`;
  const texts = enumeration.map(({ value }) => canonicalText(context, source, value));
  const isNumber = atomic === 'number';
  const literals = texts.map(isNumber ? numberText : stringLiteral);
  const values = codec(constantOf(context, shape, array(literals), isNumber ? 'number' : 'string'));
  const isNone = (condition: Expression): readonly FacetCheck[] => [
    { condition: wrapped('!', condition, ''), message },
  ];
  const includes = joined(values, '.includes');
  if (isNumber) return isNone(call(includes, local('value')));
  const some = (compared: Expression): readonly FacetCheck[] =>
    isNone(call(joined(values, '.some'), arrow('(one)', binary('===', compared, '0'))));
  const items = source.variety === 'list' && source.item !== undefined ? source.item : undefined;
  const inner = items && itemComparer(context, items, direction);
  if (inner !== undefined) {
    return some(call(runtime('compareLists'), 'one', local('text'), inner));
  }
  const comparer = comparerOf(source, atomic);
  if (comparer !== undefined) return some(call(runtime(comparer), 'one', lexical));
  return isNone(call(includes, canonical(context, shape, direction)));
}

/** The function that compares the texts of two items. When writing, the texts are outside XML. */
function itemComparer(
  context: CodecContext,
  item: SimpleType,
  direction: 'read' | 'write',
): Expression | undefined {
  if (item.variety === 'union') {
    const scope = direction === 'read' ? local('scope') : runtime('clarkNames');
    return comparerReference(context, item, scope);
  }
  const comparer = comparerOf(item, atomicType(item, context.shaper));
  return comparer && runtime(comparer);
}

/** The text that is compared with those in the list. */
function canonical(
  context: CodecContext,
  { source, qnames }: SimpleShape,
  direction: 'read' | 'write',
): Expression {
  const value = local('value');
  const text = local('text');
  const joins = qnames || itemLiteral(context, source, '1') !== undefined;
  if (source.variety === 'list' && joins) return joined(value, ".join(' ')");
  if (source.builtin === 'hexBinary' && atomicType(source, context.shaper) === 'string') {
    return call(joined(value, '.toUpperCase'));
  }
  if (direction === 'write') return text;
  const item = source.variety === 'list' ? source.item : undefined;
  if (item !== undefined && atomicType(item, context.shaper) === 'Uint8Array') {
    const format = formatReference(context, context.shaper.simple(item));
    return call(runtime('formatList'), value, runtime('standalone'), "''", format);
  }
  if (source.variety !== 'atomic') return call(runtime('collapse'), text);
  if (atomicType(source, context.shaper) === 'string') return value;
  const format = source.builtin === 'hexBinary' ? 'formatXsdHexBinary' : 'formatXsdBase64Binary';
  return call(runtime(format), value, runtime('standalone'), "''");
}

/** A text as values of the type that are equal to it are written, to compare them by. */
export function canonicalText(context: CodecContext, source: SimpleType, value: string): string {
  const text = collapsedText(value);
  if (source.builtin === 'hexBinary') return text.toUpperCase();
  if (source.builtin === 'base64Binary') return text.replaceAll(' ', '');
  if (source.variety !== 'list') return text;
  if (source.item?.builtin === 'hexBinary') return text.toUpperCase();
  const items = text.split(' ').map((item) => itemLiteral(context, source, item) ?? item);
  return items.join(' ');
}

/** An item as JavaScript prints it; `undefined` unless items are numbers or booleans. */
function itemLiteral(
  context: CodecContext,
  { item }: SimpleType,
  text: string,
): string | undefined {
  const atomic = item?.variety === 'atomic' ? atomicType(item, context.shaper) : 'string';
  if (atomic === 'number') return numberText(text);
  if (atomic !== 'bigint' && atomic !== 'boolean') return undefined;
  return literalOf(text, atomic)?.replace(/n$/, '');
}

/** A number as JavaScript writes it, `Infinity` and `NaN` among them. */
export function numberText(text: string): string {
  if (text === 'NaN' || /^-?INF$/.test(text)) return text.replace('INF', 'Infinity');
  return literalOf(text, 'number') ?? 'NaN';
}

function constantOf(
  context: CodecContext,
  shape: SimpleShape,
  values: Expression,
  type: Given,
): string {
  const name = context.typeFunction('values', shape.codec.kind === 'own' ? shape.codec.name : '');
  const namespace = context.shaper.namespaceOf(shape.source);
  const list = joined('readonly ', type, '[]');
  return context.ensure(name, () => codecConstant(name, list, values, namespace));
}
