import { ownType } from '../../codec/type.ts';
import { keepEarlier, nextWrapper, readElement, withEarlier } from '../../codec/value.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { START } from '../../xml/tokens.ts';
import type { Message } from '../message-kinds.ts';
import { meantChild, type NearMiss, refuseMissed, skipUnknown } from '../unexpected.ts';
import { absentValue, childValue, type FlatChild, plannedChildren } from './children.ts';

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
    values[child.slot] = childValue(reader, child);
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
