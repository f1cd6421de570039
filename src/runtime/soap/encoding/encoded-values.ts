import { binaryEncoding, encoding11, encoding12, schema } from '../../codec/array-type.ts';
import { typeError } from '../../codec/type.ts';
import { decodeText, decodeUtf8, invalidAt } from '../../text/encoding.ts';
import { isBranches } from '../../type/described.ts';
import type { EncodedValues, ObjectType } from '../../type/description.ts';
import { locate } from '../../xml/place.ts';
import type { XmlQName, XmlReader } from '../../xml/reader.ts';
import { XmlValueError } from '../../xml/xml-error.ts';
import {
  formatXsdBase64Binary,
  formatXsdHexBinary,
  parseXsdBase64Binary,
  parseXsdHexBinary,
} from '../../xsd/binary.ts';

/**
 * Reads a simple value whose `xsi:type` says that it is written as bytes, although its type is
 * another one (SOAP 1.1, section 5.1): SOAP::Lite sends each text with a letter beyond ASCII so.
 */
const simple: EncodedValues['simple'] = (reader, { parse, json, from }) => {
  if (reader.attributes.length === 0) return undefined;
  let given: ReturnType<typeof binaryEncoding>;
  typeError(reader, (type) => {
    given = binaryEncoding(type);
    return true;
  });
  const declared = (from?.own ? from.base?.json : json)?.contentEncoding;
  if (given === undefined || given === declared) return undefined;
  const toBytes = given === 'base16' ? parseXsdHexBinary : parseXsdBase64Binary;
  const toText =
    declared === 'base64'
      ? formatXsdBase64Binary
      : declared === 'base16'
        ? formatXsdHexBinary
        : textOf;
  return { value: reader.value((text) => parse(toText(toBytes(text)), reader)) };
};

/** The text in bytes of UTF-8. */
function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (invalidAt(text, bytes, 'utf-8', 0) < 0) return text;
  const error = new XmlValueError(`The ${bytes.length} bytes are no text in UTF-8.`);
  throw error.carry(decodeText(bytes, 'iso-8859-1'));
}

const encodings: readonly string[] = [encoding11, encoding12];

/** Whether a type says nothing, because values of any other one may have it. */
function isOpen({ namespace, local }: XmlQName): boolean {
  if (local === 'Struct') return encodings.includes(namespace);
  return namespace === schema && (local === 'anyType' || local === 'ur-type');
}

/** Whether a type is one of those that are built in: no object of a contract has it. */
function isOtherKind(type: XmlQName, { name, namespace }: ObjectType): boolean {
  if ((type.local === name && type.namespace === namespace) || isOpen(type)) return false;
  if (type.namespace === 'http://xml.apache.org/xml-soap') return type.local === 'Map';
  return type.namespace === schema || encodings.includes(type.namespace);
}

/** Whether a type is a list in an element of its own, as which arrays are read, too. */
function isList({ members }: ObjectType): boolean {
  const [only, other] = members;
  return only !== undefined && other === undefined && !isBranches(only) && only.max > 1;
}

function otherKind(reader: XmlReader, message: string): never {
  const error = new XmlValueError(message);
  // as an object, it would have no value at all
  error.fatal = true;
  throw locate(reader, error);
}

/** How SOAP encoding tells what values are (SOAP 1.1, section 5). */
export const encodedValues: EncodedValues = {
  simple,
  isOpen,
  object: (reader, type) => {
    const { attributes, rawName } = reader;
    if (attributes.length === 0) return;
    const isArray = attributes.some(
      ({ namespace, local }) =>
        encodings.includes(namespace) && /^(?:arrayType|itemType|arraySize)$/.test(local),
    );
    if (isArray && isList(type)) return;
    let given: XmlQName | undefined;
    typeError(reader, (one) => {
      given = one;
      return true;
    });
    const said = given === undefined ? 'an array' : `a ${given.local}`;
    if (isArray || (given !== undefined && isOtherKind(given, type))) {
      otherKind(reader, `<${rawName}> is ${said}, where the contract has '${type.name}'.`);
    }
  },
  unknown: (reader, { namespace, local }) =>
    otherKind(reader, `None of the elements is known. The first is '{${namespace}}${local}'.`),
};

/** Refuses an argument that has no place on a strict server; others report it. */
export function refuseLost(reader: XmlReader, { namespace, local }: XmlQName): void {
  const message = `The request has no part '{${namespace}}${local}'.`;
  if (!reader.defaults) throw locate(reader, new XmlValueError(message));
  reader.options.lost?.(message);
}
