/** An open start tag. */
interface OpenTag {
  readonly name: string;
  readonly depth: number;
  /** Its content so far. */
  content: 'nothing' | 'text' | 'children';
}

/** A shape: lines of an outline with `$1`, `$2` … for its values. */
interface Shape {
  readonly lines: string[];
  values: number;
}

/**
 * The XML text of an outline, indented by two spaces for each level, with LF between lines.
 *
 * An outline has a line for each element, indented by one space for each level: `<` and its start
 * tag, with `>` and its text if it has no attributes; or the word of a shape and its values, of
 * which the last extends to the end of the line. Lines that start with `"` are text, with `|`
 * unchanged markup, and with `+` a further line of either. Shapes come first: `=` and the word,
 * then the lines it stands for. Lines below that of a shape belong to its innermost element.
 *
 * @param shapes shapes shared by several outlines
 * @param depth level of the outermost elements
 */
export function expandOutline(outline: string, shapes: string = '', depth: number = 0): string {
  const text = new MarkupText();
  text.lines(shapes);
  text.lines(outline, depth);
  return text.finish();
}

class MarkupText {
  private text = '';
  private readonly open: OpenTag[] = [];
  private readonly shapes = new Map<string, Shape>();

  /** Writes the lines of an outline, and collects its shapes. */
  lines(outline: string, start: number = 0): void {
    let shape: Shape | undefined;
    // additional depth of elements, compared with the outline, below each line still open
    const offsets: { readonly depth: number; readonly offset: number }[] = [];
    for (const line of outline === '' ? [] : outline.split('\n')) {
      const content = line.trimStart();
      const indent = line.length - content.length;
      if (indent === 0 && line.startsWith('=')) {
        shape = { lines: [], values: 0 };
        this.shapes.set(line.slice(1), shape);
      } else if (shape !== undefined && indent > 0) {
        addLine(shape, line.slice(1));
      } else {
        shape = undefined;
        let above = offsets.pop();
        while (above !== undefined && above.depth >= indent) above = offsets.pop();
        if (above !== undefined) offsets.push(above);
        const depth = indent + (above?.offset ?? start);
        offsets.push({ depth: indent, offset: this.line(content, depth) - indent });
      }
    }
  }

  finish(): string {
    this.close(0);
    return this.text.slice(1);
  }

  /** Writes a line. Returns the depth of its innermost element. */
  private line(content: string, depth: number): number {
    const [word = ''] = content.split(' ', 1);
    const shape = this.shapes.get(word);
    if (shape === undefined) {
      this.markup(content, depth);
      return depth;
    }
    const values = content.split(' ').slice(1);
    const last = values.splice(shape.values - 1).join(' ');
    let inner = depth;
    for (const one of shape.lines) {
      const filled = one.replace(/\$(\d)/g, (_, digit) => values[Number(digit) - 1] ?? last);
      const bare = filled.trimStart();
      inner = this.line(bare, depth + filled.length - bare.length);
    }
    return inner;
  }

  private markup(content: string, depth: number): void {
    const rest = content.slice(1);
    if (content.startsWith('+')) {
      this.text += `\n${rest}`;
      return;
    }
    this.close(depth);
    const parent = this.open[this.open.length - 1];
    if (parent?.content === 'nothing') this.text += '>';
    const isText = content.startsWith('"');
    if (parent !== undefined) parent.content = isText ? 'text' : 'children';
    if (isText) {
      this.text += rest;
      return;
    }
    this.text += `\n${'  '.repeat(depth)}`;
    if (content.startsWith('|')) {
      this.text += rest;
      return;
    }
    this.text += content;
    const name = /^[^ >]*/.exec(rest)?.[0] ?? '';
    const isWhole = rest.charAt(name.length) === '>';
    this.open.push({ name, depth, content: isWhole ? 'text' : 'nothing' });
  }

  /** Closes all elements at a depth or deeper. */
  private close(depth: number): void {
    let one = this.open.pop();
    while (one !== undefined && one.depth >= depth) {
      if (one.content === 'nothing') this.text += ' />';
      else if (one.content === 'text') this.text += `</${one.name}>`;
      else this.text += `\n${'  '.repeat(one.depth)}</${one.name}>`;
      one = this.open.pop();
    }
    if (one !== undefined) this.open.push(one);
  }
}

function addLine(shape: Shape, line: string): void {
  shape.lines.push(line);
  for (const [, digit] of line.matchAll(/\$(\d)/g)) {
    shape.values = Math.max(shape.values, Number(digit));
  }
}
