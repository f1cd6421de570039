import type { XmlElement } from '../xml/element.ts';
import {
  type DataSetColumns,
  type DataSetColumnType,
  type DataSetDescription,
  MSDATA_NAMESPACE,
  SCHEMA_NAMESPACE,
} from './data-set.ts';
import { attributeOf, elementsOf, isNamed, localName, record } from './elements.ts';
import { decodeName } from './encoded-name.ts';
import { NestedTables } from './nested-tables.ts';
import { type Column, columnOf, derivationOf, inlineType, textColumn } from './read-columns.ts';
import { type Constraints, readConstraints } from './read-constraints.ts';
import { emptyTable, type TableSchema } from './table-schema.ts';

/** A DataSet's schema. */
export interface SetSchema {
  readonly definition: DataSetDescription;
  /** Tables by the names of their elements: with the namespace in braces, or without one. */
  readonly tables: ReadonlyMap<string, TableSchema>;
}

/** The table whose row an element is; the namespace counts only where two tables have its name. */
export function tableOf({ tables }: SetSchema, element: XmlElement): TableSchema | undefined {
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
      const namespace = attributeOf(schema, 'targetNamespace') ?? '';
      this.#settle(schema, schema);
      for (const one of elementsOf(schema.children)) {
        const name = attributeOf(one, 'name') ?? '';
        if (isNamed(one, SCHEMA_NAMESPACE, 'element')) {
          this.#globals.add(one);
          if (!this.#elements.has(name)) this.#elements.set(name, one);
          this.#elements.set(`{${namespace}}${name}`, one);
        }
        if (isNamed(one, SCHEMA_NAMESPACE, 'simpleType', 'complexType')) this.#types.set(name, one);
      }
    }
  }

  #settle(element: XmlElement, schema: XmlElement): void {
    for (const one of elementsOf(element.children)) {
      if (isNamed(one, SCHEMA_NAMESPACE, 'element')) this.#homes.set(one, schema);
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
      name: decodeName((set && attributeOf(set, 'name')) ?? ''),
      namespace: this.#namespaceOf(set),
      columns: record(tables.map(({ name, columns }) => [name, columnsOf(columns)])),
      required: record(
        tables.filter(({ required }) => required.length > 0).map((one) => [one.name, one.required]),
      ),
      primaryKeys: record(constraints.primaryKeys),
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
    return (schema && attributeOf(schema, 'targetNamespace')) ?? '';
  }

  /** The complex type of an element; `undefined` if it has none, as a column. */
  #complexType(element: XmlElement): XmlElement | undefined {
    const inline = inlineType(element, 'complexType');
    if (inline !== undefined) return inline;
    const named = this.#types.get(localName(attributeOf(element, 'type') ?? ''));
    return named?.name === 'complexType' ? named : undefined;
  }

  /** Declarations of the children of an element. */
  #childElements(element: XmlElement): readonly Particle[] {
    const type = this.#complexType(element);
    return type === undefined ? [] : this.#particles(type);
  }

  /** Elements in a type, sequence or choice; references are followed. */
  #particles(parent: XmlElement): readonly Particle[] {
    return elementsOf(parent.children).flatMap((one): readonly Particle[] => {
      if (isNamed(one, SCHEMA_NAMESPACE, 'sequence', 'choice', 'all')) return this.#particles(one);
      if (isNamed(one, SCHEMA_NAMESPACE, 'complexContent')) {
        return this.#particles(derivationOf(one) ?? one);
      }
      if (!isNamed(one, SCHEMA_NAMESPACE, 'element')) return [];
      const reference = attributeOf(one, 'ref');
      const declaration = reference ? this.#referred(one, reference) : one;
      if (declaration === undefined) return [];
      const isOptional = attributeOf(one, 'minOccurs') === '0';
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
    const content = elementsOf(type.children).find((one) =>
      isNamed(one, SCHEMA_NAMESPACE, 'simpleContent'),
    );
    if (content !== undefined) {
      const text = textColumn(content, this.#types);
      table.text = text.name === '' ? `${table.name}_text` : text.name;
      found.push({ ...text, name: table.text }, ...this.#attributes(derivationOf(content)));
    }
    for (const column of inOrder(found)) {
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
    const encoded = attributeOf(declaration, 'name') ?? '';
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
    const form = attributeOf(declaration, 'form') ?? attributeOf(schema, 'elementFormDefault');
    const isQualified = this.#globals.has(declaration) || form === 'qualified';
    return isQualified ? (attributeOf(schema, 'targetNamespace') ?? '') : '';
  }

  #attributes(parent: XmlElement | undefined): readonly Column[] {
    return elementsOf(parent?.children)
      .filter((one) => isNamed(one, SCHEMA_NAMESPACE, 'attribute'))
      .filter((one) => attributeOf(one, 'name') !== undefined)
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
  const most = attributeOf(element, 'maxOccurs') ?? '1';
  return most === 'unbounded' || Number(most) > 1;
}

function isDataSet(element: XmlElement): boolean {
  return attributeOf(element, 'IsDataSet', MSDATA_NAMESPACE) === 'true';
}

/** Columns by their ordinals, which .NET writes if attributes are among them. */
function inOrder(columns: readonly Column[]): readonly Column[] {
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
  return lists.size === 0 ? {} : { unique: record(lists) };
}

function columnsOf(columns: ReadonlyMap<string, DataSetColumnType>): DataSetColumns {
  return record(columns);
}
