import { attributeText } from '../xml/attributes.ts';
import { listAt } from '../xml/place.ts';
import { START, type XmlReader } from '../xml/reader.ts';
import { EncodeError, within } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { encoding11, encoding12, giveType, itemTypeOf } from './array-type.ts';
import { asList } from './value.ts';

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
export function readSoapArray<T>(
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
export interface FlatArray<T> {
  readonly list: readonly T[];
  readonly sizes: string;
}

/**
 * Puts the rows of a multidimensional array into one list.
 *
 * @throws EncodeError a row is not an array, or has a different length than the rows before
 */
export function flattenArray<T>(rows: readonly unknown[], rank: number): FlatArray<T> {
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
