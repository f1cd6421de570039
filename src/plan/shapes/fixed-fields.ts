import { contentParts } from './branches.ts';
import { isOrdered } from './ordered-content.ts';
import type { ContentNode, Field } from './shape.ts';
import { isContent } from './shape-object.ts';

/** Whether a property has one fixed value wherever it is there. */
export function isFixed(field: Field): boolean {
  if (field.kind === 'attribute') return field.use.fixed !== undefined;
  if (field.kind !== 'element' || field.repeated) return false;
  return field.place.value.kind === 'simple' && field.place.element.fixed !== undefined;
}

/**
 * Whether what writes the property knows its value: it is fixed, and there wherever the object is.
 * It need not be given.
 *
 * @param content of the object: where it is in a certain order, what is there decides the way
 */
export function isGiven(field: Field, content: ContentNode): boolean {
  return isFixed(field) && (field.kind === 'attribute' || !isOrdered(content));
}

/** Whether an attribute that may be absent reads as its default then. */
function hasDefault(field: Field): boolean {
  return field.kind === 'attribute' && !field.use.required && field.use.default !== undefined;
}

/** Fields that are always read, though they need not be given to what writes them. */
export function fieldsAlwaysRead(fields: readonly Field[], content: ContentNode): readonly Field[] {
  const given = fields.filter((field) => isGiven(field, content) || hasDefault(field));
  if (!given.some(isContent)) return given;
  const { always } = contentParts(content);
  return given.filter((field) => !isContent(field) || always.get(field) === false);
}
