import { AsmxError, messageOf, propertyOf } from '../operation/errors.ts';
import type { XmlElement } from '../xml/element.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { columnTypes, typeOfDotnet, typeOfXsd } from './column-type.ts';
import {
  type DataSetColumnType,
  type DataSetRow,
  type DataSetValue,
  DIFFGRAM_NAMESPACE,
  MSDATA_NAMESPACE,
} from './data-set.ts';
import { attributeOf, elementsOf, localName, record, textOf } from './elements.ts';
import { decodeName } from './encoded-name.ts';
import type { TableSchema } from './table-schema.ts';

/** The place of a row, for errors. */
export interface RowPlace {
  readonly table: string;
  /** Rows of its table before it. */
  readonly index: number;
}

/** What a row's element holds. */
export interface ReadRow {
  readonly row: DataSetRow;
  /** Elements of rows of other tables, which belong to this one. */
  readonly nested: readonly XmlElement[];
}

/** Whether the schema has a table with the name of an element. */
export type IsTable = (element: XmlElement) => boolean;

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
  const children = elementsOf(element.children);
  if (text !== undefined && children.length === 0) add(text, element);
  for (const child of children) {
    const name = decodeName(child.name);
    // a column may have the name of a table
    const isRow =
      attributeOf(child, 'id', DIFFGRAM_NAMESPACE) !== undefined ||
      (!columns.has(name) && isTable(child));
    if (isRow) nested.push(child);
    else add(name, child);
  }
  const row = record(found);
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
  const nil = attributeOf(element, 'nil', XSI_NAMESPACE);
  return nil === 'true' || nil === '1';
}

/** The type that a value in a column of objects names itself. */
function ownType(element: XmlElement): DataSetColumnType {
  const instance = attributeOf(element, 'InstanceType', MSDATA_NAMESPACE);
  const named = attributeOf(element, 'type', XSI_NAMESPACE);
  if (instance !== undefined) return typeOfDotnet(instance) ?? 'string';
  const type = named === undefined ? 'string' : typeOfXsd(localName(named));
  return type === 'anyType' ? 'string' : type;
}
