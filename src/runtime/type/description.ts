/*
 * The description of a contract's types, in the words of XML Schema: one constant for each type.
 * All that the runtime does with values follows it. What only some contracts need is carried by
 * members and types as functions, so that a bundle has only what its contract uses.
 */
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import type { Format, QNames, Simple } from './simple-type.ts';

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
export interface Name {
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
export type DeclareNamespaces = (
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
export interface InTagForm {
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
export type TakenValues = readonly [unknown?, ...unknown[]];

/** Places of properties in the values of an object. */
export type Slots = ReadonlyMap<string, number>;
