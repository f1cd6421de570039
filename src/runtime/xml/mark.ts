import type { XmlReader } from './reader.ts';
import type { XmlName } from './scope.ts';
import { SpecialOffsets } from './text.ts';
import type { XmlAttributeToken } from './tokens.ts';
import { advanceOrigin } from './xml-error.ts';

/** A place in a document to which a reader can return. */
export interface XmlMark {
  readonly position: number;
  readonly depth: number;
  readonly name: XmlName;
  readonly stack: readonly XmlName[];
  readonly rootSeen: boolean;
  readonly attributes: readonly XmlAttributeToken[];
  readonly selfClosed: boolean;
}

/** The current position, for {@link resetTo}. */
export function markOf(reader: XmlReader): XmlMark {
  const { position, depth, name, rootSeen, attributes, selfClosed } = reader;
  const stack = reader.stack.slice(0, depth + 1);
  return { position, depth, name, stack, rootSeen, attributes, selfClosed };
}

/** Returns to a position marked since text was last appended. */
export function resetTo(reader: XmlReader, mark: XmlMark): void {
  reader.position = mark.position;
  reader.depth = mark.depth;
  reader.offset = reader.starts[mark.depth] ?? 0;
  reader.name = mark.name;
  for (const [depth, open] of mark.stack.entries()) {
    reader.stack[depth] = open;
    reader.open = open;
  }
  reader.rootSeen = mark.rootSeen;
  reader.attributes = mark.attributes;
  reader.selfClosed = mark.selfClosed;
  reader.maxDepth = reader.limits.depth;
  reader.plainTo = -1;
}

/**
 * Appends text and drops what has been read. Offsets then count from the current position; earlier
 * marks are invalid.
 */
export function appendText(reader: XmlReader, text: string): void {
  const { source, position, starts } = reader;
  for (const [depth, start] of starts.entries()) starts[depth] = start - position;
  reader.lists = undefined;
  reader.plainTo = -1;
  reader.specials = new SpecialOffsets();
  reader.load(source.slice(position) + text, advanceOrigin(source, position, reader.origin));
}
