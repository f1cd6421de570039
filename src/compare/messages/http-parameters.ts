import type {
  HttpOperation,
  MessagePart,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import { typeOfValue } from '../simple/value-type.ts';
import type { OperationMessagesOf } from './shape-word.ts';

/** A parameter of GET or POST. */
export interface HttpParameter extends MessagePart {
  /** Whether it is optional over SOAP; `undefined` if SOAP does not have it. */
  readonly absentOverSoap: boolean | undefined;
}

/**
 * Parameters of GET or POST with the types they are converted to. ASMX declares all of them as
 * text; the SOAP message of the same operation has their types.
 */
export function httpParameters(
  operation: ServiceOperation,
  { parameters }: HttpOperation,
  messages: OperationMessagesOf,
): readonly HttpParameter[] {
  const told = new Map<string, MessageField>();
  if (operation.soap11 !== undefined || operation.soap12 !== undefined) {
    const { input } = messages.of(operation);
    for (const field of input.fields) told.set(field.wireName ?? field.property, field);
  }
  return parameters.map((part) => {
    const over = told.get(part.name);
    const known = over && typeOfValue(over.value);
    const type = part.type === undefined ? undefined : (known ?? part.type);
    return { ...part, type, absentOverSoap: over?.optional };
  });
}
