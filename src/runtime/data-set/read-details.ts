import { AsmxError, messageOf, propertyOf } from '../operation/errors.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXsdInt } from '../xsd/integer.ts';
import { parseXsdInteger } from '../xsd/unbounded-integer.ts';
import { columnTypes, isKeptType } from './column-type.ts';
import { type DataSetColumnDetails, type DataSetDetails, MSDATA_NAMESPACE } from './data-set.ts';
import { attributeOf, record } from './elements.ts';
import type { SchemaDetails, TableSchema } from './table-schema.ts';

type Written<Details> = { -readonly [Name in keyof Details]: Details[Name] };

/** What the declaration of a column says beside its type. */
export function detailsOf(
  declaration: XmlElement,
  mapping: DataSetColumnDetails['mapping'],
): SchemaDetails {
  const found: Written<SchemaDetails> = {};
  const own = (name: string): string | undefined =>
    attributeOf(declaration, name, MSDATA_NAMESPACE);
  const caption = own('Caption');
  if (caption !== undefined) found.caption = caption;
  // attributes that are always there, and text, cannot have a default in XML Schema
  const value = attributeOf(declaration, 'default') ?? own('DefaultValue');
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
  return record(found);
}

function wholeOf(text: string): number | bigint {
  const value = parseXsdInteger(text);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Those of columns whose zone is not only a note. */
export const dateTimeModes = ['Local', 'Unspecified', 'Utc'] as const;
