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
import { type Column, columnOf, derivationOf, inlineType, textColumn } from './read-columns.ts';
import { type Constraints, readConstraints } from './read-constraints.ts';

/** A table as rows need it. */
export interface TableSchema {
  readonly name: string;
  /** Types by the names of columns. */
  readonly columns: Map<string, DataSetColumnType>;
  /** Columns that are never null. */
  readonly required: string[];
  /** The column that is the text of its rows. */
  text: string | undefined;
}

/** A DataSet's schema. */
export interface SetSchema {
  readonly definition: DataSetDescription;
  /** Tables by the names of their elements. */
  readonly tables: ReadonlyMap<string, TableSchema>;
}

/** Reads the schemas of a DataSet, of which there are several if its tables have namespaces. */
export function readSetSchema(schemas: readonly XmlElement[]): SetSchema {
  return new SchemaReader(schemas).read();
}

/** Reads the schemas of one DataSet. */
class SchemaReader {
  readonly #schemas: readonly XmlElement[];
  readonly #types: Map<string, XmlElement> = new Map();
  readonly #elements: Map<string, XmlElement> = new Map();
  readonly #tables: Map<string, TableSchema> = new Map();

  constructor(schemas: readonly XmlElement[]) {
    this.#schemas = schemas;
    for (const one of schemas.flatMap(({ children }) => elementsOf(children))) {
      const name = attributeOf(one, 'name') ?? '';
      if (isNamed(one, SCHEMA_NAMESPACE, 'element')) this.#elements.set(name, one);
      if (isNamed(one, SCHEMA_NAMESPACE, 'simpleType', 'complexType')) this.#types.set(name, one);
    }
  }

  read(): SetSchema {
    const all = [...this.#elements.values()];
    // other makes leave the mark out
    const set = all.find(isDataSet) ?? all[0];
    const constraints: Constraints = { primaryKeys: [], relations: [] };
    if (set !== undefined) {
      for (const one of this.#childElements(set)) this.#table(one);
      // an element of its own that is a table only by its content
      for (const one of all) if (one !== set) this.#table(one);
      readConstraints([set, ...this.#schemas], constraints);
    }
    const tables = [...this.#tables.values()];
    const definition: DataSetDescription = {
      name: decodeName((set && attributeOf(set, 'name')) ?? ''),
      namespace: this.#namespaceOf(set),
      columns: record(tables.map(({ name, columns }) => [name, columnsOf(columns)])),
      required: record(
        tables.filter(({ required }) => required.length > 0).map((one) => [one.name, one.required]),
      ),
      primaryKeys: record(constraints.primaryKeys),
      relations: constraints.relations,
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
  #childElements(element: XmlElement): readonly XmlElement[] {
    const type = this.#complexType(element);
    return type === undefined ? [] : this.#particles(type);
  }

  /** Elements in a type, sequence or choice; references are followed. */
  #particles(parent: XmlElement): readonly XmlElement[] {
    return elementsOf(parent.children).flatMap((one) => {
      if (isNamed(one, SCHEMA_NAMESPACE, 'sequence', 'choice', 'all')) return this.#particles(one);
      if (isNamed(one, SCHEMA_NAMESPACE, 'complexContent')) {
        return this.#particles(derivationOf(one) ?? one);
      }
      if (!isNamed(one, SCHEMA_NAMESPACE, 'element')) return [];
      const reference = attributeOf(one, 'ref');
      return this.#elements.get(localName(reference ?? '')) ?? (reference ? [] : one);
    });
  }

  #table(element: XmlElement): void {
    const type = this.#complexType(element);
    const encoded = attributeOf(element, 'name') ?? '';
    if (type === undefined || this.#tables.has(encoded)) return;
    const table: TableSchema = {
      name: decodeName(encoded),
      columns: new Map(),
      required: [],
      text: undefined,
    };
    this.#tables.set(encoded, table);
    const found: Column[] = [];
    for (const child of this.#particles(type)) {
      if (this.#complexType(child) === undefined) found.push(columnOf(child, this.#types));
      else this.#table(child);
    }
    found.push(...this.#attributes(type));
    const content = elementsOf(type.children).find((one) =>
      isNamed(one, SCHEMA_NAMESPACE, 'simpleContent'),
    );
    if (content !== undefined) {
      const text = textColumn(content, this.#types);
      table.text = text.name === '' ? `${table.name}_Text` : text.name;
      found.push({ ...text, name: table.text }, ...this.#attributes(derivationOf(content)));
    }
    for (const column of inOrder(found)) {
      table.columns.set(column.name, column.type);
      if (column.required) table.required.push(column.name);
    }
  }

  #attributes(parent: XmlElement | undefined): readonly Column[] {
    return elementsOf(parent?.children)
      .filter((one) => isNamed(one, SCHEMA_NAMESPACE, 'attribute'))
      .filter((one) => attributeOf(one, 'name') !== undefined)
      .map((one) => columnOf(one, this.#types));
  }
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

function columnsOf(columns: ReadonlyMap<string, DataSetColumnType>): DataSetColumns {
  return record(columns);
}
