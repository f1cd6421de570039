import type { XmlReader } from '../xml/reader.ts';
import { readRoot } from './message.ts';
import type { Message } from './message-kinds.ts';

/** What generated code calls a message, because contracts have types `Message`. */
export type MessageType<T> = Message<T>;

/**
 * Reads a value. The function of a message is called after the start tag of the Body, that of an
 * element after its own; both consume the end tag.
 */
export type MessageReader<T> = (reader: XmlReader) => T;

/** Writes a value. */
export type MessageWriter<T> = (value: T) => string;

/**
 * The function that reads an element of its own.
 *
 * @param prepare gives a reader what its values need and only some contracts have
 */
export function readsElement<T>(
  message: Message<T>,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): MessageReader<T> {
  return (reader) => readRoot(message, prepare(reader));
}
