import { stringLiteral } from '../print/encode.ts';
import type { Given } from '../print/node.ts';
import { namedType } from '../print/type-node.ts';
import type { Family, Field, ObjectShape } from '../shapes/shape.ts';
import { ownReadName } from '../shapes/shape-nil.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { isUnion } from './combinations.ts';
import {
  aliasOfParts,
  aliasOfUnion,
  type DeclarationPlan,
  type Heading,
  interfaceOf,
} from './declaration-plan.ts';
import { declareFields } from './declare-fields.ts';
import { excluded, typeMember } from './property.ts';
import { ownType } from './type-text.ts';

/**
 * Declarations of an object type as it is read. If others extend it, they are a union of what may
 * be read, and an interface for each: the compiler lists the properties of one `$type` alone.
 *
 * @param subject what the type is, for comments
 */
export function declareRead(
  shape: ObjectShape,
  subject: string,
  shaper: Shaper,
): readonly DeclarationPlan[] {
  const { family, name, source } = shape;
  const namespace = shaper.namespaceOf(source);
  const heading = { name, namespace, doc: [`${subject}, as it is read.`] };
  if (family === undefined) return declareFields(shape, heading);
  const tags = tagLines(shape, family, shaper);
  if (!family.head) return declareFields(shape, heading, tags);
  const derived = family.derived.map(({ shape: one, whole }) =>
    whole ? namedType(one.name) : ownType(one),
  );
  const union = {
    ...heading,
    doc: [`${subject}, or one that extends it, as it is read: \`$type\` tells which.`],
  };
  const fields = {
    name: family.fieldsName,
    namespace,
    doc: [`Fields of ${subject} and of those that extend it, as they are read.`],
  };
  const own = { name: ownReadName(shape), namespace, doc: [`${subject} itself, as it is read.`] };
  const hasFields = family.fieldsName !== shape.written?.family?.fieldsName;
  return [
    aliasOfUnion(union, family.concrete ? [ownType(shape), ...derived] : derived),
    ...(hasFields ? declareFields(shape, fields) : []),
    declareOwn(shape, family, own, tags),
  ];
}

/** The type itself: its fields, with what tells it from those that extend it. */
function declareOwn(
  shape: ObjectShape,
  { fieldsName }: Family,
  own: Heading,
  tags: readonly Given[],
): DeclarationPlan {
  return isUnion(shape)
    ? aliasOfParts(own, ' ', namedType(fieldsName), ' & {\n', ...tags, '}')
    : interfaceOf(own, tags, fieldsName);
}

/** The members of a type that tell it from others. */
function tagLines(shape: ObjectShape, { literal }: Family, shaper: Shaper): readonly Given[] {
  const absent = droppedFields(shape, shaper).map((field) => excluded(field, 1));
  return [typeMember(stringLiteral(literal), true), ...absent];
}

/**
 * Fields that restrictions leave out. In a union with the types that have them, they can be read
 * before `$type` is checked.
 */
function droppedFields(shape: ObjectShape, shaper: Shaper): readonly Field[] {
  const found = new Map<string, Field>();
  for (const field of notInherited(shape, shaper)) found.set(field.property, field);
  if (found.size > 0) for (const { property } of shape.fields) found.delete(property);
  return [...found.values()];
}

/** What {@link notInherited} found: each type of a chain asks for the one that it extends. */
const known = new WeakMap<ObjectShape, readonly Field[]>();

/** Fields of the types above that are not inherited as they are, the nearest first. */
function notInherited({ source }: ObjectShape, shaper: Shaper): readonly Field[] {
  const own = shaper.object(source);
  const before = known.get(own);
  if (before !== undefined) return before;
  if (source.base === undefined) return [];
  const base = shaper.object(source.base);
  const above = notInherited(base, shaper);
  const inherits = own.base === base || base.family?.head !== true;
  const found = inherits ? above : [...base.fields, ...above];
  known.set(own, found);
  return found;
}
