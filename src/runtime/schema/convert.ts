import { branchOf } from './branch.ts';
import { isRecord, keywordsOf, type SchemaNode } from './node.ts';
import { type Form, otherForm } from './scalar.ts';

/**
 * Changes a value into its other form: JSON into what generated code has, or back. Properties that
 * the schema does not have are dropped; what does not fit it stays as it is.
 *
 * @param form The form of `value`.
 */
export function convert(schema: SchemaNode, value: unknown, form: Form): unknown {
  const node = keywordsOf(schema);
  const { javascript, properties, items, anyOf } = node;
  if (javascript !== undefined) return otherForm(javascript, value, form);
  if (properties !== undefined && isRecord(value)) {
    const fields = new Map(Object.entries(value));
    const entries = Object.entries(properties).flatMap(([name, property]) => {
      const own = fields.get(name);
      if (own === undefined || property === false) return [];
      return [[name, convert(property, own, form)]];
    });
    return Object.fromEntries(entries);
  }
  if (items !== undefined && Array.isArray(value)) {
    return value.map((item: unknown) => convert(items, item, form));
  }
  const branch = anyOf && branchOf(anyOf, value, form);
  return branch === undefined ? value : convert(branch, value, form);
}
