/** A list whose items are being read. */
export interface OpenList {
  /** Depth of the element that contains the items. */
  readonly depth: number;
  /** Offset of that element's start tag, which distinguishes it from others of the same depth. */
  readonly start: number;
  /**
   * Local names of the items, separated by spaces. `''` if all elements are items; then paths omit
   * their name.
   */
  readonly names: string;
  /** Items read so far. */
  readonly items: { readonly length: number };
}

/** The position of a reader in a document, from which the path of a value is computed. */
interface ReadingPlace {
  readonly origin: XmlOrigin;
  /** Offset after the token read last. */
  readonly position: number;
  /** Attributes of the START just read, without namespace declarations. */
  readonly attributes: readonly XmlAttributeToken[];
  /** The attribute requested last. */
  readonly asked: XmlAttributeToken | undefined;
  /** Offset of the token read last. */
  readonly offset: number;
  readonly source: string;
  /** Open elements. */
  readonly depth: number;
  /** Number of open elements around the value being read; paths omit them. */
  readonly base: number;
  /** Open elements by depth, starting with the document. Elements beyond `depth` are closed. */
  readonly stack: readonly { readonly local: string }[];
  /** Offsets of their start tags. */
  readonly starts: readonly number[];
  /** Lists whose items are being read, from the outside in. */
  lists: OpenList[] | undefined;
}

/**
 * Starts a list: the items are read next, inside the open element of a depth. {@link placeOf} then
 * includes their index.
 */
export function openList(
  reader: ReadingPlace,
  depth: number,
  names: string,
  items: { readonly length: number },
): void {
  const start = reader.starts[depth] ?? 0;
  reader.lists ??= [];
  const { lists } = reader;
  let last = lists[lists.length - 1];
  while (last !== undefined && last.depth >= depth) {
    if (last.depth === depth && last.start === start) break;
    lists.pop();
    last = lists[lists.length - 1];
  }
  lists.push({ depth, start, names, items });
}

/**
 * A new list for items inside the open element of a depth.
 *
 * @param names local names of the items, separated by spaces; `''` if all elements are items
 */
export function listAt<T>(reader: ReadingPlace, depth: number, names = ''): T[] {
  const items: T[] = [];
  openList(reader, depth, names, items);
  return items;
}

/**
 * Path of the element read last, open or closed, in the value being read, such as
 * `order.items[3].sku`. For the value itself, the name of its element.
 *
 * @param property an attribute of the element, or a missing child
 */
export function placeOf(reader: ReadingPlace, property?: string): string {
  const { depth } = reader;
  const last = isClosed(reader) ? depth + 1 : depth;
  const path = pathDownTo(reader, last);
  return property === undefined
    ? orRoot(reader, path, last)
    : extended(reader, path, last, property);
}

/**
 * Path of the innermost open element. Malformed content does not belong to the element read before
 * it.
 */
export function openPlace(reader: ReadingPlace): string {
  const { depth } = reader;
  return orRoot(reader, pathDownTo(reader, depth), depth);
}

function pathDownTo(reader: ReadingPlace, last: number): string {
  const { base, stack } = reader;
  let path = '';
  for (let level = base; level < last; level += 1) {
    path = extended(reader, path, level, stack[level + 1]?.local ?? '');
  }
  return path;
}

/** The path, or the name of the value's own element if the path is empty. */
function orRoot({ base, stack }: ReadingPlace, path: string, last: number): string {
  return path === '' && base <= last ? (stack[base]?.local ?? '') : path;
}

/** Whether the element read last has been closed. */
function isClosed({ offset, starts, depth, source }: ReadingPlace): boolean {
  if (offset === starts[depth]) return false;
  return offset === starts[depth + 1] || source.startsWith('</', offset);
}

/**
 * Appends to a path the name of an element whose parent has depth `level`, or its index if it is an
 * item.
 */
function extended(reader: ReadingPlace, path: string, level: number, name: string): string {
  const start = reader.starts[level];
  const list = reader.lists?.find(
    (one) =>
      one.depth === level &&
      one.start === start &&
      (one.names === '' || one.names.split(' ').includes(name)),
  );
  const step = list?.names === '' ? '' : path === '' ? name : `.${name}`;
  return path + step + (list === undefined ? '' : `[${list.items.length}]`);
}

/**
 * Sets the place that ASMX reports, for an error without a place. After a START, it is the name of
 * the attribute requested last, or of the element; otherwise the name of the next tag. Other errors
 * stay unchanged.
 */
export function locate<T>(reader: ReadingPlace, error: T): T {
  if (error instanceof XmlError && !error.located) {
    error.locate(reader.source, errorOffset(reader), reader.origin);
  }
  return error;
}

function errorOffset(reader: ReadingPlace): number {
  const { source, offset, position, starts, depth, asked } = reader;
  // If nothing was read after a START, its `<` is the last one before the position.
  if (depth > 0 && offset === starts[depth] && source.lastIndexOf('<', position - 1) === offset) {
    return asked !== undefined && reader.attributes.includes(asked)
      ? source.lastIndexOf(asked.raw, offset + asked.valueOffset - 1)
      : offset + 1;
  }
  const at = skipBlanks(source, position);
  return at < source.length && source.charCodeAt(at) !== 60 ? position : nameOffset(source, at);
}

/** What `XmlReader.next` returns at the end of the document. */
export const EOF = 0;
/** A start tag, or an empty-element tag (an END follows it). */
export const START = 1;
/** An end tag. */
export const END = 2;
/** Character data inside an element. */
export const TEXT = 3;

/** The namespace of attributes such as `xml:lang`. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
/** The namespace of namespace declarations. */
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
/** The namespace of `xsi:nil` and `xsi:type`. */
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Limits on documents. Each is inclusive. */
export interface XmlLimits {
  /** Open elements at once. */
  readonly depth: number;
  /** Open elements at once inside a skipped element, where nothing recurses. */
  readonly skippedDepth: number;
  /** Open elements at once that declare namespaces. */
  readonly namespaceDepth: number;
  /** Attributes of one element, including namespace declarations. */
  readonly attributes: number;
  /** UTF-16 code units of a name, including prefix and colon. */
  readonly nameLength: number;
  /** UTF-16 code units of one text or attribute value. */
  readonly textLength: number;
}

/** Default limits. ASMX itself accepts more than 2,000 nested unknown elements. */
export const defaultXmlLimits: XmlLimits = {
  depth: 200,
  skippedDepth: 10_000,
  namespaceDepth: 200,
  attributes: 65_536,
  nameLength: 1024,
  textLength: 134_217_728,
};

/** A name with its namespace; `''` means no namespace. */
export interface XmlQName {
  readonly namespace: string;
  readonly local: string;
}

/** An attribute of the start tag just read. */
export interface XmlAttributeToken extends XmlQName {
  /** Normalized value. */
  readonly value: string;
  /** The name as written, with its prefix. */
  readonly raw: string;
  /** Offset of the value, counted from the `<` of the tag. */
  readonly valueOffset: number;
}

/**
 * `malformed`: not well-formed, or not allowed here; `value`: not a value of the type; `limit`: a
 * limit was exceeded.
 */
type XmlErrorKind = 'malformed' | 'value' | 'limit';

/**
 * The exact reason, where callers need it: `doctype` (a DTD, always refused), `incomplete` (the
 * text ended too early, more text could fix that), `missing` (a required element or attribute).
 */
type XmlErrorCode = XmlErrorKind | 'doctype' | 'incomplete' | 'missing';

/** .NET's message for an empty document. */
export const rootMissing = 'Root element is missing.';
/** .NET's message for text outside the root. */
export const notAtRoot = 'Data at the root level is invalid.';
const shortestElement = '<a/>'.length;

/** Where a text starts in a longer one; added to positions in the text. */
export interface XmlOrigin {
  /** UTF-16 code units before the text. */
  readonly offset: number;
  /** 1-based line of its first character. */
  readonly line: number;
  /** 1-based column of its first character. */
  readonly column: number;
}

/** The origin of a text that is a whole document. */
export const documentStart: XmlOrigin = { offset: 0, line: 1, column: 1 };

/**
 * The position of an offset in a text. CRLF, CR and LF each end a line; columns count UTF-16 code
 * units.
 */
export function advanceOrigin(
  text: string,
  to: number,
  origin: XmlOrigin = documentStart,
): XmlOrigin {
  const end = Math.min(to, text.length);
  const read = text.slice(0, end);
  let { line } = origin;
  let lineStart = 1 - origin.column;
  for (let at = read.indexOf('\n'); at >= 0; at = read.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = at + 1;
  }
  for (let at = read.indexOf('\r'); at >= 0; at = read.indexOf('\r', at + 1)) {
    // The CR of a CRLF is counted with its LF. Searches of both are native.
    if (text.charCodeAt(at + 1) === 10) continue;
    line += 1;
    lineStart = Math.max(lineStart, at + 1);
  }
  return { offset: origin.offset + end, line, column: end - lineStart + 1 };
}

/** The place of an error whose place is not known. */
const nowhere: XmlOrigin = { offset: -1, line: 0, column: 0 };

/**
 * Thrown for any error in a document. The message contains no position; `line` and `column` are
 * computed on demand.
 */
export class XmlError extends Error {
  override readonly name: string = 'XmlError';
  declare readonly kind: XmlErrorKind;
  declare readonly code: XmlErrorCode;
  /** Path of the value that has the error, such as `order.items[3]`, if known. */
  path: string | undefined;
  /** The attribute with the error, or the missing child of the element read last. */
  property: string | undefined;
  /** Whether .NET reads {@link carried} in the text, so that only strict readers refuse it. */
  declare accepted?: true;
  /** Whether lenient readers refuse it, too. */
  declare fatal?: true;
  /** What clients say instead of .NET's message. */
  declare told?: string;
  /** Whether a text is not base64, for which .NET has other errors in attributes. */
  declare base64?: true;
  // Private to the engine, because what prints an error prints its properties: the document may
  // hold passwords.
  #text = '';
  #at = -1;
  #origin: XmlOrigin = documentStart;
  #carried: unknown;

  constructor(kind: XmlErrorKind, message: string, code: XmlErrorCode = kind) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /** Sets the place, unless it is already known. `offset` counts UTF-16 code units of `text`. */
  locate(text: string, offset: number, origin: XmlOrigin = documentStart): this {
    if (this.#at < 0) {
      this.#text = text;
      this.#at = Math.max(0, offset);
      this.#origin = origin;
    }
    return this;
  }

  /** Sets the value that lenient readers use instead. */
  carry(value: unknown): this {
    this.#carried = value;
    return this;
  }

  /** The value that lenient readers use instead; `undefined` if there is none. */
  get carried(): unknown {
    return this.#carried;
  }

  /** Removes the place, which was in a text other than the document. */
  withoutPlace(): this {
    this.#at = -1;
    return this;
  }

  /** Whether the place is known. The reader sets it for value errors. */
  get located(): boolean {
    return this.#at >= 0;
  }

  get #place(): XmlOrigin {
    return this.located ? advanceOrigin(this.#text, this.#at, this.#origin) : nowhere;
  }

  /** 0-based offset in UTF-16 code units; -1 if the place is not known. */
  get offset(): number {
    return this.#place.offset;
  }

  /** 1-based line; 0 if the place is not known. */
  get line(): number {
    return this.#place.line;
  }

  /** 1-based column in UTF-16 code units; 0 if the place is not known. */
  get column(): number {
    return this.#place.column;
  }
}

/** Where an error is, in parentheses; empty if that is not known. */
export function positionOf({ located, line, column }: XmlError): string {
  return located ? ` (line ${line}, column ${column})` : '';
}

/** A text that is not a value of its type. The message is .NET's. */
export class XmlValueError extends XmlError {
  override readonly name: string = 'XmlValueError';

  constructor(message: string, code: XmlErrorCode = 'value') {
    super('value', message, code);
  }
}

/** The text being read, as far as errors need it. */
export interface XmlText {
  /** The document or a part of it, up to the first character that XML forbids. */
  readonly source: string;
  /** Where the text begins in the document. */
  readonly origin: XmlOrigin;
  /** Describes the forbidden character that follows; `''` if there is none. */
  readonly forbidden: string;
  /** Offset after the token read last. */
  readonly position: number;
  /** Open elements. */
  readonly depth: number;
}

/** An error of kind `malformed` with its place. */
export function malformed(
  { source, origin }: XmlText,
  offset: number,
  message: string,
  code?: XmlErrorCode,
): XmlError {
  return new XmlError('malformed', message, code).locate(source, offset, origin);
}

/**
 * The text ended while something is still open. At the root, .NET treats a remainder shorter than
 * any element as text.
 */
export function incomplete(
  text: XmlText,
  message = 'Unexpected end of file has occurred.',
): XmlError {
  const { source, forbidden, depth, position } = text;
  if (forbidden !== '') {
    return malformed(text, source.length, `${forbidden}, is an invalid character.`);
  }
  const tag = source.indexOf('<', position);
  return depth === 0 && tag >= 0 && source.length - tag < shortestElement
    ? malformed(text, tag, notAtRoot, 'incomplete')
    : malformed(text, source.length, message, 'incomplete');
}

/** An error for something that exceeds a limit. */
export function beyondLimit(
  { source, origin }: XmlText,
  offset: number,
  message: string,
): XmlError {
  return new XmlError('limit', message).locate(source, offset, origin);
}

/** NameStartChar without the colon (XML 1.0 fifth edition, 2.3), as in a character class. */
const nameStart =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd' +
  '\\u{10000}-\\u{effff}';
const startOfName = new RegExp(`[${nameStart}]`, 'uy');
const noNamePart = new RegExp(`[^${nameStart}.\\d\\xb7\\u0300-\\u036f\\u203f\\u2040-]`, 'gu');

/**
 * Finds the end of the NCName that starts at `from` (Namespaces in XML 1.0, 3).
 *
 * @returns the offset after its last character; `from` itself when no name starts there
 */
export function ncNameEnd(text: string, from: number): number {
  startOfName.lastIndex = from;
  if (!startOfName.test(text)) return from;
  noNamePart.lastIndex = startOfName.lastIndex;
  return noNamePart.exec(text)?.index ?? text.length;
}

/** Whether the whole text is an NCName: a name without a colon. */
export function isNcName(text: string): boolean {
  return text.length > 0 && ncNameEnd(text, 0) === text.length;
}

/** Whether a code unit is white space (XML 1.0, production S). */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/**
 * The offset of the first character at or after `from` that is no white space; the length when
 * there is none.
 */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether a code point is allowed in a document (XML 1.0, production Char). */
export function isXmlChar(point: number): boolean {
  if (point < 32) return point === 9 || point === 10 || point === 13;
  return (
    point <= 0xd7ff ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}

/** Describes a character for an error message, as .NET does: `'&', hexadecimal value 0x26`. */
export function describeCharacter(text: string, at: number): string {
  // V8 13.6 reads beyond the end of a slice if asked for the character at its last code unit.
  const point = text.slice(at, at + 2).codePointAt(0) ?? 0;
  const shown = isXmlChar(point) && point !== 0 ? String.fromCodePoint(point) : '.';
  return `'${shown}', hexadecimal value 0x${point.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether a code unit may be part of a prefix. Whether it is one depends on the bindings. */
function isPrefixPart(code: number): boolean {
  const letterOrDigit =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit || code === 95 || code === 45 || code === 46 || code >= 0xb7;
}

/** Collects what comes before colons in a text, as possible prefixes of QNames. */
export function collectPrefixes(text: string, prefixes: Set<string>): void {
  let floor = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', floor)) {
    let from = colon;
    while (from > floor && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
    if (from < colon) prefixes.add(text.slice(from, colon));
    floor = colon + 1;
  }
}

/** A copy, in one piece, that does not keep the longer text it was cut from in memory. */
export function detachText(text: string): string {
  // Shorter slices are always copies, and joining a single piece gives the piece.
  return text.length < 13 ? text : [text.charAt(0), text.slice(1)].join('');
}

/**
 * Offset of the name in the tag or other markup at an offset; the offset itself if there is no
 * markup.
 */
export function nameOffset(source: string, at: number): number {
  if (source.charCodeAt(at) !== 60) return at;
  const code = source.charCodeAt(at + 1);
  if (code === 33) return source.startsWith('<!--', at) ? at + 4 : at + 9;
  return code === 47 || code === 63 ? at + 2 : at + 1;
}

/** A deviation from the contract that a lenient reader accepted. */
export interface Deviation {
  /**
   * Where it is in the value, such as `order.items[3].sku`; in the form of the `path` of an error.
   */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Collects the deviations that a reader accepts. */
export interface DeviationSink {
  /** Whether the reader accepts deviations that are otherwise errors. */
  readonly lenient: boolean;
  /** Whether the reader refuses deviations that are otherwise noted. */
  readonly strict?: boolean;
  /** Deviations noted so far. */
  readonly count: number;
  /** Notes a deviation. */
  add(path: string, message: string): void;
  /**
   * Notes that no value could be read at a path, so that it counts as missing if it is required.
   */
  lose(path: string): void;
  /** Whether {@link lose} was called for a path. Forgets the call. */
  wasLost(path: string): boolean;
  /** The usual meaning of a prefix that the document does not declare, which it notes. */
  usualMeaning?(prefix: string): string | undefined;
  /**
   * The number of the element in a Body that is meant to be the expected one for a lenient reader;
   * -1 if one has the expected name, or none is meant. Leaves the reader where it was.
   */
  meant?(reader: object, local: string, namespace: string): number;
  /**
   * Notes a header that has to be understood and is not.
   *
   * @param reader after its START
   * @throws AsmxError protocol: the client is strict
   */
  noteHeader?(reader: object, answer: object): void;
  /**
   * Drops all deviations but the first `count`, when the content they were found in is read again
   * or not used.
   */
  keep(count: number): void;
}

/** A reader that may accept deviations. */
export interface DeviatingReader extends ReadingPlace {
  readonly deviations: DeviationSink | undefined;
  /** Whether it reads what ASMX reads although XML Schema refuses it. */
  readonly defaults?: boolean;
  /** Whether it refuses that in strict envelopes. */
  readonly strict?: boolean;
  readonly skipped?: SkippedElement | undefined;
}

/** The first unexpected element in another one. */
export interface SkippedElement {
  /** Offset of the parent's start tag. */
  readonly parent: number | undefined;
  readonly name: { readonly namespace: string; readonly local: string };
}

/** Adds to an error about a missing element which one was there instead. */
export function tellInstead(error: XmlError, reader: DeviatingReader): void {
  const { skipped, defaults, starts, depth } = reader;
  // A server has .NET's words. The parent was closed.
  if (defaults || skipped?.parent !== starts[depth + 1]) return;
  if (skipped) error.message += ` Found {${skipped.name.namespace}}${skipped.name.local} instead.`;
}

/** Notes a deviation if the reader is lenient, and returns whether it is. */
export function tolerate(reader: DeviatingReader, message: string, property?: string): boolean {
  const { deviations } = reader;
  if (deviations?.lenient !== true) return false;
  deviations.add(placeOf(reader, property), message);
  return true;
}

/** Notes that the element whose START was just read is taken for another one. */
export function noteMeant(
  reader: DeviatingReader & { readonly local: string; readonly namespace: string },
  namespace: string,
  name: string,
): void {
  const { local, namespace: uri, deviations } = reader;
  const message = `Element '{${uri}}${local}' is read as '{${namespace}}${name}'.`;
  deviations?.add(placeOf(reader), message);
}

/**
 * Throws an error about the value read last. Lenient readers note it instead. In a server that is
 * not strict, a text that only XML Schema refuses has the value that .NET reads.
 *
 * @param property an attribute or child of the element read last
 * @returns the value to use, which may not have the type of the contract
 */
export function deviate<T>(reader: DeviatingReader, error: unknown, property?: string): T {
  const { deviations } = reader;
  if (error instanceof XmlError) {
    error.property ??= property;
    if (error.code === 'missing') tellInstead(error, reader);
    if (deviations?.lenient === true && error.kind !== 'limit' && !error.fatal) {
      const path = placeOf(reader, error.property);
      if (error.code === 'missing' && deviations.wasLost(path)) return error.carried as T;
      deviations.add(path, error.told ?? error.message);
      if (error.carried === undefined && error.code !== 'missing') deviations.lose(path);
      return error.carried as T;
    }
    if (error.accepted && reader.defaults && !reader.strict) return error.carried as T;
  }
  throw locate(reader, error);
}

/** Whether the START just read has `xsi:nil`, or `xsi:null` as in drafts of XML Schema. */
export function isNil({ attributes }: DeviatingReader): boolean {
  for (const { local, namespace, value } of attributes) {
    if (namespace !== XSI_NAMESPACE || (local !== 'nil' && local !== 'null')) continue;
    return /^\s*(?:true|1)\s*$/.test(value);
  }
  return false;
}

/** The error for a nil element whose declaration does not allow it (XML Schema 1, 3.3.4). */
export function nilError({ rawName }: { readonly rawName: string }): XmlValueError {
  return new XmlValueError(
    `Element '${rawName}' cannot be nil: the contract does not allow xsi:nil here.`,
  );
}

/**
 * Notes a deviation that clients accept.
 *
 * @throws XmlError the reader is strict
 */
export function note(reader: DeviatingReader, error: XmlError, property?: string): void {
  const { strict, deviations } = reader;
  error.property ??= property;
  if (strict || deviations?.strict) throw locate(reader, error);
  deviations?.add(placeOf(reader, property), error.message);
}

/**
 * Refuses the element whose START was just read if it is nil, which its declaration does not allow.
 * Only strict readers do; others of clients note a deviation.
 */
export function refuseNil(reader: DeviatingReader & { readonly rawName: string }): void {
  const { strict, deviations } = reader;
  if ((strict || deviations !== undefined) && isNil(reader)) note(reader, nilError(reader));
}
