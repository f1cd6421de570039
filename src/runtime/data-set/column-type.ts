import { notEncodable } from '../xml/write-text.ts';
import {
  formatXsdBase64Binary,
  formatXsdHexBinary,
  parseXsdBase64Binary,
  parseXsdHexBinary,
} from '../xsd/binary.ts';
import { formatXsdBoolean, parseXsdBoolean } from '../xsd/boolean.ts';
import { formatXsdGuid, parseXsdGuid } from '../xsd/char-guid.ts';
import { formatXsdDateTimeFromDate } from '../xsd/date-object.ts';
import {
  formatXsdDate,
  formatXsdDateTime,
  formatXsdTime,
  parseXsdDate,
  parseXsdDateTime,
  parseXsdTime,
} from '../xsd/date-time.ts';
import { formatXsdDecimal, formatXsdDecimalAsNumber, parseXsdDecimal } from '../xsd/decimal.ts';
import { formatXsdDuration, parseXsdDuration } from '../xsd/duration.ts';
import { formatXsdDouble, formatXsdFloat, parseXsdDouble, parseXsdFloat } from '../xsd/float.ts';
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
  if (typeof value === 'string' && value.length === 1) return value;
  throw notEncodable('one character', value);
}

function formatMoment(value: string | Date): string {
  return value instanceof Date ? formatXsdDateTimeFromDate(value) : formatXsdDateTime(value);
}

function formatDecimal(value: string | number): string {
  return typeof value === 'number' ? formatXsdDecimalAsNumber(value) : formatXsdDecimal(value);
}

/** Writes integers that may be numbers, too. */
function whole(format: (value: bigint) => string): (value: bigint | number) => string {
  return (value) => format(Number.isSafeInteger(value) ? BigInt(value) : (value as bigint));
}

/** A type whose values differ: the writer of rows decides. */
function formatAny(value: unknown): string {
  throw notEncodable('a value that has a text', value);
}

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
  dateTime: { xsd: 'dateTime', parse: parseXsdDateTime, format: formatMoment },
  dateTimeOffset: {
    xsd: 'anyType',
    dotnet: 'System.DateTimeOffset',
    parse: parseXsdDateTime,
    format: formatMoment,
  },
  date: { xsd: 'date', parse: parseXsdDate, format: formatXsdDate },
  time: { xsd: 'time', parse: parseXsdTime, format: formatXsdTime },
  duration: { xsd: 'duration', parse: parseXsdDuration, format: formatXsdDuration },
  base64Binary: {
    xsd: 'base64Binary',
    parse: parseXsdBase64Binary,
    format: formatXsdBase64Binary,
  },
  hexBinary: {
    xsd: 'hexBinary',
    parse: (text) => parseXsdHexBinary(text),
    format: formatXsdHexBinary,
  },
  anyURI: { xsd: 'anyURI', parse: asText, format: formatText },
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

/** Built-in types whose texts .NET reads as those of another. */
const similar: Readonly<Record<string, DataSetColumnType>> = {
  nonNegativeInteger: 'integer',
  positiveInteger: 'integer',
  nonPositiveInteger: 'integer',
  negativeInteger: 'integer',
  integer: 'integer',
};

/** The column type for a built-in type of XML Schema. What has no other type is text. */
export function typeOfXsd(name: string): DataSetColumnType {
  if (isColumnType(name) && name !== 'guid' && name !== 'char' && name !== 'dateTimeOffset') {
    return name;
  }
  return ownOf(similar, name) ?? 'string';
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
