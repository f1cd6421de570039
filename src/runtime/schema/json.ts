import { AsmxError } from '../operation/errors.ts';
import type { JsonValue } from '../operation/names.ts';
import { convert } from './convert.ts';
import type { TypeSchema } from './node.ts';

/**
 * A value as JSON: bytes in base64, bigints as text, dates in ISO 8601, infinite numbers as `INF`
 * and `-INF`. Nothing, such as the result of an operation without one, is `null`.
 *
 * @returns data for `JSON.stringify`, which `fromJson` changes back
 */
export function toJson<T>(schema: TypeSchema<T>, value: T): JsonValue {
  return (convert(schema, value, 'value') ?? null) as JsonValue;
}

/**
 * The value that JSON stands for, checked against the contract. Properties that the schema does not
 * have are dropped.
 *
 * @param json What `JSON.parse` gave.
 * @throws AsmxError with code `decode`: the JSON does not fit; `path` and message say where
 */
export function fromJson<T>(schema: TypeSchema<T>, json: unknown): T {
  const { issues, ...valid } = schema['~standard'].validate(convert(schema, json, 'json'));
  if ('value' in valid) return valid.value as T;
  const all = (issues ?? []).map(
    ({ message, path }) => `${[schema.name, ...path].join('.')}: ${message}`,
  );
  const path = issues?.[0]?.path.join('.');
  throw new AsmxError('decode', all.join('\n'), { path });
}
