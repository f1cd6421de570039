/**
 * An element of a WSDL in the layout of our writer: two spaces for each level, a line for each
 * child.
 */
export interface MarkupElement {
  /** Its index among the elements read with it. */
  readonly number: number;
  readonly name: string;
  /** The start tag without its brackets: the name and the attributes as in the text. */
  readonly tag: string;
  readonly children: readonly MarkupNode[];
  /** Escaped text between the tags. An element with text has no children. */
  readonly text: string | undefined;
  /** Number of elements in it, including itself; `countless` if any of it has another layout. */
  readonly size: number;
}

/**
 * An element, or a text with the mark of its line: `"` for text among elements, `|` for verbatim
 * markup in any other layout.
 */
export type MarkupNode = MarkupElement | string;

/** A start tag in any layout. */
const startTag = /<[^\s/>!?]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/y;
/** A start tag in the layout of the writer, without its end. */
const regularTag = /<[^\s/>!?]+(?: [^\s=]+="[^"]*")*/y;
/** Start and end of markup other than elements. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

const nothing: readonly MarkupNode[] = [];

/** More elements than any limit. */
const countless = 1_000_000;

/**
 * The tree of an XML text. Content in another layout than the writer's, such as mixed content,
 * becomes a text node, so that the nodes reproduce exactly the original text.
 *
 * @returns the nodes of the document, including the XML declaration
 */
export function readMarkup(text: string): readonly MarkupNode[] {
  const reader = new MarkupReader(text, true);
  const start = text.startsWith('<?') ? text.indexOf('\n') + 1 : 0;
  const root = reader.node(start, 0);
  if (reader.end < text.length) return [`|${text}`];
  return start === 0 ? [root] : [`|${text.slice(0, start - 1)}`, root];
}

/**
 * The elements of a piece of XML.
 *
 * @param depth their levels of indentation; `undefined` if nothing is between elements
 * @returns `undefined` if there is more than elements
 */
export function readFragment(
  text: string,
  depth: number | undefined,
): readonly MarkupNode[] | undefined {
  const reader = new MarkupReader(text, depth !== undefined);
  const nodes: MarkupNode[] = [];
  const margin = '  '.repeat(depth ?? 0);
  for (let start = 0; start < text.length; ) {
    const before = nodes.length > 0 && depth !== undefined ? `\n${margin}` : margin;
    if (!text.startsWith(`${before}<`, start)) return undefined;
    nodes.push(reader.node(start + before.length, depth ?? 0));
    start = reader.end;
  }
  return nodes;
}

/** An element whose end tag has not been read yet. */
interface OpenElement {
  readonly start: number;
  readonly number: number;
  readonly name: string;
  readonly tag: string;
  readonly children: MarkupNode[];
  /** Whether it has had the writer's layout so far. */
  isRegular: boolean;
}

class MarkupReader {
  private readonly text: string;
  private readonly isIndented: boolean;
  private readonly open: OpenElement[] = [];
  /** The current position. */
  private at = 0;
  private count = 0;
  /** The line break and indentation before an element of each depth. */
  private readonly margins: string[] = [];

  constructor(text: string, isIndented: boolean) {
    this.text = text;
    this.isIndented = isIndented;
  }

  /** End of what was read last. */
  get end(): number {
    return this.at;
  }

  /** The element that starts at a place. */
  node(start: number, depth: number): MarkupNode {
    this.at = start;
    let node = this.begin();
    for (let parent = this.open.at(-1); parent !== undefined; parent = this.open.at(-1)) {
      if (node !== undefined) parent.children.push(node);
      node = this.next(parent, depth + this.open.length);
    }
    return node ?? this.verbatim(start);
  }

  /** The element or other markup that starts here; `undefined` if it contains elements. */
  private begin(): MarkupNode | undefined {
    const start = this.at;
    if (!this.passes(regularTag)) {
      this.skip();
      return this.verbatim(start);
    }
    const tag = this.text.slice(start + 1, this.at);
    const blank = tag.indexOf(' ');
    const name = blank < 0 ? tag : tag.slice(0, blank);
    const number = this.count;
    this.count += 1;
    if (this.text.startsWith(' />', this.at)) {
      this.at += 3;
      return { number, name, tag, children: nothing, text: undefined, size: 1 };
    }
    const isRegular = this.text.charAt(this.at) === '>';
    if (isRegular) this.at += 1;
    else {
      this.at = start;
      const isTag = this.passes(startTag);
      if (!isTag) this.skip();
      if (!isTag || this.text.charAt(this.at - 2) === '/') return this.verbatim(start);
    }
    const end = this.text.indexOf('<', this.at);
    if (this.isClosing(name, end)) {
      const text = this.text.slice(this.at, end);
      this.at = end + name.length + 3;
      if (!isRegular) return this.verbatim(start);
      return { number, name, tag, children: nothing, text, size: 1 };
    }
    this.open.push({ start, number, name, tag, children: [], isRegular });
    return undefined;
  }

  /**
   * Continues inside an element. Returns the next child unless that contains elements, or at the
   * end tag the element itself.
   */
  private next(parent: OpenElement, depth: number): MarkupNode | undefined {
    const before = this.at;
    this.at = this.text.indexOf('<', before);
    const isEnd = this.text.startsWith('</', this.at);
    const layout = this.margin(isEnd ? depth - 1 : depth);
    const isExact = this.at - before === layout.length && this.text.startsWith(layout, before);
    if (!isExact) {
      const between = this.text.slice(before, this.at);
      const isOnLine = between.endsWith(layout);
      // text is followed by the end tag, a child is on the next line
      const text = isEnd || !isOnLine ? between : between.slice(0, -layout.length);
      parent.isRegular &&= this.isIndented && text !== '' && !text.includes('\n');
      parent.isRegular &&= isEnd || isOnLine;
      parent.children.push(`"${text}`);
    }
    return isEnd ? this.close(parent) : this.begin();
  }

  private close({ start, number, name, tag, children, isRegular }: OpenElement): MarkupNode {
    const isClosing = this.isClosing(name, this.at);
    this.at = this.text.indexOf('>', this.at) + 1;
    this.open.pop();
    if (!isRegular || !isClosing) return this.verbatim(start);
    let size = 1;
    for (const one of children) size += typeof one === 'string' ? countless : one.size;
    return { number, name, tag, children, text: undefined, size: Math.min(size, countless) };
  }

  /** The text read since a position, verbatim. */
  private verbatim(start: number): string {
    return `|${this.text.slice(start, this.at)}`;
  }

  private margin(depth: number): string {
    if (!this.isIndented) return '';
    this.margins[depth] ??= `\n${'  '.repeat(depth)}`;
    return this.margins[depth];
  }

  /** Whether the end tag of an element is at a position. */
  private isClosing(name: string, at: number): boolean {
    const { text } = this;
    return (
      text.startsWith('</', at) &&
      text.startsWith(name, at + 2) &&
      text.charAt(at + 2 + name.length) === '>'
    );
  }

  /** Skips a match of a pattern. Returns whether there is one. */
  private passes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** Skips a comment, a CDATA section or a processing instruction. */
  private skip(): void {
    const [, end] = others.find(([start]) => this.text.startsWith(start, this.at)) ?? ['', '>'];
    this.at = this.text.indexOf(end, this.at) + end.length;
  }
}
