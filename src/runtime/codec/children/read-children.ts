import { fastStart, fastText, predict } from '../../xml/fast.ts';
import { listAt } from '../../xml/place.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { START } from '../../xml/tokens.ts';
import { isNil, skipNil } from '../../xml/xsi.ts';
import { nil } from '../nil.ts';

/** How a child element is read. */
export interface ChildReader {
  /** Its local name. */
  readonly name: string;
  /** The property that takes its value. Default: `name`. */
  readonly property?: string;
  /**
   * Gives the value of its text. The reader may be at the parent. Without `parse` and `read`, the
   * text is the value.
   */
  readonly parse?: (text: string, reader: XmlReader) => unknown;
  /** Reads an element that may hold more than text. Called after its START, reads its END. */
  readonly read?: (reader: XmlReader) => unknown;
  /** Whether it may come several times. The property is a list. */
  readonly list?: true;
  /** What a nil element gives. Default: it is read like any other. */
  readonly nil?: 'absent' | 'null';
  /** Gives the value of a required element that did not come, or throws. */
  readonly missing?: (reader: XmlReader, name: string) => unknown;
}

/**
 * How the children of an element are read, in the order of the schema. A list of this type takes
 * the compiler much less time than an array of many objects.
 */
export type ChildReaders = readonly [ChildReader, ...ChildReader[]];

/** An element whose children are being read. */
interface Parent {
  readonly reader: XmlReader;
  readonly depth: number;
  readonly namespace: string;
  readonly value: Record<string, unknown>;
}

/**
 * Reads the children of the element whose START was just read, and its END. Children may come in
 * any order. Where only one may come, the first of several counts. What is unknown is skipped.
 *
 * @param namespace the namespace of all children
 * @param children how each is read; their order is tried first
 * @param value an object with all properties, those of children `undefined`; gets their values
 * @throws XmlValueError a child has a wrong value, or is missing
 */
export function readChildren<T>(
  reader: XmlReader,
  namespace: string,
  children: ChildReaders,
  value: object,
): T {
  return requireChildren(reader, children, findChildren(reader, namespace, children, value));
}

/** Does what {@link readChildren} does, but leaves out what is missing. */
export function findChildren<T extends object>(
  reader: XmlReader,
  namespace: string,
  children: ChildReaders,
  value: object,
): T {
  const { depth } = reader;
  const parent: Parent = { reader, depth, namespace, value: value as Record<string, unknown> };
  let expected = predict(reader, children, namespace, expect);
  let next = 0;
  for (;;) {
    if (expected !== undefined) {
      const from = next;
      for (let at = from; at < expected.length; at += 1) {
        if (readExpected(parent, expected[at] as Expected)) next = at + 1;
      }
      if (next === from) expected = undefined;
    }
    if (reader.nextTag() !== START) return value as T;
    const at = reader.namespace === namespace ? indexOf(children, reader.local, next) : -1;
    if (at < 0 || !readFound(parent, children[at] as ChildReader)) {
      unknownChild(reader, namespace, children);
    } else if (at >= next) {
      next = at + 1;
    }
  }
}

/**
 * Gives a value to each required child that did not come.
 *
 * @param value from {@link findChildren}
 * @throws XmlValueError there is no such value
 */
export function requireChildren<T>(reader: XmlReader, children: ChildReaders, value: object): T {
  const given = value as Record<string, unknown>;
  for (const { name, property = name, missing } of children) {
    if (missing !== undefined && given[property] === undefined) {
      given[property] = missing(reader, name);
    }
  }
  return value as T;
}

/** A child whose tags are known; all have the same properties, which makes them quick to use. */
interface Expected {
  readonly child: ChildReader;
  readonly open: string;
  readonly close: string;
  readonly property: string;
  readonly parse: ChildReader['parse'];
  readonly read: ChildReader['read'];
  readonly list: boolean;
}

function expect(child: ChildReader, prefix: string): Expected {
  const { name, property = name, parse, read, list = false } = child;
  const tag = prefix + name;
  return { child, open: `<${tag}>`, close: `</${tag}>`, property, parse, read, list };
}

/** Reads a child if its tags come next, and those that follow in a list. */
function readExpected(parent: Parent, expected: Expected): boolean {
  const { reader, namespace, value } = parent;
  const { child, open, property, list } = expected;
  if (expected.read !== undefined) {
    if (!fastStart(reader, open, namespace)) return false;
    do readStarted(parent, child);
    while (list && fastStart(reader, open, namespace));
    return true;
  }
  let text = expectedText(reader, expected);
  if (text === undefined) return false;
  if (!list) {
    value[property] = text;
    return true;
  }
  for (; text !== undefined; text = expectedText(reader, expected)) {
    listOf(parent, child).push(text);
  }
  return true;
}

/** The value of a child that holds only text, if it comes next and its text is allowed. */
function expectedText(reader: XmlReader, { open, close, parse }: Expected): unknown {
  const { position } = reader;
  const text = fastText(reader, open, close);
  if (text === undefined || parse === undefined) return text;
  try {
    return parse(text, reader);
  } catch {
    // it is then read like an unexpected child, with the place of the error
    reader.position = position;
    return undefined;
  }
}

/**
 * Reads the child whose START was just read.
 *
 * @returns false where it came before and may come only once
 */
function readFound(parent: Parent, child: ChildReader): boolean {
  const { name, property = name, list } = child;
  if (!list && parent.value[property] !== undefined) return false;
  readStarted(parent, child);
  return true;
}

function readStarted(parent: Parent, child: ChildReader): void {
  const { reader, value } = parent;
  const { name, property = name } = child;
  if (child.nil === 'absent' && skipNil(reader)) return;
  // errors in an item name its place in the list
  const list = child.list && listOf(parent, child);
  const one = childValue(reader, child);
  if (list) list.push(one);
  else value[property] = one;
}

/** The value of the child whose START was just read. Reads its END. */
export function childValue(reader: XmlReader, { nil: onNil, parse, read }: ChildReader): unknown {
  if (onNil === 'null' && isNil(reader)) return nil(reader);
  if (read !== undefined) return read(reader);
  return parse === undefined ? reader.leaf() : reader.value((text) => parse(text, reader));
}

/** Skips the child whose START was just read, since it is none of those expected. */
export function unknownChild(reader: XmlReader, namespace: string, children: ChildReaders): void {
  // only a strict reader says what it expected
  if (reader.strict) reader.unknown(namespace, children.map(({ name }) => name).join(' '));
  else reader.unknown();
}

function listOf({ reader, depth, value }: Parent, child: ChildReader): unknown[] {
  const { name, property = name } = child;
  value[property] ??= listAt(reader, depth, name);
  return value[property] as unknown[];
}

/** The place of a child, looked for from the expected one on; -1 for none. */
export function indexOf(children: ChildReaders, name: string, next: number): number {
  for (let at = next; at < children.length; at += 1) if (children[at]?.name === name) return at;
  for (let at = 0; at < next; at += 1) if (children[at]?.name === name) return at;
  return -1;
}
