import type { MarkupElement, MarkupNode } from '../../../model/common/markup.ts';

/** An element with names and values replaced by placeholders, and these values. */
export interface Skeleton {
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
export function closedSkeleton(element: MarkupElement): Skeleton | undefined {
  const writer = new SkeletonWriter(element);
  return writer.element(element, 0) ? writer.finish() : undefined;
}

/** An element and its only children, down to one that has none or several. */
export interface Chain {
  readonly skeleton: Skeleton;
  /** Children of the innermost element. */
  readonly children: readonly MarkupNode[];
}

/** The skeleton of a chain of elements, each the only child of the one before. */
export function chainSkeleton(element: MarkupElement): Chain | undefined {
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
