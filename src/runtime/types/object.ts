import { unreadable } from '../xml/capture.ts';
import {
  deviate,
  isNil,
  listAt,
  nilError,
  refuseNil,
  START,
  type XmlQName,
} from '../xml/errors.ts';
import { nextWrapper, type XmlReader } from '../xml/reader.ts';
import { closeEmpty } from '../xml/writer.ts';
import {
  type Child,
  type Detail,
  type EncodedValues,
  type Fast,
  type Field,
  type Member,
  type ObjectDetail,
  type ObjectType,
  object,
  TEXT_WAY,
  type Type,
} from './description.ts';
import {
  absent,
  type Message,
  type MessageDetail,
  messagePlan,
  type NearMiss,
  noFields,
  type Plan,
  planOf,
  readElement,
  refuseMissed,
  written,
} from './message.ts';
import {
  keepEarlier,
  meantChild,
  noContent,
  ownType,
  readContent,
  skipUnknown,
  unwritable,
  withEarlier,
} from './value.ts';

/** Reads an object: the element whose START was just read, and its END. */
export function readObject(reader: XmlReader, declared: ObjectType): unknown {
  const { family, abstract } = declared;
  // nothing is to be chosen or checked for an element without attributes
  if (reader.attributes.length === 0 && reader.unexpected === undefined && !abstract) {
    return readFields(reader, declared);
  }
  (reader.encoded as EncodedValues | undefined)?.object(reader, declared);
  if (family?.choose === undefined) checkXsiType(reader, declared);
  const type = family?.choose === undefined ? declared : family.choose(reader, declared);
  return type && readFields(reader, type);
}

/** Checks the `xsi:type` of the element whose START was just read. */
function checkXsiType(reader: XmlReader, type: ObjectType): void {
  const { name, namespace, abstract, check } = type;
  if (check !== undefined) check(reader, type);
  else if (name === '') ownType(reader);
  else ownType(reader, name, namespace, abstract);
}

/** Reads an object of exactly this type. */
function readFields(reader: XmlReader, type: ObjectType): unknown {
  const known = type.plan as Plan | undefined;
  const plan = known !== undefined && known.outer === type.scope ? known : planOf(type);
  const values: unknown[] = plan.blank.slice();
  let slot = 0;
  const { family, content } = type;
  if (family !== undefined) values[slot++] = family.literal;
  const { inTag } = plan;
  for (let at = 0; at < inTag.length; at += 1) {
    const field = inTag[at];
    values[slot++] = field?.inTag?.read(reader, field, inTag);
  }
  if (content !== undefined) return content.read(reader, plan, values);
  readChildren(reader, plan, values);
  return plan.make(values);
}

/**
 * Reads the children of the element whose START was just read, and its END, in any order.
 *
 * @param values receives them
 * @returns the first element that was skipped, and has no ID to refer to
 * @throws XmlValueError a value is wrong, or something required is missing
 */
function readChildren(reader: XmlReader, plan: Plan, values: unknown[]): XmlQName | undefined {
  const { depth } = reader;
  const { children } = plan;
  if (children.length === 0) {
    noContent(reader);
    return undefined;
  }
  const fast = reader.fast as Fast | undefined;
  // nothing more is expected of a message that begins with something else
  let next = fast?.read(reader, plan, values, 0) || -1;
  let found = 0;
  let meant: Set<number> | undefined;
  let missed: NearMiss[] | undefined;
  let skipped: XmlQName | undefined;
  let before: readonly unknown[] | undefined;
  for (;;) {
    if (reader.nextTag() !== START) {
      if (depth !== reader.wrapperDepth || !nextWrapper(reader)) break;
      before = withEarlier(values, before);
      meant = undefined;
      next = fast?.read(reader, plan, values, 0) || -1;
      continue;
    }
    const at = placeFrom(children, reader.local, reader.namespace, found);
    const child = children[at];
    if (child !== undefined && meant?.delete(child.slot)) values[child.slot] = undefined;
    if (child !== undefined && (child.list || values[child.slot] === undefined)) {
      found = at;
      readStarted(reader, child, values, depth);
    } else if (!takeByWildcard(reader, children, values)) {
      const other = meantChild(reader, children, values, meant);
      if (other === undefined) {
        if (!isTarget(reader)) skipped ??= reader.name;
        missed = skipUnknown(reader, children, missed);
      } else {
        meant = (meant ?? new Set()).add(other.slot);
        next = -1;
        readStarted(reader, other, values, depth);
      }
    }
    if (next < 0 || fast === undefined) continue;
    const from = child === undefined ? next : Math.max(next, fast.after(plan, child));
    const after = fast.read(reader, plan, values, from);
    next = after === from && child === undefined ? -1 : after;
  }
  keepEarlier(values, before);
  const { encoded } = reader;
  if (skipped !== undefined && encoded !== undefined && !hasValue(children, values)) {
    (encoded as EncodedValues).unknown(reader, skipped);
  }
  complete(reader, plan, values, missed);
  return skipped;
}

/** Checks the values of all children, and says what those that did not come are instead. */
function complete(
  reader: XmlReader,
  { checks, required }: Plan,
  values: unknown[],
  missed: readonly NearMiss[] | undefined,
): void {
  for (let at = 0; at < checks.length; at += 1) checks[at]?.(values, reader);
  for (let at = 0; at < required.length; at += 1) {
    const child = required[at] as Child;
    if (values[child.slot] === undefined) values[child.slot] = absent(reader, child, missed);
  }
  if (missed !== undefined) refuseMissed(reader, missed, values);
}

/** Whether references of SOAP encoding may have led to the element whose START was just read. */
function isTarget({ attributes }: XmlReader): boolean {
  return attributes.some(({ local }) => local === 'id');
}

function hasValue(children: readonly Child[], values: readonly unknown[]): boolean {
  return children.some(({ slot }) => values[slot] !== undefined);
}

/** The place of a named element, looked for from the one found last; -1 for none. */
function placeFrom(
  children: readonly Child[],
  local: string,
  namespace: string,
  from: number,
): number {
  const { length } = children;
  for (let step = 0, at = from; step < length; step += 1, at += 1) {
    if (at === length) at = 0;
    const child = children[at] as Child;
    if (child.name === local && child.namespace === namespace && child.takes === undefined) {
      return at;
    }
  }
  return -1;
}

function takeByWildcard(reader: XmlReader, children: readonly Child[], values: unknown[]): boolean {
  // wildcards come last
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at] as Child;
    if (child.takes === undefined) return false;
    if (!child.takes(reader) || !(child.list || values[child.slot] === undefined)) continue;
    // only turns of a group have an index in paths
    if (child.inner === undefined && child.list) {
      const list = (values[child.slot] ?? []) as unknown[];
      values[child.slot] = list;
      list.push(childValue(reader, child));
    } else readStarted(reader, child, values, reader.depth - 1);
    return true;
  }
  return false;
}

/** Reads the child whose START was just read into the values of its object. */
export function readStarted(
  reader: XmlReader,
  child: Child,
  values: unknown[],
  depth: number,
): void {
  if (child.absentNil && reader.attributes.length > 0 && isNil(reader) && skipNil(reader, child)) {
    return;
  }
  const { slot } = child;
  if (!child.list) {
    values[slot] = childValue(reader, child);
    return;
  }
  // before its item is read, so that errors name the place of the item
  const list = (values[slot] ?? listAt(reader, depth, child.listed)) as unknown[];
  values[slot] = list;
  list.push(childValue(reader, child));
}

/**
 * Skips a child that is nil, which counts as absent where it may be. A server reads another one as
 * if it were empty, like ASMX.
 *
 * @returns whether it was skipped
 */
function skipNil(reader: XmlReader, { required, field }: Child): boolean {
  const isEncoded = field.encoded !== undefined;
  if (required && !(isEncoded && reader.defaults)) {
    if (reader.defaults && !reader.strict) return false;
    deviate(reader, nilError(reader));
  } else if (!isEncoded) refuseNil(reader);
  reader.skip();
  return true;
}

/** The value of the child whose START was just read. Reads its END. */
export function childValue(reader: XmlReader, child: Child): unknown {
  const { inner } = child;
  if (inner === undefined) return ownValue(reader, child);
  const value = ownValue(reader, child);
  return { [inner]: child.innerList ? [value] : value };
}

function ownValue(reader: XmlReader, child: Child): unknown {
  const { nil, object, array, read, parse } = child;
  if (nil !== undefined && reader.attributes.length > 0 && nil.test(reader)) {
    return nil.read(reader, object as never);
  }
  if (read !== undefined) return read(reader, child);
  if (object !== undefined) return readObject(reader, object);
  if (array !== undefined) return array.read(reader, childValue);
  if (reader.encoded !== undefined && child.simple !== undefined) {
    const typed = (reader.encoded as EncodedValues).simple(reader, child.simple);
    if (typed !== undefined) return typed.value;
  }
  // any text is a value
  if (child.way === TEXT_WAY || parse === undefined) return reader.leaf();
  if (child.readSimple !== undefined) return child.readSimple(reader, parse);
  return reader.value((text) => parse(text, reader));
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
    return readContent(reader, name, (one) => readObject(one, messagePlan(message).type));
  }
  if (name === '') return readContent(reader, '', (one) => readInside(message, one));
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

/** What else a description says of an element of its own. */
type RootDetail = Detail & Pick<MessageDetail, 'outer'>;

/** A message whose value is its element. */
export function root<T>(
  name: string,
  namespace: string,
  type: () => Type,
  { outer = '', ...detail }: RootDetail = {},
): Message<T> {
  const place = { name, namespace, property: '', min: 1, max: 1, ...detail };
  const fields = (): readonly Field[] => [{ kind: 'element', type: type(), ...place }];
  return { kind: 'element', name, namespace, fields, detail: { outer } };
}

/** A message whose value is its element, which has a type of its own. */
export function wrapped<T>(
  name: string,
  namespace: string,
  members: () => readonly Member[],
  detail?: ObjectDetail,
): Message<T> {
  const type = object('', namespace, members, detail);
  return root(name, namespace, () => type);
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

/**
 * A message whose value has a property for each child of its element. Without a name, of the Body.
 */
export function parts<T>(
  name: string,
  namespace: string,
  fields: () => readonly Field[],
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'parts', name, namespace, fields, detail };
}

/** A message of an element without content. */
export function nothing<T>(name: string, namespace: string): Message<T> {
  return { kind: 'nothing', name, namespace, fields: noFields, detail: {} };
}

/**
 * A Body that itself has a type (WSDL 1.1, 3.5).
 *
 * @param part name of an element that other stacks put around the content; `''` if the content has
 *   such an element
 */
export function bodyOf<T>(part: string, type: () => ObjectType<T>): Message<T> {
  return { kind: 'content', name: part, namespace: '', fields: noFields, detail: {}, type };
}
