import { isBlank, listAt, START, skipBlanks } from '../xml/errors.ts';
import { enter, nextWrapper, type XmlReader } from '../xml/reader.ts';
import { characterData } from '../xml/tag.ts';
import {
  type Child,
  ELEMENT,
  type Fast,
  INT,
  type Simple,
  TEXT_WAY,
  VALUE,
} from './description.ts';
import {
  absentValue,
  type FlatChild,
  flatChildValue,
  type Message,
  type NearMiss,
  type Plan,
  plannedChildren,
  readElement,
  refuseMissed,
} from './message.ts';
import { readStarted } from './object.ts';
import { keepEarlier, meantChild, ownType, skipUnknown, withEarlier } from './value.ts';

/** Reads the usual message: children in the order of the schema, with the tags expected. */
export const fast: Fast = {
  read: (reader, plan, values, from) => {
    const { expected } = plan as Plan;
    const tags = predict(reader, expected, plan.type.scope, expect);
    return tags === undefined ? -1 : readExpected(reader, tags, from, values);
  },
  after: (plan, child) => (plan as Plan).expected.indexOf(child as Child) + 1,
};

/** A child whose tags are known. All have the same shape, which makes them quick to use. */
class Expected {
  readonly open: string;
  readonly close: string;
  readonly way: number;
  readonly slot: number;
  readonly list: boolean;
  readonly parse: Simple['parse'] | undefined;
  readonly scan: Simple['scan'];
  readonly child: Child;

  constructor(child: Child, prefix: string) {
    const tag = prefix + child.name;
    this.open = `<${tag}>`;
    this.close = `</${tag}>`;
    this.way = child.way;
    this.slot = child.slot;
    this.list = child.list;
    this.parse = child.parse;
    this.scan = child.scan;
    this.child = child;
  }
}

function expect(child: Child, prefix: string): Expected {
  return new Expected(child, prefix);
}

/** Reads the children that come as expected. Returns the place after the last one. */
function readExpected(
  reader: XmlReader,
  expected: readonly Expected[],
  from: number,
  values: unknown[],
): number {
  const { depth } = reader;
  let next = from;
  for (let at = from; at < expected.length; ) {
    const one = expected[at] as Expected;
    const { slot, list } = one;
    if (!list && values[slot] !== undefined) {
      at += 1;
      continue;
    }
    if (one.way === ELEMENT) {
      if (readElements(reader, one, values, depth)) next = at + 1;
      at += 1;
      continue;
    }
    const start = fastOpen(reader, one.open);
    if (start < 0) {
      at += 1;
      continue;
    }
    const value = textValue(reader, one, start);
    if (value === undefined) return next;
    if (list) {
      const items = (values[slot] ?? listAt(reader, depth, one.child.name)) as unknown[];
      values[slot] = items;
      items.push(value);
    } else {
      values[slot] = value;
      at += 1;
    }
    next = list ? at + 1 : at;
  }
  return next;
}

/** Reads a child that is no simple value if it comes next, and those that follow in a list. */
function readElements(
  reader: XmlReader,
  { child, open, list }: Expected,
  values: unknown[],
  depth: number,
): boolean {
  if (!fastStart(reader, open, child.namespace)) return false;
  do readStarted(reader, child, values, depth);
  while (list && fastStart(reader, open, child.namespace));
  return true;
}

/**
 * The value of the text that begins at an offset, if its end tag follows; else `undefined`, and the
 * child is read in the general way, which reports errors with their place.
 */
function textValue(reader: XmlReader, expected: Expected, start: number): unknown {
  const { source } = reader;
  const { way, close, scan } = expected;
  let to = start;
  let value: unknown;
  if (way === INT) {
    let code = source.charCodeAt(to);
    const isNegative = code === 45;
    if (isNegative) code = source.charCodeAt(++to);
    const first = to;
    let number = 0;
    while (code >= 48 && code <= 57) {
      number = number * 10 + code - 48;
      code = source.charCodeAt(++to);
    }
    const digits = to - first;
    if (digits === 0 || digits > 10 || number > 0x7fffffff) return undefined;
    value = isNegative ? 0 - number : number;
  } else {
    to = source.indexOf('<', start);
    if (to < 0) return undefined;
    if (way === TEXT_WAY || way === VALUE) {
      const text = textAt(reader, start, to);
      value = text === undefined || way === TEXT_WAY ? text : parsedText(expected, text, reader);
    } else if (to - start <= reader.limits.textLength) value = scan?.(source, start, to);
    if (value === undefined) return undefined;
  }
  const end = to + close.length;
  if (source.slice(to, end) !== close) return undefined;
  reader.position = end;
  return value;
}

function parsedText({ parse }: Expected, text: string, reader: XmlReader): unknown {
  try {
    return parse?.(text, reader);
  } catch {
    return undefined;
  }
}

/** The reader, which reads objects with many children fast. */
export function quickly(reader: XmlReader): XmlReader {
  reader.fast = fast;
  return reader;
}

const GREATER = 62;
const SLASH = 47;

/** Texts that may have characters that XML forbids, literally or as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const mayBeForbidden = /&#|[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/*
 * The fast path of what reads objects. A wrong guess costs little: tags are compared only where one
 * of the expected length ends.
 */

/**
 * What is expected of children of the element whose START was just read. It is kept for further
 * elements of that name.
 *
 * @param expect gives it for one child and the prefix of its tags, which ends with a colon
 * @returns undefined when the prefix is not known or there can be no children
 */
export function predict<Child, T>(
  reader: XmlReader,
  children: readonly Child[],
  namespace: string,
  expect: (child: Child, prefix: string) => T | readonly T[],
): readonly T[] | undefined {
  const { open } = reader;
  if (reader.selfClosed || reader.depth >= reader.maxDepth || reader.options.predict === false)
    return undefined;
  const known = open.predicted;
  if (known !== undefined && known.children === children && known.namespace === namespace)
    return known.expected as readonly T[];
  let { prefix } = open;
  if (open.namespace !== namespace) {
    if (open.scope.defaultNamespace !== namespace) return undefined;
    prefix = '';
  }
  const before = prefix === '' ? '' : `${prefix}:`;
  const expected = children.flatMap((child) => expect(child, before));
  open.predicted = { children, namespace, expected };
  return expected;
}

/**
 * Offset of the content of the child with this tag, if it comes next.
 *
 * @returns -1 for anything else
 */
export function fastOpen(reader: XmlReader, open: string): number {
  const { source } = reader;
  let from = reader.position;
  if (source.charCodeAt(from) !== 60) from = skipBlanks(source, from);
  const end = from + open.length;
  if (source.charCodeAt(end - 1) !== GREATER) return -1;
  // most other tags of this length begin with another letter: branches of a choice, the end tag
  if (source.charCodeAt(from + 1) !== open.charCodeAt(1)) return -1;
  return source.slice(from, end) === open ? end : -1;
}

/** The text between two offsets, decoded; `undefined` if it has to be read with care. */
export function textAt(reader: XmlReader, from: number, to: number): string | undefined {
  return to <= reader.plainTo ? reader.source.slice(from, to) : carefulText(reader, from, to);
}

/**
 * The text, if its characters are allowed. Otherwise it is read in the general way, which reports
 * the error with its place.
 */
function carefulText(reader: XmlReader, from: number, to: number): string | undefined {
  if (reader.anyCharacter && mayBeForbidden.test(reader.source.slice(from, to))) return undefined;
  try {
    return characterData(reader, from, to);
  } catch {
    return undefined;
  }
}

/**
 * Reads the START of the child with this tag and any attributes, if it comes next.
 *
 * @param namespace the expected namespace; an attribute may declare another one
 */
export function fastStart(reader: XmlReader, open: string, namespace: string): boolean {
  const { source } = reader;
  let at = reader.position;
  if (source.charCodeAt(at) !== 60) at = skipBlanks(source, at);
  const end = at + open.length - 1;
  const code = source.charCodeAt(end);
  if (code === GREATER) {
    if (source.slice(at, end + 1) !== open) return false;
  } else {
    if (!isBlank(code) && code !== SLASH) return false;
    if (!open.startsWith(source.slice(at, end))) return false;
  }
  const tag = reader.findTag(at);
  if (tag.name.namespace !== namespace) return false;
  enter(reader, at, tag);
  return true;
}

/**
 * Reads a message whose element has children with simple values.
 *
 * @param bare whether a server reads null from a Body without its element, as ASMX does
 */
export function readFlat<T>(message: Message<T>, reader: XmlReader, bare?: 'bare'): T {
  const { kind, name, namespace, detail } = message;
  // of a missing element, what is read is another document
  return readElement(
    reader,
    [name, namespace],
    (element) => {
      if (kind === 'flat') ownType(element, detail.typed?.[0], detail.typed?.[1]);
      const children = plannedChildren(message);
      const values = readValues(element, children);
      const value: Record<string, unknown> = {};
      for (const { property, slot } of children) value[property] = values[slot];
      return value as T;
    },
    bare,
  );
}

/** Reads the children of the element whose START was just read, and its END, in any order. */
function readValues(reader: XmlReader, children: readonly FlatChild[]): readonly unknown[] {
  const values: unknown[] = children.map((): undefined => undefined);
  const { depth } = reader;
  let before: readonly unknown[] | undefined;
  let missed = readInto(reader, children, values, undefined);
  while (depth === reader.wrapperDepth && nextWrapper(reader)) {
    before = withEarlier(values, before);
    missed = readInto(reader, children, values, missed);
  }
  keepEarlier(values, before);
  for (const child of children) {
    const { min, slot } = child;
    if (values[slot] !== undefined || min === 0) continue;
    const isNear = missed?.some((one) => one.child.slot === slot) === true;
    values[slot] = absentValue(reader, child, isNear);
  }
  if (missed !== undefined) refuseMissed(reader, missed, values);
  return values;
}

/** Reads the children of one element into the values. Returns near misses, with those before. */
function readInto(
  reader: XmlReader,
  children: readonly FlatChild[],
  values: unknown[],
  before: NearMiss[] | undefined,
): NearMiss[] | undefined {
  let meant: Set<number> | undefined;
  let missed = before;
  // the place after the one found last, where the next one usually is
  let next = 0;
  while (reader.nextTag() === START) {
    const exact = childNamed(reader, children, next);
    if (exact !== undefined) {
      next = exact.slot + 1;
      if (meant?.delete(exact.slot)) values[exact.slot] = undefined;
    }
    const isFree = exact !== undefined && values[exact.slot] === undefined;
    const child = isFree ? exact : meantChild(reader, children, values, meant);
    if (child === undefined) {
      missed = skipUnknown(reader, children, missed);
      continue;
    }
    if (child !== exact) meant = (meant ?? new Set()).add(child.slot);
    values[child.slot] = flatChildValue(reader, child);
  }
  return missed;
}

function childNamed(
  { local, namespace }: XmlReader,
  children: readonly FlatChild[],
  from: number,
): FlatChild | undefined {
  const { length } = children;
  for (let step = 0, at = from; step < length; step += 1, at += 1) {
    if (at >= length) at = 0;
    const child = children[at] as FlatChild;
    if (child.name === local && child.namespace === namespace) return child;
  }
  return undefined;
}
