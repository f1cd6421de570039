import { detachText, isBlank, skipBlanks } from './chars.ts';
import { noteCharacters } from './deviation.ts';
import type { XmlReader } from './reader.ts';
import { decodeAttribute } from './references.ts';
import {
  type AttributeCache,
  makeRoom,
  type XmlAttributeName,
  type XmlAttributePlace,
  type XmlInput,
  type XmlName,
  type XmlScope,
  type XmlTag,
} from './scope.ts';
import { XML_NAMESPACE, type XmlAttributeToken, XSI_NAMESPACE } from './tokens.ts';

/** If more than this comes before the value of an attribute, it is read in the general way. */
const PLACE_LENGTH = 128;
/** Forms of attributes cached for one element. In a hostile document each tag has a new form. */
const PLACES = 256;
/** Values up to this length are compared character by character, which is faster than a search. */
const SHORT_VALUE = 32;

const EQUALS = 61;
const GREATER = 62;
const SLASH = 47;

/**
 * Number of the tag being read; marks the attributes found in it. When it wraps around, one tag is
 * read in the general way.
 */
let serial = 0;

/** The end of a short value without references or white space to normalize; -1 for other values. */
function plainValueEnd(source: string, from: number, quote: number): number {
  for (let at = from; at <= from + SHORT_VALUE; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    // TAB, line ends, `&` and `<` are all below `=`.
    if (code < EQUALS && (code === 38 || code === 60 || code < 32)) return -1;
  }
  return -1;
}

/**
 * The cached form of the attribute at an offset if it is not the expected one; undefined if none
 * matches.
 */
function findPlace(source: string, at: number, name: XmlName): XmlAttributePlace | undefined {
  const equals = source.indexOf('=', at);
  // The quote must follow directly; forms with spaces before it are not cached.
  if (equals < 0 || equals - at > PLACE_LENGTH) return undefined;
  return name.places?.get(source.slice(at, equals + 2));
}

/**
 * Reads the attributes of the tag at an offset, if each has a cached form.
 *
 * @returns the offset of the `>` or `/` after them; -1 if one has no cached form
 */
function readKnownAttributes(
  input: XmlInput,
  at: number,
  name: XmlName,
  tokens: XmlAttributeToken[],
): number {
  const { source, limits } = input;
  let end = at + 1 + name.raw.length;
  let expected = name.firstPlace;
  let last: XmlAttributePlace | undefined;
  serial = (serial + 1) | 0;
  for (;;) {
    let place = expected;
    if (place === undefined || source.slice(end, end + place.text.length) !== place.text) {
      const next = skipBlanks(source, end);
      const code = source.charCodeAt(next);
      if (code === GREATER || code === SLASH) return next;
      place = findPlace(source, end, name);
      if (place === undefined) return -1;
      if (last === undefined) name.firstPlace = place;
      else last.next = place;
    }
    const { attribute, quote } = place;
    if (attribute.serial === serial) return -1;
    attribute.serial = serial;
    const from = end + place.text.length;
    const plainTo = plainValueEnd(source, from, quote);
    const to = plainTo < 0 ? source.indexOf(quote === 34 ? '"' : "'", from) : plainTo;
    if (to < 0 || to - from > limits.textLength || tokens.length === limits.attributes) return -1;
    const value = plainTo < 0 ? decodeAttribute(input, from, to) : source.slice(from, to);
    tokens.push({
      namespace: attribute.namespace,
      local: attribute.local,
      value: input.detach ? detachText(value) : value,
      raw: place.raw,
      valueOffset: from - at,
    });
    end = to + 1;
    last = place;
    expected = place.next;
  }
}

/**
 * Reads a start tag whose attributes are all written as in earlier tags of the same name.
 *
 * @returns undefined for all other tags, including those that declare namespaces, are not
 *   well-formed or exceed a limit: `readTag` reads these
 * @throws XmlError a value contains `<` or a bad reference
 */
function readKnownTag(input: XmlInput, at: number, outer: XmlScope): XmlTag | undefined {
  const { source } = input;
  let nameEnd = at + 1;
  let code = source.charCodeAt(nameEnd);
  while (code > EQUALS + 1 || (code > 47 && code < EQUALS) || code === 45 || code === 46)
    code = source.charCodeAt(++nameEnd);
  if (!isBlank(code) || nameEnd - at - 1 > input.limits.nameLength) return undefined;
  const name = outer.names.get(source.slice(at + 1, nameEnd));
  if (name?.firstPlace === undefined) return undefined;
  const attributes: XmlAttributeToken[] = [];
  let end = readKnownAttributes(input, at, name, attributes);
  if (end < 0) return undefined;
  const selfClosed = source.charCodeAt(end) === SLASH;
  if (selfClosed) {
    end += 1;
    if (source.charCodeAt(end) !== GREATER) return undefined;
  }
  return { name, attributes, selfClosed, text: '', length: end + 1 - at, outer };
}

/** One object for all forms of the same attribute, whatever its spaces, quotes and prefix. */
function sameAttribute(name: XmlName, { namespace, local }: XmlAttributeToken): XmlAttributeName {
  for (const { attribute } of name.places?.values() ?? []) {
    if (attribute.local === local && attribute.namespace === namespace) return attribute;
  }
  return { namespace, local, serial };
}

/** Caches the form of each attribute of the tag at an offset, which has nothing else. */
function cacheAttributes({ source }: XmlInput, at: number, tag: XmlTag): void {
  const { name, attributes, outer } = tag;
  let from = at + 1 + name.raw.length;
  for (const token of attributes) {
    const value = at + token.valueOffset;
    const written = source.slice(from, value);
    const quote = source.charCodeAt(value - 1);
    from = source.indexOf(source.charAt(value - 1), value) + 1;
    const known = name.places;
    if (known !== undefined && known.size >= PLACES) return;
    const spaced = source.charCodeAt(value - 2) !== EQUALS;
    if (written.length > PLACE_LENGTH || spaced || known?.has(written)) continue;
    makeRoom(outer, written.length);
    const text = detachText(written);
    const attribute = sameAttribute(name, token);
    const place: XmlAttributePlace = {
      text,
      quote,
      raw: token.raw,
      attribute,
      next: undefined,
    };
    name.places ??= new Map();
    name.places.set(text, place);
    name.firstPlace ??= place;
  }
}

const attributeCache: AttributeCache = { readTag: readKnownTag, add: cacheAttributes };

/**
 * Caches the forms of attributes inside the innermost open element, for this and later documents.
 * For readers that read attributes.
 */
export function rememberAttributes({ open }: XmlReader): void {
  open.scope.attributeCache ??= attributeCache;
}

/** Finds an attribute of the START just read. */
export function findAttribute(
  reader: XmlReader,
  namespace: string,
  local: string,
): XmlAttributeToken | undefined {
  const { attributes } = reader;
  // Generated readers ask in schema order, in which most tags are written.
  const expected = attributes[reader.nextAttribute];
  if (expected !== undefined && expected.local === local && expected.namespace === namespace) {
    reader.nextAttribute += 1;
    return expected;
  }
  for (const [index, attribute] of attributes.entries()) {
    if (attribute.local !== local || attribute.namespace !== namespace) continue;
    reader.nextAttribute = index + 1;
    return attribute;
  }
  return undefined;
}

/** Attributes of the START just read that have a local name, apart from those of XML itself. */
export function sameLocal({ attributes }: XmlReader, name: string): readonly XmlAttributeToken[] {
  return attributes.filter(
    ({ local, namespace }) =>
      local === name && namespace !== XSI_NAMESPACE && namespace !== XML_NAMESPACE,
  );
}

/** The value of an attribute of the START just read. */
export function attributeText(
  reader: XmlReader,
  namespace: string,
  local: string,
): string | undefined {
  rememberAttributes(reader);
  reader.asked = findAttribute(reader, namespace, local);
  const text = reader.asked?.value;
  if (reader.anyCharacter && text !== undefined) noteCharacters(reader, text, local);
  return text;
}
