import type { DataSetColumnType } from './data-set.ts';

/** A table as rows need it. */
export interface TableSchema {
  readonly name: string;
  /** Types by the names of columns. */
  readonly columns: Map<string, DataSetColumnType>;
  /** Columns that are never null. */
  readonly required: string[];
  /** The column that is the text of its rows. */
  text: string | undefined;
  /** The column by which rows inside its rows refer to them, if the schema has none. */
  key: string | undefined;
}
