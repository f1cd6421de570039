/**
 * The interfaces of Standard Schema 1 and Standard JSON Schema 1 (standardschema.dev), as far as a
 * schema implements them. They are copied so that generated code needs no package.
 */
export interface StandardProperties<T> {
  /** Version of the standard. */
  readonly version: 1;
  readonly vendor: 'asmx-gen';
  /** Checks a value against the contract. A valid value is returned as it is. */
  readonly validate: (value: unknown) => StandardResult<T>;
  /** JSON Schemas of what `toJson` gives and `fromJson` takes. */
  readonly jsonSchema: StandardJsonSchema;
  /** Never present: carries the type of values. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
}

/** What `validate` gives: the value, or what is wrong with it. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  /** Property names and indexes on the way to it; empty for the value itself. */
  readonly path: readonly PropertyKey[];
}

/** Gives JSON Schemas in the dialects that a schema knows. */
export interface StandardJsonSchema {
  readonly input: (options: StandardJsonOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonOptions) => Record<string, unknown>;
}

/** Options of a JSON Schema. */
export interface StandardJsonOptions {
  /** `draft-2020-12`, `draft-07` or `openapi-3.0`; others are refused with an exception. */
  readonly target: string;
  /** Ignored. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}
