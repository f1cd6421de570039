import type { Expression } from '../print/node.ts';

/** One constant of `schemas.ts`, with the function that describes it. */
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
  /** Checks a value. */
  readonly check: Expression;
  /** Description of its JSON; absent if there is no value. */
  readonly node: Expression | undefined;
  /** Functions of `codecs.ts` and of the runtime that the check calls. */
  readonly codecs: readonly string[];
  readonly runtimeValues: readonly string[];
  /** Other schemas it refers to. */
  readonly uses: readonly string[];
}

/** Names of the schemas of an operation. */
export interface OperationSchemas {
  readonly input: string;
  readonly output: string;
}
