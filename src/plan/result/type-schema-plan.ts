import type { Expression } from '../print/node.ts';

/** One constant of `schemas.ts`. */
export interface SchemaPlan {
  /** Name of the constant. */
  readonly name: string;
  /** Its name in JSON Schemas: a key of `components` in OpenAPI. */
  readonly component: string;
  readonly namespace: string;
  readonly doc: string;
  /** Type of its values. */
  readonly type: string;
  /** Declarations of `types.ts` that the type mentions. */
  readonly typeNames: readonly string[];
  /** What it is a schema of: a type, a message, or something of the runtime. */
  readonly of: readonly Expression[];
}

/** Names of the schemas of an operation. */
export interface OperationSchemas {
  readonly input: string;
  readonly output: string;
  /** Those of declared faults by name, with target `gateway`. */
  readonly faults: ReadonlyMap<string, string>;
}
