import { isNil, refuseNil, type XmlQName } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { escapeAttribute } from '../xml/writer.ts';

/** What a type restricts or consists of, with all its facets, down to a built-in type as base. */
export function sourceOf(type: Simple): SimpleSource {
  const { from } = type;
  if (from === undefined) return { base: type };
  if (from.base === undefined || from.own) return from;
  const inner = sourceOf(from.base);
  const { values = inner.values, label = inner.label } = from;
  return {
    ...inner,
    facets: { ...inner.facets, ...from.facets },
    ...(values && { values }),
    ...(label !== undefined && { label }),
  };
}

/** What else a description says of an object type. */
export interface ObjectDetail {
  /** The type it extends; its members come first. */
  readonly base?: () => ObjectType;
  /** The namespace of its elements, if that is not its own. */
  readonly scope?: string;
  readonly abstract?: true;
  /** Creates an object of the values of its properties, faster than one by one. */
  readonly make?: (values: Values) => unknown;
  /** Gives the values of the properties of an object. */
  readonly take?: (value: never) => TakenValues;
  /** Types that may stand in for it, told by `xsi:type`. */
  readonly family?: Family;
  /** How its content is read and written if not child by child. */
  readonly content?: Content;
  /** Checks the `xsi:type` of an element, if not as usual. */
  readonly check?: TypeCheck;
}

/** A described object type. */
export class DescribedObject<T = unknown> implements ObjectType<T> {
  readonly kind = 'object';
  readonly name: string;
  readonly namespace: string;
  readonly own: () => readonly Member[];
  readonly base: (() => ObjectType) | undefined;
  readonly scope: string;
  readonly abstract: boolean;
  readonly make: ObjectDetail['make'];
  readonly take: ObjectDetail['take'];
  readonly family: Family | undefined;
  readonly check: TypeCheck | undefined;
  declare readonly types?: T;
  plan: ContentPlan | undefined = undefined;
  #members: readonly Member[] | undefined;
  #content: Content | undefined;
  #form: TypeForm | undefined;

  constructor(
    name: string,
    namespace: string,
    own: () => readonly Member[],
    detail: ObjectDetail = {},
  ) {
    this.name = name;
    this.namespace = namespace;
    this.own = own;
    this.base = detail.base;
    this.scope = detail.scope ?? namespace;
    this.abstract = detail.abstract === true;
    this.make = detail.make;
    this.take = detail.take;
    this.family = detail.family;
    this.check = detail.check;
    this.#content = detail.content;
  }

  /** All members, those of the base first. */
  get members(): readonly Member[] {
    if (this.#members === undefined) {
      const base = this.base?.();
      this.#members = base === undefined ? this.own() : [...base.members, ...this.own()];
      this.#content ??= base?.content;
    }
    return this.#members;
  }

  get content(): Content | undefined {
    return this.members && this.#content;
  }

  /** How an element of the type is written. */
  get form(): TypeForm {
    this.#form ??= formOf(this);
    return this.#form;
  }
}

function formOf(type: ObjectType): TypeForm {
  const { members, family, content } = type;
  const isFamily = family !== undefined;
  const others = (family?.members() ?? []).filter((one) => one !== type);
  const inTag = members.some(isInTag);
  return {
    // the name of a type without a namespace has no prefix
    plain: members.some(hasNames) || others.some(isNamedPlainly),
    tagged: isFamily || inTag || content?.tagged?.(members) === true,
    constant: !isFamily && content === undefined && members.every(isInTag),
  };
}

function isInTag(member: Member): boolean {
  return !isBranches(member) && member.inTag !== undefined;
}

function isNamedPlainly({ namespace, members }: ObjectType): boolean {
  return namespace === '' || members.some(hasNames);
}

/** Whether a member is an attribute or a text with QNames. */
function hasNames(member: Member): boolean {
  if (member.kind !== 'attribute' && member.kind !== 'text') return false;
  return isSimple(member.type) && member.type.names !== undefined;
}

/**
 * An object type.
 *
 * @param name its name in the contract; `''` if it has none
 * @param own gives the members that it adds to its base
 */
export function object<T>(
  name: string,
  namespace: string,
  own: () => readonly Member[],
  detail?: ObjectDetail,
): ObjectType<T> {
  return new DescribedObject(name, namespace, own, detail);
}

/** An element that must be there. */
export function element(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 1, max: 1, ...detail };
}

/** A nil element counts as absent if it is optional; a string is then read as empty, as in ASMX. */
function isAbsentNil(reader: XmlReader, { nilIsEmpty }: Simple): boolean {
  if (nilIsEmpty === true || !isNil(reader)) return false;
  refuseNil(reader);
  reader.skip();
  return true;
}

/** An element that may be absent. */
export function optional(name: string, type: Type, detail?: Detail): Field {
  return { kind: 'element', name, type, min: 0, max: 1, absent: isAbsentNil, ...detail };
}

/** Where a child is among others. */
interface ChildPlace {
  /** Its place among the values of the object. */
  readonly slot: number;
  /** The namespace of elements without another one. */
  readonly scope: string;
  /** The default namespace where it is written. */
  readonly outer: string;
  readonly required: boolean;
  /** Its element, if it is one of several of a group or substitution group. */
  readonly taker?: Field;
  /** Local names of all elements in the same list. */
  readonly listed?: string;
}

/**
 * How a child element is read and written under one default namespace. All have the same shape,
 * which makes them quick to use.
 */
export class Child implements ElementPlace {
  readonly field: Field;
  readonly slot: number;
  readonly property: string;
  readonly name: string;
  readonly namespace: string;
  readonly way: number;
  readonly simple: Simple | undefined;
  readonly parse: Simple['parse'] | undefined;
  readonly scan: Simple['scan'] | undefined;
  readonly format: Format | undefined;
  readonly names: QNames | undefined;
  /** How a simple value is read if not as usual. */
  readonly readSimple: Simple['read'];
  readonly object: ObjectType | undefined;
  readonly array: ArrayType | undefined;
  readonly read: Field['read'];
  readonly write: Field['write'];
  readonly takes: Field['takes'];
  readonly list: boolean;
  readonly nil: NilForm | undefined;
  /** Whether nil counts as absent. */
  readonly absentNil: boolean;
  readonly required: boolean;
  /** The property in a turn or alternative; `undefined` where there is none. */
  readonly inner: string | undefined;
  /** Whether that is a list. */
  readonly innerList: boolean;
  readonly listed: string;
  /** Start and end tag; for types that begin in it, the start tag without its end. */
  readonly open: string;
  readonly close: string;
  /** The end tag of this one and the start tag of the next. */
  joint = '';
  /** The start tag of a nil element, without its end. */
  readonly start: string;
  /** The default namespace inside. */
  readonly inside: string;
  readonly scope: string;
  readonly outer: string;

  constructor(field: Field, { slot, scope, outer, required, taker = field, listed }: ChildPlace) {
    const { name, namespace = scope, type, encoded } = taker;
    const simple = isSimple(type) && taker.read === undefined ? type : undefined;
    const other = type === undefined || isSimple(type) ? undefined : type;
    const xml = other?.kind === 'xml' ? other : undefined;
    const complex = other?.kind === 'xml' ? undefined : other;
    const form = complex?.form;
    // XmlSerializer gives elements in SOAP encoding a prefix
    const isPrefixed = simple?.names !== undefined || form?.plain || encoded !== undefined;
    const tag = (isPrefixed ? prefixedTag : tagOf)(name, namespace, outer);
    const isInner = field !== taker;
    const isWhole = form?.constant === true;
    const isOpen = form?.tagged === true || simple?.names !== undefined;
    this.field = field;
    this.slot = slot;
    this.property = propertyNameOf(field);
    this.name = name;
    this.namespace = namespace;
    this.way = simple === undefined || isInner ? ELEMENT : simple.names ? ELEMENT : simple.way;
    this.simple = simple;
    this.parse = simple?.parse;
    this.scan = simple?.scan;
    this.format = simple?.format;
    this.names = simple?.names;
    this.readSimple = simple?.read;
    this.object = complex?.kind === 'object' ? complex : undefined;
    this.array = complex?.kind === 'array' ? complex : undefined;
    this.read = taker.read ?? xml?.read;
    this.write = taker.write ?? xml?.write ?? (simple?.names && writeNames);
    this.takes = taker.takes;
    this.list = isList(field);
    this.nil = taker.nil;
    this.absentNil = !isInner && nilIsAbsent(field, simple);
    this.required = required;
    this.inner = isInner ? propertyNameOf(taker) : undefined;
    this.innerList = isInner && isList(taker);
    this.listed = listed ?? field.name;
    this.start = tag.start;
    const begin = encoded === undefined ? tag.start : tag.start + encodedTag(encoded);
    this.open = begin + (isOpen ? '' : isWhole ? ' />' : '>');
    this.close = isWhole ? '' : `</${tag.name}>`;
    this.inside = tag.scope;
    this.scope = scope;
    this.outer = outer;
  }
}

/** Writes an element with QNames, whose prefixes are declared in its start tag. */
function writeNames(value: never, { names, open, close }: ElementPlace): string {
  return open + (names?.content(value, ['n', ...names.stems]) ?? '') + close;
}

/**
 * Whether a nil element counts as absent: if it is optional, or an accessor of SOAP encoding (SOAP
 * 1.1 section 5.6), and has no value for nil. A string is then read as empty, as in ASMX.
 */
function nilIsAbsent(field: Field, simple: Simple | undefined): boolean {
  const { kind, nil, type, min, encoded } = field;
  if (kind !== 'element' || nil !== undefined || isList(field) || type === undefined) return false;
  const isOptional = min === 0 || encoded !== undefined;
  if (simple !== undefined) return isOptional && simple.nilIsEmpty !== true;
  if (isSimple(type) || type.kind === 'xml') return false;
  return type.kind === 'object' || isOptional;
}

/** A start tag without its end, the name of the end tag, and the default namespace inside. */
interface Tag {
  readonly start: string;
  readonly name: string;
  readonly scope: string;
}

/** A namespace declaration with a space before it. */
export function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`;
}

/**
 * The tag of an element under a default namespace. As by XmlSerializer, its own namespace is the
 * default one inside.
 */
export function tagOf(name: string, namespace: string, scope: string): Tag {
  const declared = namespace === scope ? '' : declaration('', namespace);
  return { start: `<${name}${declared}`, name, scope: namespace };
}

/** The tag of an element without a default namespace inside, so that names there may have none. */
export function prefixedTag(name: string, namespace: string, scope: string): Tag {
  if (namespace === '') return tagOf(name, namespace, scope);
  const inner = scope === '' ? '' : declaration('', '');
  const start = `<q1:${name}${declaration('q1', namespace)}${inner}`;
  return { start, name: `q1:${name}`, scope: '' };
}

/** ` xsi:type` of a type where `scope` is the default namespace. */
export function typeTag({ name, namespace }: ObjectType, scope: string): string {
  if (namespace === scope) return ` xsi:type="${name}"`;
  return `${declaration('q2', namespace)} xsi:type="q2:${name}"`;
}

/** ` xsi:type` of an element in SOAP encoding. */
function encodedTag(type: string | readonly [namespace: string, local: string]): string {
  if (typeof type === 'string') return ` xsi:type="xsd:${type}"`;
  return `${declaration('q2', type[0])} xsi:type="q2:${type[1]}"`;
}

/** The property of a field. */
export function propertyNameOf({ name, property = name }: Field): string {
  return property;
}

/** Whether a property is a list. */
export function isList({ max, list }: Field): boolean {
  return max > 1 || list === true;
}

/** Whether a property must be there where its branch is. */
export function isRequired({ min }: Field): boolean {
  return min > 0;
}

/** Whether a type is simple. */
export function isSimple(type: Type | undefined): type is Simple {
  return type !== undefined && 'way' in type;
}

/** Whether a member is several that belong together. */
export function isBranches(member: Member): member is Branches {
  return 'members' in member;
}

/*
 * The description of a contract's types, in the words of XML Schema: one constant for each type.
 * All that the runtime does with values follows it. What only some contracts need is carried by
 * members and types as functions, so that a bundle has only what its contract uses.
 */

/** `xs:anyType`: the element itself. */
export interface AnyType {
  readonly kind: 'xml';
  readonly read: NonNullable<Field['read']>;
  readonly write: NonNullable<Field['write']>;
}

/** The type of an element. */
export type Type = Simple | AnyType | ObjectType | ArrayType;

/** How an element of a type is written. */
export interface TypeForm {
  /** Whether no default namespace may be in scope, because of QNames that may have none. */
  readonly plain: boolean;
  /** Whether it is written from within the start tag. */
  readonly tagged: boolean;
  /** Whether it is always written as one tag. */
  readonly constant: boolean;
}

/** Reads a child; a parameter, so that what is only written brings in nothing that reads. */
export type ReadItem = (reader: XmlReader, item: never) => unknown;

/** A type whose values are arrays. */
export interface ArrayType {
  readonly kind: 'array';
  readonly form: TypeForm;
  /** The namespace of items without another one. */
  readonly scope: string;
  /** Number of dimensions. */
  readonly rank: number;
  /** The element that an item is. */
  readonly item: () => Field;
  /**
   * Reads the items of the element whose START was just read, and its END.
   *
   * @param readItem reads one
   */
  readonly read: (reader: XmlReader, readItem: ReadItem) => unknown;
  /** Writes an element with the items. */
  readonly write: (value: unknown, place: ElementPlace) => string;
}

/** A type whose values are objects: a complex type, or the content of a message. */
export interface ObjectType<T = unknown> {
  readonly kind: 'object';
  /** Its name in the contract; `''` if it has none. */
  readonly name: string;
  readonly namespace: string;
  /** The namespace of elements without another one. */
  readonly scope: string;
  readonly abstract: boolean;
  /** All members, those of its base first. */
  readonly members: readonly Member[];
  readonly form: TypeForm;
  /** Creates an object of the values of its properties, faster than one by one. */
  readonly make: ((values: Values) => unknown) | undefined;
  /** Gives the values of the properties of an object. */
  readonly take: ((value: never) => TakenValues) | undefined;
  readonly family: Family | undefined;
  /** How its content is read and written if not child by child. */
  readonly content: Content | undefined;
  /** Checks the `xsi:type` of the element whose START was just read, if not as usual. */
  readonly check: TypeCheck | undefined;
  /** How it is read and written, after its first use. */
  plan: ContentPlan | undefined;
  /** Never present: carries the type of values. */
  readonly types?: T;
}

/** Checks the `xsi:type` of an element of a type that none may replace. */
export type TypeCheck = (reader: XmlReader, type: ObjectType) => void;

/** Chooses among types by `xsi:type` and `$type` (XML Schema 1, 2.6.1). */
export interface Family {
  /** The value of `$type`. */
  readonly literal: string;
  /** Itself, if it is not abstract, and the types that derive from it directly. */
  readonly derived: () => readonly ObjectType[];
  /** Types allowed where this one is declared: itself, if it is not abstract, and derived ones. */
  readonly members: () => readonly ObjectType[];
  /** Chooses the type of the element whose START was just read; absent if there is no other. */
  readonly choose: ((reader: XmlReader, type: ObjectType) => ObjectType | undefined) | undefined;
  /** Chooses the type to write a value as, with its ` xsi:type="…"` if that must be said. */
  readonly chooseWritten: (
    value: object,
    type: ObjectType,
    scope: string,
  ) => { readonly type: ObjectType; readonly tag: string };
}

/** Content that is not read and written child by child: text, mixed or ordered content. */
export interface Content {
  /** Whether it is written from within the start tag. */
  readonly tagged?: (members: readonly Member[]) => boolean;
  /** Reads the content, and gives the object. */
  readonly read: (reader: XmlReader, plan: ContentPlan, values: unknown[]) => unknown;
  /** Writes the content of an object, with the end of a start tag that is open. */
  readonly write: (value: object, values: Values, plan: ContentPlan) => string;
  /** The text that mixed content has if it is empty. */
  readonly text?: string;
  /** Whether it has no other. */
  readonly fixed?: boolean;
}

/** What is known of an object type under a default namespace. */
export interface ContentPlan {
  readonly type: ObjectType;
  /** The default namespace where it is written. */
  readonly outer: string;
  /** One `undefined` for each property. */
  readonly blank: readonly undefined[];
  /** Properties in the start tag; their values come first, after that of `$type`. */
  readonly inTag: readonly Field[];
  /** Among these, the one with namespaces, and its place among the values. */
  readonly named: { readonly slot: number; readonly declare: DeclareNamespaces } | undefined;
  /** The property with the text of the element, if it has text. */
  readonly text: Field | undefined;
  readonly make: (values: Values) => unknown;
}

/** Reads children whose tags can be expected. */
export interface Fast {
  /**
   * Reads the children that come as expected.
   *
   * @param from the first that may come
   * @returns the first that may come then; -1 if no tags can be expected
   */
  readonly read: (reader: XmlReader, plan: ContentPlan, values: unknown[], from: number) => number;
  /** The first that may come after a child. */
  readonly after: (plan: ContentPlan, child: ElementPlace) => number;
}

/** An element where it is read and written. */
export interface ElementPlace {
  readonly name: string;
  readonly namespace: string;
  readonly object: ObjectType | undefined;
  readonly names: QNames | undefined;
  /** Its place among the values of the object. */
  readonly slot: number;
  readonly required: boolean;
  /** The namespace of elements without another one. */
  readonly scope: string;
  /** The default namespace around it. */
  readonly outer: string;
  /** The default namespace inside. */
  readonly inside: string;
  /** The start tag of a nil element, without its end. */
  readonly start: string;
  /** Start and end tag; for types that begin in it, the start tag without its end. */
  readonly open: string;
  readonly close: string;
}

/** What an object has: a property, or several that belong together. */
export type Member = Field | Branches;

/** A property. What is absent is as usual. */
export interface Field {
  readonly kind:
    | 'element'
    | 'attribute'
    | 'text'
    | 'mixed'
    | 'any'
    | 'anyAttributes'
    | 'namespaces'
    | 'head'
    | 'group';
  /** Local name of the element or attribute. */
  readonly name: string;
  /** Default: `name`. */
  readonly property?: string | undefined;
  /** Default: the namespace of the content around it; of an attribute: none. */
  readonly namespace?: string | undefined;
  readonly type?: Type | undefined;
  readonly min: number;
  readonly max: number;
  /** Whether it is a list although `max` is 1, as where branches of a choice share it. */
  readonly list?: true | undefined;
  /** How a nil element is told, read and written; absent if it may not be nil. */
  readonly nil?: NilForm | undefined;
  /** Checks the number of items. */
  readonly count?: Count | undefined;
  /** Skips the element whose START was just read if it is nil, which counts as absent. */
  readonly absent?: ((reader: XmlReader, type: Simple) => boolean) | undefined;
  /** What only JSON Schema tells of its simple value. */
  readonly keywords?: Keywords | undefined;
  /** The text of an absent attribute. */
  readonly initial?: string | undefined;
  /** Its `xsi:type` in SOAP encoding: a built-in type, or the namespace and name of another. */
  readonly encoded?: string | readonly [namespace: string, local: string] | undefined;
  /** The elements of a group or substitution group. */
  readonly taken?: (() => readonly Field[]) | undefined;
  /** What one turn of a group is. */
  readonly turn?: Member | undefined;
  /** The types that an element allows of those that may stand in for its own; all if absent. */
  readonly allowed?: (() => readonly ObjectType[]) | undefined;
  /** The namespaces of a wildcard. */
  readonly wildcard?: Wildcard | undefined;
  /** Whether a wildcard takes an element. */
  readonly takes?: ((name: Name) => boolean) | undefined;
  /** Reads one element or attribute in another way than by its type. */
  readonly read?: ((reader: XmlReader, place: ElementPlace) => unknown) | undefined;
  /** Writes one element with its tags in another way than by its type. */
  readonly write?: ((value: never, place: ElementPlace) => string) | undefined;
  /** How it is read and written in the start tag. */
  readonly inTag?: InTag | undefined;
}

/** Keywords of JSON Schema that a description carries as they are. */
export interface Keywords {
  /** The media type of bytes. */
  readonly contentMediaType?: string | undefined;
}

/** What else a description says of a property. */
export type Detail = Partial<Omit<Field, 'kind' | 'name' | 'type' | 'taken' | 'turn' | 'inTag'>>;

/** The name of an element. */
interface Name {
  readonly namespace: string;
  readonly local: string;
}

/** Namespaces that a wildcard allows, or all but which. */
export type Wildcard = readonly [kind: 'only' | 'not', ...namespaces: string[]];

/** How a property in the start tag is read and written. */
export interface InTag {
  /** @param beside all properties in the start tag */
  readonly read: (reader: XmlReader, field: Field, beside: readonly Field[]) => unknown;
  /**
   * Gives how it is written.
   *
   * @param position number of the attribute in the tag
   * @param before properties before it in the tag
   * @param namespaces those that the tag declares for its values
   */
  readonly form: (
    field: Field,
    position: number,
    before: readonly Field[],
    namespaces?: Namespaces,
  ) => InTagForm;
  /** Of namespaces: adds their declarations to the tag. */
  readonly declare?: DeclareNamespaces;
}

/** Namespaces by prefix. */
export type Namespaces = Readonly<Record<string, string>>;

/**
 * Writes the properties in a start tag, and declares namespaces there.
 *
 * @param write writes the other properties, with prefixes that mean nothing else in the namespaces
 * @throws EncodeError a prefix cannot be declared here
 */
type DeclareNamespaces = (
  namespaces: Namespaces,
  type: ObjectType,
  write: (namespaces: Namespaces) => string,
) => string;

/** How values of messages with SOAP encoding are read. */
export interface EncodedValues {
  /** Reads a simple value, and the END of its element; `undefined` to read it as usual. */
  readonly simple: (reader: XmlReader, type: Simple) => { readonly value: unknown } | undefined;
  /** Whether a type says nothing. */
  readonly isOpen: (type: XmlQName) => boolean;
  /** Refuses an element that holds a value of another kind than an object. */
  readonly object: (reader: XmlReader, type: ObjectType) => void;
  /** Refuses an object of whose elements none is known, the first of which is given. */
  readonly unknown: (reader: XmlReader, first: XmlQName) => never;
}

/** How a property in the start tag is written. */
interface InTagForm {
  /** What comes before the text of an attribute: a space, its name, and the quote. */
  readonly start?: string;
  /** Gives the text of an attribute, escaped; without `start`, all that is written. */
  readonly format: Format;
}

/** Checks the number of items that were read, or that are to be written. */
export interface Count {
  readonly read: (list: readonly unknown[] | undefined, field: Field, reader: XmlReader) => void;
  readonly write: (list: readonly unknown[], field: Field) => readonly unknown[];
}

/** How a nil element is told, read and written. */
export interface NilForm {
  /** Whether it keeps attributes. */
  readonly attributes?: true;
  readonly test: (reader: XmlReader) => boolean;
  readonly read: (reader: XmlReader, type: never) => unknown;
  /** Writes a value that is nil; `undefined` for another. */
  readonly write: (value: unknown, place: ElementPlace) => string | undefined;
}

/** The elements of a substitution group. */
export type HeadElements = () => readonly Field[];

/** Properties that belong together. */
export interface Branches {
  readonly kind: 'choice' | 'sequence';
  readonly members: readonly Member[];
  /** Whether none of it may be there. */
  readonly optional?: true | undefined;
  readonly check?: ChoiceCheck | undefined;
}

/** Gives what checks values that were read, or that are to be written. */
export interface ChoiceCheck {
  readonly read: (branches: Branches, slots: Slots) => (values: Values, reader: XmlReader) => void;
  readonly write: (branches: Branches, slots: Slots) => (values: Values) => void;
}

/** The values of an object, in the order of its properties. */
export type Values = readonly unknown[];

/** The same as a tuple, of which the compiler does not compare each item with all others. */
type TakenValues = readonly [unknown?, ...unknown[]];

/** Places of properties in the values of an object. */
export type Slots = ReadonlyMap<string, number>;

/** Any text is its value. */
export const TEXT_WAY = 0;
/** The value is parsed from the text. */
export const VALUE = 1;
/** The value is read where it is in the document, if it has its usual form. */
export const SCAN = 2;
/** As {@link SCAN}, for `xs:int`, the most frequent one. */
export const INT = 3;
/** An element with more than a simple value. */
export const ELEMENT = 4;

/**
 * Gives the value of a text.
 *
 * @param attribute name of the attribute with the text; omitted for the text of an element
 * @throws XmlValueError the text has no value
 */
export type Parse = (text: string, reader: XmlReader, attribute?: string) => unknown;

/**
 * Gives the text of a value.
 *
 * @throws EncodeError the value does not have the type
 */
export type Format = (value: never) => string;

/** What generated code calls a simple type. */
export type SimpleType = Simple;

/** A simple type (XML Schema 2). What is absent is as usual. */
export interface Simple {
  /** {@link TEXT}, {@link VALUE}, {@link SCAN} or {@link INT}. */
  readonly way: number;
  readonly parse: Parse;
  /** Its text, not escaped. */
  readonly raw: Format;
  /** Its text in an element, escaped. */
  readonly format: Format;
  /** Whether its text never needs to be escaped. */
  readonly plain?: true;
  /** Whether nil is read as an empty text where an element is optional. */
  readonly nilIsEmpty?: true;
  /** Whether enumerations of it have their first value where .NET has no other. */
  readonly words?: true;
  /** Whether it is an enumeration. */
  readonly enumerated?: true;
  /** Reads the value between two offsets; `undefined` for another form. */
  readonly scan?: (source: string, from: number, to: number) => unknown;
  /** Reads the value of an element in another way, as for bytes, which .NET reads past comments. */
  readonly read?: (reader: XmlReader, parse: Parse) => unknown;
  /**
   * Reads the value of an element whose bytes are beside the message, and its END; `undefined` for
   * any other element.
   */
  readonly include?: (reader: XmlReader, parse: Parse) => unknown;
  /** Gives the value that .NET has for a missing element or attribute. */
  readonly initial?: () => unknown;
  /** Gives the number as which a value is compared: `xs:float` has single precision. */
  readonly round?: (value: number) => number;
  /** Processes white space of a text that is written, before its facets are checked. */
  readonly space?: (text: string) => string;
  /** How its QNames are written. */
  readonly names?: QNames;
  /** Its JSON. Default: a text. */
  readonly json?: JsonForm;
  /** What it restricts or consists of; absent for a built-in type. */
  readonly from?: SimpleSource;
}

/** What a simple type restricts or consists of, from which schemas follow. */
export interface SimpleSource {
  /** The type it restricts, or whose texts it has. */
  readonly base?: Simple;
  readonly facets?: Facets;
  /** The values of an enumeration of literals. */
  readonly values?: readonly unknown[];
  /** The name of an enumeration; of one without a name, where it is. */
  readonly label?: string;
  readonly item?: Simple;
  readonly members?: readonly Simple[];
  /** The text of an empty or absent one. */
  readonly initial?: string;
  readonly fixed?: string;
  /** Whether its values are of a user's own type. */
  readonly own?: true;
}

/** How values with QNames are written. */
export interface QNames {
  /** Writes the end of a start tag with declarations of the prefixes, and the text. */
  readonly content: (value: never, stems: readonly string[]) => string;
  /** Writes an attribute with declarations of the prefixes. */
  readonly attribute: (value: never, stems: readonly string[], name: string) => string;
  /** Prefixes to try after the usual one, because a pattern may require one. */
  readonly stems: readonly string[];
  /** The same for a type with another text. */
  readonly of: (raw: Format, stems?: readonly string[]) => QNames;
}

/** The JSON of a simple type: keywords of JSON Schema. */
interface JsonForm {
  readonly type?: string;
  /** What the value is in JavaScript, if it is not what it is in JSON. */
  readonly javascript?: 'bigint' | 'Date' | 'Uint8Array' | 'number';
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Compares two lexical values; the result is negative, zero or positive. */
export type Order = (left: string, right: string) => number;

/** A pattern with its text in the contract. */
export type ShownPattern = readonly [
  pattern: { readonly test: (text: string) => boolean },
  shown: string,
];

/** Other lexical forms of the value of a text, a limited number of them. */
export type LexicalForms = (text: string) => Iterable<string>;

/** Facets of a simple type (XML Schema 2, 4.3). */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  /** How values are compared with bounds if JavaScript's operators do not. */
  readonly order?: Order;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  readonly patterns?: readonly ShownPattern[];
  /** Texts that match the patterns, for samples. */
  readonly samples?: readonly string[];
  /** Other forms of a value, for patterns that the usual form does not match. */
  readonly forms?: LexicalForms;
  /** Values that are no literals: texts, or numbers. */
  readonly enumeration?: readonly (string | number)[];
  /** Whether a value of the enumeration is the given one. */
  readonly same?: Same;
  /** The values of the enumeration, for messages. */
  readonly shown?: string;
}

/** Whether a value of an enumeration is a value, whose text is also given. */
export type Same = (one: string | number, value: unknown, text: string) => boolean;

/** The properties of an object, and its outermost choices. */
interface Flattened {
  /** Those in the start tag come first. */
  readonly fields: readonly Field[];
  readonly choices: readonly Branches[];
  /** Properties of branches. */
  readonly inChoice: ReadonlySet<string>;
}

/** The properties of members. The same one may be in several branches. */
export function flatten(members: readonly Member[]): Flattened {
  const fields = new Map<string, Field>();
  const choices: Branches[] = [];
  const inChoice = new Set<string>();
  const walk = (member: Member, inside: boolean): void => {
    if (isBranches(member)) {
      const isChoice = member.kind === 'choice';
      if (isChoice && !inside) choices.push(member);
      for (const one of member.members) walk(one, inside || isChoice);
      return;
    }
    const property = propertyNameOf(member);
    const known = fields.get(property);
    fields.set(property, known === undefined ? member : both(known, member));
    if (inside) inChoice.add(property);
  };
  for (const member of members) walk(member, false);
  const all = [...fields.values()];
  const tag = all.filter((field) => field.inTag !== undefined);
  return {
    fields: tag.length === 0 ? all : [...tag, ...all.filter((field) => field.inTag === undefined)],
    choices,
    inChoice,
  };
}

/** A field that branches share: a list if it is one in any of them. */
function both(one: Field, other: Field): Field {
  const isSame = one.min === other.min && one.max === other.max;
  if (isSame) return one;
  return { ...one, min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}
