import { xmlDeclaration } from '../../../convert/wsdl/write-wsdl.ts';
import type { MarkupElement, MarkupNode } from '../../../model/common/markup.ts';
import { freeWord } from './free-word.ts';
import { chainSkeleton, closedSkeleton, type Skeleton } from './skeleton.ts';

/** A shape must occur at least this often. */
const fewest = 4;

/**
 * The outline of a WSDL: a line for each element, indented by one space for each level, without end
 * tags. Elements of the same shape become a word and the values in which they differ. Shapes come
 * first, as lines with `=` and the word. The runtime's `expandOutline` gives the text of the WSDL.
 */
export function writeOutline(root: MarkupElement): string {
  const writer = new OutlineWriter();
  writer.countElements([root]);
  writer.countChains(root);
  writer.countBelowChains();
  writer.node(root, 0);
  return writer.finish();
}

/** The common part of elements. */
interface Shape {
  readonly text: string;
  /** Number of elements with this shape. */
  count: number;
  /** Its word, once a line uses it. */
  word: string | undefined;
}

/** An element, or a chain of elements, as a shape and values. */
interface Shaped {
  readonly shape: Shape;
  /** Each with a leading space. */
  readonly values: string;
}

interface ShapedChain extends Shaped {
  readonly children: readonly MarkupNode[];
}

class OutlineWriter {
  /** Shapes of whole elements. */
  private readonly closed = new Map<MarkupElement, Shaped>();
  private readonly chains = new Map<MarkupElement, ShapedChain>();
  private readonly known = new Map<string, Shape>();
  private readonly taken = new Set<string>();
  private readonly shapes: string[] = [];
  private readonly lines: string[] = [`|${xmlDeclaration}`];

  /**
   * Counts the shapes of the outermost elements that have one. If a shape is too rare, counts those
   * of their children.
   */
  countElements(nodes: readonly MarkupNode[]): void {
    const shaped: MarkupElement[] = [];
    for (const one of nodes) this.countLargest(one, shaped);
    const rest = shaped.filter((one) => !pays(this.closed.get(one)));
    if (rest.length > 0) this.countElements(rest.flatMap((one) => one.children));
  }

  private countLargest(node: MarkupNode, shaped: MarkupElement[]): void {
    if (typeof node === 'string') return;
    const skeleton = closedSkeleton(node);
    if (skeleton === undefined) {
      for (const one of node.children) this.countLargest(one, shaped);
      return;
    }
    this.closed.set(node, this.add(skeleton));
    shaped.push(node);
  }

  /** Counts the shapes of chains, for elements that have no frequent shape as a whole. */
  countChains(node: MarkupNode): void {
    if (typeof node === 'string' || pays(this.closed.get(node))) return;
    const chain = chainSkeleton(node);
    if (chain !== undefined) {
      this.chains.set(node, { ...this.add(chain.skeleton), children: chain.children });
    }
    for (const one of node.children) this.countChains(one);
  }

  /** Counts the shapes below chains that are used, if a larger shape hid them before. */
  countBelowChains(): void {
    for (const [element, chain] of this.chains) {
      if (!pays(chain) || !this.wasHidden(chain.children, element)) continue;
      // another chain may end here
      const isUncounted = (one: MarkupNode): boolean =>
        typeof one !== 'string' && !this.closed.has(one);
      this.countElements(chain.children.filter(isUncounted));
    }
  }

  /** Whether children are in an element of the chain whose shape pays as a whole. */
  private wasHidden(children: readonly MarkupNode[], { children: [only] }: MarkupElement): boolean {
    if (only === undefined || typeof only === 'string' || children[0] === only) return false;
    return pays(this.closed.get(only)) || this.wasHidden(children, only);
  }

  node(node: MarkupNode, depth: number): void {
    const margin = ' '.repeat(depth);
    if (typeof node === 'string') {
      this.lines.push(`${margin}"${node.replaceAll('\n', `\n${margin}+`)}`);
      return;
    }
    const closed = this.closed.get(node);
    if (pays(closed)) {
      this.shaped(closed, depth);
      return;
    }
    const chain = this.chains.get(node);
    if (pays(chain)) {
      this.shaped(chain, depth);
      for (const one of chain.children) this.node(one, depth + 1);
      return;
    }
    this.lines.push(`${margin}<${node.tag}`);
    for (const one of node.children) this.node(one, depth + 1);
  }

  finish(): string {
    return this.shapes.concat(this.lines).join('\n');
  }

  private add({ text, values }: Skeleton): Shaped {
    let shape = this.known.get(text);
    if (shape === undefined) {
      shape = { text, count: 0, word: undefined };
      this.known.set(text, shape);
    }
    shape.count += 1;
    return { shape, values };
  }

  private shaped({ shape, values }: Shaped, depth: number): void {
    shape.word ??= this.define(shape.text);
    this.lines.push(' '.repeat(depth) + shape.word + values);
  }

  /** A shape is named after its element. */
  private define(text: string): string {
    const name = /[^\s:<]+(?=\s|$)/.exec(text)?.[0] ?? '';
    const word = freeWord(name, this.taken);
    this.shapes.push(`=${word}`, ...text.split('\n').map((line) => ` ${line}`));
    return word;
  }
}

function pays<T extends Shaped>(one: T | undefined): one is T {
  return one !== undefined && one.shape.count >= fewest;
}
