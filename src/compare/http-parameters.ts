import type { SchemaType } from '../model/schema.ts';
import type { HttpOperation, MessagePart, ServiceOperation } from '../model/service-model.ts';
import { contentOf } from './content.ts';

/**
 * Parameters of GET or POST with the types they are converted to. ASMX describes every one of them as a text; which values it takes
 * is told by the SOAP message of the same operation (asmx-behaviour 9).
 */
export function httpParameters(
  operation: ServiceOperation,
  { parameters }: HttpOperation,
): readonly MessagePart[] {
  const soap = operation.soap11 ?? operation.soap12;
  const types = new Map<string, SchemaType>();
  for (const { name, element, type } of soap?.input.parts ?? []) {
    if (type !== undefined) types.set(name, type);
    if (element?.type.kind !== 'complex') continue;
    for (const item of contentOf(element.type.particle).items) {
      if (item.kind === 'element') types.set(item.element.name.localName, item.element.type);
    }
  }
  return parameters.map((part) => {
    const type = types.get(part.name);
    return type === undefined || part.type === undefined ? part : { ...part, type };
  });
}
