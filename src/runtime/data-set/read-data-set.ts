import { AsmxError } from '../operation/errors.ts';
import type { XmlElement, XmlNode } from '../xml/element.ts';
import {
  type AnyRows,
  type DataSetChange,
  type DataSetDescription,
  type DataSetOf,
  type DataSetRow,
  type DataSetValue,
  DIFFGRAM_NAMESPACE,
  MSDATA_NAMESPACE,
  type ReadDataSet,
  SCHEMA_NAMESPACE,
} from './data-set.ts';
import { attributeOf, elementsOf, isNamed, ownOf, record } from './elements.ts';
import { decodeName, encodeName } from './encoded-name.ts';
import { NestedRelations } from './nested-tables.ts';
import { detailsOfTable } from './read-details.ts';
import { ownTypes, readRow } from './read-row.ts';
import { readSetSchema, type SetSchema, tableOf } from './read-schema.ts';
import { emptyTable, type TableSchema } from './table-schema.ts';

/**
 * Reads a DataSet or DataTable of .NET: the rows of its tables, their changes, and what its schema
 * says of them. Values have the types that columns have in the schema of the message, as by default
 * in generated code: numbers for integers up to 32 bits and for floats, bigint for longer integers,
 * text for decimals and dates, Uint8Array for bytes. Names are decoded (`Unit_x0020_Price` is
 * `Unit Price`). A column that is null is left out of its row.
 *
 * @param result what an operation returned or got: the object with `schema` and `diffgram`, or an
 *   element with both
 * @param definition what is known of the DataSet if the message has no schema, or one without a
 *   table, as with .NET's `SchemaSerializationMode.ExcludeSchema`; without either, values are text
 * @throws AsmxError `decode`: no DataSet, or a value that is not of its column's type; the message
 *   and `path` name table, row and column
 */
export function readDataSet<Rows = AnyRows>(
  result: DataSetOf<Rows> | object | null | undefined,
  definition?: DataSetDescription,
): ReadDataSet<Rows> {
  if (result === null || result === undefined) {
    throw new AsmxError('decode', 'There is no DataSet: it was left out, which is null in .NET.');
  }
  const parts = partsOf(result);
  const schemas = parts.filter((one) => isNamed(one, SCHEMA_NAMESPACE, 'schema'));
  const others = parts.filter((one) => !schemas.includes(one));
  const diffgram = others.find((one) => isNamed(one, DIFFGRAM_NAMESPACE, 'diffgram'));
  const content = diffgram ?? others[0];
  if (schemas.length === 0 && content === undefined) {
    throw new AsmxError(
      'decode',
      'There is no DataSet: neither a schema nor a diffgram was found.',
    );
  }
  const said = readSetSchema(schemas);
  // with ExcludeSchema, .NET writes a schema without a table
  const known =
    said.tables.size === 0 && definition !== undefined ? schemaOfDefinition(definition) : said;
  const reader = new SetReader(known);
  const name = diffgram === undefined ? reader.plain(content) : reader.diffgram(diffgram);
  return reader.finish<Rows>(name);
}

/** The elements of a message: those in an element, or in the properties of an object. */
function partsOf(value: unknown): readonly XmlElement[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (isElement(value)) {
    const isPart =
      isNamed(value, SCHEMA_NAMESPACE, 'schema') || isNamed(value, DIFFGRAM_NAMESPACE, 'diffgram');
    const inside = elementsOf(value.children);
    const holdsParts = inside.some(({ namespace }) =>
      [SCHEMA_NAMESPACE, DIFFGRAM_NAMESPACE].includes(namespace),
    );
    return !isPart && holdsParts ? inside : [value];
  }
  return Object.keys(value).flatMap((key) => partsOf((value as Record<string, unknown>)[key]));
}

function isElement(value: object): value is XmlElement {
  const { name, namespace } = value as Partial<XmlElement>;
  return typeof name === 'string' && typeof namespace === 'string';
}

/** A definition as the schema that it stands for. */
function schemaOfDefinition(definition: DataSetDescription): SetSchema {
  const tables = Object.entries(definition.columns).map(([name, columns]) => {
    const details = Object.entries(ownOf(definition.details ?? {}, name) ?? {});
    const [text] = details.find(([, { mapping }]) => mapping === 'text') ?? [];
    const table = { ...emptyTable(name), columns: new Map(Object.entries(columns)), text };
    // a table whose name another one has in another namespace
    const [, namespace = '', local = name] = /^(\{[^}]*\})(.+)$/.exec(name) ?? [];
    return [namespace + encodeName(local), table] as const;
  });
  return { definition, tables: new Map(tables) };
}

/** Details of columns by table, if there are any. */
function detailsOf({ tables }: SetSchema): Pick<DataSetDescription, 'details'> {
  const found = [...new Set(tables.values())].flatMap((table) => {
    const details = detailsOfTable(table);
    return Object.keys(details).length === 0 ? [] : [[table.name, details] as const];
  });
  return found.length === 0 ? {} : { details: record(found) };
}

/** A row with its place among those of its table. */
interface PlacedRow {
  readonly row: DataSetRow;
  readonly order: number | undefined;
  readonly state: string | undefined;
}

/** Rows of a table while it is read. */
interface OpenTable {
  readonly schema: TableSchema;
  readonly rows: (PlacedRow & { readonly id: string | undefined })[];
  /** Rows as they were, by ID. */
  readonly before: Map<string | undefined, PlacedRow>;
  /** The number of the next row, if rows have one. */
  next: number;
}

/** The row around a row. */
interface ParentRow {
  readonly table: string;
  readonly row: DataSetRow;
}

/** Reads the rows of one DataSet. */
class SetReader {
  readonly #schema: SetSchema;
  readonly #relations: NestedRelations;
  readonly #tables: Map<string, OpenTable> = new Map();

  constructor(schema: SetSchema) {
    this.#schema = schema;
    this.#relations = new NestedRelations(schema.definition.relations);
    for (const table of new Set(schema.tables.values())) this.#open(table);
  }

  #open(schema: TableSchema): OpenTable {
    const table: OpenTable = { schema, rows: [], before: new Map(), next: 0 };
    this.#tables.set(schema.name, table);
    return table;
  }

  /** Reads a diffgram, and gives the name of the element with the rows. */
  diffgram({ children }: XmlElement): string {
    let name = '';
    for (const part of elementsOf(children)) {
      if (isNamed(part, DIFFGRAM_NAMESPACE, 'before')) {
        for (const row of elementsOf(part.children)) this.#row(row, true);
      } else if (part.namespace !== DIFFGRAM_NAMESPACE) name = this.plain(part);
    }
    return name;
  }

  /** Reads the rows in an element, and gives its name. */
  plain(set: XmlElement | undefined): string {
    for (const row of elementsOf(set?.children)) this.#row(row, false);
    return set === undefined ? '' : decodeName(set.name);
  }

  #tableOf(element: XmlElement): OpenTable {
    const known = tableOf(this.#schema, element);
    const name = known?.name ?? decodeName(element.name);
    return (
      this.#tables.get(name) ??
      this.#open({
        ...emptyTable(name),
        // what .NET calls it without a schema
        text: element.children?.some(isWritten) ? `${name}_Text` : undefined,
      })
    );
  }

  readonly #isTable = (element: XmlElement): boolean =>
    tableOf(this.#schema, element) !== undefined;

  #row(element: XmlElement, isBefore: boolean, parent?: ParentRow): void {
    const table = this.#tableOf(element);
    const { schema, rows, before } = table;
    const index = isBefore ? before.size : rows.length;
    const read = readRow(element, schema, { table: schema.name, index }, this.#isTable);
    const row = isBefore ? read.row : this.#linked(read.row, table, parent);
    const id = attributeOf(element, 'id', DIFFGRAM_NAMESPACE);
    const order = attributeOf(element, 'rowOrder', MSDATA_NAMESPACE);
    const state = attributeOf(element, 'hasChanges', DIFFGRAM_NAMESPACE);
    const placed = { row, state, order: order === undefined ? undefined : Number(order) };
    if (isBefore) before.set(id ?? `row ${index}`, placed);
    else rows.push({ ...placed, id });
    for (const one of read.nested) this.#row(one, isBefore, { table: schema.name, row });
  }

  /** A row with the values that relate it to the row around it and to rows inside, as in .NET. */
  #linked(row: DataSetRow, table: OpenTable, parent: ParentRow | undefined): DataSetRow {
    const { name, key } = table.schema;
    const links: [string, DataSetValue][] = [];
    if (key !== undefined) {
      const given = ownOf(row, key);
      if (given === undefined) links.push([key, table.next]);
      table.next = Math.max(table.next, typeof given === 'number' ? given : table.next) + 1;
    }
    const relation = parent && this.#relations.between(parent.table, name);
    if (relation?.childColumns.every((column) => ownOf(row, column) === undefined)) {
      for (const [index, column] of relation.childColumns.entries()) {
        const value = ownOf(parent?.row ?? {}, relation.parentColumns[index] ?? '');
        if (value !== undefined) links.push([column, value]);
      }
    }
    if (links.length === 0) return row;
    const linked = record([...Object.entries(row), ...links]);
    const own = ownTypes.get(row);
    if (own !== undefined) ownTypes.set(linked, own);
    return linked;
  }

  finish<Rows>(name: string): ReadDataSet<Rows> {
    const { definition } = this.#schema;
    const tables: [string, readonly DataSetRow[]][] = [];
    const original: [string, readonly DataSetRow[]][] = [];
    const changes: DataSetChange[] = [];
    for (const [table, open] of this.#tables) {
      const now = inOrder(open.rows);
      tables.push([table, now.map(({ row }) => row)]);
      original.push([table, originalRows(open)]);
      changes.push(...changesOf(table, now, open.before));
    }
    const set: ReadDataSet = {
      ...definition,
      ...detailsOf(this.#schema),
      name: definition.name || name,
      tables: record(tables),
      original: record(original),
      changes,
    };
    // the compiler knows the tables by the contract alone
    return set as unknown as ReadDataSet<Rows>;
  }
}

/** Whether a node is text that is not white space. */
function isWritten(node: XmlNode): boolean {
  return typeof node === 'string' && node.trim() !== '';
}

/** Rows by their places, if all have one. */
function inOrder<Row extends PlacedRow>(rows: readonly Row[]): readonly Row[] {
  if (rows.some(({ order }) => order === undefined)) return rows;
  return [...rows].sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
}

/** Rows as they were: not the inserted ones, but the deleted ones. */
function originalRows({ rows, before }: OpenTable): readonly DataSetRow[] {
  const left = new Map(before);
  const kept = rows.flatMap((one): readonly PlacedRow[] => {
    const was = one.id === undefined ? undefined : left.get(one.id);
    left.delete(one.id);
    if (one.state === 'inserted') return [];
    return [was === undefined ? one : { ...was, order: one.order }];
  });
  return inOrder([...kept, ...left.values()]).map(({ row }) => row);
}

function changesOf(
  table: string,
  rows: OpenTable['rows'] | readonly OpenTable['rows'][number][],
  before: OpenTable['before'],
): readonly DataSetChange[] {
  const left = new Map(before);
  const found: DataSetChange[] = [];
  for (const { row, id, state } of rows) {
    const original = id === undefined ? undefined : left.get(id)?.row;
    left.delete(id);
    if (state === 'inserted') found.push({ table, state, row });
    else if (original !== undefined) found.push({ table, state: 'modified', row, original });
  }
  for (const { row } of inOrder([...left.values()])) {
    found.push({ table, state: 'deleted', original: row });
  }
  return found;
}
