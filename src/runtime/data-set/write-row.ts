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
import { ownTypes } from './read-row.ts';
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
  /** The row as it was, which knows the types of objects that were read. */
  readonly original?: unknown;
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
  const own = ownTypes.get(row) ?? ownTypes.get(Object(marks.original));
  for (const [column, type] of Object.entries(table.columns)) {
    const details = ownOf(table.details, column);
    try {
      const given = ownOf(row as Readonly<Record<string, unknown>>, column);
      const isNull = given === null || given === undefined;
      const isWrong = isNull && !marks.isOriginal && table.required.has(column);
      const value = isWrong ? notNull(given, details) : given;
      written.add({ column, type, details, own: own?.get(column) }, value);
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
  /** The type that the value came with, in a column of objects. */
  readonly own: DataSetColumnType | undefined;
}

/** What the columns of a row become. */
class RowContent {
  readonly attributes: XmlAttribute[] = [];
  readonly children: XmlNode[] = [];
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  add(target: RowColumn, value: unknown): void {
    const { column, type, details } = target;
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
      this.children.push({ name, namespace: this.#namespace, ...contentOf(target, value) });
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

function contentOf({ type, details, own }: RowColumn, value: unknown): Content {
  const { dataType } = details ?? {};
  if (isElement(value)) {
    // without its type, .NET reads XML as empty text
    if (type !== 'anyType' || dataType === undefined) {
      throw notEncodable(
        "a value without elements: only a column of type 'anyType' with 'dataType' in 'details' " +
          'has XML that .NET reads',
        value,
      );
    }
    const { attributes, children, namespaces } = value;
    return { attributes, children, namespaces };
  }
  if (type !== 'anyType') return textContent(formatColumn(type, value), []);
  if (dataType !== undefined) return textContent(formatColumn(typeOfValue(value), value), []);
  return objectContent(own !== undefined && fits(own, value) ? own : typeOfValue(value), value);
}

/** A value in a column of objects, which names its type. */
function objectContent(type: DataSetColumnType, value: unknown): Content {
  const text = formatColumn(type, value);
  const instance = instanceTypes.get(type);
  if (instance !== undefined) {
    return textContent(text, [
      { name: 'InstanceType', namespace: MSDATA_NAMESPACE, value: instance },
    ]);
  }
  const { xsd } = columnTypes[type];
  const named = { name: 'type', namespace: XSI_NAMESPACE, value: `xs:${xsd}` };
  return {
    ...textContent(text, [named]),
    namespaces: { xs: SCHEMA_NAMESPACE, xsi: XSI_NAMESPACE },
  };
}

/** Types of objects that XML Schema lacks. */
const instanceTypes: ReadonlyMap<DataSetColumnType, string> = /* @__PURE__ */ new Map([
  ['guid', 'System.Guid'],
  ['char', 'System.Char'],
]);

function fits(type: DataSetColumnType, value: unknown): boolean {
  // which .NET cannot read as an object
  if (columnTypes[type].xsd === 'anyType') return false;
  try {
    formatColumn(type, value);
    return true;
  } catch {
    return false;
  }
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
