import type { SchemaType } from '../../model/xsd/schema.ts';
import type { FieldValue } from '../../plan/messages/message-field.ts';

/** The schema type of a property's value; `undefined` if it has none, or may be any. */
export function typeOfValue(value: FieldValue): SchemaType | undefined {
  switch (value.kind) {
    case 'simple':
    case 'object':
    case 'array':
      return value.source;
    case 'head':
      return value.head.element.type;
    default:
      return undefined;
  }
}
