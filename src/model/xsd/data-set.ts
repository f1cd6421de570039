/** A DataSet of .NET that a schema describes: an element with `msdata:IsDataSet`. */
export interface DataSetDescription {
  /** Name of the set. Names are decoded: `Unit_x0020_Price` is `Unit Price`. */
  readonly name: string;
  /** XML namespace of its tables; `''` for none. */
  readonly namespace: string;
  /** Types of the columns, by table: names of built-in types, or `guid` and the like. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are never null, by table. */
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** Columns of the primary key, by table. */
  readonly primaryKeys: Readonly<Record<string, readonly string[]>>;
  readonly relations: readonly DataSetRelation[];
}

/** A relation between two tables. */
export interface DataSetRelation {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly parentColumns: readonly string[];
  readonly childColumns: readonly string[];
}
