import { fastOpen, fastStart, predict, textAt } from '../xml/fast.ts';
import { listAt } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Child } from './child.ts';
import type { Fast } from './description.ts';
import type { Plan } from './plan.ts';
import { readStarted } from './read.ts';
import { ELEMENT, INT, type Simple, TEXT, VALUE } from './simple-type.ts';

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
    if (way === TEXT || way === VALUE) {
      const text = textAt(reader, start, to);
      value = text === undefined || way === TEXT ? text : parsed(expected, text, reader);
    } else if (to - start <= reader.limits.textLength) value = scan?.(source, start, to);
    if (value === undefined) return undefined;
  }
  const end = to + close.length;
  if (source.slice(to, end) !== close) return undefined;
  reader.position = end;
  return value;
}

function parsed({ parse }: Expected, text: string, reader: XmlReader): unknown {
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
