import { unreadable } from '../codec/path.ts';
import { ownType } from '../codec/type.ts';
import { asObject, noContent, readContent as readBody, readElement } from '../codec/value.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import { closeEmpty, orEmpty } from '../xml/write-text.ts';
import { Child } from './child.ts';
import type { ObjectType } from './description.ts';
import type { Message } from './message-kinds.ts';
import { DescribedObject } from './object.ts';
import { planOf } from './plan.ts';
import { childValue, readChildren, readFields, readObject } from './read.ts';
import { prefixedTag, tagOf } from './tag.ts';
import { unwritable } from './unwritable.ts';
import { writeElement, writeFields, writeList, writeObject } from './write.ts';

/** How the element of a message is written, and its content read and written. */
export interface MessagePlan {
  readonly open: string;
  readonly close: string;
  /** The default namespace inside. */
  readonly inside: string;
  readonly type: ObjectType;
  /** Its only child, or the element itself. */
  readonly child: Child | undefined;
}

const plans = new WeakMap<Message, MessagePlan>();

/** The plan of a message, created at its first use. */
export function messagePlan(message: Message): MessagePlan {
  const known = plans.get(message);
  if (known !== undefined) return known;
  const { kind, name, namespace, detail } = message;
  const { scope = namespace, outer = '' } = detail;
  const isNone = name === '' || kind === 'element';
  const tag = isNone
    ? { start: '', name: '', scope: outer }
    : (detail.encoded ? prefixedTag : tagOf)(name, namespace, '');
  const type = message.type?.() ?? new DescribedObject('', namespace, message.fields, { scope });
  const [field] = message.fields();
  const place = { slot: 0, scope, outer: tag.scope, required: (field?.min ?? 0) > 0 };
  const plan: MessagePlan = {
    open: `${tag.start}>`,
    close: `</${tag.name}>`,
    inside: tag.scope,
    type,
    child: field && new Child(field, place),
  };
  plans.set(message, plan);
  return plan;
}

/**
 * Reads a message to the end of the Body.
 *
 * @param bare whether a server reads null from a Body without its element, as ASMX does
 * @throws XmlValueError the message does not have the types of the contract
 */
export function readMessage<T>(message: Message<T>, reader: XmlReader, bare?: 'bare'): T {
  return readAny(message, reader, bare) as T;
}

function readAny(message: Message, reader: XmlReader, bare: 'bare' | undefined): unknown {
  const { kind, name, namespace, detail } = message;
  if (kind === 'empty') {
    noContent(reader);
    return {};
  }
  if (kind === 'content') {
    return readBody(reader, name, (one) => readObject(one, messagePlan(message).type));
  }
  if (name === '') return readBody(reader, '', (one) => readInside(message, one));
  const found = detail.anyName ? (['', ''] as const) : ([name, namespace] as const);
  return readElement(reader, found, (one) => readInside(message, one), bare);
}

/** Skips the content of a Body whose value is nothing. */
export function skipMessage(reader: XmlReader): void {
  while (reader.nextTag() === START) reader.skip();
}

/** Reads what is in the element of a message whose START was just read, and its END. */
function readInside(message: Message, reader: XmlReader): unknown {
  const { kind } = message;
  if (kind === 'nothing') {
    noContent(reader);
    return {};
  }
  const { child, type } = messagePlan(message);
  if (kind === 'element' && child !== undefined) return childValue(reader, child);
  const { first, typed } = message.detail;
  if (kind === 'flat') ownType(reader, typed?.[0], typed?.[1]);
  const { lost } = message.detail;
  if (kind !== 'result' && first === undefined && lost === undefined) {
    return readFields(reader, type);
  }
  const plan = planOf(type);
  const values: unknown[] = plan.blank.slice();
  first?.(reader, plan, values);
  const skipped = readChildren(reader, plan, values);
  if (skipped !== undefined) lost?.(reader, skipped);
  return kind === 'result' ? values[0] : plan.make(values);
}

/**
 * Reads an element of its own whose START was just read: a header, a detail, a record.
 *
 * @throws XmlValueError the element does not have the types of the contract
 */
export function readRoot<T>(message: Message<T>, reader: XmlReader): T {
  try {
    return readInside(message, reader) as T;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/**
 * Writes a message.
 *
 * @throws EncodeError the value does not have the types of the contract
 */
export function writeMessage<T>(message: Message<T>, value: T): string {
  try {
    return closeEmpty(written(message, value));
  } catch (error) {
    throw unwritable(error, value, nameOf(message));
  }
}

/** What the value of a message is called in errors. */
function nameOf(message: Message): string {
  return message.kind === 'result' ? (messagePlan(message).child?.property ?? '') : '';
}

function written(message: Message, value: unknown): string {
  const { kind, name } = message;
  if (kind === 'empty') return '';
  const { open, close, inside, type, child } = messagePlan(message);
  if (kind === 'nothing') return `${open.slice(0, -1)} />`;
  if (kind === 'content') return writeObject(value, type, '');
  if (kind === 'element') return child === undefined ? '' : writeElement(value, child);
  const content =
    kind === 'result'
      ? onlyOne(value, child as Child)
      : writeFields(asObject(value) as object, type, inside);
  return name === '' ? content : open + orEmpty(content) + close;
}

function onlyOne(value: unknown, child: Child): string {
  if (value === undefined && !child.required) return '';
  return child.list ? writeList(value, child) : writeElement(value, child);
}

/** What generated code calls a message, because contracts have types `Message`. */
export type MessageType<T> = Message<T>;

/**
 * The function that reads an element of its own. Called after its start tag; consumes its end tag.
 *
 * @param prepare gives a reader what its values need and only some contracts have
 */
export function readsElement<T>(
  message: Message<T>,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): (reader: XmlReader) => T {
  return (reader) => readRoot(message, prepare(reader));
}
