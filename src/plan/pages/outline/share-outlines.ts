import type { MarkupElement, MarkupNode } from '../../../model/common/markup.ts';
import { freeWord } from './free-word.ts';

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
export class SharedOutlines {
  /** Lines of the shapes in the outlines written so far, for `expandOutline`. */
  readonly shapes: string[] = [];
  private readonly known = new Map<string, Subtree>();
  private readonly words = new Map<Subtree, string>();
  private readonly taken = new Set<string>();

  /**
   * Adds a document.
   *
   * @returns writes its outline, when all documents are added
   */
  add(nodes: readonly MarkupNode[]): () => string {
    const parts = nodes.map((one) => this.intern(one));
    return () => {
      const lines: string[] = [];
      for (const one of parts) this.write(one, 0, lines);
      return lines.join('\n');
    };
  }

  /** The one object for an element. */
  private intern(node: MarkupNode): Subtree | string {
    const part = typeof node === 'string' ? textLines(node) : this.subtree(node);
    if (typeof part !== 'string') part.uses += 1;
    return part;
  }

  /** Adds the lines of a part. */
  private write(part: Subtree | string, depth: number, lines: string[]): void {
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

  private subtree({ name, tag, children }: MarkupElement): Subtree {
    const [text, more] = children;
    const isShort =
      typeof text === 'string' && more === undefined && tag === name && !text.includes('\n');
    const inner = isShort
      ? []
      : children.map((one) => (typeof one === 'string' ? textLines(one) : this.subtree(one)));
    const line = isShort ? `<${tag}>${text}` : `<${tag}`;
    // marks of texts are never digits
    const ids = inner.map((one) => (typeof one === 'string' ? one : one.number));
    const key = ids.length === 0 ? line : `${line}\n${ids.join('\n')}`;
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

/** A text as lines of an outline. */
function textLines(text: string): string {
  return `"${text.replaceAll('\n', '\n+')}`;
}
