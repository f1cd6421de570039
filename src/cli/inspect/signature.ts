import { namespaces } from '../../model/namespaces.ts';
import type { SchemaType } from '../../model/schema.ts';
import type { ServiceOperation } from '../../model/service-model.ts';
import { arrayItem, type Field, inputFields, outputFields } from '../fields.ts';

/**
 * Signature of an operation in the words of the YAML notation: `GetUser(id: int, name: string?): User`. A result that is one
 * field is shown by its type alone, as generated code unwraps it.
 */
export function signatureOf(operation: ServiceOperation): string {
  const parameters = inputFields(operation).map(showField);
  return `${operation.publicName}(${parameters.join(', ')}): ${resultOf(operation)}`;
}

/** What an operation gives: `void`, a type, several fields, or what it writes to the response itself. */
export function resultOf(operation: ServiceOperation): string {
  if (operation.oneWay) return 'one-way';
  const fields = outputFields(operation);
  const [first] = fields;
  const written = operation.written === undefined ? '' : `written ${operation.written}`;
  if (first === undefined) return written === '' ? 'void' : written;
  if (fields.length === 1) return fieldType(first);
  return `{ ${fields.map(showField).join(', ')} }`;
}

function showField(field: Field): string {
  return `${field.name}: ${fieldType(field)}`;
}

/** Type of a field: `int`, `string?`, `Item[]`, `Item*`, `Item | null`. */
export function fieldType(field: Field): string {
  const mark = field.repeated ? '*' : field.optional ? '?' : '';
  return `${typeWord(field.type)}${mark}${field.nillable ? ' | null' : ''}`;
}

/** A type's name; anonymous ones by where they stand. */
export function typeWord(type: SchemaType): string {
  const item = arrayItem(type);
  if (item !== undefined) return `${typeWord(item.element.type)}[]`;
  if (type.kind === 'complex' && type.soapArray !== undefined) {
    return typeWord(type.soapArray.item) + type.soapArray.dimensions;
  }
  if (type.name !== undefined) return type.name.localName;
  if (type.kind === 'simple') {
    const { enumeration } = type.facets;
    if (enumeration !== undefined) return enumeration.map(({ value }) => `'${value}'`).join(' | ');
    return type.builtin ?? type.variety;
  }
  return `(${type.context.join('.')})`;
}

/** Whether a type is one of XML Schema's or ASMX's own. */
export function isBuiltin(type: SchemaType): boolean {
  const namespace = type.name?.namespace;
  return namespace === namespaces.xsd || namespace === namespaces.microsoftTypes;
}
