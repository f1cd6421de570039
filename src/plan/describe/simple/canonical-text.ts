import type { SimpleType } from '../../../model/xsd/schema.ts';
import { collapsedText } from '../../../model/xsd/white-space.ts';
import { literalOf } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import type { PlanContext } from '../context/plan-context.ts';

/** A text as values of the type that are equal to it are written, to compare them by. */
export function canonicalText(context: PlanContext, source: SimpleType, value: string): string {
  const text = collapsedText(value);
  if (source.builtin === 'hexBinary') return text.toUpperCase();
  if (source.builtin === 'base64Binary') return text.replaceAll(' ', '');
  if (source.variety !== 'list') return text;
  if (source.item?.builtin === 'hexBinary') return text.toUpperCase();
  const items = text.split(' ').map((item) => itemLiteral(context, source, item) ?? item);
  return items.join(' ');
}

/** An item as JavaScript prints it; `undefined` unless items are numbers or booleans. */
function itemLiteral(context: PlanContext, { item }: SimpleType, text: string): string | undefined {
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
