import { freeWord } from './free-word.ts';
import type { MarkupElement, MarkupNode } from './markup-tree.ts';

/** Outlines with shared shapes. */
export interface SharedOutlines {
  /** The shapes, for `expandOutline`; empty if there are none. */
  readonly shapes: string;
  readonly outlines: readonly string[];
}

/** Smallest number of elements in a shared subtree. */
const smallest = 3;

/** An element with its content. Equal elements are the same object. */
interface Subtree {
  readonly name: string;
  /** Its index among the subtrees. */
  readonly number: number;
  readonly line: string;
  readonly parts: readonly (Subtree | string)[];
  readonly size: number;
  /** Whether it may be a shape, in which `$` marks values. */
  readonly isPlain: boolean;
  /** Number of places it is in; each subtree around it counts once. */
  uses: number;
}

/** Outlines in which repeated content is written once. */
export function shareOutlines(documents: readonly (readonly MarkupNode[])[]): SharedOutlines {
  const writer = new SharedWriter();
  const trees = documents.map((nodes) => nodes.map((one) => writer.intern(one)));
  const outlines = trees.map((parts) => {
    const lines: string[] = [];
    for (const one of parts) writer.write(one, 0, lines);
    return lines.join('\n');
  });
  return { shapes: writer.shapes.join('\n'), outlines };
}

class SharedWriter {
  readonly shapes: string[] = [];
  private readonly known = new Map<string, Subtree>();
  private readonly words = new Map<Subtree, string>();
  private readonly taken = new Set<string>();

  /** The one object for an element; raw markup stays unchanged. */
  intern(node: MarkupNode): Subtree | string {
    const part = typeof node === 'string' ? textLines(node) : this.subtree(node);
    if (typeof part !== 'string') part.uses += 1;
    return part;
  }

  /** Adds the lines of a part. */
  write(part: Subtree | string, depth: number, lines: string[]): void {
    const margin = ' '.repeat(depth);
    if (typeof part === 'string') {
      lines.push(margin + part.replaceAll('\n', `\n${margin}`));
    } else if (part.uses > 1 && part.size >= smallest && part.isPlain) {
      lines.push(margin + this.word(part));
    } else {
      lines.push(margin + part.line);
      for (const one of part.parts) this.write(one, depth + 1, lines);
    }
  }

  private subtree({ name, tag, children, text }: MarkupElement): Subtree {
    const inner = children.map((one) =>
      typeof one === 'string' ? textLines(one) : this.subtree(one),
    );
    const isShort = text !== undefined && tag === name && !text.includes('\n');
    if (text !== undefined && !isShort) inner.push(textLines(`"${text}`));
    const line = isShort ? `<${tag}>${text}` : `<${tag}`;
    let key = line;
    // marks of texts are never digits
    for (const one of inner) key += `\n${typeof one === 'string' ? one : one.number}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let size = 1;
    let isPlain = !line.includes('$');
    for (const one of inner) {
      if (typeof one === 'string') {
        isPlain &&= !one.includes('$');
        continue;
      }
      one.uses += 1;
      size += one.size;
      isPlain &&= one.isPlain;
    }
    const number = this.known.size;
    const fresh: Subtree = { name, number, line, parts: inner, size, isPlain, uses: 0 };
    this.known.set(key, fresh);
    return fresh;
  }

  /** The word of a shape, named after its element. */
  private word(part: Subtree): string {
    const known = this.words.get(part);
    if (known !== undefined) return known;
    const name = part.name.slice(part.name.indexOf(':') + 1);
    const word = freeWord(name, this.taken);
    this.words.set(part, word);
    const lines = [`=${word}`, ` ${part.line}`];
    for (const one of part.parts) this.write(one, 2, lines);
    this.shapes.push(...lines);
    return word;
  }
}

/** A text with the mark of its line, as lines of an outline. */
function textLines(text: string): string {
  return text.replaceAll('\n', '\n+');
}
