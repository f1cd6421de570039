import { AsmxError } from '../operation/errors.ts';
import type { JsonValue } from '../operation/names.ts';
import { convert } from './convert.ts';
import { mostIssues } from './issues.ts';
import { nestingIssue } from './nesting.ts';
import type { TypeSchema } from './node.ts';
import { refusedIn } from './refused.ts';
import type { StandardIssue, StandardResult } from './standard.ts';

/**
 * Converts a value to JSON without loss: bytes in base64, bigints and dates as text, `NaN`, `INF`,
 * `-INF` and `-0` as text, too. A missing value, such as the result of an operation that has none,
 * is `null`; where `null` means nil, it is `{ "$absent": true }`.
 *
 * @returns data for `JSON.stringify`, which `fromJson` converts back
 * @throws AsmxError with code `encode`: the value contains itself, or is nested deeper than 200
 *   levels
 */
export function toJson<T>(schema: TypeSchema<T>, value: T): JsonValue {
  const endless = nestingIssue(value);
  if (endless !== undefined) throw failure('encode', schema, [endless]);
  return (convert(schema, value, 'value') ?? null) as JsonValue;
}

/**
 * Converts JSON to a value, and checks it against the contract. Drops properties that the schema
 * does not have.
 *
 * @param json The result of `JSON.parse`.
 * @throws AsmxError with code `decode`: the JSON does not fit, or is nested deeper than 200 levels;
 *   see `path` and message
 */
export function fromJson<T>(schema: TypeSchema<T>, json: unknown): T {
  const result = readJson(schema, json);
  if ('value' in result) return result.value;
  throw failure('decode', schema, result.issues);
}

/** A value of JSON, or what does not fit, at most twenty issues. */
export function readJson<T>(schema: TypeSchema<T>, json: unknown): StandardResult<T> {
  const endless = nestingIssue(json);
  if (endless !== undefined) return { issues: [endless] };
  const refused = refusedIn(schema, json, []);
  const result = schema['~standard'].validate(convert(schema, json, 'json'));
  if (refused.length === 0 && result.issues === undefined) return result;
  const known = new Set(refused.map(pathOf));
  const others = (result.issues ?? []).filter((issue) => !known.has(pathOf(issue)));
  return { issues: [...refused, ...others.map(inJson)].slice(0, mostIssues) };
}

/** An issue in the words of JSON, which has no bigints, bytes, dates and undefined values. */
function inJson({ message, path }: StandardIssue): StandardIssue {
  const told = message
    .replace(/ as a bigint, got /, ' as a string, got ')
    .replace(/^Expected a Uint8Array\b/, 'Expected base64 in a string')
    .replace(/^Expected a Date\b/, 'Expected a dateTime in a string')
    .replace(/, got undefined\.$/, ', got nothing.');
  return { message: told, path };
}

function pathOf({ path }: StandardIssue): string {
  return path.join('.');
}

function failure(
  code: 'encode' | 'decode',
  { name }: { readonly name: string },
  issues: readonly StandardIssue[],
): AsmxError {
  const lines = issues.map(({ message, path }) => `${[name, ...path].join('.')}: ${message}`);
  return new AsmxError(code, lines.join('\n'), { path: issues[0] && pathOf(issues[0]) });
}
