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
