import { missing, missingNillable, missingValue } from '../../codec/value.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { propertyOf } from '../described.ts';
import type { Field } from '../description.ts';
import type { Message } from '../message-kinds.ts';
import { type Simple, TEXT } from '../simple-type.ts';

/** A child with a simple value. */
export interface FlatChild extends Field {
  readonly property: string;
  readonly namespace: string;
  /** Its place among the values of the message. */
  readonly slot: number;
  readonly type: Simple;
}

/** The children of the element of a message. */
export function childrenOf({ fields, namespace, detail }: Message): readonly FlatChild[] {
  const { scope = namespace } = detail;
  return fields().map((field, slot) => {
    const { type } = field as { readonly type: Simple };
    const own = field.namespace ?? scope;
    return { ...field, property: propertyOf(field), namespace: own, slot, type };
  });
}

/** The same, kept with the message for its readers. */
export function plannedChildren(message: Message): readonly FlatChild[] {
  message.read ??= childrenOf(message);
  return message.read as readonly FlatChild[];
}

/** The value of the child whose START was just read; `undefined` for nil that counts as absent. */
export function childValue(reader: XmlReader, { absent, nil, type }: FlatChild): unknown {
  const { way, parse, read } = type;
  if (reader.attributes.length > 0) {
    if (absent?.(reader, type)) return undefined;
    if (nil?.test(reader)) return nil.read(reader, type as never);
  }
  // any text is a value
  if (way === TEXT) return reader.leaf();
  return read === undefined ? reader.value((text) => parse(text, reader)) : read(reader, parse);
}

/**
 * What a required child that did not come is instead.
 *
 * @param isNear whether one came in another namespace
 */
export function absentValue(
  reader: XmlReader,
  { name, nil, type }: FlatChild,
  isNear: boolean,
): unknown {
  const { initial } = type;
  if (nil !== undefined) return missingNillable(reader, name, isNear);
  return initial === undefined ? missing(reader, name) : missingValue(reader, name, initial());
}
