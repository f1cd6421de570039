import { isBlank, skipBlanks } from './xml-chars.ts';
import type { XmlReaderOptions } from './xml-options.ts';
import { XmlScanner } from './xml-scanner.ts';
import { plainDate } from './xsd-plain-date.ts';

const GREATER = 62;
const SLASH = 47;

/** Texts with characters that XML forbids, as they are or as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const mayBeForbidden = /&#|[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/**
 * The fast path of generated codecs: children of an element whose tags can be foretold, read in one go. Each method reads the child
 * with the given tags if it comes next and is as simple as foretold; if not, nothing is read, and the codec's general loop sees to it.
 * A wrong guess is nearly free: only where a tag as long as the one expected ends are its characters compared.
 */
export class XmlPredictor extends XmlScanner {
  private readonly predicts: boolean;

  constructor(source: string, options: XmlReaderOptions) {
    super(source, options);
    this.predicts = options.predict ?? true;
  }

  /**
   * Predicts the tags of children of the element whose START was just read: `['<p:a>', '</p:a>', '<p:b>', …]`.
   *
   * @returns undefined when no prefix can be foretold or there can be no children
   */
  tags(names: readonly string[], namespace: string): readonly string[] | undefined {
    const { open } = this;
    if (this.selfClosed || this.depth >= this.maxDepth || !this.predicts) return undefined;
    const known = open.predicted;
    if (known !== undefined && known.names === names && known.namespace === namespace)
      return known.tags;
    let prefix = open.prefix;
    if (open.namespace !== namespace) {
      if (open.scope.defaultNamespace !== namespace) return undefined;
      prefix = '';
    }
    const before = prefix === '' ? '' : `${prefix}:`;
    const tags = names.flatMap((name) => [`<${before}${name}>`, `</${before}${name}>`]);
    open.predicted = { names, namespace, tags };
    return tags;
  }

  /** Text of the child with these tags, if it comes next and holds nothing but text. */
  fastText(open: string, close: string): string | undefined {
    const { source } = this;
    let from = this.position;
    if (source.charCodeAt(from) !== 60) from = skipBlanks(source, from);
    const end = from + open.length;
    if (source.charCodeAt(end - 1) !== GREATER || source.slice(from, end) !== open)
      return undefined;
    const to = source.indexOf('<', end);
    if (to < 0 || source.slice(to, to + close.length) !== close) return undefined;
    const text = to <= this.plainTo ? source.slice(end, to) : this.carefulText(end, to);
    if (text !== undefined) this.position = to + close.length;
    return text;
  }

  /** What is wrong with a text is for the general loop to say, which knows the element it is in. */
  private carefulText(from: number, to: number): string | undefined {
    if (this.settings.anyCharacter && mayBeForbidden.test(this.source.slice(from, to)))
      return undefined;
    try {
      return this.slowText(from, to);
    } catch {
      return undefined;
    }
  }

  /** What `parse` makes of the text of the child with these tags, if it comes next and `parse` takes it. */
  fastValue<T>(open: string, close: string, parse: (text: string) => T): T | undefined {
    const { position } = this;
    const text = this.fastText(open, close);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch {
      // what is wrong with it is for the general loop to say, as in carefulText
      this.position = position;
      return undefined;
    }
  }

  /** The `xs:int` in the child with these tags, if it comes next and is written without a plus sign or blanks. */
  fastInt(open: string, close: string): number | undefined {
    const { source } = this;
    let at = this.position;
    if (source.charCodeAt(at) !== 60) at = skipBlanks(source, at);
    const end = at + open.length;
    if (source.charCodeAt(end - 1) !== GREATER || source.slice(at, end) !== open) return undefined;
    at = end;
    let code = source.charCodeAt(at);
    const negative = code === 45;
    if (negative) code = source.charCodeAt(++at);
    const first = at;
    let value = 0;
    while (code >= 48 && code <= 57) {
      value = value * 10 + code - 48;
      code = source.charCodeAt(++at);
    }
    const digits = at - first;
    if (digits === 0 || digits > 10 || value > 0x7fffffff) return undefined;
    if (source.slice(at, at + close.length) !== close) return undefined;
    this.position = at + close.length;
    return negative ? 0 - value : value;
  }

  /** The moment of the `xs:dateTime` in the child with these tags, if it comes next and is written as nearly all are. */
  fastDate(open: string, close: string): Date | undefined {
    const { source } = this;
    let at = this.position;
    if (source.charCodeAt(at) !== 60) at = skipBlanks(source, at);
    const end = at + open.length;
    if (source.charCodeAt(end - 1) !== GREATER || source.slice(at, end) !== open) return undefined;
    const to = source.indexOf('<', end);
    if (to < 0 || source.slice(to, to + close.length) !== close) return undefined;
    if (to - end > this.settings.limits.textLength) return undefined;
    const date = plainDate(source, end, to);
    if (date !== undefined) this.position = to + close.length;
    return date;
  }

  /**
   * Reads the START of the child with this tag, if it comes next, whatever attributes it has.
   *
   * @param namespace the one the tag was foretold for; an attribute may say otherwise
   */
  fastStart(open: string, namespace: string): boolean {
    const { source } = this;
    let at = this.position;
    if (source.charCodeAt(at) !== 60) at = skipBlanks(source, at);
    const end = at + open.length - 1;
    const code = source.charCodeAt(end);
    if (code === GREATER) {
      if (source.slice(at, end + 1) !== open) return false;
    } else {
      if (!isBlank(code) && code !== SLASH) return false;
      if (!open.startsWith(source.slice(at, end))) return false;
    }
    const tag = this.findTag(at);
    if (tag.name.namespace !== namespace) return false;
    this.enter(at, tag);
    return true;
  }
}
