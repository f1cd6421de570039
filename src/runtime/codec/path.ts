import { XmlError } from '../xml/error.ts';
import { locate, openPlace, placeOf } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Objects looked at before the search gives up: it runs for error messages only. */
const SEARCHED = 1_000_000;

/** A place on the way from the root to an object. */
export interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly key: string;
}

function segment(owner: object, key: string): string {
  if (Array.isArray(owner)) return `[${key}]`;
  return plainName.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function pathTo(step: Step): string {
  let path = '';
  for (let at: Step = step; at.parent !== undefined; at = at.parent) {
    path = segment(at.parent.value, at.key) + path;
  }
  return path;
}

/** Finds an object in a value, with the way to it. */
export function findOwner(root: object, owner: object): Step | undefined {
  const seen = new Set<object>([root]);
  const queue: Step[] = [{ value: root, parent: undefined, key: '' }];
  // Breadth first, so that of several ways the shortest is returned; the queue grows while it is
  // walked.
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
 * Finds the way from a value to a property of an object inside it by walking the value, such as
 * `order.items[3].sku`.
 *
 * @param owner the object or array that holds the property, found by identity
 * @param name property, or index where `owner` is an array; `''` asks for the owner itself
 * @returns the path; `name` alone when the owner is not to be found
 */
export function pathOf(root: unknown, owner: object | undefined, name: string): string {
  const step =
    owner === undefined || typeof root !== 'object' || root === null
      ? undefined
      : findOwner(root, owner);
  if (step === undefined) return name;
  const path = pathTo(step) + (name === '' ? '' : segment(step.value, name));
  return path.startsWith('.') ? path.slice(1) : path;
}

/**
 * Completes an error met while a value was written: the path of what cannot be written leads its
 * message. One that has a path, and any other error, is returned as it is.
 *
 * @param root the value that was being written
 */
export function unwritable(error: unknown, root: unknown): unknown {
  if (!(error instanceof EncodeError) || error.path !== undefined) return error;
  const path = pathOf(root, error.owner, error.property);
  if (path !== '') error.message = `${path}: ${error.message}`;
  error.path = path;
  return error;
}

/**
 * Completes an error met while a message was read: its place in the text, and the path of the value
 * it is about, such as `order.items[3].sku`. On the client the path also leads the message; on a
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

/** Gives an error the path of the value it is about, which on the client leads its message. */
export function withPath(error: XmlError, path: string, reader: XmlReader): XmlError {
  error.path = path;
  if (!reader.defaults && error.kind === 'value') error.message = `${path}: ${error.message}`;
  return error;
}

/**
 * Puts `soapHeaders` and the name of the part before the path of an error met while a header was
 * written or read.
 *
 * @param element what the path begins with in place of that; left out where it begins inside
 */
export function inHeader(error: unknown, part: string, element = ''): unknown {
  const isOurs = error instanceof EncodeError || error instanceof XmlError;
  if (!isOurs || error.path === undefined) return error;
  const { path, message } = error;
  const inside = path.slice(element.length);
  const isStep = element !== '' || inside === '' || inside.startsWith('[');
  error.path = `soapHeaders${segment({}, part)}${isStep ? '' : '.'}${inside}`;
  const start = path === '' ? '' : `${path}: `;
  if (message.startsWith(start)) {
    error.message = `${error.path}: ${message.slice(start.length)}`;
  }
  return error;
}
