import type { SimpleType } from '../../model/xsd/schema.ts';
import {
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
} from '../../plan/messages/message-field.ts';
import type {
  ContentField,
  ElementField,
  Field,
  GroupField,
  HeadField,
  ObjectShape,
  PlaceShape,
  SequenceNode,
  ValueShape,
} from '../../plan/shapes/shape.ts';
import { tagFields } from '../../plan/shapes/shape-nil.ts';
import { isContent } from '../../plan/shapes/shape-object.ts';
import { declaredSchema } from './declared-schema.ts';
import { filled, type JsonObject, json, jsonObject } from './json.ts';

/** Schemas for the content of an object. */
export interface ValueSchemas {
  /** Schema of a simple type: a reference for named ones. */
  simple(type: SimpleType): JsonObject;
  /** Schema of a value: a reference for those of named types. */
  value(value: ValueShape): JsonObject;
  /** Schema of an element: a reference for global ones. */
  place(place: PlaceShape): JsonObject;
}

/** A member of an object: an element, an attribute or text. */
interface Member {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /**
   * Whether it has the name of a property of generated code. The elements of a list or group whose
   * items have their own names are listed separately.
   */
  readonly named: boolean;
}

/** Schema of an object, without the properties of its base. */
export function objectSchema(
  schemas: ValueSchemas,
  object: ObjectShape,
  base: ObjectShape | undefined,
): JsonObject {
  const whole = object.base === undefined;
  const fields = inOrder(whole ? object.fields : object.ownFields);
  const members = membersOf(schemas, fields, optionalProperties(fieldsOfObject(object)));
  const schema = membersSchema(members, whole ? object.content : object.ownContent);
  return base === undefined ? schema : json({ allOf: [schemas.value(base), schema] });
}

/** Schema of an object whose element is nil; `undefined` if nothing is left of it. */
export function nilSchema(schemas: ValueSchemas, object: ObjectShape): JsonObject | undefined {
  const members = membersOf(schemas, tagFields(object), optionalProperties(fieldsOfNil(object)));
  return members.length === 0
    ? undefined
    : json({ description: 'Nil (xsi:nil), with attributes.', ...membersSchema(members) });
}

function membersSchema(members: readonly Member[], content?: SequenceNode): JsonObject {
  const taken = new Set(members.filter((one) => one.named).map((one) => one.name));
  const properties = members.map(({ name, named, schema }) => {
    let key = name;
    for (let count = 2; !named && taken.has(key); count += 1) key = `${name}.${count}`;
    taken.add(key);
    return [key, schema] as const;
  });
  const required = properties.flatMap(([key], at) => (members[at]?.required ? [key] : []));
  const branches = content && choiceBranches(content);
  return json({
    type: 'object',
    properties: properties.length === 0 ? undefined : jsonObject(properties),
    required: filled(required),
    oneOf: branches?.map((name) => ({ required: [name] })),
  });
}

function membersOf(
  schemas: ValueSchemas,
  fields: readonly Field[],
  optional: ReadonlySet<string>,
): readonly Member[] {
  return fields.flatMap((field): readonly Member[] => {
    const name = field.property;
    const required = !optional.has(name);
    switch (field.kind) {
      case 'head':
        return headMembers(schemas, field);
      case 'group':
        return groupMembers(schemas, field, required);
      case 'any':
      case 'anyAttributes':
      case 'namespaces':
        return [];
      default:
        return [{ name, required, schema: fieldSchema(schemas, field, required), named: true }];
    }
  });
}

function fieldSchema(
  schemas: ValueSchemas,
  field: Extract<Field, { kind: 'attribute' | 'text' | 'mixed' | 'element' }>,
  required: boolean,
): JsonObject {
  switch (field.kind) {
    case 'attribute':
      return declaredSchema(schemas.simple(field.use.type), field.use, true);
    case 'text':
      return json({ ...schemas.value(field.shape), 'x-xml-text': true });
    case 'mixed':
      return mixedContent;
    case 'element':
      return elementSchema(schemas, field, required);
  }
}

function elementSchema(
  schemas: ValueSchemas,
  { place, repeated, min, max }: ElementField,
  required: boolean,
): JsonObject {
  const schema = schemas.place(place);
  return repeated ? listOf(schema, required ? min : 0, max) : schema;
}

/** The elements of a substitution group, any of which may be present. */
function headMembers(schemas: ValueSchemas, { head, repeated, max }: HeadField): readonly Member[] {
  return head.alternatives.map(({ key, place }) => {
    const schema = schemas.place(place);
    const shown = repeated ? listOf(schema, 0, max) : schema;
    return { name: key, required: false, schema: shown, named: false };
  });
}

/** The elements of a repeated group, whose items have no element around them. */
function groupMembers(
  schemas: ValueSchemas,
  { group }: GroupField,
  required: boolean,
): readonly Member[] {
  const optional = optionalProperties(fieldsOfGroup(group));
  return membersOf(schemas, group.fields, optional).map((one) => {
    const isList = one.schema.type === 'array';
    const schema = isList ? one.schema : listOf(one.schema, 0, Number.POSITIVE_INFINITY);
    return { ...one, schema, required: required && one.required, named: false };
  });
}

/** Text and elements in document order, which JSON Schema cannot describe. */
const mixedContent: JsonObject = {
  type: 'array',
  items: { description: 'Text or an element.' },
  'x-xml-mixed': true,
};

function listOf(items: JsonObject, min: number, max: number): JsonObject {
  return json({
    type: 'array',
    minItems: min > 0 ? min : undefined,
    maxItems: Number.isFinite(max) ? max : undefined,
    items,
  });
}

function optionalProperties(fields: readonly MessageField[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ property, optional }) => (optional ? [property] : [])));
}

/** Text, then elements, then attributes. */
function inOrder(fields: readonly Field[]): readonly Field[] {
  const rank = (field: Field): number => {
    if (isContent(field)) return 1;
    return field.kind === 'attribute' ? 2 : 0;
  };
  return [...fields].sort((a, b) => rank(a) - rank(b));
}

/** Names of which exactly one must be present: for a choice of single elements and nothing else. */
function choiceBranches({ nodes }: SequenceNode): readonly string[] | undefined {
  const [choice, more] = nodes;
  if (choice?.kind !== 'choice' || more !== undefined || choice.optional) return undefined;
  const fields = choice.branches.flatMap((branch): readonly ContentField[] =>
    branch.kind === 'field' && branch.field.kind === 'element' && branch.min === 1
      ? [branch.field]
      : [],
  );
  const isPlain = fields.length === choice.branches.length && new Set(fields).size > 1;
  return isPlain ? [...new Set(fields)].map(({ property }) => property) : undefined;
}
