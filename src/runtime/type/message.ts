import { readContent as readBody } from '../codec/content.ts';
import { unreadable } from '../codec/path.ts';
import { noContent, readElement } from '../codec/value.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import { closeEmpty, orEmpty } from '../xml/write-text.ts';
import { Child } from './child.ts';
import type { ContentPlan, Detail, Field, ObjectType, Type } from './description.ts';
import { DescribedObject } from './object.ts';
import { planOf } from './plan.ts';
import { childValue, readChildren, readFields, readObject } from './read.ts';
import { prefixedTag, tagOf } from './tag.ts';
import { unwritable } from './within.ts';
import { writeElement, writeFields, writeList, writeObject } from './write.ts';

/** What else a description says of a message. */
export interface MessageDetail {
  /** The namespace of the children of its element, if that is not the element's. */
  readonly scope?: string;
  /** Whether its element is read under any name, as those of rpc responses are. */
  readonly anyName?: true;
  /** The default namespace around its element. Default: none. */
  readonly outer?: string;
  /** Reads the first child if it has a name of its own. */
  readonly first?: (reader: XmlReader, plan: ContentPlan, values: unknown[]) => void;
  /** Whether it has SOAP encoding. */
  readonly encoded?: true;
}

/** The content of a Body, or another element of its own: and how its value becomes it. */
export interface Message<T = unknown> {
  readonly kind: 'element' | 'result' | 'parts' | 'content' | 'nothing' | 'empty';
  readonly name: string;
  readonly namespace: string;
  readonly fields: () => readonly Field[];
  readonly detail: MessageDetail;
  /** The type of a Body that itself has one. */
  readonly type: (() => ObjectType) | undefined;
  /** Never present: carries the type of values. */
  readonly types?: T;
}

const noFields = (): readonly Field[] => [];

function given(detail: MessageDetail | undefined): Partial<Message> {
  return detail === undefined ? {} : { detail };
}

/** A message with what is usual. */
function message<T>(
  given: Pick<Message, 'kind' | 'name' | 'namespace'> & Partial<Message>,
): Message<T> {
  return { fields: noFields, detail: {}, type: undefined, ...given } as Message<T>;
}

/** What else a description says of an element of its own. */
export type RootDetail = Detail & Pick<MessageDetail, 'outer'>;

/** A message whose value is its element. */
export function root<T>(
  name: string,
  namespace: string,
  type: () => Type,
  { outer = '', ...detail }: RootDetail = {},
): Message<T> {
  const place = { name, namespace, property: '', min: 1, max: 1, ...detail };
  const fields = (): readonly Field[] => [{ kind: 'element', type: type(), ...place }];
  return message({ kind: 'element', name, namespace, fields, detail: { outer } });
}

/** The repeated element of a result, in a list of the same namespace. */
export function record<T>(
  name: string,
  namespace: string,
  type: () => Type,
  detail?: RootDetail,
): Message<T> {
  return root(name, namespace, type, { outer: namespace, ...detail });
}

/** A message whose value is the only child of its element. Without a name, of the Body. */
export function result<T>(
  name: string,
  namespace: string,
  child: () => Field,
  detail?: MessageDetail,
): Message<T> {
  return message({ kind: 'result', name, namespace, fields: () => [child()], ...given(detail) });
}

/**
 * A message whose value has a property for each child of its element. Without a name, of the Body.
 */
export function parts<T>(
  name: string,
  namespace: string,
  fields: () => readonly Field[],
  detail?: MessageDetail,
): Message<T> {
  return message({ kind: 'parts', name, namespace, fields, ...given(detail) });
}

/** A message of an element without content. */
export function nothing<T>(name: string, namespace: string): Message<T> {
  return message({ kind: 'nothing', name, namespace });
}

/** An empty Body. */
export const empty: Message<never> = /* @__PURE__ */ message({
  kind: 'empty',
  name: '',
  namespace: '',
});

/**
 * A Body that itself has a type (WSDL 1.1, 3.5).
 *
 * @param part name of an element that other stacks put around the content; `''` if the content has
 *   such an element
 */
export function bodyOf<T>(part: string, type: () => ObjectType<T>): Message<T> {
  return message({ kind: 'content', name: part, namespace: '', type });
}

/** How the element of a message is written, and its content read and written. */
interface MessagePlan {
  readonly open: string;
  readonly close: string;
  /** The default namespace inside. */
  readonly inside: string;
  readonly type: ObjectType;
  /** Its only child, or the element itself. */
  readonly child: Child | undefined;
}

const plans = new WeakMap<Message, MessagePlan>();

function messagePlan(message: Message): MessagePlan {
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
 * @throws XmlValueError the message does not have the types of the contract
 */
export function readMessage<T>(message: Message<T>, reader: XmlReader): T {
  return readAny(message, reader) as T;
}

function readAny(message: Message, reader: XmlReader): unknown {
  const { kind, name, namespace, detail } = message;
  if (kind === 'empty') return noContent(reader);
  if (kind === 'content') {
    return readBody(reader, name, (one) => readObject(one, messagePlan(message).type));
  }
  if (name === '') return readBody(reader, '', (one) => readInside(message, one));
  const [local, uri] = detail.anyName ? ['', ''] : [name, namespace];
  return readElement(reader, local, uri, (one) => readInside(message, one));
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
  const { first } = message.detail;
  if (kind === 'parts' && first === undefined) return readFields(reader, type);
  const plan = planOf(type);
  const values: unknown[] = plan.blank.slice();
  first?.(reader, plan, values);
  readChildren(reader, plan, values);
  return kind === 'parts' ? plan.make(values) : values[0];
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
    kind === 'parts' ? writeFields(value as object, type, inside) : onlyOne(value, child as Child);
  return name === '' ? content : open + orEmpty(content) + close;
}

function onlyOne(value: unknown, child: Child): string {
  if (value === undefined && !child.required) return '';
  return child.list ? writeList(value, child) : writeElement(value, child);
}
