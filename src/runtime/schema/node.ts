import type { JsonValue } from '../operation/names.ts';
import type { StandardProperties } from './standard.ts';

/** A type of the contract at run time, which everything that takes Standard Schema takes. */
export interface TypeSchema<T> {
  readonly '~standard': StandardProperties<T>;
  /** Name of the type, as a component of OpenAPI may be called. */
  readonly name: string;
  /** Description of its JSON. */
  readonly node: SchemaKeywords;
}

/** A kind of value that JSON has no form of. */
export interface Scalar {
  readonly isValue: (value: unknown) => boolean;
  readonly isJson: (json: unknown) => boolean;
  readonly toJson: (value: never) => JsonValue;
  readonly fromJson: (json: never) => unknown;
}

/** The schema of a type with a name, or a description. */
export type SchemaNode = TypeSchema<unknown> | SchemaKeywords;

/**
 * A description in the words of JSON Schema 2020-12. What a value is in JavaScript is beside
 * what it is in JSON, where the two differ.
 */
export interface SchemaKeywords {
  readonly type?: JsonType | undefined;
  /** What the value is in JavaScript; absent where it is as in JSON. */
  readonly javascript?:
    | 'bigint'
    | 'Date'
    | 'Uint8Array'
    | 'number'
    | 'undefined'
    | Scalar
    | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode | false>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  /** Of an object with properties: its choices. */
  readonly allOf?: readonly SchemaKeywords[] | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  /** Of an object with properties: a choice between single ones. */
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
  /** Valid values: the first is that of samples, the second that of a second item of a list. */
  readonly examples?: readonly JsonValue[] | undefined;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Whether a node is the schema of a type with a name. */
export function isSchema(node: SchemaNode): node is TypeSchema<unknown> {
  return '~standard' in node;
}

/** The description of a node. */
export function keywordsOf(node: SchemaNode): SchemaKeywords {
  return isSchema(node) ? node.node : node;
}

/** Whether a value is an object that is no array and no bytes. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value)
  );
}
