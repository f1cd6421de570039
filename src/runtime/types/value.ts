import {
  atPath,
  containsItself,
  resolveQName,
  sameLocal,
  unreadable,
  xsiType,
} from '../xml/capture.ts';
import {
  deviate,
  locate,
  noteMeant,
  placeOf,
  refuseNil,
  START,
  XmlError,
  type XmlQName,
  XmlValueError,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import { markOf, resetTo, type XmlReader } from '../xml/reader.ts';
import { EncodeError, escapeText, tooDeep } from '../xml/writer.ts';
import { type Format, type Parse, SCAN, type Simple, VALUE } from './description.ts';
import { type NearMiss, skipUnreadable, type TakenChild } from './message.ts';

/** The position of the element read last, in .NET's wording. */
function whereIs(reader: XmlReader, name: string, namespace: string): string {
  const element = `<${reader.local} xmlns='${reader.namespace}'>`;
  return `name='${name}', namespace='${namespace}', at ${element}.`;
}

function unrecognized(reader: XmlReader, { local, namespace }: XmlQName): XmlValueError {
  const place = whereIs(reader, local, namespace);
  return new XmlValueError(`The specified type was not recognized: ${place}`);
}

/**
 * An error in .NET's wording: the `xsi:type` of the element whose START was just read is not
 * allowed here. A lenient reader reads the element as the declared type.
 */
export function otherType(reader: XmlReader, type: XmlQName): void {
  deviate(reader, unrecognized(reader, type));
}

/**
 * The error in the `xsi:type` of the element whose START was just read.
 *
 * @param isKnown whether a type is allowed here
 * @returns `undefined` if there is no `xsi:type`, or it is valid
 */
export function typeError(
  reader: XmlReader,
  isKnown: (type: XmlQName) => boolean,
): XmlError | undefined {
  const given = reader.attributes.find(
    ({ local, namespace }) => local === 'type' && namespace === XSI_NAMESPACE,
  );
  if (given === undefined) return undefined;
  try {
    const type = resolveQName(reader, given.value);
    return isKnown(type) ? undefined : unrecognized(reader, type);
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
}

/** Whether a type says nothing, because in SOAP encoding values of any other one may have it. */
function isOpen({ encoded }: XmlReader, type: XmlQName): boolean {
  const rules = encoded as { readonly isOpen: (type: XmlQName) => boolean } | undefined;
  return rules?.isOpen(type) === true;
}

/**
 * The `xsi:type` of the element whose START was just read, and which is not nil; `undefined` if it
 * says nothing.
 */
export function givenType(reader: XmlReader): XmlQName | undefined {
  refuseNil(reader);
  const type = xsiType(reader);
  return type !== undefined && isOpen(reader, type) ? undefined : type;
}

/**
 * Checks the `xsi:type` of the element whose START was just read, if only the declared type is
 * allowed. Strict readers refuse other types, and values of an abstract one. Readers that follow
 * ASMX refuse other types, too, if the declared one has a name. Others read the element as the
 * declared type, and those of clients note a deviation.
 *
 * @param own local name of the declared type; omitted if it has none
 */
export function ownType(
  reader: XmlReader,
  own?: string,
  ofNamespace?: string,
  abstract = false,
): void {
  if (abstract && reader.strict) abstractType(reader, own ?? '', ofNamespace ?? '');
  const isClass = own !== undefined;
  const { strict, defaults, options } = reader;
  const refuses = strict || ((defaults || options.ownTypes === true) && isClass);
  compareType(reader, { own, ofNamespace, refuses });
}

/** Does what {@link ownType} does for an array, whose type .NET does not check. */
export function ownArray(reader: XmlReader, own: string, ofNamespace: string): void {
  compareType(reader, { own, ofNamespace, refuses: reader.strict });
}

/** The declared type of an element, and whether another one is refused. */
interface Declared {
  readonly own: string | undefined;
  readonly ofNamespace: string | undefined;
  readonly refuses: boolean;
}

function compareType(reader: XmlReader, { own, ofNamespace, refuses }: Declared): void {
  const { attributes, deviations } = reader;
  refuseNil(reader);
  if (attributes.length === 0 || !(refuses || deviations !== undefined)) return;
  const error = typeError(
    reader,
    (type) => (type.local === own && type.namespace === ofNamespace) || isOpen(reader, type),
  );
  if (error === undefined) return;
  if (refuses) throw locate(reader, error);
  deviations?.add(placeOf(reader), error.message);
}

/**
 * An error in .NET's wording: the element whose START was just read has an abstract type and no
 * `xsi:type`. A lenient reader skips it.
 */
export function abstractType(reader: XmlReader, name: string, namespace: string): never {
  const place = whereIs(reader, name, namespace);
  deviate(reader, new XmlValueError(`The specified type is abstract: ${place}`));
  return skipUnreadable(reader);
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

/** What is said of a simple type beside its functions. */
export type Traits = Partial<Omit<Simple, 'parse' | 'raw' | 'format' | 'plain'>>;

/** A type whose text has no markup. */
export function unescaped(parse: Parse, format: Format, traits: Traits = {}): Simple {
  const way = traits.scan === undefined ? VALUE : SCAN;
  return { way, parse, raw: format, format, plain: true, ...traits, ...namesOf(format, traits) };
}

/** A type whose text is escaped. */
export function escaped(parse: Parse, raw: Format, traits: Traits = {}): Simple {
  const format = (value: never): string => escapeText(raw(value));
  return { way: VALUE, parse, raw, format, ...traits, ...namesOf(raw, traits) };
}

/** A type whose values may be written in an element in another way than as their text. */
export function optimized(type: Simple, format: Format): Simple {
  return { ...type, format };
}

/** QNames are written by the text of the type itself. */
function namesOf(raw: Format, { names }: Traits): Pick<Traits, 'names'> {
  return names === undefined ? {} : { names: names.of(raw) };
}

/**
 * The child that an element of another namespace is meant to be for a lenient reader. What is
 * exactly the contract's counts more.
 *
 * @param meant places of children that were read so before
 */
export function meantChild<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  values: readonly unknown[],
  meant: ReadonlySet<number> | undefined,
): T | undefined {
  const { deviations, local, encoded } = reader;
  if (deviations?.lenient !== true && encoded === undefined) return undefined;
  const child = children.find(
    ({ name, takes, list, slot }) =>
      name === local &&
      takes === undefined &&
      (values[slot] === undefined || (list && meant?.has(slot) === true)),
  );
  if (child !== undefined && encoded === undefined) noteMeant(reader, child.namespace, child.name);
  return child;
}

/**
 * Skips the element whose START was just read, which no child takes.
 *
 * @param missed receives it if only its namespace is not that of a child
 */
export function skipUnknown<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  missed: NearMiss[] | undefined,
): NearMiss[] | undefined {
  const { local, namespace, defaults, strict } = reader;
  const named = children.filter(({ takes }) => takes === undefined);
  const alike = defaults ? [] : named.filter(({ name }) => name === local);
  const isKnown = alike.some((child) => child.namespace === namespace);
  // only a strict reader says what it expected
  reader.unknown(...(strict ? named : []).flatMap((child) => [child.namespace, child.name]));
  const [child] = alike;
  if (child === undefined || isKnown) return missed;
  // the first of each child is enough, however many there are
  if (missed === undefined) return [{ child, namespace }];
  if (!missed.some((one) => one.child === child)) missed.push({ child, namespace });
  return missed;
}

/** Steps of a path that are shown of a value that is nested too deeply. */
const mostSteps = 20;

/**
 * Says of a value for which the stack was too small where it contains itself. If it does not, only
 * the beginning of the path is left.
 */
function shorten(error: EncodeError, root: unknown): void {
  const { steps } = error;
  const path = [...steps].reverse();
  const seen = new Set<unknown>([root]);
  let value = root as Record<string | number, unknown> | undefined;
  let depth = 0;
  for (; depth < path.length && value !== undefined; depth += 1) {
    value = value[path[depth] as string] as typeof value;
    if (seen.has(value)) break;
    seen.add(value);
  }
  const isCircular = depth < path.length && value !== undefined;
  if (isCircular) error.message = containsItself;
  steps.splice(0, steps.length, ...path.slice(0, isCircular ? depth + 1 : mostSteps).reverse());
}

/**
 * Completes an error thrown while a value was written: puts the path of the bad value before its
 * message. Other errors, and those with a path, stay unchanged.
 *
 * @param root the value being written
 * @param name what the value itself is called; `''` if it has no name
 */
export function unwritable(error: unknown, root: unknown, name = ''): unknown {
  if (error instanceof EncodeError && error.message === tooDeep) shorten(error, root);
  return atPath(error, name);
}
