import { inOnePiece, orEmpty, pieceLength } from '../../xml/write-text.ts';
import { asList, asObject, objectAt } from '../value.ts';

/**
 * How a child element is written: by one of `text`, `object` and `array`, or without them as an
 * empty element. Values have the types of the contract, which the compiler checks where the
 * functions are declared.
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
  /** Writes the content of an object. */
  readonly object?: (value: never) => string;
  /** Writes the items of a list that is one element. */
  readonly array?: (list: never) => string;
  /** Whether the function also writes the end of the start tag. */
  readonly tagged?: true;
  /** Whether it may come several times. The property is a list. */
  readonly list?: true;
  /** Checks a list, also how many items it has. Default: it may have any number. */
  readonly check?: (list: never, owner: object, name: string) => readonly unknown[];
  /** Whether `null` is written as a nil element. */
  readonly nil?: true;
  /** Whether there must be a value. */
  readonly required?: true;
}

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
  for (const child of children) xml += writeChild(child, value) ?? '';
  return xml;
}

/**
 * Writes a child, or all of a list.
 *
 * @param parent the object with its value
 * @returns `undefined` if there is no value, and none is required
 */
export function writeChild(child: ChildWriter, parent: object): string | undefined {
  const { name, property = name } = child;
  const value = (parent as Readonly<Record<string, unknown>>)[property];
  if (value === undefined && child.required === undefined) return undefined;
  return child.list
    ? writeItems(listOf(child, value, parent, property), child)
    : writeOne(child, value, parent, property);
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

function listOf(
  { check = asList }: ChildWriter,
  value: unknown,
  owner: object,
  name: string,
): readonly unknown[] {
  return check(value as never, owner, name);
}

/** @param owner the object or list with the value, and its `key` there */
export function writeOne(child: ChildWriter, value: unknown, owner: object, key: string): string {
  const { name, tag = '' } = child;
  if (value === null && child.nil) return `<${name}${tag} xsi:nil="true" />`;
  const end = child.tagged ? '' : '>';
  return `<${name}${tag}${end}${orEmpty(contentOf(child, value, owner, key))}</${name}>`;
}

function contentOf(child: ChildWriter, value: unknown, owner: object, key: string): string {
  const { text, object, array } = child;
  if (text !== undefined) return text(value as never, owner, key);
  if (object !== undefined) return object(asObject(value, owner, key) as never);
  return array === undefined ? '' : array(listOf(child, value, owner, key) as never);
}
