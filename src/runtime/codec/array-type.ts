import { attributeText } from '../xml/attributes.ts';
import { placeOf } from '../xml/place.ts';
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';
import { resolveQName } from '../xml/xsi.ts';

/** Namespace of SOAP 1.1 encoding. */
export const encoding11 = 'http://schemas.xmlsoap.org/soap/encoding/';
/** Namespace of SOAP 1.2 encoding. */
export const encoding12 = 'http://www.w3.org/2003/05/soap-encoding';
/** Namespace of XML Schema. */
export const schema = 'http://www.w3.org/2001/XMLSchema';

/** How values of a type are written, if they are bytes. */
export function binaryEncoding({ namespace, local }: XmlQName): 'base64' | 'base16' | undefined {
  const isKnown = [schema, encoding11, encoding12].includes(namespace);
  if (isKnown && local === 'hexBinary') return 'base16';
  return isKnown && /^base64(?:Binary)?$/.test(local) ? 'base64' : undefined;
}

/** The type of items given in the START of a SOAP array, with brackets if they are arrays. */
function saidType(reader: XmlReader): string {
  const array = attributeText(reader, encoding11, 'arrayType');
  if (array === undefined) return attributeText(reader, encoding12, 'itemType')?.trim() ?? '';
  return array.slice(0, Math.max(0, array.lastIndexOf('['))).trim();
}

/**
 * Whether items may be of a type that is not in the list: `anyType`, an array, a type of XML Schema
 * under its SOAP encoding name, or, if the declared type is built in, one that may be derived from
 * it.
 */
function mayBeOf({ namespace, local }: XmlQName, types: readonly string[]): boolean {
  if (/^(?:anyType|anySimpleType|ur-type)$/.test(local)) return true;
  if (namespace === schema) return false;
  if (namespace !== encoding11 && namespace !== encoding12) {
    return types[0]?.startsWith(`{${schema}}`) === true;
  }
  return local === 'Array' || types.includes(`{${schema}}${local}`);
}

/**
 * Compares the type of items given in the START of a SOAP array with the allowed ones (SOAP 1.1
 * section 5.4.2, SOAP 1.2 part 2 section 3.1.4). Strict readers refuse other types. Lenient readers
 * note them as a deviation and read the items as the declared type.
 *
 * @param types `{namespace}local` of the declared type, then of the types derived from it; for
 *   arrays of arrays, of the innermost items
 * @returns name of a derived or binary type, which items need not repeat
 * @throws XmlValueError the reader is strict, and the type is not allowed
 */
export function itemTypeOf(reader: XmlReader, types: readonly string[]): string | undefined {
  const said = saidType(reader);
  if (said === '') return undefined;
  const open = said.indexOf('[');
  const name = open < 0 ? said : said.slice(0, open);
  try {
    const type = resolveQName(reader, name);
    const found = types.indexOf(`{${type.namespace}}${type.local}`);
    if (found >= 0) return found > 0 && type.namespace !== schema && open < 0 ? name : undefined;
    // items need not repeat how they are written
    if (reader.encoded !== undefined && binaryEncoding(type)) return name;
    if (mayBeOf(type, types)) return undefined;
    const declared = types[0]?.slice(types[0].indexOf('}') + 1);
    const shown = said.slice(0, 100);
    throw new XmlValueError(`SOAP array: its items are of '${shown}', not of '${declared}'.`);
  } catch (error) {
    if (reader.strict || !(error instanceof XmlError)) throw error;
    reader.deviations?.add(placeOf(reader), error.message);
    return undefined;
  }
}

/** Gives the item whose START was just read the type of its array, unless it has an `xsi:type`. */
export function giveType(reader: XmlReader, value: string): void {
  const { attributes } = reader;
  const isType = ({ namespace, local }: XmlQName): boolean =>
    namespace === XSI_NAMESPACE && local === 'type';
  if (attributes.some(isType)) return;
  const type = { namespace: XSI_NAMESPACE, local: 'type', raw: 'xsi:type', value, valueOffset: 0 };
  reader.attributes = [...attributes, type];
}
