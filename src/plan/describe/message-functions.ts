import { bodyValues } from '../messages/message-shape.ts';
import { stringLiteral } from '../print/encode.ts';
import { arrow, call, type Expression, type Given, joined, type TypeNode } from '../print/node.ts';
import { plainType, runtimeType } from '../print/type-node.ts';
import type { ConstantPlan } from '../result/plan.ts';
import type { ValueShape } from '../shapes/shape.ts';
import { describedConstant, description, imported, runtime } from './context/constant.ts';
import type { DescribedMessage } from './context/described-message.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { isFlat } from './describe-flat.ts';
import { describeMessage } from './describe-message.ts';
import { type DescribedRoot, describeRoot } from './describe-root.ts';
import { declaredLookup } from './lookups.ts';

/** A message, and the name of its constant. */
export interface NamedMessage extends DescribedMessage {
  /** Name of the operation in the name of its constant. */
  readonly base: string;
  readonly noun: string;
}

/** The function that writes a message. */
export function messageWriter(describer: Describer, message: NamedMessage): Expression {
  const write = functionOf(describer, message, 'write');
  return calling(write, 'value', importedMessage(describer, message), 'value');
}

/** The function that writes a message as a document of its own. */
export function documentWriter(describer: Describer, message: NamedMessage): Expression {
  return calling('writeDocument', 'value', importedMessage(describer, message), 'value');
}

/** The function that reads a message. */
export function messageReader(describer: Describer, message: NamedMessage): Expression {
  const { body, encoded, direction } = message;
  const { context } = describer;
  const isEmpty = body.kind === 'empty' || body.kind === 'void';
  if (isEmpty && direction === 'response') return runtime('skipMessage');
  const read = functionOf(describer, message, 'read');
  const inlined: Given = encoded
    ? call(runtime('inlineReferences'), 'reader', ...resultName(message))
    : 'reader';
  const isWhole = read === 'readMessage';
  const plain = isWhole ? readerOf(describer, bodyValues(body), inlined) : inlined;
  const reader = isEmpty ? plain : lookingUp(describer, direction, plain);
  const isBare = body.kind === 'object' && body.isBare;
  const given = [importedMessage(describer, message), reader, ...(isBare ? ["'bare'"] : [])];
  const found = calling(read, 'reader', ...given);
  const hasIds = !encoded && bodyValues(body).some((value) => context.holdsIds(value));
  return hasIds ? pure('checkingIds', found) : found;
}

/** The function of the runtime that reads or writes a message. */
function functionOf(
  describer: Describer,
  message: DescribedMessage,
  verb: 'read' | 'write',
): string {
  if (!isFlat(describer, message)) return `${verb}Message`;
  return message.body.kind === 'unwrapped' ? `${verb}FlatValue` : `${verb}Flat`;
}

/** The reader of values, with what they need and only some contracts have. */
export function readerOf(
  { context }: Describer,
  values: readonly ValueShape[],
  reader: Given = 'reader',
): Given {
  const hasArrays = values.some((value) => context.holdsSoapArrays(value));
  const able = hasArrays ? call(runtime('soapArrays'), reader) : reader;
  // elements of messages with SOAP encoding have attributes, so their tags cannot be expected
  const isQuick = reader === 'reader' && values.some((value) => context.isLarge(value));
  return isQuick ? call(runtime('quickly'), able) : able;
}

/**
 * An additional argument: the name of the only part of a response, because encoded messages may use
 * any other name.
 */
function resultName({ body, direction }: DescribedMessage): readonly string[] {
  if (body.kind !== 'single' || direction !== 'response') return [];
  return [stringLiteral(body.field.place.element.name.localName)];
}

/**
 * The reader of a message, which looks up names of the contract: in requests all of them, because
 * servers can be strict; in responses only types whose attributes would be lost.
 */
export function lookingUp(
  describer: Describer,
  direction: 'request' | 'response',
  reader: Given,
): Given {
  const lookup = declaredLookup(describer, direction);
  if (lookup === undefined) return reader;
  return call(runtime(lookup.how), reader, imported(lookup.names));
}

/** A function that calls one of the runtime. */
export function calling(name: string, parameter: string, ...given: readonly Given[]): Expression {
  return arrow(`(${parameter})`, call(runtime(name), ...given));
}

/** The constant that describes a message. */
export function messageConstant(describer: Describer, message: NamedMessage): Expression {
  const name = describer.context.messageConstant(message.base, message.noun);
  return describeMessage(describer, { ...message, type: typeOf(message) }, name);
}

function importedMessage(describer: Describer, message: NamedMessage): Expression {
  return imported(messageConstant(describer, message));
}

/** Type of the value of a message. */
function typeOf({ body, type, direction }: DescribedMessage): TypeNode {
  // the input of an empty Body may consist of attachments
  if (direction === 'request') return type ?? runtimeType('NoInput');
  const isEmpty = body.kind === 'empty' || body.kind === 'void';
  return isEmpty || type === undefined ? plainType('void') : type;
}

/** What decides the part of a large file. */
function subjectOf(base: string): string {
  return base.replace(/\$$/, '');
}

/** An element of its own: a fault's detail, a header entry, a record of a result. */
export interface DescribedElement extends DescribedRoot {
  readonly type: TypeNode;
  readonly base: string;
  readonly noun: string;
  /** For a header: the name of its part, for error messages. */
  readonly header?: string | undefined;
}

/** The function that writes an element. */
export function elementWriter(describer: Describer, element: DescribedElement): Expression {
  const constant = imported(elementConstant(describer, element));
  const { header } = element;
  return header === undefined
    ? calling('writeMessage', 'value', constant, 'value')
    : calling('writeHeader', 'value', constant, 'value', stringLiteral(header));
}

/** The function that reads an element. */
export function elementReader(describer: Describer, element: DescribedElement): Expression {
  const constant = imported(elementConstant(describer, element));
  const { header, place } = element;
  const given = readerOf(describer, [place.value]);
  return header === undefined
    ? calling('readRoot', 'reader', constant, given)
    : calling('readHeader', 'reader', constant, given, stringLiteral(header));
}

function elementConstant(describer: Describer, element: DescribedElement): Expression {
  const { base, noun, place, type } = element;
  const { context } = describer;
  const name = context.messageConstant(base, noun);
  const make = (): ConstantPlan => {
    const value = describeRoot(describer, element);
    const declared = joined(runtimeType('MessageType'), '<', type, '>');
    const { namespace } = place.element.name;
    return { ...describedConstant(name, declared, value, namespace), subject: subjectOf(base) };
  };
  return description(context.ensure(name, make));
}
