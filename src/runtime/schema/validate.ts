import { asList, asObject } from '../codec/value.ts';
import { Child } from '../type/child.ts';
import { propertyOf } from '../type/described.ts';
import type { ArrayType, Field, Namespaces, ObjectType } from '../type/description.ts';
import { messagePlan } from '../type/message.ts';
import type { Message } from '../type/message-kinds.ts';
import { DescribedObject } from '../type/object.ts';
import { planOf } from '../type/plan.ts';
import type { Issues } from './issues.ts';

/**
 * Looks at an object, member by member, as it would be written. Content whose order counts is
 * looked at as a whole.
 */
export function checkObject(value: unknown, declared: ObjectType, found: Issues): void {
  const type = found.attempt(() => {
    const given = asObject(value) as object;
    return declared.family?.chooseWritten(given, declared, declared.scope).type ?? declared;
  });
  if (type === undefined) return;
  const { content } = type;
  const plan = planOf(type);
  const values = plan.take(value as never);
  for (const check of plan.checksWritten) found.attempt(() => check(values));
  for (const { slot, property, required, format } of plan.attributes) {
    const one = values[slot];
    if (one === undefined && !required) continue;
    found.inside(property, () => found.attempt(() => format(one as never)));
  }
  const { named } = plan;
  const namespaces = named && values[named.slot];
  if (named !== undefined && namespaces !== undefined) {
    found.attempt(() => named.declare(namespaces as Namespaces, type, () => ''));
  }
  if (content !== undefined) {
    found.attempt(() => content.write(value as object, values, plan));
    return;
  }
  for (const child of plan.written) {
    const one = values[child.slot];
    if (one === undefined && !child.required) continue;
    found.inside(child.property, () => checkProperty(one, child, found));
  }
}

/** Looks at the value of a message. */
export function checkMessage(value: unknown, message: Message, found: Issues): void {
  const { kind } = message;
  if (kind === 'empty' || kind === 'nothing') return;
  const { type, child } = messagePlan(message);
  if ((kind === 'element' || kind === 'result') && child !== undefined) {
    if (value !== undefined || child.required) checkProperty(value, child, found);
  } else checkObject(value, type, found);
}

/** Looks at the value of a property: an element, or a list of them. */
function checkProperty(value: unknown, child: Child, found: Issues): void {
  if (child.list) checkItems(value, child, found);
  else checkElement(value, child, found);
}

function checkItems(value: unknown, child: Child, found: Issues): void {
  const { field } = child;
  const list = found.attempt(() => asList(value as readonly unknown[]));
  if (list === undefined) return;
  found.attempt(() => field.count?.write(list, field));
  for (let at = 0; at < list.length && !found.isFull; at += 1) {
    found.inside(at, () => checkElement(list[at], child, found));
  }
}

function checkElement(value: unknown, child: Child, found: Issues): void {
  const { nil, object, array, field, write } = child;
  if (nil !== undefined && found.attempt(() => nil.write(value, child)) !== undefined) {
    return;
  }
  if (field.kind === 'group' && isObject(value)) {
    checkObject(value, turnOf(field, child.scope), found);
  } else if (field.kind === 'head' && isObject(value)) {
    checkHead(value, child, found);
  } else if (write !== undefined) {
    found.attempt(() => write(value as never, child));
  } else if (object !== undefined) {
    checkObject(value, object, found);
  } else if (array !== undefined) {
    checkArray(value, array, child, found);
  } else found.attempt(() => child.format?.(value as never));
}

const items = new WeakMap<ArrayType, Child>();

/** An array of several dimensions is looked at as a whole. */
function checkArray(value: unknown, array: ArrayType, child: Child, found: Issues): void {
  if (array.rank > 1) {
    found.attempt(() => array.write(value, child));
    return;
  }
  const { scope } = array;
  const place = { slot: 0, scope, outer: scope, required: true };
  const item = items.get(array) ?? new Child(array.item(), place);
  items.set(array, item);
  checkItems(value, item, found);
}

/** The element of a substitution group that is there. */
function checkHead(value: object, child: Child, found: Issues): void {
  const { field, scope, outer } = child;
  const given = value as Readonly<Record<string, unknown>>;
  const chosen = field.taken?.().find((one) => given[propertyOf(one)] !== undefined);
  if (chosen === undefined) {
    found.attempt(() => field.write?.(value as never, child));
    return;
  }
  const inner = new Child(chosen, { slot: 0, scope, outer, required: true });
  const name = propertyOf(chosen);
  found.inside(name, () => checkElement(given[name], inner, found));
}

const turns = new WeakMap<Field, ObjectType>();

/** One turn of a group, as a type. */
function turnOf(field: Field, scope: string): ObjectType {
  const { turn } = field;
  const type =
    turns.get(field) ??
    new DescribedObject('', '', () => (turn === undefined ? [] : [turn]), { scope });
  turns.set(field, type);
  return type;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
