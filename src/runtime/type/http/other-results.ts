import { writeMixed } from '../../codec/any-element.ts';
import { asDocument } from '../../codec/document.ts';
import { asObject } from '../../codec/value.ts';
import { captureElement } from '../../xml/capture.ts';
import { within } from '../../xml/write-text.ts';
import { readMessage, writeMessage } from '../message.ts';
import type { Message } from '../message-kinds.ts';
import { string } from '../simple/simple.ts';
import type { HttpResult } from './result.ts';

/** What a result needs only if it is the root of a document by its type. */
const noRoot = { name: '', namespace: '', type: () => string } as const;

/**
 * A result that is arbitrary XML: the element in one of its properties is the document.
 *
 * @param optional whether there may be no result, which is an answer without a document
 */
export function httpXml<T>(property: string, optional?: 'optional'): HttpResult<T> {
  return {
    ...noRoot,
    read: (reader) => {
      reader.nextTag();
      return { [property]: [captureElement(reader)] } as T;
    },
    write: (output) => {
      if (output === undefined && optional !== undefined) return '';
      const nodes = (asObject(output) as Readonly<Record<string, never>>)[property];
      try {
        return writeMixed(nodes as never, '');
      } catch (error) {
        throw within(error, property);
      }
    },
  };
}

/** A result whose document is the element that it has in a SOAP Body. */
export function httpMessage<T>(message: Message<T>): HttpResult<T> {
  return {
    ...noRoot,
    read: (reader) => readMessage(message, reader),
    write: (value) => writeDocument(message, value),
  };
}

/**
 * Writes a message as a document of its own, as HTTP POST sends it.
 *
 * @throws EncodeError the value does not have the types of the contract
 */
export function writeDocument<T>(message: Message<T>, value: T): string {
  return asDocument(writeMessage(message, value));
}
