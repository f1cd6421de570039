import type { ServiceOperation } from '../../model/service-model.ts';
import type { OperationMessages } from '../../plan/messages/operation-messages.ts';
import { fieldType, fieldWord, typeWord } from './type-word.ts';

/**
 * Signature of an operation in the words of the YAML notation: `GetUser(id: int, name: string?): User`. Properties are those of generated
 * code, which unwraps a result that is one value.
 */
export function signatureOf(operation: ServiceOperation, messages: OperationMessages): string {
  const parameters = messages.input.fields.map(fieldWord).join(', ');
  return `${operation.publicName}(${parameters}): ${resultOf(operation, messages)}`;
}

/** What an operation gives: `void`, a type, several properties, or what it writes to the response itself. */
export function resultOf(operation: ServiceOperation, { output }: OperationMessages): string {
  if (operation.oneWay) return 'one-way';
  const { kind, body, fields } = output;
  const [first] = fields;
  if (kind === 'void' || first === undefined) {
    return operation.written === undefined ? 'void' : `written ${operation.written}`;
  }
  if (kind === 'value') return fieldType(first);
  if (body.kind === 'object' && body.object.source.name !== undefined) {
    return typeWord(body.object);
  }
  return `{ ${fields.map(fieldWord).join(', ')} }`;
}
