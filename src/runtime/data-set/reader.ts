import { AsmxError } from '../operation/descriptor.ts';
import type { XmlElement, XmlNode } from '../xml/writer.ts';
import {
  type AnyRows,
  type DataSetChange,
  type DataSetColumns,
  type DataSetColumnType,
  type DataSetDescription,
  type DataSetOf,
  type DataSetRelation,
  type DataSetRow,
  type DataSetValue,
  DIFFGRAM_NAMESPACE,
  dataAttribute,
  decodeName,
  detailsOf,
  detailsOfTable,
  elementNodes,
  emptyTable,
  encodeName,
  fromEntries,
  isElementNamed,
  localName,
  MSDATA_NAMESPACE,
  ownOf,
  ownTypes,
  type ReadDataSet,
  readRow,
  SCHEMA_NAMESPACE,
  type SchemaDetails,
  type TableSchema,
  typeOfDotnet,
  typeOfXsd,
} from './column.ts';

/** A column of a table. */
interface Column {
  readonly name: string;
  readonly type: DataSetColumnType;
  /** Whether it is never null. */
  readonly required: boolean;
  /** Its place among the columns, if the schema has another order. */
  readonly ordinal: number | undefined;
  readonly details: SchemaDetails;
}

/** Types of a schema by their names. */
type NamedTypes = ReadonlyMap<string, XmlElement>;

/** The restriction or extension by which a type is derived. */
function derivationOf(type: XmlElement): XmlElement | undefined {
  return elementNodes(type.children).find((one) =>
    isElementNamed(one, SCHEMA_NAMESPACE, 'restriction', 'extension'),
  );
}

/** A type declared inside an element or attribute. */
function inlineType(
  declaration: XmlElement,
  kind: 'simpleType' | 'complexType',
): XmlElement | undefined {
  return elementNodes(declaration.children).find((one) =>
    isElementNamed(one, SCHEMA_NAMESPACE, kind),
  );
}

/** The declaration of a column as element or attribute. */
function columnOf(declaration: XmlElement, types: NamedTypes): Column {
  const { name, type } = simpleColumn(declaration, types);
  const maxLength = type === 'string' ? maxLengthOf(declaration, types) : undefined;
  const column = (required: boolean, mapping: SchemaDetails['mapping']): Column => {
    const details = detailsOf(declaration, mapping);
    return {
      name,
      type,
      required,
      ordinal: ordinalOf(declaration),
      details: maxLength === undefined ? details : { ...details, maxLength },
    };
  };
  if (declaration.name === 'attribute') {
    const use = dataAttribute(declaration, 'use');
    return column(use === 'required', use === 'prohibited' ? 'hidden' : 'attribute');
  }
  const isOptional = dataAttribute(declaration, 'minOccurs') === '0';
  return column(!isOptional && dataAttribute(declaration, 'nillable') !== 'true', undefined);
}

/** The column that is the text of its rows. */
function textColumn(content: XmlElement, types: NamedTypes): Column {
  const named = dataAttribute(content, 'ColumnName', MSDATA_NAMESPACE) ?? '';
  return {
    name: decodeName(named),
    type:
      typeOfDotnet(dataAttribute(content, 'DataType', MSDATA_NAMESPACE)) ??
      derivedType(content, types),
    required: false,
    ordinal: ordinalOf(content),
    details: detailsOf(content, 'text'),
  };
}

function simpleColumn(declaration: XmlElement, types: NamedTypes): Pick<Column, 'name' | 'type'> {
  const name = decodeName(dataAttribute(declaration, 'name') ?? '');
  const dotnet = typeOfDotnet(dataAttribute(declaration, 'DataType', MSDATA_NAMESPACE));
  if (dotnet !== undefined) return { name, type: dotnet };
  const given = dataAttribute(declaration, 'type');
  const inline = inlineType(declaration, 'simpleType');
  if (given !== undefined) return { name, type: namedType(given, types) };
  if (inline !== undefined) return { name, type: derivedType(inline, types) };
  // without any type an element is anyType
  return { name, type: declaration.name === 'attribute' ? 'string' : 'anyType' };
}

/** The longest text of the type of a column, or of a type that it is derived from. */
function maxLengthOf(declaration: XmlElement, types: NamedTypes): string | undefined {
  const named = (name: string | undefined): XmlElement | undefined =>
    types.get(localName(name ?? ''));
  let type = inlineType(declaration, 'simpleType') ?? named(dataAttribute(declaration, 'type'));
  for (let depth = 0; type !== undefined && depth < deepest; depth += 1) {
    const derivation = derivationOf(type);
    const found = derivation && facetOf(derivation, 'maxLength');
    if (derivation === undefined || found !== undefined) return found;
    type = inlineType(derivation, 'simpleType') ?? named(dataAttribute(derivation, 'base'));
  }
  return undefined;
}

/** The type that a reference names. Names without declaration are those of built-in types. */
function namedType(reference: string, types: NamedTypes, depth = 0): DataSetColumnType {
  const name = localName(reference);
  const declared = types.get(name);
  return declared === undefined || depth > deepest
    ? typeOfXsd(name)
    : derivedType(declared, types, depth + 1);
}

/** How many types may be derived from each other, which may also do so in a circle. */
const deepest = 20;

function derivedType(type: XmlElement, types: NamedTypes, depth = 0): DataSetColumnType {
  const derivation = derivationOf(type);
  if (derivation === undefined) return 'string';
  const base = dataAttribute(derivation, 'base');
  const inner = inlineType(derivation, 'simpleType');
  const found =
    base === undefined
      ? inner && depth < deepest && derivedType(inner, types, depth + 1)
      : namedType(base, types, depth);
  // which .NET writes for `char`
  if (found === 'string' && facetOf(derivation, 'length') === '1') return 'char';
  return found || 'string';
}

/** The value of a facet of a restriction. */
function facetOf(restriction: XmlElement, name: string): string | undefined {
  const facet = elementNodes(restriction.children).find((one) =>
    isElementNamed(one, SCHEMA_NAMESPACE, name),
  );
  return facet && dataAttribute(facet, 'value');
}

function ordinalOf(declaration: XmlElement): number | undefined {
  const text = dataAttribute(declaration, 'Ordinal', MSDATA_NAMESPACE);
  return text === undefined ? undefined : Number(text);
}

/** Tables whose rows are inside rows of others, by the schema. */
class NestedTables {
  readonly #pairs: [parent: TableSchema, child: TableSchema][] = [];
  /** Names that were tried, by table and name. */
  readonly #tried: Map<string, number> = new Map();

  add(parent: TableSchema, child: TableSchema): void {
    this.#pairs.push([parent, child]);
  }

  /**
   * Relates tables that the schema nests, but does not relate, as .NET does: by the one column of
   * the parent's primary key, or else by a column `<Parent>_Id` that no message declares.
   */
  relate({ primaryKeys, relations }: Constraints): void {
    const keys = new Map<string, string>();
    for (const [table, [column, ...others]] of primaryKeys) {
      if (column !== undefined && others.length === 0) keys.set(table, column);
    }
    const withKey = new Set(primaryKeys.map(([table]) => table));
    const related = new Set(relations.map(({ parent, child }) => pairName(parent, child)));
    for (const [parent, child] of this.#pairs) {
      const pair = pairName(parent.name, child.name);
      if (related.has(pair)) continue;
      related.add(pair);
      const key = keys.get(parent.name) ?? this.#addKey(parent);
      keys.set(parent.name, key);
      if (!withKey.has(parent.name)) primaryKeys.push([parent.name, [key]]);
      withKey.add(parent.name);
      const reference = this.#addColumn(child, key, parent.columns.get(key) ?? 'int');
      relations.push({
        name: `${parent.name}_${child.name}`,
        parent: parent.name,
        child: child.name,
        parentColumns: [key],
        childColumns: [reference],
      });
    }
  }

  #addKey(parent: TableSchema): string {
    const key = this.#addColumn(parent, `${parent.name}_Id`, 'int');
    parent.key = key;
    parent.details.set(key, { mapping: 'hidden', seed: '0' });
    parent.required.push(key);
    return key;
  }

  /** Adds a column under a name that its table does not have. */
  #addColumn(
    { name, columns, details }: TableSchema,
    wanted: string,
    type: DataSetColumnType,
  ): string {
    const tried = pairName(name, wanted);
    let free = wanted;
    for (let next = this.#tried.get(tried) ?? 0; columns.has(free); next += 1) {
      free = `${wanted}_${next}`;
      this.#tried.set(tried, next + 1);
    }
    columns.set(free, type);
    details.set(free, { mapping: 'hidden' });
    return free;
  }
}

/** One text for two names. */
function pairName(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** Relations by their tables, of which the first tells to which row a nested row belongs. */
class NestedRelations {
  readonly #relations: Map<string, DataSetRelation> = new Map();

  constructor(relations: readonly DataSetRelation[]) {
    for (const one of [...relations].reverse()) {
      this.#relations.set(pairName(one.parent, one.child), one);
    }
  }

  between(parent: string, child: string): DataSetRelation | undefined {
    return this.#relations.get(pairName(parent, child));
  }
}

/** Keys and relations of a DataSet. */
interface Constraints {
  /** Tables and the columns of their primary keys. */
  readonly primaryKeys: [table: string, columns: readonly string[]][];
  /** Other columns whose values together are unique. */
  readonly unique: Key[];
  readonly relations: DataSetRelation[];
}

/** A key or a reference to one: a table and some of its columns. */
interface Key {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Reads identity constraints, and relations that are annotations. */
function readConstraints(owners: readonly XmlElement[], found: Constraints): void {
  const all = owners.flatMap(({ children }) => elementNodes(children));
  const keys = new Map<string, Key>();
  for (const one of all) {
    if (!isElementNamed(one, SCHEMA_NAMESPACE, 'unique', 'key')) continue;
    const key = keyOf(one);
    keys.set(dataAttribute(one, 'name') ?? '', key);
    if (dataAttribute(one, 'PrimaryKey', MSDATA_NAMESPACE) === 'true') {
      found.primaryKeys.push([key.table, key.columns]);
    } else found.unique.push(key);
  }
  for (const one of all) {
    if (!isElementNamed(one, SCHEMA_NAMESPACE, 'keyref')) continue;
    if (dataAttribute(one, 'ConstraintOnly', MSDATA_NAMESPACE) === 'true') continue;
    const child = keyOf(one);
    const parent = keys.get(localName(dataAttribute(one, 'refer') ?? ''));
    const named =
      dataAttribute(one, 'RelationName', MSDATA_NAMESPACE) ?? dataAttribute(one, 'name');
    if (parent !== undefined) found.relations.push(relation(named ?? '', parent, child));
  }
  for (const one of all.flatMap(annotated)) found.relations.push(relationship(one));
}

function relation(name: string, parent: Key, child: Key): DataSetRelation {
  return {
    name: decodeName(name),
    parent: parent.table,
    child: child.table,
    parentColumns: parent.columns,
    childColumns: child.columns,
  };
}

/** The selector and the fields of a constraint: `.//mstns:Order` and `mstns:Id` or `@Id`. */
function keyOf(constraint: XmlElement): Key {
  const parts = elementNodes(constraint.children);
  const path = (one: XmlElement): string => {
    const text = dataAttribute(one, 'xpath') ?? '';
    return decodeName(localName(text.slice(text.lastIndexOf('/') + 1)).replace('@', ''));
  };
  const selector = parts.find((one) => isElementNamed(one, SCHEMA_NAMESPACE, 'selector'));
  return {
    table: selector === undefined ? '' : path(selector),
    columns: parts.filter((one) => isElementNamed(one, SCHEMA_NAMESPACE, 'field')).map(path),
  };
}

/** Relations in the annotations of an element or schema. */
function annotated(element: XmlElement): readonly XmlElement[] {
  if (!isElementNamed(element, SCHEMA_NAMESPACE, 'annotation')) return [];
  return elementNodes(element.children)
    .flatMap(({ children }) => elementNodes(children))
    .filter((one) => isElementNamed(one, MSDATA_NAMESPACE, 'Relationship'));
}

function relationship(element: XmlElement): DataSetRelation {
  const names = (name: string): readonly string[] =>
    (dataAttribute(element, name, MSDATA_NAMESPACE) ?? '')
      .split(/[ +]/)
      .filter((one) => one !== '')
      .map(decodeName);
  const key = (role: 'parent' | 'child'): Key => ({
    table: names(role)[0] ?? '',
    columns: names(`${role}key`),
  });
  return relation(dataAttribute(element, 'name') ?? '', key('parent'), key('child'));
}

/** A DataSet's schema. */
interface SetSchema {
  readonly definition: DataSetDescription;
  /** Tables by the names of their elements: with the namespace in braces, or without one. */
  readonly tables: ReadonlyMap<string, TableSchema>;
}

/** The table whose row an element is; the namespace counts only where two tables have its name. */
function tableOf({ tables }: SetSchema, element: XmlElement): TableSchema | undefined {
  return tables.get(`{${element.namespace}}${element.name}`) ?? tables.get(element.name);
}

/** Reads the schemas of a DataSet, of which there are several if its tables have namespaces. */
export function readSetSchema(schemas: readonly XmlElement[]): SetSchema {
  return new SchemaReader(schemas).read();
}

/** Reads the schemas of one DataSet. */
class SchemaReader {
  readonly #schemas: readonly XmlElement[];
  readonly #types: Map<string, XmlElement> = new Map();
  /** Elements of all schemas, by local name and by name with namespace. */
  readonly #elements: Map<string, XmlElement> = new Map();
  readonly #byDeclaration: Map<XmlElement, TableSchema> = new Map();
  readonly #tables: Map<string, TableSchema> = new Map();
  readonly #globals: Set<XmlElement> = new Set();
  /** Schemas by the declarations inside. */
  readonly #homes: Map<XmlElement, XmlElement> = new Map();
  readonly #nested = new NestedTables();

  constructor(schemas: readonly XmlElement[]) {
    this.#schemas = schemas;
    for (const schema of schemas) {
      const namespace = dataAttribute(schema, 'targetNamespace') ?? '';
      this.#settle(schema, schema);
      for (const one of elementNodes(schema.children)) {
        const name = dataAttribute(one, 'name') ?? '';
        if (isElementNamed(one, SCHEMA_NAMESPACE, 'element')) {
          this.#globals.add(one);
          if (!this.#elements.has(name)) this.#elements.set(name, one);
          this.#elements.set(`{${namespace}}${name}`, one);
        }
        if (isElementNamed(one, SCHEMA_NAMESPACE, 'simpleType', 'complexType'))
          this.#types.set(name, one);
      }
    }
  }

  #settle(element: XmlElement, schema: XmlElement): void {
    for (const one of elementNodes(element.children)) {
      if (isElementNamed(one, SCHEMA_NAMESPACE, 'element')) this.#homes.set(one, schema);
      this.#settle(one, schema);
    }
  }

  /** The declaration that a reference names. */
  #referred(element: XmlElement, reference: string): XmlElement | undefined {
    const name = localName(reference);
    const prefix = reference.slice(0, -name.length - 1);
    const namespace =
      element.namespaces?.[prefix] ?? this.#homes.get(element)?.namespaces?.[prefix];
    const exact = namespace === undefined ? undefined : this.#elements.get(`{${namespace}}${name}`);
    return exact ?? this.#elements.get(name);
  }

  read(): SetSchema {
    const all = [...new Set(this.#elements.values())];
    // other makes leave the mark out
    const set = all.find(isDataSet) ?? all[0];
    const constraints: Constraints = { primaryKeys: [], unique: [], relations: [] };
    if (set !== undefined) {
      for (const { declaration } of this.#childElements(set)) this.#table(declaration);
      // an element of its own that is a table only by its content
      for (const one of all) if (one !== set) this.#table(one);
      readConstraints([set, ...this.#schemas], constraints);
      this.#nested.relate(constraints);
    }
    const tables = [...new Set(this.#tables.values())];
    requireKeys(tables, constraints);
    const definition: DataSetDescription = {
      name: decodeName((set && dataAttribute(set, 'name')) ?? ''),
      namespace: this.#namespaceOf(set),
      columns: fromEntries(tables.map(({ name, columns }) => [name, columnsRead(columns)])),
      required: fromEntries(
        tables.filter(({ required }) => required.length > 0).map((one) => [one.name, one.required]),
      ),
      primaryKeys: fromEntries(constraints.primaryKeys),
      relations: constraints.relations,
      ...uniqueOf(constraints),
    };
    return { definition, tables: this.#tables };
  }

  /** The target namespace of the schema that declares an element. */
  #namespaceOf(element: XmlElement | undefined): string {
    const schema = this.#schemas.find(({ children = [] }) =>
      children.some((one) => one === element),
    );
    return (schema && dataAttribute(schema, 'targetNamespace')) ?? '';
  }

  /** The complex type of an element; `undefined` if it has none, as a column. */
  #complexType(element: XmlElement): XmlElement | undefined {
    const inline = inlineType(element, 'complexType');
    if (inline !== undefined) return inline;
    const named = this.#types.get(localName(dataAttribute(element, 'type') ?? ''));
    return named?.name === 'complexType' ? named : undefined;
  }

  /** Declarations of the children of an element. */
  #childElements(element: XmlElement): readonly Particle[] {
    const type = this.#complexType(element);
    return type === undefined ? [] : this.#particles(type);
  }

  /** Elements in a type, sequence or choice; references are followed. */
  #particles(parent: XmlElement): readonly Particle[] {
    return elementNodes(parent.children).flatMap((one): readonly Particle[] => {
      if (isElementNamed(one, SCHEMA_NAMESPACE, 'sequence', 'choice', 'all'))
        return this.#particles(one);
      if (isElementNamed(one, SCHEMA_NAMESPACE, 'complexContent')) {
        return this.#particles(derivationOf(one) ?? one);
      }
      if (!isElementNamed(one, SCHEMA_NAMESPACE, 'element')) return [];
      const reference = dataAttribute(one, 'ref');
      const declaration = reference ? this.#referred(one, reference) : one;
      if (declaration === undefined) return [];
      const isOptional = dataAttribute(one, 'minOccurs') === '0';
      return [{ declaration, isRepeated: isRepeated(one), isOptional }];
    });
  }

  /** The table that an element with attributes or children is; `undefined` for a column. */
  #table(element: XmlElement): TableSchema | undefined {
    const type = this.#complexType(element);
    if (type === undefined) return undefined;
    const known = this.#byDeclaration.get(element);
    if (known !== undefined) return known;
    const { table, isNew } = this.#addTable(element);
    if (!isNew) return table;
    const found: Column[] = [];
    for (const { declaration, isRepeated, isOptional } of this.#particles(type)) {
      const child =
        this.#table(declaration) ?? (isRepeated ? this.#listTable(declaration) : undefined);
      if (child !== undefined) this.#nested.add(table, child);
      else {
        const column = columnOf(declaration, this.#types);
        found.push({ ...column, required: column.required && !isOptional });
      }
    }
    found.push(...this.#attributes(type));
    const content = elementNodes(type.children).find((one) =>
      isElementNamed(one, SCHEMA_NAMESPACE, 'simpleContent'),
    );
    if (content !== undefined) {
      const text = textColumn(content, this.#types);
      table.text = text.name === '' ? `${table.name}_text` : text.name;
      found.push({ ...text, name: table.text }, ...this.#attributes(derivationOf(content)));
    }
    for (const column of columnsInOrder(found)) {
      table.columns.set(column.name, column.type);
      table.details.set(column.name, column.details);
      if (column.required) table.required.push(column.name);
    }
    return table;
  }

  /** The table that .NET makes of a simple element of which a row has several. */
  #listTable(element: XmlElement): TableSchema {
    const known = this.#byDeclaration.get(element);
    if (known !== undefined) return known;
    const { table, isNew } = this.#addTable(element);
    if (!isNew) return table;
    table.text = `${table.name}_Column`;
    table.columns.set(table.text, columnOf(element, this.#types).type);
    table.details.set(table.text, { mapping: 'text' });
    return table;
  }

  /** The table of a declaration, and whether it is new: two declarations may have one name. */
  #addTable(declaration: XmlElement): { table: TableSchema; isNew: boolean } {
    const encoded = dataAttribute(declaration, 'name') ?? '';
    const namespace = this.#namespaceIn(declaration);
    const full = `{${namespace}}${encoded}`;
    const known = this.#tables.get(full);
    const isTaken = this.#tables.has(encoded);
    const table =
      known ?? emptyTable(isTaken ? `{${namespace}}${decodeName(encoded)}` : decodeName(encoded));
    this.#byDeclaration.set(declaration, table);
    this.#tables.set(full, table);
    if (!isTaken) this.#tables.set(encoded, table);
    return { table, isNew: known === undefined };
  }

  /** The namespace of an element in messages, by its declaration. */
  #namespaceIn(declaration: XmlElement): string {
    const schema = this.#homes.get(declaration);
    if (schema === undefined) return '';
    const form = dataAttribute(declaration, 'form') ?? dataAttribute(schema, 'elementFormDefault');
    const isQualified = this.#globals.has(declaration) || form === 'qualified';
    return isQualified ? (dataAttribute(schema, 'targetNamespace') ?? '') : '';
  }

  #attributes(parent: XmlElement | undefined): readonly Column[] {
    return elementNodes(parent?.children)
      .filter((one) => isElementNamed(one, SCHEMA_NAMESPACE, 'attribute'))
      .filter((one) => dataAttribute(one, 'name') !== undefined)
      .map((one) => columnOf(one, this.#types));
  }
}

/** A child of an element, by its declaration. */
interface Particle {
  readonly declaration: XmlElement;
  readonly isRepeated: boolean;
  readonly isOptional: boolean;
}

function isRepeated(element: XmlElement): boolean {
  const most = dataAttribute(element, 'maxOccurs') ?? '1';
  return most === 'unbounded' || Number(most) > 1;
}

function isDataSet(element: XmlElement): boolean {
  return dataAttribute(element, 'IsDataSet', MSDATA_NAMESPACE) === 'true';
}

/** Columns by their ordinals, which .NET writes if attributes are among them. */
function columnsInOrder(columns: readonly Column[]): readonly Column[] {
  const taken = new Set(columns.map(({ ordinal }) => ordinal));
  let next = -1;
  const placed = columns.map((column) => {
    if (column.ordinal !== undefined) return [column.ordinal, column] as const;
    do next += 1;
    while (taken.has(next));
    return [next, column] as const;
  });
  return placed.sort(([one], [other]) => one - other).map(([, column]) => column);
}

/** .NET has no null in a primary key, whatever the declarations of its columns say. */
function requireKeys(tables: readonly TableSchema[], { primaryKeys }: Constraints): void {
  const keys = new Map(primaryKeys);
  for (const { name, required, columns } of tables) {
    const known = new Set(required);
    const key = keys.get(name) ?? [];
    required.push(...key.filter((one) => columns.has(one) && !known.has(one)));
  }
}

/** Lists of unique columns by table, if there are any. */
function uniqueOf({ unique }: Constraints): Pick<DataSetDescription, 'unique'> {
  const lists = new Map<string, (readonly string[])[]>();
  for (const { table, columns } of unique) {
    const own = lists.get(table);
    if (own === undefined) lists.set(table, [columns]);
    else own.push(columns);
  }
  return lists.size === 0 ? {} : { unique: fromEntries(lists) };
}

function columnsRead(columns: ReadonlyMap<string, DataSetColumnType>): DataSetColumns {
  return fromEntries(columns);
}

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
  const schemas = parts.filter((one) => isElementNamed(one, SCHEMA_NAMESPACE, 'schema'));
  const others = parts.filter((one) => !schemas.includes(one));
  const diffgram = others.find((one) => isElementNamed(one, DIFFGRAM_NAMESPACE, 'diffgram'));
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
  if (isXmlValue(value)) {
    const isPart =
      isElementNamed(value, SCHEMA_NAMESPACE, 'schema') ||
      isElementNamed(value, DIFFGRAM_NAMESPACE, 'diffgram');
    const inside = elementNodes(value.children);
    const holdsParts = inside.some(({ namespace }) =>
      [SCHEMA_NAMESPACE, DIFFGRAM_NAMESPACE].includes(namespace),
    );
    return !isPart && holdsParts ? inside : [value];
  }
  return Object.keys(value).flatMap((key) => partsOf((value as Record<string, unknown>)[key]));
}

function isXmlValue(value: object): value is XmlElement {
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
function detailsOfSet({ tables }: SetSchema): Pick<DataSetDescription, 'details'> {
  const found = [...new Set(tables.values())].flatMap((table) => {
    const details = detailsOfTable(table);
    return Object.keys(details).length === 0 ? [] : [[table.name, details] as const];
  });
  return found.length === 0 ? {} : { details: fromEntries(found) };
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
    for (const part of elementNodes(children)) {
      if (isElementNamed(part, DIFFGRAM_NAMESPACE, 'before')) {
        for (const row of elementNodes(part.children)) this.#row(row, true);
      } else if (part.namespace !== DIFFGRAM_NAMESPACE) name = this.plain(part);
    }
    return name;
  }

  /** Reads the rows in an element, and gives its name. */
  plain(set: XmlElement | undefined): string {
    for (const row of elementNodes(set?.children)) this.#row(row, false);
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
    const id = dataAttribute(element, 'id', DIFFGRAM_NAMESPACE);
    const order = dataAttribute(element, 'rowOrder', MSDATA_NAMESPACE);
    const state = dataAttribute(element, 'hasChanges', DIFFGRAM_NAMESPACE);
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
    const linked = fromEntries([...Object.entries(row), ...links]);
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
      const now = rowsInOrder(open.rows);
      tables.push([table, now.map(({ row }) => row)]);
      original.push([table, originalRows(open)]);
      changes.push(...changesOf(table, now, open.before));
    }
    const set: ReadDataSet = {
      ...definition,
      ...detailsOfSet(this.#schema),
      name: definition.name || name,
      tables: fromEntries(tables),
      original: fromEntries(original),
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
function rowsInOrder<Row extends PlacedRow>(rows: readonly Row[]): readonly Row[] {
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
  return rowsInOrder([...kept, ...left.values()]).map(({ row }) => row);
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
  for (const { row } of rowsInOrder([...left.values()])) {
    found.push({ table, state: 'deleted', original: row });
  }
  return found;
}
