import { asDocument } from '../codec/document.ts';
import { unreadable } from '../codec/path.ts';
import { documentError, endOf, readerOf } from '../operation/xml-text.ts';
import { readRoot, writeMessage } from '../type/message.ts';
import type { Message } from '../type/message-kinds.ts';
import { writeXmlElement, type XmlElement } from '../xml/element.ts';
import { locate } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { XmlValueError } from '../xml/xml-error.ts';

/**
 * Reads a document whose root is an element of the schema.
 *
 * @param xml the document, or its root as it was read at a wildcard
 * @param prepare gives the reader what values of the type need and only some types have
 * @throws AsmxError `decode`: it is no such document
 */
export function fromDocument<T, Read = T>(
  message: Message<T>,
  xml: string | XmlElement,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): Read {
  try {
    const reader = readerOf(isElement(xml) ? writeXmlElement(xml, '') : xml);
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

function isElement(xml: string | XmlElement): xml is XmlElement {
  return typeof xml === 'object' && xml !== null;
}

function refuseOther({ name, namespace }: Message, reader: XmlReader): void {
  if (reader.local === name && reader.namespace === namespace) return;
  const found = nameIn(reader.local, reader.namespace);
  const error = new XmlValueError(`The root is ${found}, not ${nameIn(name, namespace)}.`);
  throw unreadable(locate(reader, error), reader);
}

/** Length of a name in error messages. */
const SHOWN = 200;

function nameIn(local: string, namespace: string): string {
  const where = namespace === '' ? 'without namespace' : `of '${namespace.slice(0, SHOWN)}'`;
  return `'${local.slice(0, SHOWN)}' ${where}`;
}
