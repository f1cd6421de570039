import type { TypeNode } from '../print/node.ts';
import { namedType } from '../print/type-node.ts';
import type {
  AnyAttributesField,
  AttributeField,
  Field,
  ObjectShape,
  PlaceShape,
} from './shape.ts';
import { typesAt } from './shape-family.ts';

/** A field that is in the start tag, where even an element that is nil has it. */
export type TagField = AttributeField | AnyAttributesField;

/** Fields that are in the start tag. */
export function tagFields({ fields }: ObjectShape): readonly TagField[] {
  return fields.filter(isTagField);
}

/** Whether a field is in the start tag. */
export function isTagField(field: Field): field is TagField {
  return field.kind === 'attribute' || field.kind === 'anyAttributes';
}

/**
 * Whether an element of a type that is nil may say more than that: it has attributes, or must say
 * which type it has, as a place of an abstract one demands. `null` says no more.
 */
export function hasNilForm(object: ObjectShape): boolean {
  const { family } = object;
  if (family === undefined || !family.head) return object.fields.some(isTagField);
  return !family.concrete || family.members.some((member) => member.fields.some(isTagField));
}

/** The object of a place whose nil element may say more than that it is nil. */
export function nilObject({ nillable, value }: PlaceShape): ObjectShape | undefined {
  return nillable && value.kind === 'object' && hasNilForm(value) ? value : undefined;
}

/**
 * Name of the type of nil elements at places of a type; contract types have no `$` in their names.
 */
export function nilName({ name }: ObjectShape): string {
  return `${name}$Nil`;
}

/** The same of a type itself, without those that may stand in for it. */
export function ownNilName({ name, family }: ObjectShape): string {
  return `${family?.fieldsName ?? name}$Nil`;
}

/** Types of nil elements at a place that say more than that they are nil. */
export function nilTypes(place: PlaceShape): readonly TypeNode[] {
  const object = nilObject(place);
  if (object === undefined) return [];
  const types = typesAt(place);
  return types === undefined
    ? [namedType(nilName(object))]
    : types.map((one) => namedType(ownNilName(one)));
}
