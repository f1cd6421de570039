import type { TypeNode } from '../print/node.ts';
import { namedType } from '../print/type-node.ts';
import type {
  AnyAttributesField,
  AttributeField,
  Field,
  NamespacesField,
  ObjectShape,
  PlaceShape,
} from './shape.ts';
import { typesAt } from './shape-family.ts';

/** A field in the start tag, which even a nil element has. */
export type TagField = AttributeField | AnyAttributesField | NamespacesField;

/** Fields in the start tag. */
export function tagFields({ fields }: ObjectShape): readonly TagField[] {
  return fields.filter(isTagField);
}

/** Whether a field is in the start tag. */
export function isTagField(field: Field): field is TagField {
  const { kind } = field;
  return kind === 'attribute' || kind === 'anyAttributes' || kind === 'namespaces';
}

/**
 * Whether a nil element of a type may have more than `xsi:nil`: attributes, or the `xsi:type` that
 * an abstract declared type requires. `null` has no room for these.
 */
export function hasNilForm(object: ObjectShape): boolean {
  const { family } = object;
  if (family === undefined || !family.head) return hasAttributes(object);
  return !family.concrete || family.members.some(hasAttributes);
}

function hasAttributes({ fields }: ObjectShape): boolean {
  return fields.some((field) => isTagField(field) && field.kind !== 'namespaces');
}

/** The object type of a place whose nil element may have more than `xsi:nil`. */
export function nilObject(place: PlaceShape): ObjectShape | undefined {
  const { nillable, isAccessor, value } = place;
  if (!nillable || isAccessor || value.kind !== 'object') return undefined;
  return hasNilForm(value) ? value : undefined;
}

/**
 * Name of the type of nil elements at places of a type. Types of the contract have no `$` in their
 * names.
 */
export function nilName({ name }: ObjectShape): string {
  return `${name}$Nil`;
}

/** As {@link nilName}, for a type itself without those that may stand in for it. */
export function ownNilName(shape: ObjectShape): string {
  const { name, family, written } = shape;
  return `${written === undefined ? (family?.fieldsName ?? name) : ownReadName(shape)}$Nil`;
}

/** Name of a type itself as it is read, without those that may stand in for it. */
export function ownReadName({ name, family }: ObjectShape): string {
  return family?.head === true ? `${name}$Own` : name;
}

/** Types of nil elements at a place that may have more than `xsi:nil`. */
export function nilTypes(place: PlaceShape): readonly TypeNode[] {
  const object = nilObject(place);
  if (object === undefined) return [];
  const types = typesAt(place);
  return types === undefined
    ? [namedType(nilName(object))]
    : types.map((one) => namedType(ownNilName(one)));
}
