import { readKnownTag } from './attributes.ts';
import { skipBlanks } from './chars.ts';
import { beyondLimit, incomplete, rootMissing, unclosed } from './error.ts';
import type { XmlReaderOptions } from './options.ts';
import type { OpenList } from './place.ts';
import { createRoot, sharedRoot, type XmlName, type XmlTag } from './scope.ts';
import { XmlSource } from './source.ts';
import { endTagEnd, noAttributes, readTag } from './tag.ts';
import { END, EOF, START, TEXT, type XmlAttributeToken } from './tokens.ts';

/**
 * Strict pull scanner for XML 1.0 with namespaces over a string. A DTD is refused, and so is
 * everything that is not well-formed; it never looks beyond the token it reads, so that an error
 * comes when its place is reached.
 *
 * Expected tags are compared by `slice(…) === tag` rather than `startsWith`, which takes three
 * times as long: it goes character by character, while short slices are compared at once.
 */
export class XmlScanner extends XmlSource {
  /** Attributes of the START just read, without namespace declarations. */
  attributes: readonly XmlAttributeToken[] = noAttributes;
  /** Namespace declarations of the START just read; only with `positions`. */
  declarations: readonly XmlAttributeToken[] = noAttributes;
  /** Whether the START just read is an empty-element tag; its END follows. */
  selfClosed = false;
  /** Characters of the TEXT just read. */
  textValue = '';
  /** Element of the START or END read last. */
  name: XmlName;
  /** Innermost open element. */
  open: XmlName;
  /** Open elements by depth, the document first; elements after them are closed. */
  readonly stack: XmlName[];
  /** Offsets of their start tags. */
  readonly starts: number[] = [-1, 0, 0, 0, 0, 0, 0, 0];
  /** Lists whose items are being read, from the outside in. */
  lists: OpenList[] | undefined;
  /** Open elements around the value that is being read: those are left out of paths. */
  base = 1;
  maxDepth: number;
  private readonly nestedValues: boolean;
  rootSeen = false;

  constructor(source: string, options: XmlReaderOptions) {
    super(source, options);
    const { limits, positions, anyCharacter } = this.settings;
    this.nestedValues = options.nestedValues ?? options.defaults ?? false;
    this.maxDepth = limits.depth;
    // Tags are remembered for readers without positions that refuse forbidden characters.
    const own = positions || anyCharacter;
    this.name = own ? createRoot(options.alias) : sharedRoot(options.alias, limits);
    this.open = this.name;
    const { name } = this;
    // as deep as most messages are: an array that grows is copied
    this.stack = [name, name, name, name, name, name, name, name];
  }

  /**
   * Reads the next START, END, TEXT or EOF. Adjacent text and CDATA sections are one; comments and
   * instructions are skipped.
   */
  next(): number {
    if (this.selfClosed) {
      this.selfClosed = false;
      return this.pop();
    }
    let text = '';
    let start = -1;
    for (;;) {
      const { source, position: at } = this;
      if (source.charCodeAt(at) !== 60) {
        if (at >= source.length) return this.end();
        let to = source.indexOf('<', at);
        if (to < 0) to = source.length;
        if (this.depth === 0) this.skipText(at, to);
        else {
          if (start < 0) start = at;
          text = this.joined(text, this.text(at, to), at);
        }
        this.position = to;
        continue;
      }
      const code = source.charCodeAt(at + 1);
      if (code === 33 || code === 63) {
        const section = this.markup(at, code);
        if (section !== undefined) {
          if (start < 0) start = at;
          text = this.joined(text, section, at);
        }
        continue;
      }
      if (text !== '') {
        this.textValue = text;
        this.offset = start;
        return TEXT;
      }
      return code === 47 ? this.endTag(at) : this.startTag(at);
    }
  }

  /** Reads the next START, END or EOF; text between elements is skipped, as ASMX does. */
  nextTag(): number {
    if (this.selfClosed) {
      this.selfClosed = false;
      return this.pop();
    }
    for (;;) {
      const { source } = this;
      let at = this.position;
      if (source.charCodeAt(at) !== 60) {
        at = skipBlanks(source, at);
        if (source.charCodeAt(at) !== 60) {
          if (at >= source.length) return this.end();
          const to = source.indexOf('<', at);
          this.skipText(at, to < 0 ? source.length : to);
          this.position = to < 0 ? source.length : to;
          continue;
        }
      }
      const code = source.charCodeAt(at + 1);
      if (code === 47) return this.endTag(at);
      if (code !== 33 && code !== 63) return this.startTag(at);
      this.markup(at, code);
    }
  }

  /**
   * Reads the text of the element whose START was just read, and its END.
   *
   * @throws XmlError a comment, an instruction or an element is in the text
   */
  leaf(): string {
    if (this.selfClosed) {
      this.selfClosed = false;
      this.pop();
      return '';
    }
    const { source, position: from } = this;
    const { close } = this.open;
    const to = source.indexOf('<', from);
    if (to < 0 || source.slice(to, to + close.length) !== close) return this.slowLeaf();
    const text = this.text(from, to);
    this.position = to + close.length;
    this.pop();
    return text;
  }

  /** Reads over the element whose START was just read. */
  skip(): void {
    const depth = this.depth;
    const { limits } = this.settings;
    this.maxDepth = limits.skippedDepth;
    while (this.depth >= depth) this.nextTag();
    this.maxDepth = limits.depth;
  }

  private end(): number {
    const { source } = this;
    if (this.depth > 0) {
      const names = this.stack.slice(1, this.depth + 1).map((name) => name.raw);
      throw this.fault(unclosed(source, names));
    }
    if (!this.rootSeen) throw this.fault(incomplete(source, rootMissing));
    if (this.forbidden >= 0) throw this.fault(incomplete(source));
    this.offset = source.length;
    return EOF;
  }

  private pop(): number {
    const name = this.open;
    this.depth -= 1;
    this.open = this.stack[this.depth] as XmlName;
    this.name = name;
    this.attributes = noAttributes;
    return END;
  }

  private startTag(at: number): number {
    return this.enter(at, this.findTag(at));
  }

  /**
   * The start tag at an offset: the one that came here last time, one like it seen before, or a new
   * one.
   */
  findTag(at: number): XmlTag {
    const { source, open, name } = this;
    const predicted = name === open ? open.afterStart : name.afterEnd;
    if (
      predicted !== undefined &&
      predicted.outer === open.scope &&
      source.slice(at, at + predicted.text.length) === predicted.text
    ) {
      return predicted;
    }
    const { limits, detach, anyCharacter } = this.settings;
    let tag: XmlTag | undefined;
    try {
      tag = readKnownTag(source, at, open.scope, limits, detach, anyCharacter);
      if (tag !== undefined) return tag;
      const end = source.indexOf('>', at);
      if (end >= 0) tag = open.scope.tags?.get(source.slice(at, end + 1));
      tag ??= readTag(source, at, open.scope, this.settings);
    } catch (error) {
      throw this.fault(error);
    }
    if (tag.text !== '') {
      if (name === open) open.afterStart = tag;
      else name.afterEnd = tag;
    }
    return tag;
  }

  enter(at: number, tag: XmlTag): number {
    if (this.depth === 0) {
      if (this.rootSeen) this.fail('There are multiple root elements.', at);
      this.rootSeen = true;
    }
    if (this.depth >= this.maxDepth) {
      const message = `Elements are nested deeper than ${this.maxDepth}.`;
      throw this.fault(beyondLimit(this.source, at, message));
    }
    const { name } = tag;
    this.depth += 1;
    this.stack[this.depth] = name;
    this.starts[this.depth] = at;
    this.open = name;
    this.name = name;
    this.attributes = tag.attributes;
    this.declarations = tag.declarations;
    this.selfClosed = tag.selfClosed;
    this.offset = at;
    this.position = at + tag.length;
    return START;
  }

  private endTag(at: number): number {
    const { source, open } = this;
    if (this.depth === 0) this.fail('Unexpected end tag.', at);
    if (source.slice(at, at + open.close.length) === open.close) {
      this.position = at + open.close.length;
    } else {
      try {
        this.position = endTagEnd(source, at, open) + 1;
      } catch (error) {
        throw this.fault(error);
      }
    }
    this.offset = at;
    return this.pop();
  }

  /** {@link leaf} of an element with markup inside, or whose end tag is written with blanks. */
  private slowLeaf(): string {
    const { source, position: from } = this;
    let text = '';
    for (;;) {
      const at = this.position;
      const to = source.indexOf('<', at);
      if (to < 0) throw this.fault(incomplete(source));
      if (to > at) text = this.joined(text, this.text(at, to), at);
      this.position = to;
      if (source.startsWith('<![CDATA[', to)) {
        text = this.joined(text, this.markup(to, 33) ?? '', to);
        continue;
      }
      const code = source.charCodeAt(to + 1);
      if (code === 47) {
        this.endTag(to);
        return text;
      }
      if (code === 33 || code === 63) {
        this.markup(to, code);
        const message = 'A comment or processing instruction inside a text value.';
        if (this.letPass(message)) continue;
        this.fail(message, to);
      }
      if (this.letPass('An element inside a text value.')) return this.contentAsWritten(from);
      if (!this.nestedValues || text.trim() !== '')
        this.fail('An element inside a text value.', to);
      return this.nestedLeaf();
    }
  }

  /** Content of the open element, which began at an offset, as it is written. Reads its END. */
  private contentAsWritten(from: number): string {
    const { depth, source } = this;
    while (this.depth >= depth) this.nextTag();
    return this.joined('', source.slice(from, this.offset), from);
  }

  /**
   * What ASMX makes of `<p><b>1</b></p>`: the value is read from the child, and the end tag of the
   * parameter then ends the element around it. So the END of `p` stays unread here.
   */
  private nestedLeaf(): string {
    const at = this.position;
    this.startTag(at);
    if (this.selfClosed) this.fail('An element inside a text value.', at);
    const token = this.next();
    const text = token === TEXT ? this.textValue : '';
    if (token === START || (token === TEXT && this.next() !== END)) {
      this.fail('An element inside a text value.', this.offset);
    }
    if (this.source.charCodeAt(skipBlanks(this.source, this.position)) !== 60) {
      this.fail('Text beside an element inside a text value.');
    }
    return text;
  }
}
