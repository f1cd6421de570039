import { type XmlLimits, XmlReader } from '../runtime/xml/reader.ts';
import type { XmlName, XmlScope, XmlTag } from '../runtime/xml/scope.ts';
import { readTag } from '../runtime/xml/tag.ts';
import type { XmlAttributeToken } from '../runtime/xml/tokens.ts';

const limits: Partial<XmlLimits> = {
  depth: 400,
  attributes: 512,
  nameLength: 4096,
  textLength: 16_777_216,
};

const blanks = /[ \t\r\n]*/y;
/** A CDATA section with more than white space. */
const filledSection = /<!\[CDATA\[[ \t\r\n]*(?!\]\]>|[ \t\r\n])/y;
/** A start tag without values that need decoding, up to its first `>`. */
const plainTag = /<[^&<>\t\r\n]*>/y;

/** Longer tags are rare, and are read in the general way. */
const longestTag = 2048;
/** Forms cached for one document. In a hostile one, each tag has a new form. */
const mostForms = 4096;

/** A start tag in a form seen before, up to the quote before an attribute's value. */
interface TagForm {
  readonly name: XmlName;
  /** Its last piece: the text after the previous value, or from the `<` on. */
  readonly text: string;
  readonly attribute: XmlAttributeToken;
  readonly more: NextForms;
}

/** The forms with the same beginning. */
interface NextForms {
  /** The one that came last. */
  latest: TagForm | undefined;
  /** By the text of their last piece. */
  readonly known: Map<string, TagForm>;
}

/** The cache for tags in one namespace scope. */
interface ScopeForms {
  /** Tags without attributes. */
  readonly bare: Map<string, XmlTag>;
  readonly forms: NextForms;
}

/**
 * The reader of contracts, for processes that read one document and end, so that code is rarely
 * compiled. It therefore avoids reading single characters: native searches find where things end,
 * and tags are compared with earlier ones of the same form. Everything else is read in the general
 * way, which reports all errors.
 */
export class TreeReader extends XmlReader {
  private readonly cached = new Map<XmlScope, ScopeForms>();
  private count = 0;
  /** Attributes of the tag being read. */
  private readonly found: XmlAttributeToken[] = [];

  constructor(source: string) {
    super(source, { remember: false, detach: false, limits });
  }

  /**
   * Position of text directly before the tag read last, where only tags may be; -1 if there is
   * none.
   */
  textBefore = -1;

  /** Whether the start tag just read declares namespaces. */
  get declares(): boolean {
    return this.open.scope !== this.stack[this.depth - 1]?.scope;
  }

  override nextTag(): number {
    blanks.lastIndex = this.position;
    blanks.test(this.source);
    this.position = blanks.lastIndex;
    // after a self-closing tag, the next call comes here again
    this.textBefore = this.selfClosed ? -1 : this.textAt(this.position);
    return super.nextTag();
  }

  private textAt(at: number): number {
    const { source } = this;
    if (source.charCodeAt(at) === 60) {
      if (source.charCodeAt(at + 1) !== 33) return -1;
      filledSection.lastIndex = at;
      return filledSection.test(source) ? at : -1;
    }
    return at < source.length ? at : -1;
  }

  override findTag(at: number): XmlTag {
    const { source } = this;
    const outer = this.open.scope;
    plainTag.lastIndex = at;
    if (!plainTag.test(source) || plainTag.lastIndex - at > longestTag)
      return readTag(this, at, outer);
    const text = source.slice(at, plainTag.lastIndex);
    const cached = this.cached.get(outer);
    if (cached !== undefined) {
      const known = this.alike(text, cached.forms) ?? cached.bare.get(text);
      if (known !== undefined) return known;
    }
    const tag = readTag(this, at, outer);
    // a tag with a `>` in a value continues after the text
    if (tag.length === text.length && this.count < mostForms) this.cache(at, text, tag);
    return tag;
  }

  /** A tag that differs from an earlier one only in its values; undefined if it does not. */
  private alike(text: string, forms: NextForms): XmlTag | undefined {
    const { found } = this;
    let count = 0;
    let from = 0;
    let next = forms;
    for (;;) {
      const form = formAt(text, from, next);
      if (form === undefined) return undefined;
      const { name, attribute } = form;
      const value = from + form.text.length;
      const end = text.indexOf('"', value);
      if (end < 0) return undefined;
      found[count] = {
        namespace: attribute.namespace,
        local: attribute.local,
        value: text.slice(value, end),
        raw: attribute.raw,
        valueOffset: value,
      };
      count += 1;
      from = end + 1;
      const left = text.length - from;
      // no attribute is this short
      if (left <= 3) {
        const ending = text.slice(from);
        if (ending !== '>' && ending !== '/>' && ending !== ' />') return undefined;
        return {
          name,
          attributes: found.slice(0, count),
          selfClosed: left > 1,
          text: '',
          length: text.length,
          outer: this.open.scope,
        };
      }
      next = form.more;
    }
  }

  private cache(at: number, text: string, tag: XmlTag): void {
    const { outer, name, attributes } = tag;
    let cached = this.cached.get(outer);
    if (cached === undefined) {
      cached = { bare: new Map(), forms: { latest: undefined, known: new Map() } };
      this.cached.set(outer, cached);
    }
    if (attributes.length === 0) {
      this.count += 1;
      cached.bare.set(text, tag);
      return;
    }
    if (name.scope !== outer) return;
    let next = cached.forms;
    let from = at;
    for (const attribute of attributes) {
      const value = at + attribute.valueOffset;
      const piece = this.source.slice(from, value);
      if (!piece.endsWith('="')) return;
      let form = next.known.get(piece);
      if (form === undefined) {
        this.count += 1;
        form = {
          name,
          text: piece,
          attribute,
          more: { latest: undefined, known: new Map() },
        };
        next.known.set(piece, form);
      }
      next = form.more;
      from = this.source.indexOf('"', value) + 1;
    }
  }
}

function formAt(text: string, from: number, forms: NextForms): TagForm | undefined {
  const { latest } = forms;
  if (latest !== undefined && text.startsWith(latest.text, from)) return latest;
  const equals = text.indexOf('=', from);
  if (equals < 0) return undefined;
  const form = forms.known.get(text.slice(from, equals + 2));
  if (form !== undefined) forms.latest = form;
  return form;
}
