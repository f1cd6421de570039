import { fieldsOfGroup, fieldsOfObject, type MessageField, placeField } from './message-field.ts';
import type { OperationMessages } from './operation-messages.ts';

/** Properties of all messages of an operation, with headers and faults under their names. */
export function operationFields(messages: OperationMessages): readonly MessageField[] {
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  const payloads = [...inputHeaders, ...outputHeaders, ...faults];
  return [
    ...input.fields,
    ...output.fields,
    ...payloads.map(({ name, place }) => placeField(name, place, true, false)),
  ];
}

/**
 * Adds the properties inside, at any depth, including those of objects that may replace others.
 * Each type is visited once.
 */
export function withNestedFields(fields: readonly MessageField[]): readonly MessageField[] {
  const seen = new Set<object>();
  const open = [...fields];
  for (const field of open) {
    const key = keyOf(field);
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...fieldsInside(field));
  }
  return open;
}

/** Identifies a value. Values of heads and groups are created anew for each property. */
function keyOf({ value }: MessageField): object {
  if (value.kind === 'head') return value.head;
  return value.kind === 'group' ? value.group : value;
}

function fieldsInside({ value }: MessageField): readonly MessageField[] {
  switch (value.kind) {
    case 'array': {
      const { item } = value;
      return [placeField(item.element.name.localName, item, true, true)];
    }
    case 'object':
      return [value, ...(value.family?.members ?? [])].flatMap(fieldsOfObject);
    case 'head':
      return value.head.alternatives.map(({ key, place }) => placeField(key, place, true, false));
    case 'group':
      return fieldsOfGroup(value.group);
    default:
      return [];
  }
}
