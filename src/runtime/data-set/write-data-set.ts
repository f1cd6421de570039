import { AsmxError } from '../operation/errors.ts';
import type { XmlElement } from '../xml/element.ts';
import { notEncodable } from '../xml/write-text.ts';
import { columnTypes, isColumnType, typeOfValues } from './column-type.ts';
import {
  type AnyRows,
  type DataSetChange,
  type DataSetColumns,
  type DataSetDescription,
  type DataSetDetails,
  type DataSetInput,
  type DataSetRow,
  DIFFGRAM_NAMESPACE,
  MSDATA_NAMESPACE,
  type WrittenDataSet,
} from './data-set.ts';
import { ownOf, record } from './elements.ts';
import { encodeName } from './encoded-name.ts';
import { writtenDetails } from './write-details.ts';
import { type RowMarks, rowError, type WrittenTable, writeRow } from './write-row.ts';
import { type DescribedTable, schemaOf } from './write-schema.ts';

/**
 * Writes a DataSet or DataTable as .NET does: a schema with the types of the columns, and a
 * diffgram with the rows. Names are encoded (`Unit Price` is `Unit_x0020_Price`), and columns that
 * are null or undefined are left out.
 *
 * Columns are those in `columns`, then others that rows have, whose types follow from the values:
 * `int` if all are, `long` for other integers and bigints, `double` for other numbers, `boolean`,
 * `base64Binary` for bytes, `dateTime` for a Date, `string` for text. So name the types of decimals
 * and dates, which are text: `columns: { Product: { Price: 'decimal' } }`.
 *
 * The value fits all forms in which contracts describe a DataSet or DataTable. The first table is
 * the one that .NET reads as a DataTable.
 *
 * @param set rows by table; `name` is `NewDataSet` and `namespace` none by default. A DataSet that
 *   was read is written as it was, with its changes.
 * @throws AsmxError `encode`: a value that is not of its column's type, or a change without its
 *   row; the message and `path` name table, row and column
 */
export function writeDataSet<Rows = AnyRows>(set: DataSetInput<Rows>): WrittenDataSet<Rows> {
  // the compiler knows the tables by the contract alone
  const input = set as unknown as DataSetInput;
  const tables = tablesOf(input);
  const definition: DataSetDescription = {
    name: input.name || 'NewDataSet',
    namespace: input.namespace ?? '',
    columns: record(tables.map((one) => [one.name, one.columns])),
    required: input.required ?? {},
    primaryKeys: input.primaryKeys ?? {},
    relations: input.relations ?? [],
    unique: input.unique,
  };
  const schema = schemaOf(definition, tables);
  const diffgram = diffgramOf(definition, tables);
  return {
    schema: Object.assign([schema], schema),
    diffgram,
    $sequence: [{ schema, diffgram }],
  };
}

/** A change with its place among the changes. */
type PlacedChange = DataSetChange & { readonly index: number };

/** A table with all that is written of it. */
interface FullTable extends WrittenTable, DescribedTable {
  readonly rows: readonly unknown[];
  readonly changes: readonly PlacedChange[];
}

function tablesOf(input: DataSetInput): readonly FullTable[] {
  const { tables, changes = [], columns = {}, namespace = '', details = {} } = input;
  if (typeof tables !== 'object' || tables === null) {
    throw new AsmxError('encode', notEncodable('an object with rows by table', tables).message, {
      path: 'tables',
    });
  }
  const byTable = new Map<string, PlacedChange[]>();
  for (const [index, change] of changes.entries()) {
    checkChange(change, index);
    const found = byTable.get(change.table) ?? [];
    byTable.set(change.table, found);
    found.push({ ...change, index });
  }
  const named = [columns, tables, details].flatMap(Object.keys);
  const names = new Set([...named, ...byTable.keys()]);
  return [...names].map((name) => {
    if (/^\{[^}]*\}./.test(name)) {
      const reason =
        'Tables of one name in two namespaces can be read only. Leave one of them out.';
      throw new AsmxError('encode', `Table '${name}': ${reason}`, { path: `tables.${name}` });
    }
    const given = ownOf(tables, name) ?? [];
    if (!Array.isArray(given)) {
      const { message } = notEncodable('an array of rows', given);
      throw new AsmxError('encode', `Table '${name}': ${message}`, { path: `tables.${name}` });
    }
    const own = byTable.get(name) ?? [];
    const listed = new Set<unknown>(given);
    const added = own.flatMap(({ row }) => (row === undefined || listed.has(row) ? [] : [row]));
    const rows = [...given, ...added];
    const all: readonly unknown[] = [...rows, ...own.map(({ original }) => original)];
    const said = ownOf(details, name) ?? {};
    const types = columnsOf(name, ownOf(columns, name) ?? {}, [...all, defaultsOf(said)]);
    const known = [input.required, input.primaryKeys];
    return {
      name,
      namespace,
      columns: types,
      details: writtenDetails(name, types, said),
      required: new Set(known.flatMap((lists) => ownOf(lists ?? {}, name) ?? [])),
      rows,
      changes: own,
    };
  });
}

const states: readonly unknown[] = ['modified', 'inserted', 'deleted'];

function checkChange(change: DataSetChange, index: number): void {
  const { table, state, row, original } = change;
  const place = { list: 'changes', index };
  if (!states.includes(state)) {
    const { message } = notEncodable("'modified', 'inserted' or 'deleted' as state", state);
    throw rowError({ name: table }, place, message);
  }
  const missing =
    state !== 'deleted' && row === undefined
      ? 'row'
      : state !== 'inserted' && original === undefined
        ? 'original'
        : undefined;
  if (missing === undefined) return;
  throw rowError({ name: table }, place, `A row that is ${state} needs '${missing}'.`);
}

/** A row of default values, by which columns have a type without any row. */
function defaultsOf(details: DataSetDetails): DataSetRow {
  return record(Object.entries(details).map(([column, one]) => [column, one.default]));
}

/** Types of the columns: given ones, then those that follow from the values. */
function columnsOf(table: string, given: DataSetColumns, rows: readonly unknown[]): DataSetColumns {
  for (const [column, type] of Object.entries(given)) {
    if (isColumnType(type)) continue;
    const { message } = notEncodable(`one of ${Object.keys(columnTypes).join(', ')}`, type);
    throw new AsmxError('encode', `Table '${table}', column '${column}': ${message}`, {
      path: `columns.${table}.${column}`,
    });
  }
  const values = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [column, value] of Object.entries(row ?? {})) {
      const found = values.get(column);
      if (found === undefined) values.set(column, [value]);
      else found.push(value);
    }
  }
  const others = [...values].filter(([column]) => ownOf(given, column) === undefined);
  return record([
    ...Object.entries(given),
    ...others.map(([column, list]) => [column, typeOfValues(list)] as const),
  ]);
}

function diffgramOf(
  { name, namespace }: DataSetDescription,
  tables: readonly FullTable[],
): XmlElement {
  const before: XmlElement[] = [];
  const rows = tables.flatMap((table) => rowsOf(table, before));
  const children: XmlElement[] = [];
  // XmlSerializer of .NET loses its place after a diffgram that ends in an empty element
  if (rows.length > 0 || before.length > 0) {
    children.push({ name: encodeName(name), namespace, children: rows });
  }
  if (before.length > 0) {
    children.push({ name: 'before', namespace: DIFFGRAM_NAMESPACE, children: before });
  }
  return {
    name: 'diffgram',
    namespace: DIFFGRAM_NAMESPACE,
    namespaces: { msdata: MSDATA_NAMESPACE, diffgr: DIFFGRAM_NAMESPACE },
    children,
  };
}

/** Rows of a table as they are. Rows as they were are added to `before`. */
function rowsOf(table: FullTable, before: XmlElement[]): readonly XmlElement[] {
  const changed = new Map<unknown, PlacedChange>();
  for (const change of table.changes) {
    if (change.row !== undefined) changed.set(change.row, change);
  }
  const mark = (order: number) => ({ id: `${table.name}${order + 1}`, order, isOriginal: false });
  const written = table.rows.map((row, index) => {
    const { state, original, index: at = 0 } = changed.get(row) ?? {};
    const marks = { list: 'tables', index, ...mark(index), state, original };
    if (original !== undefined) {
      const was: RowMarks = {
        list: 'changes',
        index: at,
        ...mark(index),
        state: undefined,
        isOriginal: true,
      };
      before.push(writeRow(original, table, was));
    }
    return writeRow(row, table, marks);
  });
  let next = table.rows.length;
  for (const { state, original, index } of table.changes) {
    if (state !== 'deleted') continue;
    const was: RowMarks = {
      list: 'changes',
      index,
      ...mark(next),
      state: undefined,
      isOriginal: true,
    };
    before.push(writeRow(original, table, was));
    next += 1;
  }
  return written;
}
