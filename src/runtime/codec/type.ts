import { deviate, refuseNil } from '../xml/deviation.ts';
import { locate, placeOf } from '../xml/place.ts';
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { EncodeError } from '../xml/write-text.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';
import { resolveQName, xsiType } from '../xml/xsi.ts';

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

/** As {@link otherType}, for an abstract declared type: a lenient reader skips the element. */
export function unknownType(reader: XmlReader, type: XmlQName): never {
  otherType(reader, type);
  return nothing(reader);
}

/**
 * An error in .NET's wording: the element whose START was just read has an abstract type and no
 * `xsi:type`. A lenient reader skips it.
 */
export function abstractType(reader: XmlReader, name: string, namespace: string): never {
  const place = whereIs(reader, name, namespace);
  deviate(reader, new XmlValueError(`The specified type is abstract: ${place}`));
  return nothing(reader);
}

/** Skips an element that cannot be read. */
function nothing(reader: XmlReader): never {
  reader.skip();
  return undefined as never;
}

/** The error for a `$type` that is not allowed here. */
export function wrongType(names: string): EncodeError {
  return new EncodeError(`Expected one of ${names}.`, '$type');
}

/** Refuses a `$type` other than that of the type being written. It may be omitted. */
export function checkType(value: { readonly $type?: string | undefined }, literal: string): void {
  if (value.$type !== undefined && value.$type !== literal) throw wrongType(`'${literal}'`);
}

/**
 * The reader, if the type of the element whose START was just read is allowed: its element
 * declaration may block others (XML Schema 1, 3.3.4).
 *
 * @param types `{namespace}local` of each allowed type
 */
export function onlyTypes(reader: XmlReader, types: readonly string[]): XmlReader {
  const type = xsiType(reader);
  if (type !== undefined && !types.includes(`{${type.namespace}}${type.local}`)) {
    otherType(reader, type);
  }
  return reader;
}

/** A value whose `$type` must be one of those allowed here. */
export function onlyTyped<T extends { readonly $type?: string | undefined }>(
  value: T,
  types: readonly (string | undefined)[],
): T {
  if (types.includes(value.$type)) return value;
  const names = types.filter((one) => one !== undefined).map((one) => `'${one}'`);
  throw wrongType(names.join(', '));
}
