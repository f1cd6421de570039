import type { XmlElement } from '../xml/element.ts';
import { typeOfDotnet, typeOfXsd } from './column-type.ts';
import { type DataSetColumnType, MSDATA_NAMESPACE, SCHEMA_NAMESPACE } from './data-set.ts';
import { attributeOf, elementsOf, isNamed, localName } from './elements.ts';
import { decodeName } from './encoded-name.ts';
import { detailsOf } from './read-details.ts';
import type { SchemaDetails } from './table-schema.ts';

/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly type: DataSetColumnType;
  /** Whether it is never null. */
  readonly required: boolean;
  /** Its place among the columns, if the schema has another order. */
  readonly ordinal: number | undefined;
  readonly details: SchemaDetails;
}

/** Types of a schema by their names. */
export type NamedTypes = ReadonlyMap<string, XmlElement>;

/** The restriction or extension by which a type is derived. */
export function derivationOf(type: XmlElement): XmlElement | undefined {
  return elementsOf(type.children).find((one) =>
    isNamed(one, SCHEMA_NAMESPACE, 'restriction', 'extension'),
  );
}

/** A type declared inside an element or attribute. */
export function inlineType(
  declaration: XmlElement,
  kind: 'simpleType' | 'complexType',
): XmlElement | undefined {
  return elementsOf(declaration.children).find((one) => isNamed(one, SCHEMA_NAMESPACE, kind));
}

/** The declaration of a column as element or attribute. */
export function columnOf(declaration: XmlElement, types: NamedTypes): Column {
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
    const use = attributeOf(declaration, 'use');
    return column(use === 'required', use === 'prohibited' ? 'hidden' : 'attribute');
  }
  const isOptional = attributeOf(declaration, 'minOccurs') === '0';
  return column(!isOptional && attributeOf(declaration, 'nillable') !== 'true', undefined);
}

/** The column that is the text of its rows. */
export function textColumn(content: XmlElement, types: NamedTypes): Column {
  const named = attributeOf(content, 'ColumnName', MSDATA_NAMESPACE) ?? '';
  return {
    name: decodeName(named),
    type:
      typeOfDotnet(attributeOf(content, 'DataType', MSDATA_NAMESPACE)) ??
      derivedType(content, types),
    required: false,
    ordinal: ordinalOf(content),
    details: detailsOf(content, 'text'),
  };
}

function simpleColumn(declaration: XmlElement, types: NamedTypes): Pick<Column, 'name' | 'type'> {
  const name = decodeName(attributeOf(declaration, 'name') ?? '');
  const dotnet = typeOfDotnet(attributeOf(declaration, 'DataType', MSDATA_NAMESPACE));
  if (dotnet !== undefined) return { name, type: dotnet };
  const given = attributeOf(declaration, 'type');
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
  let type = inlineType(declaration, 'simpleType') ?? named(attributeOf(declaration, 'type'));
  for (let depth = 0; type !== undefined && depth < deepest; depth += 1) {
    const derivation = derivationOf(type);
    const found = derivation && facetOf(derivation, 'maxLength');
    if (derivation === undefined || found !== undefined) return found;
    type = inlineType(derivation, 'simpleType') ?? named(attributeOf(derivation, 'base'));
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
  const base = attributeOf(derivation, 'base');
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
  const facet = elementsOf(restriction.children).find((one) =>
    isNamed(one, SCHEMA_NAMESPACE, name),
  );
  return facet && attributeOf(facet, 'value');
}

function ordinalOf(declaration: XmlElement): number | undefined {
  const text = attributeOf(declaration, 'Ordinal', MSDATA_NAMESPACE);
  return text === undefined ? undefined : Number(text);
}
