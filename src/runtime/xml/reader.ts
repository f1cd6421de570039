import { skipBlanks } from './chars.ts';
import type { IdCheck, NameCheck } from './checks.ts';
import type { DeviationSink } from './deviation.ts';
import type { XmlCapture } from './element.ts';
import { XmlError, XmlValueError } from './error.ts';
import { nameOffset } from './markup.ts';
import type { XmlReaderOptions } from './options.ts';
import { placeOf } from './place.ts';
import { XmlScanner } from './scanner.ts';
import { readTag } from './tag.ts';
import { type XmlAttributeToken, type XmlLimits, type XmlQName, XSI_NAMESPACE } from './tokens.ts';
import type { unexpectedElement } from './unexpected.ts';

export type { XmlReaderOptions } from './options.ts';
export {
  defaultXmlLimits,
  END,
  EOF,
  START,
  TEXT,
  type XmlAttributeToken,
  type XmlLimits,
  type XmlQName,
} from './tokens.ts';

/**
 * Reads a document from start to end, token by token or value by value. Generated codecs and all
 * other readers of XML use it.
 */
export class XmlReader extends XmlScanner {
  /** Whether missing value types read as their ASMX defaults. */
  readonly defaults: boolean;
  /** Whether missing elements that may be nil read as null. */
  readonly absentNil: boolean;
  /** Takes what does not fit the contract and is let pass. */
  readonly deviations: DeviationSink | undefined;
  /**
   * What {@link unknown} throws; elements are skipped without it. May be set where a strict part
   * begins.
   */
  unexpected: typeof unexpectedElement | undefined;
  /** Whether generated codecs may take their fast path. */
  readonly predicts: boolean;
  private attributeAsked: XmlAttributeToken | undefined;
  /** Index of the attribute after the one found last. */
  private attributeNext = 0;
  /** What captures elements, once one was captured. */
  capture: XmlCapture | undefined;
  /** The IDs of the message, where they are checked. */
  ids: IdCheck | undefined;
  /** The names of the contract, where they are checked. */
  declared: NameCheck<XmlReader> | undefined;

  /**
   * @param source the document, or its beginning where `appendText` follows
   * @throws XmlError the XML declaration is malformed
   */
  constructor(source: string, options: XmlReaderOptions = {}) {
    super(source, options);
    this.defaults = options.defaults ?? false;
    this.absentNil = options.absentNil ?? this.defaults;
    this.deviations = options.deviations;
    this.predicts = options.predict ?? true;
  }

  /** Whether the reader refuses what .NET refuses only in strict envelopes. */
  get strict(): boolean {
    return this.unexpected !== undefined;
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
   * Skips the element whose START was just read, which is not expected here.
   *
   * @param expected alternately a namespace and the local names in it that were expected, separated
   *   by spaces
   * @throws XmlValueError the reader is strict
   */
  unknown(...expected: readonly string[]): void {
    const { unexpected, rawName, prefix, namespace } = this;
    this.skip();
    if (unexpected === undefined) {
      const message = `Element '${rawName.slice(0, 100)}' is not expected here.`;
      this.deviations?.add(placeOf(this), message);
      return;
    }
    // .NET's reader is at what follows, spaces included.
    const error = unexpected(rawName, prefix, namespace, expected);
    throw error.locate(this.source, nameOffset(this.source, this.position), this.origin);
  }

  /**
   * Throws an error about the value read last, or notes it where the reader is lenient.
   *
   * @param property an attribute or child of the element read last
   * @returns what is read instead, which need not have the type of the contract
   */
  deviate<T>(error: unknown, property?: string): T {
    const { deviations } = this;
    if (error instanceof XmlError) {
      error.property ??= property;
      if (deviations?.lenient === true && error.kind !== 'limit') {
        const path = placeOf(this, error.property);
        if (error.code === 'missing' && deviations.wasLost(path)) return error.carried as T;
        deviations.add(path, error.message);
        if (error.carried === undefined && error.code !== 'missing') deviations.lose(path);
        return error.carried as T;
      }
    }
    throw this.locate(error);
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
      return this.deviate(error);
    }
  }

  /**
   * What `parse` makes of an attribute of the START just read, or of `initial` where it is not
   * there.
   */
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
      return this.deviate(error, local);
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

  /** The type the START just read says it has. An error located next is reported at the element. */
  xsiType(): XmlQName | undefined {
    if (this.attributes.length === 0) return undefined;
    this.attributeAsked = undefined;
    const type = this.findAttribute(XSI_NAMESPACE, 'type');
    if (type === undefined) return undefined;
    try {
      return this.resolveQName(type.value);
    } catch (error) {
      this.deviate(error);
      return undefined;
    }
  }

  /**
   * Resolves a QName in the scope of the element whose START was just read, or whose value {@link
   * leaf} has just read.
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

  /**
   * Gives an error that has no place yet the one ASMX reports. Right after a START that is the
   * name of the attribute whose value was asked for last, or of the element; after anything else
   * the name of the next tag. Other errors are left alone.
   */
  locate<T>(error: T): T {
    if (!(error instanceof XmlError) || error.located) return error;
    error.locate(this.source, this.tagOffset() ?? this.nextOffset(), this.origin);
    return error;
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
    return nameOffset(source, at);
  }
}
