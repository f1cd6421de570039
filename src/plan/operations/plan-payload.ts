import { pascalName, shortHash } from '../../names/names.ts';
import { placeType } from '../declarations/type-text.ts';
import { elementReader, elementWriter } from '../describe/message-functions.ts';
import type { PayloadShape } from '../messages/operation-messages.ts';
import type { TypeNode } from '../print/node.ts';
import { needsRuntime } from '../print/type-node.ts';
import type { PayloadPlan } from '../result/plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import type { PlaceShape } from '../shapes/shape.ts';
import { alias, type MessageType } from './message-types.ts';
import type { OperationContext } from './operation-context.ts';

/** The type of a message, after its declaration is recorded. */
export function declared({ declarations }: OperationContext, message: MessageType): TypeNode {
  if (message.declaration !== undefined) declarations.push(message.declaration);
  return message.type;
}

/**
 * Plans the codecs of an operation's payloads of one kind.
 *
 * @param noun Suffix of the names of their functions, such as `Fault` or `RequestHeader`.
 */
export function planPayloads(
  context: OperationContext,
  chosen: ChosenOperation,
  payloads: readonly PayloadShape[],
  noun: string,
): readonly PayloadPlan[] {
  // as for most operations
  if (payloads.length === 0) return [];
  const names = distinctNames(payloads.map(({ name }) => name));
  return payloads.map((one) => {
    const own = `${names.get(one.name) ?? ''}${noun}`;
    return planPayload(context, chosen, one, { own, noun });
  });
}

/**
 * Identifiers for names of the contract. If several would become the same identifier, those spelled
 * differently get five letters of their own.
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

/** Name of a payload within its operation, and what kind of payload it is. */
interface PayloadName {
  readonly own: string;
  readonly noun: string;
}

function planPayload(
  context: OperationContext,
  chosen: ChosenOperation,
  { name, place, required, encoded }: PayloadShape,
  { own, noun }: PayloadName,
): PayloadPlan {
  const { describer, reading } = context;
  const { element } = place;
  const readPlace = reading.place(place);
  const plain = placeType(place);
  const heading = {
    name: `${chosen.base}$${own}`,
    namespace: chosen.service.namespace,
    doc: [`${noun} \`${name}\`.`],
  };
  const type = needsRuntime(plain) ? declared(context, alias(heading, plain)) : plain;
  const header = noun.endsWith('Header') ? name : undefined;
  const word = type === plain ? sharedWord(context, place, noun) : undefined;
  const kind = header === undefined ? noun : 'Header';
  const named =
    word === undefined ? { base: `${chosen.base}$`, noun: own } : { base: `${word}$`, noun: kind };
  const described = { place, type, header, encoded, ...named };
  return {
    name,
    type,
    readType: readPlace === place ? type : placeType(readPlace),
    element: { namespace: element.name.namespace, local: element.name.localName },
    required,
    encoded,
    types: typeNames(place),
    read: elementReader(describer, described),
    write: elementWriter(describer, described),
  };
}

function typeNames({ element, value }: PlaceShape): PayloadPlan['types'] {
  const derived = value.kind === 'object' ? (value.family?.members ?? []) : [];
  const all = new Set([element.type, ...derived.map(({ source }) => source)]);
  return [...all].flatMap(({ name }) => name ?? []);
}

/**
 * The word for the constant that operations share for the element of a fault or header; `undefined`
 * for a part with a type, and for attachments.
 */
function sharedWord(
  { elementWords }: OperationContext,
  { element }: PlaceShape,
  noun: string,
): string | undefined {
  return noun.endsWith('Attachment') ? undefined : elementWords.get(element);
}
