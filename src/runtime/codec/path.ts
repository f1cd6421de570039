import { locate, openPlace, placeOf } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Message of an error for a value that no document can hold. */
export const containsItself = 'The value contains itself.';

/**
 * Completes an error thrown while a value was written whose steps are all known: puts the path of
 * the bad value before its message. Other errors, and those with a path, stay unchanged.
 *
 * @param name what the value itself is called; `''` if it has no name
 */
export function atPath(error: unknown, name = ''): unknown {
  if (!(error instanceof EncodeError) || error.path !== undefined) return error;
  const path = pathOfSteps(error.steps) || name;
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
