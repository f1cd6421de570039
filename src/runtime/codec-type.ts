import { EncodeError } from './encode-error.ts';
import { XmlValueError } from './xml-error.ts';
import type { XmlQName, XmlReader } from './xml-reader.ts';

/** The error for an `xsi:type` that names no type known here, in .NET's words. */
export function unknownType(reader: XmlReader, type: XmlQName): XmlValueError {
  return reader.locate(
    new XmlValueError(
      `The specified type was not recognized: name='${type.local}', namespace='${type.namespace}', at <${reader.local} xmlns='${reader.namespace}'>.`,
    ),
  );
}

/** The error for an element of an abstract type that does not say which type it has, in .NET's words. */
export function abstractType(reader: XmlReader, name: string, namespace: string): XmlValueError {
  return reader.locate(
    new XmlValueError(
      `The specified type is abstract: name='${name}', namespace='${namespace}', at <${reader.local} xmlns='${reader.namespace}'>.`,
    ),
  );
}

/** The error for a `$type` that is none of those that can stand in a place. */
export function wrongType(owner: object, names: string): EncodeError {
  return new EncodeError(`Expected one of ${names}.`, owner, '$type');
}

/**
 * The reader, where the element whose START was just read has one of the types that may stand there: its element blocks others
 * (XML Schema 1, 3.3.4).
 *
 * @param types `{namespace}local` of each
 */
export function onlyTypes(reader: XmlReader, types: readonly string[]): XmlReader {
  const type = reader.xsiType();
  if (type === undefined || types.includes(`{${type.namespace}}${type.local}`)) return reader;
  throw unknownType(reader, type);
}

/** A value whose `$type` is one of those that may stand in a place. */
export function onlyTyped<T extends { readonly $type?: string | undefined }>(
  value: T,
  types: readonly (string | undefined)[],
): T {
  if (types.includes(value.$type)) return value;
  const names = types.filter((one) => one !== undefined).map((one) => `'${one}'`);
  throw wrongType(value, names.join(', '));
}
