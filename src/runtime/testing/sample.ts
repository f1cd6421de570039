import type { Operation } from '../operation/operation.ts';
import type { TypeSchema } from '../schema/node.ts';
import { type SampleOptions, sampleOf } from '../schema/sample.ts';

/** The source of a sample: the schema of a type, or an operation, for its result. */
export type SampleSource<T> = TypeSchema<T> | Operation<never, T>;

/** Schemas of the results of operations. */
export type ResultSchemas = ReadonlyMap<object, TypeSchema<unknown>>;

/**
 * The schemas of the results of operations. The compiler checks the properties of an object one by
 * one, but compares all items of a list with each other.
 *
 * @param operations The descriptors by name.
 * @param schemas The schemas by the same names.
 */
export function resultSchemas(
  operations: Readonly<Record<string, object>>,
  schemas: Readonly<Record<string, TypeSchema<unknown>>>,
): ResultSchemas {
  const names = Object.keys(schemas);
  return new Map(names.flatMap((name) => pairOf(operations[name], schemas[name])));
}

function pairOf<K, V>(key: K | undefined, value: V | undefined): readonly (readonly [K, V])[] {
  return key === undefined || value === undefined ? [] : [[key, value]];
}

/**
 * A valid value of a type, or a valid result of an operation; always the same for a seed.
 *
 * @throws RangeError the type requires a value of itself, or the operation is of another
 *   contract
 */
export function sampleFrom<T>(
  results: ResultSchemas,
  source: SampleSource<T>,
  options?: SampleOptions,
): T {
  if (isTypeSchema(source)) return sampleOf(source, options);
  const schema = results.get(source) as TypeSchema<T> | undefined;
  if (schema === undefined) {
    throw new RangeError(`${source.service}.${source.name} is not an operation of this contract.`);
  }
  return sampleOf(schema, options);
}

function isTypeSchema<T>(source: SampleSource<T>): source is TypeSchema<T> {
  return '~standard' in source;
}
