import { contentParts } from './branches.ts';
import { isOrdered } from './ordered-content.ts';
import type { ContentNode, Field } from './shape.ts';
import { isContent } from './shape-object.ts';

/** Whether a property has a fixed value whenever it is present. */
export function isFixed(field: Field): boolean {
  if (field.kind === 'attribute') return field.use.fixed !== undefined;
  if (field.kind !== 'element' || field.repeated) return false;
  return field.place.value.kind === 'simple' && field.place.element.fixed !== undefined;
}

/**
 * Whether writers know the value of a property, so that it need not be given: it is fixed, and
 * present whenever the object is.
 *
 * @param content of the object; if its order matters, the properties present decide the branch
 */
export function isGiven(field: Field, content: ContentNode): boolean {
  return isFixed(field) && (field.kind === 'attribute' || !isOrdered(content));
}

/** Whether an optional attribute is read as its default if it is missing. */
function hasDefault(field: Field): boolean {
  return field.kind === 'attribute' && !field.use.required && field.use.default !== undefined;
}

/** Fields that are always read, although they need not be given when writing. */
export function fieldsAlwaysRead(fields: readonly Field[], content: ContentNode): readonly Field[] {
  const given = fields.filter((field) => isGiven(field, content) || hasDefault(field));
  if (!given.some(isContent)) return given;
  const { always } = contentParts(content);
  return given.filter((field) => !isContent(field) || always.get(field) === false);
}
