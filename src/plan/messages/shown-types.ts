import { namespaces } from '../../model/common/namespaces.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import type { Shaper } from '../shapes/shaper.ts';
import type { MessageField } from './message-field.ts';
import { operationFields, withNestedFields } from './nested-fields.ts';
import type { OperationMessages } from './operation-messages.ts';

/** The types of a contract in document order, without built-in ones and array wrappers. */
export function typesOf(model: ServiceModel, shaper: Shaper): readonly SchemaType[] {
  return model.types.filter((type) => isShown(type, shaper));
}

/**
 * Types used in an operation's request, response and faults, in order of discovery, including
 * anonymous ones.
 */
export function typesReached(messages: OperationMessages, shaper: Shaper): readonly SchemaType[] {
  const whole = [messages.input, messages.output].flatMap(({ body }) =>
    body.kind === 'object' && body.object.source.name !== undefined ? [body.object.source] : [],
  );
  const inside = withNestedFields(operationFields(messages)).flatMap(typesOfField);
  return [...new Set<SchemaType>([...whole, ...inside])].filter((type) => isShown(type, shaper));
}

/** The type of a property, with its possible replacements, or the types it consists of. */
function typesOfField({ value }: MessageField): readonly SchemaType[] {
  if (value.kind === 'object') {
    return [value, ...(value.family?.members ?? [])].map(({ source }) => source);
  }
  if (value.kind !== 'simple') return [];
  const found: SimpleType[] = [value.source];
  for (const { item, members = [] } of found) {
    found.push(...(item === undefined ? members : [item, ...members]));
  }
  return found;
}

function isShown(type: SchemaType, shaper: Shaper): boolean {
  const namespace = type.name?.namespace;
  if (namespace === namespaces.xsd || namespace === namespaces.microsoftTypes) return false;
  return type.kind === 'simple' ? type.name !== undefined : shaper.value(type).kind === 'object';
}
