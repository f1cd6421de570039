import { inOnePiece, orEmpty, pieceLength } from '../../xml/write-text.ts';
import { asList, asObject, objectAt } from '../value.ts';

/**
 * How a child element is written: by `text` or `object`, or without them as an empty element.
 * Values have the types of the contract, which the compiler checks where the functions are
 * declared.
 */
export interface ChildWriter {
  /** Its name in the message, with a prefix if it has one. */
  readonly name: string;
  /** The property with its value. Default: `name`. */
  readonly property?: string;
  /** Text in its start tag after the name: declarations and an `xsi:type`. */
  readonly tag?: string;
  /** Gives the text of a simple value, escaped. */
  readonly text?: (value: never, owner: object, name: string) => string;
  /** Writes the content of an object, or of a list that is one element. */
  readonly object?: (value: never) => string;
  /** Checks the value of `object`. Default: that it is an object. */
  readonly check?: (value: never, owner: object, name: string) => object;
  /** Whether the function also writes the end of the start tag. */
  readonly tagged?: true;
  /** Writes the items if it may come several times. The property is a list. */
  readonly list?: ListWriter;
  /** Whether `null` is written as a nil element. */
  readonly nil?: true;
  /** Whether there must be a value. */
  readonly required?: true;
}

/** Checks a list and writes each item with its tags. */
export type ListWriter = (list: never, item: ChildWriter, owner: object, name: string) => string;

/**
 * How the children of an element are written, in the order of the schema. A list of this type takes
 * the compiler much less time than an array of many objects.
 */
export type ChildWriters = readonly [ChildWriter, ...ChildWriter[]];

/**
 * Writes the children of an element. What is `undefined` and not required is left out.
 *
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeChildren(value: object, children: ChildWriters): string {
  let xml = '';
  for (const child of children) {
    const { name, property = name } = child;
    xml += writeChild(child, valueAt(value, property), value, property);
  }
  return xml;
}

/** The value of a property. */
export function valueAt(owner: object, property: string): unknown {
  return (owner as Readonly<Record<string, unknown>>)[property];
}

/**
 * Writes the value of a child, or all of a list. What is `undefined` and not required is left out.
 *
 * @param owner the object with the value, and its `key` there
 */
export function writeChild(child: ChildWriter, value: unknown, owner: object, key: string): string {
  if (value === undefined && !child.required) return '';
  return child.list
    ? child.list(value as never, child, owner, key)
    : writeOne(child, value, owner, key);
}

/** @param owner the object or list with the value, and its `key` there */
export function writeOne(child: ChildWriter, value: unknown, owner: object, key: string): string {
  const { name, tag = '', text, object, check = asObject, nil, tagged } = child;
  if (value === null && nil) return `<${name}${tag} xsi:nil="true" />`;
  const given = value as never;
  const content = text
    ? text(given, owner, key)
    : object
      ? object(check(given, owner, key) as never)
      : '';
  return `<${name}${tag}${tagged ? '' : '>'}${orEmpty(content)}</${name}>`;
}

/**
 * Writes each item of a list as an element.
 *
 * @param item how an item is written
 * @throws EncodeError an item has a wrong type
 */
export function writeItems(list: readonly unknown[], item: ChildWriter): string {
  return inPieces(list, (one, index) => writeOne(item, one, list, String(index)));
}

/**
 * Checks that a value is a list, and writes its items.
 *
 * @throws EncodeError it is no list, or an item has a wrong type
 */
export function writeAll(
  list: readonly unknown[],
  item: ChildWriter,
  owner?: object,
  name = '',
): string {
  return writeItems(asList(list, owner, name), item);
}

/**
 * Writes each object of a list.
 *
 * @param write writes one
 * @throws EncodeError an item is no object
 */
export function writeEach<T>(list: readonly T[], write: (value: T) => string): string {
  return inPieces(list, (_, index) => write(objectAt(list, index)));
}

/** Joins what is written for each item. Now and then flattens it, as long lists need. */
export function inPieces<T>(list: readonly T[], write: (item: T, index: number) => string): string {
  let xml = '';
  let done = '';
  for (let index = 0; index < list.length; index += 1) {
    xml += write(list[index] as T, index);
    if (xml.length > pieceLength) {
      done += inOnePiece(xml);
      xml = '';
    }
  }
  return done + xml;
}
