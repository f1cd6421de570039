import type { QName } from '../../model/common/qname.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import {
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
} from '../../plan/messages/message-field.ts';
import type {
  AttributeField,
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
import { nilObject, tagFields } from '../../plan/shapes/shape-nil.ts';
import { isContent } from '../../plan/shapes/shape-object.ts';
import { createComponentNames } from './component-names.ts';
import { type Json, type JsonObject, json, jsonObject } from './json.ts';
import { simpleSchema } from './simple-schema.ts';

/** JSON schemas of the types and elements of a contract. */
export interface TypeSchemas {
  /** Schema of a simple type: a reference for named ones. */
  simple(type: SimpleType): JsonObject;
  /** Schema of a value: a reference for those of named types. */
  value(value: ValueShape): JsonObject;
  /** Schema of an element: a reference for global ones. */
  place(place: PlaceShape): JsonObject;
  /** `components/schemas`: all that was referred to. */
  components(): JsonObject;
}

/** A member of an object: an element, an attribute or text. */
interface Member {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /**
   * Whether it has the name of a property of generated code; of a list or group with names of its
   * own, elements are shown instead.
   */
  readonly named: boolean;
}

/**
 * Starts an empty set of schemas.
 *
 * @param objectOf shape of a type as an object, where generated code has an array
 */
export function createTypeSchemas(objectOf: (type: ComplexType) => ObjectShape): TypeSchemas {
  const nameOf = createComponentNames();
  const made = new Map<string, JsonObject>();

  /** A component is named before it is made: it may refer to itself. */
  function component(key: object, wanted: QName, make: () => JsonObject): JsonObject {
    const name = nameOf(key, wanted);
    if (!made.has(name)) {
      made.set(name, {});
      made.set(name, make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function simple(type: SimpleType): JsonObject {
    if (type.name === undefined || type.span === undefined) return simpleSchema(type);
    return component(type, type.name, () => described(type, simpleSchema(type)));
  }

  function valueSchema(value: ValueShape): JsonObject {
    if (value.kind === 'simple') return simple(value.source);
    if (value.kind === 'xml') return { description: 'Any content.' };
    const { source } = value;
    const make = (): JsonObject => (value.kind === 'array' ? arraySchema(value) : object(value));
    if (source.name === undefined) return make();
    if (source.span === undefined) return { description: 'Any content.' };
    return component(source, source.name, () => described(source, make()));
  }

  /** A SOAP array has items of any name; another is an object with the element that repeats. */
  function arraySchema({ soap, source, item, rank }: ValueShape & { kind: 'array' }): JsonObject {
    if (!soap) return object(objectOf(source));
    let items: Json = valueSchema(item.value);
    for (let left = rank; left > 1; left -= 1) items = { type: 'array', items };
    return json({ type: 'array', items });
  }

  function object(shape: ObjectShape): JsonObject {
    const { base } = shape;
    const own = base === undefined ? shape.fields : shape.ownFields;
    const content = base === undefined ? shape.content : shape.ownContent;
    const optional = optionalProperties(fieldsOfObject(shape));
    const members = inOrder(own).flatMap((field) => membersOf(field, optional));
    const schema = objectSchema(members, content);
    const shown = base ?? emptyBase(shape);
    return shown === undefined ? schema : json({ allOf: [valueSchema(shown), schema] });
  }

  /** A base that has nothing, which TypeScript need not say. */
  function emptyBase({ source: { base, derivation } }: ObjectShape): ObjectShape | undefined {
    if (base === undefined || derivation !== 'extension' || base.soapArray) return undefined;
    const shape = objectOf(base);
    return shape.fields.length === 0 ? shape : undefined;
  }

  function objectSchema(members: readonly Member[], content: SequenceNode): JsonObject {
    const taken = new Set(members.filter((one) => one.named).map((one) => one.name));
    const properties = members.map(({ name, named, schema }) => {
      let key = name;
      for (let count = 2; !named && taken.has(key); count += 1) key = `${name}.${count}`;
      taken.add(key);
      return [key, schema] as const;
    });
    const required = properties.flatMap(([key], at) => (members[at]?.required ? [key] : []));
    return json({
      type: 'object',
      properties: properties.length === 0 ? undefined : jsonObject(properties),
      required: required.length === 0 ? undefined : required,
      oneOf: choiceBranches(content)?.map((name) => ({ required: [name] })),
    });
  }

  function membersOf(field: Field, optional: ReadonlySet<string>): readonly Member[] {
    const { property: name } = field;
    const required = !optional.has(name);
    switch (field.kind) {
      case 'attribute':
        return [{ name, required, schema: attributeSchema(field), named: true }];
      case 'text': {
        const schema = json({ ...valueSchema(field.shape), 'x-xml-text': true });
        return [{ name, required, schema, named: true }];
      }
      case 'mixed':
        return [{ name, required, schema: mixedContent, named: true }];
      case 'element':
        return [{ name, required, schema: elementSchema(field, required), named: true }];
      case 'head':
        return headMembers(field);
      case 'group':
        return groupMembers(field, required);
      case 'any':
      case 'anyAttributes':
        return [];
    }
  }

  function elementSchema({ place, repeated, min, max }: ElementField, required: boolean) {
    const items = placeSchema(place);
    return repeated ? listOf(items, required ? min : 0, max) : items;
  }

  /** The elements of a substitution group: any of them may stand. */
  function headMembers({ head, repeated, max }: HeadField): readonly Member[] {
    return head.alternatives.map(({ key, place }) => {
      const schema = placeSchema(place);
      const shown = repeated ? listOf(schema, 0, max) : schema;
      return { name: key, required: false, schema: shown, named: false };
    });
  }

  /** The elements of a repeated group, whose turns have no element around them. */
  function groupMembers({ group }: GroupField, required: boolean): readonly Member[] {
    const optional = optionalProperties(fieldsOfGroup(group));
    return group.fields.flatMap((field) => membersOf(field, optional).map(asList));

    function asList(one: Member): Member {
      const isList = one.schema.type === 'array';
      const schema = isList ? one.schema : listOf(one.schema, 0, Number.POSITIVE_INFINITY);
      return { ...one, schema, required: required && one.required, named: false };
    }
  }

  /** A reference leads to a component of its own: elements may hold themselves. */
  function placeSchema(place: PlaceShape): JsonObject {
    const { element } = place;
    return element.global
      ? component(element, element.name, () => declared(place))
      : declared(place);
  }

  /** What is left of an object whose element is nil. */
  function nilSchemas(place: PlaceShape): readonly JsonObject[] {
    const object = nilObject(place);
    if (object === undefined) return [];
    const optional = optionalProperties(fieldsOfNil(object));
    const members = tagFields(object).flatMap((field) => membersOf(field, optional));
    if (members.length === 0) return [];
    const schema = objectSchema(members, { kind: 'sequence', nodes: [] });
    return [json({ description: 'Nil (xsi:nil), with attributes.', ...schema })];
  }

  function declared(place: PlaceShape): JsonObject {
    const { element, value, nillable } = place;
    const schema = valueSchema(value);
    const { type, documentation, name } = element;
    return json({
      ...(nillable ? { anyOf: [schema, ...nilSchemas(place), { type: 'null' }] } : schema),
      description: documentation ?? (nillable ? undefined : schema.description),
      default: defaultOf(element.default, type),
      const: defaultOf(element.fixed, type),
      xml: json(xmlName(name)),
    });
  }

  function attributeSchema({ use }: AttributeField): JsonObject {
    const schema = simple(use.type);
    return json({
      ...schema,
      description: use.documentation ?? schema.description,
      default: defaultOf(use.default, use.type),
      const: defaultOf(use.fixed, use.type),
      xml: json({ ...xmlName(use.name), attribute: true }),
    });
  }

  return {
    simple,
    value: valueSchema,
    place: placeSchema,
    components: () => jsonObject(made),
  };
}

/** Text and elements in the order of the document, which JSON Schema has no word for. */
const mixedContent: JsonObject = {
  type: 'array',
  items: { description: 'Text or an element.' },
  'x-xml-mixed': true,
};

function described(type: SimpleType | ComplexType, schema: JsonObject): JsonObject {
  const notes = [type.documentation];
  if (type.kind === 'complex' && type.abstract) notes.push('Abstract: xsi:type names the type.');
  if (type.kind === 'complex' && type.derived.length > 0) {
    const names = type.derived.map((one) => one.name?.localName ?? '').join(', ');
    notes.push(`With xsi:type it may be ${names}.`);
  }
  const text = notes.filter((one) => one !== undefined).join('\n\n');
  return text === '' ? schema : json({ description: text, ...schema });
}

function xmlName({ namespace, localName }: QName): { name: string; namespace: string | undefined } {
  return { name: localName, namespace: namespace === '' ? undefined : namespace };
}

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

/**
 * Names of which exactly one must stand: a choice of single elements that make up the whole
 * content.
 */
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

/** A default or fixed value as the JSON its schema asks for. */
function defaultOf(text: string | undefined, type: SchemaType): Json | undefined {
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  if (text === undefined || simple === undefined) return undefined;
  const kind = simpleSchema(simple).type;
  if (kind === 'boolean') return text === 'true' || text === '1';
  if (kind !== 'integer' && kind !== 'number') return text;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
