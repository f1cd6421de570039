import { AsmxError, messageOf, propertyOf } from '../operation/descriptor.ts';
import { platform } from '../platform/globals.ts';
import {
  formatXsdDateTimeFromDate,
  formatXsdDuration,
  parseMoment,
  parseXsdDuration,
} from '../types/date.ts';
import * as numbers from '../types/number.ts';
import {
  formatXsdDecimal,
  formatXsdDecimalAsNumber,
  formatXsdDouble,
  formatXsdFloat,
  formatXsdInteger,
  parseXsdDecimal,
  parseXsdDouble,
  parseXsdFloat,
  parseXsdInt,
  parseXsdInteger,
} from '../types/number.ts';
import { formatXsdGuid, parseXsdGuid } from '../types/text.ts';
import {
  formatXsdBase64Binary,
  formatXsdBoolean,
  nameLetters,
  parseXsdBase64Binary,
  parseXsdBoolean,
} from '../values/text.ts';
import { XSI_NAMESPACE } from '../xml/errors.ts';
import { notEncodable, type XmlElement, type XmlNode } from '../xml/writer.ts';

type Written<Details> = { -readonly [Name in keyof Details]: Details[Name] };

/** What the declaration of a column says beside its type. */
export function detailsOf(
  declaration: XmlElement,
  mapping: DataSetColumnDetails['mapping'],
): SchemaDetails {
  const found: Written<SchemaDetails> = {};
  const own = (name: string): string | undefined =>
    dataAttribute(declaration, name, MSDATA_NAMESPACE);
  const caption = own('Caption');
  if (caption !== undefined) found.caption = caption;
  // attributes that are always there, and text, cannot have a default in XML Schema
  const value = dataAttribute(declaration, 'default') ?? own('DefaultValue');
  if (value !== undefined) found.default = value;
  if (isTrue(own('ReadOnly'))) found.readOnly = true;
  if (isTrue(own('AutoIncrement'))) {
    found.seed = own('AutoIncrementSeed') ?? '0';
    found.step = own('AutoIncrementStep') ?? '1';
  }
  const expression = own('Expression');
  if (expression !== undefined) found.expression = expression;
  const mode = own('DateTimeMode');
  if (mode !== undefined && mode !== 'UnspecifiedLocal') found.dateTimeMode = mode;
  const dataType = own('DataType');
  if (dataType !== undefined && isKeptType(dataType)) found.dataType = dataType;
  if (mapping !== undefined) found.mapping = mapping;
  return found;
}

function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1';
}

/**
 * The details of a table's columns.
 *
 * @throws AsmxError `decode`: one that .NET cannot read, such as a default value that is not of its
 *   column's type
 */
export function detailsOfTable({ name, columns, details }: TableSchema): DataSetDetails {
  const found: [string, DataSetColumnDetails][] = [];
  for (const [column, given] of details) {
    const { default: value, maxLength, seed, step = '1', dateTimeMode, ...others } = given;
    const all: Written<DataSetColumnDetails> = others;
    const read = <Value>(what: string, parse: (text: string) => Value, text: string): Value => {
      try {
        return parse(text);
      } catch (error) {
        const reason = String(propertyOf(error, 'told') ?? messageOf(error));
        const message = `Table '${name}', column '${column}', ${what} in the schema: ${reason}`;
        throw new AsmxError('decode', message, { path: `details.${name}.${column}`, cause: error });
      }
    };
    if (value !== undefined) {
      all.default = read(
        'default value',
        columnTypes[columns.get(column) ?? 'string'].parse,
        value,
      );
    }
    if (maxLength !== undefined) all.maxLength = read('length', parseXsdInt, maxLength);
    if (seed !== undefined) {
      all.autoIncrement = {
        seed: read('AutoIncrementSeed', wholeOf, seed),
        step: read('AutoIncrementStep', wholeOf, step),
      };
    }
    const mode = dateTimeModes.find((one) => one === dateTimeMode);
    if (mode !== undefined) all.dateTimeMode = mode;
    if (Object.keys(all).length > 0) found.push([column, all]);
  }
  return fromEntries(found);
}

function wholeOf(text: string): number | bigint {
  const value = parseXsdInteger(text);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Those of columns whose zone is not only a note. */
export const dateTimeModes = ['Local', 'Unspecified', 'Utc'] as const;

const escapes = /_x([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_/gi;

let encoded: RegExp | undefined;

/**
 * What a name cannot have: other characters than those of XML 1.0 up to its fourth edition, and an
 * underscore that would be read as an escape. .NET finds the rows and columns of a message by its
 * own form of their names alone, so that a difference here loses values.
 */
function encodedCharacters(): RegExp {
  if (encoded === undefined) {
    const { start, part } = nameLetters();
    const underscore = '_(?=[xX](?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})_)';
    encoded = new RegExp(`^[^${start}]|[^${part}]|${underscore}`, 'gu');
  }
  return encoded;
}

/**
 * The name of an XML element for a name of a table or column, as `XmlConvert.EncodeLocalName` of
 * .NET: `Unit Price` is `Unit_x0020_Price`.
 */
export function encodeName(name: string): string {
  return name.replace(encodedCharacters(), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `_x${code.padStart(code.length > 4 ? 8 : 4, '0')}_`;
  });
}

/** The name that an XML element stands for, as `XmlConvert.DecodeName`. */
export function decodeName(name: string): string {
  return name.replace(escapes, (whole: string, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The elements among nodes. */
export function elementNodes(nodes: readonly XmlNode[] | undefined): readonly XmlElement[] {
  return (nodes ?? []).filter((node): node is XmlElement => typeof node !== 'string');
}

/** Whether an element has a name. */
export function isElementNamed(
  element: XmlElement,
  namespace: string,
  ...names: string[]
): boolean {
  return element.namespace === namespace && names.includes(element.name);
}

/** The value of an attribute; `undefined` if the element has none of this name. */
export function dataAttribute(
  element: XmlElement,
  name: string,
  namespace = '',
): string | undefined {
  return element.attributes?.find((one) => one.name === name && (one.namespace ?? '') === namespace)
    ?.value;
}

/** The text in an element, without that of elements inside. */
function textOf({ children = [] }: XmlElement): string {
  return children.filter((node) => typeof node === 'string').join('');
}

/** The part of a qualified name after its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value under a name that may be any, such as `constructor`. */
export function ownOf<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.getOwnPropertyDescriptor(values, name)?.value;
}

/** An object whose properties may have any name. */
export function fromEntries<Value>(
  entries: Iterable<readonly [string, Value]>,
): Record<string, Value> {
  // unlike an assignment, this makes `__proto__` a property like others
  return Object.fromEntries(entries);
}

/** How texts of a column are read and written, and how its schema names the type. */
interface ColumnType {
  /** Type of XML Schema. */
  readonly xsd: string;
  /** `msdata:DataType`, where the type of XML Schema does not tell .NET's. */
  readonly dotnet?: string;
  readonly parse: (text: string) => string | number | bigint | boolean | Uint8Array;
  readonly format: (value: never) => string;
}

const mscorlib = 'mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089';

const asText = (text: string): string => text;

function formatText(value: string): string {
  if (typeof value === 'string') return value;
  throw notEncodable('a string', value);
}

function formatChar(value: string): string {
  if (typeof value !== 'string' || value.length !== 1) throw notEncodable('one character', value);
  if (/[\t\r\n]/.test(value)) {
    throw notEncodable('another character than a tab or line end, which .NET refuses', value);
  }
  return value;
}

/** A year beyond those of .NET, or the hour 24. */
const notInDotnet = /^-\d|^\d{5}|^0000|(?:^|T)24:/;

function formatMoment(value: string | Date): string {
  if (value instanceof Date) return formatXsdDateTimeFromDate(value);
  let text: string | undefined;
  try {
    text = typeof value === 'string' ? parseMoment(value) : undefined;
  } catch {
    // told below, with the value
  }
  if (text === undefined || text !== value) {
    throw notEncodable('a dateTime such as 2024-02-29T13:05:06Z', value);
  }
  if (notInDotnet.test(text)) {
    throw notEncodable('a moment of the years 1 to 9999 with an hour below 24, as in .NET', value);
  }
  return text;
}

/** The years 1 to 9999 in milliseconds. */
const firstMoment = -62_135_596_800_000;
const lastMoment = 253_402_300_799_999;

function formatOffsetMoment(value: string | Date): string {
  const text = formatMoment(value);
  const moment = Date.parse(text);
  if (moment < firstMoment || moment > lastMoment) {
    throw notEncodable('a moment of the years 1 to 9999 in UTC, as in .NET', value);
  }
  return text;
}

/** `Decimal.MaxValue`. */
const mostDecimal = '79228162514264337593543950335';

function formatDecimal(value: string | number): string {
  const text =
    typeof value === 'number' ? formatXsdDecimalAsNumber(value) : formatXsdDecimal(value);
  const [, whole = '', next = '0'] = /^[+-]?0*(\d*)(?:\.(\d))?/.exec(text) ?? [];
  const isMore =
    whole.length > mostDecimal.length ||
    (whole.length === mostDecimal.length &&
      (whole > mostDecimal || (whole === mostDecimal && next >= '5')));
  if (isMore) throw notEncodable(`a decimal up to ${mostDecimal}, the greatest of .NET`, value);
  return text;
}

const duration =
  /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/;
/** Units of 100 ns in what a duration counts; a year of .NET has 365 days, a month 30. */
const second = 10_000_000n;
const day = 86_400n * second;

function formatTimeSpan(value: string): string {
  const text = formatXsdDuration(value);
  const [, sign, ...parts] = duration.exec(text) ?? [];
  const fraction = (parts[6] ?? '').slice(0, 7).padEnd(7, '0');
  const units = [365n * day, 30n * day, day, 3600n * second, 60n * second, second];
  const ticks = units.reduce(
    (sum, unit, index) => sum + BigInt(parts[index] ?? 0) * unit,
    BigInt(fraction),
  );
  if (ticks > 2n ** 63n - (sign === '-' ? 0n : 1n)) {
    throw notEncodable('a duration up to P10675199DT2H48M5.4775807S, the longest of .NET', value);
  }
  return text;
}

/** Writes a `Uri`, of which .NET reads absolute ones alone. */
function formatUri(value: string): string {
  const text = formatText(value);
  try {
    // a drive of DOS is no scheme
    if (new platform.URL(text).protocol !== '' && !/^[a-z]:[^\\/]/i.test(text)) return text;
  } catch {
    // told below
  }
  throw notEncodable('an absolute URI, which alone .NET reads in a column', value);
}

/** Writes integers that may be numbers, too. */
function whole(format: (value: bigint) => string): (value: bigint | number) => string {
  return (value) => format(Number.isSafeInteger(value) ? BigInt(value) : (value as bigint));
}

/** A type whose values differ: the writer of rows decides. */
function formatAny(value: unknown): string {
  throw notEncodable('a value that has a text', value);
}

/** .NET writes base64 even where a schema says hexBinary, and reads it there. */
const bytes: ColumnType = {
  xsd: 'base64Binary',
  parse: parseXsdBase64Binary,
  format: formatXsdBase64Binary,
};

export const columnTypes: Readonly<Record<DataSetColumnType, ColumnType>> = {
  string: { xsd: 'string', parse: asText, format: formatText },
  boolean: { xsd: 'boolean', parse: parseXsdBoolean, format: formatXsdBoolean },
  byte: { xsd: 'byte', parse: numbers.parseXsdByte, format: numbers.formatXsdByte },
  unsignedByte: {
    xsd: 'unsignedByte',
    parse: numbers.parseXsdUnsignedByte,
    format: numbers.formatXsdUnsignedByte,
  },
  short: { xsd: 'short', parse: numbers.parseXsdShort, format: numbers.formatXsdShort },
  unsignedShort: {
    xsd: 'unsignedShort',
    parse: numbers.parseXsdUnsignedShort,
    format: numbers.formatXsdUnsignedShort,
  },
  int: { xsd: 'int', parse: numbers.parseXsdInt, format: numbers.formatXsdInt },
  unsignedInt: {
    xsd: 'unsignedInt',
    parse: numbers.parseXsdUnsignedInt,
    format: numbers.formatXsdUnsignedInt,
  },
  long: { xsd: 'long', parse: numbers.parseXsdLong, format: whole(numbers.formatXsdLong) },
  unsignedLong: {
    xsd: 'unsignedLong',
    parse: numbers.parseXsdUnsignedLong,
    format: whole(numbers.formatXsdUnsignedLong),
  },
  integer: {
    xsd: 'anyType',
    dotnet: 'System.Numerics.BigInteger',
    parse: parseXsdInteger,
    format: whole(formatXsdInteger),
  },
  float: { xsd: 'float', parse: parseXsdFloat, format: formatXsdFloat },
  double: { xsd: 'double', parse: parseXsdDouble, format: formatXsdDouble },
  decimal: { xsd: 'decimal', parse: parseXsdDecimal, format: formatDecimal },
  dateTime: { xsd: 'dateTime', parse: parseMoment, format: formatMoment },
  dateTimeOffset: {
    xsd: 'anyType',
    dotnet: 'System.DateTimeOffset',
    parse: parseMoment,
    format: formatOffsetMoment,
  },
  date: { xsd: 'date', parse: parseMoment, format: formatMoment },
  time: { xsd: 'time', parse: parseMoment, format: formatMoment },
  duration: { xsd: 'duration', parse: parseXsdDuration, format: formatTimeSpan },
  base64Binary: bytes,
  hexBinary: bytes,
  anyURI: { xsd: 'anyURI', parse: asText, format: formatUri },
  guid: {
    xsd: 'string',
    dotnet: `System.Guid, ${mscorlib}`,
    parse: parseXsdGuid,
    format: formatXsdGuid,
  },
  char: { xsd: 'string', parse: asText, format: formatChar },
  anyType: {
    xsd: 'anyType',
    dotnet: `System.Object, ${mscorlib}`,
    parse: asText,
    format: formatAny,
  },
};

/** Types of .NET that a column or value may name, and the type of its texts. */
const dotnetTypes: Readonly<Record<string, DataSetColumnType>> = {
  Boolean: 'boolean',
  Byte: 'unsignedByte',
  'Byte[]': 'base64Binary',
  Char: 'char',
  'Data.SqlTypes.SqlBinary': 'base64Binary',
  'Data.SqlTypes.SqlBoolean': 'boolean',
  'Data.SqlTypes.SqlByte': 'unsignedByte',
  'Data.SqlTypes.SqlBytes': 'base64Binary',
  'Data.SqlTypes.SqlChars': 'string',
  'Data.SqlTypes.SqlDateTime': 'dateTime',
  'Data.SqlTypes.SqlDecimal': 'decimal',
  'Data.SqlTypes.SqlDouble': 'double',
  'Data.SqlTypes.SqlGuid': 'guid',
  'Data.SqlTypes.SqlInt16': 'short',
  'Data.SqlTypes.SqlInt32': 'int',
  'Data.SqlTypes.SqlInt64': 'long',
  'Data.SqlTypes.SqlMoney': 'decimal',
  'Data.SqlTypes.SqlSingle': 'float',
  'Data.SqlTypes.SqlString': 'string',
  DateTime: 'dateTime',
  DateTimeOffset: 'dateTimeOffset',
  Decimal: 'decimal',
  Double: 'double',
  Guid: 'guid',
  Int16: 'short',
  Int32: 'int',
  Int64: 'long',
  'Numerics.BigInteger': 'integer',
  SByte: 'byte',
  Single: 'float',
  String: 'string',
  TimeSpan: 'duration',
  UInt16: 'unsignedShort',
  UInt32: 'unsignedInt',
  UInt64: 'unsignedLong',
  Uri: 'anyURI',
};

/** The type that `msdata:DataType` or `msdata:InstanceType` names; `undefined` for others. */
export function typeOfDotnet(name: string | undefined): DataSetColumnType | undefined {
  const [, short = ''] = /^System\.([\w.[\]]+)/.exec(name ?? '') ?? [];
  return ownOf(dotnetTypes, short);
}

/**
 * Whether the type that `msdata:DataType` names is none of the column types, so that it has to be
 * written again: an enumeration, an array, a type of SQL Server.
 */
function isKeptType(name: string): boolean {
  const [, short = ''] = /^System\.([\w.[\]]+)/.exec(name) ?? [];
  return (
    short.startsWith('Data.SqlTypes.') || (short !== 'Object' && typeOfDotnet(name) === undefined)
  );
}

/** Built-in types that are another in .NET: a column is an Int64, a DateTime or bytes there. */
const similar: Readonly<Record<string, DataSetColumnType>> = {
  nonNegativeInteger: 'unsignedLong',
  positiveInteger: 'unsignedLong',
  nonPositiveInteger: 'long',
  negativeInteger: 'long',
  integer: 'long',
  date: 'dateTime',
  time: 'dateTime',
  gYear: 'dateTime',
  gYearMonth: 'dateTime',
  gMonth: 'dateTime',
  gMonthDay: 'dateTime',
  gDay: 'dateTime',
  hexBinary: 'base64Binary',
  // names of column types that are no built-in types
  guid: 'string',
  char: 'string',
  dateTimeOffset: 'string',
};

/** The column type for a built-in type of XML Schema. What has no other type is text. */
export function typeOfXsd(name: string): DataSetColumnType {
  return ownOf(similar, name) ?? (isColumnType(name) ? name : 'string');
}

/** Whether a name is that of a column type. */
export function isColumnType(name: unknown): name is DataSetColumnType {
  return typeof name === 'string' && ownOf(columnTypes, name) !== undefined;
}

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
interface DataSetAutoIncrement {
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

/** The place of a row, for errors. */
interface RowPlace {
  readonly table: string;
  /** Rows of its table before it. */
  readonly index: number;
}

/** What a row's element holds. */
interface ReadRow {
  readonly row: DataSetRow;
  /** Elements of rows of other tables, which belong to this one. */
  readonly nested: readonly XmlElement[];
}

/** Whether the schema has a table with the name of an element. */
type IsTable = (element: XmlElement) => boolean;

const hidden = 'hidden';

/**
 * The types that values in columns of objects came with, by row and column: beside the rows, since
 * a value of JavaScript does not tell a Guid from text.
 */
export const ownTypes: WeakMap<
  object,
  ReadonlyMap<string, DataSetColumnType>
> = /* @__PURE__ */ new WeakMap();

/** Reads the element of a row. Columns without a type in the schema are text. */
export function readRow(
  element: XmlElement,
  { columns, text }: TableSchema,
  place: RowPlace,
  isTable: IsTable,
): ReadRow {
  const found: [string, DataSetValue][] = [];
  const nested: XmlElement[] = [];
  const own = new Map<string, DataSetColumnType>();
  const add = (name: string, source: XmlElement | string): void => {
    const type = columns.get(name) ?? 'string';
    const value = inColumn(place, name, () => columnValue(source, type));
    if (value === undefined) return;
    found.push([name, value]);
    if (type === 'anyType' && typeof source !== 'string') own.set(name, ownType(source));
  };
  for (const { name, namespace = '', value } of element.attributes ?? []) {
    if (namespace === MSDATA_NAMESPACE && name.startsWith(hidden)) {
      add(decodeName(name.slice(hidden.length)), value);
    } else if (!notColumns.includes(namespace)) add(decodeName(name), value);
  }
  const children = elementNodes(element.children);
  if (text !== undefined && children.length === 0) add(text, element);
  for (const child of children) {
    const name = decodeName(child.name);
    // a column may have the name of a table
    const isRow =
      dataAttribute(child, 'id', DIFFGRAM_NAMESPACE) !== undefined ||
      (!columns.has(name) && isTable(child));
    if (isRow) nested.push(child);
    else add(name, child);
  }
  const row = fromEntries(found);
  if (own.size > 0) ownTypes.set(row, own);
  return { row, nested };
}

/** Namespaces of attributes that say something else of a row. */
const notColumns: readonly string[] = [
  MSDATA_NAMESPACE,
  DIFFGRAM_NAMESPACE,
  XSI_NAMESPACE,
  'http://www.w3.org/XML/1998/namespace',
];

/** Adds the place to an error in a value. */
function inColumn<Value>({ table, index }: RowPlace, column: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const reason = propertyOf(error, 'told') ?? messageOf(error);
    throw new AsmxError(
      'decode',
      `Table '${table}', row ${index + 1}, column '${column}': ${String(reason)}`,
      { path: `tables.${table}[${index}].${column}`, cause: error },
    );
  }
}

/** The value of a column; `undefined` for null. */
function columnValue(source: XmlElement | string, type: DataSetColumnType): DataSetValue {
  if (typeof source === 'string') return columnTypes[type].parse(source);
  if (isNil(source)) return undefined;
  const isTree = source.children?.some((one) => typeof one !== 'string') === true;
  if (type === 'anyType')
    return isTree ? source : columnTypes[ownType(source)].parse(textOf(source));
  if (isTree && type === 'string') return source;
  return columnTypes[type].parse(textOf(source));
}

function isNil(element: XmlElement): boolean {
  const nil = dataAttribute(element, 'nil', XSI_NAMESPACE);
  return nil === 'true' || nil === '1';
}

/** The type that a value in a column of objects names itself. */
function ownType(element: XmlElement): DataSetColumnType {
  const instance = dataAttribute(element, 'InstanceType', MSDATA_NAMESPACE);
  const named = dataAttribute(element, 'type', XSI_NAMESPACE);
  if (instance !== undefined) return typeOfDotnet(instance) ?? 'string';
  const type = named === undefined ? 'string' : typeOfXsd(localName(named));
  return type === 'anyType' ? 'string' : type;
}

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
