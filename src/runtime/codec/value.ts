import { sameLocal } from '../xml/attributes.ts';
import { deviate, note, noteMeant, tellInstead } from '../xml/deviation.ts';
import { markOf, resetTo } from '../xml/mark.ts';
import { locate, placeOf } from '../xml/place.ts';
import { START, type XmlQName, XmlReader } from '../xml/reader.ts';
import { notEncodable } from '../xml/write-text.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';
import { meantElement } from './meant.ts';
import { unreadable } from './path.ts';

/** A value that must be an object. */
export function asObject<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw notEncodable('an object', value);
}

/** A value that must be an array. */
export function asList<T>(value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw notEncodable('an array', value);
}

/** A value that must be a string. */
export function asText(value: string): string {
  if (typeof value === 'string') return value;
  throw notEncodable('a string', value);
}

/** The text itself; the parser of types that accept any text. */
export function plainText(text: string): string {
  return text;
}

/** Reads a missing element as if it were empty, so that everything in it is missing. */
function readAbsent<T>(reader: XmlReader, local: string, read: (reader: XmlReader) => T): T {
  const { defaults, deviations } = reader;
  const absentNil = reader.absentNil === 'always' ? 'always' : undefined;
  const empty = new XmlReader(`<${local}></${local}>`, { defaults, deviations, absentNil });
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
 * it is missing, so is everything in it. As in ASMX, a wrapper that comes several times is read as
 * one, and of bare elements the first one counts; of others, the last one. A lenient reader takes
 * one with another name if that is the only one.
 *
 * @param name its local name and namespace; `''` for any, because the wrapper of an rpc response
 *   may have any name
 * @param read reads its content
 * @param bare whether a missing one is null in ASMX
 */
export function readElement<T>(
  reader: XmlReader,
  [local, namespace]: readonly [local: string, namespace: string],
  read: (reader: XmlReader) => T,
  bare?: 'bare',
): T {
  reader.base = reader.depth + 1;
  try {
    let found = false;
    let isNear = false;
    let value: T | undefined;
    const meant = meantElement(reader, local, namespace);
    const mayContinue = bare === undefined && local !== '' && reader.encoded === undefined;
    for (let at = 0; reader.nextTag() === START; at += 1) {
      if (at === meant) noteMeant(reader, namespace, local);
      const isNamed = reader.local === local && reader.namespace === namespace;
      if (at === meant || local === '' || (isNamed && !(found && bare !== undefined))) {
        if (mayContinue) reader.wrapperDepth = reader.depth;
        value = read(reader);
        reader.wrapperDepth = -1;
        found = true;
      } else {
        isNear ||= reader.local === local;
        reader.unknown(namespace, local);
      }
    }
    const isMissed = isNear && !found && !reader.defaults;
    if (!found && bare !== undefined && readsNull(reader) && !isMissed) return null as T;
    if (found) return value as T;
    const nothing = readAbsent(reader, local || 'Body', read);
    return isMissed ? missing(reader, local) : nothing;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/** What usually follows the wrapper of a message: the end of the Body. */
const bodyEnd = /[ \t\r\n]*<\//y;

/**
 * Reads the START of the next wrapper, if the one whose END was just read comes several times: .NET
 * then continues reading the same message. Elements before it are skipped.
 *
 * @returns whether there is one; otherwise the reader is where it was
 */
export function nextWrapper(reader: XmlReader): boolean {
  bodyEnd.lastIndex = reader.position;
  if (bodyEnd.test(reader.source)) return false;
  const { local, namespace, deviations } = reader;
  const isNext = (): boolean => reader.local === local && reader.namespace === namespace;
  const mark = markOf(reader);
  const noted = deviations?.count ?? 0;
  let found = false;
  while (!found && reader.nextTag() === START) {
    found = isNext();
    if (!found) reader.skip();
  }
  resetTo(reader, mark);
  deviations?.keep(noted);
  if (!found) return false;
  // what is skipped is told once it is known where that belongs
  while (reader.nextTag() === START && !isNext()) reader.unknown(namespace, local);
  return true;
}

/**
 * Makes place for the values of the next wrapper.
 *
 * @param before values of the wrappers before
 * @returns those of all so far, of which later ones count
 */
export function withEarlier(
  values: unknown[],
  before: readonly unknown[] | undefined,
): readonly unknown[] {
  const all = values.slice();
  keepEarlier(all, before);
  values.fill(undefined);
  return all;
}

/** Keeps the values of the wrappers before, where none came later. */
export function keepEarlier(values: unknown[], before: readonly unknown[] | undefined): void {
  if (before === undefined) return;
  for (const [at, value] of before.entries()) if (values[at] === undefined) values[at] = value;
}

/**
 * Reads a Body that itself has a type, and its end (WSDL 1.1 section 3.5). Other stacks put an
 * element around the content, which is named after the part.
 *
 * @param part its name; `''` if an element of the content has that name
 * @param read reads the content
 */
export function readContent<T>(reader: XmlReader, part: string, read: (reader: XmlReader) => T): T {
  reader.base = reader.depth;
  try {
    const mark = markOf(reader);
    if (part === '' || reader.nextTag() !== START || reader.local !== part) {
      resetTo(reader, mark);
      return read(reader);
    }
    reader.base += 1;
    const value = read(reader);
    noContent(reader);
    return value;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

/** Whether missing elements that may be nil are null without a deviation. */
function readsNull({ absentNil }: XmlReader): boolean {
  return absentNil === true || absentNil === 'always';
}

/**
 * A missing element that may be nil: null in ASMX and SOAP encoding, and for clients with a
 * deviation, since services of .NET leave it out. Otherwise it is an error.
 *
 * @param isNear whether one came in another namespace
 */
export function missingNillable(reader: XmlReader, name: string, isNear = false): null {
  const { absentNil, deviations } = reader;
  if (readsNull(reader)) return null;
  const error = missingError(name).carry(null);
  if (absentNil === false || isNear || deviations?.lenient === true) {
    // what could not be read is not null
    if (deviations?.wasLost(placeOf(reader, name)) === true) return undefined as never;
    return deviate(reader, error, name);
  }
  note(reader, error, name);
  return null;
}

/**
 * The default of the contract for a missing required attribute.
 *
 * @throws XmlValueError the reader is strict
 */
export function absentAttribute<T>(reader: XmlReader, name: string, value: T): T {
  return reader.strict ? missingAttribute(reader, name) : value;
}

/** An error: a required attribute is missing. A server may read it as null, like ASMX. */
export function missingAttribute(reader: XmlReader, name: string): never {
  if (reader.absentNil === 'always') return null as never;
  const error = new XmlValueError(`Missing required attribute '${name}'.`, 'missing');
  const [other] = reader.defaults ? [] : sameLocal(reader, name);
  if (other !== undefined) error.message += ` Found {${other.namespace}}${name} instead.`;
  return deviate(reader, error, name);
}

/** Skips the content of an element, or of a Body, that must be empty. */
export function noContent(reader: XmlReader): void {
  while (reader.nextTag() === START) reader.unknown();
}

/**
 * An error: a required element is missing and has no default. A server may read it as null, like
 * ASMX.
 */
export function missing(reader: XmlReader, name: string): never {
  if (reader.absentNil === 'always') return null as never;
  return deviate(reader, missingError(name), name);
}

function missingError(name: string): XmlValueError {
  return new XmlValueError(`Missing required element '${name}'.`, 'missing');
}

/** The error for an element in place of one that may be absent. */
export function missedError(name: string, { namespace, local }: XmlQName): XmlValueError {
  return new XmlValueError(`Missing element '${name}'. Found {${namespace}}${local} instead.`);
}

/** As {@link missing}, for a repeated element: a lenient reader uses an empty list, like ASMX. */
export function missingList(reader: XmlReader, name: string): never[] {
  if (reader.absentNil === 'always') return [];
  return deviate(reader, missingError(name).carry([]), name);
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
