import { AsmxError, messageOf } from '../operation/errors.ts';
import type { XmlAttribute, XmlElement } from '../xml/element.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from '../xml/tokens.ts';
import { notEncodable } from '../xml/write-text.ts';
import { columnTypes, formatColumn, typeOfValue } from './column-type.ts';
import {
  type DataSetColumns,
  type DataSetColumnType,
  DIFFGRAM_NAMESPACE,
  MSDATA_NAMESPACE,
  SCHEMA_NAMESPACE,
} from './data-set.ts';
import { ownOf } from './elements.ts';
import { encodeName } from './encoded-name.ts';

/** A table that rows are written of. */
export interface WrittenTable {
  readonly name: string;
  readonly namespace: string;
  readonly columns: DataSetColumns;
}

/** The place of a row. */
export interface RowMarks {
  /** `tables` or `changes`, for errors. */
  readonly list: string;
  readonly index: number;
  /** What tells the row and its original that they belong together. */
  readonly id: string;
  readonly order: number;
  readonly state: string | undefined;
}

/** The error for a row, or for a value in it. */
export function rowError(
  { name }: Pick<WrittenTable, 'name'>,
  { list, index }: Pick<RowMarks, 'list' | 'index'>,
  reason: string,
  column?: string,
): AsmxError {
  const path = list === 'changes' ? `changes[${index}]` : `tables.${name}[${index}]`;
  const where = `Table '${name}', ${list === 'changes' ? 'change' : 'row'} ${index + 1}`;
  return column === undefined
    ? new AsmxError('encode', `${where}: ${reason}`, { path })
    : new AsmxError('encode', `${where}, column '${column}': ${reason}`, {
        path: `${path}.${column}`,
      });
}

/** The element of a row. Columns that are null are left out. */
export function writeRow(row: unknown, table: WrittenTable, marks: RowMarks): XmlElement {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw rowError(table, marks, messageOf(notEncodable('an object with values by column', row)));
  }
  const values = row as Readonly<Record<string, unknown>>;
  const children: XmlElement[] = [];
  for (const [column, type] of Object.entries(table.columns)) {
    const value = ownOf(values, column);
    if (value === null || value === undefined) continue;
    const name = { name: encodeName(column), namespace: table.namespace };
    try {
      children.push({ ...name, ...contentOf(type, value) });
    } catch (error) {
      throw rowError(table, marks, messageOf(error), column);
    }
  }
  const attributes: XmlAttribute[] = [
    { name: 'id', namespace: DIFFGRAM_NAMESPACE, value: marks.id },
    { name: 'rowOrder', namespace: MSDATA_NAMESPACE, value: `${marks.order}` },
  ];
  if (marks.state !== undefined) {
    attributes.push({ name: 'hasChanges', namespace: DIFFGRAM_NAMESPACE, value: marks.state });
  }
  return { name: encodeName(table.name), namespace: table.namespace, attributes, children };
}

type Content = Pick<XmlElement, 'attributes' | 'children' | 'namespaces'>;

function contentOf(type: DataSetColumnType, value: unknown): Content {
  if (isElement(value) && (type === 'anyType' || type === 'string')) {
    const { attributes, children, namespaces } = value;
    return { attributes, children, namespaces };
  }
  if (type !== 'anyType') return textContent(formatColumn(type, value), []);
  // a value of its own type, which it names
  const own = typeOfValue(value);
  const named = { name: 'type', namespace: XSI_NAMESPACE, value: `xs:${columnTypes[own].xsd}` };
  return {
    ...textContent(formatColumn(own, value), [named]),
    namespaces: { xs: SCHEMA_NAMESPACE, xsi: XSI_NAMESPACE },
  };
}

const blank = /^[ \t\r\n]+$/;

function textContent(text: string, attributes: readonly XmlAttribute[]): Content {
  // .NET drops white space alone unless it is told to keep it
  const space = { name: 'space', namespace: XML_NAMESPACE, value: 'preserve' };
  return { attributes: blank.test(text) ? [...attributes, space] : attributes, children: [text] };
}

function isElement(value: unknown): value is XmlElement {
  const { name, namespace } = (value ?? {}) as Partial<XmlElement>;
  return typeof name === 'string' && typeof namespace === 'string';
}
