import {
  collectPrefixes,
  detachText,
  deviate,
  END,
  EOF,
  isBlank,
  locate,
  openPlace,
  placeOf,
  START,
  skipBlanks,
  TEXT,
  XML_NAMESPACE,
  type XmlAttributeToken,
  XmlError,
  type XmlQName,
  XmlValueError,
  XSI_NAMESPACE,
} from './errors.ts';
import type { XmlReader } from './reader.ts';
import {
  type AttributeCache,
  decodeAttribute,
  makeRoom,
  noteCharacters,
  prefixOf,
  type XmlAttributeName,
  type XmlAttributePlace,
  type XmlInput,
  type XmlName,
  type XmlScope,
  type XmlTag,
} from './tag.ts';
import {
  EncodeError,
  exactly,
  keepReadTag,
  type NamePrefix,
  type NotedTag,
  type ReadTag,
  type TagNotes,
  type TagReader,
  type XmlAttribute,
  type XmlCapture,
  type XmlElement,
  type XmlNode,
} from './writer.ts';

/**
 * The `xsi:type` of the START just read. An error that is located next is reported at the element.
 */
export function xsiType(reader: XmlReader): XmlQName | undefined {
  if (reader.attributes.length === 0) return undefined;
  reader.asked = undefined;
  const type = findAttribute(reader, XSI_NAMESPACE, 'type');
  if (type === undefined) return undefined;
  try {
    return resolveQName(reader, type.value);
  } catch (error) {
    deviate(reader, error);
    return undefined;
  }
}

/**
 * Resolves a QName.
 *
 * @param scope resolves the prefix; usually the reader
 * @throws XmlValueError the prefix is not declared
 */
export function resolveQName(
  scope: { lookup(prefix: string): string | undefined },
  text: string,
): XmlQName {
  const name = text.trim();
  const prefix = prefixOf(name);
  const namespace = scope.lookup(prefix);
  if (namespace === undefined) {
    throw new XmlValueError(`Prefix '${prefix}' is not defined.`).carry(name);
  }
  return { namespace, local: name.slice(name.indexOf(':') + 1) };
}

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

/**
 * How many characters of namespace declarations captured elements may need when written: a fixed
 * number, and more for each character read.
 */
const NAMESPACES = 65_536;
const NAMESPACES_PER_CHARACTER = 8;

/**
 * Gives the text for the START just read, if it refers to bytes in a part of the message, and reads
 * its END. Set where elements are values, so that others do not carry it.
 */
export const parted: { included?: (reader: XmlReader) => string | undefined } = {};

/** A namespace binding kept with an element, and the outer binding that it hides. */
interface Kept {
  readonly prefix: string;
  readonly uri: string;
  readonly hidden?: string | undefined;
}

function captureAttributes({ attributes }: XmlReader): XmlAttribute[] {
  return attributes.map(({ namespace, local, value }) =>
    namespace === '' ? { name: local, value } : { name: local, namespace, value },
  );
}

/**
 * Captures the element whose START the reader has just read, and reads its END. Its namespace
 * declarations stay at their places; what is used inside and declared outside, it declares itself
 * when it is written.
 *
 * @throws XmlError malformed, or namespaces so long that writing the elements would take many times
 *   their length
 */
export function captureElement(reader: XmlReader): XmlElement {
  rememberAttributes(reader);
  exactly.notesOf = notesOf;
  reader.capture ??= new Capture(reader);
  return reader.capture.element();
}

/**
 * Captures the content of the element whose START the reader has just read, and reads its END.
 *
 * @throws XmlError as {@link captureElement}
 */
export function contentOf(reader: XmlReader): XmlNode[] {
  reader.capture ??= new Capture(reader);
  return reader.capture.nodes();
}

/**
 * What captures elements that are rare in messages: in details of faults, and headers that no
 * contract declares. A bundle has it only if it uses what {@link withRareElements} was called for.
 */
const rareElements: { capture?: (reader: XmlReader) => XmlCapture } = {};

/** Captures rare elements from now on, for those who use a function. */
export function withRareElements<Given>(given: Given): Given {
  rareElements.capture = (reader) => new Capture(reader);
  return given;
}

/** What captures the rare elements of a message; `undefined` in a bundle that has it not. */
export function rareCapture(reader: XmlReader): XmlCapture | undefined {
  reader.capture ??= rareElements.capture?.(reader);
  return reader.capture;
}

/** A complete literal takes half the memory of an object that grows. */
function elementOf(
  { local: name, namespace }: XmlName,
  attributes: XmlElement['attributes'],
  children: XmlElement['children'],
  namespaces: XmlElement['namespaces'],
): XmlElement {
  if (namespaces === undefined) {
    if (attributes === undefined) {
      return children === undefined ? { name, namespace } : { name, namespace, children };
    }
    return children === undefined
      ? { name, namespace, attributes }
      : { name, namespace, attributes, children };
  }
  if (attributes === undefined) {
    return children === undefined
      ? { name, namespace, namespaces }
      : { name, namespace, children, namespaces };
  }
  return children === undefined
    ? { name, namespace, attributes, namespaces }
    : { name, namespace, attributes, children, namespaces };
}

/** Captures elements of one document. */
export class Capture implements XmlCapture {
  private readonly reader: XmlReader;
  /** Bindings kept with outer elements. */
  private readonly known = new Map<string, string>();
  private namespaces = 0;
  /** The binding of the last element that kept exactly one. */
  private shared: Readonly<Record<string, string>> | undefined;
  /** Possible prefixes in a text. */
  private readonly prefixes = new Set<string>();
  /** How start tags are written, if their elements may be written again. */
  private readonly tags: TagNotes | undefined;

  constructor(reader: XmlReader) {
    this.reader = reader;
    this.tags = exactly.notesOf?.(reader);
  }

  element(): XmlElement {
    const { offset, source, options } = this.reader;
    this.tags?.begin();
    const element = this.inner('', undefined);
    options.watch?.untyped(source, offset, this.reader.position);
    return element;
  }

  nodes(): XmlNode[] {
    const { reader } = this;
    const { position, source } = reader;
    const nodes: XmlNode[] = [];
    for (let token = reader.next(); token !== END && token !== EOF; token = reader.next()) {
      if (token === START) nodes.push(this.included() ?? this.element());
      else if (token === TEXT) nodes.push(reader.textValue);
    }
    reader.options.watch?.untyped(source, position, reader.position);
    return nodes;
  }

  /** Bytes in a part of the message, as they are without it. */
  private included(): string | undefined {
    const { reader } = this;
    return reader.options.parts === undefined ? undefined : parted.included?.(reader);
  }

  /**
   * @param around namespace of the captured element around it
   * @param parent the name of that; `undefined` if there is none
   */
  private inner(around: string, parent: XmlName | undefined): XmlElement {
    const { reader } = this;
    const { name } = reader;
    const { namespace, scope } = name;
    if (namespace !== around) this.count(namespace);
    const tag = this.tags?.start(parent);
    let attributes: XmlAttribute[] | undefined;
    let kept: Kept[] | undefined;
    if (reader.attributes.length > 0) {
      attributes = captureAttributes(reader);
      kept = this.keepAll(attributes, scope);
    }
    let children: XmlNode[] | undefined;
    for (let token = reader.next(); token !== END; token = reader.next()) {
      let node: XmlNode;
      if (token === START) node = this.included() ?? this.inner(namespace, name);
      else {
        node = reader.textValue;
        kept = this.keep(node, scope, kept);
      }
      // An array literal with one item allocates room for one; `push` on an empty array, for many.
      if (children === undefined) children = [node];
      else children.push(node);
    }
    if (kept !== undefined) this.restore(kept);
    // most elements have nothing of their own
    if (tag === undefined || this.tags === undefined) {
      return elementOf(name, attributes, children, kept && this.recordOf(kept));
    }
    const all = [...(kept ?? []), ...this.tags.unused(tag, kept)];
    const namespaces = all.length === 0 ? undefined : this.recordOf(all);
    return this.tags.end(elementOf(name, attributes, children, namespaces), tag);
  }

  private keepAll(attributes: readonly XmlAttribute[], scope: XmlScope): Kept[] | undefined {
    let kept: Kept[] | undefined;
    for (const { name, namespace, value } of attributes) {
      if (namespace !== undefined) this.count(namespace);
      kept = this.keep(value, scope, kept);
      for (const uri of this.tags?.useListed(name, value, scope) ?? []) this.count(uri);
    }
    return kept;
  }

  /** Keeps the bindings of prefixes that a text may refer to. */
  private keep(text: string, scope: XmlScope, before: Kept[] | undefined): Kept[] | undefined {
    let kept = before;
    this.prefixes.clear();
    collectPrefixes(text, this.prefixes);
    for (const prefix of this.prefixes) {
      const uri = this.lookup(prefix, scope);
      const hidden = this.known.get(prefix);
      if (uri === undefined || hidden === uri) continue;
      this.count(uri);
      this.tags?.use(prefix, uri, scope);
      kept ??= [];
      kept.push({ prefix, uri, hidden });
      this.known.set(prefix, uri);
    }
    return kept;
  }

  private restore(kept: readonly Kept[]): void {
    for (const { prefix, hidden } of kept) {
      if (hidden === undefined) this.known.delete(prefix);
      else this.known.set(prefix, hidden);
    }
  }

  lookup(prefix: string, scope: XmlScope): string | undefined {
    if (prefix === 'xml' || prefix === 'xmlns') return undefined;
    return this.reader.prefixes.lookup(scope, prefix);
  }

  /**
   * The bindings in the form elements have them. Consecutive elements with the same single binding
   * share the object.
   */
  private recordOf(kept: readonly Kept[]): Readonly<Record<string, string>> {
    const [{ prefix, uri } = { prefix: '', uri: '' }] = kept;
    if (kept.length === 1 && this.shared?.[prefix] === uri) return this.shared;
    const record = Object.create(null) as Record<string, string>;
    for (const one of kept) record[one.prefix] = one.uri;
    this.shared = kept.length === 1 ? record : undefined;
    return record;
  }

  /**
   * Counts a namespace that must be declared when the element is written. The document needed only
   * a prefix, so a long namespace on many elements would otherwise make a small document grow
   * without bounds.
   */
  count(namespace: string): void {
    const { reader } = this;
    this.namespaces += namespace.length;
    const most = NAMESPACES + NAMESPACES_PER_CHARACTER * reader.consumed;
    if (this.namespaces <= most) return;
    throw locate(reader, new XmlError('limit', 'The namespaces of the elements are too long.'));
  }
}

/** What is new about a start tag. */
interface NewTag extends NotedTag {
  readonly name: XmlName;
  /** Whether it declares something. */
  readonly isNew: boolean;
  readonly isOutermost: boolean;
  readonly hasAttributes: boolean;
  readonly names: readonly NamePrefix[];
}

/** An attribute with prefixes (Exclusive XML Canonicalization 1.0, section 4). */
const PREFIX_LIST = 'PrefixList';
const noUris: readonly string[] = [];
const nothing: ReadonlyMap<string, string> = /* @__PURE__ */ new Map();
/** Stands for no names: most tags have none, and need no list of their own. */
const noNames: NamePrefix[] = [];

/** Adds a name to those of one tag. */
function withName(names: NamePrefix[], added: NamePrefix | undefined): NamePrefix[] {
  if (added === undefined) return names;
  if (names === noNames) return [added];
  names.push(added);
  return names;
}

/** Whether two names have the same prefix with the same meaning. */
function isAlike(one: XmlName, other: XmlName): boolean {
  return (
    one.scope === other.scope && one.prefix === other.prefix && one.namespace === other.namespace
  );
}

/** Whether a tag declares only the default namespace of its name, which is declared anyway. */
function isPlain({ name: { prefix, scope }, hasAttributes }: NewTag): boolean {
  const { declared } = scope;
  return prefix === '' && !hasAttributes && declared.size === 1 && declared.has('');
}

/** Whether the element itself says all there is to its tag: one prefix that its values have. */
function isInNamespaces({ namespaces }: XmlElement, tag: NewTag): boolean {
  const { name, isNew, hasAttributes, names } = tag;
  const { declared } = name.scope;
  if (!isNew || hasAttributes || names !== noNames || declared.size !== 1) return false;
  for (const [prefix, uri] of declared) if (namespaces?.[prefix] !== uri) return false;
  return true;
}

function isSame(one: ReadTag, other: ReadTag): boolean {
  return (
    one.plain === other.plain &&
    one.names.length === other.names.length &&
    one.declared.size === other.declared.size &&
    one.names.every(({ of, namespace, prefix, local }, at) => {
      const name = other.names[at];
      if (name?.of !== of || name.namespace !== namespace || name.prefix !== prefix) return false;
      return of === 'elements' || name.local === local;
    }) &&
    [...one.declared].every(([prefix, uri]) => other.declared.get(prefix) === uri)
  );
}

/**
 * Notes how the start tags of captured elements are written, so that they are written like that
 * again: declarations at their places, used or not, and prefixes of names.
 */
class ReadTags implements TagNotes {
  private readonly reader: TagReader;
  /** The scope around the outermost element being captured. */
  private outside: XmlScope | undefined;
  /** Bindings from there that are used inside. */
  private outer: Map<string, string> | undefined;
  /** Prefixes that are used, by the scope inside the outermost element that declares them. */
  private readonly used = new Map<XmlScope, Set<string>>();
  /** The prefixes that names of elements and attributes had last, by namespace. */
  private readonly current = {
    elements: new Map<string, string>(),
    attributes: new Map<string, string>(),
  };
  /** The name of the last element. */
  private latest: XmlName | undefined;
  /** Names of attributes, as written, of which nothing is new in a scope. */
  private readonly known = new Set<string>();
  private knownIn: XmlScope | undefined;
  /** Whether an element inside the outermost one has a tag of its own. */
  private hasInner = false;
  /** The tag of the last outermost element. */
  private last: ReadTag | undefined;

  constructor(reader: TagReader) {
    this.reader = reader;
  }

  begin(): void {
    const { stack, depth } = this.reader;
    this.outside = stack[depth - 1]?.scope;
    this.outer = undefined;
    this.latest = undefined;
    this.knownIn = undefined;
    this.hasInner = false;
    // even an empty Map that is cleared gets a new table
    if (this.current.elements.size > 0) this.current.elements.clear();
    if (this.current.attributes.size > 0) this.current.attributes.clear();
  }

  start(parent: XmlName | undefined): NewTag | undefined {
    const { name, attributes } = this.reader;
    const isOutermost = parent === undefined;
    const isNew = name.scope !== (isOutermost ? this.outside : parent.scope);
    const { latest } = this;
    const isUsual = latest === name || (latest !== undefined && isAlike(name, latest));
    let names = isUsual ? noNames : withName(noNames, this.named('elements', name, name.prefix));
    this.latest = name;
    if (attributes.length > 0) names = this.namesOf(attributes, names);
    if (!isOutermost && !isNew && names === noNames) return undefined;
    return { name, isNew, isOutermost, hasAttributes: attributes.length > 0, names };
  }

  private namesOf(attributes: readonly XmlAttributeToken[], before: NamePrefix[]): NamePrefix[] {
    const { scope } = this.reader.name;
    if (scope !== this.knownIn) this.known.clear();
    this.knownIn = scope;
    let names = before;
    for (const one of attributes) {
      if (one.namespace === '' || this.known.has(one.raw)) continue;
      const added = this.named('attributes', one, prefixOf(one.raw));
      // another prefix of a namespace has to be told again
      if (added !== undefined) this.known.clear();
      this.known.add(one.raw);
      names = withName(names, added);
    }
    return names;
  }

  /** Notes a prefix in a name of the START just read, and gives it if it is new. */
  private named(
    of: NamePrefix['of'],
    { namespace, local }: XmlQName,
    prefix: string,
  ): NamePrefix | undefined {
    this.use(prefix, namespace, this.reader.name.scope);
    const current = this.current[of];
    if ((current.get(namespace) ?? '') === prefix) return undefined;
    current.set(namespace, prefix);
    return { of, namespace, local, prefix };
  }

  use(prefix: string, uri: string, scope: XmlScope): void {
    if (prefix === '' || prefix === 'xml') return;
    for (let at: XmlScope | undefined = scope; at !== this.outside && at; at = at.parent) {
      if (!at.declared.has(prefix)) continue;
      const known = this.used.get(at);
      if (known === undefined) this.used.set(at, new Set([prefix]));
      else known.add(prefix);
      return;
    }
    this.outer ??= new Map();
    this.outer.set(prefix, uri);
  }

  useListed(name: string, value: string, scope: XmlScope): readonly string[] {
    if (name !== PREFIX_LIST) return noUris;
    return value.split(/[ \t\r\n]+/).flatMap((prefix): string | [] => {
      const uri = prefix === '' ? undefined : this.reader.prefixes.lookup(scope, prefix);
      if (uri !== undefined) this.use(prefix, uri, scope);
      return uri ?? [];
    });
  }

  unused(
    { name: { scope }, isNew }: NewTag,
    kept: readonly { readonly prefix: string }[] = [],
  ): readonly { readonly prefix: string; readonly uri: string }[] {
    if (!isNew) return [];
    const used = this.used.get(scope);
    this.used.delete(scope);
    const others = new Set(kept.map(({ prefix }) => prefix));
    return [...scope.declared].flatMap(([prefix, uri]) =>
      prefix === '' || used?.has(prefix) || others.has(prefix) ? [] : [{ prefix, uri }],
    );
  }

  end(element: XmlElement, tag: NewTag): XmlElement {
    const { name, isNew, isOutermost, names } = tag;
    const isTold = names !== noNames || (isNew && !isPlain(tag));
    const own = isTold ? { declared: isNew ? name.scope.declared : nothing, names } : undefined;
    this.hasInner ||= isTold;
    if (isOutermost) return keepReadTag(element, this.outermost(name, own));
    return isInNamespaces(element, tag) ? element : keepReadTag(element, own);
  }

  /** Adds to the tag of the outermost element what is declared around it. */
  private outermost({ prefix }: XmlName, own: ReadTag | undefined): ReadTag | undefined {
    const { outer, outside, last, hasInner } = this;
    const plain = prefix !== '' && outside?.defaultNamespace === '';
    const { declared, names } = own ?? { declared: nothing, names: noNames };
    if (outer === undefined && !plain) return own ?? (hasInner ? { declared, names } : undefined);
    const tag = { declared: new Map([...declared, ...(outer ?? [])]), names, plain };
    // one for all elements in a list
    if (last === undefined || !isSame(tag, last)) this.last = tag;
    return this.last;
  }
}

/** What notes the start tags that a reader reads. */
export function notesOf(reader: TagReader): TagNotes {
  return new ReadTags(reader);
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Message of an error for a value that no document can hold. */
export const containsItself = 'The value contains itself.';

/**
 * Completes an error thrown while a value was written whose steps are all known: puts the path of
 * the bad value before its message. Other errors, and those with a path, stay unchanged.
 *
 * @param name what the value itself is called; `''` if it has no name
 */
export function atPath(error: unknown, name = ''): unknown {
  if (!(error instanceof EncodeError) || error.path !== undefined) return error;
  const path = pathOfSteps(error.steps) || name;
  if (path !== '') error.message = `${path}: ${error.message}`;
  error.path = path;
  return error;
}

/** The path of steps from the inside out, such as `order.items[3].sku`. */
function pathOfSteps(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) path = stepText(step) + path;
  return path.startsWith('.') ? path.slice(1) : path;
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/**
 * Completes an error thrown while a message was read: adds its position in the text and the path of
 * its value, such as `order.items[3].sku`. On the client, the path also precedes the message; on a
 * server the message is ASMX's.
 */
export function unreadable(error: unknown, reader: XmlReader): unknown {
  if (!(error instanceof XmlError) || error.path !== undefined) return error;
  const path =
    error.kind === 'malformed' && error.code !== 'value'
      ? openPlace(reader)
      : placeOf(reader, error.property);
  locate(reader, error);
  return path === '' ? error : withPath(error, path, reader);
}

/** Adds the path of its value to an error. On the client, it also precedes the message. */
export function withPath(error: XmlError, path: string, reader: XmlReader): XmlError {
  error.path = path;
  if (!reader.defaults && (error.kind === 'value' || error.told !== undefined)) {
    error.message = `${path}: ${error.told ?? error.message}`;
  }
  return error;
}

/**
 * Puts `soapHeaders` and the name of the part before the path of an error in a header.
 *
 * @param element the beginning of the path that this replaces; omitted if the path starts inside
 *   it
 */
export function inHeader(error: unknown, part: string, element = ''): unknown {
  const isOurs = error instanceof EncodeError || error instanceof XmlError;
  if (!isOurs || error.path === undefined) return error;
  const { path, message } = error;
  const inside = path.slice(element.length);
  const isStep = element !== '' || inside === '' || inside.startsWith('[');
  error.path = `soapHeaders${stepText(part)}${isStep ? '' : '.'}${inside}`;
  const start = path === '' ? '' : `${path}: `;
  if (message.startsWith(start)) {
    error.message = `${error.path}: ${message.slice(start.length)}`;
  }
  return error;
}
