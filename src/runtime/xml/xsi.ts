import { findAttribute } from './attributes.ts';
import { deviate } from './deviation.ts';
import type { XmlReader } from './reader.ts';
import { type XmlQName, XSI_NAMESPACE } from './tokens.ts';

/** Whether the START just read says `xsi:nil`. */
export function isNil(reader: XmlReader): boolean {
  if (reader.attributes.length === 0) return false;
  const nil = findAttribute(reader, XSI_NAMESPACE, 'nil')?.value.trim();
  return nil === 'true' || nil === '1';
}

/** Skips the element whose START was just read if it says `xsi:nil`, and returns whether it did. */
export function skipNil(reader: XmlReader): boolean {
  if (!isNil(reader)) return false;
  reader.skip();
  return true;
}

/** The type the START just read says it has. An error located next is reported at the element. */
export function xsiType(reader: XmlReader): XmlQName | undefined {
  if (reader.attributes.length === 0) return undefined;
  reader.asked = undefined;
  const type = findAttribute(reader, XSI_NAMESPACE, 'type');
  if (type === undefined) return undefined;
  try {
    return reader.resolveQName(type.value);
  } catch (error) {
    deviate(reader, error);
    return undefined;
  }
}
