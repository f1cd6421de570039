import { AsmxError, messageOf } from '../operation/descriptor.ts';
import { formatXsdInteger } from '../types/number.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from '../xml/errors.ts';
import { notEncodable, type XmlAttribute, type XmlElement, type XmlNode } from '../xml/writer.ts';
import {
  type AnyRows,
  columnTypes,
  type DataSetChange,
  type DataSetColumnDetails,
  type DataSetColumns,
  type DataSetColumnType,
  type DataSetDescription,
  type DataSetDetails,
  type DataSetInput,
  type DataSetRelation,
  type DataSetRow,
  DIFFGRAM_NAMESPACE,
  dateTimeModes,
  encodeName,
  fromEntries,
  isColumnType,
  MSDATA_NAMESPACE,
  ownOf,
  ownTypes,
  SCHEMA_NAMESPACE,
  type WrittenDataSet,
} from './column.ts';

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
    columns: fromEntries(tables.map((one) => [one.name, one.columns])),
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
  return fromEntries(Object.entries(details).map(([column, one]) => [column, one.default]));
}

/**
 * The type of a column for which none is given, by the values it has. Numbers are `int` if all
 * are, `long` if all are integers, else `double`.
 */
function typeOfValues(values: Iterable<unknown>): DataSetColumnType {
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
function typeOfValue(value: unknown): DataSetColumnType {
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
function formatColumn(type: DataSetColumnType, value: unknown): string {
  return columnTypes[type].format(value as never);
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
  return fromEntries([
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

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element of XML Schema. Attributes with a prefix are Microsoft's. */
function xs(
  name: string,
  attributes: Attributes,
  children: readonly XmlElement[] = [],
): XmlElement {
  return { name, namespace: SCHEMA_NAMESPACE, attributes: attributesOf(attributes), children };
}

function attributesOf(attributes: Attributes): readonly XmlAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]): XmlAttribute | [] => {
    if (value === undefined) return [];
    const name = key.replace('msdata:', '');
    return name === key ? { name, value } : { name, namespace: MSDATA_NAMESPACE, value };
  });
}

/** What is written of a table, beside its rows. */
interface DescribedTable {
  readonly name: string;
  readonly columns: DataSetColumns;
  readonly details: Readonly<Record<string, WrittenDetails>>;
  /** Columns that are never null, with those of the primary key. */
  readonly required: ReadonlySet<string>;
}

/**
 * The schema of a DataSet as .NET writes it. Names have the prefix `xs`, which some readers look
 * for.
 */
function schemaOf(definition: DataSetDescription, tables: readonly DescribedTable[]): XmlElement {
  const { name, namespace, relations } = definition;
  const isQualified = namespace !== '';
  const [main] = tables;
  const set = xs(
    'element',
    {
      name: encodeName(name),
      'msdata:IsDataSet': 'true',
      // a DataTable is read only where this names it
      'msdata:MainDataTable':
        main && encodeName(isQualified ? `${namespace}:${main.name}` : main.name),
      'msdata:UseCurrentLocale': 'true',
    },
    [
      xs('complexType', {}, [
        xs(
          'choice',
          { minOccurs: '0', maxOccurs: 'unbounded' },
          tables.map((table) => tableElement(table, isQualified)),
        ),
      ]),
      ...uniqueElements(definition, tables),
    ],
  );
  const attributes = {
    id: encodeName(name),
    targetNamespace: isQualified ? namespace : undefined,
    attributeFormDefault: isQualified ? 'qualified' : undefined,
    elementFormDefault: isQualified ? 'qualified' : undefined,
  };
  const schema = xs('schema', attributes, [set, ...annotation(relations)]);
  const prefixes = { xs: SCHEMA_NAMESPACE, msdata: MSDATA_NAMESPACE };
  return { ...schema, namespaces: isQualified ? { ...prefixes, mstns: namespace } : prefixes };
}

function tableElement(table: DescribedTable, isQualified: boolean): XmlElement {
  const columns = Object.entries(table.columns).map(([name, type], index): SchemaColumn => {
    const details = ownOf(table.details, name);
    return { name, type, index, details, isRequired: table.required.has(name) };
  });
  const mappedAs = (...all: WrittenDetails['mapping'][]): readonly SchemaColumn[] =>
    columns.filter(({ details }) => all.includes(details?.mapping));
  const attributes = mappedAs('attribute', 'hidden').map((one) =>
    attributeElement(one, isQualified),
  );
  // .NET has attributes before elements if no column tells its place
  const isOrdered = columns.length > mappedAs(undefined).length;
  const [text] = mappedAs('text');
  const type =
    text === undefined
      ? [
          xs(
            'sequence',
            {},
            mappedAs(undefined).map((one) => columnElement(one, isOrdered)),
          ),
        ]
      : [textContentType(text, attributes)];
  return xs(
    'element',
    // a row whose text is null
    { name: encodeName(table.name), nillable: text && 'true' },
    [xs('complexType', {}, text === undefined ? [...type, ...attributes] : type)],
  );
}

/** A column with its place. */
interface SchemaColumn {
  readonly name: string;
  readonly type: DataSetColumnType;
  readonly index: number;
  readonly details: WrittenDetails | undefined;
  readonly isRequired: boolean;
}

function columnElement(column: SchemaColumn, isOrdered: boolean): XmlElement {
  const { details, isRequired, index } = column;
  return typed('element', column, {
    default: details?.defaultText,
    minOccurs: isRequired ? undefined : '0',
    'msdata:Ordinal': isOrdered ? `${index}` : undefined,
  });
}

function attributeElement(column: SchemaColumn, isQualified: boolean): XmlElement {
  const isHidden = column.details?.mapping === 'hidden';
  const use = isHidden ? 'prohibited' : column.isRequired ? 'required' : undefined;
  // an attribute with another use than optional cannot have a default in XML Schema
  const defaultName = use === undefined ? 'default' : 'msdata:DefaultValue';
  return typed('attribute', column, {
    [defaultName]: column.details?.defaultText,
    form: isQualified ? 'unqualified' : undefined,
    use,
  });
}

function textContentType(
  { name, type, index, details }: SchemaColumn,
  attributes: readonly XmlElement[],
): XmlElement {
  const { xsd, dotnet } = columnTypes[type];
  const own = {
    ...details?.attributes,
    'msdata:DataType': details?.dataType ?? dotnet,
    'msdata:DefaultValue': details?.defaultText,
    'msdata:ColumnName': encodeName(name),
    'msdata:Ordinal': `${index}`,
  };
  return xs('simpleContent', own, [xs('extension', { base: `xs:${xsd}` }, attributes)]);
}

/** The declaration of a column with its type. */
function typed(kind: string, column: SchemaColumn, more: Attributes): XmlElement {
  const { type, details } = column;
  const { xsd, dotnet } = columnTypes[type];
  const own = {
    name: encodeName(column.name),
    ...details?.attributes,
    'msdata:DataType': details?.dataType ?? dotnet,
  };
  const facet = type === 'char' ? { length: 1 } : { maxLength: details?.maxLength };
  const [[name, value] = []] = Object.entries(facet);
  if (name === undefined || value === undefined) {
    return xs(kind, { ...own, type: `xs:${xsd}`, ...more });
  }
  const restriction = xs('restriction', { base: 'xs:string' }, [xs(name, { value: `${value}` })]);
  return xs(kind, { ...own, ...more }, [xs('simpleType', {}, [restriction])]);
}

/** Primary keys, then other columns that are unique. */
function uniqueElements(
  { namespace, primaryKeys, unique = {} }: DataSetDescription,
  tables: readonly DescribedTable[],
): readonly XmlElement[] {
  const keys = Object.entries(primaryKeys).map(([table, columns]) => ({
    table,
    columns,
    isKey: true,
  }));
  const others = Object.entries(unique).flatMap(([table, lists]) =>
    lists.map((columns) => ({ table, columns, isKey: false })),
  );
  const prefix = namespace === '' ? '' : 'mstns:';
  const known = new Map(tables.map((one) => [one.name, one]));
  return [...keys, ...others].map(({ table, columns, isKey }, index) => {
    const { details = {} } = known.get(table) ?? {};
    const fields = columns.map((column) => {
      const { mapping } = ownOf(details, column) ?? {};
      const isAttribute = mapping === 'attribute' || mapping === 'hidden';
      return xs('field', { xpath: (isAttribute ? '@' : prefix) + encodeName(column) });
    });
    const name = `Constraint${index + 1}`;
    return xs('unique', { name, 'msdata:PrimaryKey': isKey ? 'true' : undefined }, [
      xs('selector', { xpath: `.//${prefix}${encodeName(table)}` }),
      ...fields,
    ]);
  });
}

/** Relations as annotations: unlike references to keys, they refuse no rows. */
function annotation(relations: readonly DataSetRelation[]): readonly XmlElement[] {
  if (relations.length === 0) return [];
  const list = (names: readonly string[]): string => names.map(encodeName).join(' ');
  const described = relations.map(
    ({ name, parent, child, parentColumns, childColumns }): XmlElement => ({
      name: 'Relationship',
      namespace: MSDATA_NAMESPACE,
      attributes: attributesOf({
        name: encodeName(name),
        'msdata:parent': encodeName(parent),
        'msdata:child': encodeName(child),
        'msdata:parentkey': list(parentColumns),
        'msdata:childkey': list(childColumns),
      }),
    }),
  );
  return [xs('annotation', {}, [xs('appinfo', {}, described)])];
}

/** A table that rows are written of. */
interface WrittenTable {
  readonly name: string;
  readonly namespace: string;
  readonly columns: DataSetColumns;
  readonly details: Readonly<Record<string, WrittenDetails>>;
  /** Columns that are never null. */
  readonly required: ReadonlySet<string>;
}

/** The place of a row. */
interface RowMarks {
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
function rowError(
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
function writeRow(row: unknown, table: WrittenTable, marks: RowMarks): XmlElement {
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

/** Details as schemas have them. */
interface WrittenDetails {
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
function writtenDetails(
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
  const written = fromEntries(found);
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
