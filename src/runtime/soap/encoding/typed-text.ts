import { binaryEncoding } from '../../codec/array-type.ts';
import { typeError } from '../../codec/type.ts';
import { decodeText, decodeUtf8, invalidAt } from '../../text/encoding.ts';
import type { ReadTyped } from '../../type/simple-type.ts';
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
export const readTyped: ReadTyped = (reader, { parse, json, from }) => {
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
