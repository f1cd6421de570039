import { replacements } from '../model/link/context.ts';
import type { QName } from '../model/xml.ts';
import { type BuiltinName, builtins } from '../model/xsd/builtins.ts';
import type { ComplexType, Facets, SchemaType, SimpleType } from '../model/xsd/schema.ts';
import type { AttributeTraits } from '../model/xsd/schema-document.ts';
import { holdsQNames } from '../model/xsd/values.ts';
import { componentName, createFreeName, namespaceWord } from '../names/identifiers.ts';
import { isContent, nilObject, tagFields } from '../plan/object-shape.ts';
import type {
  ContentField,
  ElementField,
  GroupField,
  HeadField,
  ObjectShape,
  PlaceShape,
  SequenceNode,
  ShapeField,
  ValueShape,
} from '../plan/shape.ts';
import {
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
} from '../plan/type-text.ts';

/** JSON schemas of the types and elements of a contract. */
export interface TypeSchemas extends ValueSchemas {
  /** `components/schemas`: all schemas referred to. */
  components(): JsonObject;
}

/**
 * Starts an empty set of schemas.
 *
 * @param objectOf shape of a type as an object, for those that generated code shows as an array
 */
export function createTypeSchemas(objectOf: (type: ComplexType) => ObjectShape): TypeSchemas {
  const components = createComponents();
  const schemas: ValueSchemas = { simple, value: valueSchema, place: placeSchema };

  function simple(type: SimpleType): JsonObject {
    if (type.name === undefined || type.span === undefined) return simpleSchema(type);
    return components.reference(type, type.name, () => described(type, simpleSchema(type)));
  }

  function valueSchema(value: ValueShape): JsonObject {
    if (value.kind === 'simple') return simple(value.source);
    if (value.kind === 'xml') return { description: 'Any content.' };
    const { source } = value;
    const create = () => (value.kind === 'array' ? arraySchema(value) : object(value));
    if (source.name === undefined) return create();
    if (source.span === undefined) return { description: 'Any content.' };
    return components.reference(source, source.name, () => described(source, create()));
  }

  /** A SOAP array has items of any name. Any other array is an object with a repeated element. */
  function arraySchema({ soap, source, item, rank }: ValueShape & { kind: 'array' }): JsonObject {
    if (!soap) return object(objectOf(source));
    let items: Json = valueSchema(item.value);
    for (let left = rank; left > 1; left -= 1) items = { type: 'array', items };
    return { type: 'array', items };
  }

  function object(shape: ObjectShape): JsonObject {
    return objectSchema(schemas, shape, shape.base ?? emptyBase(shape));
  }

  /** A base without fields, which TypeScript does not need. */
  function emptyBase({ source: { base, derivation } }: ObjectShape): ObjectShape | undefined {
    if (base === undefined || derivation !== 'extension' || base.soapArray) return undefined;
    const shape = objectOf(base);
    return shape.fields.length === 0 ? shape : undefined;
  }

  /** A global element has its own component, because elements may contain themselves. */
  function placeSchema(place: PlaceShape): JsonObject {
    const { element } = place;
    const create = () => declaredPlace(place, nillableSchema(place));
    return element.global ? components.reference(element, element.name, create) : create();
  }

  function nillableSchema(place: PlaceShape): JsonObject {
    const schema = valueSchema(place.value);
    if (!place.nillable) return schema;
    const object = nilObject(place);
    const nil = (object && nilSchema(schemas, object)) ?? [];
    return { anyOf: [schema, nil, { type: 'null' }].flat() };
  }

  return { ...schemas, components: components.all };
}

function declaredPlace({ element, value }: PlaceShape, schema: JsonObject): JsonObject {
  if (value.kind !== 'object') return declaredSchema(schema, element);
  const text = value.fields.find((field) => field.kind === 'text');
  return declaredObject(schema, element, text?.property);
}

function described(type: SimpleType | ComplexType, schema: JsonObject): JsonObject {
  const notes = [type.documentation];
  if (type.kind === 'complex' && type.abstract) notes.push('Abstract: xsi:type names the type.');
  const others = type.kind === 'complex' ? replacements(type) : [];
  if (others.length > 0) {
    const names = others.map((one) => one.name?.localName ?? '').join(', ');
    notes.push(`With xsi:type it may be ${names}.`);
  }
  const text = notes.filter((one) => one !== undefined).join('\n\n');
  return text === '' ? schema : json({ description: text, ...schema });
}

/** Schemas for the content of an object. */
interface ValueSchemas {
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
function objectSchema(
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
function nilSchema(schemas: ValueSchemas, object: ObjectShape): JsonObject | undefined {
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
  fields: readonly ShapeField[],
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
  field: Extract<ShapeField, { kind: 'attribute' | 'text' | 'mixed' | 'element' }>,
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
function inOrder(fields: readonly ShapeField[]): readonly ShapeField[] {
  const rank = (field: ShapeField): number => {
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

type Declared = AttributeTraits & { readonly type: SchemaType };

/** Schema of a value, extended by the declaration of its element or attribute. */
function declaredSchema(schema: JsonObject, declared: Declared, attribute?: true): JsonObject {
  return json({
    ...schema,
    description: declared.documentation ?? schema.description,
    ...givenValues(declared),
    xml: json({ ...xmlName(declared.name), attribute }),
  });
}

/**
 * As {@link declaredSchema}, for an element whose value is an object.
 *
 * @param text the property with the text of the element
 */
function declaredObject(schema: JsonObject, declared: Declared, text?: string): JsonObject {
  const { default: initial, fixed, ...others } = declared;
  const given = givenValues(declared);
  const { properties } = schema;
  const known = typeof properties === 'object' ? (properties as JsonObject) : {};
  if (text === undefined || Object.keys(given).length === 0) return declaredSchema(schema, others);
  const own = json({ ...(known[text] as JsonObject | undefined), ...given });
  return declaredSchema({ ...schema, properties: { ...known, [text]: own } }, others);
}

/** The values of a declaration. */
function givenValues({ default: initial, fixed, type }: Declared): JsonObject {
  return json({ default: defaultOf(initial, type), const: defaultOf(fixed, type) });
}

/**
 * The name of an element or attribute, for `xml` of OpenAPI, in which a namespace must be an
 * absolute URI; others are left out.
 */
export function xmlName({ namespace, localName }: QName): JsonObject {
  return json({ name: localName, namespace: isUri(namespace) ? namespace : undefined });
}

/** RFC 3986, section 3: a scheme, and nothing that a URI does not have. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text);
}

/** A default or fixed value in the JSON form of its schema. */
function defaultOf(text: string | undefined, type: SchemaType): Json | undefined {
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  if (text === undefined || simple === undefined) return undefined;
  const kind = simpleSchema(simple).type;
  if (kind === 'boolean') return text === 'true' || text === '1';
  if (kind !== 'integer' && kind !== 'number') return text;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * JSON Schema of built-in types other than integers. Those left out are texts in forms that JSON
 * Schema has no names for.
 */
const builtinSchemas: Readonly<Partial<Record<BuiltinName, JsonObject>>> = {
  boolean: { type: 'boolean' },
  decimal: { type: 'number' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  dateTime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  duration: { type: 'string', format: 'duration' },
  anyURI: { type: 'string', format: 'uri-reference' },
  guid: { type: 'string', format: 'uuid' },
  base64Binary: { type: 'string', contentEncoding: 'base64' },
  hexBinary: { type: 'string', contentEncoding: 'base16' },
};

/** Formats that say the range of an integer. */
const integerFormats: Readonly<Partial<Record<BuiltinName, string>>> = {
  int: 'int32',
  long: 'int64',
};

function builtinSchema(builtin: BuiltinName): JsonObject | undefined {
  const { kind, min, max } = builtins[builtin];
  if (kind !== 'integer') return builtinSchemas[builtin];
  const format = integerFormats[builtin];
  if (format !== undefined) return { type: 'integer', format };
  return json({ type: 'integer', minimum: exactNumber(min), maximum: exactNumber(max) });
}

/** A bound as a number; `undefined` if JavaScript has none that is equal to it. */
function exactNumber(bound: string | undefined): number | undefined {
  const value = Number(bound);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A QName with its namespace. Facets apply to the text with a prefix. */
const qnamePattern = '^(\\{.*\\})?[^\\s:{}]+$';

/**
 * JSON Schema of a simple type, with the facets (XML Schema part 2 section 4.3) that JSON Schema
 * can express.
 */
export function simpleSchema(type: SimpleType): JsonObject {
  if (type.variety === 'union') {
    return json({ anyOf: (type.members ?? []).map(simpleSchema) });
  }
  if (type.variety === 'list') {
    const words = type.item?.facets.enumeration?.map((one) => one.value).join(', ');
    const what = words === undefined ? 'values' : `words out of ${words}`;
    return json({ type: 'string', description: `Any number of ${what}, separated by spaces.` });
  }
  if (holdsQNames(type)) {
    const names = type.facets.enumeration?.map(({ value }) => value);
    return json({ type: 'string', enum: names, pattern: names ? undefined : qnamePattern });
  }
  const base = type.builtin === undefined ? undefined : builtinSchema(type.builtin);
  const schema = base ?? { type: 'string' };
  const text = schema.type === 'string';
  return json({ ...schema, ...facetSchema(type.facets, text) });
}

/**
 * The facets of a type (XML Schema part 2 section 4.3) that JSON Schema can express.
 *
 * @param text Whether the value is a string in JSON.
 */
function facetSchema(facets: Facets, text: boolean): { readonly [key: string]: Json | undefined } {
  const counted = text && facets.length !== undefined;
  return {
    enum: facets.enumeration?.map(({ value }) => (text ? value : (numberOf(value) ?? value))),
    pattern: text ? patternOf(facets.patterns) : undefined,
    minLength: counted ? facets.length : text ? facets.minLength : undefined,
    maxLength: counted ? facets.length : text ? facets.maxLength : undefined,
    ...(text
      ? {}
      : json({
          minimum: numberOf(facets.minInclusive),
          maximum: numberOf(facets.maxInclusive),
          exclusiveMinimum: numberOf(facets.minExclusive),
          exclusiveMaximum: numberOf(facets.maxExclusive),
        })),
  };
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A pattern with the same meaning in both dialects; `undefined` if there is none. */
function patternOf(patterns: Facets['patterns']): string | undefined {
  const [step, ...others] = patterns ?? [];
  if (step === undefined || others.length > 0) return undefined;
  if (step.some((one) => /\\[iIcC]|\\p\{Is|-\[|[\^$]/.test(one))) return undefined;
  const pattern = step.length === 1 ? `^(?:${step[0]})$` : `^(?:${step.join('|')})$`;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}

/** Schemas that others refer to. */
interface Components {
  /** Reference to the schema of `key`, which is created the first time. */
  reference(key: object, preferred: QName, create: () => JsonObject): JsonObject;
  /** All schemas by name. */
  all(): JsonObject;
}

/** Starts an empty set of components. */
function createComponents(): Components {
  const nameOf = createComponentNames();
  const schemas = new Map<string, JsonObject>();
  return {
    reference(key, preferred, create) {
      const name = nameOf(key, preferred);
      if (!schemas.has(name)) {
        // A schema may refer to itself, so its name is registered before it is complete.
        schemas.set(name, {});
        schemas.set(name, create());
      }
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => jsonObject(schemas),
  };
}

/**
 * Gives components unique names with characters that OpenAPI allows. The same key always gets the
 * same name. If two names are equal, the later one gets a word of its namespace: `Student.Common`.
 */
export function createComponentNames(): (key: object, preferred: QName) => string {
  const names = new Map<object, string>();
  const freeName = createFreeName(new Set());
  return (key, { namespace, localName }) => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = freeName(
      componentName(localName),
      `.${componentName(namespaceWord(namespace))}`,
      '',
    );
    names.set(key, name);
    return name;
  };
}

/** JSON to write. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object to write. `jsonObject` creates it, so that any name is safe as a key. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object of entries in their order. Those without a value are omitted. */
export function jsonObject(
  entries: Iterable<readonly [key: string, value: Json | undefined]>,
): JsonObject {
  const present = [...entries].filter((one): one is [string, Json] => one[1] !== undefined);
  return Object.fromEntries(present);
}

/** An object whose keys are known. */
export function json(values: { readonly [key: string]: Json | undefined }): JsonObject {
  return jsonObject(Object.entries(values));
}

/** The list; `undefined` if it is empty. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
