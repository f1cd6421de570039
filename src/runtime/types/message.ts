import { atPath, unreadable } from '../xml/capture.ts';
import {
  deviate,
  locate,
  note,
  noteMeant,
  placeOf,
  START,
  tellInstead,
  XmlError,
  type XmlQName,
  XmlValueError,
} from '../xml/errors.ts';
import { nextWrapper, XmlReader } from '../xml/reader.ts';
import {
  escapeAttribute,
  formatXsdString,
  notEncodable,
  orEmpty,
  pieceLength,
  pieces,
  within,
} from '../xml/writer.ts';
import {
  Child,
  type ContentPlan,
  DescribedObject,
  ELEMENT,
  type Field,
  type Format,
  flatten,
  isRequired,
  isSimple,
  type Namespaces,
  type ObjectType,
  prefixedTag,
  propertyNameOf,
  type Simple,
  type Slots,
  TEXT_WAY,
  tagOf,
  type Values,
} from './description.ts';

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
  return type.form.constant ? `${start} />` : `${start}>${orEmpty(writeChildren(values, plan))}`;
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
        done += pieces.take(xml);
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

export function written(message: Message, value: unknown): string {
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
export interface MessageDetail {
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

export const noFields = (): readonly Field[] => [];

/** A message whose value is the only child of its element. Without a name, of the Body. */
export function result<T>(
  name: string,
  namespace: string,
  child: () => Field,
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'result', name, namespace, fields: () => [child()], detail };
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

/** An empty Body. */
export function empty<T>(): Message<T> {
  return { kind: 'empty', name: '', namespace: '', fields: noFields, detail: {} };
}

/** Skips an element that cannot be read. */
export function skipUnreadable(reader: XmlReader): never {
  reader.skip();
  return undefined as never;
}

/** A value that must be an object. */
export function asObject<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw notEncodable('an object', value);
}

/** A value that must be an array. */
export function asList<T>(value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw notEncodable('an array', value);
}

/** A value that must be a string. */
export function asText(value: string): string {
  if (typeof value === 'string') return value;
  throw notEncodable('a string', value);
}

/** The text itself; the parser of types that accept any text. */
function plainText(text: string): string {
  return text;
}

/** Reads a missing element as if it were empty, so that everything in it is missing. */
function readAbsent<T>(reader: XmlReader, local: string, read: (reader: XmlReader) => T): T {
  const { defaults, deviations } = reader;
  const absentNil = reader.absentNil === 'always' ? 'always' : undefined;
  const empty = new XmlReader(`<${local}></${local}>`, { defaults, deviations, absentNil });
  empty.nextTag();
  try {
    return read(empty);
  } catch (error) {
    const found = unreadable(error, empty);
    if (!(found instanceof XmlError)) throw found;
    tellInstead(found, reader);
    throw locate(reader, found.withoutPlace());
  }
}

/**
 * Reads the one element expected in a Body, and the end of the Body. Other elements are skipped. If
 * it is missing, so is everything in it. As in ASMX, a wrapper that comes several times is read as
 * one, and of bare elements the first one counts; of others, the last one. A lenient reader takes
 * one with another name if that is the only one.
 *
 * @param name its local name and namespace; `''` for any, because the wrapper of an rpc response
 *   may have any name
 * @param read reads its content
 * @param bare whether a missing one is null in ASMX
 */
export function readElement<T>(
  reader: XmlReader,
  [local, namespace]: readonly [local: string, namespace: string],
  read: (reader: XmlReader) => T,
  bare?: 'bare',
): T {
  reader.base = reader.depth + 1;
  try {
    let found = false;
    let isNear = false;
    let value: T | undefined;
    const meant = local === '' ? -1 : (reader.deviations?.meant?.(reader, local, namespace) ?? -1);
    const mayContinue = bare === undefined && local !== '' && reader.encoded === undefined;
    for (let at = 0; reader.nextTag() === START; at += 1) {
      if (at === meant) noteMeant(reader, namespace, local);
      const isNamed = reader.local === local && reader.namespace === namespace;
      if (at === meant || local === '' || (isNamed && !(found && bare !== undefined))) {
        if (mayContinue) reader.wrapperDepth = reader.depth;
        value = read(reader);
        reader.wrapperDepth = -1;
        found = true;
      } else {
        isNear ||= reader.local === local;
        reader.unknown(namespace, local);
      }
    }
    const isMissed = isNear && !found && !reader.defaults;
    if (!found && bare !== undefined && readsNull(reader) && !isMissed) return null as T;
    if (found) return value as T;
    const nothing = readAbsent(reader, local || 'Body', read);
    return isMissed ? missing(reader, local) : nothing;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/** Whether missing elements that may be nil are null without a deviation. */
function readsNull({ absentNil }: XmlReader): boolean {
  return absentNil === true || absentNil === 'always';
}

/**
 * A missing element that may be nil: null in ASMX and SOAP encoding, and for clients with a
 * deviation, since services of .NET leave it out. Otherwise it is an error.
 *
 * @param isNear whether one came in another namespace
 */
export function missingNillable(reader: XmlReader, name: string, isNear = false): null {
  const { absentNil, deviations } = reader;
  if (readsNull(reader)) return null;
  const error = missingError(name).carry(null);
  if (absentNil === false || isNear || deviations?.lenient === true) {
    // what could not be read is not null
    if (deviations?.wasLost(placeOf(reader, name)) === true) return undefined as never;
    return deviate(reader, error, name);
  }
  note(reader, error, name);
  return null;
}

/**
 * An error: a required element is missing and has no default. A server may read it as null, like
 * ASMX.
 */
export function missing(reader: XmlReader, name: string): never {
  if (reader.absentNil === 'always') return null as never;
  return deviate(reader, missingError(name), name);
}

function missingError(name: string): XmlValueError {
  return new XmlValueError(`Missing required element '${name}'.`, 'missing');
}

/** The error for an element in place of one that may be absent. */
export function missedError(name: string, { namespace, local }: XmlQName): XmlValueError {
  return new XmlValueError(`Missing element '${name}'. Found {${namespace}}${local} instead.`);
}

/** As {@link missing}, for a repeated element: a lenient reader uses an empty list, like ASMX. */
function missingList(reader: XmlReader, name: string): never[] {
  if (reader.absentNil === 'always') return [];
  return deviate(reader, missingError(name).carry([]), name);
}

/**
 * A missing value of a value type of .NET: `value` in ASMX, otherwise an error.
 *
 * @param refuse throws the error
 */
export function missingValue<T>(
  reader: XmlReader,
  name: string,
  value: T,
  refuse: (reader: XmlReader, name: string) => never = missing,
): T {
  return reader.defaults ? value : refuse(reader, name);
}

/** `xs:string`, and `xs:anySimpleType`. */
export const string: Simple = {
  way: TEXT_WAY,
  parse: plainText,
  raw: asText,
  format: formatXsdString,
  nilIsEmpty: true,
  words: true,
};

/** A child that an element may be. */
export interface TakenChild {
  readonly name: string;
  readonly namespace: string;
  readonly slot: number;
  readonly list?: boolean | undefined;
  readonly takes?: Field['takes'];
}

/** An element that was skipped, although only its namespace is not that of a child. */
export interface NearMiss {
  readonly child: TakenChild;
  readonly namespace: string;
}

/**
 * Refuses an element that was skipped where its child has no value, or has a list from which it
 * would be lost: its sender meant it. A lenient reader has read what it can.
 */
export function refuseMissed(
  reader: XmlReader,
  missed: readonly NearMiss[],
  values: readonly unknown[],
): void {
  if (reader.defaults || reader.deviations?.lenient === true) return;
  for (const { child, namespace } of missed) {
    if (values[child.slot] !== undefined && !child.list) continue;
    const error = missedError(child.name, { namespace, local: child.name });
    error.property = child.name;
    throw locate(reader, error);
  }
}

/** How an object type is read, and written under a default namespace. Planned at first use. */
export interface Plan extends ContentPlan {
  /** How properties in the start tag are written. */
  readonly attributes: readonly WrittenAttribute[];
  /** Elements it takes, with those of wildcards last. */
  readonly children: readonly Child[];
  /** Properties to be written, in order. */
  readonly written: readonly Child[];
  /** Those that must come. */
  readonly required: readonly Child[];
  readonly checks: readonly ((values: Values, reader: XmlReader) => void)[];
  readonly checksWritten: readonly ((values: Values) => void)[];
  readonly take: (value: never) => Values;
  /** The children whose tags can be expected. */
  readonly expected: readonly Child[];
  /** The plan of the same type under another namespace. */
  readonly other: Plan | undefined;
}

/** How a property in the start tag is written. */
export interface WrittenAttribute {
  readonly slot: number;
  readonly property: string;
  readonly required: boolean;
  readonly format: Format;
  /** What comes before its text; `undefined` if `format` gives all of it. */
  readonly start: string | undefined;
  /** The same after another attribute, with the end of that. */
  readonly next: string;
}

/** The plan of a type under a default namespace. */
export function planOf(type: ObjectType, outer: string = type.scope): Plan {
  const first = type.plan as Plan | undefined;
  for (let plan = first; plan !== undefined; plan = plan.other) {
    if (plan.outer === outer) return plan;
  }
  const { scope, members, family, make, take } = type;
  const { fields, choices, inChoice } = flatten(members);
  const names = fields.map(propertyNameOf);
  if (family !== undefined) names.unshift('$type');
  const slots: Slots = new Map(names.map((name, slot) => [name, slot]));
  const slotOf = (field: Field): number => slots.get(propertyNameOf(field)) ?? 0;
  const inTag = fields.filter((field) => field.inTag !== undefined);
  const content = fields.filter(isContent);
  const written = content.map((field) => {
    const required = isRequired(field) && !inChoice.has(propertyNameOf(field));
    return new Child(field, { slot: slotOf(field), scope, outer, required });
  });
  joinTags(written);
  const children = written.flatMap(takersOf);
  const plan: Plan = {
    type,
    outer,
    blank: names.map((): undefined => undefined),
    inTag,
    named: namedOf(inTag, slotOf),
    attributes: attributesOf(type, inTag),
    text: fields.find(({ kind }) => kind === 'text'),
    children: [
      ...children.filter(({ takes }) => takes === undefined),
      ...children.filter(({ takes }) => takes !== undefined),
    ],
    written,
    required: written.filter(({ required }) => required),
    checks: [
      ...content.flatMap((field) => countCheck(field, slotOf(field))),
      ...choices.flatMap((one): Plan['checks'][number] | [] => one.check?.read(one, slots) ?? []),
    ],
    checksWritten: choices.flatMap(
      (one): Plan['checksWritten'][number] | [] => one.check?.write(one, slots) ?? [],
    ),
    make: make ?? maker(names),
    take: take ?? taker(names),
    expected: children.filter((one) => isExpected(one, scope)),
    other: first,
  };
  type.plan = plan;
  return plan;
}

function isContent({ kind, inTag }: Field): boolean {
  return inTag === undefined && kind !== 'text' && kind !== 'mixed';
}

/** Whether the tags of a child can be expected. */
function isExpected({ namespace, inner, read, field }: Child, scope: string): boolean {
  return (
    namespace === scope && inner === undefined && read === undefined && field.kind === 'element'
  );
}

/** Where two properties follow each other, the end tag of one and the start tag of the next. */
function joinTags(written: readonly Child[]): void {
  let last: Child | undefined;
  for (const child of written) {
    if (last !== undefined) last.joint = last.close + child.open;
    last = child;
  }
}

/** The elements of a property, each with its own tags. */
function takersOf(child: Child): readonly Child[] {
  const { field, slot, scope, outer, required } = child;
  const takers = field.taken?.();
  if (takers === undefined) return [child];
  const names = takers.filter(({ takes }) => takes === undefined).map(({ name }) => name);
  const listed = [...new Set(names)].join(' ');
  return takers.map(
    (one) => new Child(field, { slot, scope, outer, required, taker: one, listed }),
  );
}

function namedOf(inTag: readonly Field[], slotOf: (field: Field) => number): Plan['named'] {
  for (const field of inTag) {
    const declare = field.inTag?.declare;
    if (declare !== undefined) return { slot: slotOf(field), declare };
  }
  return undefined;
}

/** Prefixes that are generated for an attribute, with its number. */
const numbered = /^[an](\d{1,6})/;

/**
 * How properties in the start tag are written.
 *
 * @param namespaces those that the tag declares for its values
 */
function attributesOf(
  { family }: ObjectType,
  inTag: readonly Field[],
  namespaces?: Namespaces,
): readonly WrittenAttribute[] {
  const first = family === undefined ? 0 : 1;
  const taken = Object.keys(namespaces ?? {}).map((one) => Number(numbered.exec(one)?.[1] ?? 0));
  let position = Math.max(0, ...taken);
  return inTag.flatMap((field, index) => {
    if (field.inTag === undefined || field.inTag.declare !== undefined) return [];
    if (field.kind === 'attribute') position += 1;
    const property = propertyNameOf(field);
    const before = inTag.slice(0, index);
    const { start, format } = field.inTag.form(field, position, before, namespaces);
    const required = isRequired(field);
    const slot = first + index;
    return [{ slot, property, required, format, start, next: `"${start}` }];
  });
}

function countCheck(field: Field, slot: number): Plan['checks'] {
  const { count } = field;
  if (count === undefined) return [];
  return [(values, reader) => count.read(values[slot] as unknown[] | undefined, field, reader)];
}

function maker(names: readonly string[]): Plan['make'] {
  return (values) => {
    const value: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) value[names[at] as string] = values[at];
    return value;
  };
}

function taker(names: readonly string[]): Plan['take'] {
  return (value: Readonly<Record<string, unknown>>) => {
    const values: unknown[] = [];
    for (let at = 0; at < names.length; at += 1) values.push(value[names[at] as string]);
    return values;
  };
}
