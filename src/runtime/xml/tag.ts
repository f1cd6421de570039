import { detachText, internalize, isBlank, skipBlanks } from './chars.ts';
import { badCharacter, qNameEnd } from './markup.ts';
import { decodeAttribute } from './references.ts';
import {
  createName,
  createScope,
  makeRoom,
  prefixOf,
  type XmlInput,
  type XmlName,
  type XmlScope,
  type XmlTag,
} from './scope.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE, type XmlAttributeToken, XSI_NAMESPACE } from './tokens.ts';
import { beyondLimit, incomplete, malformed, tooLong, type XmlText } from './xml-error.ts';

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

/** Reads the start tag at `at` in a scope, from the cache if possible. */
export function findTag(input: XmlInput, at: number, outer: XmlScope): XmlTag {
  const { source } = input;
  const known = outer.attributeCache?.readTag(input, at, outer);
  if (known !== undefined) return known;
  const end = source.indexOf('>', at);
  const cached = end < 0 ? undefined : outer.tags?.get(source.slice(at, end + 1));
  return cached ?? readTag(input, at, outer);
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
