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
 * The fast path of generated codecs. Each function reads a child element if its tags are exactly as
 * expected. Otherwise it reads nothing, and the general loop of the codec takes over. A wrong guess
 * costs little: tags are compared only where one of the expected length ends.
 */

/**
 * The expected tags of children of the element whose START was just read:
 * `['<p:a>', '</p:a>', '<p:b>', …]`.
 *
 * @returns undefined when their prefix is not known or there can be no children
 */
export function fastTags(
  reader: XmlReader,
  names: readonly string[],
  namespace: string,
): readonly string[] | undefined {
  return predict(reader, names, namespace, tagsOf);
}

function tagsOf(name: string, prefix: string): readonly string[] {
  return [`<${prefix}${name}>`, `</${prefix}${name}>`];
}

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

/** The text of the child with these tags, if it comes next and contains only text. */
export function fastText(reader: XmlReader, open: string, close: string): string | undefined {
  const from = fastOpen(reader, open);
  if (from < 0) return undefined;
  const { source } = reader;
  const to = source.indexOf('<', from);
  if (to < 0 || source.slice(to, to + close.length) !== close) return undefined;
  const text = textAt(reader, from, to);
  if (text !== undefined) reader.position = to + close.length;
  return text;
}

/** The text between two offsets, decoded; `undefined` if it has to be read with care. */
export function textAt(reader: XmlReader, from: number, to: number): string | undefined {
  return to <= reader.plainTo ? reader.source.slice(from, to) : carefulText(reader, from, to);
}

/**
 * The text, if its characters are allowed. Otherwise the general loop reads it and reports the
 * error with its place.
 */
function carefulText(reader: XmlReader, from: number, to: number): string | undefined {
  if (reader.anyCharacter && mayBeForbidden.test(reader.source.slice(from, to))) return undefined;
  try {
    return characterData(reader, from, to);
  } catch {
    return undefined;
  }
}

/** The parsed text of the child with these tags, if it comes next and `parse` accepts the text. */
export function fastValue<T>(
  reader: XmlReader,
  open: string,
  close: string,
  parse: (text: string) => T,
): T | undefined {
  const { position } = reader;
  const text = fastText(reader, open, close);
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    // the general loop reports the error, as in carefulText
    reader.position = position;
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

/**
 * The `xs:int` in the child with these tags, if it comes next and its text has no plus sign or
 * spaces.
 */
export function fastInt(reader: XmlReader, open: string, close: string): number | undefined {
  let at = fastOpen(reader, open);
  if (at < 0) return undefined;
  const { source } = reader;
  let code = source.charCodeAt(at);
  const negative = code === 45;
  if (negative) code = source.charCodeAt(++at);
  const first = at;
  let value = 0;
  while (code >= 48 && code <= 57) {
    value = value * 10 + code - 48;
    code = source.charCodeAt(++at);
  }
  const digits = at - first;
  if (digits === 0 || digits > 10 || value > 0x7fffffff) return undefined;
  if (source.slice(at, at + close.length) !== close) return undefined;
  reader.position = at + close.length;
  return negative ? 0 - value : value;
}
