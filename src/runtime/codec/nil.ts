import type { XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { isNil } from '../xml/xsi.ts';
import { noContent } from './value.ts';

/** Skips an element that is nil and must be empty (XML Schema 1, 3.4.4). */
export function nilValue(reader: XmlReader): null {
  noContent(reader);
  return null;
}

/**
 * Whether the element whose START was just read is nil and has no other attributes.
 *
 * @param known `{namespace}local` of the attributes that count; by default all but those of XML
 *   Schema itself
 */
export function isOnlyNil(reader: XmlReader, known?: readonly string[]): boolean {
  if (!isNil(reader)) return false;
  return !reader.attributes.some(({ namespace, local }) =>
    known === undefined ? namespace !== XSI_NAMESPACE : known.includes(`{${namespace}}${local}`),
  );
}

/** Whether a value represents a nil element with attributes. */
export function isNilled<T>(value: T): value is Extract<T, { readonly $nil: true }> {
  return typeof value === 'object' && value !== null && '$nil' in value && value.$nil === true;
}
