import type { XmlAttribute, XmlElement } from '../xml/element.ts';
import { columnTypes } from './column-type.ts';
import {
  type DataSetColumnType,
  type DataSetDescription,
  type DataSetRelation,
  MSDATA_NAMESPACE,
  SCHEMA_NAMESPACE,
} from './data-set.ts';
import { ownOf } from './elements.ts';
import { encodeName } from './encoded-name.ts';

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
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const name = key.replace('msdata:', '');
    return name === key ? { name, value } : { name, namespace: MSDATA_NAMESPACE, value };
  });
}

/**
 * The schema of a DataSet as .NET writes it. Names have the prefix `xs`, which some readers look
 * for.
 */
export function schemaOf(definition: DataSetDescription): XmlElement {
  const { name, namespace, columns, primaryKeys, relations } = definition;
  const isQualified = namespace !== '';
  const tables = Object.entries(columns).map(([table, types]) =>
    tableElement(table, types, definition),
  );
  const [main] = Object.keys(columns);
  const set = xs(
    'element',
    {
      name: encodeName(name),
      'msdata:IsDataSet': 'true',
      // a DataTable is read only where this names it
      'msdata:MainDataTable': main && encodeName(main),
      'msdata:UseCurrentLocale': 'true',
    },
    [
      xs('complexType', {}, [xs('choice', { minOccurs: '0', maxOccurs: 'unbounded' }, tables)]),
      ...Object.entries(primaryKeys).map(([table, key], index) =>
        primaryKey(`Constraint${index + 1}`, table, key, isQualified ? 'mstns:' : ''),
      ),
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

function tableElement(
  table: string,
  types: Readonly<Record<string, DataSetColumnType>>,
  { primaryKeys, required }: DataSetDescription,
): XmlElement {
  const known = [primaryKeys, required].flatMap((one) => ownOf(one, table) ?? []);
  const columns = Object.entries(types).map(([column, type]) => {
    const minOccurs = known.includes(column) ? undefined : '0';
    return columnElement(encodeName(column), type, minOccurs);
  });
  return xs('element', { name: encodeName(table) }, [
    xs('complexType', {}, [xs('sequence', {}, columns)]),
  ]);
}

function columnElement(
  name: string,
  type: DataSetColumnType,
  minOccurs: string | undefined,
): XmlElement {
  const { xsd, dotnet } = columnTypes[type];
  if (type !== 'char') {
    return xs('element', { name, 'msdata:DataType': dotnet, type: `xs:${xsd}`, minOccurs });
  }
  const restriction = xs('restriction', { base: 'xs:string' }, [xs('length', { value: '1' })]);
  return xs('element', { name, minOccurs }, [xs('simpleType', {}, [restriction])]);
}

function primaryKey(
  name: string,
  table: string,
  columns: readonly string[],
  prefix: string,
): XmlElement {
  return xs('unique', { name, 'msdata:PrimaryKey': 'true' }, [
    xs('selector', { xpath: `.//${prefix}${encodeName(table)}` }),
    ...columns.map((column) => xs('field', { xpath: prefix + encodeName(column) })),
  ]);
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
