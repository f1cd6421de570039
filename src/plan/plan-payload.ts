import type { MessagePart } from '../model/service-model.ts';
import { readPayload, writePayload } from './codecs/payload-codecs.ts';
import { docComment } from './encode.ts';
import { partElement } from './message-shape.ts';
import { aliasText, type MessageType } from './message-types.ts';
import { pascalName } from './names.ts';
import type { ChosenOperation } from './operations.ts';
import type { PayloadPlan } from './plan.ts';
import type { OperationContext } from './plan-operation.ts';
import type { PlaceShape, TypeText } from './shape.ts';
import { namedType } from './shape-simple.ts';
import { placeType } from './types/type-text.ts';

/** The type of a message, its declaration noted. */
export function declared(
  context: OperationContext,
  message: MessageType | undefined,
): TypeText | undefined {
  if (message?.declaration !== undefined) context.declarations.push(message.declaration);
  return message?.type;
}

/** A type under a name of its own. */
export function alias(name: string, type: TypeText, doc: string, namespace: string): MessageType {
  return {
    type: namedType(name),
    declaration: {
      name,
      text: `${docComment([doc])}${aliasText(name, type.text)}`,
      runtimeTypes: type.runtime,
      uses: type.names,
      namespace,
    },
  };
}

/**
 * Plans the codecs of a part that is an element of its own: a fault's detail, a header, an attachment.
 *
 * @param noun What ends the names of its functions: `Fault`, `RequestHeader`, `RequestAttachment`.
 * @param namespace Of its element, where the part names a type.
 * @returns nothing for a part without element and type
 */
export function planPayload(
  context: OperationContext,
  chosen: ChosenOperation,
  part: MessagePart,
  name: string,
  noun: string,
  namespace: string,
  required: boolean,
): readonly PayloadPlan[] {
  const element = partElement(part, namespace);
  if (element === undefined) return [];
  const { codecs, shaper } = context;
  const place: PlaceShape = shaper.place(element);
  const own = `${pascalName(name)}${noun}`;
  const plain = placeType(place);
  const type =
    plain.runtime.length === 0
      ? plain
      : (declared(
          context,
          alias(`${chosen.base}$${own}`, plain, `${noun} \`${name}\`.`, chosen.service.namespace),
        ) ?? plain);
  const read = codecs.messageFunction('read', `${chosen.base}$`, own);
  const write = codecs.messageFunction('write', `${chosen.base}$`, own);
  const kind = noun.endsWith('Attachment') ? 'attachment' : 'header';
  const what = `${noun === 'Fault' ? 'the detail of fault' : kind} \`${name}\` of operation \`${chosen.operation.name}\``;
  return [
    {
      name,
      type: type.text,
      typeNames: type.names,
      element: { namespace: element.name.namespace, local: element.name.localName },
      required,
      read: codecs.ensure(read, () => readPayload(codecs, place, type, read, what)),
      write: codecs.ensure(write, () => writePayload(codecs, place, type, write, what)),
    },
  ];
}
