import { isBlank, skipBlanks } from './chars.ts';
import type { XmlReader } from './reader.ts';
import { enter } from './scanner.ts';
import { characterData } from './text.ts';

const GREATER = 62;
const SLASH = 47;

/** Texts that may have characters that XML forbids, literally or as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const mayBeForbidden = /&#|[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/*
 * The fast path of what reads objects. A wrong guess costs little: tags are compared only where one
 * of the expected length ends.
 */

/**
 * What is expected of children of the element whose START was just read. It is kept for further
 * elements of that name.
 *
 * @param expect gives it for one child and the prefix of its tags, which ends with a colon
 * @returns undefined when the prefix is not known or there can be no children
 */
export function predict<Child, T>(
  reader: XmlReader,
  children: readonly Child[],
  namespace: string,
  expect: (child: Child, prefix: string) => T | readonly T[],
): readonly T[] | undefined {
  const { open } = reader;
  if (reader.selfClosed || reader.depth >= reader.maxDepth || reader.options.predict === false)
    return undefined;
  const known = open.predicted;
  if (known !== undefined && known.children === children && known.namespace === namespace)
    return known.expected as readonly T[];
  let { prefix } = open;
  if (open.namespace !== namespace) {
    if (open.scope.defaultNamespace !== namespace) return undefined;
    prefix = '';
  }
  const before = prefix === '' ? '' : `${prefix}:`;
  const expected = children.flatMap((child) => expect(child, before));
  open.predicted = { children, namespace, expected };
  return expected;
}

/**
 * Offset of the content of the child with this tag, if it comes next.
 *
 * @returns -1 for anything else
 */
export function fastOpen(reader: XmlReader, open: string): number {
  const { source } = reader;
  let from = reader.position;
  if (source.charCodeAt(from) !== 60) from = skipBlanks(source, from);
  const end = from + open.length;
  if (source.charCodeAt(end - 1) !== GREATER) return -1;
  // most other tags of this length begin with another letter: branches of a choice, the end tag
  if (source.charCodeAt(from + 1) !== open.charCodeAt(1)) return -1;
  return source.slice(from, end) === open ? end : -1;
}

/** The text between two offsets, decoded; `undefined` if it has to be read with care. */
export function textAt(reader: XmlReader, from: number, to: number): string | undefined {
  return to <= reader.plainTo ? reader.source.slice(from, to) : carefulText(reader, from, to);
}

/**
 * The text, if its characters are allowed. Otherwise it is read in the general way, which reports
 * the error with its place.
 */
function carefulText(reader: XmlReader, from: number, to: number): string | undefined {
  if (reader.anyCharacter && mayBeForbidden.test(reader.source.slice(from, to))) return undefined;
  try {
    return characterData(reader, from, to);
  } catch {
    return undefined;
  }
}

/**
 * Reads the START of the child with this tag and any attributes, if it comes next.
 *
 * @param namespace the expected namespace; an attribute may declare another one
 */
export function fastStart(reader: XmlReader, open: string, namespace: string): boolean {
  const { source } = reader;
  let at = reader.position;
  if (source.charCodeAt(at) !== 60) at = skipBlanks(source, at);
  const end = at + open.length - 1;
  const code = source.charCodeAt(end);
  if (code === GREATER) {
    if (source.slice(at, end + 1) !== open) return false;
  } else {
    if (!isBlank(code) && code !== SLASH) return false;
    if (!open.startsWith(source.slice(at, end))) return false;
  }
  const tag = reader.findTag(at);
  if (tag.name.namespace !== namespace) return false;
  enter(reader, at, tag);
  return true;
}
