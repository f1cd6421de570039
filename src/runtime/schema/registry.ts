import type { ObjectType } from '../type/description.ts';
import type { Simple } from '../type/simple-type.ts';
import type { TypeSchema } from './node.ts';

const schemas = new WeakMap<Simple | ObjectType, TypeSchema<unknown>>();

/** The schema of a type, which others refer to; `undefined` if there is none. */
export function schemaOf(type: Simple | ObjectType): TypeSchema<unknown> | undefined {
  return schemas.get(type);
}

/** Makes a schema that of a type. */
export function register(type: Simple | ObjectType, schema: TypeSchema<unknown>): void {
  schemas.set(type, schema);
}
