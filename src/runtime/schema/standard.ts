/**
 * The interfaces of Standard Schema 1 and Standard JSON Schema 1 (standardschema.dev) that schemas
 * implement. They are copied so that generated code needs no package.
 */
export interface StandardProperties<T> {
  /** Version of the standard. */
  readonly version: 1;
  readonly vendor: 'asmx-gen';
  /** Checks a value against the contract. Returns valid values unchanged. */
  readonly validate: (value: unknown) => StandardResult<T>;
  /** JSON Schemas of the results of `toJson` and the input of `fromJson`. */
  readonly jsonSchema: StandardJsonSchema;
  /** Never present: carries the type of values. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
}

/** The result of `validate`: the value, or the issues. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** An issue of a value. */
export interface StandardIssue {
  readonly message: string;
  /** Property names and indexes that lead to it; empty for the value itself. */
  readonly path: readonly PropertyKey[];
}

/** Creates JSON Schemas in the supported dialects. */
export interface StandardJsonSchema {
  readonly input: (options: StandardJsonOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonOptions) => Record<string, unknown>;
}

/** Options of a JSON Schema. */
export interface StandardJsonOptions {
  /** `draft-2020-12`, `draft-07` or `openapi-3.0`; others throw an error. */
  readonly target: string;
  /** Ignored. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}
