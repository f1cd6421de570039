import type { XmlReader } from '../xml/reader.ts';
import { readRoot } from './message.ts';
import type { Message } from './message-kinds.ts';

/** What generated code calls a message, because contracts have types `Message`. */
export type MessageType<T> = Message<T>;

/**
 * The function that reads an element of its own. Called after its start tag; consumes its end tag.
 *
 * @param prepare gives a reader what its values need and only some contracts have
 */
export function readsElement<T>(
  message: Message<T>,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): (reader: XmlReader) => T {
  return (reader) => readRoot(message, prepare(reader));
}
