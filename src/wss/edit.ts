import type { Element, Tree } from './tree.ts';

/** A text that is put into a message. */
export interface Edit {
  readonly at: number;
  /** Characters that it replaces. Default 0. */
  readonly replaces?: number;
  readonly text: string;
}

/** A message with texts put into it. */
export function edited(xml: string, edits: readonly Edit[]): string {
  let end = 0;
  const parts = [...edits]
    .sort((one, other) => one.at - other.at)
    .flatMap(({ at, replaces = 0, text }) => {
      const before = xml.slice(end, at);
      end = at + replaces;
      return [before, text];
    });
  return parts.join('') + xml.slice(end);
}

/** Puts content at the start of an element. */
export function insideStart(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.content, text };
}

/** Puts content at the end of an element. */
export function insideEnd(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.end, text };
}

/** An empty-element tag gets an end tag. */
function opened({ text: xml }: Tree, { name, content }: Element, text: string): Edit {
  const replaces = 2;
  if (xml.slice(content - replaces, content) !== '/>') throw new Error('A tag has no end.');
  return { at: content - replaces, replaces, text: `>${text}</${name.raw}>` };
}

/** Puts an attribute into the start tag of an element. */
export function withAttribute({ start, name }: Element, text: string): Edit {
  return { at: start + 1 + name.raw.length, text: ` ${text}` };
}
