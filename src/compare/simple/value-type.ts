import type { SchemaType } from '../../model/xsd/schema.ts';
import type { FieldValue } from '../../plan/messages/message-field.ts';

/** The type in the schema of what a property holds; `undefined` where it is none, or any. */
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
