import { isSchema, type SchemaKeywords, type SchemaNode, type TypeSchema } from './node.ts';

/** A Schema Object of OpenAPI 3.0. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** `null` alone; OpenAPI 3.0 has no type for it. */
const nothing: SchemaObject = { type: 'string', nullable: true, enum: [null] };

/**
 * The Schema Object of a type for OpenAPI 3.0. Other types are inlined. A type that contains itself
 * is referenced as a component by its name.
 */
export function openApiSchemaOf(root: TypeSchema<unknown>): Record<string, unknown> {
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
export function schemaObject(node: SchemaKeywords, convert: Convert): SchemaObject {
  const { type, properties, required, items, minItems, maxItems, pattern } = node;
  const { minLength, maxLength, examples, allOf, anyOf, oneOf, contentEncoding } = node;
  if (type === 'null') return nothing;
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
    properties: properties && eachProperty(properties, convert),
    items: items && convert(items),
    allOf: allOf?.map(convert),
    oneOf: oneOf?.map(convert),
    example: examples?.[0],
  };
  const given = Object.entries(schema).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(anyOf && alternatives(anyOf.map(convert))) };
}

function eachProperty(
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
  const [only, ...others] = all.filter((one) => one !== nothing);
  const isOne = only !== undefined && others.length === 0 && all.length > 1;
  if (!isOne || !mayBeNullable(only)) return { anyOf: all };
  const { enum: values } = only;
  return { ...only, nullable: true, ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/** Whether `null` is valid for all other keywords: those for other types ignore it. */
function mayBeNullable({ type, allOf, anyOf, oneOf }: SchemaObject): boolean {
  return type !== undefined && allOf === undefined && anyOf === undefined && oneOf === undefined;
}
