import type { Attachment, ReceivedParts } from '../operation/descriptor.ts';
import {
  badText,
  carryAs,
  clarkNames,
  collapse,
  formatXsdBase64Binary,
  formatXsdBase64BinaryAsString,
  formatXsdHexBinary,
  formatXsdHexBinaryAsString,
  formatXsdQName,
  type LexicalScope,
  nameLetters,
  parseXsdBase64Binary,
  parseXsdBase64BinaryAsString,
  parseXsdHexBinary,
  parseXsdHexBinaryAsString,
  parseXsdQName,
  type QNameScope,
  replaceWhiteSpace,
  toldAs,
  trimBlanks,
} from '../values/text.ts';
import { withPath } from '../xml/capture.ts';
import {
  deviate,
  END,
  placeOf,
  START,
  skipBlanks,
  TEXT,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  XmlError,
  XmlValueError,
} from '../xml/errors.ts';
import { type IdCheck, type IdName, markOf, resetTo, type XmlReader } from '../xml/reader.ts';
import { EncodeError, escapeAttribute, escapeText, notEncodable, orEmpty } from '../xml/writer.ts';
import { ELEMENT, type Parse, type QNames, type Simple } from './description.ts';
import { asText } from './message.ts';
import { parseXsdUnsignedShort } from './number.ts';
import { escaped, optimized, unescaped } from './value.ts';

const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const bareGuid = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

/**
 * Reads `guid` of `http://microsoft.com/wsdl/types/`: 32 hexadecimal digits with hyphens,
 * optionally in braces or parentheses, or without hyphens.
 *
 * @returns lower case with hyphens, as .NET writes it
 * @throws XmlValueError not a GUID
 */
export function parseXsdGuid(text: string): string {
  const value = trimBlanks(text);
  if (guidForm.test(value)) return value.toLowerCase();
  const enclosed =
    (value.startsWith('{') && value.endsWith('}')) ||
    (value.startsWith('(') && value.endsWith(')'));
  const inner = value.slice(1, -1);
  if (enclosed && guidForm.test(inner)) return inner.toLowerCase();
  const parts = bareGuid.exec(value);
  if (parts !== null) return parts.slice(1).join('-').toLowerCase();
  const error = new XmlValueError(
    'Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).',
  );
  throw toldAs(error.carry(text), text, 'a guid');
}

/** Writes `guid`: lower case, with hyphens. */
export function formatXsdGuid(value: string): string {
  if (typeof value === 'string' && guidForm.test(value)) return value.toLowerCase();
  throw notEncodable('a GUID such as 01234567-89ab-cdef-0123-456789abcdef', value);
}

/**
 * Reads `char` of `http://microsoft.com/wsdl/types/`, which SOAP carries as the number of its
 * UTF-16 code unit.
 *
 * @returns a string of one code unit
 * @throws XmlValueError not a number, or above 65535
 */
export function parseXsdChar(text: string): string {
  try {
    return String.fromCharCode(parseXsdUnsignedShort(text));
  } catch (error) {
    const char = carryAs(error, text);
    throw char instanceof XmlError ? toldAs(char, text, 'a char (0 to 65535)') : char;
  }
}

/** Writes `char`: the number of its code unit. */
export function formatXsdChar(value: string): string {
  if (typeof value === 'string' && value.length === 1) return `${value.charCodeAt(0)}`;
  throw notEncodable('one character', value);
}

const emptyTextNil = { nilIsEmpty: true } as const;
const wordText = { nilIsEmpty: true, words: true } as const;

/** `xs:normalizedString`. */
export const normalizedString: Simple = /* @__PURE__ */ escaped(
  (text) => replaceWhiteSpace(text),
  asText,
  { ...wordText, space: replaceWhiteSpace },
);

/** `xs:token`. */
export const token: Simple = /* @__PURE__ */ escaped((text) => collapse(text), asText, {
  ...wordText,
  space: collapse,
});

/**
 * Whether a text is a reference of RFC 2396 after escaping characters that URIs do not have: a
 * scheme before the first colon and something after it, two digits after `%`, at most one `#`, and
 * brackets only around an IPv6 address, in a query, a fragment or an opaque part (RFC 2732). What
 * follows `//` may be any registry-based name (section 3.2.1), such as `a:b`, so it has no other
 * form to check.
 */
function isUriReference(text: string): boolean {
  const hash = text.indexOf('#');
  if (/%(?![0-9a-fA-F]{2})/.test(text) || hash !== text.lastIndexOf('#')) return false;
  const whole = hash < 0 ? text : text.slice(0, hash);
  const start = /^[^:/?]*:/.exec(whole)?.[0] ?? '';
  if (start !== '' && !/^[a-zA-Z][a-zA-Z0-9+.-]*:$/.test(start)) return false;
  const rest = whole.slice(start.length);
  if (start !== '' && !rest.startsWith('/')) return /^[^[\]]/.test(rest);
  const [, authority = '', path = ''] = /^(?:\/\/([^/?]*))?([^?]*)/.exec(rest) ?? [];
  return !/[[\]]/.test(path) && (!/[[\]]/.test(authority) || hasAddress(authority));
}

/** Whether the host of a server is an IPv6 address in brackets (RFC 2732, section 3). */
function hasAddress(authority: string): boolean {
  const address = /^(?:[^@[\]]*@)?\[([^[\]]*)\](?::\d*)?$/.exec(authority)?.[1];
  if (address === undefined) return false;
  const sides = address
    .replace(/(^|:)\d{1,3}(?:\.\d{1,3}){3}$/, '$10:0')
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':')));
  const groups = sides.flat();
  const isWhole = sides.length === 1 ? groups.length === 8 : groups.length < 8;
  return sides.length < 3 && isWhole && groups.every((one) => /^[0-9a-fA-F]{1,4}$/.test(one));
}

/**
 * Reads `xs:anyURI` (XML Schema 2, 3.2.17). Only strict readers check its form.
 *
 * @throws XmlValueError the reader is strict, and the text is not a URI reference
 */
function parseXsdAnyURI(text: string, scope: LexicalScope): string {
  const value = collapse(text);
  const checked = scope.strict || scope.inUnion === true;
  if (checked && !isUriReference(value)) throw badText(text, 'anyURI');
  return value;
}

/**
 * Writes `xs:anyURI` (XML Schema 2, 3.2.17) without surrounding white space.
 *
 * @throws EncodeError not a URI reference
 */
function formatXsdAnyURI(value: string): string {
  const text = typeof value === 'string' ? collapse(value) : undefined;
  if (text !== undefined && isUriReference(text)) return text;
  throw notEncodable('a URI reference', value);
}

/** Length of a name in error messages. */
const SHOWN_ENTITY = 100;

interface NameForms {
  readonly ncName: RegExp;
  readonly nmToken: RegExp;
}

let forms: NameForms | undefined;

/** Names have the characters of XML's second edition, to which XML Schema 1.0 refers. */
function nameForms(): NameForms {
  if (forms === undefined) {
    const { start, part } = nameLetters();
    forms = {
      ncName: new RegExp(`^[${start}][${part}]*$`, 'u'),
      nmToken: new RegExp(`^[${part}:]+$`, 'u'),
    };
  }
  return forms;
}

function isDotNetNcName(text: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(text) || nameForms().ncName.test(text);
}

function isNmToken(text: string): boolean {
  return /^[\w.:-]+$/.test(text) || nameForms().nmToken.test(text);
}

/** Whether a text is an `xs:Name` (XML 1.0, production Name), which may have colons. */
function isXmlName(text: string): boolean {
  return isDotNetNcName(text.replace(/:/g, '_'));
}

/** Whether a text is an `xs:language`. */
function isLanguage(text: string): boolean {
  return /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(text);
}

/** Reads a name. Only strict readers check its form; .NET only trims white space. */
function parseName(
  text: string,
  scope: LexicalScope,
  isName: (text: string) => boolean,
  type: string,
): string {
  const value = collapse(text);
  const checked = scope.strict || scope.inUnion === true;
  if (checked && !isName(value)) throw badText(text, type);
  return value;
}

/** The name to write, without surrounding white space; `''` if it is not a text. */
function collapsed(value: string): string {
  return typeof value === 'string' ? collapse(value) : '';
}

/** Reads `xs:NCName` (XML Schema 2, 3.3.7). */
function parseXsdNCName(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isDotNetNcName, 'NCName');
}

/**
 * Writes `xs:NCName`, `xs:ID`, `xs:IDREF` or `xs:ENTITY` (XML Schema 2, 3.3.7 to 3.3.11).
 *
 * @throws EncodeError not a name, or one with a colon
 */
function formatXsdNCName(value: string): string {
  const text = collapsed(value);
  if (isDotNetNcName(text)) return text;
  throw notEncodable('a name without a colon (NCName)', value);
}

/**
 * Reads `xs:ENTITY` (XML Schema 2, 3.3.11): the name of an unparsed entity that a DTD declares.
 * Messages have no DTD, so no value is valid, and strict readers refuse all.
 */
function parseXsdENTITY(text: string, scope: LexicalScope): string {
  const value = parseXsdNCName(text, scope);
  if (!scope.strict) return value;
  throw new XmlValueError(`Reference to an undeclared entity, '${value.slice(0, SHOWN_ENTITY)}'.`);
}

/** Reads `xs:Name` (XML Schema 2, 3.3.6). */
function parseXsdName(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isXmlName, 'Name');
}

/**
 * Writes `xs:Name` (XML Schema 2, 3.3.6).
 *
 * @throws EncodeError not a name
 */
function formatXsdName(value: string): string {
  const text = collapsed(value);
  if (isXmlName(text)) return text;
  throw notEncodable('an XML name (Name)', value);
}

/** Reads `xs:NMTOKEN` (XML Schema 2, 3.3.4). */
function parseXsdNmToken(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isNmToken, 'NMTOKEN');
}

/**
 * Writes `xs:NMTOKEN` (XML Schema 2, 3.3.4).
 *
 * @throws EncodeError empty, or characters that names do not have
 */
function formatXsdNmToken(value: string): string {
  const text = collapsed(value);
  if (isNmToken(text)) return text;
  throw notEncodable('an XML name token (NMTOKEN)', value);
}

/** Reads `xs:language` (XML Schema 2, 3.3.3). */
function parseXsdLanguage(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isLanguage, 'language');
}

/**
 * Writes `xs:language` (XML Schema 2, 3.3.3).
 *
 * @throws EncodeError not a language tag
 */
function formatXsdLanguage(value: string): string {
  const text = collapsed(value);
  if (isLanguage(text)) return text;
  throw notEncodable("a language tag such as 'en-US'", value);
}

/** Reads `xs:ID` (XML Schema 2, 3.3.8). */
function parseXsdID(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: false });
  return name;
}

/** Reads `xs:IDREF` (XML Schema 2, 3.3.9). */
function parseXsdIDREF(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: true });
  return name;
}

export const anyURI: Simple = /* @__PURE__ */ escaped(
  parseXsdAnyURI,
  formatXsdAnyURI,
  emptyTextNil,
);

/** A GUID of .NET. */
export const guid: Simple = /* @__PURE__ */ unescaped(parseXsdGuid, formatXsdGuid, {
  initial: () => '00000000-0000-0000-0000-000000000000',
  json: { type: 'string', format: 'uuid' },
});

/** A character of .NET, which is a number on the wire. */
export const char: Simple = /* @__PURE__ */ unescaped(parseXsdChar, formatXsdChar, {
  initial: () => '\0',
});

/** Namespace of `xop:Include`. */
export const xopNamespace = 'http://www.w3.org/2004/08/xop/include';

const LESS = 60;

/**
 * Reads the value of the element whose START was just read, and its END, if its bytes are in a part
 * of the message: `xop:Include` (XOP 1.0, section 2.1). Elements that refer to the same part get
 * the same bytes.
 *
 * @param parse gives the value of a text in base64
 * @returns `undefined` for any other content, of which nothing was read
 * @throws XmlValueError it refers to no part, or to several, or is not the only content
 */
export function readIncluded(reader: XmlReader, parse: Parse): unknown {
  return readInclude(reader, (href, parts) => {
    const part = partOf(href, parts);
    parts.rest.delete(part);
    return partValue(part, parse, reader);
  });
}

/**
 * The bytes in base64 that the `xop:Include` whose START was just read refers to: XML that no type
 * describes has them as text (XOP 1.0, section 3.2). Reads its END.
 *
 * @returns `undefined` for other elements, and if a lenient reader finds no such part
 * @throws XmlValueError it refers to no part, or to several
 */
export function includedText(reader: XmlReader): string | undefined {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined || !isInclude(reader)) return undefined;
  let part: Attachment;
  try {
    part = partOf(hrefOf(reader), parts);
  } catch (error) {
    return deviate(reader, error);
  }
  reader.skip();
  parts.rest.delete(part);
  return partValue(part, sameAsText, reader) as string;
}

/** Base64 as it is. */
const sameAsText: Parse = (text) => text;

function hrefOf({ attributes }: XmlReader): string {
  return attributes.find(({ raw }) => raw === 'href')?.value ?? '';
}

/**
 * Reads the value of the element whose START was just read, and its END, if it refers to a part of
 * the message.
 *
 * @param partValueOf gives the value of the part that a URL refers to
 */
export function readInclude(
  reader: XmlReader,
  partValueOf: (href: string, parts: ReceivedParts) => unknown,
): unknown {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined || reader.selfClosed) return undefined;
  const { source, position } = reader;
  if (source.charCodeAt(skipBlanks(source, position)) !== LESS) return undefined;
  const mark = markOf(reader);
  if (nextInside(reader) !== START || !isInclude(reader)) {
    resetTo(reader, mark);
    return undefined;
  }
  const href = hrefOf(reader);
  reader.skip();
  const isOnly = nextInside(reader) === END;
  try {
    if (!isOnly) throw new XmlValueError('xop:Include is not the only content of its element.');
    return partValueOf(href, parts);
  } catch (error) {
    return deviate(reader, error);
  }
}

function isInclude({ local, namespace }: XmlReader): boolean {
  return local === 'Include' && namespace === xopNamespace;
}

/** The next token that is not white space. */
function nextInside(reader: XmlReader): number {
  const token = reader.next();
  const isBlank = token === TEXT && reader.textValue.trim() === '';
  return isBlank ? reader.next() : token;
}

/** Parts by Content-ID; `undefined` for an ID that several have. */
type PartsById = ReadonlyMap<string, Attachment | undefined>;

const indexes = new WeakMap<ReceivedParts, PartsById>();

/** The part that a URL refers to. Some stacks do not encode it, or the Content-ID. */
function partOf(href: string, parts: ReceivedParts): Attachment {
  const shown = href.slice(0, 200);
  const id = contentIdIn(href);
  const { pending } = parts;
  if (pending !== undefined) return pending.bytes(id) ?? noPart(shown, 'no part');
  const index = indexes.get(parts) ?? partIndex(parts);
  indexes.set(parts, index);
  const key = [id, decoded(id)].find((one) => index.has(one));
  const part = index.get(key ?? '');
  if (part !== undefined) return part;
  return noPart(shown, key === undefined ? 'no part' : 'several parts');
}

/** The Content-ID in a URL (RFC 2392), as it is written there. */
export function contentIdIn(href: string): string {
  if (/^cid:./is.test(href)) return href.slice(4);
  const shown = href.slice(0, 200);
  throw new XmlValueError(`xop:Include refers to '${shown}', which is no part of the message.`);
}

function noPart(href: string, wrong: string): never {
  throw new XmlValueError(`xop:Include refers to '${href}', but the message has ${wrong} of it.`);
}

function partIndex({ all }: ReceivedParts): PartsById {
  const index = new Map<string, Attachment | undefined>();
  for (const part of all) {
    if (part.id !== '') index.set(part.id, index.has(part.id) ? undefined : part);
  }
  for (const part of all) {
    const id = decoded(part.id);
    if (id !== '' && !index.has(id)) index.set(id, part);
  }
  return index;
}

/** A Content-ID without percent-encoding. */
export function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Values of parts that are no plain bytes, so that each is created once. */
const values = new WeakMap<Attachment, Map<Parse, unknown>>();

function partValue(part: Attachment, parse: Parse, reader: XmlReader): unknown {
  if (parse === parseXsdBase64Binary) return part.content;
  const known = values.get(part) ?? new Map<Parse, unknown>();
  values.set(part, known);
  if (!known.has(parse)) known.set(parse, parse(formatXsdBase64Binary(part.content), reader));
  return known.get(parse);
}

/** Gives what stands for bytes in an element; `undefined` for bytes that stay in base64. */
type Optimize = (bytes: Uint8Array) => string | undefined;

/**
 * What the writer of a message that is being written does with bytes in elements. Writing is
 * synchronous, so it is that of one message at a time.
 */
export const optimizing: { current: Optimize | undefined } = { current: undefined };

/** Reads bytes, which servers read in another way than texts. */
function readBytes(reader: XmlReader, parse: Parse): unknown {
  reader.inBytes = true;
  try {
    return reader.value((text) => parse(text, reader));
  } finally {
    reader.inBytes = false;
  }
}

/** The value of an element that refers to a part of the message; `undefined` for any other. */
function included(reader: XmlReader, parse: Parse): unknown {
  if (reader.options.parts === undefined) return undefined;
  if (reader.attributes.length > 0) reader.declared?.checkText(reader);
  return readIncluded(reader, parse);
}

/** Writes bytes in base64, unless they are sent in a part of their own. */
function formatBase64(value: Uint8Array): string {
  return optimizing.current?.(value) ?? formatXsdBase64Binary(value);
}

const bytes = {
  read: readBytes,
  json: { type: 'string', contentEncoding: 'base64', javascript: 'Uint8Array' },
} as const;

export const base64Binary: Simple = /* @__PURE__ */ optimized(
  unescaped(parseXsdBase64Binary, formatXsdBase64Binary, {
    ...bytes,
    include: readIncluded,
    read: (reader, parse) => included(reader, parse) ?? readBytes(reader, parse),
  }),
  formatBase64,
);

export const hexBinary: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinary,
  formatXsdHexBinary,
  bytes,
);

export const base64BinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdBase64BinaryAsString,
  formatXsdBase64BinaryAsString,
  {
    include: readIncluded,
    read: (reader, parse) => included(reader, parse) ?? reader.value((text) => parse(text, reader)),
    json: { type: 'string', contentEncoding: 'base64' },
  },
);

export const hexBinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinaryAsString,
  formatXsdHexBinaryAsString,
  { json: { type: 'string', contentEncoding: 'base16' } },
);

/** Length of a name in error messages. */
const longestShown = 100;

/** The first reference to a name that no ID has yet. */
interface Reference {
  readonly path: string;
  /** Offset of the name of its element. */
  readonly offset: number;
}

/**
 * The IDs of a message and the references to them (XML Schema part 1 section 3.15.5). Each is
 * looked up once and kept until the end of the message.
 */
class MessageIds implements IdCheck {
  /** Whether the message has attributes that are not in the contract and may be IDs. */
  hasOtherAttributes = false;
  /** IDs with the place of each. Content that is read a second time has the same places. */
  readonly #ids: Map<string, string> = new Map();
  readonly #open: Map<string, Reference> = new Map();
  readonly #reader: XmlReader;

  constructor(reader: XmlReader) {
    this.#reader = reader;
  }

  /**
   * Adds the names in a value that was just read.
   *
   * @param value what a lenient reader continues with
   * @param property the attribute with the value; `undefined` for the text of an element
   * @throws XmlValueError the reader is strict, and the message already has the ID
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void {
    const reader = this.#reader;
    const place = `${reader.consumed} ${property ?? ''}`;
    const own = new Set<string>();
    let path: string | undefined;
    for (const { name, refers } of names) {
      if (refers) {
        if (this.#ids.has(name) || this.#open.has(name)) continue;
        path ??= placeOf(reader, property);
        const start = reader.starts[property === undefined ? reader.depth + 1 : reader.depth];
        this.#open.set(name, { path, offset: (start ?? 0) + 1 });
        continue;
      }
      const known = this.#ids.get(name);
      if (known === undefined) {
        this.#ids.set(name, place);
        this.#open.delete(name);
      } else if (known !== place || own.has(name)) {
        path ??= placeOf(reader, property);
        const message = `'${name.slice(0, longestShown)}' is already used as an ID.`;
        if (reader.strict) throw new XmlValueError(message).carry(value);
        reader.deviations?.add(path, message);
      }
      own.add(name);
    }
  }

  /**
   * Reports references without an ID, at the end of the message. Content that is read as XML,
   * without types, may contain any ID; if there is such content, references are not checked.
   *
   * @throws XmlValueError the reader is strict, and there is such a reference
   */
  checkReferences(): void {
    const reader = this.#reader;
    if (this.hasOtherAttributes || reader.capture !== undefined) return;
    const { deviations } = reader;
    for (const [name, { path, offset }] of this.#open) {
      const message = `Reference to undeclared ID is '${name.slice(0, longestShown)}'.`;
      if (reader.strict && deviations?.lenient !== true) {
        const error = new XmlValueError(message).locate(reader.source, offset);
        throw withPath(error, path, reader);
      }
      deviations?.add(path, message);
    }
  }
}

/**
 * The function that reads a message with `xs:ID` and `xs:IDREF`, and checks that IDs are unique and
 * each reference has an ID. Strict readers refuse the message otherwise; lenient readers report a
 * deviation if anyone listens. Other readers check nothing.
 *
 * @throws XmlValueError the reader is strict, and an ID is not unique or a reference has no ID
 */
export function checkingIds<T>(read: (reader: XmlReader) => T): (reader: XmlReader) => T {
  return (reader) => {
    if (!reader.strict && reader.deviations === undefined) return read(reader);
    const ids = new MessageIds(reader);
    reader.ids = ids;
    try {
      const value = read(reader);
      ids.checkReferences();
      return value;
    } finally {
      reader.ids = undefined;
    }
  };
}

/**
 * Reads a value that is, or contains, IDs and references to IDs.
 *
 * @param property the attribute with the value; omitted for the text of an element
 */
function readIds<T>(
  text: string,
  reader: XmlReader,
  parse: (text: string, scope: LexicalScope) => T,
  property?: string,
): T {
  const { ids, strict } = reader;
  if (ids === undefined) return parse(text, reader);
  const names: IdName[] = [];
  const value = parse(text, {
    strict,
    names,
    lookup: (prefix) => reader.lookup(prefix),
  });
  ids.add(names, value, property);
  return value;
}

const emptyNil = { nilIsEmpty: true } as const;
const wordLike = { ...emptyNil, words: true } as const;

export const language: Simple = /* @__PURE__ */ unescaped(
  parseXsdLanguage,
  formatXsdLanguage,
  emptyNil,
);

export const xsdName: Simple = /* @__PURE__ */ unescaped(parseXsdName, formatXsdName, emptyNil);

export const xsdNCName: Simple = /* @__PURE__ */ unescaped(
  parseXsdNCName,
  formatXsdNCName,
  emptyNil,
);

export const xsdNMTOKEN: Simple = /* @__PURE__ */ unescaped(
  parseXsdNmToken,
  formatXsdNmToken,
  wordLike,
);

export const xsdENTITY: Simple = /* @__PURE__ */ unescaped(
  parseXsdENTITY,
  formatXsdNCName,
  emptyNil,
);

export const xsdID: Simple = /* @__PURE__ */ unescaped(parseXsdID, formatXsdNCName, emptyNil);

export const xsdIDREF: Simple = /* @__PURE__ */ unescaped(parseXsdIDREF, formatXsdNCName, emptyNil);

const known = new WeakMap<Simple, Simple>();

/**
 * A type whose values are, or contain, IDs and references, which are checked in each message. They
 * are read as elements, because their place is told.
 */
export function ids(type: Simple): Simple {
  const before = known.get(type);
  if (before !== undefined) return before;
  const { scan, ...others } = type;
  const made: Simple = {
    ...others,
    from: { base: type },
    way: ELEMENT,
    parse: (text, reader, attribute) =>
      readIds(text, reader, (one, scope) => type.parse(one, scope as XmlReader), attribute),
  };
  known.set(type, made);
  return made;
}

/** Declarations on one element. Readers refuse more than 64 attributes. */
const maxNamespaces = 50;

/** Returns the lexical form of a value with QNames. */
type FormatName<T> = (value: T, scope: QNameScope) => string;

/** How a value with QNames is written. */
interface QNameText<T> {
  readonly format: FormatName<T>;
  /** Prefixes to try, because a pattern may require one. */
  readonly stems: readonly string[];
}

/** Generates and declares prefixes for the names in one text. */
class Prefixes implements QNameScope {
  /** Namespace declarations, each with a space before it. */
  declarations = '';
  readonly #stem: string;
  readonly #known: Map<string, string> = new Map([
    ['', ''],
    [XML_NAMESPACE, 'xml:'],
  ]);

  /** @param stem the first prefix; the others begin with it */
  constructor(stem: string) {
    this.#stem = stem;
  }

  qualify(namespace: string, local: string): string {
    const known = this.#known.get(namespace);
    return (known ?? this.#declare(namespace)) + local;
  }

  #declare(namespace: string): string {
    const count = this.#known.size - 1;
    if (namespace === XMLNS_NAMESPACE || count > maxNamespaces) {
      const message =
        count > maxNamespaces
          ? `The value has names of more than ${maxNamespaces} namespaces.`
          : `The namespace ${namespace} is reserved.`;
      throw new EncodeError(message);
    }
    const prefix = count === 1 ? this.#stem : `${this.#stem}.${count}`;
    const uri = escapeAttribute(namespace);
    this.declarations += ` xmlns:${prefix}="${uri}"`;
    this.#known.set(namespace, `${prefix}:`);
    return `${prefix}:`;
  }
}

/** Text and declarations, with the first prefix that the facets of the type allow. */
function qualifiedText<T>(
  value: T,
  { format, stems }: QNameText<T>,
): readonly [declarations: string, text: string] {
  let failure: unknown;
  for (const stem of stems) {
    const scope = new Prefixes(stem);
    try {
      const text = format(value, scope);
      return [scope.declarations, text];
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Writes the text of an element whose value has QNames, and the end of its start tag: declarations
 * of the prefixes, `>`, text. No default namespace may be in scope.
 */
function qnameContent<T>(value: T, how: QNameText<T>): string {
  const [declarations, text] = qualifiedText(value, how);
  return `${declarations}>${orEmpty(escapeText(text))}`;
}

/**
 * Writes an attribute whose value has QNames: a space, declarations of the prefixes, and the
 * attribute.
 *
 * @param how its name as written, and prefixes not used elsewhere in the tag
 */
function qnameAttribute<T>(value: T, how: QNameText<T> & { readonly attribute: string }): string {
  const [declarations, text] = qualifiedText(value, how);
  return `${declarations} ${how.attribute}="${escapeAttribute(text)}"`;
}

/** The scope of the QNames being written. Texts are written one at a time. */
let writing: QNameScope = clarkNames;

/** Gives the text of a value whose QNames are qualified by a scope. */
function qualifying(raw: Simple['raw']): (value: never, scope: QNameScope) => string {
  return (value, scope) => {
    const before = writing;
    writing = scope;
    try {
      return raw(value);
    } finally {
      writing = before;
    }
  };
}

/** How values with QNames are written. */
function qNamesOf(raw: Simple['raw'], stems: readonly string[]): QNames {
  const format = qualifying(raw);
  return {
    stems,
    of: (other, more = []) => qNamesOf(other, more),
    content: (value, all) => qnameContent(value, { format, stems: all }),
    attribute: (value, all, attribute) => qnameAttribute(value, { format, stems: all, attribute }),
  };
}

const qNameText: Simple = /* @__PURE__ */ unescaped(parseXsdQName, (value) =>
  formatXsdQName(value, writing),
);

/** `xs:QName` and `xs:NOTATION`: `{namespace}local`. */
export const xsdQName: Simple = /* @__PURE__ */ qualified(qNameText);

/**
 * A type whose values have QNames.
 *
 * @param stems prefixes that patterns of the type require
 */
export function qualified(type: Simple, stems: readonly string[] = []): Simple {
  return { ...type, names: qNamesOf(type.raw, stems) };
}

/** The base of an enumeration whose values are of a union: names, and the texts of other values. */
export function namesOrTexts(union: Simple): Simple {
  const raw = (value: never): string => (isName(value) ? xsdQName.raw(value) : String(value));
  return escaped(
    (given, reader, attribute) => {
      const value = union.parse(given, reader, attribute);
      return isName(value) ? value : collapse(given);
    },
    raw,
    { ...(xsdQName.names && { names: xsdQName.names }) },
  );
}

/** Whether a value is a QName with a namespace; others are their text. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('{');
}
