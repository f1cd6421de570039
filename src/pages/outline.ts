import { documentDeclaration } from '../convert/wsdl/document.ts';
import type { MarkupElement, MarkupNode } from '../model/xml.ts';

/** An element with names and values replaced by placeholders, and these values. */
interface Skeleton {
  /** Lines of an outline with `$1`, `$2` … for the values. */
  readonly text: string;
  /** The values, each with a leading space. */
  readonly values: string;
}

/** Attributes that differ between components. All others belong to the shape. */
const varying = new Set([
  ...['name', 'type', 'ref', 'base', 'message', 'element', 'value', 'part', 'binding'],
  ...['soapAction', 'location', 'source', 'itemType', 'memberTypes'],
]);

/** Largest number of elements in a shape, so that readers recognise it. */
const largest = 16;
/** Largest number of values in a shape, so that lines stay readable. */
const mostValues = 4;
/** Shorter stems occur in other values by chance. */
const shortestStem = 3;

/** The skeleton of an element with all its content; `undefined` if it has no shape. */
function closedSkeleton(element: MarkupElement): Skeleton | undefined {
  const writer = new SkeletonWriter(element);
  return writer.element(element, 0) ? writer.finish() : undefined;
}

/** An element and its only children, down to one that has none or several. */
interface Chain {
  readonly skeleton: Skeleton;
  /** Children of the innermost element. */
  readonly children: readonly MarkupNode[];
}

/** The skeleton of a chain of elements, each the only child of the one before. */
function chainSkeleton(element: MarkupElement): Chain | undefined {
  const writer = new SkeletonWriter(element);
  let inner = element;
  for (let depth = 0; ; depth += 1) {
    const [only, more] = inner.children;
    if (only === undefined || typeof only === 'string') return undefined;
    if (!writer.tag(inner, depth)) return undefined;
    if (more !== undefined || typeof (only.children[0] ?? '') === 'string') break;
    inner = only;
  }
  const skeleton = writer.finish();
  return skeleton && { skeleton, children: inner.children };
}

class SkeletonWriter {
  /** The lines so far, with `$` alone for each value of an element of the protocol. */
  private text = '';
  private readonly values: string[] = [];
  private elements = 0;
  /**
   * Only names of the protocol are derived from each other; similar names in schemas are
   * coincidence.
   */
  private readonly isProtocol: boolean;

  constructor({ name }: MarkupElement) {
    this.isProtocol = name.startsWith('wsdl:');
  }

  /** Whether an element with all its content may belong to a shape. */
  element(element: MarkupElement, depth: number): boolean {
    if (!this.tag(element, depth)) return false;
    for (const one of element.children) {
      if (typeof one !== 'string') {
        if (!this.element(one, depth + 1)) return false;
      } else {
        if (one === '' || one.includes('\n')) return false;
        this.text += `\n${' '.repeat(depth + 1)}"`;
        if (!this.hole(one)) return false;
      }
    }
    return true;
  }

  /** Whether the start tag of an element may belong to a shape. */
  tag({ tag }: MarkupElement, depth: number): boolean {
    this.elements += 1;
    if (this.elements > largest) return false;
    this.text += depth === 0 ? '<' : `\n${' '.repeat(depth)}<`;
    const hasSign = tag.includes('$');
    let written = 0;
    let blank = tag.indexOf(' ');
    while (blank >= 0) {
      const equals = tag.indexOf('=', blank);
      const start = equals + 2;
      const end = tag.indexOf('"', start);
      if (end === start || !varying.has(tag.slice(blank + 1, equals))) {
        if (hasSign && tag.slice(start, end).includes('$')) return false;
      } else {
        this.text += tag.slice(written, start);
        if (!this.hole(tag.slice(start, end))) return false;
        written = end;
      }
      blank = tag.indexOf(' ', end);
    }
    this.text += tag.slice(written);
    return true;
  }

  private hole(value: string): boolean {
    this.values.push(value);
    // each is a separate value
    if (!this.isProtocol && this.values.length > mostValues) return false;
    this.text += this.isProtocol ? '$' : `$${this.values.length}`;
    return true;
  }

  /** The skeleton. Only its last value may have spaces. */
  finish(): Skeleton | undefined {
    const { text, values } = this.isProtocol
      ? withStems(this.text.split('$'), this.values)
      : { text: this.text, values: this.values };
    if (text === undefined || values.slice(0, -1).some((one) => one.includes(' ')))
      return undefined;
    // a tag without attributes is as short as a word
    if (!text.includes(' ')) return undefined;
    return { text, values: values.length === 0 ? '' : ` ${values.join(' ')}` };
  }
}

/**
 * A text with one value for the common part of several; `undefined` if it has too many values.
 *
 * @param pieces the text around the values
 */
function withStems(
  pieces: readonly string[],
  all: readonly string[],
): { readonly text: string | undefined; readonly values: readonly string[] } {
  const values = stemsOf(all);
  const stems = values.length;
  let text = pieces[0] ?? '';
  for (let at = 0; at < all.length; at += 1) {
    const sign = signOf(all[at] ?? '', values, stems);
    if (sign === undefined || values.length > mostValues) return { text: undefined, values };
    text += sign + pieces[at + 1];
  }
  return { text, values };
}

/**
 * The placeholder of a value: `$` and a number, with the text around a stem. Values without a stem
 * are added to the list.
 */
function signOf(value: string, values: string[], stems: number): string | undefined {
  for (let at = 0; at < stems; at += 1) {
    const stem = values[at] ?? '';
    const start = value.indexOf(stem);
    if (start < 0) continue;
    const before = value.slice(0, start);
    const after = value.slice(start + stem.length);
    return before.includes('$') || after.includes('$') ? undefined : `${before}$${at + 1}${after}`;
  }
  values.push(value);
  return `$${values.length}`;
}

/**
 * The common parts of several values, such as the name of an operation in those of its messages.
 * Each value has at most one of them.
 */
function stemsOf(values: readonly string[]): string[] {
  const stems: string[] = [];
  let left = values;
  for (let stem = stemOf(left); stem !== undefined; stem = stemOf(left)) {
    const found = stem;
    stems.push(found);
    left = left.filter((one) => !one.includes(found));
  }
  return stems;
}

/** A candidate for a stem, and in how many values it is. */
interface Candidate {
  readonly stem: string;
  readonly count: number;
}

/**
 * The most frequent candidate for a stem: the local part of a value, or the common beginning of
 * two.
 */
function stemOf(values: readonly string[]): string | undefined {
  if (values.length < 2) return undefined;
  const parts = values.map(localPart);
  let best: Candidate = { stem: '', count: 1 };
  for (const one of parts) best = betterOf(best, one, values);
  const [first = ''] = parts;
  // otherwise no beginning of it can be better
  if (best.count < values.length || first.length > best.stem.length) {
    for (const one of parts) best = betterOf(best, commonStart(first, one), values);
  }
  return best.count > 1 ? best.stem : undefined;
}

function betterOf(best: Candidate, stem: string, values: readonly string[]): Candidate {
  if (stem.length < shortestStem || stem === best.stem || stem.includes(' ')) return best;
  let count = 0;
  for (const one of values) if (one.includes(stem)) count += 1;
  const isLonger = stem.length > best.stem.length && best.count > 1;
  return count > best.count || (count === best.count && isLonger) ? { stem, count } : best;
}

function localPart(value: string): string {
  const colon = value.lastIndexOf(':');
  return value.slice(Math.max(colon, value.lastIndexOf('/'), value.lastIndexOf('#')) + 1);
}

/** The words that two names begin with, such as that of an operation in those of its messages. */
function commonStart(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a.charCodeAt(end) === b.charCodeAt(end)) end += 1;
  if (!isLower(a, end) && !isLower(b, end)) return a.slice(0, end);
  // within a word
  while (end > 0 && isLower(a, end - 1)) end -= 1;
  return a.slice(0, end > 0 && isUpper(a, end - 1) ? end - 1 : end);
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

function isUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x41 && code <= 0x5a;
}

/** Takes a name. If it is taken, a number is appended. */
function freeWord(name: string, taken: Set<string>): string {
  let word = name;
  for (let number = 2; taken.has(word); number += 1) word = `${name}${number}`;
  taken.add(word);
  return word;
}

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
  private readonly lines: string[] = [`|${documentDeclaration}`];

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
