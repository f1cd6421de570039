/** A start tag that is open. */
interface OpenTag {
  readonly name: string;
  readonly depth: number;
  /** What stands in it so far. */
  content: 'nothing' | 'text' | 'children';
}

/** A shape: lines of an outline with `$1`, `$2` … for its values. */
interface Shape {
  readonly lines: string[];
  values: number;
}

/**
 * The XML text of an outline, laid out by two blanks a level, with LF between its lines.
 *
 * An outline has a line for each element, indented by a blank a level: `<` and its start tag, or
 * the word of a shape and its values, the last of which takes the rest of the line. Lines with `"`
 * are text, with `|` markup as it stands, and with `+` a further line of either. Shapes come first:
 * `=` and the word, then the lines it stands for. Lines below that of a shape belong to its
 * innermost element.
 */
export function expandOutline(outline: string): string {
  const lines = outline.split('\n');
  const shapes = new Map<string, Shape>();
  const text = new MarkupText();
  let shape: Shape | undefined;
  // how much deeper than in the outline an element stands, below each line still open
  const offsets: { readonly depth: number; readonly offset: number }[] = [];
  for (const line of lines) {
    const content = line.trimStart();
    const indent = line.length - content.length;
    if (indent === 0 && line.startsWith('=')) {
      shape = { lines: [], values: 0 };
      shapes.set(line.slice(1), shape);
      continue;
    }
    if (shape !== undefined && indent > 0) {
      shape.lines.push(line.slice(1));
      for (const [, digit] of line.matchAll(/\$(\d)/g)) {
        shape.values = Math.max(shape.values, Number(digit));
      }
      continue;
    }
    shape = undefined;
    while ((offsets.at(-1)?.depth ?? -1) >= indent) offsets.pop();
    const depth = indent + (offsets.at(-1)?.offset ?? 0);
    const [word = ''] = content.split(' ', 1);
    const used = shapes.get(word);
    if (used === undefined) text.line(content, depth);
    else offsets.push({ depth: indent, offset: text.shape(used, content, depth) - indent });
  }
  return text.finish();
}

class MarkupText {
  private text = '';
  private readonly open: OpenTag[] = [];

  /** Writes a shape with the values of a line; gives the depth of its innermost element. */
  shape({ lines, values: count }: Shape, line: string, depth: number): number {
    const values = line.split(' ').slice(1);
    const last = values.splice(count - 1).join(' ');
    let inner = depth;
    for (const one of lines) {
      const filled = one.replace(/\$(\d)/g, (_, digit) => values[Number(digit) - 1] ?? last);
      const content = filled.trimStart();
      inner = depth + filled.length - content.length;
      this.line(content, inner);
    }
    return inner;
  }

  line(content: string, depth: number): void {
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
    const end = content.indexOf(' ');
    const name = end < 0 ? rest : content.slice(1, end);
    this.open.push({ name, depth, content: 'nothing' });
  }

  finish(): string {
    this.close(0);
    return this.text.slice(1);
  }

  /** Closes what is open at a depth or deeper. */
  private close(depth: number): void {
    for (
      let one = this.open.at(-1);
      one !== undefined && one.depth >= depth;
      one = this.open.at(-1)
    ) {
      this.open.pop();
      if (one.content === 'nothing') this.text += ' />';
      else if (one.content === 'text') this.text += `</${one.name}>`;
      else this.text += `\n${'  '.repeat(one.depth)}</${one.name}>`;
    }
  }
}
