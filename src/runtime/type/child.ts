import { isList, isSimple, propertyOf } from './described.ts';
import type { ArrayType, ElementPlace, Field, NilForm, ObjectType } from './description.ts';
import { ELEMENT, type Format, type QNames, type Simple } from './simple-type.ts';
import { encodedTag, prefixedTag, tagOf } from './tag.ts';

/** Where a child is among others. */
export interface ChildPlace {
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
    this.property = propertyOf(field);
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
    this.inner = isInner ? propertyOf(taker) : undefined;
    this.innerList = isInner && isList(taker);
    this.listed = listed ?? field.name;
    this.start = tag.start;
    const begin = encoded === undefined ? tag.start : tag.start + encodedTag(encoded);
    this.open = begin + (isWhole ? ' />' : isOpen ? '' : '>');
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
