import {
  beyondLimit,
  type DeviatingReader,
  defaultXmlLimits,
  describeCharacter,
  detachText,
  incomplete,
  isBlank,
  isXmlChar,
  malformed,
  ncNameEnd,
  notAtRoot,
  skipBlanks,
  tolerate,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttributeToken,
  type XmlError,
  type XmlLimits,
  type XmlQName,
  type XmlText,
  XSI_NAMESPACE,
} from './errors.ts';

/** Offset of the next occurrence; past the end if there is none. */
function offsetOf(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found < 0 ? source.length + 1 : found;
}

/**
 * Offsets of the next `&`, CR and `]]>`. Each stays valid until it is passed, so no part of the
 * document is searched twice.
 */
export class SpecialOffsets {
  #ampersand = -1;
  #ampersandFrom = 0;
  #carriage = -1;
  #carriageFrom = 0;
  #sectionEnd = -1;
  #sectionEndFrom = 0;

  /** Offset of the next `&`, CR or `]]>` at or after `from`. */
  next(source: string, from: number): number {
    if (from > this.#ampersand || from < this.#ampersandFrom) {
      this.#ampersand = offsetOf(source, '&', from);
      this.#ampersandFrom = from;
    }
    if (from > this.#carriage || from < this.#carriageFrom) {
      this.#carriage = offsetOf(source, '\r', from);
      this.#carriageFrom = from;
    }
    if (from > this.#sectionEnd || from < this.#sectionEndFrom) {
      this.#sectionEnd = offsetOf(source, ']]>', from);
      this.#sectionEndFrom = from;
    }
    return Math.min(this.#ampersand, this.#carriage, this.#sectionEnd);
  }
}

/** A document whose texts are read. */
export interface TextInput extends XmlInput {
  /** Texts that end at or before this offset need no decoding; -1 if each must be checked. */
  plainTo: number;
  specials: SpecialOffsets;
}

/** An error for a name, value or text that is too long. */
function tooLong(text: XmlText, offset: number, what: string, limit: number): XmlError {
  return beyondLimit(text, offset, `A ${what} is longer than ${limit} characters.`);
}

/**
 * Returns the engine's internal copy of a text, which it compares by address. That makes `===` and
 * `switch` on names fast. The copy is not a slice, so it does not keep the document in memory.
 */
function internalize(text: string): string {
  const holder: Record<string, true> = Object.create(null) as Record<string, true>;
  holder[text] = true;
  return Object.keys(holder)[0] ?? '';
}

/** An error about the character at an offset, which replaces `{0}` in the message. */
function badCharacter(text: XmlText, at: number, message: string): XmlError {
  const { source } = text;
  if (at >= source.length) return incomplete(text);
  // A function, because `$` in a replacement string has a special meaning.
  return malformed(
    text,
    at,
    message.replace('{0}', () => describeCharacter(source, at)),
  );
}

/** The end of a QName that must start at `from`. */
function qNameEnd(text: XmlText, from: number, limit: number): number {
  const { source } = text;
  let start = from;
  let end = from - 1;
  do {
    start = end + 1;
    end = ncNameEnd(source, start);
    if (end === start) throw badCharacter(text, end, 'Name cannot begin with the {0} character.');
  } while (start === from && source.charCodeAt(end) === 58);
  if (end - from > limit) {
    throw tooLong(text, from, 'name', limit);
  }
  return end;
}

function checkLength(input: XmlInput, at: number, length: number): void {
  const { textLength } = input.limits;
  if (length <= textLength) return;
  throw tooLong(input, at, 'text', textLength);
}

/** Text that may have references, line ends to normalize or `]]>`, or must be copied. */
export function characterData(input: TextInput, from: number, to: number): string {
  const { source, limits, detach, anyCharacter } = input;
  checkLength(input, from, to - from);
  const special = input.specials.next(source, from);
  if (!detach && !anyCharacter && source.length <= limits.textLength) input.plainTo = special;
  const text = to <= special ? source.slice(from, to) : decodeText(input, from, to);
  return detach ? detachText(text) : text;
}

/** Offset of the `]]>` of the CDATA section at an offset. */
export function sectionEnd(input: XmlInput, at: number): number {
  if (input.depth === 0) throw malformed(input, at, notAtRoot);
  const end = input.source.indexOf(']]>', at + 9);
  if (end < 0) throw incomplete(input);
  checkLength(input, at, end - at - 9);
  return end;
}

/** Text of the CDATA section at an offset. */
export function sectionText({ source, detach }: XmlInput, at: number, end: number): string {
  const text = normalizeLineEnds(source.slice(at + 9, end));
  return detach ? detachText(text) : text;
}

/** Joins two pieces of one text. The second is at an offset. */
export function joinTexts(input: XmlInput, before: string, piece: string, at: number): string {
  checkLength(input, at, before.length + piece.length);
  return before + piece;
}

/** No attributes, shared so that the most frequent case allocates nothing. */
export const noAttributes: readonly XmlAttributeToken[] = [];

/** Longer tags are not cached. */
const CACHED_LENGTH = 512;

/** An attribute whose prefix is not resolved yet. */
interface RawAttribute {
  readonly raw: string;
  readonly value: string;
  readonly nameOffset: number;
  readonly valueOffset: number;
  readonly end: number;
}

/** The part of a start tag after the name. */
interface TagContent {
  readonly attributes: readonly RawAttribute[];
  /** URIs by prefix; `undefined` if no namespace is declared. */
  readonly declared: ReadonlyMap<string, string> | undefined;
  /** Offset of the `>` or `/`. */
  readonly end: number;
}

function unexpectedToken(text: XmlText, at: number, expected: string): Error {
  const message = `{0} is an unexpected token. The expected token is ${expected}.`;
  return badCharacter(text, at, message);
}

function duplicate(text: XmlText, { nameOffset, raw }: RawAttribute): Error {
  return malformed(text, nameOffset, `'${raw}' is a duplicate attribute name.`);
}

/** Adds a name to those of a scope. */
function addName(
  names: Map<string, XmlName>,
  namespace: string,
  raw: string,
  scope: XmlScope,
): XmlName {
  const name = createName(namespace, raw, scope);
  makeRoom(scope, raw.length);
  names.set(name.raw, name);
  return name;
}

/** The namespace of a name at an offset. */
function resolvePrefix(input: XmlInput, at: number, raw: string, scope: XmlScope): string {
  const prefix = prefixOf(raw);
  const namespace = input.prefixes.lookup(scope, prefix);
  if (namespace !== undefined && prefix !== 'xmlns') return namespace;
  throw malformed(input, at, `'${prefix}' is an undeclared prefix.`);
}

/** Namespaces that `xsi:type` and `xsi:null` had in drafts, which old stacks send. */
const oldInstance = /^http:\/\/www\.w3\.org\/(?:1999|2000\/10)\/XMLSchema-instance$/;

/**
 * Checks a namespace declaration (Namespaces in XML 1.0, 2.2, 3, 5).
 *
 * @returns the URI of the prefix, with the alias applied; that of today for a draft of XML Schema
 */
function declaredUri(input: XmlInput, at: number, prefix: string, uri: string): string {
  const { alias } = input;
  if (
    prefix === 'xmlns' ||
    uri === XMLNS_NAMESPACE ||
    (prefix === 'xml') !== (uri === XML_NAMESPACE)
  ) {
    const mapped = `Prefix '${prefix}' cannot be mapped to namespace name '${uri}'`;
    throw malformed(input, at, `${mapped}, which is reserved.`);
  }
  if (prefix !== '' && uri === '') {
    throw malformed(input, at, 'Invalid namespace declaration: a prefix needs a namespace name.');
  }
  if (oldInstance.test(uri)) return XSI_NAMESPACE;
  return internalize(uri === alias?.from ? alias.to : uri);
}

/** Reads `name = "value"` at `from`. */
function readAttribute(input: XmlInput, from: number): RawAttribute {
  const { source, limits } = input;
  const nameEnd = qNameEnd(input, from, limits.nameLength);
  const equals = skipBlanks(source, nameEnd);
  if (source.charCodeAt(equals) !== 61) throw unexpectedToken(input, equals, "'='");
  const quote = skipBlanks(source, equals + 1);
  const mark = source.charAt(quote);
  if (mark !== '"' && mark !== "'") throw unexpectedToken(input, quote, "'\"' or '''");
  const valueOffset = quote + 1;
  const end = source.indexOf(mark, valueOffset);
  if (end < 0) throw incomplete(input);
  if (end - valueOffset > limits.textLength) {
    throw tooLong(input, valueOffset, 'value', limits.textLength);
  }
  const value = decodeAttribute(input, valueOffset, end);
  return { raw: source.slice(from, nameEnd), value, nameOffset: from, valueOffset, end };
}

/** Reads the attributes and namespace declarations of a tag whose name ends at an offset. */
function readContent(input: XmlInput, nameEnd: number): TagContent {
  const { source, limits } = input;
  const attributes: RawAttribute[] = [];
  let declared: Map<string, string> | undefined;
  let end = nameEnd;
  for (let count = 1; ; count++) {
    const from = skipBlanks(source, end);
    const code = source.charCodeAt(from);
    if (code === 62 || code === 47) return { attributes, declared, end: from };
    if (from === end || from >= source.length) throw unexpectedToken(input, from, 'white space');
    if (count > limits.attributes) {
      const message = `An element has more than ${limits.attributes} attributes.`;
      throw beyondLimit(input, from, message);
    }
    const attribute = readAttribute(input, from);
    const { raw, value } = attribute;
    end = attribute.end + 1;
    if (raw.startsWith('xmlns') && (raw.length === 5 || raw.charCodeAt(5) === 58)) {
      const prefix = internalize(raw.slice(6));
      const uri = declaredUri(input, from, prefix, value);
      declared ??= new Map();
      if (declared.has(prefix)) throw duplicate(input, attribute);
      declared.set(prefix, uri);
    } else {
      attributes.push(attribute);
    }
  }
}

/** From this many attributes of a tag on, a set finds repeated ones faster than a search. */
const MANY = 16;

/** Returns a function that says whether a name is among the tokens so far. */
function repetitions(
  count: number,
  tokens: readonly XmlAttributeToken[],
): (namespace: string, local: string) => boolean {
  if (count < MANY) {
    return (namespace, local) =>
      tokens.some((other) => other.local === local && other.namespace === namespace);
  }
  const known = new Set<string>();
  return (namespace, local) => {
    const before = known.size;
    return known.add(`${namespace} ${local}`).size === before;
  };
}

/**
 * Resolves the attributes of the tag at an offset in the tag's own scope, and refuses duplicates
 * (Namespaces in XML 1.0, 6.3).
 */
function resolveAttributes(
  input: XmlInput,
  at: number,
  raws: readonly RawAttribute[],
  scope: XmlScope,
): readonly XmlAttributeToken[] {
  if (raws.length === 0) return noAttributes;
  const tokens: XmlAttributeToken[] = [];
  const isRepeated = repetitions(raws.length, tokens);
  for (const one of raws) {
    const { raw: written, value, nameOffset, valueOffset } = one;
    scope.attributes ??= new Map();
    let name = scope.attributes.get(written);
    if (name === undefined) {
      const prefixed = written.includes(':');
      const uri = prefixed ? resolvePrefix(input, nameOffset, written, scope) : '';
      name = addName(scope.attributes, uri, written, scope);
    }
    const { namespace, local, raw } = name;
    if (isRepeated(namespace, local)) throw duplicate(input, one);
    tokens.push({
      namespace,
      local,
      value: input.detach ? detachText(value) : value,
      raw,
      valueOffset: valueOffset - at,
    });
  }
  return tokens;
}

/**
 * Caches a tag that is likely to come again: one without attributes, or with only `xsi:type` and
 * `xsi:nil`. The key is its text, which must end at its first `>`.
 */
function cacheTag({ source }: XmlText, at: number, tag: XmlTag): XmlTag | undefined {
  const { outer, attributes, length } = tag;
  const end = at + length;
  if (
    length > CACHED_LENGTH ||
    source.indexOf('>', at) !== end - 1 ||
    attributes.some(({ namespace }) => namespace !== XSI_NAMESPACE)
  ) {
    return undefined;
  }
  const text = detachText(source.slice(at, end));
  const detached = attributes.map((item) => ({ ...item, value: detachText(item.value) }));
  const cached = { ...tag, text, attributes: detached };
  makeRoom(outer, length);
  outer.tags ??= new Map();
  outer.tags.set(text, cached);
  return cached;
}

/**
 * Reads the start tag or empty-element tag at `at` (XML 1.0, 3.1) in a scope.
 *
 * @throws XmlError the tag is not well-formed, a prefix is not declared, or a limit is exceeded
 */
export function readTag(input: XmlInput, at: number, outer: XmlScope): XmlTag {
  const { source, limits } = input;
  const nameEnd = qNameEnd(input, at + 1, limits.nameLength);
  const { attributes: raws, declared, end } = readContent(input, nameEnd);
  const selfClosed = source.charCodeAt(end) === 47;
  const last = selfClosed ? end + 1 : end;
  if (source.charCodeAt(last) !== 62) throw unexpectedToken(input, last, "'>'");
  const { namespaceDepth } = limits;
  if (declared !== undefined && outer.depth >= namespaceDepth) {
    const message = `Elements that declare namespaces are nested deeper than ${namespaceDepth}.`;
    throw beyondLimit(input, at, message);
  }
  const scope = declared === undefined ? outer : createScope(outer, declared);
  const raw = source.slice(at + 1, nameEnd);
  const name =
    scope.names.get(raw) ??
    addName(scope.names, resolvePrefix(input, at + 1, raw, scope), raw, scope);
  const attributes = resolveAttributes(input, at, raws, scope);
  const tag: XmlTag = { name, attributes, selfClosed, text: '', length: last + 1 - at, outer };
  if (input.options.remember === false) return tag;
  const cached = cacheTag(input, at, tag);
  if (cached === undefined && declared === undefined) outer.attributeCache?.add(input, at, tag);
  return cached ?? tag;
}

/** Finds the `>` of the end tag of `name` at `at`. White space may precede it. */
export function endTagEnd(text: XmlText, at: number, name: XmlName): number {
  const { source } = text;
  const nameEnd = at + 2 + name.raw.length;
  const end = skipBlanks(source, nameEnd);
  const matches = source.startsWith(name.raw, at + 2);
  if (matches && source.charCodeAt(end) === 62) return end;
  const found = qNameEnd(text, at + 2, Number.POSITIVE_INFINITY);
  if (found >= source.length || (matches && end >= source.length)) throw incomplete(text);
  if (matches && found === nameEnd && (end > nameEnd || !isBlank(source.charCodeAt(found)))) {
    throw unexpectedToken(text, end, "'>'");
  }
  const given = source.slice(at + 2, found);
  const message = `The '${name.raw}' start tag does not match the end tag of '${given}'.`;
  throw malformed(text, at + 2, message);
}

/** The predefined entities (XML 1.0, 4.6). */
export const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const characterNumber = /x[\da-fA-F]*|\d*/y;

/** The character that a numeric reference denotes. Any number of leading zeros is allowed. */
function readCharacterReference(input: XmlInput, at: number): string {
  const { source } = input;
  characterNumber.lastIndex = at + 2;
  characterNumber.test(source);
  const end = characterNumber.lastIndex;
  const hex = source.charCodeAt(at + 2) === 120;
  const digits = source.slice(at + (hex ? 3 : 2), end);
  if (digits === '' || source.charCodeAt(end) !== 59) {
    const kind = hex ? 'hexadecimal' : 'decimal';
    throw malformed(input, end, `Invalid syntax for a ${kind} numeric entity reference.`);
  }
  // All numbers beyond Unicode are reported as the first one.
  const point = Math.min(Number.parseInt(digits, hex ? 16 : 10), 0x110000);
  if (!isXmlChar(point) && !(input.anyCharacter && point < 0x110000)) {
    const number = (hex ? '0x' : '') + point.toString(hex ? 16 : 10).toUpperCase();
    throw malformed(input, at, `The character reference ${number} is an invalid character.`);
  }
  return String.fromCodePoint(point);
}

/** The character that the reference at `at`, the offset of its `&`, denotes. */
function readReference(input: XmlInput, at: number): string {
  const { source } = input;
  if (source.charCodeAt(at + 1) === 35) return readCharacterReference(input, at);
  const character = entities.get(source.slice(at + 1, source.indexOf(';', at)));
  if (character !== undefined) return character;
  const end = ncNameEnd(source, at + 1);
  if (end === at + 1 || source.charCodeAt(end) !== 59) {
    throw malformed(input, end, 'An error occurred while parsing EntityName.');
  }
  const name = source.slice(at + 1, end);
  throw malformed(input, at + 1, `Reference to undeclared entity '${name}'.`);
}

/**
 * Resolves references between `from` and `to`. The text between them is passed through `literal`.
 */
function decodeReferences(
  input: XmlInput,
  from: number,
  to: number,
  literal: (text: string) => string,
): string {
  const { source } = input;
  let out = '';
  let start = from;
  let ampersand = source.indexOf('&', from);
  while (ampersand >= 0 && ampersand < to) {
    // A reference contains no delimiter, so it ends before `to` or is an error.
    out += literal(source.slice(start, ampersand)) + readReference(input, ampersand);
    start = source.indexOf(';', ampersand) + 1;
    ampersand = source.indexOf('&', start);
  }
  return out + literal(source.slice(start, to));
}

/** Line ends become LF (XML 1.0, 2.11). */
function normalizeLineEnds(text: string): string {
  return text.indexOf('\r') < 0 ? text : text.replace(/\r\n?/g, '\n');
}

function normalizeSpace(text: string): string {
  return text.replace(/\r\n|[\t\n\r]/g, ' ');
}

/**
 * Character data between two pieces of markup: line ends normalized, references resolved (XML 1.0,
 * 2.4, 2.11, 4.1).
 *
 * @throws XmlError `]]>` or a bad reference
 */
function decodeText(input: XmlInput, from: number, to: number): string {
  const text = input.source.slice(from, to);
  const end = text.indexOf(']]>');
  if (end >= 0) throw malformed(input, from + end, "']]>' is not allowed in character data.");
  if (text.indexOf('&') < 0) return normalizeLineEnds(text);
  return decodeReferences(input, from, to, normalizeLineEnds);
}

/**
 * An attribute value: white space normalized as for CDATA, references resolved (XML 1.0, 3.3.3).
 *
 * @throws XmlError `<` or a bad reference
 */
export function decodeAttribute(input: XmlInput, from: number, to: number): string {
  const text = input.source.slice(from, to);
  if (!/[\t\n\r&<]/.test(text)) return text;
  const tag = text.indexOf('<');
  if (tag >= 0) {
    const message = `${describeCharacter('<', 0)}, is an invalid attribute character.`;
    throw malformed(input, from + tag, message);
  }
  if (text.indexOf('&') < 0) return normalizeSpace(text);
  return decodeReferences(input, from, to, normalizeSpace);
}

/** An alias of the contract's namespace: `from` on the wire is reported as `to`. */
export interface NamespaceAlias {
  readonly from: string;
  readonly to: string;
}

/** Predicted start and end tags of the children of an element. */
interface PredictedTags {
  readonly children: readonly unknown[];
  readonly namespace: string;
  readonly expected: readonly unknown[];
}

/** An attribute of an element, in all its forms. */
export interface XmlAttributeName extends XmlQName {
  /** The last tag that had it. */
  serial: number;
}

/** A form of an attribute: the text from the end of the previous value to the start of its own. */
export interface XmlAttributePlace {
  /** ` name="`, with any spaces before it. */
  readonly text: string;
  /** Character code of the quote. */
  readonly quote: number;
  /** The name as written. */
  readonly raw: string;
  readonly attribute: XmlAttributeName;
  /** The form that followed last time. */
  next: XmlAttributePlace | undefined;
}

/** An element name in one scope. */
export interface XmlName extends XmlQName {
  readonly prefix: string;
  /** The name as written. */
  readonly raw: string;
  /** Its end tag without white space. */
  readonly close: string;
  /** What is in scope inside the element. */
  readonly scope: XmlScope;
  predicted: PredictedTags | undefined;
  /** The tags last seen after this start tag and after its end tag. They predict the next tag. */
  afterStart: XmlTag | undefined;
  afterEnd: XmlTag | undefined;
  /** Forms of its attributes by their text; undefined until there is one. */
  places: Map<string, XmlAttributePlace> | undefined;
  /** The form of the attribute that came first last time. */
  firstPlace: XmlAttributePlace | undefined;
}

/** A parsed start tag. */
export interface XmlTag {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeToken[];
  readonly selfClosed: boolean;
  /** The whole tag with `<` and `>`; empty if it is not cached. */
  readonly text: string;
  /** Length of the whole tag. */
  readonly length: number;
  /** Scope that the tag is in. */
  readonly outer: XmlScope;
}

/** Reads start tags whose attributes have the form of earlier ones. */
export interface AttributeCache {
  /** The tag at an offset; undefined if no earlier one was written like it. */
  readTag(input: XmlInput, at: number, outer: XmlScope): XmlTag | undefined;
  /** Caches the form of each attribute of the tag at an offset, which has nothing else. */
  add(input: XmlInput, at: number, tag: XmlTag): void;
}

/**
 * The bindings of a tag that declares namespaces, and the names and tags cached in their scope.
 * Scopes are linked rather than copied, so that documents with many declarations stay cheap.
 */
export interface XmlScope {
  readonly parent: XmlScope | undefined;
  /** Number of outer scopes. */
  readonly depth: number;
  readonly declared: ReadonlyMap<string, string>;
  readonly defaultNamespace: string;
  readonly names: Map<string, XmlName>;
  /** Names of attributes; undefined until there is one. */
  attributes: Map<string, XmlName> | undefined;
  /** Whole tags; undefined until one is cached. */
  tags: Map<string, XmlTag> | undefined;
  /** Undefined until a codec reads an attribute, in this scope or an outer one. */
  attributeCache: AttributeCache | undefined;
}

/**
 * Size of the cache that documents share, in UTF-16 code units of keys. Each entry counts as 64
 * more.
 */
const MEMO_SIZE = 1_000_000;
const ENTRY_COST = 64;
/** Number of combinations of alias and limits that have a cache. */
const ROOTS = 32;

const noDeclarations: ReadonlyMap<string, string> = new Map();
let roots = new Map<string, XmlName>();
let defaultRoot: XmlName | undefined;
let spent = 0;

/** A scope inside `parent` with further declarations (prefix to URI). */
function createScope(
  parent: XmlScope | undefined,
  declared: ReadonlyMap<string, string>,
): XmlScope {
  return {
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    declared,
    defaultNamespace: declared.get('') ?? parent?.defaultNamespace ?? '',
    names: new Map(),
    attributes: undefined,
    tags: undefined,
    attributeCache: parent?.attributeCache,
  };
}

/** A name as written, in a scope. */
function createName(namespace: string, written: string, scope: XmlScope): XmlName {
  const raw = internalize(written);
  const colon = raw.indexOf(':');
  return {
    namespace,
    local: colon < 0 ? raw : internalize(raw.slice(colon + 1)),
    prefix: internalize(prefixOf(raw)),
    raw,
    close: `</${raw}>`,
    scope,
    predicted: undefined,
    afterStart: undefined,
    afterEnd: undefined,
    places: undefined,
    firstPlace: undefined,
  };
}

/** The prefix of a name; `''` for none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

/** The document as the outermost element, in its own scope. */
export function createRoot(alias: NamespaceAlias | undefined): XmlName {
  const declared = alias?.from === '' ? new Map([['', internalize(alias.to)]]) : noDeclarations;
  return createName('', '', createScope(undefined, declared));
}

/**
 * The document as the outermost element, with what is cached from earlier documents of the same
 * alias and limits.
 */
export function sharedRoot(alias: NamespaceAlias | undefined, limits: XmlLimits): XmlName {
  const usual =
    limits.attributes >= defaultXmlLimits.attributes &&
    limits.namespaceDepth === defaultXmlLimits.namespaceDepth &&
    limits.nameLength >= defaultXmlLimits.nameLength &&
    limits.textLength >= defaultXmlLimits.textLength;
  if (usual && alias === undefined) {
    defaultRoot ??= createRoot(undefined);
    return defaultRoot;
  }
  // Tags cached under wider limits would pass unchecked under narrower ones.
  const { attributes, namespaceDepth, nameLength, textLength } = limits;
  const bounds = usual ? [] : [attributes, namespaceDepth, nameLength, textLength];
  const key = JSON.stringify([bounds, alias?.from, alias?.to]);
  const known = roots.get(key);
  if (known !== undefined) return known;
  if (roots.size >= ROOTS) roots = new Map();
  const root = createRoot(alias);
  roots.set(key, root);
  return root;
}

/**
 * Drops the predictions of an element and of those predicted after it, which can be a whole
 * document.
 */
function unlink(name: XmlName): void {
  name.afterStart = undefined;
  name.afterEnd = undefined;
  name.places = undefined;
  name.firstPlace = undefined;
}

function forget(scope: XmlScope): void {
  for (const name of scope.names.values()) unlink(name);
  if (scope.tags !== undefined) for (const tag of scope.tags.values()) unlink(tag.name);
  scope.names.clear();
  scope.attributes = undefined;
  scope.tags = undefined;
}

/** Counts an entry that will be cached in `scope`. If the cache is full, it is emptied first. */
export function makeRoom(scope: XmlScope, keyLength: number): void {
  spent += keyLength + ENTRY_COST;
  if (spent <= MEMO_SIZE) return;
  spent = keyLength + ENTRY_COST;
  roots = new Map();
  defaultRoot = undefined;
  for (let inner: XmlScope | undefined = scope; inner !== undefined; inner = inner.parent) {
    forget(inner);
  }
}

/** The document as the parts of the reader see it: its text and the options for reading it. */
export interface XmlInput extends XmlText {
  /** Tags are cached unless `remember` is false. */
  readonly options: { readonly remember?: boolean | undefined };
  readonly limits: XmlLimits;
  readonly alias: NamespaceAlias | undefined;
  /** The prefixes bound at the current position. */
  readonly prefixes: XmlPrefixes;
  /** Whether texts are copied out of the document. */
  readonly detach: boolean;
  /** Whether texts may have characters that XML forbids. */
  readonly anyCharacter: boolean;
}

/** The URI of a prefix, and the outer binding that it hides. */
interface Binding {
  readonly uri: string;
  readonly hidden: Binding | undefined;
}

function bindScope({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const [prefix, uri] of declared) bound.set(prefix, { uri, hidden: bound.get(prefix) });
}

function unbindScope({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const prefix of declared.keys()) {
    const hidden = bound.get(prefix)?.hidden;
    if (hidden === undefined) bound.delete(prefix);
    else bound.set(prefix, hidden);
  }
}

/**
 * Looks up prefixes in constant time, however many outer elements declare some. It holds the
 * bindings of one scope and follows the reader to the next. When elements are read in order, each
 * scope is entered and left once, and none at all without a lookup.
 */
export class XmlPrefixes {
  #scope: XmlScope | undefined;
  /** Created on the first lookup. Most messages need none, because all their names are cached. */
  #bound: Map<string, Binding> | undefined;
  /** What an undeclared prefix means to a lenient reader. */
  undeclared: ((prefix: string) => string | undefined) | undefined;

  /** The URI of a prefix; undefined if it is not declared. `''` returns the default namespace. */
  lookup(scope: XmlScope, prefix: string): string | undefined {
    if (prefix === '') return scope.defaultNamespace;
    if (scope !== this.#scope) this.#moveTo(scope);
    const binding = this.#bound?.get(prefix);
    if (binding !== undefined) return binding.uri;
    if (prefix === 'xml') return XML_NAMESPACE;
    return prefix === 'xmlns' ? XMLNS_NAMESPACE : this.undeclared?.(prefix);
  }

  /** Leaves scopes up to the common outer one, then enters those below it. */
  #moveTo(target: XmlScope): void {
    this.#bound ??= new Map();
    const entered: XmlScope[] = [];
    let from = this.#scope;
    let to: XmlScope | undefined = target;
    while (from !== to) {
      if (to !== undefined && (from === undefined || to.depth >= from.depth)) {
        entered.push(to);
        to = to.parent;
      } else if (from !== undefined) {
        unbindScope(from, this.#bound);
        from = from.parent;
      }
    }
    for (const scope of entered.reverse()) bindScope(scope, this.#bound);
    this.#scope = target;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/**
 * The only string method used here that is newer than the library that generated code is compiled
 * with.
 */
interface MaybeWellFormed {
  readonly isWellFormed?: () => boolean;
}

/**
 * Finds the first code unit that is not allowed in a document: control characters, lone surrogates,
 * U+FFFE and U+FFFF. The last two are searched on their own, natively: in a text beyond Latin-1, a
 * class with them takes twice as long.
 *
 * @returns its offset, or -1 when every character is allowed
 */
export function findForbidden(text: string): number {
  const lone = (text as MaybeWellFormed).isWellFormed?.() ? -1 : text.search(loneSurrogate);
  const plain = Math.min(text.search(control) >>> 0, lone >>> 0);
  // without its sign, -1 is the largest one
  return Math.min(plain, text.indexOf('\ufffe') >>> 0, text.indexOf('\uffff') >>> 0) | 0;
}

/** Notes the characters in a text that XML forbids. Only lenient readers accept them. */
export function noteCharacters(reader: DeviatingReader, text: string, property?: string): void {
  const at = findForbidden(text);
  if (at < 0) return;
  tolerate(reader, `${describeCharacter(text, at)}, is an invalid character.`, property);
}
