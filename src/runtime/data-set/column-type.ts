import { platform } from '../platform/globals.ts';
import { notEncodable } from '../xml/write-text.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../xsd/binary.ts';
import { formatXsdBoolean, parseXsdBoolean } from '../xsd/boolean.ts';
import { formatXsdGuid, parseXsdGuid } from '../xsd/char-guid.ts';
import { formatXsdDateTimeFromDate } from '../xsd/date-object.ts';
import { parseXsdDate, parseXsdDateTime, parseXsdTime } from '../xsd/date-time.ts';
import { formatXsdDecimal, formatXsdDecimalAsNumber, parseXsdDecimal } from '../xsd/decimal.ts';
import { formatXsdDuration, parseXsdDuration } from '../xsd/duration.ts';
import { formatXsdDouble, formatXsdFloat, parseXsdDouble, parseXsdFloat } from '../xsd/float.ts';
import {
  parseXsdGDay,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGYear,
  parseXsdGYearMonth,
} from '../xsd/gregorian.ts';
import * as integers from '../xsd/integer.ts';
import * as longs from '../xsd/long.ts';
import { formatXsdInteger, parseXsdInteger } from '../xsd/unbounded-integer.ts';
import type { DataSetColumnType } from './data-set.ts';
import { ownOf } from './elements.ts';

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

/** What a `DateTime` of .NET is read from, beside `xs:dateTime`. */
const partsOfMoments = [
  parseXsdDate,
  parseXsdTime,
  parseXsdGYear,
  parseXsdGYearMonth,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGDay,
];

/** Reads a `DateTime`, as written. .NET writes a dateTime, and reads dates and times alone, too. */
function parseMoment(text: string): string {
  try {
    return parseXsdDateTime(text);
  } catch (error) {
    for (const parse of partsOfMoments) {
      try {
        return parse(text);
      } catch {
        // another form
      }
    }
    throw error;
  }
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
  byte: { xsd: 'byte', parse: integers.parseXsdByte, format: integers.formatXsdByte },
  unsignedByte: {
    xsd: 'unsignedByte',
    parse: integers.parseXsdUnsignedByte,
    format: integers.formatXsdUnsignedByte,
  },
  short: { xsd: 'short', parse: integers.parseXsdShort, format: integers.formatXsdShort },
  unsignedShort: {
    xsd: 'unsignedShort',
    parse: integers.parseXsdUnsignedShort,
    format: integers.formatXsdUnsignedShort,
  },
  int: { xsd: 'int', parse: integers.parseXsdInt, format: integers.formatXsdInt },
  unsignedInt: {
    xsd: 'unsignedInt',
    parse: integers.parseXsdUnsignedInt,
    format: integers.formatXsdUnsignedInt,
  },
  long: { xsd: 'long', parse: longs.parseXsdLong, format: whole(longs.formatXsdLong) },
  unsignedLong: {
    xsd: 'unsignedLong',
    parse: longs.parseXsdUnsignedLong,
    format: whole(longs.formatXsdUnsignedLong),
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
export function isKeptType(name: string): boolean {
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

/**
 * The type of a column for which none is given, by the values it has. Numbers are `int` if all
 * are, `long` if all are integers, else `double`.
 */
export function typeOfValues(values: Iterable<unknown>): DataSetColumnType {
  let found: DataSetColumnType | undefined;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    const type = typeOfValue(value);
    if (found === undefined) found = type;
    else if (numeric.indexOf(type) > numeric.indexOf(found) && numeric.includes(found))
      found = type;
  }
  return found ?? 'string';
}

/** From narrow to wide. */
const numeric: readonly DataSetColumnType[] = ['int', 'long', 'double'];

/** The type of a value, alone. */
export function typeOfValue(value: unknown): DataSetColumnType {
  switch (typeof value) {
    case 'number':
      if (!Number.isSafeInteger(value)) return 'double';
      return value === (value | 0) ? 'int' : 'long';
    case 'bigint':
      return 'long';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      if (value instanceof Date) return 'dateTime';
      return value instanceof Uint8Array ? 'base64Binary' : 'anyType';
  }
}

/** The text of a value of a column. */
export function formatColumn(type: DataSetColumnType, value: unknown): string {
  return columnTypes[type].format(value as never);
}
