import { inHeader } from '../codec/path.ts';
import type { XmlReader } from '../xml/reader.ts';
import { readRoot, writeMessage } from './message.ts';
import type { Message } from './message-kinds.ts';

/**
 * Reads the header entry whose START was just read.
 *
 * @param part its key in `soapHeaders`, with which the paths of errors begin
 */
export function readHeader<T>(header: Message<T>, reader: XmlReader, part: string): T {
  try {
    return readRoot(header, reader);
  } catch (error) {
    throw inHeader(error, part, header.name);
  }
}

/**
 * Writes a header entry.
 *
 * @param part its key in `soapHeaders`, with which the paths of errors begin
 */
export function writeHeader<T>(header: Message<T>, value: T, part: string): string {
  try {
    return writeMessage(header, value);
  } catch (error) {
    throw inHeader(error, part);
  }
}
