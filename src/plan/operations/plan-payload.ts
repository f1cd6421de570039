import { pascalName, shortHash } from '../../names/names.ts';
import { readPayload } from '../codecs/messages/payload-codecs.ts';
import { writePayload } from '../codecs/messages/write-payload.ts';
import { placeType } from '../declarations/type-text.ts';
import type { PayloadShape } from '../messages/operation-messages.ts';
import { docComment } from '../print/encode.ts';
import type { TypeText } from '../print/typescript-type.ts';
import type { PayloadPlan } from '../result/plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import { namedType } from '../shapes/shape-simple.ts';
import { aliasText, type MessageType } from './message-types.ts';
import type { OperationContext } from './operation-context.ts';

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
 * Plans the codecs of an operation's payloads of one kind.
 *
 * @param noun Suffix of the names of their functions: `Fault`, `RequestHeader`,
 *   `RequestAttachment`.
 */
export function planPayloads(
  context: OperationContext,
  chosen: ChosenOperation,
  payloads: readonly PayloadShape[],
  noun: string,
): readonly PayloadPlan[] {
  const names = distinctNames(payloads.map(({ name }) => name));
  return payloads.map((one) => {
    const own = `${names.get(one.name) ?? ''}${noun}`;
    return planPayload(context, chosen, one, own, noun);
  });
}

/**
 * Identifiers for names of the contract. Of several that would be one identifier, those spelled
 * otherwise get five letters of their own.
 */
function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)].map((name) => ({ name, plain: pascalName(name) }));
  const counts = new Map<string, number>();
  for (const { plain } of all) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return new Map(
    all.map(({ name, plain }) => {
      const alone = counts.get(plain) === 1;
      return [name, alone || name === plain ? plain : `${plain}$${shortHash(name)}`];
    }),
  );
}

function planPayload(
  context: OperationContext,
  chosen: ChosenOperation,
  { name, place, required }: PayloadShape,
  own: string,
  noun: string,
): PayloadPlan {
  const { codecs } = context;
  const { element } = place;
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
  return {
    name,
    type: type.text,
    typeNames: type.names,
    element: { namespace: element.name.namespace, local: element.name.localName },
    required,
    read: codecs.ensure(read, () => readPayload(codecs, { place, type, what }, read)),
    write: codecs.ensure(write, () => writePayload(codecs, { place, type, what }, write)),
  };
}
