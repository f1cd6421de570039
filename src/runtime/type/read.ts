import { ownType } from '../codec/type.ts';
import {
  keepEarlier,
  missing,
  missingList,
  missingNillable,
  missingValue,
  nextWrapper,
  noContent,
  withEarlier,
} from '../codec/value.ts';
import { deviate, isNil, nilError, refuseNil } from '../xml/deviation.ts';
import { listAt } from '../xml/place.ts';
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import type { Child } from './child.ts';
import { isSimple } from './described.ts';
import type { EncodedValues, Fast, ObjectType } from './description.ts';
import { type Plan, planOf } from './plan.ts';
import { TEXT } from './simple-type.ts';
import { meantChild, type NearMiss, refuseMissed, skipUnknown } from './unexpected.ts';

/** Reads an object: the element whose START was just read, and its END. */
export function readObject(reader: XmlReader, declared: ObjectType): unknown {
  const { family, abstract } = declared;
  // nothing is to be chosen or checked for an element without attributes
  if (reader.attributes.length === 0 && reader.unexpected === undefined && !abstract) {
    return readFields(reader, declared);
  }
  (reader.encoded as EncodedValues | undefined)?.object(reader, declared);
  if (family?.choose === undefined) checkType(reader, declared);
  const type = family?.choose === undefined ? declared : family.choose(reader, declared);
  return type && readFields(reader, type);
}

/** Checks the `xsi:type` of the element whose START was just read. */
function checkType(reader: XmlReader, type: ObjectType): void {
  const { name, namespace, abstract, check } = type;
  if (check !== undefined) check(reader, type);
  else if (name === '') ownType(reader);
  else ownType(reader, name, namespace, abstract);
}

/** Reads an object of exactly this type. */
export function readFields(reader: XmlReader, type: ObjectType): unknown {
  const known = type.plan as Plan | undefined;
  const plan = known !== undefined && known.outer === type.scope ? known : planOf(type);
  const values: unknown[] = plan.blank.slice();
  let slot = 0;
  const { family, content } = type;
  if (family !== undefined) values[slot++] = family.literal;
  const { inTag } = plan;
  for (let at = 0; at < inTag.length; at += 1) {
    const field = inTag[at];
    values[slot++] = field?.inTag?.read(reader, field, inTag);
  }
  if (content !== undefined) return content.read(reader, plan, values);
  readChildren(reader, plan, values);
  return plan.make(values);
}

/**
 * Reads the children of the element whose START was just read, and its END, in any order.
 *
 * @param values receives them
 * @returns the first element that was skipped, and has no ID to refer to
 * @throws XmlValueError a value is wrong, or something required is missing
 */
export function readChildren(
  reader: XmlReader,
  plan: Plan,
  values: unknown[],
): XmlQName | undefined {
  const { depth } = reader;
  const { children } = plan;
  if (children.length === 0) {
    noContent(reader);
    return undefined;
  }
  const fast = reader.fast as Fast | undefined;
  // nothing more is expected of a message that begins with something else
  let next = fast?.read(reader, plan, values, 0) || -1;
  let found = 0;
  let meant: Set<number> | undefined;
  let missed: NearMiss[] | undefined;
  let skipped: XmlQName | undefined;
  let before: readonly unknown[] | undefined;
  for (;;) {
    if (reader.nextTag() !== START) {
      if (depth !== reader.wrapperDepth || !nextWrapper(reader)) break;
      before = withEarlier(values, before);
      meant = undefined;
      next = fast?.read(reader, plan, values, 0) || -1;
      continue;
    }
    const at = indexOf(children, reader.local, reader.namespace, found);
    const child = children[at];
    if (child !== undefined && meant?.delete(child.slot)) values[child.slot] = undefined;
    if (child !== undefined && (child.list || values[child.slot] === undefined)) {
      found = at;
      readStarted(reader, child, values, depth);
    } else if (!takeByWildcard(reader, children, values)) {
      const other = meantChild(reader, children, values, meant);
      if (other === undefined) {
        if (!isTarget(reader)) skipped ??= reader.name;
        missed = skipUnknown(reader, children, missed);
      } else {
        meant = (meant ?? new Set()).add(other.slot);
        next = -1;
        readStarted(reader, other, values, depth);
      }
    }
    if (next < 0 || fast === undefined) continue;
    const from = child === undefined ? next : Math.max(next, fast.after(plan, child));
    const after = fast.read(reader, plan, values, from);
    next = after === from && child === undefined ? -1 : after;
  }
  keepEarlier(values, before);
  const { encoded } = reader;
  if (skipped !== undefined && encoded !== undefined && !hasValue(children, values)) {
    (encoded as EncodedValues).unknown(reader, skipped);
  }
  complete(reader, plan, values, missed);
  return skipped;
}

/** Checks the values of all children, and says what those that did not come are instead. */
function complete(
  reader: XmlReader,
  { checks, required }: Plan,
  values: unknown[],
  missed: readonly NearMiss[] | undefined,
): void {
  for (let at = 0; at < checks.length; at += 1) checks[at]?.(values, reader);
  for (let at = 0; at < required.length; at += 1) {
    const child = required[at] as Child;
    if (values[child.slot] === undefined) values[child.slot] = absent(reader, child, missed);
  }
  if (missed !== undefined) refuseMissed(reader, missed, values);
}

/** Whether references of SOAP encoding may have led to the element whose START was just read. */
function isTarget({ attributes }: XmlReader): boolean {
  return attributes.some(({ local }) => local === 'id');
}

function hasValue(children: readonly Child[], values: readonly unknown[]): boolean {
  return children.some(({ slot }) => values[slot] !== undefined);
}

/** The place of a named element, looked for from the one found last; -1 for none. */
function indexOf(
  children: readonly Child[],
  local: string,
  namespace: string,
  from: number,
): number {
  const { length } = children;
  for (let step = 0, at = from; step < length; step += 1, at += 1) {
    if (at === length) at = 0;
    const child = children[at] as Child;
    if (child.name === local && child.namespace === namespace && child.takes === undefined) {
      return at;
    }
  }
  return -1;
}

function takeByWildcard(reader: XmlReader, children: readonly Child[], values: unknown[]): boolean {
  // wildcards come last
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at] as Child;
    if (child.takes === undefined) return false;
    if (!child.takes(reader) || !(child.list || values[child.slot] === undefined)) continue;
    // only turns of a group have an index in paths
    if (child.inner === undefined && child.list) {
      const list = (values[child.slot] ?? []) as unknown[];
      values[child.slot] = list;
      list.push(childValue(reader, child));
    } else readStarted(reader, child, values, reader.depth - 1);
    return true;
  }
  return false;
}

/** Reads the child whose START was just read into the values of its object. */
export function readStarted(
  reader: XmlReader,
  child: Child,
  values: unknown[],
  depth: number,
): void {
  if (child.absentNil && reader.attributes.length > 0 && isNil(reader) && skipNil(reader, child)) {
    return;
  }
  const { slot } = child;
  if (!child.list) {
    values[slot] = childValue(reader, child);
    return;
  }
  // before its item is read, so that errors name the place of the item
  const list = (values[slot] ?? listAt(reader, depth, child.listed)) as unknown[];
  values[slot] = list;
  list.push(childValue(reader, child));
}

/**
 * Skips a child that is nil, which counts as absent where it may be. A server reads another one as
 * if it were empty, like ASMX.
 *
 * @returns whether it was skipped
 */
function skipNil(reader: XmlReader, { required, field }: Child): boolean {
  const isEncoded = field.encoded !== undefined;
  if (required && !(isEncoded && reader.defaults)) {
    if (reader.defaults && !reader.strict) return false;
    deviate(reader, nilError(reader));
  } else if (!isEncoded) refuseNil(reader);
  reader.skip();
  return true;
}

/** The value of the child whose START was just read. Reads its END. */
export function childValue(reader: XmlReader, child: Child): unknown {
  const { inner } = child;
  if (inner === undefined) return ownValue(reader, child);
  const value = ownValue(reader, child);
  return { [inner]: child.innerList ? [value] : value };
}

function ownValue(reader: XmlReader, child: Child): unknown {
  const { nil, object, array, read, parse } = child;
  if (nil !== undefined && reader.attributes.length > 0 && nil.test(reader)) {
    return nil.read(reader, object as never);
  }
  if (read !== undefined) return read(reader, child);
  if (object !== undefined) return readObject(reader, object);
  if (array !== undefined) return array.read(reader, childValue);
  if (reader.encoded !== undefined && child.simple !== undefined) {
    const typed = (reader.encoded as EncodedValues).simple(reader, child.simple);
    if (typed !== undefined) return typed.value;
  }
  // any text is a value
  if (child.way === TEXT || parse === undefined) return reader.leaf();
  if (child.readSimple !== undefined) return child.readSimple(reader, parse);
  return reader.value((text) => parse(text, reader));
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
