import type { Heading } from '../declarations/declaration-plan.ts';
import type { ReadShapes } from '../declarations/read-shapes.ts';
import { type BodyShape, bodyValues } from '../messages/message-shape.ts';
import type { TypeNode } from '../print/node.ts';
import type { AttachmentPlan, OperationPlan } from '../result/plan.ts';
import { isFixed } from '../shapes/fixed-fields.ts';
import { inputType, outputType } from './message-types.ts';
import type { OperationContext } from './operation-context.ts';
import { declared } from './plan-payload.ts';

/** A message with the type that is written. */
interface WrittenMessage<Type = TypeNode> {
  readonly body: BodyShape;
  readonly attachments: readonly AttachmentPlan[];
  readonly heading: Heading;
  readonly type: Type;
}

/** The types of an operation's input, which may have none, and of its result, as they are read. */
export function readTypes(
  context: OperationContext,
  given: WrittenMessage<TypeNode | undefined>,
  answer: WrittenMessage,
): Pick<OperationPlan, 'inputRead' | 'outputRead'> {
  const { type } = given;
  return {
    inputRead: type && readMessageType(context, { ...given, type }, inputType),
    outputRead: readMessageType(context, answer, outputType),
  };
}

/**
 * The type of a message as it is read, after its declaration is recorded.
 *
 * @param typeOf gives the type of an input, or of a result
 */
function readMessageType(
  context: OperationContext,
  message: WrittenMessage,
  typeOf: typeof inputType,
): TypeNode {
  const { reading } = context;
  const { body, attachments, heading, type } = message;
  if (!readsMore(message, reading)) return type;
  const parts = attachments.map((one) =>
    one.payload === undefined ? one : { ...one, type: one.payload.readType },
  );
  const named = { ...heading, name: reading.nameOf(heading.name) };
  const found = typeOf(readBody(body, reading), named, parts, 'read');
  return found === undefined ? type : declared(context, found);
}

function readsMore({ body, attachments }: WrittenMessage, reading: ReadShapes): boolean {
  if (attachments.some(({ payload }) => payload && payload.readType !== payload.type)) return true;
  if (body.kind === 'parts' && body.fields.some(isFixed)) return true;
  return bodyValues(body).some((value) => reading.differs(value));
}

function readBody(body: BodyShape, reading: ReadShapes): BodyShape {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return body;
    case 'object':
      return { ...body, place: reading.place(body.place), object: reading.object(body.object) };
    case 'content':
      return { ...body, object: reading.object(body.object) };
    case 'unwrapped':
    case 'single':
      return { ...body, field: reading.field(body.field) };
    case 'parts':
      return { ...body, fields: body.fields.map((field) => reading.field(field)) };
  }
}
