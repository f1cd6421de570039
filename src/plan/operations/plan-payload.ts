import { pascalName, shortHash } from '../../names/names.ts';
import { placeType } from '../declarations/type-text.ts';
import { elementReader, elementWriter } from '../describe/message-functions.ts';
import type { PayloadShape } from '../messages/operation-messages.ts';
import { isIdentifier } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { needsRuntime } from '../print/type-node.ts';
import type { PayloadPlan } from '../result/plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
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
  const { codecs, describer, reading } = context;
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
  const shared = type === plain ? sharedFunction(context, { name, place }, noun) : undefined;
  const { base, word } = shared ?? { base: `${chosen.base}$`, word: own };
  const described = { place, type, base, noun: word, header, encoded };
  const read = codecs.messageFunction('read', base, word);
  const write = codecs.messageFunction('write', base, word);
  return {
    name,
    type,
    readType: readPlace === place ? type : placeType(readPlace),
    element: { namespace: element.name.namespace, local: element.name.localName },
    required,
    encoded,
    read: codecs.ensure(read, () => elementReader(describer, described, read)),
    write: codecs.ensure(write, () => elementWriter(describer, described, write)),
  };
}

/** The name of a shared function, in two parts. */
interface SharedFunction {
  readonly base: string;
  readonly word: string;
}

/**
 * Operations share the functions for the element of a fault or header. Errors in a header include
 * the name of its part, so the function's name does, too.
 *
 * @returns undefined for a part with a type, and for attachments
 */
function sharedFunction(
  { elementWords }: OperationContext,
  { name, place: { element } }: Pick<PayloadShape, 'name' | 'place'>,
  noun: string,
): SharedFunction | undefined {
  const word = elementWords.get(element);
  if (word === undefined || noun.endsWith('Attachment')) return undefined;
  const base = `${word}$`;
  const { localName } = element.name;
  if (noun === 'Fault') {
    return { base, word: 'Fault' };
  }
  const part = isIdentifier(name) ? name : `${pascalName(name)}$${shortHash(name)}`;
  const own = name === localName ? 'Header' : `Header$${part}`;
  return { base, word: own };
}
