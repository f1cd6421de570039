import { atPath, unreadable } from '../xml/capture.ts';
import {
  deviate,
  isNil,
  listAt,
  nilError,
  noteMeant,
  refuseNil,
  START,
  type XmlQName,
} from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import {
  closeEmpty,
  escapeAttribute,
  formatXsdString,
  inOnePiece,
  orEmpty,
  pieceLength,
  within,
} from '../xml/writer.ts';
import {
  Child,
  type ContentPlan,
  DescribedObject,
  type Detail,
  ELEMENT,
  type EncodedValues,
  type Fast,
  type Field,
  type Format,
  isSimple,
  type Member,
  type Namespaces,
  type ObjectDetail,
  type ObjectType,
  object,
  prefixedTag,
  propertyNameOf,
  type Simple,
  TEXT_WAY,
  type Type,
  tagOf,
  type Values,
} from './description.ts';
import {
  asList,
  asObject,
  attributesOf,
  keepEarlier,
  meantChild,
  missing,
  missingList,
  missingNillable,
  missingValue,
  type NearMiss,
  nextWrapper,
  noContent,
  ownType,
  type Plan,
  planOf,
  readContent as readBody,
  readElement,
  refuseMissed,
  skipUnknown,
  unwritable,
  type WrittenAttribute,
  withEarlier,
} from './value.ts';

/**
 * Writes an object: what is between its tags; of a type that begins in the start tag, what follows
 * the name there.
 *
 * @param scope the default namespace
 * @throws EncodeError the value does not have the type
 */
function writeObject(value: unknown, declared: ObjectType, scope: string): string {
  const given = asObject(value) as object;
  const { family } = declared;
  if (family === undefined) return writeFields(given, declared, scope);
  const { type, tag } = family.chooseWritten(given, declared, scope);
  return tag + writeFields(given, type, scope);
}

/** Writes an object as exactly this type. */
export function writeFields(given: object, type: ObjectType, scope: string): string {
  const known = type.plan as Plan | undefined;
  const plan = known !== undefined && known.outer === scope ? known : planOf(type, scope);
  const values = plan.take(given as never);
  const { checksWritten } = plan;
  for (let at = 0; at < checksWritten.length; at += 1) checksWritten[at]?.(values);
  const { content } = type;
  if (!type.form.tagged) {
    return content === undefined ? writeChildren(values, plan) : content.write(given, values, plan);
  }
  const start = writeInTag(values, plan);
  if (content !== undefined) return start + content.write(given, values, plan);
  return `${start}>${orEmpty(writeChildren(values, plan))}`;
}

/** Writes the properties in the start tag. */
export function writeInTag(values: Values, plan: Plan): string {
  const { named, attributes, type, inTag } = plan;
  const namespaces = named && values[named.slot];
  if (named === undefined || namespaces === undefined) return writeAttributes(values, attributes);
  return named.declare(namespaces as Namespaces, type, (given) =>
    writeAttributes(values, attributesOf(type, inTag, given)),
  );
}

function writeAttributes(values: Values, attributes: readonly WrittenAttribute[]): string {
  let xml = '';
  // whether the quote after the last attribute is to be written yet
  let isOpen = false;
  let at = 0;
  try {
    for (; at < attributes.length; at += 1) {
      const { slot, required, start, next, format } = attributes[at] as WrittenAttribute;
      const value = values[slot];
      if (value === undefined && !required) continue;
      if (start === undefined) {
        xml += (isOpen ? '"' : '') + format(value as never);
        isOpen = false;
      } else {
        xml += (isOpen ? next : start) + format(value as never);
        isOpen = true;
      }
    }
  } catch (error) {
    throw within(error, (attributes[at] as WrittenAttribute).property);
  }
  return isOpen ? `${xml}"` : xml;
}

/** Writes the children of an object in the order of the schema. */
function writeChildren(values: Values, { written }: Plan): string {
  let xml = '';
  // the one whose end tag is to be written yet
  let last: Child | undefined;
  let at = 0;
  try {
    for (; at < written.length; at += 1) {
      const child = written[at] as Child;
      const value = values[child.slot];
      const { way } = child;
      if (way === ELEMENT || child.list || value === null || value === undefined) {
        if (last !== undefined) {
          xml += last.close;
          last = undefined;
        }
        if (value === undefined && !child.required) continue;
        xml += child.list ? writeList(value, child) : writeElement(value, child);
        continue;
      }
      const text =
        way === TEXT_WAY
          ? formatXsdString(value as string)
          : (child.format?.(value as never) ?? '');
      xml += (last === undefined ? child.open : last.joint) + (text === '' ? orEmpty('') : text);
      last = child;
    }
  } catch (error) {
    throw within(error, (written[at] as Child).property);
  }
  return last === undefined ? xml : xml + last.close;
}

/** Writes each item of a list as an element, after checking that the value is a list. */
export function writeList(value: unknown, child: Child): string {
  const { field } = child;
  const list = asList(value as readonly unknown[]);
  return writeItems(field.count === undefined ? list : field.count.write(list, field), child);
}

/** Writes each item of a list as an element. */
export function writeItems(list: readonly unknown[], item: Child): string {
  let xml = '';
  let done = '';
  let at = 0;
  try {
    for (; at < list.length; at += 1) {
      xml += writeElement(list[at], item);
      if (xml.length > pieceLength) {
        done += inOnePiece(xml);
        xml = '';
      }
    }
  } catch (error) {
    throw within(error, at);
  }
  return done + xml;
}

/** Writes an element with its tags. */
export function writeElement(value: unknown, child: Child): string {
  const { nil, object, array, write, open, close, inside } = child;
  if (nil !== undefined) {
    const written = nil.write(value, child);
    if (written !== undefined) return written;
  }
  if (write !== undefined) return write(value as never, child);
  if (object !== undefined) {
    const content = writeObject(value, object, inside);
    const { tagged, constant } = object.form;
    return open + (tagged || constant ? content : orEmpty(content)) + close;
  }
  if (array !== undefined) return array.write(value, child);
  return open + orEmpty(child.format?.(value as never) ?? '') + close;
}

/** Reads an object: the element whose START was just read, and its END. */
export function readObject(reader: XmlReader, declared: ObjectType): unknown {
  const { family, abstract } = declared;
  // nothing is to be chosen or checked for an element without attributes
  if (reader.attributes.length === 0 && reader.unexpected === undefined && !abstract) {
    return readFields(reader, declared);
  }
  (reader.encoded as EncodedValues | undefined)?.object(reader, declared);
  if (family?.choose === undefined) checkType(reader, declared);
  const type = family?.choose === undefined ? declared : family.choose(reader, declared);
  return type && readFields(reader, type);
}

/** Checks the `xsi:type` of the element whose START was just read. */
function checkType(reader: XmlReader, type: ObjectType): void {
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
    const at = indexOf(children, reader.local, reader.namespace, found);
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
function indexOf(
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
 * What a required child that did not come is instead.
 *
 * @param missed elements that came in another namespace
 * @throws XmlValueError there is nothing else
 */
export function absent(reader: XmlReader, child: Child, missed?: readonly NearMiss[]): unknown {
  const { field, slot } = child;
  const { nil, type, taken } = field;
  const name = taken?.()[0]?.name ?? field.name;
  if (field.max > 1 || field.list === true) return missingList(reader, name);
  const isNear = missed?.some((one) => one.child.slot === slot);
  if (nil !== undefined) return missingNillable(reader, name, isNear);
  const initial = isSimple(type) ? type.initial : undefined;
  return initial === undefined ? missing(reader, name) : missingValue(reader, name, initial());
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

/** Reads a message whose value is the only child, with a simple value. */
export function readFlatValue<T>(message: Message<T>, reader: XmlReader): T {
  const { name, namespace } = message;
  return readElement(reader, [name, namespace], (element) => {
    return readOnly(element, plannedChildren(message)[0] as FlatChild) as T;
  });
}

/** Reads the element whose START was just read, and its END: the first child of the name counts. */
function readOnly(reader: XmlReader, child: FlatChild): unknown {
  const { name, namespace, min } = child;
  let value: unknown;
  // whether the value is that of a child with another namespace, which only a lenient reader takes
  let isMeant = false;
  let near: XmlQName | undefined;
  let before: unknown;
  const { depth } = reader;
  do {
    before = value;
    value = undefined;
    isMeant = false;
    while (reader.nextTag() === START) {
      const isExact = reader.local === name && reader.namespace === namespace;
      const isAlike = reader.local === name && reader.deviations?.lenient === true;
      if (isExact && isMeant) value = undefined;
      if (value !== undefined || !(isExact || isAlike)) {
        if (!isExact && reader.local === name) near ??= reader.name;
        reader.unknown(namespace, name);
        continue;
      }
      isMeant = !isExact;
      if (isMeant) noteMeant(reader, namespace, name);
      value = flatChildValue(reader, child);
    }
    if (value === undefined) value = before;
  } while (depth === reader.wrapperDepth && nextWrapper(reader));
  if (value !== undefined) return value;
  if (min > 0) return absentValue(reader, child, near !== undefined);
  if (near !== undefined) refuseMissed(reader, [{ child, namespace: near.namespace }], []);
  return undefined;
}

/** How the element of a message is written. */
interface FlatPlan {
  readonly tags: Tags;
  readonly children: readonly WrittenChild[];
}

/** The tags of an element; `empty` is the one it has without content. */
interface Tags {
  readonly open: string;
  readonly close: string;
  readonly empty: string;
}

/** How a child is written. */
interface WrittenChild {
  readonly property: string;
  readonly required: boolean;
  readonly tags: Tags;
  readonly format: Format;
}

/** Writes a message whose element has children with simple values, or none. */
export function writeFlat<T>(message: Message<T>, value: T): string {
  return writeContent(message, (children) => {
    let xml = '';
    // a message without parameters has no value
    if (children.length === 0) return xml;
    const given = asObject(value) as Readonly<Record<string, unknown>>;
    for (const child of children) {
      try {
        xml += childText(given[child.property], child);
      } catch (error) {
        throw within(error, child.property);
      }
    }
    return xml;
  });
}

/** Writes a message whose value is the only child, with a simple value. */
export function writeFlatValue<T>(message: Message<T>, value: T): string {
  return writeContent(message, ([child]) => {
    try {
      return child === undefined ? '' : childText(value, child);
    } catch (error) {
      throw atPath(error, child?.property);
    }
  });
}

function writeContent(
  message: Message,
  write: (children: readonly WrittenChild[]) => string,
): string {
  message.written ??= flatPlanOf(message);
  const { tags, children } = message.written as FlatPlan;
  try {
    return inTags(write(children), tags);
  } catch (error) {
    throw atPath(error);
  }
}

function flatPlanOf(message: Message): FlatPlan {
  const { name, namespace: outer } = message;
  return {
    tags: tagsOf(name, outer, ''),
    children: childrenOf(message).map(({ property, name, namespace, min, type }) => ({
      property,
      required: min > 0,
      tags: tagsOf(name, namespace, outer),
      format: type.format,
    })),
  };
}

function tagsOf(name: string, namespace: string, scope: string): Tags {
  const declared = namespace === scope ? '' : ` xmlns="${escapeAttribute(namespace)}"`;
  const start = `<${name}${declared}`;
  return { open: `${start}>`, close: `</${name}>`, empty: `${start} />` };
}

function inTags(content: string, { open, close, empty }: Tags): string {
  return content === '' ? empty : open + content + close;
}

function childText(value: unknown, { required, tags, format }: WrittenChild): string {
  return value === undefined && !required ? '' : inTags(format(value as never), tags);
}

/** A child with a simple value. */
export interface FlatChild extends Field {
  readonly property: string;
  readonly namespace: string;
  /** Its place among the values of the message. */
  readonly slot: number;
  readonly type: Simple;
}

/** The children of the element of a message. */
function childrenOf({ fields, namespace, detail }: Message): readonly FlatChild[] {
  const { scope = namespace } = detail;
  return fields().map((field, slot) => {
    const { type } = field as { readonly type: Simple };
    const own = field.namespace ?? scope;
    return { ...field, property: propertyNameOf(field), namespace: own, slot, type };
  });
}

/** The same, kept with the message for its readers. */
export function plannedChildren(message: Message): readonly FlatChild[] {
  message.read ??= childrenOf(message);
  return message.read as readonly FlatChild[];
}

/** The value of the child whose START was just read; `undefined` for nil that counts as absent. */
export function flatChildValue(reader: XmlReader, { absent, nil, type }: FlatChild): unknown {
  const { way, parse, read } = type;
  if (reader.attributes.length > 0) {
    if (absent?.(reader, type)) return undefined;
    if (nil?.test(reader)) return nil.read(reader, type as never);
  }
  // any text is a value
  if (way === TEXT_WAY) return reader.leaf();
  return read === undefined ? reader.value((text) => parse(text, reader)) : read(reader, parse);
}

/**
 * What a required child that did not come is instead.
 *
 * @param isNear whether one came in another namespace
 */
export function absentValue(
  reader: XmlReader,
  { name, nil, type }: FlatChild,
  isNear: boolean,
): unknown {
  const { initial } = type;
  if (nil !== undefined) return missingNillable(reader, name, isNear);
  return initial === undefined ? missing(reader, name) : missingValue(reader, name, initial());
}

/** What else a description says of a message. */
interface MessageDetail {
  /** The namespace of the children of its element, if that is not the element's. */
  readonly scope?: string;
  /** Whether its element is read under any name, as those of rpc responses are. */
  readonly anyName?: true;
  /** The default namespace around its element. Default: none. */
  readonly outer?: string;
  /** Reads the first child if it has a name of its own. */
  readonly first?: (reader: XmlReader, plan: ContentPlan, values: unknown[]) => void;
  /** Refuses or reports an element that no child takes. */
  readonly lost?: (reader: XmlReader, element: XmlQName) => void;
  /** Whether it has SOAP encoding. */
  readonly encoded?: true;
  /** Namespace and name of the type of its element, if that has a name. */
  readonly typed?: readonly [name: string, namespace: string];
}

/** The content of a Body, or another element of its own: and how its value becomes it. */
export interface Message<T = unknown> {
  readonly kind: 'element' | 'flat' | 'result' | 'parts' | 'content' | 'nothing' | 'empty';
  readonly name: string;
  readonly namespace: string;
  readonly fields: () => readonly Field[];
  readonly detail: MessageDetail;
  /** The type of a Body that itself has one. */
  readonly type?: (() => ObjectType) | undefined;
  /** What readers of flat messages know of it, after its first use. */
  read?: unknown;
  /** What writers of flat messages know of it, after its first use. */
  written?: unknown;
  /** Never present: carries the type of values. */
  readonly types?: T;
}

const noFields = (): readonly Field[] => [];

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

/** A message whose value is the only child of its element. Without a name, of the Body. */
export function result<T>(
  name: string,
  namespace: string,
  child: () => Field,
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'result', name, namespace, fields: () => [child()], detail };
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

/** A message whose value is its element, which has children with simple values and nothing else. */
export function flat<T>(
  name: string,
  namespace: string,
  fields: () => readonly Field[],
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'flat', name, namespace, fields, detail };
}

/** A message of an element without content. */
export function nothing<T>(name: string, namespace: string): Message<T> {
  return { kind: 'nothing', name, namespace, fields: noFields, detail: {} };
}

/** An empty Body. */
export function empty<T>(): Message<T> {
  return { kind: 'empty', name: '', namespace: '', fields: noFields, detail: {} };
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
