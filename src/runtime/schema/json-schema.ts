import { isSchema, type SchemaKeywords, type SchemaNode, type TypeSchema } from './validate.ts';

/** A Schema Object of OpenAPI 3.0. */
interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** `null` alone; OpenAPI 3.0 has no type for it. */
const nullObject: SchemaObject = { type: 'string', nullable: true, enum: [null] };

/**
 * The Schema Object of a type for OpenAPI 3.0. Other types are inlined. A type that contains itself
 * is referenced as a component by its name.
 */
function openApiSchemaOf(root: TypeSchema<unknown>): Record<string, unknown> {
  const open = new Set<TypeSchema<unknown>>();
  const known = new Map<TypeSchema<unknown>, SchemaObject>();
  const convert = (node: SchemaNode): SchemaObject => {
    if (!isSchema(node)) return schemaObject(node, convert);
    if (open.has(node)) return { $ref: `#/components/schemas/${node.name}` };
    const found = known.get(node);
    if (found !== undefined) return found;
    open.add(node);
    const converted = schemaObject(node.node, convert);
    open.delete(node);
    known.set(node, converted);
    return converted;
  };
  return convert(root);
}

type Convert = (node: SchemaNode) => SchemaObject;

/** A description in the words of OpenAPI 3.0. */
function schemaObject(node: SchemaKeywords, convert: Convert): SchemaObject {
  const { type, properties, required, items, minItems, maxItems, pattern } = node;
  const { minLength, maxLength, examples, allOf, anyOf, oneOf, contentEncoding } = node;
  if (type === 'null') return nullObject;
  const constant = node.const === undefined ? undefined : [node.const];
  const schema: SchemaObject = {
    type,
    format: contentEncoding === 'base64' ? 'byte' : node.format,
    enum: constant ?? node.enum,
    pattern,
    minLength,
    maxLength,
    ...bound('minimum', node.minimum, node.exclusiveMinimum),
    ...bound('maximum', node.maximum, node.exclusiveMaximum),
    minItems,
    maxItems,
    required,
    properties: properties && eachOpenApiProperty(properties, convert),
    items: items && convert(items),
    allOf: allOf?.map(convert),
    oneOf: oneOf?.map(convert),
    example: examples?.[0],
  };
  const given = Object.entries(schema).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(anyOf && alternatives(anyOf.map(convert))) };
}

function eachOpenApiProperty(
  properties: NonNullable<SchemaKeywords['properties']>,
  convert: Convert,
): object {
  // OpenAPI 3.0 has no schema `false`
  const entries = Object.entries(properties).map(([name, node]) => [
    name,
    node === false ? { not: {} } : convert(node),
  ]);
  return Object.fromEntries(entries);
}

/** A bound, with a boolean if it is exclusive. */
function bound(
  name: 'minimum' | 'maximum',
  inclusive: number | undefined,
  exclusive: number | undefined,
): object {
  const isLess = (one: number, other: number) => (name === 'minimum' ? one < other : one > other);
  if (exclusive === undefined || (inclusive !== undefined && isLess(exclusive, inclusive))) {
    return { [name]: inclusive };
  }
  const word = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return { [name]: exclusive, [word]: true };
}

/** Alternatives. A single type or `null` becomes that type, nullable. */
function alternatives(all: readonly SchemaObject[]): SchemaObject {
  const [only, ...others] = all.filter((one) => one !== nullObject);
  const isOne = only !== undefined && others.length === 0 && all.length > 1;
  if (!isOne || !mayBeNullable(only)) return { anyOf: all };
  const { enum: values } = only;
  return { ...only, nullable: true, ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/** Whether `null` is valid for all other keywords: those for other types ignore it. */
function mayBeNullable({ type, allOf, anyOf, oneOf }: SchemaObject): boolean {
  return type !== undefined && allOf === undefined && anyOf === undefined && oneOf === undefined;
}

/** URI of a dialect, and where it puts referenced schemas. */
interface Dialect {
  readonly uri: string;
  readonly definitions: string;
}

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['draft-2020-12', { uri: 'https://json-schema.org/draft/2020-12/schema', definitions: '$defs' }],
  ['draft-07', { uri: 'http://json-schema.org/draft-07/schema#', definitions: 'definitions' }],
]);

/**
 * The JSON Schema of a type, including the types it refers to.
 *
 * @param target `draft-2020-12`, `draft-07` or `openapi-3.0`.
 * @param isRead Whether it describes what `fromJson` takes: numbers for large integers, too, which
 *   `toJson` never gives. OpenAPI 3.0 has one schema for both.
 * @throws Error for another target
 */
export function jsonSchemaOf(
  root: TypeSchema<unknown>,
  target: string,
  isRead = false,
): Record<string, unknown> {
  if (target === 'openapi-3.0') return openApiSchemaOf(root);
  const dialect = dialects.get(target);
  if (dialect === undefined) {
    const known = [...dialects.keys()].join(', ');
    throw new Error(
      `JSON Schemas are available for ${known} and openapi-3.0, not for '${target}'.`,
    );
  }
  const { uri, definitions } = dialect;
  const found = new Set<TypeSchema<unknown>>();
  const refer = (schema: TypeSchema<unknown>): object => {
    if (schema === root) return { $ref: '#' };
    found.add(schema);
    return { $ref: `#/${definitions}/${schema.name}` };
  };
  const plain = (node: SchemaKeywords): object => plainOf(node, refer, isRead);
  const own = plain(root.node);
  // the set grows during the loop, which visits added items too
  const others: [string, object][] = [];
  for (const schema of found) others.push([schema.name, plain(schema.node)]);
  const all = others.length === 0 ? {} : { [definitions]: Object.fromEntries(others) };
  return { $schema: uri, ...own, ...all };
}

/**
 * JSON Schemas of types and of all they refer to, by name, as components of one document.
 *
 * @param prefix what a reference has before the name: `#/components/schemas/`
 */
export function componentSchemas(prefix: string, isOpenApi3 = false): ComponentSchemas {
  const names = new Map<TypeSchema<unknown>, string>();
  const taken = new Set<string>();
  const refer = (schema: TypeSchema<unknown>): { readonly $ref: string } => {
    let name = names.get(schema);
    if (name === undefined) {
      name = schema.name;
      // types in circles that have no schema of their own may have equal names
      for (let number = 2; taken.has(name); number += 1) name = `${schema.name}_${number}`;
      names.set(schema, name);
      taken.add(name);
    }
    return { $ref: prefix + name };
  };
  const whole = (node: SchemaKeywords): object =>
    isOpenApi3 ? schemaObject(node, inline) : plainOf(node, refer);
  const inline = (node: SchemaNode): SchemaObject =>
    isSchema(node) ? refer(node) : schemaObject(node, inline);
  return {
    of: (node) => (isSchema(node) ? refer(node) : whole(node)),
    take: (name) => {
      taken.add(name);
    },
    all: () => {
      const found: Record<string, object> = {};
      // the map grows during the loop, which visits added entries too
      for (const [schema, name] of names) found[name] = whole(schema.node);
      return found;
    },
  };
}

/** Schemas of one document. */
export interface ComponentSchemas {
  /** A description, or a reference to the schema of a named type. */
  readonly of: (node: SchemaNode) => object;
  /** Reserves a name. */
  readonly take: (name: string) => void;
  /** All that were referred to, and those they refer to. */
  readonly all: () => Readonly<Record<string, object>>;
}

type Refer = (schema: TypeSchema<unknown>) => object;

/** A description without keywords that are not in JSON Schema. */
function plainOf(
  { javascript, ...keywords }: SchemaKeywords,
  refer: Refer,
  isRead = false,
): object {
  const plain = (node: SchemaNode): object =>
    isSchema(node) ? refer(node) : plainOf(node, refer, isRead);
  const { properties, items, anyOf, allOf, type, pattern, ...others } = keywords;
  if (isRead && javascript === 'bigint' && others.enum === undefined && others.const === undefined)
    return { anyOf: [{ type, pattern }, { type: 'integer' }], ...others };
  return {
    ...keywords,
    ...(properties && { properties: eachProperty(properties, plain) }),
    ...(items && { items: plain(items) }),
    ...(anyOf && { anyOf: anyOf.map(plain) }),
    ...(allOf && { allOf: allOf.map(plain) }),
  };
}

function eachProperty(
  properties: NonNullable<SchemaKeywords['properties']>,
  plain: (node: SchemaNode) => object,
): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [name, node === false ? false : plain(node)]),
  );
}
