import type { WrittenKind } from '../../model/wsdl/definitions.ts';
import { pascalName } from '../../names/names.ts';
import { describedConstant, description, imported } from '../describe/context/constant.ts';
import type { DescribedMessage } from '../describe/context/described-message.ts';
import type { Describer } from '../describe/context/describer.ts';
import { isFlat } from '../describe/describe-flat.ts';
import { describeRoot } from '../describe/describe-root.ts';
import { isWrapped } from '../describe/describe-wrapped.ts';
import { messageConstant } from '../describe/message-functions.ts';
import type { AttachmentShape } from '../messages/attachment-shape.ts';
import type { MessageShape, PayloadShape } from '../messages/operation-messages.ts';
import { propertyKey } from '../print/encode.ts';
import { type Expression, entry, joined, named, object, text } from '../print/node.ts';
import { plainType, runtimeType, typeOf } from '../print/type-node.ts';
import type { ConstantPlan, OperationPlan } from '../result/plan.ts';
import type { ObjectShape, PlaceShape } from '../shapes/shape.ts';

/** What a schema is of, as arguments. */
export type SchemaSubject = readonly Expression[];

/** The object type that forms a message by itself. */
export function wholeObject({ body, attachments }: MessageShape): ObjectShape | undefined {
  if (attachments.length > 0) return undefined;
  if (body.kind === 'content') return body.object;
  return body.kind === 'object' && !body.place.nillable ? body.object : undefined;
}

/** What the schema of an input is of. */
export function inputSubject(describer: Describer, operation: OperationPlan): SchemaSubject {
  const { inputType, inputNames, messages } = operation;
  if (inputType === undefined) return [named('runtime', 'anyInput')];
  const type = typeOf(
    inputType,
    inputNames.map((name) => ({ from: 'types', name })),
  );
  const message = { ...messageOf(operation, messages.input, 'request'), type };
  const whole = wholeObject(messages.input);
  // a type that is declared for the message alone
  const hasOwn = isFlat(describer, message) || isWrapped(describer, message);
  if (whole?.name === inputType && !hasOwn) return [imported(describer.value(whole))];
  return messageSubject(describer, operation, messages.input, message);
}

/** What the schema of a result is of. */
export function outputSubject(describer: Describer, operation: OperationPlan): SchemaSubject {
  const { outputType, outputNames, messages } = operation;
  if (outputType === 'void') return [named('runtime', 'noValue')];
  const { written } = operation.operation;
  if (written !== undefined) return [named('runtime', writtenValues[written])];
  const type = typeOf(
    outputType,
    outputNames.map((name) => ({ from: 'types', name })),
  );
  const message = { ...messageOf(operation, messages.output, 'response'), type };
  return messageSubject(describer, operation, messages.output, message);
}

/** What the schema of a fault's detail is of. */
export function faultSubject(
  describer: Describer,
  operation: OperationPlan,
  { name, place }: Pick<PayloadShape, 'name' | 'place'>,
): SchemaSubject {
  const message = messageOf(operation, operation.messages.output, 'response');
  const noun = `${pascalName(name)}Fault`;
  return [rootConstant(describer, { ...message, type: undefined, noun, place })];
}

const writtenValues: Readonly<Record<WrittenKind, string>> = {
  json: 'writtenJson',
  text: 'writtenText',
  binary: 'writtenBytes',
};

/** What the runtime has for messages without a description, in its entry for schemas. */
export const acceptingNames: ReadonlySet<string> = new Set([
  'anyInput',
  'noValue',
  ...Object.values(writtenValues),
]);

type OperationMessage = DescribedMessage & { readonly base: string; readonly noun: string };

/** A message of an operation, as it is described. */
export function messageOf(
  { base, encoded, service }: OperationPlan,
  { body }: MessageShape,
  direction: 'request' | 'response',
): Omit<OperationMessage, 'type'> {
  const noun = direction === 'request' ? 'Request' : 'Response';
  return { body, encoded, direction, namespace: service.namespace, base, noun };
}

function messageSubject(
  describer: Describer,
  operation: OperationPlan,
  { body, attachments }: MessageShape,
  message: OperationMessage,
): SchemaSubject {
  const isOwn =
    message.direction === 'request' &&
    body.kind === 'object' &&
    body.object.name === operation.inputType;
  const isRoot = body.kind === 'object' && isFlat(describer, message) && !isOwn;
  const described = isRoot
    ? rootConstant(describer, { ...message, place: body.place })
    : imported(messageConstant(describer, message));
  if (attachments.length === 0) return [described];
  const entries = attachments.map((one) =>
    entry(propertyKey(one.property), attachmentNode(describer, message, one)),
  );
  return [described, object(entries)];
}

/** A message whose type others have, too, described as an element of that type. */
function rootConstant(
  describer: Describer,
  { base, noun, namespace, type, place }: OperationMessage & { readonly place: PlaceShape },
): Expression {
  const { context } = describer;
  const name = context.messageConstant(base, `${noun}$Root`);
  const make = (): ConstantPlan => {
    const declared = joined(runtimeType('MessageType'), '<', type ?? plainType('object'), '>');
    const value = describeRoot(describer, { place });
    return { ...describedConstant(name, declared, value, namespace), subject: base };
  };
  return imported(description(context.ensure(name, make)));
}

function attachmentNode(
  describer: Describer,
  message: OperationMessage,
  { kind, property, place }: AttachmentShape,
): Expression {
  if (place === undefined) return text(kind === 'text' ? "'text'" : "'bytes'");
  const noun = `${message.noun}$${property.replace(/[^\p{ID_Continue}$]/gu, '_')}`;
  return rootConstant(describer, { ...message, type: undefined, noun, place });
}
