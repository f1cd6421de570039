/** A start tag that is open. */
interface OpenTag {
  readonly name: string;
  readonly depth: number;
  /** What is in it so far. */
  content: 'nothing' | 'text' | 'children';
}

/** A shape: lines of an outline with `$1`, `$2` … for its values. */
interface Shape {
  readonly lines: string[];
  values: number;
}

/**
 * The XML text of an outline, laid out by two spaces a level, with LF between its lines.
 *
 * An outline has a line for each element, indented by a space a level: `<` and its start tag, with
 * `>` and its text where it has no attributes; or the word of a shape and its values, the last of
 * which takes the rest of the line. Lines with `"` are text, with `|` markup as it is, and with
 * `+` a further line of either. Shapes come first: `=` and the word, then the lines it stands for.
 * Lines below that of a shape belong to its innermost element.
 *
 * @param shapes those that several outlines have in common
 * @param depth levels at which the outermost elements are
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

  /** Writes the lines of an outline, and takes its shapes. */
  lines(outline: string, start: number = 0): void {
    let shape: Shape | undefined;
    // how much deeper than in the outline an element is, below each line still open
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

  /** Writes a line; gives the depth of its innermost element. */
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

  /** Closes what is open at a depth or deeper. */
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
