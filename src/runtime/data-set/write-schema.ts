import type { XmlAttribute, XmlElement } from '../xml/element.ts';
import { columnTypes } from './column-type.ts';
import {
  type DataSetColumns,
  type DataSetColumnType,
  type DataSetDescription,
  type DataSetRelation,
  MSDATA_NAMESPACE,
  SCHEMA_NAMESPACE,
} from './data-set.ts';
import { ownOf } from './elements.ts';
import { encodeName } from './encoded-name.ts';
import type { WrittenDetails } from './write-details.ts';

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
export interface DescribedTable {
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
export function schemaOf(
  definition: DataSetDescription,
  tables: readonly DescribedTable[],
): XmlElement {
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
      : [textContent(text, attributes)];
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

function textContent(
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
