import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchema } from './schemas.ts';

/** Whether JSON fits a schema. */
export type IsValid = (json: unknown) => boolean;

/** The dialects of the Standard JSON Schema. */
export const dialects = ['draft-2020-12', 'draft-07', 'openapi-3.0'] as const;

export type Dialect = (typeof dialects)[number];

const options = { validateFormats: false, strictRequired: false, strictTypes: false };

/**
 * What ajv says by the JSON Schema of a dialect.
 *
 * @param all schemas of the contract, to which those of OpenAPI may refer
 */
export function jsonValidator(
  schema: AnySchema,
  target: Dialect,
  all: readonly AnySchema[],
): IsValid {
  const document = schema['~standard'].jsonSchema.input({ target });
  if (target === 'draft-2020-12') return new Ajv2020(options).compile(document);
  if (target === 'draft-07') return new Ajv(options).compile(document);
  const ajv = new Ajv({ ...options, strict: false });
  return ajv.compile(withNumbers(openApiDocument(all, schema)) as object);
}

interface OpenApiDocument {
  readonly components: { readonly schemas: object };
}

/** An OpenAPI 3.0 document with schemas as components; of one of them, if it is to be checked by. */
export function openApiDocument(all: readonly AnySchema[], root?: AnySchema): OpenApiDocument {
  const components = all.map(({ name, '~standard': { jsonSchema } }) => [
    name,
    jsonSchema.input({ target: 'openapi-3.0' }),
  ]);
  return {
    ...(root === undefined
      ? { openapi: '3.0.3', info: { title: 'Schemas', version: '1' }, paths: {} }
      : { $ref: `#/components/schemas/${root.name}` }),
    components: { schemas: Object.fromEntries(components) },
  };
}

/** Bounds as ajv knows them: numbers where OpenAPI 3.0 has booleans. */
function withNumbers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNumbers);
  if (typeof node !== 'object' || node === null) return node;
  const { exclusiveMinimum, exclusiveMaximum, ...others } = node as Record<string, unknown>;
  const entries = Object.entries(others).map(([key, value]) => {
    if (key === 'minimum' && exclusiveMinimum === true) return ['exclusiveMinimum', value];
    if (key === 'maximum' && exclusiveMaximum === true) return ['exclusiveMaximum', value];
    return [key, withNumbers(value)];
  });
  return Object.fromEntries(entries);
}
