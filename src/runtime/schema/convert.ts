import { branchOf } from './branch.ts';
import { isRecord, keywordsOf, type SchemaNode } from './node.ts';
import { type Form, otherForm } from './scalar.ts';

const hasOwn = Object.prototype.hasOwnProperty;

/**
 * Converts a value to its other form: from JSON to the form of generated code, or back. Drops
 * properties that the schema does not have; values that do not fit stay unchanged.
 *
 * @param form The form of `value`.
 */
export function convert(schema: SchemaNode, value: unknown, form: Form): unknown {
  const node = keywordsOf(schema);
  const { javascript, properties, items, anyOf } = node;
  if (javascript !== undefined) return otherForm(javascript, value, form);
  if (properties !== undefined && isRecord(value)) {
    const entries: (readonly [string, unknown])[] = [];
    for (const [name, property] of Object.entries(properties)) {
      const own = hasOwn.call(value, name) ? value[name] : undefined;
      if (own === undefined || property === false) continue;
      entries.push([name, convert(property, own, form)]);
    }
    return Object.fromEntries(entries);
  }
  if (items !== undefined && Array.isArray(value)) {
    return value.map((item: unknown) => convert(items, item, form));
  }
  const branch = anyOf && branchOf(anyOf, value, form);
  return branch === undefined ? value : convert(branch, value, form);
}
