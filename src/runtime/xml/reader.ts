import {
  advanceOrigin,
  beyondLimit,
  type DeviatingReader,
  type DeviationSink,
  defaultXmlLimits,
  describeCharacter,
  deviate,
  documentStart,
  END,
  EOF,
  incomplete,
  isBlank,
  isNil,
  malformed,
  ncNameEnd,
  nilError,
  notAtRoot,
  type OpenList,
  placeOf,
  refuseNil,
  rootMissing,
  type SkippedElement,
  START,
  skipBlanks,
  TEXT,
  tolerate,
  type XmlAttributeToken,
  XmlError,
  type XmlLimits,
  type XmlOrigin,
  type XmlText,
} from './errors.ts';
import {
  characterData,
  createRoot,
  endTagEnd,
  findForbidden,
  joinTexts,
  type NamespaceAlias,
  noAttributes,
  noteCharacters,
  readTag,
  SpecialOffsets,
  sectionEnd,
  sectionText,
  sharedRoot,
  type TextInput,
  type XmlInput,
  type XmlName,
  XmlPrefixes,
  type XmlScope,
  type XmlTag,
} from './tag.ts';
import type { XmlCapture } from './writer.ts';

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

/** The current position, for {@link resetTo}. */
export function markOf(reader: XmlReader): XmlMark {
  const { position, depth, name, rootSeen, attributes, selfClosed } = reader;
  const stack = reader.stack.slice(0, depth + 1);
  return { position, depth, name, stack, rootSeen, attributes, selfClosed };
}

/** Returns to a position marked since text was last appended. */
export function resetTo(reader: XmlReader, mark: XmlMark): void {
  reader.position = mark.position;
  reader.depth = mark.depth;
  reader.offset = reader.starts[mark.depth] ?? 0;
  reader.name = mark.name;
  for (const [depth, open] of mark.stack.entries()) {
    reader.stack[depth] = open;
    reader.open = open;
  }
  reader.rootSeen = mark.rootSeen;
  reader.attributes = mark.attributes;
  reader.selfClosed = mark.selfClosed;
  reader.maxDepth = reader.limits.depth;
  reader.plainTo = -1;
}

/**
 * Appends text and drops what has been read. Offsets then count from the current position; earlier
 * marks are invalid.
 */
export function appendText(reader: XmlReader, text: string): void {
  const { source, position, starts } = reader;
  for (let at = 0; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) - position;
  reader.lists = undefined;
  reader.plainTo = -1;
  reader.specials = new SpecialOffsets();
  reader.load(source.slice(position) + text, advanceOrigin(source, position, reader.origin));
}

/** Texts longer than this many UTF-16 code units are copied, so that the document can be freed. */
const DETACH_ABOVE: number = 1_048_576;

/** Which missing elements read as null. */
type AbsentNil = boolean | 'noted' | 'always';

/** How to read a document. */
export interface XmlReaderOptions {
  /** Limits; the default is `defaultXmlLimits`. A smaller `depth` also limits skipped elements. */
  readonly limits?: Partial<XmlLimits> | undefined;
  /**
   * Missing values of value types read as their ASMX defaults instead of being errors, and texts
   * that only XML Schema refuses as .NET reads them.
   */
  readonly defaults?: boolean | undefined;
  /**
   * Missing elements that may be nil read as null, as in SOAP encoding (SOAP 1.1 section 5.1.9).
   * Implied by `defaults`. With `noted`, each is a deviation. With `always`, so do all others.
   */
  readonly absentNil?: AbsentNil | undefined;
  /**
   * Refuses an `xsi:type` other than the declared type, if that has a name and no other can replace
   * it. Implied by `defaults`.
   */
  readonly ownTypes?: boolean | undefined;
  /** Reads values that contain an element. Without it, they are errors. */
  readonly nestedValue?: NestedValue | undefined;
  /**
   * Refuses values that contain a comment or processing instruction. Without it, they are no part
   * of the value (XML Schema 1, section 3.3.4).
   */
  readonly commentInText?: CommentInText | undefined;
  /**
   * The error for a text of a complex type or an attribute that cannot be parsed, from that of the
   * parser.
   */
  readonly conversionError?: ((error: unknown, text: string) => unknown) | undefined;
  /** Accepts and collects deviations from the contract. Without it, they are errors. */
  readonly deviations?: DeviationSink | undefined;
  /** Namespace used on the wire instead of the contract's. */
  readonly alias?: NamespaceAlias | undefined;
  /**
   * Copy texts so that they do not keep the document in memory. By default, only texts above a
   * million code units are copied.
   */
  readonly detach?: boolean | undefined;
  /** What came beside the document, to which values in it may refer (XOP). */
  readonly parts?: unknown;
  /**
   * Whether objects may be read on the fast path, which changes only the time; default true.
   */
  readonly predict?: boolean | undefined;
  /** Is told of an argument that is lost, because the contract has no place for it. */
  readonly lost?: ((message: string) => void) | undefined;
  /** Is told how values are read. Only without `predict` is it told of all. */
  readonly watch?: ReadingWatch | undefined;
  /** Whether tags are cached for similar tags in this and later documents; default true. */
  readonly remember?: boolean | undefined;
}

/** What is told how the values of a document are read, to find out what their prefixes mean. */
export interface ReadingWatch {
  /**
   * A value is read as a QName.
   *
   * @param offset of the start or end tag of its element, or of its text
   * @param prefix `''` for the default namespace
   */
  name(source: string, offset: number, prefix: string): void;
  /** A part of the document is skipped, or read as XML whose types no one knows. */
  untyped(source: string, from: number, to: number): void;
  /** What was read as XML last is read again, with types, as another document. */
  again(): void;
}

/** Adds the defaults. */
function completeLimits(given: Partial<XmlLimits> | undefined): XmlLimits {
  if (given === undefined) return defaultXmlLimits;
  const limits = { ...defaultXmlLimits, ...given };
  const narrowed = limits.depth !== defaultXmlLimits.depth && given.skippedDepth === undefined;
  return narrowed ? { ...limits, skippedDepth: limits.depth } : limits;
}

/** A name in a value of type ID or IDREF. */
export interface IdName {
  readonly name: string;
  readonly refers: boolean;
}

/** Checks the IDs of a message, and references to them. */
export interface IdCheck {
  /** Whether the message has attributes that are not in the contract and may be IDs. */
  hasOtherAttributes: boolean;
  /**
   * Adds the names in a value that was just read.
   *
   * @param value what a lenient reader uses instead
   * @param property the attribute with the value; `undefined` for the text of an element
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void;
}

/** Looks up names of the contract while a message is read. */
export interface NameCheck<Reader> {
  /** Whether unknown names are errors. */
  readonly whole: boolean;
  /** Whether an element that matches a wildcard is being read only to check it. */
  checking: boolean;
  /** Checks the `xsi:type` of the element whose START was just read, and whose content is text. */
  checkText(reader: Reader): void;
  /**
   * The reader of an element that a wildcard allows; `null` if it has none, `undefined` if the
   * element is not declared.
   */
  elementReader(name: string): ((reader: Reader) => unknown) | null | undefined;
}

/*
 * Expected tags are compared by `slice(…) === tag`. `startsWith` takes three times as long, because
 * it compares character by character.
 */

/** The part of a reader that scans tokens. */
export interface XmlScanner extends TextInput, DeviatingReader {
  position: number;
  offset: number;
  /** Open elements; an empty-element tag counts until its END. */
  depth: number;
  attributes: readonly XmlAttributeToken[];
  /** Whether the START just read is an empty-element tag. Its END follows. */
  selfClosed: boolean;
  /** Characters of the TEXT just read. */
  textValue: string;
  /** Element of the START or END read last. */
  name: XmlName;
  /** Innermost open element. */
  open: XmlName;
  readonly stack: XmlName[];
  readonly starts: number[];
  /** Without `nestedValue`, an element inside a value is an error. */
  readonly options: TextInput['options'] & {
    readonly nestedValue?: NestedValue | undefined;
    readonly commentInText?: CommentInText | undefined;
  };
  maxDepth: number;
  rootSeen: boolean;
  /** Whether the text being read is that of bytes. */
  readonly inBytes?: boolean;
  /** Finds the start tag at an offset. */
  findTag(at: number): XmlTag;
}

/**
 * Reads the value of an element that contains another element.
 *
 * @param from offset of the content; the scanner is before the other element
 */
type NestedValue = (scanner: XmlScanner, from: number) => string;

/** Refuses a comment or processing instruction in a value. */
type CommentInText = (scanner: XmlScanner, at: number) => void;

export const nestedElement = 'An element inside a text value.';

/** Reads the next START, END, TEXT or EOF. */
function nextToken(scanner: XmlScanner): number {
  if (scanner.selfClosed) return leave(scanner);
  let text = '';
  let start = -1;
  for (;;) {
    const { source, position: at } = scanner;
    let piece: string | undefined;
    if (source.charCodeAt(at) !== 60) {
      if (at >= source.length) return endDocument(scanner);
      const to = nextMarkup(source, at);
      if (scanner.depth === 0) skipText(scanner, at, to);
      else piece = textBetween(scanner, at, to);
      scanner.position = to;
    } else {
      const code = source.charCodeAt(at + 1);
      if (code !== 33 && code !== 63) {
        if (text === '') return readAnyTag(scanner, at, code);
        scanner.textValue = text;
        scanner.offset = start;
        return TEXT;
      }
      piece = readMarkup(scanner, at, code);
    }
    if (piece !== undefined) {
      if (start < 0) start = at;
      text = joinTexts(scanner, text, piece, at);
    }
  }
}

/** Reads the next START, END or EOF; text between elements is skipped, as ASMX does. */
export function nextTag(scanner: XmlScanner): number {
  if (scanner.selfClosed) return leave(scanner);
  for (;;) {
    const { source } = scanner;
    let at = scanner.position;
    if (source.charCodeAt(at) !== 60) {
      at = skipBlanks(source, at);
      if (source.charCodeAt(at) !== 60) {
        if (at >= source.length) return endDocument(scanner);
        const to = nextMarkup(source, at);
        skipText(scanner, at, to);
        scanner.position = to;
        continue;
      }
    }
    const code = source.charCodeAt(at + 1);
    if (code !== 33 && code !== 63) return readAnyTag(scanner, at, code);
    readMarkup(scanner, at, code);
  }
}

/** Reads the text of the element whose START was just read, and its END. */
export function leafText(scanner: XmlScanner): string {
  if (scanner.selfClosed) {
    leave(scanner);
    return '';
  }
  const { source, position: from } = scanner;
  const { close } = scanner.open;
  const to = source.indexOf('<', from);
  if (to < 0 || source.slice(to, to + close.length) !== close) return slowLeafText(scanner);
  const text = textBetween(scanner, from, to);
  scanner.position = to + close.length;
  leave(scanner);
  return text;
}

/** {@link leafText} for content with markup, or an end tag with spaces. */
function slowLeafText(scanner: XmlScanner): string {
  const { source, position: from, depth } = scanner;
  let text = '';
  for (;;) {
    const at = scanner.position;
    const to = source.indexOf('<', at);
    if (to < 0) throw incomplete(scanner);
    if (to > at) text = joinTexts(scanner, text, textBetween(scanner, at, to), at);
    scanner.position = to;
    const code = source.charCodeAt(to + 1);
    if (code === 47) {
      endTag(scanner, to);
      return text;
    }
    if (code === 33 || code === 63) {
      const piece = readMarkup(scanner, to, code);
      if (piece === undefined) scanner.options.commentInText?.(scanner, to);
      else text = joinTexts(scanner, text, piece, to);
      continue;
    }
    if (tolerate(scanner, nestedElement)) {
      while (scanner.depth >= depth) nextTag(scanner);
      // The content is used as written.
      return joinTexts(scanner, '', source.slice(from, scanner.offset), from);
    }
    const { nestedValue } = scanner.options;
    if (nestedValue === undefined) throw malformed(scanner, to, nestedElement);
    return nestedValue(scanner, from);
  }
}

/** Skips the element whose START was just read. */
function skipElement(scanner: XmlScanner): void {
  const { depth, limits } = scanner;
  scanner.maxDepth = limits.skippedDepth;
  while (scanner.depth >= depth) nextTag(scanner);
  scanner.maxDepth = limits.depth;
}

/** Reads the start tag at `at` in a scope, from the cache if possible. */
function findTag(input: XmlInput, at: number, outer: XmlScope): XmlTag {
  const { source } = input;
  const known = outer.attributeCache?.readTag(input, at, outer);
  if (known !== undefined) return known;
  const end = source.indexOf('>', at);
  const cached = end < 0 ? undefined : outer.tags?.get(source.slice(at, end + 1));
  return cached ?? readTag(input, at, outer);
}

/** The start tag at an offset: the one that came here last time, or another one. */
function predictTag(scanner: XmlScanner, at: number): XmlTag {
  const { source, open, name } = scanner;
  const predicted = name === open ? open.afterStart : name.afterEnd;
  if (
    predicted !== undefined &&
    predicted.outer === open.scope &&
    source.slice(at, at + predicted.text.length) === predicted.text
  ) {
    return predicted;
  }
  const tag = findTag(scanner, at, open.scope);
  if (tag.text !== '') {
    if (name === open) open.afterStart = tag;
    else name.afterEnd = tag;
  }
  return tag;
}

/** Enters the element whose start tag is at an offset. */
export function enter(scanner: XmlScanner, at: number, tag: XmlTag): number {
  const { depth, maxDepth } = scanner;
  if (depth === 0) {
    if (scanner.rootSeen) throw malformed(scanner, at, 'There are multiple root elements.');
    scanner.rootSeen = true;
  }
  if (depth >= maxDepth) {
    throw beyondLimit(scanner, at, `Elements are nested deeper than ${maxDepth}.`);
  }
  const { name } = tag;
  scanner.depth = depth + 1;
  scanner.stack[depth + 1] = name;
  scanner.starts[depth + 1] = at;
  scanner.open = name;
  scanner.name = name;
  scanner.attributes = tag.attributes;
  scanner.selfClosed = tag.selfClosed;
  scanner.offset = at;
  scanner.position = at + tag.length;
  return START;
}

function leave(scanner: XmlScanner): number {
  scanner.name = scanner.open;
  scanner.depth -= 1;
  scanner.open = scanner.stack[scanner.depth] as XmlName;
  scanner.attributes = noAttributes;
  scanner.selfClosed = false;
  return END;
}

function readAnyTag(scanner: XmlScanner, at: number, code: number): number {
  return code === 47 ? endTag(scanner, at) : enter(scanner, at, scanner.findTag(at));
}

function endTag(scanner: XmlScanner, at: number): number {
  const { source, open } = scanner;
  if (scanner.depth === 0) throw malformed(scanner, at, 'Unexpected end tag.');
  const usual = at + open.close.length;
  scanner.position =
    source.slice(at, usual) === open.close ? usual : endTagEnd(scanner, at, open) + 1;
  scanner.offset = at;
  return leave(scanner);
}

function endDocument(scanner: XmlScanner): number {
  const { source, stack, depth } = scanner;
  if (depth > 0) {
    const names = stack.slice(1, depth + 1).map(({ raw }) => raw);
    const inside = names.reverse().slice(0, 10).join(', ');
    const open = `The following elements are not closed: ${inside}.`;
    throw incomplete(scanner, `Unexpected end of file has occurred. ${open}`);
  }
  if (!scanner.rootSeen || scanner.forbidden !== '') throw incomplete(scanner, rootMissing);
  scanner.offset = source.length;
  return EOF;
}

function nextMarkup(source: string, at: number): number {
  const to = source.indexOf('<', at);
  return to < 0 ? source.length : to;
}

/** Checks text that is skipped. */
function skipText(scanner: XmlScanner, from: number, to: number): void {
  if (scanner.depth === 0) {
    const at = skipBlanks(scanner.source, from);
    if (at < to) throw malformed(scanner, at, notAtRoot);
  } else if (to > scanner.plainTo) textBetween(scanner, from, to);
}

function textBetween(scanner: XmlScanner, from: number, to: number): string {
  if (to <= scanner.plainTo) return scanner.source.slice(from, to);
  const text = characterData(scanner, from, to);
  if (scanner.anyCharacter) noteCharacters(scanner, text);
  return text;
}

const dtdMessage = 'DTD is prohibited in this XML document.';

const lateDeclaration =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, ' +
  'and no white space characters are allowed to appear before it.';

/**
 * Skips a comment (XML 1.0, 2.5) at `at`.
 *
 * @returns the offset after it
 */
function commentEnd(text: XmlText, at: number): number {
  const { source } = text;
  const end = source.indexOf('--', at + 4);
  if (end < 0 || end + 2 >= source.length) throw incomplete(text);
  if (source.charCodeAt(end + 2) !== 62) {
    const message = "An XML comment cannot contain '--', and '-' cannot be the last character.";
    throw malformed(text, end, message);
  }
  return end + 3;
}

/**
 * Skips a processing instruction (XML 1.0, 2.6) at `at`. Its target must not be `xml` or have a
 * colon.
 *
 * @returns the offset after it
 */
function instructionEnd(text: XmlText, at: number): number {
  const { source } = text;
  const nameEnd = ncNameEnd(source, at + 2);
  if (nameEnd >= source.length) throw incomplete(text);
  if (nameEnd === at + 2) throw malformed(text, nameEnd, 'A processing instruction needs a name.');
  if (nameEnd === at + 5 && source.slice(at + 2, nameEnd).toLowerCase() === 'xml') {
    throw malformed(text, at + 2, lateDeclaration);
  }
  const end = source.indexOf('?>', nameEnd);
  if (end < 0) throw incomplete(text);
  if (end !== nameEnd && !isBlank(source.charCodeAt(nameEnd))) {
    throw malformed(text, nameEnd, 'A processing instruction needs white space after its name.');
  }
  return end + 2;
}

/** The error for a `<!` that starts neither a comment nor a CDATA section. */
function badDeclaration(text: XmlText, at: number): XmlError {
  const { source } = text;
  const rest = source.slice(at, at + 9);
  if (rest === '<!DOCTYPE') return malformed(text, at, dtdMessage, 'doctype');
  const cut =
    at + rest.length >= source.length &&
    ['<!--', '<![CDATA[', '<!DOCTYPE'].some((markup) => markup.startsWith(rest));
  return cut ? incomplete(text) : malformed(text, at, 'Unexpected markup.');
}

/** The declaration that nearly every message starts with. It is not parsed. */
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

const blank = '[ \\t\\r\\n]';

const equals = `${blank}*=${blank}*`;

/** The XML declaration up to its end, or the beginning of it that is valid. */
const declared = new RegExp(
  `<\\?xml${blank}+version${equals}(["'])1\\.\\d+\\1` +
    `(?:${blank}+encoding${equals}(["'])[A-Za-z][\\w.-]*\\2)?` +
    `(?:${blank}+standalone${equals}(["'])(?:yes|no)\\3${blank}*)?` +
    `(?:${blank}+(?!encoding|standalone))?`,
  'y',
);

/**
 * Skips a byte order mark and the XML declaration (XML 1.0, 2.8) at the start of a document.
 *
 * @returns the offset after them
 * @throws XmlError the declaration is malformed
 */
function prologEnd(text: XmlText): number {
  const { source } = text;
  if (source.slice(0, usualDeclaration.length) === usualDeclaration) return usualDeclaration.length;
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!source.startsWith('<?xml', start) || !isBlank(source.charCodeAt(start + 5))) return start;
  declared.lastIndex = start;
  const at = declared.test(source) ? declared.lastIndex : start + 5;
  if (!source.startsWith('?>', at)) {
    throw source.indexOf('?>', start) < 0
      ? incomplete(text)
      : malformed(text, at, 'Syntax for an XML declaration is invalid.');
  }
  return at + 2;
}

/**
 * Reads a comment, a processing instruction or a CDATA section. Returns the text of a CDATA
 * section.
 */
function readMarkup(scanner: XmlScanner, at: number, code: number): string | undefined {
  const { source } = scanner;
  if (code === 63) scanner.position = instructionEnd(scanner, at);
  else if (source.startsWith('<!--', at)) scanner.position = commentEnd(scanner, at);
  else if (source.startsWith('<![CDATA[', at)) {
    const end = sectionEnd(scanner, at);
    const text = sectionText(scanner, at, end);
    if (scanner.anyCharacter) noteCharacters(scanner, text);
    scanner.position = end + 3;
    return text;
  } else throw badDeclaration(scanner, at);
  return undefined;
}

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
  declare detach: boolean;
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
    if (deviations?.lenient) {
      this.prefixes.undeclared = (prefix) => deviations.usualMeaning?.(prefix);
    }
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

/** What usually follows the wrapper of a message: the end of the Body. */
const bodyEnd = /[ \t\r\n]*<\//y;

/**
 * Reads the START of the next wrapper, if the one whose END was just read comes several times: .NET
 * then continues reading the same message. Elements before it are skipped.
 *
 * @returns whether there is one; otherwise the reader is where it was
 */
export function nextWrapper(reader: XmlReader): boolean {
  bodyEnd.lastIndex = reader.position;
  if (bodyEnd.test(reader.source)) return false;
  const { local, namespace, deviations } = reader;
  const isNext = (): boolean => reader.local === local && reader.namespace === namespace;
  const mark = markOf(reader);
  const noted = deviations?.count ?? 0;
  let found = false;
  while (!found && reader.nextTag() === START) {
    found = isNext();
    if (!found) reader.skip();
  }
  resetTo(reader, mark);
  deviations?.keep(noted);
  if (!found) return false;
  // what is skipped is told once it is known where that belongs
  while (reader.nextTag() === START && !isNext()) reader.unknown(namespace, local);
  return true;
}
