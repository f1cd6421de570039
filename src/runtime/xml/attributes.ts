import { isBlank, skipBlanks } from './chars.ts';
import { decodeAttribute } from './references.ts';
import type { XmlAttributeName, XmlAttributePlace, XmlName, XmlScope, XmlTag } from './scope.ts';
import { detachText, makeRoom } from './scope.ts';
import type { XmlAttributeToken, XmlLimits } from './tokens.ts';

/** Attributes written with more before their value are read in the general way. */
const PLACE_LENGTH = 128;
/**
 * No more forms of attributes are remembered for one element, whatever its tags look like: each is
 * its own in hostile ones.
 */
const PLACES = 256;
/** Values up to here are looked at character by character, which is faster than to search them. */
const SHORT_VALUE = 32;

const EQUALS = 61;
const GREATER = 62;
const SLASH = 47;

const noTokens: readonly XmlAttributeToken[] = [];

/**
 * Which tag is being read; tells an attribute that the same tag had before. Wraps around, at the
 * price of a tag read in the general way.
 */
let serial = 0;

/**
 * The end of a short value that stands for itself; -1 where it is long, holds what must be looked
 * at, or has no end.
 */
function plainValueEnd(source: string, from: number, quote: number): number {
  for (let at = from; at <= from + SHORT_VALUE; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at;
    // Tabulator, line ends, `&` and `<` are all below `=`.
    if (code < EQUALS && (code === 38 || code === 60 || code < 32)) return -1;
  }
  return -1;
}

/**
 * The place of the attribute at an offset when another than the expected one comes; undefined when
 * none like it was seen.
 */
function findPlace(source: string, at: number, name: XmlName): XmlAttributePlace | undefined {
  const equals = source.indexOf('=', at);
  // The quote stands after; where spaces do, nothing is remembered.
  if (equals < 0 || equals - at > PLACE_LENGTH) return undefined;
  return name.places?.get(source.slice(at, equals + 2));
}

/**
 * Reads a start tag whose attributes are all written as in tags of the same name before, each
 * expected after the one it followed last.
 *
 * @param any whether values may hold characters that XML forbids
 * @returns undefined for every other tag: one that declares namespaces, is not well-formed or is
 *   beyond a limit is for `readTag`
 * @throws XmlError a value holds `<` or a bad reference
 */
export function readKnownTag(
  source: string,
  at: number,
  outer: XmlScope,
  limits: XmlLimits,
  detach: boolean,
  any: boolean,
): XmlTag | undefined {
  let end = at + 1;
  let code = source.charCodeAt(end);
  while (code > EQUALS + 1 || (code > 47 && code < EQUALS) || code === 45 || code === 46)
    code = source.charCodeAt(++end);
  if (!isBlank(code) || end - at - 1 > limits.nameLength) return undefined;
  const name = outer.names.get(source.slice(at + 1, end));
  let expected = name?.firstPlace;
  if (name === undefined || expected === undefined) return undefined;
  serial = (serial + 1) | 0;
  const tokens: XmlAttributeToken[] = [];
  let last: XmlAttributePlace | undefined;
  for (;;) {
    let place: XmlAttributePlace | undefined = expected;
    if (place === undefined || source.slice(end, end + place.text.length) !== place.text) {
      const next = skipBlanks(source, end);
      code = source.charCodeAt(next);
      if (code === GREATER || code === SLASH) {
        end = next;
        break;
      }
      place = findPlace(source, end, name);
      if (place === undefined) return undefined;
      if (last === undefined) name.firstPlace = place;
      else last.next = place;
    }
    const { attribute } = place;
    if (attribute.serial === serial) return undefined;
    attribute.serial = serial;
    const from = end + place.text.length;
    const plainTo = plainValueEnd(source, from, place.quote);
    const to = plainTo < 0 ? source.indexOf(place.quote === 34 ? '"' : "'", from) : plainTo;
    if (to < 0 || to - from > limits.textLength || tokens.length === limits.attributes)
      return undefined;
    const value = plainTo < 0 ? decodeAttribute(source, from, to, any) : source.slice(from, to);
    tokens.push({
      namespace: attribute.namespace,
      local: attribute.local,
      value: detach ? detachText(value) : value,
      raw: place.raw,
      nameOffset: -1,
      valueOffset: -1,
      valueEnd: -1,
    });
    end = to + 1;
    last = place;
    expected = place.next;
  }
  const selfClosed = code === SLASH;
  if (selfClosed) {
    end += 1;
    if (source.charCodeAt(end) !== GREATER) return undefined;
  }
  return {
    name,
    attributes: tokens,
    selfClosed,
    text: '',
    length: end + 1 - at,
    outer,
    declarations: noTokens,
  };
}

/** Where the value of an attribute is. */
export interface ValueSpan {
  readonly valueOffset: number;
  readonly valueEnd: number;
}

/**
 * One object for all ways to write an attribute of an element: with blanks, other quotes, other
 * prefixes.
 */
function sameAttribute(name: XmlName, namespace: string, local: string): XmlAttributeName {
  for (const { attribute } of name.places?.values() ?? []) {
    if (attribute.local === local && attribute.namespace === namespace) return attribute;
  }
  return { namespace, local, serial };
}

/**
 * Remembers how the attributes of the tag at an offset are written; `spans` are theirs, and nothing
 * else is in the tag.
 */
export function learnAttributes(
  source: string,
  at: number,
  tag: XmlTag,
  spans: readonly ValueSpan[],
): void {
  const { name, attributes, outer } = tag;
  let from = at + 1 + name.raw.length;
  for (const [index, { valueOffset, valueEnd }] of spans.entries()) {
    const written = source.slice(from, valueOffset);
    const blankless = source.charCodeAt(valueOffset - 2) === EQUALS;
    from = valueEnd + 1;
    const known = name.places;
    if (known !== undefined && known.size >= PLACES) return;
    const token = attributes[index];
    if (token === undefined || written.length > PLACE_LENGTH || !blankless || known?.has(written))
      continue;
    makeRoom(outer, written.length);
    const text = detachText(written);
    const quote = source.charCodeAt(valueOffset - 1);
    const attribute = sameAttribute(name, token.namespace, token.local);
    const place = { text, quote, raw: token.raw, attribute, next: undefined };
    name.places ??= new Map();
    name.places.set(text, place);
    name.firstPlace ??= place;
  }
}
