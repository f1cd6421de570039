import { describeCharacter, findForbidden } from './chars.ts';
import {
  type DeviationSink,
  deviate,
  isNil,
  nilError,
  refuseNil,
  type SkippedElement,
  usualMeaning,
} from './deviation.ts';
import type { XmlCapture } from './element.ts';
import { prologEnd } from './markup.ts';
import {
  type AbsentNil,
  completeLimits,
  DETACH_ABOVE,
  type IdCheck,
  type NameCheck,
  type XmlReaderOptions,
} from './options.ts';
import { type OpenList, placeOf } from './place.ts';
import {
  leafText,
  nextTag,
  nextToken,
  predictTag,
  skipElement,
  type XmlScanner,
} from './scanner.ts';
import {
  createRoot,
  type NamespaceAlias,
  sharedRoot,
  type XmlName,
  XmlPrefixes,
  type XmlTag,
} from './scope.ts';
import { noAttributes } from './tag.ts';
import { SpecialOffsets } from './text.ts';
import type { XmlAttributeToken, XmlLimits } from './tokens.ts';
import { documentStart, XmlError, type XmlOrigin } from './xml-error.ts';

export type { XmlReaderOptions } from './options.ts';
export type { XmlAttributeToken, XmlLimits, XmlQName } from './tokens.ts';
export { defaultXmlLimits, END, EOF, START, TEXT } from './tokens.ts';

/**
 * Strict pull reader for XML 1.0 with namespaces over a string. It reads a document from start to
 * end, token by token or value by value. It refuses DTDs and anything that is not well-formed. The
 * reader never looks beyond the current token, so it reports an error only when it reaches it.
 */
export class XmlReader implements XmlScanner {
  source = '';
  position = 0;
  offset = 0;
  depth = 0;
  origin: XmlOrigin = documentStart;
  forbidden = '';
  plainTo = -1;
  specials: SpecialOffsets = new SpecialOffsets();
  declare readonly options: XmlReaderOptions;
  declare readonly limits: XmlLimits;
  declare readonly alias: NamespaceAlias | undefined;
  readonly prefixes: XmlPrefixes = new XmlPrefixes();
  declare readonly detach: boolean;
  declare readonly anyCharacter: boolean;
  attributes: readonly XmlAttributeToken[] = noAttributes;
  selfClosed = false;
  textValue = '';
  declare name: XmlName;
  declare open: XmlName;
  declare readonly stack: XmlName[];
  readonly starts: number[] = [-1, 0, 0, 0, 0, 0, 0, 0];
  /** Lists whose items are being read, outermost first. */
  lists: OpenList[] | undefined;
  /** Number of open elements around the value being read; paths omit them. */
  base = 1;
  declare maxDepth: number;
  rootSeen = false;
  /** Depth of a wrapper whose content may continue in others of its name; -1 for none. */
  wrapperDepth = -1;
  /** Whether missing values of value types read as their ASMX defaults. */
  declare readonly defaults: boolean;
  /** Whether missing elements that may be nil read as null. */
  declare readonly absentNil: AbsentNil;
  /** Accepts and collects deviations from the contract. */
  declare readonly deviations: DeviationSink | undefined;
  /**
   * Called by {@link unknown} to throw; without it, unknown elements are skipped. May be set where
   * a strict part begins.
   */
  unexpected: ((reader: XmlReader, expected: readonly string[]) => never) | undefined;
  /** The first unexpected element, for errors about what is missing. */
  skipped: SkippedElement | undefined;
  /** Reads children whose tags can be expected: the `Fast` of the descriptions of types. */
  fast: unknown;
  /** Reads SOAP arrays, if the message may have some. */
  soapArrays: unknown;
  /**
   * Reads simple values as SOAP encoding types them. Where it is set, names count without their
   * namespaces.
   */
  encoded: unknown;
  /** Whether the text being read is that of bytes. */
  inBytes = false;
  /** The attribute requested last. */
  asked: XmlAttributeToken | undefined;
  /** Index of the attribute after the one found last. */
  nextAttribute = 0;
  /** Captures elements; created when first needed. */
  capture: XmlCapture | undefined;
  /** The IDs of the message, if they are checked. */
  ids: IdCheck | undefined;
  /** The names of the contract, if they are checked. */
  declared: NameCheck<XmlReader> | undefined;

  /**
   * @param source the document, or its beginning where `appendText` follows
   * @throws XmlError the XML declaration is malformed
   */
  constructor(source: string, options: XmlReaderOptions = {}) {
    const { alias, deviations, defaults = false } = options;
    this.limits = completeLimits(options.limits);
    this.alias = alias;
    this.detach = options.detach ?? source.length > DETACH_ABOVE;
    this.anyCharacter = deviations?.lenient === true;
    if (deviations?.lenient) this.prefixes.undeclared = usualMeaning(deviations);
    this.maxDepth = this.limits.depth;
    this.defaults = defaults;
    this.absentNil = options.absentNil ?? defaults;
    this.deviations = deviations;
    this.options = options;
    // The cache is shared with readers that read tags in the same way.
    const shared = options.remember !== false && !this.anyCharacter;
    const root = shared ? sharedRoot(alias, this.limits) : createRoot(alias);
    this.name = root;
    this.open = root;
    // As deep as most messages, because an array that grows is copied.
    this.stack = [root, root, root, root, root, root, root, root];
    this.load(source, documentStart);
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

  /** Name of that element as written. */
  get rawName(): string {
    return this.name.raw;
  }

  /** UTF-16 code units of the document read so far. */
  get consumed(): number {
    return this.origin.offset + this.position;
  }

  /** Continues with another text, which begins at `origin` of the document. */
  load(text: string, origin: XmlOrigin): void {
    const at = this.anyCharacter ? -1 : findForbidden(text);
    // The text before a forbidden character is read first.
    this.source = at < 0 ? text : text.slice(0, at);
    this.forbidden = at < 0 ? '' : describeCharacter(text, at);
    this.origin = origin;
    this.position = 0;
    if (origin.offset === 0) this.position = prologEnd(this);
  }

  /**
   * Reads the next START, END, TEXT or EOF. Adjacent text and CDATA sections form one TEXT;
   * comments and processing instructions are skipped.
   */
  next(): number {
    return nextToken(this);
  }

  /** Reads the next START, END or EOF; text between elements is skipped, as ASMX does. */
  nextTag(): number {
    return nextTag(this);
  }

  /**
   * Reads the text of the element whose START was just read, and its END.
   *
   * @throws XmlError the content includes a comment, a processing instruction or an element
   */
  leaf(): string {
    if (this.attributes.length > 0) {
      if (this.declared === undefined) refuseNil(this);
      else this.declared.checkText(this);
    }
    return leafText(this);
  }

  /** Skips the element whose START was just read. */
  skip(): void {
    const { offset } = this;
    skipElement(this);
    this.options.watch?.untyped(this.source, offset, this.position);
  }

  findTag(at: number): XmlTag {
    return predictTag(this, at);
  }

  /**
   * Skips the unexpected element whose START was just read.
   *
   * @param expected alternately a namespace and the local names expected in it, separated by
   *   spaces
   * @throws XmlValueError the reader is strict
   */
  unknown(...expected: readonly string[]): void {
    const { name, depth, starts } = this;
    if (this.unexpected !== undefined) this.unexpected(this, expected);
    const parent = starts[depth - 1];
    if (this.skipped?.parent !== parent) this.skipped = { parent, name };
    this.skip();
    const shown = `{${name.namespace}}${name.local}`.slice(0, 200);
    this.deviations?.add(placeOf(this), `Element '${shown}' is not expected here.`);
  }

  /** The parsed text of the element whose START was just read. Reads its END. */
  value<T>(parse: (text: string) => T): T {
    const noted = this.deviations?.count ?? 0;
    const nil = this.attributes.length > 0 && isNil(this) ? nilError(this) : undefined;
    const text = this.leaf();
    try {
      return parse(text);
    } catch (error) {
      if (nil === undefined || !(error instanceof XmlError)) return deviate(this, error);
      // an empty text is not what is wrong
      this.deviations?.keep(noted);
      error.told = nil.message;
      return deviate(this, error);
    }
  }

  /**
   * The URI of a prefix in the scope of the element whose START was just read, or whose value
   * {@link leaf} just read.
   */
  lookup(prefix: string): string | undefined {
    this.options.watch?.name(this.source, this.offset, prefix);
    return this.prefixes.lookup(this.name.scope, prefix);
  }

  /**
   * A function that resolves prefixes as they are bound here, even after the reader has moved on.
   */
  scopeLookup(): (prefix: string) => string | undefined {
    const { scope } = this.name;
    return (prefix) => this.prefixes.lookup(scope, prefix);
  }
}
