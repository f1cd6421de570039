import { learnAttributes } from './attributes.ts';
import { isBlank, skipBlanks } from './chars.ts';
import { beyondLimit, incomplete, malformed } from './error.ts';
import { badCharacter, qNameEnd } from './markup.ts';
import type { TagSettings } from './options.ts';
import { declaredUri, type XmlPrefixes } from './prefixes.ts';
import { decodeAttribute } from './references.ts';
import type { XmlName, XmlScope, XmlTag } from './scope.ts';
import { createName, createScope, detachText, internalize, makeRoom } from './scope.ts';
import type { XmlAttributeToken, XmlQName } from './tokens.ts';
import { XMLNS_NAMESPACE, XSI_NAMESPACE } from './tokens.ts';

/** No attributes, shared so that the most frequent case allocates nothing. */
export const noAttributes: readonly XmlAttributeToken[] = [];

/** Longer tags are read anew each time. */
const MEMO_TAG_LENGTH = 512;

/** An attribute before its prefix is resolved. */
interface RawAttribute {
  readonly raw: string;
  readonly value: string;
  readonly nameOffset: number;
  readonly valueOffset: number;
  readonly valueEnd: number;
}

function undeclared(source: string, at: number, prefix: string): Error {
  return malformed(source, at, `'${prefix}' is an undeclared prefix.`);
}

function resolveElement(
  source: string,
  at: number,
  raw: string,
  scope: XmlScope,
  prefixes: XmlPrefixes,
): XmlName {
  const known = scope.names.get(raw);
  if (known !== undefined) return known;
  const colon = raw.indexOf(':');
  const prefix = colon < 0 ? '' : raw.slice(0, colon);
  const namespace = prefixes.lookup(scope, prefix);
  if (namespace === undefined || prefix === 'xmlns') throw undeclared(source, at, prefix);
  const text = internalize(raw);
  const local = colon < 0 ? text : internalize(raw.slice(colon + 1));
  const name = createName(namespace, prefix === '' ? '' : internalize(prefix), local, text, scope);
  makeRoom(scope, text.length);
  scope.names.set(text, name);
  return name;
}

function resolveAttribute(
  source: string,
  at: number,
  raw: string,
  scope: XmlScope,
  prefixes: XmlPrefixes,
): XmlQName & { readonly raw: string } {
  const known = scope.attributes?.get(raw);
  if (known !== undefined) return known as XmlQName & { readonly raw: string };
  const colon = raw.indexOf(':');
  const prefix = raw.slice(0, Math.max(colon, 0));
  const namespace = colon < 0 ? '' : prefixes.lookup(scope, prefix);
  if (namespace === undefined) throw undeclared(source, at, prefix);
  const text = internalize(raw);
  const name = {
    namespace,
    local: colon < 0 ? text : internalize(raw.slice(colon + 1)),
    raw: text,
  };
  makeRoom(scope, text.length);
  scope.attributes ??= new Map();
  scope.attributes.set(text, name);
  return name;
}

/** Reads `name = "value"` at `from`. */
function readAttribute(
  source: string,
  from: number,
  { limits, anyCharacter }: TagSettings,
): RawAttribute {
  const nameEnd = qNameEnd(source, from, limits.nameLength);
  const equals = skipBlanks(source, nameEnd);
  if (source.charCodeAt(equals) !== 61) {
    throw badCharacter(source, equals, "{0} is an unexpected token. The expected token is '='.");
  }
  const quote = skipBlanks(source, equals + 1);
  const code = source.charCodeAt(quote);
  if (code !== 34 && code !== 39) {
    throw badCharacter(
      source,
      quote,
      "{0} is an unexpected token. The expected token is '\"' or '''.",
    );
  }
  const end = source.indexOf(code === 34 ? '"' : "'", quote + 1);
  if (end < 0) throw incomplete(source);
  if (end - quote - 1 > limits.textLength) {
    throw beyondLimit(source, quote + 1, `A value is longer than ${limits.textLength} characters.`);
  }
  const value = decodeAttribute(source, quote + 1, end, anyCharacter);
  return {
    raw: source.slice(from, nameEnd),
    value,
    nameOffset: from,
    valueOffset: quote + 1,
    valueEnd: end,
  };
}

function duplicate(source: string, at: number, raw: string): Error {
  return malformed(source, at, `'${raw}' is a duplicate attribute name.`);
}

/**
 * Whether a tag is likely to come again: without attributes, or with `xsi:type` and `xsi:nil`
 * alone.
 */
function comesAgain(attributes: readonly XmlAttributeToken[]): boolean {
  return attributes.every((attribute) => attribute.namespace === XSI_NAMESPACE);
}

/**
 * Resolves the attributes of a tag inside its own scope and compares them (Namespaces in XML 1.0,
 * 6.3).
 */
function resolveAttributes(
  source: string,
  raws: readonly RawAttribute[],
  scope: XmlScope,
  settings: TagSettings,
): readonly XmlAttributeToken[] {
  if (raws.length === 0) return noAttributes;
  const tokens: XmlAttributeToken[] = [];
  for (const { raw, value, nameOffset, valueOffset, valueEnd } of raws) {
    const name = resolveAttribute(source, nameOffset, raw, scope, settings.prefixes);
    for (const other of tokens) {
      if (other.local === name.local && other.namespace === name.namespace)
        throw duplicate(source, nameOffset, raw);
    }
    tokens.push({
      namespace: name.namespace,
      local: name.local,
      value: settings.detach ? detachText(value) : value,
      raw: name.raw,
      nameOffset: settings.positions ? nameOffset : -1,
      valueOffset: settings.positions ? valueOffset : -1,
      valueEnd: settings.positions ? valueEnd : -1,
    });
  }
  return tokens;
}

/**
 * Remembers a tag whose text ends at its first `>`, so that the next one like it is only looked up.
 */
function remember(source: string, at: number, tag: XmlTag): XmlTag {
  const { outer, attributes, length } = tag;
  if (
    length > MEMO_TAG_LENGTH ||
    source.indexOf('>', at) !== at + length - 1 ||
    !comesAgain(attributes)
  )
    return tag;
  const text = detachText(source.slice(at, at + length));
  const kept = {
    ...tag,
    text,
    attributes: attributes.map((item) => ({ ...item, value: detachText(item.value) })),
  };
  makeRoom(outer, length);
  outer.tags ??= new Map();
  outer.tags.set(text, kept);
  return kept;
}

/**
 * Reads the start tag or empty-element tag at `at` (XML 1.0, 3.1) in a scope.
 *
 * @throws XmlError the tag is not well-formed, its prefixes are not declared, or it is beyond a
 *   limit
 */
export function readTag(
  source: string,
  at: number,
  outer: XmlScope,
  settings: TagSettings,
): XmlTag {
  const { limits, alias, prefixes, positions } = settings;
  const nameEnd = qNameEnd(source, at + 1, limits.nameLength);
  let end = nameEnd;
  let raws: RawAttribute[] | undefined;
  let declared: Map<string, string> | undefined;
  let declarations: XmlAttributeToken[] | undefined;
  let count = 0;
  for (;;) {
    const from = skipBlanks(source, end);
    const code = source.charCodeAt(from);
    if (code === 62 || code === 47) {
      end = from;
      break;
    }
    if (from === end || from >= source.length) {
      throw badCharacter(
        source,
        from,
        '{0} is an unexpected token. The expected token is white space.',
      );
    }
    count += 1;
    if (count > limits.attributes)
      throw beyondLimit(source, from, `An element has more than ${limits.attributes} attributes.`);
    const attribute = readAttribute(source, from, settings);
    const { raw, value } = attribute;
    end = attribute.valueEnd + 1;
    if (raw.startsWith('xmlns') && (raw.length === 5 || raw.charCodeAt(5) === 58)) {
      const prefix = internalize(raw.slice(6));
      const uri = declaredUri(source, from, prefix, value, alias);
      declared ??= new Map();
      if (declared.has(prefix)) throw duplicate(source, from, raw);
      declared.set(prefix, uri);
      if (positions) {
        declarations ??= [];
        declarations.push({
          ...attribute,
          raw: internalize(raw),
          namespace: XMLNS_NAMESPACE,
          local: prefix,
          value: uri,
          nameOffset: from,
        });
      }
    } else {
      raws ??= [];
      raws.push(attribute);
    }
  }
  const selfClosed = source.charCodeAt(end) === 47;
  if (selfClosed) {
    end += 1;
    if (source.charCodeAt(end) !== 62)
      throw badCharacter(source, end, "{0} is an unexpected token. The expected token is '>'.");
  }
  if (declared !== undefined && outer.depth >= limits.namespaceDepth) {
    const { namespaceDepth } = limits;
    const message = `Elements that declare namespaces are nested deeper than ${namespaceDepth}.`;
    throw beyondLimit(source, at, message);
  }
  const scope = declared === undefined ? outer : createScope(outer, declared);
  const name = resolveElement(source, at + 1, source.slice(at + 1, nameEnd), scope, prefixes);
  const attributes =
    raws === undefined ? noAttributes : resolveAttributes(source, raws, scope, settings);
  const tag = {
    name,
    attributes,
    selfClosed,
    text: '',
    length: end + 1 - at,
    outer,
    declarations: declarations ?? noAttributes,
  };
  if (positions) return tag;
  const kept = remember(source, at, tag);
  if (kept === tag && raws !== undefined && declared === undefined)
    learnAttributes(source, at, tag, raws);
  return kept;
}

/** Finds the `>` of the end tag of `name` at `at`, where white space may precede it. */
export function endTagEnd(source: string, at: number, name: XmlName): number {
  const nameEnd = at + 2 + name.raw.length;
  const end = skipBlanks(source, nameEnd);
  const matches = source.startsWith(name.raw, at + 2);
  if (matches && source.charCodeAt(end) === 62) return end;
  const found = qNameEnd(source, at + 2, Number.POSITIVE_INFINITY);
  if (found >= source.length || (matches && end >= source.length)) throw incomplete(source);
  if (matches && found === nameEnd && (end > nameEnd || !isBlank(source.charCodeAt(found)))) {
    throw badCharacter(source, end, "{0} is an unexpected token. The expected token is '>'.");
  }
  throw malformed(
    source,
    at + 2,
    `The '${name.raw}' start tag does not match the end tag of '${source.slice(at + 2, found)}'.`,
  );
}
