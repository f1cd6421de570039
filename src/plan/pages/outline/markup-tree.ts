/** An element of a WSDL as our writer lays it out: two blanks a level, a line for each child. */
export interface MarkupElement {
  readonly name: string;
  /** Values are escaped as they stand in the text. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly MarkupNode[];
  /** Text between the tags, escaped; an element with text has no children. */
  readonly text: string | undefined;
  /** Elements in it, itself among them; infinite where something is laid out in another way. */
  readonly size: number;
}

/**
 * An element, or a text with the mark of its line: `"` for text among elements, `|` for markup that
 * is laid out in any other way, verbatim.
 */
export type MarkupNode = MarkupElement | string;

/** A start tag however it is laid out. */
const startTag = /<[^\s/>!?]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/)?>/y;
/** The parts of a start tag as the writer lays it out. */
const tagName = /<([^\s/>!?]+)/y;
const attribute = / ([^\s=]+)="([^"]*)"/y;
/** What is no tag of an element, by how it begins and ends. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * The tree of an XML text. Whatever is not laid out as the writer does it, such as mixed content,
 * becomes a text of its own: written down again, the nodes give exactly the text they were read
 * from.
 *
 * @returns the nodes of the document, the XML declaration among them
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
 * @param depth levels of indentation they stand at; `undefined` where nothing is between elements
 * @returns `undefined` where there is more than elements
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

class MarkupReader {
  private readonly text: string;
  private readonly isIndented: boolean;
  /** Behind what was read last. */
  private at = 0;

  constructor(text: string, isIndented: boolean) {
    this.text = text;
    this.isIndented = isIndented;
  }

  /** Where what was read last ends. */
  get end(): number {
    return this.at;
  }

  /** The element that starts at a place. */
  node(start: number, depth: number): MarkupNode {
    this.at = start;
    const element = this.element(depth);
    return element ?? `|${this.text.slice(start, this.at)}`;
  }

  /** `undefined` where the element is laid out in another way; `at` is behind it in any case. */
  private element(depth: number): MarkupElement | undefined {
    const start = this.at;
    const name = this.next(tagName)?.[1];
    if (name === undefined) {
      this.skip();
      return undefined;
    }
    const attributes: (readonly [name: string, value: string])[] = [];
    for (let one = this.next(attribute); one !== null; one = this.next(attribute)) {
      attributes.push([one[1] ?? '', one[2] ?? '']);
    }
    if (this.text.startsWith(' />', this.at)) {
      this.at += 3;
      return { name, attributes, children: [], text: undefined, size: 1 };
    }
    const isRegular = this.text.charAt(this.at) === '>';
    if (isRegular) this.at += 1;
    else {
      this.at = start;
      const tag = this.next(startTag);
      if (tag === null) this.skip();
      if (tag === null || tag[1] !== undefined) return undefined;
    }
    const end = this.text.indexOf('<', this.at);
    const text = this.text.slice(this.at, end);
    const closing = `</${name}>`;
    if (this.text.startsWith(closing, end)) {
      this.at = end + closing.length;
      return isRegular ? { name, attributes, children: [], text, size: 1 } : undefined;
    }
    const children = this.children(depth + 1, closing);
    if (children === undefined || !isRegular) return undefined;
    let size = 1;
    for (const one of children) size += typeof one === 'string' ? Infinity : one.size;
    return { name, attributes, children, text: undefined, size };
  }

  private children(depth: number, closing: string): readonly MarkupNode[] | undefined {
    const margin = this.isIndented ? `\n${'  '.repeat(depth)}` : '';
    const children: MarkupNode[] = [];
    let isRegular = true;
    for (;;) {
      const before = this.at;
      this.at = this.text.indexOf('<', before);
      const between = this.text.slice(before, this.at);
      const isEnd = this.text.startsWith('</', this.at);
      const layout = isEnd ? margin.slice(0, -2) : margin;
      if (between !== layout) {
        // text has the end tag behind it, and a child on the next line
        const text =
          isEnd || !between.endsWith(layout) ? between : between.slice(0, -layout.length);
        isRegular &&= this.isIndented && text !== '' && !text.includes('\n');
        children.push(`"${text}`);
      }
      if (isEnd) {
        isRegular &&= this.text.startsWith(closing, this.at);
        this.at = this.text.indexOf('>', this.at) + 1;
        return isRegular ? children : undefined;
      }
      isRegular &&= between.endsWith(layout);
      children.push(this.node(this.at, depth));
    }
  }

  /** What a pattern finds here, and goes behind it. */
  private next(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  /** Goes behind a comment, a CDATA section or an instruction. */
  private skip(): void {
    const [, end] = others.find(([start]) => this.text.startsWith(start, this.at)) ?? ['', '>'];
    this.at = this.text.indexOf(end, this.at) + end.length;
  }
}
