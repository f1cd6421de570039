import { AsmxError, messageOf } from '../operation/errors.ts';
import { notEncodable } from '../xml/write-text.ts';
import { formatXsdInteger } from '../xsd/unbounded-integer.ts';
import { columnTypes, formatColumn } from './column-type.ts';
import type { DataSetColumnDetails, DataSetColumns, DataSetColumnType } from './data-set.ts';
import { ownOf, record } from './elements.ts';
import { dateTimeModes } from './read-details.ts';

/** Details as schemas have them. */
export interface WrittenDetails {
  readonly mapping: DataSetColumnDetails['mapping'];
  readonly maxLength: number | undefined;
  /** `msdata:DataType`, if it is not that of the column's type. */
  readonly dataType: string | undefined;
  /** What rows have that leave out a column that is never null. */
  readonly default: DataSetColumnDetails['default'];
  /** The text of the default value. */
  readonly defaultText: string | undefined;
  /** Attributes of Microsoft's namespace. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

const mappings: readonly unknown[] = ['attribute', 'hidden', 'text'];
const isMode = (value: unknown): boolean => dateTimeModes.some((one) => one === value);

/**
 * Checks what is said of the columns of a table.
 *
 * @throws AsmxError `encode`: what .NET cannot read; the message names table and column
 */
export function writtenDetails(
  table: string,
  columns: DataSetColumns,
  details: Readonly<Record<string, DataSetColumnDetails>>,
): Readonly<Record<string, WrittenDetails>> {
  const refuse = (column: string, reason: string): AsmxError =>
    new AsmxError('encode', `Table '${table}', column '${column}': ${reason}`, {
      path: `details.${table}.${column}`,
    });
  const found = Object.entries(details).map(([column, given]) => {
    try {
      return [column, writtenColumn(ownOf(columns, column) ?? 'string', given)] as const;
    } catch (error) {
      throw refuse(column, messageOf(error));
    }
  });
  const written = record(found);
  const [text, ...others] = found.flatMap(([name, { mapping }]): string | [] =>
    mapping === 'text' ? name : [],
  );
  if (text !== undefined) {
    const isElement = (column: string): boolean => ownOf(written, column)?.mapping === undefined;
    const [beside] = [...others, ...Object.keys(columns).filter(isElement)];
    if (beside !== undefined) {
      const expected = "has its other columns as 'attribute' or 'hidden'";
      throw refuse(beside, `A row whose text is '${text}' ${expected}.`);
    }
  }
  return written;
}

function writtenColumn(type: DataSetColumnType, given: DataSetColumnDetails): WrittenDetails {
  const { caption, mapping, maxLength, expression, autoIncrement, dateTimeMode, dataType } = given;
  const check = (isValid: boolean, expected: string, value: unknown): void => {
    if (value !== undefined && !isValid) throw notEncodable(expected, value);
  };
  check(mappings.includes(mapping), "'attribute', 'hidden' or 'text' as mapping", mapping);
  // .NET refuses such columns, whose values need an element
  const isSimple = columnTypes[type].xsd !== 'anyType';
  check(isSimple, `no mapping of a column of type '${type}'`, mapping);
  check(
    isLength(maxLength) && type === 'string',
    "a length of type 'string' as maxLength",
    maxLength,
  );
  check(typeof caption === 'string', 'a string as caption', caption);
  check(typeof dataType === 'string', 'the name of a type of .NET as dataType', dataType);
  check(typeof expression === 'string', 'a string as expression', expression);
  const isDate = type === 'dateTime';
  const modes = `${dateTimeModes.join(', ')} of type 'dateTime' as dateTimeMode`;
  check(isMode(dateTimeMode) && isDate, modes, dateTimeMode);
  const value = given.default ?? undefined;
  return {
    mapping,
    maxLength,
    dataType,
    default: value,
    defaultText: value === undefined ? undefined : formatColumn(type, value),
    attributes: {
      'msdata:ReadOnly': given.readOnly === true ? 'true' : undefined,
      ...(autoIncrement && numbering(autoIncrement)),
      'msdata:Caption': caption,
      'msdata:Expression': expression,
      'msdata:DateTimeMode': dateTimeMode,
    },
  };
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function numbering({
  seed,
  step,
}: NonNullable<DataSetColumnDetails['autoIncrement']>): WrittenDetails['attributes'] {
  const whole = (value: number | bigint): string =>
    formatXsdInteger(Number.isSafeInteger(value) ? BigInt(value) : (value as bigint));
  return {
    'msdata:AutoIncrement': 'true',
    'msdata:AutoIncrementSeed': whole(seed),
    'msdata:AutoIncrementStep': whole(step),
  };
}
