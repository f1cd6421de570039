import { isNil } from '../xml/deviation.ts';
import { locate, openPlace } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START, TEXT, XSI_NAMESPACE } from '../xml/tokens.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { noContent } from './value.ts';

/**
 * Skips an element that is nil and must be empty (XML Schema 1, 3.3.4, clause 3.2.1). Only strict
 * readers refuse one that is not; those of clients note a deviation.
 */
export function nilValue(reader: XmlReader): null {
  const { rawName, strict, deviations } = reader;
  if (!strict && deviations === undefined) {
    noContent(reader);
    return null;
  }
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    if (token === START) reader.unknown();
    else if (reader.textValue !== '') {
      const error = new XmlValueError(`Element '${rawName}' is nil, and must be empty.`);
      if (strict || deviations?.strict) throw locate(reader, error);
      deviations?.add(openPlace(reader), error.message);
    }
  }
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
