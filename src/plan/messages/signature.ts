import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { MessageField } from './message-field.ts';
import type { BodyShape } from './message-shape.ts';
import type { OperationMessages } from './operation-messages.ts';
import { fieldType, fieldWord, type NameOf, typeWord, wireNameOf } from './type-word.ts';

/**
 * Signature of an operation in the YAML notation: `GetUser(id: int, name: string?): User`.
 * Properties are those of generated code, which unwraps a single result.
 */
export function signatureOf(operation: ServiceOperation, messages: OperationMessages): string {
  return operation.publicName + signatureText(operation, messages);
}

/** The same without the name, and with the names that properties have on the wire. */
export function wireSignatureOf(operation: ServiceOperation, messages: OperationMessages): string {
  return signatureText(operation, messages, wireNameOf);
}

function signatureText(
  operation: ServiceOperation,
  messages: OperationMessages,
  nameOf?: NameOf,
): string {
  const { fields, body } = messages.input;
  const input = mayBeNull(body) ? `${inBraces(fields, nameOf)} | null` : listOf(fields, nameOf);
  return `(${input}): ${resultOf(operation, messages, nameOf)}`;
}

function inBraces(fields: readonly MessageField[], nameOf?: NameOf): string {
  return fields.length === 0 ? '{}' : `{ ${listOf(fields, nameOf)} }`;
}

function listOf(fields: readonly MessageField[], nameOf?: NameOf): string {
  return fields.map((field) => fieldWord(field, nameOf)).join(', ');
}

/** Whether a whole message may be nil. */
function mayBeNull(body: BodyShape): boolean {
  return body.kind === 'object' && body.place.nillable;
}

/**
 * The output of an operation: `void`, a type, several properties, or what it writes to the response
 * itself.
 */
export function resultOf(
  operation: ServiceOperation,
  { output }: OperationMessages,
  nameOf?: NameOf,
): string {
  if (operation.oneWay) return 'one-way';
  const { kind, body, fields } = output;
  const [first] = fields;
  if (kind === 'void') {
    return operation.written === undefined ? 'void' : `written ${operation.written}`;
  }
  if (kind === 'value' && first !== undefined) return fieldType(first, nameOf);
  const orNull = mayBeNull(body) ? ' | null' : '';
  if (body.kind === 'object' && body.object.source.name !== undefined) {
    return typeWord(body.object) + orNull;
  }
  return inBraces(fields, nameOf) + orNull;
}
