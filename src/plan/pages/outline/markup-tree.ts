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

/** An element, or what is laid out in any other way, verbatim. */
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
  const reader = new MarkupReader(text);
  const start = text.startsWith('<?') ? text.indexOf('\n') + 1 : 0;
  const root = reader.node(start, 0);
  if (!reader.isAtEnd) return [text];
  return start === 0 ? [root] : [text.slice(0, start - 1), root];
}

class MarkupReader {
  private readonly text: string;
  /** Behind what was read last. */
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether nothing follows. */
  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** The element that starts at a place. */
  node(start: number, depth: number): MarkupNode {
    this.at = start;
    const element = this.element(depth);
    return element ?? this.text.slice(start, this.at);
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
    const margin = `\n${'  '.repeat(depth)}`;
    const last = `${margin.slice(0, -2)}${closing}`;
    const children: MarkupNode[] = [];
    let isRegular = true;
    for (;;) {
      const before = this.at;
      this.at = this.text.indexOf('<', before);
      if (this.text.startsWith('</', this.at)) {
        isRegular &&= this.text.startsWith(last, before);
        this.at = this.text.indexOf('>', this.at) + 1;
        return isRegular ? children : undefined;
      }
      isRegular &&= this.text.slice(before, this.at) === margin;
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
