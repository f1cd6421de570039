import type { DataSetColumnDetails, DataSetColumnType } from './data-set.ts';

/** Details as a schema has them, where all are text. */
export interface SchemaDetails
  extends Pick<
    DataSetColumnDetails,
    'caption' | 'readOnly' | 'expression' | 'dataType' | 'mapping'
  > {
  readonly default?: string;
  readonly maxLength?: string;
  readonly seed?: string;
  readonly step?: string;
  readonly dateTimeMode?: string;
}

/** A table as rows need it. */
export interface TableSchema {
  readonly name: string;
  /** Types by the names of columns. */
  readonly columns: Map<string, DataSetColumnType>;
  /** What else the schema says of columns. */
  readonly details: Map<string, SchemaDetails>;
  /** Columns that are never null. */
  readonly required: string[];
  /** The column that is the text of its rows. */
  text: string | undefined;
  /** The column by which rows inside its rows refer to them, if the schema has none. */
  key: string | undefined;
}

/** A table without columns. */
export function emptyTable(name: string): TableSchema {
  return {
    name,
    columns: new Map(),
    details: new Map(),
    required: [],
    text: undefined,
    key: undefined,
  };
}
