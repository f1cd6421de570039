import type { XmlElement } from '../xml/element.ts';

export const MSDATA_NAMESPACE = 'urn:schemas-microsoft-com:xml-msdata';
export const DIFFGRAM_NAMESPACE = 'urn:schemas-microsoft-com:xml-diffgram-v1';
export const SCHEMA_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** The value of a column; `null` and `undefined` are null. */
export type DataSetValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | Date
  | XmlElement
  | null
  | undefined;

/** A row of unknown columns: values by column. A column that is null is left out. */
export type DataSetRow = Readonly<Record<string, DataSetValue>>;

/** Rows of unknown tables. */
export type AnyRows = Readonly<Record<string, DataSetRow>>;

/**
 * The type of a column: a built-in type of XML Schema, or a type of .NET that XML Schema lacks.
 * `anyType` is `System.Object`, whose values have types of their own; `integer` is
 * `System.Numerics.BigInteger`. What is read has the types that .NET has for a column: `dateTime`
 * for `date`, `time` and parts of dates, `base64Binary` for `hexBinary`, `long` and `unsignedLong`
 * for integers of any length. All these texts are those of .NET: `hexBinary` is base64, too.
 */
export type DataSetColumnType =
  | 'string'
  | 'boolean'
  | 'byte'
  | 'unsignedByte'
  | 'short'
  | 'unsignedShort'
  | 'int'
  | 'unsignedInt'
  | 'long'
  | 'unsignedLong'
  | 'integer'
  | 'float'
  | 'double'
  | 'decimal'
  | 'dateTime'
  | 'dateTimeOffset'
  | 'date'
  | 'time'
  | 'duration'
  | 'base64Binary'
  | 'hexBinary'
  | 'anyURI'
  | 'guid'
  | 'char'
  | 'anyType';

/** Types of columns by name, in their order. */
export type DataSetColumns = Readonly<Record<string, DataSetColumnType>>;

/** What a schema says of a column beside its type, in the words of .NET. */
export interface DataSetColumnDetails {
  /** What people see in place of the name. */
  readonly caption?: string | undefined;
  /**
   * The value that .NET gives the column of a new row, of the column's type. In a message, a column
   * that is left out is null all the same.
   */
  readonly default?: DataSetValue;
  /** The longest text, in UTF-16 code units; only columns of type `string` have it. */
  readonly maxLength?: number | undefined;
  readonly readOnly?: boolean | undefined;
  /** .NET numbers new rows: from `seed` on, by `step`. */
  readonly autoIncrement?: DataSetAutoIncrement | undefined;
  /** Computes the column from others, in the language of .NET. Messages have its values, too. */
  readonly expression?: string | undefined;
  /** What the zones of a `dateTime` mean. Default: `UnspecifiedLocal` of .NET. */
  readonly dateTimeMode?: 'Local' | 'Unspecified' | 'Utc' | undefined;
  /**
   * The type of .NET, as `msdata:DataType` names it, if none of the column types stands for it: an
   * array, a class, an enumeration, `SqlInt32`. A column whose values are XML has one.
   */
  readonly dataType?: string | undefined;
  /** What the column is in messages: an attribute, hidden from readers, or the text of its row. */
  readonly mapping?: 'attribute' | 'hidden' | 'text' | undefined;
}

/** How .NET numbers new rows. */
export interface DataSetAutoIncrement {
  readonly seed: number | bigint;
  readonly step: number | bigint;
}

/** Details of columns by name; columns without any are left out. */
export type DataSetDetails = Readonly<Record<string, DataSetColumnDetails>>;

/** A relation between two tables. */
export interface DataSetRelation {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  /** Columns of the parent, and those of the child that have the same values. */
  readonly parentColumns: readonly string[];
  readonly childColumns: readonly string[];
}

/** What is known of a DataSet beside its rows. */
export interface DataSetDescription {
  /** Name of the set; `NewDataSet` is .NET's own. */
  readonly name: string;
  /** XML namespace of its tables; `''` for none. */
  readonly namespace: string;
  /** Types of the columns, by table. */
  readonly columns: Readonly<Record<string, DataSetColumns>>;
  /** Columns that are never null, by table; tables without any are left out. */
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** Columns of the primary key, by table; tables without one are left out. */
  readonly primaryKeys: Readonly<Record<string, readonly string[]>>;
  readonly relations: readonly DataSetRelation[];
  /** Captions, default values and the like, by table. */
  readonly details?: Readonly<Record<string, DataSetDetails>> | undefined;
  /** Lists of columns whose values together are unique, by table, without primary keys. */
  readonly unique?: Readonly<Record<string, readonly (readonly string[])[]>> | undefined;
}

/** Rows by table. */
export type DataSetTables<Rows> = { readonly [Table in keyof Rows]: readonly Rows[Table][] };

/** A row that was changed, as rows of .NET tell. */
export type DataSetChange<Rows = AnyRows> = {
  readonly [Table in keyof Rows]:
    | {
        readonly table: Table;
        readonly state: 'modified';
        /** The row as it is, one of `tables`. */
        readonly row: Rows[Table];
        /** The row as it was. */
        readonly original: Rows[Table];
      }
    | {
        readonly table: Table;
        readonly state: 'inserted';
        readonly row: Rows[Table];
        readonly original?: undefined;
      }
    | {
        readonly table: Table;
        readonly state: 'deleted';
        readonly row?: undefined;
        readonly original: Rows[Table];
      };
}[keyof Rows];

/** A DataSet that was read. */
export interface ReadDataSet<Rows = AnyRows> extends DataSetDescription {
  /** The rows as they are, without deleted ones. */
  readonly tables: DataSetTables<Rows>;
  /** The rows as they were before the changes. Rows without a change are those of `tables`. */
  readonly original: DataSetTables<Rows>;
  /** Rows that are not as they were, in the order of the message. */
  readonly changes: readonly DataSetChange<Rows>[];
}

/** What `writeDataSet` writes. A {@link ReadDataSet} that was read is one. */
export interface DataSetInput<Rows = AnyRows> extends Partial<DataSetDescription> {
  /** Rows by table. */
  readonly tables: DataSetTables<Rows>;
  /**
   * Rows that are not as they were. A `row` that is not one of `tables` is added to its table.
   * Default: none.
   */
  readonly changes?: readonly DataSetChange<Rows>[] | undefined;
}

declare const rowsOfDataSet: unique symbol;

/** A message that contains a DataSet with these rows. It says so to the compiler alone. */
export interface DataSetOf<Rows> {
  readonly [rowsOfDataSet]?: Rows | undefined;
}

/**
 * A DataSet as messages contain it. Contracts describe it in different forms, and this has all of
 * them: one schema or a list, beside the diffgram or in a repeated sequence.
 */
export interface WrittenDataSet<Rows = AnyRows> extends DataSetOf<Rows> {
  readonly schema: XmlElement & readonly XmlElement[];
  readonly diffgram: XmlElement;
  readonly $sequence: readonly {
    readonly schema: XmlElement;
    readonly diffgram: XmlElement;
  }[];
}
