import type { DataSetDescription } from '../../model/xsd/data-set.ts';

/** The configuration of names and types. */
export interface ShapeOptions {
  /** TypeScript types of built-in types that differ from the default. */
  readonly types: TypeMapping;
  /** `unwrap`: an ASMX array wrapper is a plain array; `keep`: it is an object. */
  readonly arrays: 'unwrap' | 'keep';
  /**
   * `union` (default): an enumeration is a union of literals; `const`: also an object with its
   * values.
   */
  readonly enums?: 'union' | 'const' | undefined;
  /** Whether named simple types are nominal types. Default: no. */
  readonly brands?: boolean | undefined;
  /**
   * User renames: from `{namespace}local`, `Service.Operation` or plain local name to the
   * requested identifier.
   */
  readonly renames: Readonly<Record<string, string>>;
  /** Rows of DataSets, by `Service.Operation`. */
  readonly dataSets?: Readonly<Record<string, DataSetSetting>> | undefined;
  /** Members that are streams of bytes: `Service.Operation.member`. */
  readonly streams?: readonly string[] | undefined;
  /** Globs over `Service.Operation` or `Operation`; empty for all. */
  readonly only: readonly string[];
}

/** What the configuration says of the rows of an operation's DataSet. */
export interface DataSetSetting {
  /** Names of row types, by table. */
  readonly rowTypes: Readonly<Record<string, string>>;
  /** Paths of the schemas of the DataSet, for the host. */
  readonly schemas?: readonly string[] | undefined;
  /** What these schemas say. */
  readonly description?: DataSetDescription | undefined;
}

/** TypeScript types a user may choose for simple types. */
export interface TypeMapping {
  readonly dateTime?: 'string' | 'Date' | 'Temporal' | undefined;
  readonly date?: 'string' | 'Temporal' | undefined;
  readonly time?: 'string' | 'Temporal' | undefined;
  readonly duration?: 'string' | 'Temporal' | undefined;
  /** Module that exports `Temporal`, as generated files import it. Default: the global. */
  readonly temporal?: string | undefined;
  readonly long?: 'bigint' | 'number' | 'string' | undefined;
  readonly integer?: 'bigint' | 'number' | 'string' | undefined;
  readonly decimal?: 'string' | 'number' | undefined;
  readonly base64Binary?: 'Uint8Array' | 'string' | undefined;
  readonly hexBinary?: 'Uint8Array' | 'string' | undefined;
  /** Users' own types, by name of the simple type: `{namespace}local`, or its local name. */
  readonly own?: Readonly<Record<string, OwnType>> | undefined;
}

/** A user's own type, and the functions of its module that convert text to values and back. */
export interface OwnType {
  /** Module, as generated files import it. */
  readonly import: string;
  /** Exported type. */
  readonly type: string;
  /** Exported function that converts a text to a value, and throws if it cannot. */
  readonly parse: string;
  /** Exported function that returns the text of a value. */
  readonly format: string;
}

/** TypeScript types of atomic values. */
export type AtomicType =
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'Uint8Array'
  /** A `ReadableStream` of bytes. */
  | 'stream'
  | 'Date'
  /** A user's own type. */
  | 'own';
