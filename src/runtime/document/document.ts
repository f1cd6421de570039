import { asDocument } from '../codec/document.ts';
import { unreadable } from '../codec/path.ts';
import { AsmxError, messageOf, propertyOf } from '../operation/errors.ts';
import { readRoot, writeMessage } from '../type/message.ts';
import type { Message } from '../type/message-kinds.ts';
import { locate } from '../xml/place.ts';
import { XmlReader } from '../xml/reader.ts';
import { positionOf, XmlError, XmlValueError } from '../xml/xml-error.ts';

/**
 * Reads a document whose root is an element of the schema.
 *
 * @param prepare gives the reader what values of the type need and only some types have
 * @throws AsmxError `decode`: the text is no such document
 */
export function fromDocument<T, Read = T>(
  message: Message<T>,
  xml: string,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): Read {
  try {
    if (typeof xml !== 'string') throw new XmlValueError('The document must be a string.');
    const reader = new XmlReader(xml.startsWith('\ufeff') ? xml.slice(1) : xml);
    reader.nextTag();
    refuseOther(message, reader);
    const value = readRoot(message, prepare(reader));
    // what follows the root
    endOf(reader);
    // the type as it is read, where that has more than must be written
    return value as unknown as Read;
  } catch (error) {
    throw documentError('decode', 'The document could not be read', error);
  }
}

/**
 * Writes a document whose root is an element of the schema, without XML declaration.
 *
 * @throws AsmxError `encode`: the value does not have the type of the element
 */
export function toDocument<T>(message: Message<T>, value: T): string {
  try {
    return asDocument(writeMessage(message, value));
  } catch (error) {
    throw documentError('encode', 'The value does not fit the schema', error);
  }
}

function refuseOther({ name, namespace }: Message, reader: XmlReader): void {
  if (reader.local === name && reader.namespace === namespace) return;
  const found = nameIn(reader.local, reader.namespace);
  const error = new XmlValueError(`The root is ${found}, not ${nameIn(name, namespace)}.`);
  throw unreadable(locate(reader, error), reader);
}

function endOf(reader: XmlReader): void {
  try {
    reader.nextTag();
  } catch (error) {
    throw error instanceof XmlError ? locate(reader, error) : error;
  }
}

/** Length of a name in error messages. */
const SHOWN = 200;

function nameIn(local: string, namespace: string): string {
  const where = namespace === '' ? 'without namespace' : `of '${namespace.slice(0, SHOWN)}'`;
  return `'${local.slice(0, SHOWN)}' ${where}`;
}

function documentError(code: 'decode' | 'encode', start: string, cause: unknown): AsmxError {
  const known = cause instanceof XmlError ? positionOf(cause) : '';
  const path = propertyOf(cause, 'path');
  return new AsmxError(code, `${start}: ${messageOf(cause)}${known}`, {
    path: typeof path === 'string' ? path : undefined,
    cause,
  });
}
