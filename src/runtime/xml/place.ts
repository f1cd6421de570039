import { skipBlanks } from './chars.ts';
import { XmlError, type XmlOrigin } from './error.ts';
import { nameOffset } from './markup.ts';
import type { XmlAttributeToken } from './tokens.ts';

/** A list whose items are being read. */
export interface OpenList {
  /** Depth of the element that holds the items. */
  readonly depth: number;
  /** Offset of that element's start tag, which tells it from others of its depth. */
  readonly start: number;
  /**
   * Local names of the items, with spaces between; `''` where all elements inside are items, and
   * their name is in no path.
   */
  readonly names: string;
  /** Items read so far. */
  readonly items: { readonly length: number };
}

/** How far a document is read: what tells the place of a value in its message. */
export interface ReadingPlace {
  readonly origin: XmlOrigin;
  /** Offset after the token read last. */
  readonly position: number;
  /** Attributes of the START just read, without namespace declarations. */
  readonly attributes: readonly XmlAttributeToken[];
  /** The attribute that was asked for last. */
  readonly asked: XmlAttributeToken | undefined;
  /** Offset of the token read last. */
  readonly offset: number;
  readonly source: string;
  /** Open elements. */
  readonly depth: number;
  /** Open elements around the value that is read, which are left out of paths. */
  readonly base: number;
  /** Open elements by depth, the document first; elements after them are closed. */
  readonly stack: readonly { readonly local: string }[];
  /** Offsets of their start tags. */
  readonly starts: readonly number[];
  /** Lists whose items are being read, from the outside in. */
  lists: OpenList[] | undefined;
}

/**
 * Says that items of a list inside the open element of a depth are read next: {@link placeOf} then
 * tells which of them is.
 */
export function openList(
  reader: ReadingPlace,
  depth: number,
  names: string,
  items: { readonly length: number },
): void {
  const start = reader.starts[depth] ?? 0;
  reader.lists ??= [];
  const { lists } = reader;
  let last = lists[lists.length - 1];
  while (last !== undefined && last.depth >= depth) {
    if (last.depth === depth && last.start === start) break;
    lists.pop();
    last = lists[lists.length - 1];
  }
  lists.push({ depth, start, names, items });
}

/**
 * A new list for items inside the open element of a depth.
 *
 * @param names local names of the items, with spaces between; `''` where all elements inside are
 *   items
 */
export function listAt<T>(reader: ReadingPlace, depth: number, names = ''): T[] {
  const items: T[] = [];
  openList(reader, depth, names, items);
  return items;
}

/**
 * Where in the value that is being read the element is that was read last, open or closed, such as
 * `order.items[3].sku`. Of the value itself it is the name of its element.
 *
 * @param property an attribute of the element, or a child that did not come
 */
export function placeOf(reader: ReadingPlace, property?: string): string {
  const { depth } = reader;
  const last = isClosed(reader) ? depth + 1 : depth;
  const path = pathDownTo(reader, last);
  return property === undefined
    ? orRoot(reader, path, last)
    : extended(reader, path, last, property);
}

/**
 * Where in the value the innermost open element is. What is no XML is no part of the element that
 * was read before it.
 */
export function openPlace(reader: ReadingPlace): string {
  const { depth } = reader;
  return orRoot(reader, pathDownTo(reader, depth), depth);
}

function pathDownTo(reader: ReadingPlace, last: number): string {
  const { base, stack } = reader;
  let path = '';
  for (let level = base; level < last; level += 1) {
    path = extended(reader, path, level, stack[level + 1]?.local ?? '');
  }
  return path;
}

/** A path, or the name of the value's own element where that is empty. */
function orRoot({ base, stack }: ReadingPlace, path: string, last: number): string {
  return path === '' && base <= last ? (stack[base]?.local ?? '') : path;
}

/** Whether the element read last has been closed. */
function isClosed({ offset, starts, depth, source }: ReadingPlace): boolean {
  if (offset === starts[depth]) return false;
  return offset === starts[depth + 1] || source.startsWith('</', offset);
}

/**
 * A path with the name of an element whose parent is of depth `level`, or its index where it is an
 * item.
 */
function extended(reader: ReadingPlace, path: string, level: number, name: string): string {
  const start = reader.starts[level];
  const list = reader.lists?.find(
    (one) =>
      one.depth === level &&
      one.start === start &&
      (one.names === '' || one.names.split(' ').includes(name)),
  );
  const step = list?.names === '' ? '' : path === '' ? name : `.${name}`;
  return path + step + (list === undefined ? '' : `[${list.items.length}]`);
}

/**
 * Gives an error that has no place yet the one ASMX reports. Right after a START that is the name
 * of the attribute whose value was asked for last, or of the element; after anything else the name
 * of the next tag. Other errors are left alone.
 */
export function locate<T>(reader: ReadingPlace, error: T): T {
  if (error instanceof XmlError && !error.located) {
    error.locate(reader.source, errorOffset(reader), reader.origin);
  }
  return error;
}

function errorOffset(reader: ReadingPlace): number {
  const { source, offset, position, starts, depth, asked } = reader;
  // Of a START that nothing was read after, the `<` is the last one.
  if (depth > 0 && offset === starts[depth] && source.lastIndexOf('<', position - 1) === offset) {
    return asked !== undefined && reader.attributes.includes(asked)
      ? source.lastIndexOf(asked.raw, offset + asked.valueOffset - 1)
      : offset + 1;
  }
  const at = skipBlanks(source, position);
  return at < source.length && source.charCodeAt(at) !== 60 ? position : nameOffset(source, at);
}
