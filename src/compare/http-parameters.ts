import type { SchemaType } from '../model/schema.ts';
import type { HttpOperation, MessagePart, ServiceOperation } from '../model/service-model.ts';
import { contentOf } from './content.ts';

/** A parameter of GET or POST. */
export interface HttpParameter extends MessagePart {
  /** Whether it may be absent over SOAP; `undefined` where SOAP does not have it. */
  readonly absentOverSoap: boolean | undefined;
}

/**
 * Parameters of GET or POST with the types they are converted to. ASMX describes every one of them as a text; which values it takes
 * is told by the SOAP message of the same operation (asmx-behaviour 9).
 */
export function httpParameters(
  operation: ServiceOperation,
  { parameters }: HttpOperation,
): readonly HttpParameter[] {
  const soap = operation.soap11 ?? operation.soap12;
  const told = new Map<string, { readonly type: SchemaType; readonly absent: boolean }>();
  for (const { name, element, type } of soap?.input.parts ?? []) {
    if (type !== undefined) told.set(name, { type, absent: false });
    if (element?.type.kind !== 'complex') continue;
    for (const item of contentOf(element.type.particle).items) {
      if (item.kind !== 'element') continue;
      const { name, type } = item.element;
      told.set(name.localName, { type, absent: item.min === 0 });
    }
  }
  return parameters.map((part) => {
    const over = told.get(part.name);
    const type = part.type === undefined ? undefined : (over?.type ?? part.type);
    return { ...part, type, absentOverSoap: over?.absent };
  });
}
