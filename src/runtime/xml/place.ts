import { skipBlanks } from './chars.ts';
import { nameOffset } from './markup.ts';
import type { XmlAttributeToken } from './tokens.ts';
import { XmlError, type XmlOrigin } from './xml-error.ts';

/** A list whose items are being read. */
export interface OpenList {
  /** Depth of the element that contains the items. */
  readonly depth: number;
  /** Offset of that element's start tag, which distinguishes it from others of the same depth. */
  readonly start: number;
  /**
   * Local names of the items, separated by spaces. `''` if all elements are items; then paths omit
   * their name.
   */
  readonly names: string;
  /** Items read so far. */
  readonly items: { readonly length: number };
}

/** The position of a reader in a document, from which the path of a value is computed. */
export interface ReadingPlace {
  readonly origin: XmlOrigin;
  /** Offset after the token read last. */
  readonly position: number;
  /** Attributes of the START just read, without namespace declarations. */
  readonly attributes: readonly XmlAttributeToken[];
  /** The attribute requested last. */
  readonly asked: XmlAttributeToken | undefined;
  /** Offset of the token read last. */
  readonly offset: number;
  readonly source: string;
  /** Open elements. */
  readonly depth: number;
  /** Number of open elements around the value being read; paths omit them. */
  readonly base: number;
  /** Open elements by depth, starting with the document. Elements beyond `depth` are closed. */
  readonly stack: readonly { readonly local: string }[];
  /** Offsets of their start tags. */
  readonly starts: readonly number[];
  /** Lists whose items are being read, from the outside in. */
  lists: OpenList[] | undefined;
}

/**
 * Starts a list: the items are read next, inside the open element of a depth. {@link placeOf} then
 * includes their index.
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
 * @param names local names of the items, separated by spaces; `''` if all elements are items
 */
export function listAt<T>(reader: ReadingPlace, depth: number, names = ''): T[] {
  const items: T[] = [];
  openList(reader, depth, names, items);
  return items;
}

/**
 * Path of the element read last, open or closed, in the value being read, such as
 * `order.items[3].sku`. For the value itself, the name of its element.
 *
 * @param property an attribute of the element, or a missing child
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
 * Path of the innermost open element. Malformed content does not belong to the element read before
 * it.
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

/** The path, or the name of the value's own element if the path is empty. */
function orRoot({ base, stack }: ReadingPlace, path: string, last: number): string {
  return path === '' && base <= last ? (stack[base]?.local ?? '') : path;
}

/** Whether the element read last has been closed. */
function isClosed({ offset, starts, depth, source }: ReadingPlace): boolean {
  if (offset === starts[depth]) return false;
  return offset === starts[depth + 1] || source.startsWith('</', offset);
}

/**
 * Appends to a path the name of an element whose parent has depth `level`, or its index if it is an
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
 * Sets the place that ASMX reports, for an error without a place. After a START, it is the name of
 * the attribute requested last, or of the element; otherwise the name of the next tag. Other errors
 * stay unchanged.
 */
export function locate<T>(reader: ReadingPlace, error: T): T {
  if (error instanceof XmlError && !error.located) {
    error.locate(reader.source, errorOffset(reader), reader.origin);
  }
  return error;
}

function errorOffset(reader: ReadingPlace): number {
  const { source, offset, position, starts, depth, asked } = reader;
  // If nothing was read after a START, its `<` is the last one before the position.
  if (depth > 0 && offset === starts[depth] && source.lastIndexOf('<', position - 1) === offset) {
    return asked !== undefined && reader.attributes.includes(asked)
      ? source.lastIndexOf(asked.raw, offset + asked.valueOffset - 1)
      : offset + 1;
  }
  const at = skipBlanks(source, position);
  return at < source.length && source.charCodeAt(at) !== 60 ? position : nameOffset(source, at);
}
