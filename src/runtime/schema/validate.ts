import { EncodeError } from '../xml/write-text.ts';
import { branchOf } from './branch.ts';
import { keysTo } from './keys.ts';
import { nestingIssue } from './nesting.ts';
import { isRecord, keywordsOf, type SchemaNode } from './node.ts';
import { sampleNode } from './sample.ts';
import type { StandardIssue } from './standard.ts';

/** Writes a value, which a codec does only if it fits the contract. */
export type Check = (value: never) => unknown;

/** The search ends after this many issues, because each costs another run of the codec. */
export const mostIssues = 20;

/**
 * The issues that the codec finds in a value. A codec stops at the first error. The bad value is
 * then replaced by a valid one, and the codec runs again. A value without end has one issue.
 */
export function issuesOf(schema: SchemaNode, check: Check, value: unknown): StandardIssue[] {
  const endless = nestingIssue(value);
  if (endless !== undefined) return [endless];
  const issues: StandardIssue[] = [];
  let candidate = value;
  while (issues.length < mostIssues) {
    const issue = firstIssue(check, candidate);
    const last = issues[issues.length - 1];
    if (issue === undefined || (last !== undefined && isSame(last.path, issue.path))) break;
    issues.push(issue);
    candidate = repaired(schema, candidate, issue.path);
    if (candidate === undefined) break;
  }
  return issues;
}

function firstIssue(check: Check, value: unknown): StandardIssue | undefined {
  try {
    check(value as never);
    return undefined;
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const { message, path = '' } = error;
    const isNamed = path !== '' && message.startsWith(`${path}: `);
    return {
      message: isNamed ? message.slice(path.length + 2) : message,
      path: keysTo(value, error),
    };
  }
}

function isSame(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

/** The value with a sample at a path in it; `undefined` if there is no sample. */
function repaired(schema: SchemaNode, value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return sampleOrNothing(schema);
  const inner = memberOf(schema, value, key);
  if (inner === undefined) return undefined;
  const member = repaired(inner, (value as Record<PropertyKey, unknown>)[key], rest);
  if (member === undefined) return undefined;
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (index === key ? member : item))
    : { ...(value as object), [key]: member };
}

function sampleOrNothing(schema: SchemaNode): unknown {
  try {
    return sampleNode(schema, 'sample', 0);
  } catch {
    return undefined;
  }
}

/** Schema of a property or item. */
function memberOf(schema: SchemaNode, value: unknown, key: PropertyKey): SchemaNode | undefined {
  const { properties, items, anyOf } = keywordsOf(schema);
  if (items !== undefined) return items;
  if (properties !== undefined) return properties[String(key)] || undefined;
  const branch = anyOf && (branchOf(anyOf, value, 'value') ?? loose(anyOf, value));
  return branch && memberOf(branch, value, key);
}

/** The first alternative of the right kind, for a value with something missing. */
function loose(branches: readonly SchemaNode[], value: unknown): SchemaNode | undefined {
  return branches.find((one) => {
    const { properties, items } = keywordsOf(one);
    return isRecord(value) ? properties !== undefined : items !== undefined;
  });
}
