import type { MarkupElement, MarkupNode } from './markup-tree.ts';

/** An element whose names and values are taken out, with what was taken out. */
export interface Skeleton {
  /** Lines of an outline with `$1`, `$2` … for the values. */
  readonly text: string;
  readonly values: readonly string[];
}

/** Attributes whose values differ between components: all others belong to the shape. */
const varying = new Set([
  ...['name', 'type', 'ref', 'base', 'message', 'element', 'value', 'part', 'binding'],
  ...['soapAction', 'location', 'source', 'itemType', 'memberTypes'],
]);

/** Elements of a shape, beyond which people would not see what it stands for. */
const largest = 16;
/** Values of a shape, beyond which a line says too little. */
const mostValues = 4;
/** A stem this short is in other values by chance. */
const shortestStem = 3;

/** The skeleton of an element with all it contains; `undefined` where it has no shape. */
export function closedSkeleton(element: MarkupElement): Skeleton | undefined {
  if (element.size > largest) return undefined;
  const writer = new SkeletonWriter(element);
  return writer.element(element, 0) ? writer.finish() : undefined;
}

/** An element with the only child of each, down to the one that has none or several. */
export interface Chain {
  readonly skeleton: Skeleton;
  /** Children of the innermost. */
  readonly children: readonly MarkupNode[];
}

/** The skeleton of a chain of elements, each the only child of the one before. */
export function chainSkeleton(element: MarkupElement): Chain | undefined {
  const writer = new SkeletonWriter(element);
  let inner = element;
  for (let depth = 0; ; depth += 1) {
    if (inner.text !== undefined || !writer.tag(inner, depth)) return undefined;
    const [only, more] = inner.children;
    if (only === undefined) return undefined;
    if (typeof only === 'string' || more !== undefined || only.children.length === 0) break;
    inner = only;
  }
  const skeleton = writer.finish();
  return skeleton && { skeleton, children: inner.children };
}

class SkeletonWriter {
  /** The lines in pieces; those at `holes` are values. */
  private readonly pieces: string[] = [];
  private readonly holes: number[] = [];
  private elements = 0;
  /** Only names of the protocol come from each other; those of schemas are alike by chance. */
  private readonly isProtocol: boolean;

  constructor({ name }: MarkupElement) {
    this.isProtocol = name.startsWith('wsdl:');
  }

  /** Whether an element with all it contains may belong to a shape. */
  element(element: MarkupElement, depth: number): boolean {
    if (!this.tag(element, depth)) return false;
    if (element.text !== undefined) {
      this.pieces.push(`\n${' '.repeat(depth + 1)}"`);
      if (element.text === '' || !this.hole(element.text)) return false;
    }
    return element.children.every((one) => typeof one !== 'string' && this.element(one, depth + 1));
  }

  /** The same for its start tag. */
  tag({ tag }: MarkupElement, depth: number): boolean {
    this.elements += 1;
    if (this.elements > largest) return false;
    this.pieces.push(depth === 0 ? '<' : `\n${' '.repeat(depth)}<`);
    const hasSign = tag.includes('$');
    let written = 0;
    let end = 0;
    for (;;) {
      const equals = tag.indexOf('="', end);
      if (equals < 0) break;
      const start = equals + 2;
      end = tag.indexOf('"', start);
      const name = tag.slice(tag.lastIndexOf(' ', equals) + 1, equals);
      if (end === start || !varying.has(name)) {
        if (hasSign && tag.slice(start, end).includes('$')) return false;
      } else {
        this.pieces.push(tag.slice(written, start));
        if (!this.hole(tag.slice(start, end))) return false;
        written = end;
      }
      end += 1;
    }
    this.pieces.push(tag.slice(written));
    return true;
  }

  private hole(value: string): boolean {
    if (value.includes('\n')) return false;
    // each is a value of its own
    if (!this.isProtocol && this.holes.length === mostValues) return false;
    this.holes.push(this.pieces.length);
    this.pieces.push(value);
    return true;
  }

  /**
   * The skeleton, with one value for the part that several have in common. A value with blanks can
   * only be the last.
   */
  finish(): Skeleton | undefined {
    const { pieces } = this;
    const stems = this.isProtocol ? stemsOf(this.holes.map((at) => pieces[at] ?? '')) : [];
    const values = [...stems];
    for (const at of this.holes) {
      const value = pieces[at] ?? '';
      const known = stems.findIndex((one) => value.includes(one));
      const stem = stems[known];
      if (stem === undefined) {
        values.push(value);
        if (values.length > mostValues) return undefined;
        pieces[at] = `$${values.length}`;
        continue;
      }
      const start = value.indexOf(stem);
      const before = value.slice(0, start);
      const after = value.slice(start + stem.length);
      if (before.includes('$') || after.includes('$')) return undefined;
      pieces[at] = `${before}$${known + 1}${after}`;
    }
    const text = pieces.join('');
    if (values.length > mostValues) return undefined;
    // a tag without anything is as short as a word
    if (!text.includes(' ')) return undefined;
    if (values.slice(0, -1).some((one) => one.includes(' '))) return undefined;
    return { text, values };
  }
}

/**
 * What several values have in common, such as the name of an operation in those of its messages;
 * each value has at most one of them.
 */
function stemsOf(values: readonly string[]): readonly string[] {
  const stems: string[] = [];
  let left = values;
  for (let stem = stemOf(left); stem !== undefined; stem = stemOf(left)) {
    const found = stem;
    stems.push(found);
    left = left.filter((one) => !one.includes(found));
  }
  return stems;
}

/** The local part of one of the values, or what two begin with, that most of them contain. */
function stemOf(values: readonly string[]): string | undefined {
  const [first = '', ...others] = values.map(localPart);
  let best: string | undefined;
  let most = 1;
  const consider = (stem: string): void => {
    if (stem.length < shortestStem || stem === best || stem.includes(' ')) return;
    let count = 0;
    for (const one of values) if (one.includes(stem)) count += 1;
    if (count > most || (count === most && best !== undefined && stem.length > best.length)) {
      best = stem;
      most = count;
    }
  };
  // of a single value there is nothing in another
  if (others.length === 0) return undefined;
  consider(first);
  others.forEach(consider);
  for (const one of others) consider(commonStart(first, one));
  return best;
}

function localPart(value: string): string {
  const colon = value.lastIndexOf(':');
  return value.slice(Math.max(colon, value.lastIndexOf('/'), value.lastIndexOf('#')) + 1);
}

/** The words two names begin with, such as that of an operation in those of its messages. */
function commonStart(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
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
