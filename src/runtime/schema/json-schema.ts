import { isSchema, type SchemaKeywords, type SchemaNode, type TypeSchema } from './node.ts';
import { openApiSchemaOf, type SchemaObject, schemaObject } from './open-api.ts';

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
 * @throws Error for another target
 */
export function jsonSchemaOf(root: TypeSchema<unknown>, target: string): Record<string, unknown> {
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
  const own = plainOf(root.node, refer);
  // the set grows during the loop, which visits added items too
  const others: [string, object][] = [];
  for (const schema of found) others.push([schema.name, plainOf(schema.node, refer)]);
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
function plainOf({ javascript, ...keywords }: SchemaKeywords, refer: Refer): object {
  const plain = (node: SchemaNode): object => (isSchema(node) ? refer(node) : plainOf(node, refer));
  const { properties, items, anyOf, allOf } = keywords;
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
