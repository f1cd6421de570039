/** What of the configuration bears on names and types. */
export interface ShapeOptions {
  /** TypeScript types of built-in types, where they differ from the default. */
  readonly types: TypeMapping;
  /** `unwrap`: an ASMX array wrapper is a plain array; `keep`: it is an object. */
  readonly arrays: 'unwrap' | 'keep';
  /**
   * `union` (default): an enumeration is a union of literals; `const`: an object with its values,
   * too.
   */
  readonly enums?: 'union' | 'const' | undefined;
  /**
   * User renames: from `{namespace}local`, `Service.Operation` or plain local name to the
   * requested identifier.
   */
  readonly renames: Readonly<Record<string, string>>;
  /** Globs over `Service.Operation` or `Operation`; empty for all. */
  readonly only: readonly string[];
}

/** TypeScript types a user may choose for built-in types. */
export interface TypeMapping {
  readonly dateTime?: 'string' | 'Date' | undefined;
  readonly long?: 'bigint' | 'number' | 'string' | undefined;
  readonly integer?: 'bigint' | 'number' | 'string' | undefined;
  readonly decimal?: 'string' | 'number' | undefined;
}

/** TypeScript types of atomic values. */
export type AtomicType = 'string' | 'number' | 'bigint' | 'boolean' | 'Uint8Array' | 'Date';
