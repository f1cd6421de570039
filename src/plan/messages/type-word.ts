import type { SimpleType } from '../../model/xsd/schema.ts';
import { isBuiltin } from '../scope/own-type.ts';
import type { SimpleShape } from '../shapes/shape.ts';
import { type FieldValue, fieldsOfGroup, type MessageField } from './message-field.ts';

/** How a field is named. */
export type NameOf = (field: MessageField) => string;

/** The name in generated code. */
function propertyOf({ property }: MessageField): string {
  return property;
}

/** The name on the wire, if it has one. */
export function wireNameOf({ wireName, property }: MessageField): string {
  return wireName ?? property;
}

/** Type of a property in the YAML notation: `int`, `string?`, `Item[]`, `Item*`, `Item | null`. */
export function fieldType(field: MessageField, nameOf?: NameOf): string {
  const mark = field.repeated ? '*' : field.optional ? '?' : '';
  return `${typeWord(field.value, nameOf)}${mark}${field.nillable ? ' | null' : ''}`;
}

/** `name: type`. */
export function fieldWord(field: MessageField, nameOf: NameOf = propertyOf): string {
  return `${nameOf(field)}: ${fieldType(field, nameOf)}`;
}

/** A type's name in generated code, otherwise that of the contract. */
export function typeWord(value: FieldValue, nameOf?: NameOf): string {
  switch (value.kind) {
    case 'simple':
      return simpleShapeWord(value);
    case 'array':
      return `${typeWord(value.item.value, nameOf)}[]`;
    case 'object':
      return value.name;
    case 'xml':
      return 'anyType';
    case 'head':
      return `(${value.head.alternatives.map(({ key }) => key).join(' | ')})`;
    case 'group': {
      const between = value.group.compositor === 'choice' ? ' | ' : ', ';
      const words = fieldsOfGroup(value.group).map((field) => fieldWord(field, nameOf));
      return `(${words.join(between)})`;
    }
    case 'node':
      return 'text or element';
    case 'attribute':
      return 'attribute';
    case 'namespaces':
      return 'namespaces';
  }
}

/**
 * Name of a simple type. Enumerations and unions are declared, under a name that the configuration
 * may change. So are mapped built-in types, but contracts use their own names.
 */
function simpleShapeWord({ source, type }: SimpleShape): string {
  const declared = type.names[0]?.name;
  const isDeclared = source.name !== undefined && source.variety !== 'list' && !isBuiltin(source);
  return isDeclared && declared !== undefined ? declared : simpleTypeWord(source);
}

/** A simple type's name; for an anonymous one, its values or its base. */
export function simpleTypeWord(type: SimpleType): string {
  if (type.name !== undefined) return type.name.localName;
  const { enumeration } = type.facets;
  if (enumeration !== undefined) return enumeration.map(({ value }) => `'${value}'`).join(' | ');
  return type.builtin ?? type.variety;
}
