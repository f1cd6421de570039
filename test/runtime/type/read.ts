import type { Message } from '../../../src/runtime/types/message.ts';
import { readMessage } from '../../../src/runtime/types/object.ts';
import { fast } from '../../../src/runtime/types/prediction.ts';
import { XmlReader, type XmlReaderOptions } from '../../../src/runtime/xml/reader.ts';

/** A reader in a Body, before its content. */
export function inBody(content: string, options?: XmlReaderOptions): XmlReader {
  const reader = new XmlReader(`<e><b>${content}</b></e>`, options);
  reader.nextTag();
  reader.nextTag();
  return reader;
}

/** Reads the content of a Body. */
export function read<T>(message: Message<T>, content: string, options?: XmlReaderOptions): T {
  const reader = inBody(content, options);
  reader.fast = fast;
  return readMessage(message, reader);
}

/** Message and path of the error. */
export function failureOf(
  run: () => unknown,
): readonly [message: string, path: string | undefined] {
  try {
    run();
  } catch (error) {
    const { message, path } = error as Error & { readonly path?: string };
    return [message, path];
  }
  throw new Error('nothing was thrown');
}
