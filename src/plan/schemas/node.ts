import type { Json, JsonObject } from '../json-schema/json.ts';
import { propertyKey, stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, object, text } from '../print/node.ts';

/** A node of a description: its data keywords in order, then expressions with other nodes. */
export function keywords(
  data: JsonObject,
  nodes: { readonly [keyword: string]: Expression | undefined } = {},
): Expression {
  const given = Object.entries(nodes).flatMap(([keyword, node]) =>
    node === undefined ? [] : [entry(keyword, node)],
  );
  const open = given.some(({ value }) => 'open' in value && value.open);
  return object([...entriesOf(data), ...given], open);
}

/** The keyword `properties`, with each property on its own line. */
export function propertyNodes(properties: readonly (readonly [string, Expression])[]): Expression {
  return object(
    properties.map(([name, node]) => entry(propertyKey(name), node)),
    true,
  );
}

/** Alternatives; if there is only one, the node itself. */
export function anyOf(nodes: readonly Expression[]): Expression {
  const [only, ...others] = nodes;
  if (only !== undefined && others.length === 0) return only;
  return keywords({}, { anyOf: array(nodes) });
}

function entriesOf(data: JsonObject): readonly Expression[] {
  return Object.entries(data).map(([name, value]) => entry(propertyKey(name), jsonNode(value)));
}

function jsonNode(value: Json): Expression {
  if (typeof value === 'string') return text(stringLiteral(value));
  if (typeof value !== 'object' || value === null) return text(String(value));
  if (isList(value)) return array(value.map(jsonNode));
  return object(entriesOf(value));
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
