import { deviate, tellInstead } from '../xml/deviation.ts';
import { listAt, locate } from '../xml/place.ts';
import { START, XmlReader } from '../xml/reader.ts';
import { closeEmpty, notEncodable, orEmpty } from '../xml/write-text.ts';
import { malformed, XmlError, XmlValueError } from '../xml/xml-error.ts';
import { meantElement, noteMeant } from './meant.ts';
import { unreadable, unwritable } from './path.ts';

/**
 * Owner of a value that is not part of an object, such as an unwrapped result. The name is then the
 * whole path.
 */
export const standalone: object = /* @__PURE__ */ Object.freeze({});

/** A value that must be an object. */
export function asObject<T>(value: T, owner?: object, name = ''): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw notEncodable('an object', value, owner, name);
}

/** A value that must be an array. */
export function asList<T>(value: readonly T[], owner?: object, name = ''): readonly T[] {
  if (Array.isArray(value)) return value;
  throw notEncodable('an array', value, owner, name);
}

/** An item of a list, whose index must be valid. */
export function at<T>(list: readonly T[], index: number): T {
  return list[index] as T;
}

/** An item of a list that must be an object. */
export function objectAt<T>(list: readonly T[], index: number): T {
  const item = list[index] as T;
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  throw notEncodable('an object', item, list, String(index));
}

/** A value that must be a string. */
export function asText(value: string, owner?: object, name = ''): string {
  if (typeof value === 'string') return value;
  throw notEncodable('a string', value, owner, name);
}

/** The text itself; the parser of types that accept any text. */
export function plainText(text: string): string {
  return text;
}

/** Reads a missing element as if it were empty, so that everything in it is missing. */
function readAbsent<T>(reader: XmlReader, local: string, read: (reader: XmlReader) => T): T {
  const { defaults, deviations } = reader;
  const empty = new XmlReader(`<${local}></${local}>`, { defaults, deviations });
  empty.nextTag();
  try {
    return read(empty);
  } catch (error) {
    const found = unreadable(error, empty);
    if (!(found instanceof XmlError)) throw found;
    tellInstead(found, reader);
    throw locate(reader, found.withoutPlace());
  }
}

/**
 * Reads the one element expected in a Body, and the end of the Body. Other elements are skipped. If
 * it is missing, so is everything in it; if there are several, the last one counts, as in ASMX. A
 * lenient reader takes one with another name if that is the only one.
 *
 * @param local its name; `''` for any, because the wrapper of an rpc response may have any name
 * @param read reads its content
 */
export function readElement<T>(
  reader: XmlReader,
  local: string,
  namespace: string,
  read: (reader: XmlReader) => T,
): T {
  reader.base = reader.depth + 1;
  try {
    let found = false;
    let value: T | undefined;
    const meant = meantElement(reader, local, namespace);
    for (let at = 0; reader.nextTag() === START; at += 1) {
      if (at === meant) noteMeant(reader, namespace, local);
      if (
        at === meant ||
        local === '' ||
        (reader.local === local && reader.namespace === namespace)
      ) {
        value = read(reader);
        found = true;
      } else {
        reader.unknown(namespace, local);
      }
    }
    return found ? (value as T) : readAbsent(reader, local || 'Body', read);
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/**
 * Writes a message that is one element.
 *
 * @param namespaces declarations in its start tag, as text
 * @param write writes its content
 */
export function writeElement<T>(
  name: string,
  namespaces: string,
  write: (value: T) => string,
  value: T,
): string {
  try {
    return closeEmpty(
      `<${name}${namespaces}>${orEmpty(write(asObject(value, undefined, '')))}</${name}>`,
    );
  } catch (error) {
    throw unwritable(error, value);
  }
}

/**
 * Reads an element with one child; `undefined` if there is none. The first of several counts.
 *
 * @param read reads the content of the child
 */
export function onlyChild<T>(
  reader: XmlReader,
  local: string,
  namespace: string,
  read: (reader: XmlReader) => T,
): T | undefined {
  let value: T | undefined;
  while (reader.nextTag() === START) {
    if (value === undefined && reader.local === local && reader.namespace === namespace) {
      value = read(reader);
    } else {
      reader.unknown(namespace, local);
    }
  }
  return value;
}

/**
 * Reads the children of an array.
 *
 * @param read reads the content of an item
 */
export function readItems<T>(
  reader: XmlReader,
  local: string,
  namespace: string,
  read: (reader: XmlReader) => T,
): T[] {
  const items = listAt<T>(reader, reader.depth);
  while (reader.nextTag() === START) {
    if (reader.local === local && reader.namespace === namespace) items.push(read(reader));
    else reader.unknown(namespace, local);
  }
  return items;
}

/** A missing element that may be nil: null in ASMX and SOAP encoding, otherwise an error. */
export function missingNillable(reader: XmlReader, name: string): null {
  return reader.absentNil ? null : missing(reader, name);
}

/**
 * The default of the contract for a missing required attribute.
 *
 * @throws XmlValueError the reader is strict
 */
export function absentAttribute<T>(reader: XmlReader, name: string, value: T): T {
  return reader.strict ? missingAttribute(reader, name) : value;
}

/** An error: a required attribute is missing. */
export function missingAttribute(reader: XmlReader, name: string): never {
  const error = new XmlValueError(`Missing required attribute '${name}'.`, 'missing');
  return deviate(reader, error, name);
}

/** Skips the content of an element, or of a Body, that must be empty. */
export function noContent(reader: XmlReader): void {
  while (reader.nextTag() === START) reader.unknown();
}

/** An error: a required element is missing and has no default. */
export function missing(reader: XmlReader, name: string): never {
  return deviate(reader, new XmlValueError(`Missing required element '${name}'.`, 'missing'), name);
}

/** As {@link missing}, for a repeated element: a lenient reader uses an empty list. */
export function missingList(reader: XmlReader, name: string): never[] {
  const error = new XmlValueError(`Missing required element '${name}'.`, 'missing');
  return deviate(reader, error.carry([]), name);
}

/**
 * A missing value of a value type of .NET: `value` in ASMX, otherwise an error.
 *
 * @param refuse throws the error
 */
export function missingValue<T>(
  reader: XmlReader,
  name: string,
  value: T,
  refuse: (reader: XmlReader, name: string) => never = missing,
): T {
  return reader.defaults ? value : refuse(reader, name);
}

/** A missing integer: 0 in ASMX, otherwise an error. */
export function missingNumber(reader: XmlReader, name: string): number {
  return missingValue(reader, name, 0);
}

/** A missing float or double: 0 in ASMX, otherwise an error. */
export function missingFloat(reader: XmlReader, name: string): number {
  return missingValue(reader, name, 0);
}

/** A missing long: 0 in ASMX, otherwise an error. */
export function missingBigint(reader: XmlReader, name: string): bigint {
  return missingValue(reader, name, 0n);
}

/** A missing boolean: false in ASMX, otherwise an error. */
export function missingBoolean(reader: XmlReader, name: string): boolean {
  return missingValue(reader, name, false);
}

/** A missing decimal, or an integer that is a string: `0` in ASMX, otherwise an error. */
export function missingDecimal(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '0');
}

/** A missing character: NUL in ASMX, otherwise an error. */
export function missingChar(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '\0');
}

/** A missing GUID: that of zeros in ASMX, otherwise an error. */
export function missingGuid(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '00000000-0000-0000-0000-000000000000');
}

/** A missing dateTime: .NET's earliest in ASMX, otherwise an error. */
export function missingDateTime(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '0001-01-01T00:00:00');
}

/** A missing dateTime that is a `Date`: .NET's earliest in ASMX, otherwise an error. */
export function missingDateObject(reader: XmlReader, name: string): Date {
  // local time, as an unset date without a zone is read
  const earliest = new Date(2000, 0, 1);
  earliest.setFullYear(1);
  return missingValue(reader, name, earliest);
}

/** A missing date: .NET's earliest in ASMX, otherwise an error. */
export function missingDate(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '0001-01-01');
}

/** A missing time: that of .NET's earliest date in ASMX, otherwise an error. */
export function missingTime(reader: XmlReader, name: string): string {
  return missingValue(reader, name, '00:00:00');
}

/** Refuses the element whose START was just read, because no alternative allows it. */
export function noneOf(reader: XmlReader): never {
  throw malformed(
    reader,
    reader.position,
    `Element '${reader.rawName.slice(0, 100)}' is not expected here.`,
  );
}
