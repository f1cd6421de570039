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

interface Hole {
  readonly before: string;
  readonly value: string;
}

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
  private readonly holes: Hole[] = [];
  /** What follows the last hole. */
  private tail = '';
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
      this.tail += `${' '.repeat(depth + 1)}"`;
      if (!this.hole(element.text)) return false;
      this.tail += '\n';
    }
    return element.children.every((one) => typeof one !== 'string' && this.element(one, depth + 1));
  }

  /** The same for its start tag. */
  tag({ name, attributes }: MarkupElement, depth: number): boolean {
    this.elements += 1;
    if (this.elements > largest) return false;
    this.tail += `${' '.repeat(depth)}<${name}`;
    for (const [key, value] of attributes) {
      this.tail += ` ${key}="`;
      if (!varying.has(key) || value === '') {
        if (value.includes('$')) return false;
        this.tail += value;
      } else if (!this.hole(value)) return false;
      this.tail += '"';
    }
    this.tail += '\n';
    return true;
  }

  private hole(value: string): boolean {
    if (value === '' || value.includes('\n')) return false;
    // each is a value of its own
    if (!this.isProtocol && this.holes.length === mostValues) return false;
    this.holes.push({ before: this.tail, value });
    this.tail = '';
    return true;
  }

  /**
   * The skeleton, with one value for the part that several have in common. A value with blanks can
   * only be the last.
   */
  finish(): Skeleton | undefined {
    const stems = this.isProtocol ? stemsOf(this.holes.map(({ value }) => value)) : [];
    const values = [...stems];
    let text = '';
    for (const { before, value } of this.holes) {
      const known = stems.findIndex((one) => value.includes(one));
      const stem = stems[known];
      if (stem === undefined) {
        values.push(value);
        if (values.length > mostValues) return undefined;
        text += `${before}$${values.length}`;
        continue;
      }
      const at = value.indexOf(stem);
      const start = value.slice(0, at);
      const end = value.slice(at + stem.length);
      if (start.includes('$') || end.includes('$')) return undefined;
      text += `${before}${start}$${known + 1}${end}`;
    }
    text += this.tail;
    if (values.length > mostValues) return undefined;
    // a tag without anything is as short as a word
    if (!text.includes(' ')) return undefined;
    if (values.slice(0, -1).some((one) => one.includes(' '))) return undefined;
    return { text: text.slice(0, -1), values };
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
  const candidates = new Set([first, ...others]);
  for (const one of others) candidates.add(commonStart(first, one));
  let best: string | undefined;
  let most = 1;
  for (const stem of candidates) {
    if (stem.length < shortestStem || stem.includes(' ')) continue;
    let count = 0;
    for (const one of values) if (one.includes(stem)) count += 1;
    if (count > most || (count === most && best !== undefined && stem.length > best.length)) {
      best = stem;
      most = count;
    }
  }
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
