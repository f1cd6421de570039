/** An element of an XML text. */
export interface MarkupElement {
  readonly name: string;
  /** The start tag without its brackets: the name and the escaped attributes. */
  readonly tag: string;
  /** Without any, the element is written as `<a />`. */
  readonly children: readonly MarkupNode[];
}

/** An element, or an escaped text. */
export type MarkupNode = MarkupElement | string;

/**
 * The text of nodes, with two spaces for each level and LF before each element but the first.
 *
 * @param depth level of the outermost elements
 */
export function indentedText(nodes: readonly MarkupNode[], depth: number = 0): string {
  const text = textOf(nodes, `\n${'  '.repeat(depth)}`);
  return typeof nodes[0] === 'string' ? text : text.slice(1);
}

/** The text of nodes, with nothing between elements. */
export function compactText(nodes: readonly MarkupNode[]): string {
  return textOf(nodes, '');
}

function textOf(nodes: readonly MarkupNode[], margin: string): string {
  const pieces: string[] = [];
  for (const one of nodes) add(pieces, one, margin);
  return pieces.join('');
}

/** Adds a node. An end tag follows a text on the same line. */
function add(pieces: string[], node: MarkupNode, margin: string): void {
  if (typeof node === 'string') {
    pieces.push(node);
    return;
  }
  const { name, tag, children } = node;
  if (children.length === 0) {
    pieces.push(margin, '<', tag, ' />');
    return;
  }
  pieces.push(margin, '<', tag, '>');
  const inner = margin === '' ? '' : `${margin}  `;
  for (const one of children) add(pieces, one, inner);
  if (typeof children[children.length - 1] !== 'string') pieces.push(margin);
  pieces.push('</', name, '>');
}
