import type { Declared } from './codec-declared.ts';
import type { MessageIds } from './codec-ids.ts';
import { placeOf } from './codec-place.ts';
import { XmlCapture } from './xml-capture.ts';
import { skipBlanks } from './xml-chars.ts';
import { type DeviationSink, deviate } from './xml-deviation.ts';
import type { XmlElement, XmlNode } from './xml-element.ts';
import { advanceOrigin, XmlError, XmlValueError } from './xml-error.ts';
import type { XmlReaderOptions } from './xml-options.ts';
import { XmlPredictor } from './xml-predictor.ts';
import type { XmlName } from './xml-scope.ts';
import { readTag } from './xml-tag.ts';
import {
  type XmlAttributeToken,
  type XmlLimits,
  type XmlQName,
  XSI_NAMESPACE,
} from './xml-tokens.ts';
import { unexpectedElement } from './xml-unexpected.ts';

export type { XmlReaderOptions } from './xml-options.ts';
export {
  defaultXmlLimits,
  END,
  EOF,
  START,
  TEXT,
  type XmlAttributeToken,
  type XmlLimits,
  type XmlQName,
} from './xml-tokens.ts';

/** A place in a document to which a reader can return. */
export interface XmlMark {
  readonly position: number;
  readonly depth: number;
  readonly name: XmlName;
  readonly stack: readonly XmlName[];
  readonly rootSeen: boolean;
  readonly attributes: readonly XmlAttributeToken[];
  readonly selfClosed: boolean;
}

/**
 * Reads a document from start to end, token by token or value by value; what generated codecs and everything else that
 * reads XML stands on.
 */
export class XmlReader extends XmlPredictor {
  /** Whether missing value types read as their ASMX defaults. */
  readonly defaults: boolean;
  /** Whether missing elements that may be nil read as null. */
  readonly absentNil: boolean;
  /** Takes what does not fit the contract and is let pass. */
  readonly deviations: DeviationSink | undefined;
  /** Whether {@link unknown} refuses elements: may be switched on the way, where the part begins that this is wanted for. */
  strict = false;
  private attributeAsked: XmlAttributeToken | undefined;
  /** Index of the attribute behind the one found last. */
  private attributeNext = 0;
  /** What captures elements; there once one was. */
  capture: XmlCapture | undefined;
  /** The IDs of the message that is read, where they are checked. */
  ids: MessageIds | undefined;
  /** Looks up names of the contract, where readers of the message want that. */
  declared: Declared | undefined;

  /**
   * @param source the document, or its beginning where {@link append} follows
   * @throws XmlError the XML declaration is malformed
   */
  constructor(source: string, options: XmlReaderOptions = {}) {
    super(source, options);
    this.defaults = options.defaults ?? false;
    this.absentNil = options.absentNil ?? this.defaults;
    this.deviations = options.deviations;
  }

  /** Local name of the element whose START or END was just read. */
  get local(): string {
    return this.name.local;
  }

  /** Namespace of that element; `''` for none. */
  get namespace(): string {
    return this.name.namespace;
  }

  /** Prefix of that element; `''` for none. */
  get prefix(): string {
    return this.name.prefix;
  }

  /** Name of that element as written. */
  get rawName(): string {
    return this.name.raw;
  }

  /** Limits in force. */
  get limits(): XmlLimits {
    return this.settings.limits;
  }

  /**
   * Reads over the element whose START was just read since nobody expects it there.
   *
   * @param expected by turns a namespace and the local names in it that were expected, with blanks between
   * @throws XmlValueError with `strict`, as ASMX words it (asmx-behaviour 3)
   */
  unknown(...expected: readonly string[]): void {
    const { strict, rawName, prefix, namespace } = this;
    this.skip();
    if (!strict) {
      this.deviations?.add(
        placeOf(this),
        `Element '${rawName.slice(0, 100)}' is not expected here.`,
      );
      return;
    }
    // .NET's reader stands at what follows, be it blanks.
    const error = unexpectedElement(rawName, prefix, namespace, expected);
    throw error.locate(this.source, this.markOffset(this.position), this.origin);
  }

  /** The value of an attribute of the START just read. */
  attribute(namespace: string, local: string): string | undefined {
    this.attributeAsked = this.findAttribute(namespace, local);
    const value = this.attributeAsked?.value;
    if (this.deviations !== undefined && value !== undefined) this.noteCharacters(value, local);
    return value;
  }

  protected override letPass(message: string, property?: string): boolean {
    const { deviations } = this;
    if (deviations?.lenient !== true) return false;
    deviations.add(placeOf(this, property), message);
    return true;
  }

  override leaf(): string {
    if (this.attributes.length > 0) this.declared?.checkText(this);
    return super.leaf();
  }

  /** What `parse` makes of the text of the element whose START was just read. Reads its END. */
  value<T>(parse: (text: string) => T): T {
    const text = this.leaf();
    try {
      return parse(text);
    } catch (error) {
      return deviate(this, error);
    }
  }

  /** What `parse` makes of an attribute of the START just read, or of `initial` where it is not there. */
  attributeValue<T>(
    namespace: string,
    local: string,
    parse: (text: string) => T,
    initial: string,
  ): T;
  attributeValue<T>(namespace: string, local: string, parse: (text: string) => T): T | undefined;
  attributeValue<T>(
    namespace: string,
    local: string,
    parse: (text: string) => T,
    initial?: string,
  ): T | undefined {
    const text = this.attribute(namespace, local) ?? initial;
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      return deviate(this, error, local);
    }
  }

  /** Whether the START just read says `xsi:nil`. */
  isNil(): boolean {
    if (this.attributes.length === 0) return false;
    const nil = this.findAttribute(XSI_NAMESPACE, 'nil')?.value.trim();
    return nil === 'true' || nil === '1';
  }

  /** Skips the element whose START was just read if it says `xsi:nil`, and tells whether it did. */
  skipNil(): boolean {
    if (!this.isNil()) return false;
    this.skip();
    return true;
  }

  /** The type the START just read says it has. An error located next stands at the element. */
  xsiType(): XmlQName | undefined {
    if (this.attributes.length === 0) return undefined;
    this.attributeAsked = undefined;
    const type = this.findAttribute(XSI_NAMESPACE, 'type');
    if (type === undefined) return undefined;
    try {
      return this.resolveQName(type.value);
    } catch (error) {
      deviate(this, error);
      return undefined;
    }
  }

  /**
   * Resolves a QName in the scope of the element whose START was just read, or whose value {@link leaf} has just read.
   *
   * @throws XmlValueError its prefix is not declared
   */
  resolveQName(text: string): XmlQName {
    const name = text.trim();
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    const namespace = this.lookup(prefix);
    if (namespace === undefined) {
      throw new XmlValueError(`Prefix '${prefix}' is not defined.`).carry(name);
    }
    return { namespace, local: name.slice(colon + 1) };
  }

  /** The URI of a prefix in the scope of the element just read. */
  lookup(prefix: string): string | undefined {
    return this.settings.prefixes.lookup(this.name.scope, prefix);
  }

  /** A function that resolves prefixes as they are bound here, however far the reader goes on. */
  scopeLookup(): (prefix: string) => string | undefined {
    const { scope } = this.name;
    return (prefix) => this.settings.prefixes.lookup(scope, prefix);
  }

  /** Captures the element whose START was just read, with the declarations its content refers to, and reads its END. */
  element(): XmlElement {
    this.capture ??= new XmlCapture(this);
    return this.capture.element();
  }

  /** Captures what is inside the element whose START was just read, and reads its END. */
  nodes(): XmlNode[] {
    this.capture ??= new XmlCapture(this);
    return this.capture.nodes();
  }

  /**
   * Gives an error that has no place yet the one ASMX reports. Right behind a START that is the name of the attribute whose
   * value was asked for last, or of the element; behind anything else the name of the next tag. Other errors are left alone.
   */
  locate<T>(error: T): T {
    if (!(error instanceof XmlError) || error.located) return error;
    error.locate(this.source, this.tagOffset() ?? this.nextOffset(), this.origin);
    return error;
  }

  /** Where to come back to with {@link reset}; {@link append} keeps the text from there on. */
  mark(): XmlMark {
    const { position, depth, name, rootSeen, attributes, selfClosed } = this;
    const stack = this.stack.slice(0, depth + 1);
    return { position, depth, name, stack, rootSeen, attributes, selfClosed };
  }

  /** Goes back to a place marked since the last {@link append}. */
  reset(mark: XmlMark): void {
    this.position = mark.position;
    this.depth = mark.depth;
    this.offset = this.starts[mark.depth] ?? 0;
    this.name = mark.name;
    for (const [depth, open] of mark.stack.entries()) {
      this.stack[depth] = open;
      this.open = open;
    }
    this.rootSeen = mark.rootSeen;
    this.attributes = mark.attributes;
    this.selfClosed = mark.selfClosed;
    this.maxDepth = this.limits.depth;
    this.plainTo = -1;
  }

  /** Adds text behind the document and lets go of what is read; offsets count from the place reached. Marks become void. */
  append(text: string): void {
    const { source, position, starts } = this;
    this.position = 0;
    for (const [depth, start] of starts.entries()) starts[depth] = start - position;
    this.lists = undefined;
    this.replaceSource(source.slice(position) + text, advanceOrigin(source, position, this.origin));
  }

  private findAttribute(namespace: string, local: string): XmlAttributeToken | undefined {
    const { attributes } = this;
    // Generated readers ask in the order of the schema, in which most tags are written.
    const expected = attributes[this.attributeNext];
    if (expected !== undefined && expected.local === local && expected.namespace === namespace) {
      this.attributeNext += 1;
      return expected;
    }
    for (const [index, attribute] of attributes.entries()) {
      if (attribute.local !== local || attribute.namespace !== namespace) continue;
      this.attributeNext = index + 1;
      return attribute;
    }
    return undefined;
  }

  /** Offset of a name in the START just read; undefined when something was read since. */
  private tagOffset(): number | undefined {
    const { source, offset, depth, attributeAsked: asked } = this;
    if (this.name !== this.open || depth === 0 || source.charCodeAt(offset + 1) === 47)
      return undefined;
    const outer = (this.stack[depth - 1] ?? this.open).scope;
    const tag = readTag(source, offset, outer, { ...this.settings, positions: true });
    if (this.position !== offset + tag.length) return undefined;
    if (asked === undefined || !this.attributes.includes(asked)) return offset + 1;
    return tag.attributes.find((attribute) => attribute.raw === asked.raw)?.nameOffset;
  }

  /** Offset of the name of the next tag, or of what else comes next. */
  private nextOffset(): number {
    const { source, position } = this;
    const at = skipBlanks(source, position);
    if (source.charCodeAt(at) !== 60) return at < source.length ? position : at;
    return this.markOffset(at);
  }

  /** Offset of the name of the tag that stands at an offset, or that offset where there is none. */
  private markOffset(at: number): number {
    const { source } = this;
    if (source.charCodeAt(at) !== 60) return at;
    const code = source.charCodeAt(at + 1);
    if (code === 33) return source.startsWith('<!--', at) ? at + 4 : at + 9;
    return code === 47 || code === 63 ? at + 2 : at + 1;
  }
}
