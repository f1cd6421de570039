import { readSoapArray } from '../codec/array.ts';
import type { XmlReader } from '../xml/reader.ts';

/** The reader of a message that may have SOAP arrays. */
export function soapArrays(reader: XmlReader): XmlReader {
  reader.soapArrays = readSoapArray;
  return reader;
}
