import { atPath } from '../codec/path.ts';
import { captureElement } from '../xml/capture.ts';
import { exactly, writeXmlElement, type XmlElement } from '../xml/element.ts';
import { locate } from '../xml/place.ts';
import { XmlReader } from '../xml/reader.ts';
import { notEncodable } from '../xml/write-text.ts';
import { positionOf, XmlError, XmlValueError } from '../xml/xml-error.ts';
import { AsmxError, messageOf, propertyOf } from './errors.ts';

/**
 * Reads XML, such as a signed document, as an element: the value of a wildcard, of a detail of a
 * fault, or of `extraSoapHeaders`. It is written with the same names, prefixes, namespace
 * declarations and texts. Comments, processing instructions and the XML declaration are left out.
 *
 * @param text a document, or an element, which may begin with a byte order mark
 * @throws AsmxError `decode`: the text is not well-formed, has a DTD, or has more than 200 nested
 *   elements
 */
export function parseXml(text: string): XmlElement {
  exactly.write = write;
  try {
    const reader = readerOf(text);
    const element = captureElement(reader);
    endOf(reader);
    return element;
  } catch (error) {
    throw documentError('decode', 'The XML could not be read', error);
  }
}

/**
 * Writes an element as XML, without XML declaration. One that was read has the names, prefixes and
 * namespace declarations that it had; it also declares what was declared around it and it uses.
 *
 * @throws AsmxError `encode`: it is no element, has an invalid name, or characters that XML cannot
 *   carry
 */
export function writeXml(element: XmlElement): string {
  try {
    return write(element);
  } catch (error) {
    throw documentError('encode', 'The element could not be written', atPath(error));
  }
}

/** Writes an element alone. */
function write(element: XmlElement): string {
  if (typeof propertyOf(element, 'name') !== 'string')
    throw notEncodable('an XML element', element);
  return writeXmlElement(element, '');
}

/** A reader after the START of the root. */
export function readerOf(text: string): XmlReader {
  if (typeof text !== 'string') throw new XmlValueError('The document must be a string.');
  const reader = new XmlReader(text.startsWith('\ufeff') ? text.slice(1) : text);
  reader.nextTag();
  return reader;
}

/** Reads what follows the root. */
export function endOf(reader: XmlReader): void {
  try {
    reader.nextTag();
  } catch (error) {
    throw error instanceof XmlError ? locate(reader, error) : error;
  }
}

/** An error about a document as a whole. */
export function documentError(code: 'decode' | 'encode', start: string, cause: unknown): AsmxError {
  const known = cause instanceof XmlError ? positionOf(cause) : '';
  const path = propertyOf(cause, 'path');
  return new AsmxError(code, `${start}: ${messageOf(cause)}${known}`, {
    path: typeof path === 'string' ? path : undefined,
    cause,
  });
}
