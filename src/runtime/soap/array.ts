import { decodeText, decodeUtf8, invalidAt } from '../platform/globals.ts';
import {
  type ArrayType,
  declaration,
  type ElementPlace,
  type EncodedValues,
  type Field,
  isBranches,
  type ObjectType,
  type ReadItem,
} from '../types/description.ts';
import { DescribedArray } from '../types/member.ts';
import { asList, writeItems } from '../types/message.ts';
import { typeError } from '../types/value.ts';
import {
  formatXsdBase64Binary,
  formatXsdHexBinary,
  parseXsdBase64Binary,
  parseXsdHexBinary,
} from '../values/text.ts';
import { attributeText, resolveQName } from '../xml/capture.ts';
import {
  listAt,
  locate,
  placeOf,
  START,
  XmlError,
  type XmlQName,
  XmlValueError,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { EncodeError, within } from '../xml/writer.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const xsdNamespace = 'http://www.w3.org/2001/XMLSchema';

/** What a description says of a SOAP array. */
interface SoapArrayDetail {
  /** Namespace and name of the type of its innermost items, with brackets of inner dimensions. */
  readonly items: readonly [namespace: string, local: string, dimensions?: string];
  /** Number of dimensions. Default: 1. */
  readonly rank?: number;
  /** Names of the types that items may have, the declared one first; any if omitted. */
  readonly types?: readonly string[];
  /** Whether it says that it is an array, as in SOAP encoding. */
  readonly encoded?: true;
}

/** An array of SOAP encoding (SOAP 1.1, 5.4.2). */
class SoapArrayType extends DescribedArray {
  readonly #detail: SoapArrayDetail;

  constructor(name: string, namespace: string, item: () => Field, detail: SoapArrayDetail) {
    super(name, namespace, item, { scope: '', tagged: true, rank: detail.rank ?? 1 });
    this.#detail = detail;
  }

  override read(reader: XmlReader, readItem: ReadItem): unknown {
    const { rank = 1, types } = this.#detail;
    const child = this.child('') as never;
    const read = reader.soapArrays as typeof readSoapArray;
    return read(reader, rank, (one) => readItem(one, child), types);
  }

  override write(value: unknown, { open, close, inside }: ElementPlace): string {
    const { items, rank = 1, encoded } = this.#detail;
    const rows = asList(value as readonly unknown[]);
    const { list, sizes } =
      rank > 1 ? flattenArray(rows, rank) : { list: rows, sizes: String(rows.length) };
    const [uri, local, dimensions = ''] = items;
    const prefix = uri === xsdNamespace ? 'xsd' : 'q2';
    const declared = `${declaration('soapenc', encoding)}${declaration(prefix, uri)}`;
    const type = encoded ? ' xsi:type="soapenc:Array"' : '';
    const arrayType = `${prefix}:${local}${dimensions}[${sizes}]`;
    const tag = `${declared}${type} soapenc:arrayType="${arrayType}">`;
    return open + tag + writeItems(list, this.child(inside)) + close;
  }
}

/** An array of SOAP encoding. Its items are elements of any name. */
export function soapArray(
  name: string,
  namespace: string,
  item: () => Field,
  detail: SoapArrayDetail,
): ArrayType {
  return new SoapArrayType(name, namespace, item, detail);
}

/** The reader of a message that may have SOAP arrays. */
export function soapArrays(reader: XmlReader): XmlReader {
  reader.soapArrays = readSoapArray;
  return reader;
}

/** Largest number of empty rows created for a size such as `[1000,0]`, which is cheap to send. */
const maxEmptyRows = 1000;

/** Sizes of a SOAP array by dimension; `undefined` if not given. */
type Sizes = readonly (number | undefined)[];

function wrongArray(message: string): XmlValueError {
  return new XmlValueError(`SOAP array: ${message}.`);
}

/** Reads `2,3` of `arrayType` and of positions, and `2 3` of SOAP 1.2, where `*` means no size. */
function readSizes(text: string, separator: RegExp): Sizes {
  return text
    .trim()
    .split(separator)
    .map((one) => (/^\d{1,15}$/.test(one) ? Number(one) : undefined));
}

/** Sizes in the START just read (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2 section 3.1.6). */
function sizesOf(reader: XmlReader, rank: number): Sizes | undefined {
  const type = attributeText(reader, encoding11, 'arrayType');
  const size = attributeText(reader, encoding12, 'arraySize');
  if (type === undefined && size === undefined) return undefined;
  const open = type?.lastIndexOf('[') ?? -1;
  const sizes =
    type === undefined || open < 0
      ? readSizes(size ?? '*', /[ \t\r\n]+/)
      : readSizes(type.slice(open + 1, type.indexOf(']', open)), /\s*,\s*/);
  if (sizes.length !== rank) {
    throw wrongArray(`it has ${sizes.length} dimensions instead of ${rank}`);
  }
  return sizes;
}

/**
 * The index of a position such as `[1,2]` in an array of these sizes; `undefined` if it is not in
 * it.
 */
function indexOf(position: string, sizes: Sizes | undefined, rank: number): number | undefined {
  const given = readSizes(position.trim().replace(/^\[|\]$/g, ''), /\s*,\s*/);
  if (given.length !== rank) return undefined;
  let index = 0;
  for (const [dimension, at] of given.entries()) {
    const size = dimension === 0 ? 1 : sizes?.[dimension];
    if (at === undefined || size === undefined) return undefined;
    index = index * size + at;
  }
  return index;
}

function readIndex(
  reader: XmlReader,
  name: 'offset' | 'position',
  sizes: Sizes | undefined,
  rank: number,
): number | undefined {
  const text = reader.attributes.length === 0 ? undefined : attributeText(reader, encoding11, name);
  if (text === undefined) return undefined;
  const index = indexOf(text, sizes, rank);
  if (index === undefined) throw wrongArray(`'${text.slice(0, 40)}' is no ${name} in it`);
  return index;
}

/**
 * Reads the items of a SOAP array: all elements inside the one whose START was just read. Items may
 * give their positions, in any order.
 *
 * @param rank number of dimensions; an array of two is read as an array of rows
 * @param read reads an item
 * @param types names of the allowed types of items, the declared one first; omitted if the type
 *   is not checked
 * @throws XmlValueError a missing or duplicate item, another number of dimensions, or sizes that
 *   do not fit the items
 */
function readSoapArray<T>(
  reader: XmlReader,
  rank: number,
  read: (reader: XmlReader) => T,
  types?: readonly string[],
): unknown {
  const sizes = sizesOf(reader, rank);
  const type = types && itemTypeOf(reader, types);
  let next = readIndex(reader, 'offset', sizes, rank) ?? 0;
  const items = listAt<T>(reader, reader.depth);
  let indexes: number[] | undefined;
  while (reader.nextTag() === START) {
    const index = readIndex(reader, 'position', sizes, rank) ?? next;
    // most arrays give no positions, and no indexes are kept for them
    if (indexes === undefined && index !== items.length) indexes = [...items.keys()];
    indexes?.push(index);
    next = index + 1;
    if (type !== undefined) giveType(reader, type);
    items.push(read(reader));
  }
  const all = indexes === undefined ? items : inPlaces(items, indexes);
  const [size] = sizes ?? [];
  if (rank > 1) return rowsOf(all, sizes);
  if (reader.strict && size !== undefined && size !== all.length) {
    throw wrongArray(`it has ${all.length} items instead of ${size}`);
  }
  return all;
}

/** Items in the order of their indexes, each of which must occur once. */
function inPlaces<T>(items: readonly T[], indexes: readonly number[]): readonly T[] {
  const places = new Map<number, T>();
  for (const [at, index] of indexes.entries()) places.set(index, items[at] as T);
  return items.map((_, index) => {
    if (!places.has(index)) {
      throw wrongArray(`item ${index} is left out, and arrays are read only as a whole`);
    }
    return places.get(index) as T;
  });
}

/** Puts the items of a multidimensional array into rows. The last dimension varies fastest. */
function rowsOf<T>(items: readonly T[], given: Sizes | undefined): unknown {
  const [first, ...inner] = given ?? [];
  let row = 1;
  for (const size of inner) row *= size ?? Number.NaN;
  if (given === undefined || Number.isNaN(row)) throw wrongArray('it does not state its sizes');
  const count = first ?? (row === 0 ? 0 : items.length / row);
  if (count * row !== items.length || !Number.isInteger(count)) {
    const sizes = first === undefined ? `rows of ${row}` : [count, ...inner].join(' by ');
    throw wrongArray(`${items.length} items do not fill ${sizes}`);
  }
  const sizes = [count, ...(inner as readonly number[])];
  const empty = sizes.slice(0, sizes.indexOf(0) + 1 || 0).reduce((all, one) => all * (one || 1), 1);
  if (items.length === 0 && count > 0 && empty > maxEmptyRows) {
    throw wrongArray(`more than ${maxEmptyRows} rows without items`);
  }
  let rows: readonly unknown[] = items;
  for (let dimension = sizes.length - 1; dimension > 0; dimension -= 1) {
    const size = sizes[dimension] ?? 0;
    const above = sizes.slice(0, dimension).reduce((all, one) => all * one, 1);
    const cut = rows;
    rows = Array.from({ length: above }, (_, at) => cut.slice(at * size, (at + 1) * size));
  }
  return rows;
}

/** Items of a multidimensional array, with its sizes as in `arrayType`. */
interface FlatArray<T> {
  readonly list: readonly T[];
  readonly sizes: string;
}

/**
 * Puts the rows of a multidimensional array into one list.
 *
 * @throws EncodeError a row is not an array, or has a different length than the rows before
 */
function flattenArray<T>(rows: readonly unknown[], rank: number): FlatArray<T> {
  const sizes: number[] = [rows.length];
  const list: unknown[] = [];
  const add = (level: readonly unknown[], dimension: number): void => {
    for (const [at, row] of level.entries()) {
      if (dimension === rank) list.push(row);
      else {
        try {
          add(rowOf(row, dimension), dimension + 1);
        } catch (error) {
          throw within(error, at);
        }
      }
    }
  };
  const rowOf = (row: unknown, dimension: number): readonly unknown[] => {
    const { length } = asList(row as readonly unknown[]);
    sizes[dimension] ??= length;
    const size = sizes[dimension];
    if (length === size) return row as readonly unknown[];
    throw new EncodeError(`Expected ${size} items as in the first row, got ${length}.`);
  };
  add(rows, 1);
  for (let dimension = 1; dimension < rank; dimension += 1) sizes[dimension] ??= 0;
  return { list: list as readonly T[], sizes: sizes.join(',') };
}

/** Namespace of SOAP 1.1 encoding. */
const encoding11 = 'http://schemas.xmlsoap.org/soap/encoding/';
/** Namespace of SOAP 1.2 encoding. */
const encoding12 = 'http://www.w3.org/2003/05/soap-encoding';
/** Namespace of XML Schema. */

/** How values of a type are written, if they are bytes. */
function binaryEncoding({ namespace, local }: XmlQName): 'base64' | 'base16' | undefined {
  const isKnown = [xsdNamespace, encoding11, encoding12].includes(namespace);
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
  if (namespace === xsdNamespace) return false;
  if (namespace !== encoding11 && namespace !== encoding12) {
    return types[0]?.startsWith(`{${xsdNamespace}}`) === true;
  }
  return local === 'Array' || types.includes(`{${xsdNamespace}}${local}`);
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
function itemTypeOf(reader: XmlReader, types: readonly string[]): string | undefined {
  const said = saidType(reader);
  if (said === '') return undefined;
  const open = said.indexOf('[');
  const name = open < 0 ? said : said.slice(0, open);
  try {
    const type = resolveQName(reader, name);
    const found = types.indexOf(`{${type.namespace}}${type.local}`);
    if (found >= 0)
      return found > 0 && type.namespace !== xsdNamespace && open < 0 ? name : undefined;
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
function giveType(reader: XmlReader, value: string): void {
  const { attributes } = reader;
  const isType = ({ namespace, local }: XmlQName): boolean =>
    namespace === XSI_NAMESPACE && local === 'type';
  if (attributes.some(isType)) return;
  const type = { namespace: XSI_NAMESPACE, local: 'type', raw: 'xsi:type', value, valueOffset: 0 };
  reader.attributes = [...attributes, type];
}

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
        : utf8Text;
  return { value: reader.value((text) => parse(toText(toBytes(text)), reader)) };
};

/** The text in bytes of UTF-8. */
function utf8Text(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (invalidAt(text, bytes, 'utf-8', 0) < 0) return text;
  const error = new XmlValueError(`The ${bytes.length} bytes are no text in UTF-8.`);
  throw error.carry(decodeText(bytes, 'iso-8859-1'));
}

const encodingVersions: readonly string[] = [encoding11, encoding12];

/** Whether a type says nothing, because values of any other one may have it. */
function isOpen({ namespace, local }: XmlQName): boolean {
  if (local === 'Struct') return encodingVersions.includes(namespace);
  return namespace === xsdNamespace && (local === 'anyType' || local === 'ur-type');
}

/** Whether a type is one of those that are built in: no object of a contract has it. */
function isOtherKind(type: XmlQName, { name, namespace }: ObjectType): boolean {
  if ((type.local === name && type.namespace === namespace) || isOpen(type)) return false;
  if (type.namespace === 'http://xml.apache.org/xml-soap') return type.local === 'Map';
  return type.namespace === xsdNamespace || encodingVersions.includes(type.namespace);
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
        encodingVersions.includes(namespace) && /^(?:arrayType|itemType|arraySize)$/.test(local),
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
