import { closeEmpty, orEmpty } from '../../xml/write-text.ts';
import { unwritable } from '../path.ts';
import { standalone, writeElement } from '../value.ts';
import {
  type ChildWriter,
  type ChildWriters,
  writeChild,
  writeChildren,
  writeOne,
} from './write-children.ts';

/**
 * Writes a message that is one element with a child for each property of its value.
 *
 * @param name name of the outer element, with a prefix if it has one
 * @param namespaces declarations in its start tag, as text
 * @throws EncodeError a property has a wrong type or is missing
 */
export function writeParts(
  name: string,
  namespaces: string,
  children: ChildWriters,
  value: object,
): string {
  return writeElement(name, namespaces, (given) => writeChildren(given, children), value);
}

/**
 * Writes a message that is one element around its value, such as the result of an operation.
 *
 * @param name name of the outer element, with a prefix if it has one
 * @param namespaces declarations in its start tag, as text
 * @param child how the value is written; its property is the name in messages of errors
 * @throws EncodeError the value has a wrong type or is missing
 */
export function writeOnly(
  name: string,
  namespaces: string,
  child: ChildWriter,
  value: unknown,
): string {
  const { name: key, property = key } = child;
  try {
    const content = writeChild(child, value, standalone, property);
    return closeEmpty(`<${name}${namespaces}>${orEmpty(content)}</${name}>`);
  } catch (error) {
    throw unwritable(error, value);
  }
}

/**
 * Writes an element of its own, such as the detail of a fault.
 *
 * @throws EncodeError the value has a wrong type
 */
export function writeRootElement(element: ChildWriter, value: unknown): string {
  try {
    return closeEmpty(writeOne(element, value, standalone, ''));
  } catch (error) {
    throw unwritable(error, value);
  }
}
