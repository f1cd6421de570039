import type { JsonValue } from '../operation/names.ts';
import type { Keywords } from '../type/description.ts';
import type { StandardProperties } from './standard.ts';

/** A type of the contract at run time. Libraries that support Standard Schema accept it. */
export interface TypeSchema<T> {
  readonly '~standard': StandardProperties<T>;
  /** Name of the type, valid as the name of an OpenAPI component. */
  readonly name: string;
  /** Description of its JSON. */
  readonly node: SchemaKeywords;
}

/** A kind of value that JSON does not have. */
export interface Scalar {
  readonly isValue: (value: unknown) => boolean;
  readonly isJson: (json: unknown) => boolean;
  readonly toJson: (value: never) => JsonValue;
  readonly fromJson: (json: never) => unknown;
}

/** Values of a user's own type. */
export interface OwnScalar extends Scalar {
  /** Why there is no value for a JSON value, if there is none. */
  readonly refusal: (json: unknown) => string | undefined;
}

/** The schema of a named type, or a description. */
export type SchemaNode = TypeSchema<unknown> | SchemaKeywords;

/**
 * A description in the vocabulary of JSON Schema 2020-12. Says what a value is in JavaScript if
 * that differs from JSON.
 */
export interface SchemaKeywords extends Keywords {
  readonly type?: JsonType | undefined;
  /** What the value is in JavaScript; absent if it is the same in JSON. */
  readonly javascript?:
    | 'bigint'
    | 'Date'
    | 'Uint8Array'
    | 'number'
    | 'undefined'
    | 'absent'
    | OwnScalar
    | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode | false>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  /** Choices of an object with properties. */
  readonly allOf?: readonly SchemaKeywords[] | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  /** For an object with properties: a choice between single ones. */
  readonly oneOf?: readonly SchemaKeywords[] | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
  readonly const?: JsonValue | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  /** Valid values: the first is used in samples, the second for the second item of a list. */
  readonly examples?: readonly JsonValue[] | undefined;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Whether a node is the schema of a named type. */
export function isSchema(node: SchemaNode): node is TypeSchema<unknown> {
  return '~standard' in node;
}

/** The description of a node. */
export function keywordsOf(node: SchemaNode): SchemaKeywords {
  return isSchema(node) ? node.node : node;
}

/** Whether a value is an object, but neither an array nor bytes. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value)
  );
}
