import { locate, openPlace, placeOf } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Objects visited before the search gives up. It is needed only for error messages. */
export const SEARCHED = 1_000_000;

/** Message of an error for a value that no document can hold. */
export const containsItself = 'The value contains itself.';

/** A step on the path from the root to an object. */
export interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly key: string;
}

function pathTo(step: Step): string {
  let path = '';
  for (let at: Step = step; at.parent !== undefined; at = at.parent) {
    path = stepText(keyOf(at.parent.value, at.key)) + path;
  }
  return path;
}

/** Finds an object in a value, with the path to it. */
export function findOwner(root: object, owner: object): Step | undefined {
  const seen = new Set<object>([root]);
  const queue: Step[] = [{ value: root, parent: undefined, key: '' }];
  // Breadth first, so that the shortest path is found. The queue grows during the loop.
  for (const step of queue) {
    if (step.value === owner) return step;
    if (ArrayBuffer.isView(step.value)) continue;
    for (const [key, value] of Object.entries(step.value)) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      if (seen.size >= SEARCHED) return undefined;
      seen.add(value);
      queue.push({ value, parent: step, key });
    }
  }
  return undefined;
}

/**
 * Finds the path to a property of an object inside a value, such as `order.items[3].sku`.
 *
 * @param owner the object or array that has the property, compared by identity
 * @param name property, or index if `owner` is an array; `''` for the owner itself
 * @returns the path; only `name` if the owner is not found
 */
export function pathOf(root: unknown, owner?: object, name = ''): string {
  const step =
    owner === undefined || typeof root !== 'object' || root === null
      ? undefined
      : findOwner(root, owner);
  if (step === undefined) return name;
  const path = pathTo(step) + (name === '' ? '' : stepText(keyOf(step.value, name)));
  return path.startsWith('.') ? path.slice(1) : path;
}

/**
 * Completes an error thrown while a value was written whose steps are all known: puts the path of
 * the bad value before its message. Other errors, and those with a path, stay unchanged.
 *
 * @param name what the value itself is called; `''` if it has no name
 */
export function atPath(error: unknown, name = ''): unknown {
  if (!(error instanceof EncodeError) || error.path !== undefined) return error;
  const { property, steps } = error;
  const path = pathOfSteps(property === '' ? steps : [property, ...steps]) || name;
  if (path !== '') error.message = `${path}: ${error.message}`;
  error.path = path;
  return error;
}

/** The path of steps from the inside out, such as `order.items[3].sku`. */
function pathOfSteps(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) path = stepText(step) + path;
  return path.startsWith('.') ? path.slice(1) : path;
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/**
 * The error with the steps from the object it is about to a value that contains that: for values
 * that are not written member by member.
 */
export function fromOwner(error: unknown, root: object): unknown {
  if (!(error instanceof EncodeError) || error.owner === undefined) return error;
  const { message, owner, property } = error;
  const located = new EncodeError(message);
  const found = findOwner(root, owner);
  if (found === undefined) return located;
  if (property !== '') located.steps.push(keyOf(owner, property));
  for (let at: Step = found; at.parent !== undefined; at = at.parent) {
    located.steps.push(keyOf(at.parent.value, at.key));
  }
  return located;
}

/** A property name; of an array, an index. */
export function keyOf(owner: object, key: string): string | number {
  return Array.isArray(owner) ? Number(key) : key;
}

/**
 * Completes an error thrown while a message was read: adds its position in the text and the path of
 * its value, such as `order.items[3].sku`. On the client, the path also precedes the message; on a
 * server the message is ASMX's.
 */
export function unreadable(error: unknown, reader: XmlReader): unknown {
  if (!(error instanceof XmlError) || error.path !== undefined) return error;
  const path =
    error.kind === 'malformed' && error.code !== 'value'
      ? openPlace(reader)
      : placeOf(reader, error.property);
  locate(reader, error);
  return path === '' ? error : withPath(error, path, reader);
}

/** Adds the path of its value to an error. On the client, it also precedes the message. */
export function withPath(error: XmlError, path: string, reader: XmlReader): XmlError {
  error.path = path;
  if (!reader.defaults && (error.kind === 'value' || error.told !== undefined)) {
    error.message = `${path}: ${error.told ?? error.message}`;
  }
  return error;
}

/**
 * Puts `soapHeaders` and the name of the part before the path of an error in a header.
 *
 * @param element the beginning of the path that this replaces; omitted if the path starts inside
 *   it
 */
export function inHeader(error: unknown, part: string, element = ''): unknown {
  const isOurs = error instanceof EncodeError || error instanceof XmlError;
  if (!isOurs || error.path === undefined) return error;
  const { path, message } = error;
  const inside = path.slice(element.length);
  const isStep = element !== '' || inside === '' || inside.startsWith('[');
  error.path = `soapHeaders${stepText(part)}${isStep ? '' : '.'}${inside}`;
  const start = path === '' ? '' : `${path}: `;
  if (message.startsWith(start)) {
    error.message = `${error.path}: ${message.slice(start.length)}`;
  }
  return error;
}
