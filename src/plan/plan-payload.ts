import type { MessagePart } from '../model/service-model.ts';
import { readPayload, writePayload } from './codecs/payload-codecs.ts';
import { docComment } from './encode.ts';
import { partElement } from './message-shape.ts';
import { aliasText, type MessageType } from './message-types.ts';
import { pascalName, shortHash } from './names.ts';
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

/** A part that is an element of its own: a fault's detail, a header, an attachment. */
export interface Payload {
  readonly part: MessagePart;
  /** Fault name or part name. */
  readonly name: string;
  /** Namespace of its element, where the part names a type. */
  readonly namespace?: string | undefined;
  readonly required?: boolean | undefined;
}

/**
 * Plans the codecs of an operation's payloads of one kind. Parts without element and type are left out.
 *
 * @param noun Suffix of the names of their functions: `Fault`, `RequestHeader`, `RequestAttachment`.
 */
export function planPayloads(
  context: OperationContext,
  chosen: ChosenOperation,
  payloads: readonly Payload[],
  noun: string,
): readonly PayloadPlan[] {
  const names = distinctNames(payloads.map(({ name }) => name));
  return payloads.flatMap((one) => {
    const own = `${names.get(one.name) ?? ''}${noun}`;
    return planPayload(context, chosen, one, own, noun) ?? [];
  });
}

/** Identifiers for names of the contract. Of several that would be one identifier, those spelled otherwise get five letters of their own. */
function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  return new Map(
    all.map((name) => {
      const plain = pascalName(name);
      const alone = all.every((other) => other === name || pascalName(other) !== plain);
      return [name, alone || name === plain ? plain : `${plain}$${shortHash(name)}`];
    }),
  );
}

function planPayload(
  context: OperationContext,
  chosen: ChosenOperation,
  { part, name, namespace, required = false }: Payload,
  own: string,
  noun: string,
): PayloadPlan | undefined {
  const element = partElement(part, namespace);
  if (element === undefined) return undefined;
  const { codecs, shaper } = context;
  const place: PlaceShape = shaper.place(element);
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
    read: codecs.ensure(read, () => readPayload(codecs, place, type, read, what)),
    write: codecs.ensure(write, () => writePayload(codecs, place, type, write, what)),
  };
}
