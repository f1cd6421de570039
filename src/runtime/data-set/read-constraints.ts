import type { XmlElement } from '../xml/element.ts';
import { type DataSetRelation, MSDATA_NAMESPACE, SCHEMA_NAMESPACE } from './data-set.ts';
import { attributeOf, elementsOf, isNamed, localName } from './elements.ts';
import { decodeName } from './encoded-name.ts';

/** Keys and relations of a DataSet. */
export interface Constraints {
  /** Tables and the columns of their primary keys. */
  readonly primaryKeys: [table: string, columns: readonly string[]][];
  /** Other columns whose values together are unique. */
  readonly unique: Key[];
  readonly relations: DataSetRelation[];
}

/** A key or a reference to one: a table and some of its columns. */
export interface Key {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Reads identity constraints, and relations that are annotations. */
export function readConstraints(owners: readonly XmlElement[], found: Constraints): void {
  const all = owners.flatMap(({ children }) => elementsOf(children));
  const keys = new Map<string, Key>();
  for (const one of all) {
    if (!isNamed(one, SCHEMA_NAMESPACE, 'unique', 'key')) continue;
    const key = keyOf(one);
    keys.set(attributeOf(one, 'name') ?? '', key);
    if (attributeOf(one, 'PrimaryKey', MSDATA_NAMESPACE) === 'true') {
      found.primaryKeys.push([key.table, key.columns]);
    } else found.unique.push(key);
  }
  for (const one of all) {
    if (!isNamed(one, SCHEMA_NAMESPACE, 'keyref')) continue;
    if (attributeOf(one, 'ConstraintOnly', MSDATA_NAMESPACE) === 'true') continue;
    const child = keyOf(one);
    const parent = keys.get(localName(attributeOf(one, 'refer') ?? ''));
    const named = attributeOf(one, 'RelationName', MSDATA_NAMESPACE) ?? attributeOf(one, 'name');
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
  const parts = elementsOf(constraint.children);
  const path = (one: XmlElement): string => {
    const text = attributeOf(one, 'xpath') ?? '';
    return decodeName(localName(text.slice(text.lastIndexOf('/') + 1)).replace('@', ''));
  };
  const selector = parts.find((one) => isNamed(one, SCHEMA_NAMESPACE, 'selector'));
  return {
    table: selector === undefined ? '' : path(selector),
    columns: parts.filter((one) => isNamed(one, SCHEMA_NAMESPACE, 'field')).map(path),
  };
}

/** Relations in the annotations of an element or schema. */
function annotated(element: XmlElement): readonly XmlElement[] {
  if (!isNamed(element, SCHEMA_NAMESPACE, 'annotation')) return [];
  return elementsOf(element.children)
    .flatMap(({ children }) => elementsOf(children))
    .filter((one) => isNamed(one, MSDATA_NAMESPACE, 'Relationship'));
}

function relationship(element: XmlElement): DataSetRelation {
  const names = (name: string): readonly string[] =>
    (attributeOf(element, name, MSDATA_NAMESPACE) ?? '')
      .split(/[ +]/)
      .filter((one) => one !== '')
      .map(decodeName);
  const key = (role: 'parent' | 'child'): Key => ({
    table: names(role)[0] ?? '',
    columns: names(`${role}key`),
  });
  return relation(attributeOf(element, 'name') ?? '', key('parent'), key('child'));
}
