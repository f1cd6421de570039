import { branchOf } from './branch.ts';
import { isRecord, keywordsOf, type SchemaNode } from './node.ts';
import type { StandardIssue } from './standard.ts';

/**
 * What the parsers of a user's own types refuse in JSON. Only they can tell: the value is not
 * converted then, and `format` of the type may accept anything.
 *
 * @param path keys from the outermost value to this one
 */
export function refusedIn(
  schema: SchemaNode,
  json: unknown,
  path: readonly (string | number)[],
): readonly StandardIssue[] {
  const { javascript, properties, items, anyOf } = keywordsOf(schema);
  if (typeof javascript === 'object') {
    const message = javascript.refusal(json);
    return message === undefined ? [] : [{ message, path }];
  }
  if (properties !== undefined && isRecord(json)) {
    const fields = new Map(Object.entries(json));
    return Object.entries(properties).flatMap(([name, property]) => {
      const own = fields.get(name);
      if (own === undefined || property === false) return [];
      return refusedIn(property, own, [...path, name]);
    });
  }
  if (items !== undefined && Array.isArray(json)) {
    return json.flatMap((item: unknown, index) => refusedIn(items, item, [...path, index]));
  }
  const branch = anyOf && (branchOf(anyOf, json, 'json') ?? anyOf.find(isOwn));
  return branch === undefined ? [] : refusedIn(branch, json, path);
}

function isOwn(schema: SchemaNode): boolean {
  return typeof keywordsOf(schema).javascript === 'object';
}
