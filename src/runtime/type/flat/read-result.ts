import { nextWrapper, readElement } from '../../codec/value.ts';
import { noteMeant } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { START, type XmlQName } from '../../xml/tokens.ts';
import type { Message } from '../message-kinds.ts';
import { refuseMissed } from '../unexpected.ts';
import { absentValue, childValue, type FlatChild, plannedChildren } from './children.ts';

/** Reads a message whose value is the only child, with a simple value. */
export function readFlatValue<T>(message: Message<T>, reader: XmlReader): T {
  const { name, namespace } = message;
  return readElement(reader, [name, namespace], (element) => {
    return readOnly(element, plannedChildren(message)[0] as FlatChild) as T;
  });
}

/** Reads the element whose START was just read, and its END: the first child of the name counts. */
function readOnly(reader: XmlReader, child: FlatChild): unknown {
  const { name, namespace, min } = child;
  let value: unknown;
  // whether the value is that of a child with another namespace, which only a lenient reader takes
  let isMeant = false;
  let near: XmlQName | undefined;
  let before: unknown;
  const { depth } = reader;
  do {
    before = value;
    value = undefined;
    isMeant = false;
    while (reader.nextTag() === START) {
      const isExact = reader.local === name && reader.namespace === namespace;
      const isAlike = reader.local === name && reader.deviations?.lenient === true;
      if (isExact && isMeant) value = undefined;
      if (value !== undefined || !(isExact || isAlike)) {
        if (!isExact && reader.local === name) near ??= reader.name;
        reader.unknown(namespace, name);
        continue;
      }
      isMeant = !isExact;
      if (isMeant) noteMeant(reader, namespace, name);
      value = childValue(reader, child);
    }
    if (value === undefined) value = before;
  } while (depth === reader.wrapperDepth && nextWrapper(reader));
  if (value !== undefined) return value;
  if (min > 0) return absentValue(reader, child, near !== undefined);
  if (near !== undefined) refuseMissed(reader, [{ child, namespace: near.namespace }], []);
  return undefined;
}
