import { XmlError } from '../xml/error.ts';
import { openPlace, placeOf } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError } from '../xml/write-error.ts';
import { pathOf } from './value-path.ts';

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
  reader.locate(error);
  return path === '' ? error : withPath(error, path, reader);
}

/** Gives an error the path of the value it is about, which on the client leads its message. */
export function withPath(error: XmlError, path: string, reader: XmlReader): XmlError {
  error.path = path;
  if (!reader.defaults && error.kind === 'value') error.message = `${path}: ${error.message}`;
  return error;
}

/**
 * Completes an error met while a value was written: the path of what cannot be written leads its
 * message.
 */
export function unwritable(error: unknown, root: unknown): unknown {
  if (!(error instanceof EncodeError) || 'path' in error) return error;
  const path = pathOf(root, error.owner, error.property);
  if (path !== '') error.message = `${path}: ${error.message}`;
  return Object.assign(error, { path });
}
