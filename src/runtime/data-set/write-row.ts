import { AsmxError, messageOf } from '../operation/errors.ts';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/element.ts';
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
import type { WrittenDetails } from './write-details.ts';

/** A table that rows are written of. */
export interface WrittenTable {
  readonly name: string;
  readonly namespace: string;
  readonly columns: DataSetColumns;
  readonly details: Readonly<Record<string, WrittenDetails>>;
  /** Columns that are never null. */
  readonly required: ReadonlySet<string>;
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
  /** Whether it is a row as it was. */
  readonly isOriginal: boolean;
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
  const { name, namespace } = table;
  const written = new RowContent(namespace);
  for (const [column, type] of Object.entries(table.columns)) {
    const details = ownOf(table.details, column);
    try {
      const given = ownOf(row as Readonly<Record<string, unknown>>, column);
      const isNull = given === null || given === undefined;
      const isWrong = isNull && !marks.isOriginal && table.required.has(column);
      const value = isWrong ? notNull(given, details) : given;
      written.add({ column, type, details }, value);
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
  return {
    name: encodeName(name),
    namespace,
    attributes: [...attributes, ...written.attributes],
    children: written.children,
  };
}

/** The default value of a column that is never null and left out, as .NET gives it to a new row. */
function notNull(value: unknown, details: WrittenDetails | undefined): unknown {
  if (value === undefined && details?.default !== undefined) return details.default;
  throw notEncodable("a value, as the column is in 'required' or 'primaryKeys'", value);
}

/** A column of a row. */
interface RowColumn {
  readonly column: string;
  readonly type: DataSetColumnType;
  readonly details: WrittenDetails | undefined;
}

/** What the columns of a row become. */
class RowContent {
  readonly attributes: XmlAttribute[] = [];
  readonly children: XmlNode[] = [];
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  add({ column, type, details }: RowColumn, value: unknown): void {
    const { mapping, maxLength } = details ?? {};
    if (value === null || value === undefined) {
      if (mapping === 'text') this.attributes.push(nil);
      return;
    }
    if (maxLength !== undefined && typeof value === 'string' && value.length > maxLength) {
      throw notEncodable(`at most ${maxLength} characters`, value);
    }
    const name = encodeName(column);
    if (mapping === undefined) {
      this.children.push({ name, namespace: this.#namespace, ...contentOf(type, value) });
    } else if (mapping === 'text') {
      const { attributes = [], children = [] } = textContent(formatColumn(type, value), []);
      this.attributes.push(...attributes);
      this.children.push(...children);
    } else {
      const isHidden = mapping === 'hidden';
      this.attributes.push({
        name: isHidden ? `hidden${name}` : name,
        namespace: isHidden ? MSDATA_NAMESPACE : '',
        value: formatColumn(type, value),
      });
    }
  }
}

const nil: XmlAttribute = { name: 'nil', namespace: XSI_NAMESPACE, value: 'true' };

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
