import {
  isRecord,
  type JsonType,
  keywordsOf,
  type SchemaKeywords,
  type SchemaNode,
} from './node.ts';
import { type Form, hasForm } from './scalar.ts';

/**
 * The alternative of `anyOf` that a value looks like: the first one with matching type, constants
 * and required properties. The value may still be invalid.
 */
export function branchOf(
  branches: readonly SchemaNode[],
  value: unknown,
  form: Form,
): SchemaNode | undefined {
  return branches.find((one) => looksLike(keywordsOf(one), value, form));
}

function looksLike(node: SchemaKeywords, value: unknown, form: Form): boolean {
  const { javascript, type, anyOf } = node;
  if (javascript !== undefined) return hasForm(javascript, value, form);
  if (type === undefined && anyOf !== undefined && branchOf(anyOf, value, form) === undefined) {
    return false;
  }
  if (type !== undefined && !hasType(type, value)) return false;
  if (node.const !== undefined && node.const !== value) return false;
  if (node.enum !== undefined && !node.enum.some((one) => one === value)) return false;
  return !isRecord(value) || hasConstants(node, value, form);
}

/** Properties of what is nil, or absent: nothing else. */
const marks = ['$nil', '$absent'] as const;

/** Whether an object has the required properties, and the values of constant ones. */
function hasConstants(
  { properties, required = [] }: SchemaKeywords,
  value: Readonly<Record<string, unknown>>,
  form: Form,
): boolean {
  if (properties === undefined) return required.every((name) => value[name] !== undefined);
  if (marks.some((mark) => mark in value && properties[mark] === undefined)) return false;
  if (!required.every((name) => value[name] !== undefined)) return false;
  return Object.entries(properties).every(([name, property]) => {
    if (property === false || value[name] === undefined) return true;
    const { const: constant, javascript } = keywordsOf(property);
    if (constant === undefined) return true;
    // constants are JSON, and a bigint or a date has other texts
    if (javascript !== undefined) return hasForm(javascript, value[name], form);
    return constant === value[name];
  });
}

function hasType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}
