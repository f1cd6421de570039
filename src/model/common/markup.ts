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
  const text = textOf(nodes, `\n${'  '.repeat(depth)}`, '  ');
  return typeof nodes[0] === 'string' ? text : text.slice(1);
}

/** The text of nodes, with nothing between elements. */
export function compactText(nodes: readonly MarkupNode[]): string {
  return textOf(nodes, '', '');
}

/**
 * An end tag follows a text on the same line. Concatenated, because `join` would copy all that is
 * inside an element once more at each level.
 */
function textOf(nodes: readonly MarkupNode[], margin: string, step: string): string {
  let text = '';
  for (const one of nodes) {
    if (typeof one === 'string') {
      text += one;
      continue;
    }
    const { name, tag, children } = one;
    if (children.length === 0) {
      text += `${margin}<${tag} />`;
      continue;
    }
    const end = typeof children.at(-1) === 'string' ? '' : margin;
    text += `${margin}<${tag}>${textOf(children, margin + step, step)}${end}</${name}>`;
  }
  return text;
}
