import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import type { FieldValue, MessageField } from '../../plan/messages/message-field.ts';
import { typeWord } from '../result/words.ts';
import { typeOfValue } from '../simple/value-type.ts';

/** Input and output of the operations of a contract. */
export type OperationMessagesOf = Pick<ContractMessages, 'of'>;

/** Short form of an operation's input and output, equal for operations that differ only in name. */
export function shapeWord(operation: ServiceOperation, messages: OperationMessagesOf): string {
  const { input, output } = messages.of(operation);
  const { name, written, oneWay } = operation;
  const fields = (list: readonly MessageField[]): string =>
    list.map((field) => fieldWord(field, nameOf(field))).join(', ');
  // the name of a result is derived from that of the operation
  const nameOf = ({ property }: MessageField): string =>
    property === `${name}Result` ? 'Result' : property;
  const result =
    output.kind === 'value'
      ? output.fields.map((field) => fieldWord(field, 'Result')).join('')
      : fields(output.fields);
  return `${fields(input.fields)} -> ${result} ${written ?? ''} ${oneWay}`;
}

/** Whether a shape is too simple to recognise an operation by. */
export function isBareShape(shape: string): boolean {
  return !shape.includes(':');
}

function fieldWord(field: MessageField, name: string): string {
  const { value, optional, repeated, nillable } = field;
  return `${name}: ${valueWord(value)} ${optional} ${repeated} ${nillable}`;
}

function valueWord(value: FieldValue): string {
  const type = typeOfValue(value);
  if (type === undefined) return value.kind;
  return type.name === undefined ? 'anonymous' : typeWord(type);
}
