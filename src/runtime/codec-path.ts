import { EncodeError } from './encode-error.ts';
import { pathOf } from './value-path.ts';
import { XmlError } from './xml-error.ts';
import { END, EOF, START, XmlReader } from './xml-reader.ts';

/** Where a list stood when reading one of its items failed. */
interface Frame {
  /** Open elements at the element that holds the items. */
  readonly depth: number;
  /** Items read so far, by their element name; `undefined`: the elements inside are items, whatever their name. */
  readonly counts: Readonly<Record<string, number | undefined>> | number;
}

const frames = new WeakMap<object, Frame[]>();

/**
 * Notes how many items lists had when reading failed; generated readers of lists call it when an error passes by.
 *
 * @param depth open elements inside the element that holds them
 * @param counts items read so far: of the one list the element is, or by element name
 */
export function atItem(error: unknown, depth: number, counts: Frame['counts']): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const known = frames.get(error);
  if (known === undefined) frames.set(error, [{ depth, counts }]);
  else known.push({ depth, counts });
  return error;
}

/**
 * Completes an error met while a message was read: its place in the text, and the path of the value it is about, such as
 * `order.items[3].sku`. On the client the path also leads the message; on a server the message is ASMX's.
 *
 * @param depth open elements around the value: those are left out of the path
 */
export function unreadable(error: unknown, reader: XmlReader, depth: number): unknown {
  if (!(error instanceof XmlError) || error.path !== undefined) return error;
  const path = pathOfReader(reader, depth, frames.get(error) ?? []);
  reader.locate(error);
  if (path === '') return error;
  error.path = path;
  if (!reader.defaults && error.kind === 'value') error.message = `${path}: ${error.message}`;
  return error;
}

/** Names of the elements open where the reader stands, that of the value read last included. */
function pathOfReader(reader: XmlReader, depth: number, found: readonly Frame[]): string {
  const names: string[] = [];
  const end = reader.position;
  try {
    const again = new XmlReader(reader.source, { limits: reader.limits });
    for (let token = again.next(); token !== EOF; token = again.next()) {
      if (token === END) names.length = again.depth + 1;
      if (token === START) {
        names.length = again.depth - 1;
        names.push(again.local);
      }
      if (again.position >= end) break;
    }
  } catch {
    // what is malformed is told by the error itself
  }
  let path = '';
  for (let level = depth; level < names.length; level += 1) {
    const name = names[level] ?? '';
    const frame = found.find((one) => one.depth === level);
    if (frame === undefined) {
      path += path === '' ? name : `.${name}`;
    } else if (typeof frame.counts === 'number') {
      path += `[${frame.counts}]`;
    } else {
      const count = frame.counts[name];
      path += (path === '' ? name : `.${name}`) + (count === undefined ? '' : `[${count}]`);
    }
  }
  return path;
}

/** Completes an error met while a value was written: the path of what cannot be written leads its message. */
export function unwritable(error: unknown, root: unknown): unknown {
  if (!(error instanceof EncodeError) || 'path' in error) return error;
  const path = pathOf(root, error.owner, error.property);
  if (path !== '') error.message = `${path}: ${error.message}`;
  return Object.assign(error, { path });
}
