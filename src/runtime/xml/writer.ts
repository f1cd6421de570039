import {
  defaultXmlLimits,
  isNcName,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttributeToken,
} from './errors.ts';
import type { XmlName, XmlPrefixes, XmlScope } from './tag.ts';

// One test for ordinary text, which has none of these. Once a surrogate is found, pairs are
// checked. The patterns are global because `lastIndex` then gives the offset without a match
// object; it is always reset to 0 between two texts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const specialInText = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const specialInAttribute = /[&<>"\t\n\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g;

/** References for special characters that XML can carry, by character code. */
const references: Readonly<Record<number, string>> = {
  9: '&#x9;',
  10: '&#xA;',
  13: '&#xD;',
  34: '&quot;',
  38: '&amp;',
  60: '&lt;',
  62: '&gt;',
};

/** A character in Unicode's notation, such as `U+000A`. */
export function codePointName(text: string, at: number): string {
  // V8 13.6 reads beyond the end of a slice if asked for the character at its last code unit.
  const code = text.slice(at, at + 2).codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Escapes a text in which `special` just found its first character. The result is flattened in
 * pieces: as a tree, it takes three times the memory where there are many such characters.
 */
function escapeSpecial(text: string, special: RegExp): string {
  let done = '';
  let out = '';
  let start = 0;
  do {
    const at = special.lastIndex - 1;
    const code = text.charCodeAt(at);
    const entity = references[code];
    if (entity !== undefined) {
      out += text.slice(start, at) + entity;
      start = at + 1;
      if (out.length > pieceLength) {
        done += inOnePiece(out);
        out = '';
      }
    } else {
      const low = text.charCodeAt(at + 1);
      if (!(code >= 0xd800 && code <= 0xdbff && low >= 0xdc00 && low <= 0xdfff)) {
        special.lastIndex = 0;
        const message = `XML cannot carry the character ${codePointName(text, at)} at index ${at}.`;
        throw new EncodeError(message);
      }
      special.lastIndex = at + 2;
    }
  } while (special.test(text));
  return done + out + text.slice(start);
}

/**
 * Escapes character data as ASMX does: `& < >` become entities and CR becomes `&#xD;`; all else
 * stays.
 *
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeText(text: string): string {
  return specialInText.test(text) ? escapeSpecial(text, specialInText) : text;
}

/**
 * Escapes an attribute value for double quotes. Also escapes TAB, LF and CR, which a reader would
 * turn into spaces.
 *
 * @throws EncodeError a character XML cannot carry, or half a surrogate pair
 */
export function escapeAttribute(text: string): string {
  return specialInAttribute.test(text) ? escapeSpecial(text, specialInAttribute) : text;
}

/** Writes a string as character data. */
export function formatXsdString(value: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value);
  return specialInText.test(value) ? escapeSpecial(value, specialInText) : value;
}

/** Writes a string as an attribute value. */
export function formatXsdStringAttribute(value: string): string {
  if (typeof value !== 'string') throw notEncodable('a string', value);
  return specialInAttribute.test(value) ? escapeSpecial(value, specialInAttribute) : value;
}

/** When a list has written this many UTF-16 code units, they are flattened into one string. */
export const pieceLength: number = 16_384;

/**
 * The same text, flattened. The engine keeps a concatenation as a tree until a character is read,
 * which survives several garbage collections in a long message, and misses every cache.
 */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? text.slice() : text;
}

/**
 * Takes items of a list of elements that are written, once they are {@link pieceLength}. Its answer
 * stands for them in the message.
 */
export const pieces: { take: (items: string) => string } = { take: inOnePiece };

/**
 * ASMX writes an element without content as one tag, `<a />`, which is known only after its start
 * tag is written. So writers leave a mark, U+0000, which no value can contain, and the marks are
 * resolved once for the message. One without marks is not searched, which would flatten it.
 */
const emptyMark = '\0';
const emptyMarks = /\0/g;
const emptyElement = />\0<\/[^>]*>/g;

/**
 * Whether there may be an unresolved mark. Messages are written one after the other, never nested.
 */
const marks = { mayBe: false };

/** The mark for an element whose start tag was just written. */
export function markEmpty(): string {
  marks.mayBe = true;
  return emptyMark;
}

/** Content of an element: the mark if it is empty. */
export function orEmpty(content: string): string {
  return content === '' ? markEmpty() : content;
}

/**
 * Turns elements marked as empty into single tags, with a space before the slash. A mark before
 * content has no effect.
 */
export function closeEmpty(xml: string): string {
  const closed = closeElements(xml);
  marks.mayBe = false;
  return closed;
}

/** As {@link closeEmpty}, for whole elements of a message that is still being written. */
export function closeElements(xml: string): string {
  if (!marks.mayBe || !xml.includes(emptyMark)) return xml;
  let closed = '';
  let from = 0;
  // In pieces, because `replace` lists all matches first. There is no mark between two adjacent
  // tags.
  while (from < xml.length) {
    const border = xml.indexOf('><', from + pieceLength);
    const to = border < 0 ? xml.length : border + 1;
    closed += xml.slice(from, to).replace(emptyElement, ' />').replace(emptyMarks, '');
    from = to;
  }
  return closed;
}

/**
 * Thrown when a value cannot be written: it has the wrong type, is out of range, or contains
 * characters that XML cannot carry.
 */
export class EncodeError extends Error {
  override readonly name: string = 'EncodeError';
  /** Path of the value, such as `order.items[3].sku`, once its writers are left. */
  path: string | undefined;
  /** Property names and indexes from the value to the root, as far as its writers are left. */
  readonly steps: (string | number)[] = [];

  /** @param step the property or index that the error is about, of the value being written */
  constructor(message: string, step?: string | number) {
    super(message);
    if (step !== undefined) this.steps.push(step);
  }
}

/** Message of the error for a value for which the stack is too small. */
export const tooDeep = 'The value is nested too deeply.';

/**
 * Adds to an error in a value where the value is: the property of an object, or the index in a
 * list. Called from the inside out. A value for which the stack is too small becomes such an error.
 */
export function within(error: unknown, step: string | number): unknown {
  const isOverflow = error instanceof Error && /call stack|recursion/.test(error.message);
  const wrong = isOverflow ? new EncodeError(tooDeep) : error;
  if (wrong instanceof EncodeError) wrong.steps.push(step);
  return wrong;
}

const SHOWN = 40;

/** Describes a value in an error message: its type, and the value itself if it is short. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string': {
      const more = value.length > SHOWN ? '…' : '';
      return `the string ${JSON.stringify(value.slice(0, SHOWN))}${more}`;
    }
    case 'number':
    case 'boolean':
    case 'bigint':
      return `the ${typeof value} ${String(value).slice(0, SHOWN)}`;
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Date) {
        return Number.isNaN(value.getTime())
          ? 'an invalid Date'
          : `the Date ${value.toISOString()}`;
      }
      return Array.isArray(value) ? 'an array' : 'an object';
    default:
      return typeof value;
  }
}

/** The error for a value that is not `expected`, such as `an int (-2147483648 to 2147483647)`. */
export function notEncodable(
  expected: string,
  value: unknown,
  step?: string | number,
): EncodeError {
  return new EncodeError(`Expected ${expected}, got ${describeValue(value)}.`, step);
}

/** An attribute of {@link XmlElement}. */
export interface XmlAttribute {
  /** Local name. */
  readonly name: string;
  /** Namespace; left out for none, which is the usual case. */
  readonly namespace?: string | undefined;
  readonly value: string;
}

/** An element as data: the value of `xs:any` and untyped content. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace; `''` for none. */
  readonly namespace: string;
  readonly attributes?: readonly XmlAttribute[] | undefined;
  /** Elements and text in document order. */
  readonly children?: readonly XmlNode[] | undefined;
  /**
   * Prefixes that its start tag declares, with their namespaces. Of an element that was read, those
   * that only names have are left out, although they are written again, and those that its own
   * texts and attribute values have are there wherever they were declared. An element that was not
   * read gets these prefixes in its names, too, and so do those inside.
   */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/** An element, or the text between two elements. */
export type XmlNode = XmlElement | string;

/** The prefix of names in a namespace, until another one is told. */
export interface NamePrefix {
  readonly of: 'elements' | 'attributes';
  readonly namespace: string;
  /** Local name of the first that has it. */
  readonly local: string;
  /** `''` for none. */
  readonly prefix: string;
}

/**
 * How the start tag of an element that was read was written, so that it is written like that again:
 * signatures and old clients depend on it. Kept with elements whose tag declares namespaces, or
 * from which on names have another prefix.
 */
export interface ReadTag {
  /**
   * Its declarations by prefix, `''` for the default namespace. Those of the outermost element are
   * followed by those around it that are used inside.
   */
  readonly declared: ReadonlyMap<string, string>;
  /** Prefixes that names have from here on, in the order of the document. */
  readonly names: readonly NamePrefix[];
  /** Whether no default namespace was in scope around the outermost element. */
  readonly plain?: boolean;
}

/**
 * The property with the {@link ReadTag} of an element. It is not enumerable, because it is no part
 * of the value, and registered, because an element may be read by one generated folder and written
 * by another, each with its own runtime.
 */
const key: unique symbol = /* @__PURE__ */ Symbol.for('asmx-gen.ReadTag');

/** How the start tag of an element was written; `undefined` if it was not read, or is usual. */
export function readTagOf(element: XmlElement): ReadTag | undefined {
  return (element as { readonly [key]?: ReadTag })[key];
}

/** The attributes from which on a namespace has another prefix, by namespace and name. */
function renamedIn(element: XmlElement): ReadonlyMap<string, NamePrefix> | undefined {
  const names = readTagOf(element)?.names.filter(({ of }) => of === 'attributes') ?? [];
  if (names.length === 0) return undefined;
  return new Map(names.map((one) => [`${one.namespace} ${one.local}`, one]));
}

/** Keeps how the start tag of an element was written. */
export function keepReadTag<T extends XmlElement>(element: T, tag: ReadTag | undefined): T {
  return tag === undefined ? element : Object.defineProperty(element, key, { value: tag });
}

/** What is new about a start tag. */
export interface NotedTag {
  readonly isOutermost: boolean;
}

/** The part of a reader that tells how the START just read is written. */
export interface TagReader {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeToken[];
  readonly stack: readonly XmlName[];
  readonly depth: number;
  readonly prefixes: XmlPrefixes;
}

/** Notes how start tags were written. */
export interface TagNotes {
  /** Begins with the outermost element, whose START was just read. */
  begin(): void;
  /**
   * Notes the START just read.
   *
   * @param parent the name of the captured element around it
   * @returns `undefined` if nothing is new about it
   */
  start(parent: XmlName | undefined): NotedTag | undefined;
  /** Notes that a value in a scope has a prefix. */
  use(prefix: string, uri: string, scope: XmlScope): void;
  /** Notes the prefixes in an attribute that lists some, and gives their namespaces. */
  useListed(name: string, value: string, scope: XmlScope): readonly string[];
  /** The bindings that a tag declares and nothing uses, besides those kept already. */
  unused(
    tag: NotedTag,
    kept: readonly { readonly prefix: string }[] | undefined,
  ): readonly { readonly prefix: string; readonly uri: string }[];
  /** Keeps with an element how its tag was written. */
  end(element: XmlElement, tag: NotedTag): XmlElement;
}

/**
 * How elements are written as they were read. Set where elements are read that may be written
 * again, so that other clients do not carry it.
 */
export const exactly: {
  notesOf?: (reader: TagReader) => TagNotes;
  write?: (element: XmlElement) => string;
} = {};

/** Captures elements of one document. */
export interface XmlCapture {
  element(): XmlElement;
  nodes(): XmlNode[];
  /** What a prefix means in a scope; `undefined` for those that are never declared. */
  lookup(prefix: string, scope: XmlScope): string | undefined;
  /** Counts a namespace that must be declared when the element is written. */
  count(namespace: string): void;
}

/** An entry of a table that an inner one hides. */
interface Hidden {
  readonly table: Map<string, string>;
  readonly key: string;
  readonly value: string | undefined;
}

/** A declaration on the element being written. */
type Declared = readonly [prefix: string, uri: string];

const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

function checkName(name: string): void {
  if (typeof name !== 'string' || !isNcName(name)) throw notEncodable('an XML name', name, 'name');
}

function checkNamespace(uri: string, property = 'namespace'): void {
  if (typeof uri !== 'string') throw notEncodable('a namespace as a string', uri, property);
  if (uri === XMLNS_NAMESPACE) throw new EncodeError(`The namespace ${uri} is reserved.`, property);
}

function escaped(text: string, property: string): string {
  try {
    return escapeAttribute(text);
  } catch (error) {
    throw within(error, property);
  }
}

function checkDeclaration(prefix: string, uri: string): void {
  checkNamespace(uri, 'namespaces');
  const isReserved = prefix === 'xml' || prefix === 'xmlns' || uri === XML_NAMESPACE;
  if (isReserved || !isNcName(prefix) || uri === '') {
    throw new EncodeError(`The prefix '${prefix}' cannot be declared.`, 'namespaces');
  }
}

/** A declaration with its leading space. */
function declaration(prefix: string, uri: string): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return ` ${name}="${escaped(uri, 'namespace')}"`;
}

/** Options for writing elements. */
interface XmlElementWriterOptions {
  /** Largest number of nested elements; default 200. */
  readonly depth?: number;
  /** Returns the element to write instead of an element; default: the same element. */
  readonly replace?: (element: XmlElement) => XmlElement;
  /** Escapes texts and attributes. Default: XML's own rules, which refuse some characters. */
  readonly escapeWith?: ((text: string) => string) | undefined;
}

/** Writes elements. Looks up declarations in scope in constant time. */
export class XmlElementWriter {
  private readonly maxDepth: number;
  private readonly replace: ((element: XmlElement) => XmlElement) | undefined;
  private readonly escapeWith: ((text: string) => string) | undefined;
  /** URIs of the prefixes in scope. */
  private readonly bindings = new Map<string, string>();
  /** A prefix of each URI in scope, unless an inner declaration hides it. */
  private readonly prefixes = new Map<string, string>();
  /** The prefixes that names have by URI, as the elements so far say. */
  private readonly names = {
    elements: new Map<string, string>(),
    attributes: new Map<string, string>(),
  };
  /** Whether the outermost element was not read. */
  private isMade = false;
  /** What the open elements hid, the innermost last. */
  private readonly hidden: Hidden[] = [];
  private depth = 0;
  /** Number of the last prefix generated for the element being written. */
  private number = 0;

  constructor({
    depth = defaultXmlLimits.depth,
    replace,
    escapeWith,
  }: XmlElementWriterOptions = {}) {
    this.maxDepth = depth;
    this.replace = replace;
    this.escapeWith = escapeWith;
  }

  /** @throws EncodeError as {@link writeXmlElement} */
  nodes(nodes: readonly XmlNode[], defaultNamespace: string): string {
    let done = '';
    let text = '';
    for (const [index, node] of nodes.entries()) {
      try {
        text += this.node(node, defaultNamespace);
      } catch (error) {
        throw within(error, index);
      }
      if (text.length > pieceLength) {
        done += inOnePiece(text);
        text = '';
      }
    }
    return done + text;
  }

  private node(node: XmlNode, defaultNamespace: string): string {
    if (typeof node === 'string') return this.escapeWith?.(node) ?? escapeText(node);
    if (typeof node === 'object' && node !== null) return this.element(node, defaultNamespace);
    throw notEncodable('an element or a string', node);
  }

  /** @throws EncodeError as {@link writeXmlElement} */
  element(given: XmlElement, defaultNamespace: string): string {
    const element = this.replace?.(given) ?? given;
    const { name, namespace, children = [] } = element;
    if (this.depth >= this.maxDepth) {
      throw new EncodeError(`Elements are nested deeper than ${this.maxDepth}.`);
    }
    checkName(name);
    checkNamespace(namespace);
    const read = readTagOf(element);
    const isOutermost = this.depth === 0;
    if (isOutermost) this.start(read);
    this.depth += 1;
    const outer = this.hidden.length;
    const declared = this.bindDeclared(element, read);
    for (const one of read?.names ?? []) if (one.of === 'elements') this.rename(one);
    const prefix = this.prefixFor(namespace, declared);
    const full = prefix === '' ? name : `${prefix}:${name}`;
    const attributes = this.attributes(element, declared);
    let scope = namespace;
    if (prefix !== '') {
      const around = isOutermost && read?.plain === true ? '' : defaultNamespace;
      scope = read?.declared.get('') ?? this.schemaScope(element, read) ?? around;
    }
    const isDefault = scope === defaultNamespace;
    if (!isDefault && !declared.some(([one]) => one === '')) declared.push(['', scope]);
    let declarations = '';
    for (const [one, uri] of declared) {
      if (one !== '') declarations += declaration(one, uri);
      else if (!isDefault) declarations += declaration('', scope);
    }
    const content = this.children(children, scope);
    this.leave(outer);
    this.depth -= 1;
    // most documents have declarations first, .NET has them last
    const tag = full + (read ? declarations + attributes : attributes + declarations);
    return content === '' ? `<${tag} />` : `<${tag}>${content}</${full}>`;
  }

  private start(read: ReadTag | undefined): void {
    this.isMade = read === undefined;
    this.names.elements.clear();
    this.names.attributes.clear();
  }

  private children(children: readonly XmlNode[], defaultNamespace: string): string {
    try {
      return this.nodes(children, defaultNamespace);
    } catch (error) {
      throw within(error, 'children');
    }
  }

  /** Binds the prefixes that the element itself declares, and gives its declarations. */
  private bindDeclared(element: XmlElement, read: ReadTag | undefined): Declared[] {
    if (read === undefined && element.namespaces === undefined) return [];
    const all = new Map(read?.declared);
    for (const [prefix, uri] of Object.entries(element.namespaces ?? {})) {
      checkDeclaration(prefix, uri);
      all.set(prefix, uri);
    }
    const isNamed = this.isMade && read === undefined;
    const declared: Declared[] = [];
    for (const [prefix, uri] of all) {
      if (prefix !== '' && this.bindings.get(prefix) === uri) continue;
      declared.push([prefix, uri]);
      if (prefix === '') continue;
      this.bind(prefix, uri);
      if (isNamed) this.set(this.names.elements, uri, prefix);
    }
    return declared;
  }

  /** The prefix of the element's name; `''` for none. */
  private prefixFor(namespace: string, declared: Declared[]): string {
    if (namespace === XML_NAMESPACE) return 'xml';
    const prefix = this.names.elements.get(namespace) ?? '';
    return prefix === '' || this.isBound(prefix, namespace, declared) ? prefix : '';
  }

  /** Whether a prefix means a namespace. One that means nothing is declared here. */
  private isBound(prefix: string, namespace: string, declared: Declared[]): boolean {
    const bound = this.bindings.get(prefix);
    if (bound !== undefined) return bound === namespace;
    this.bind(prefix, namespace);
    declared.push([prefix, namespace]);
    return true;
  }

  /**
   * The default namespace in a schema that was not read: some readers take names without a prefix
   * for those of the default namespace.
   */
  private schemaScope(element: XmlElement, read: ReadTag | undefined): string | undefined {
    if (!this.isMade || read !== undefined) return undefined;
    if (element.name !== 'schema' || element.namespace !== schemaNamespace) return undefined;
    return element.attributes?.find((one) => one.name === 'targetNamespace')?.value ?? '';
  }

  private attributes(element: XmlElement, declared: Declared[]): string {
    if (element.attributes === undefined) return '';
    const renamed = renamedIn(element);
    const seen = new Set<string>();
    let text = '';
    this.number = 0;
    for (const [index, attribute] of element.attributes.entries()) {
      const key = `${attribute.namespace ?? ''} ${attribute.name}`;
      if (seen.has(key)) {
        throw new EncodeError(`The attribute '${attribute.name}' is there twice.`, 'attributes');
      }
      seen.add(key);
      const own = renamed?.get(key);
      if (own !== undefined) this.rename(own);
      try {
        text += this.attribute(attribute, declared);
      } catch (error) {
        throw within(within(error, index), 'attributes');
      }
    }
    return text;
  }

  private attribute(attribute: XmlAttribute, declared: Declared[]): string {
    const { name, namespace = '', value } = attribute;
    checkName(name);
    checkNamespace(namespace);
    if (typeof value !== 'string') throw notEncodable('a string', value, 'value');
    const text = `${name}="${this.escapeWith?.(value) ?? escaped(value, 'value')}"`;
    if (namespace === XML_NAMESPACE) return ` xml:${text}`;
    if (namespace === '') {
      if (name === 'xmlns') throw new EncodeError("An attribute cannot be named 'xmlns'.", 'name');
      return ` ${text}`;
    }
    const own = this.names.attributes.get(namespace);
    if (own !== undefined && this.isBound(own, namespace, declared)) return ` ${own}:${text}`;
    const known = this.prefixes.get(namespace);
    if (known !== undefined && this.bindings.get(known) === namespace) return ` ${known}:${text}`;
    const prefix = this.freePrefix();
    this.bind(prefix, namespace);
    return ` ${prefix}:${text}${declaration(prefix, namespace)}`;
  }

  /** Generates a prefix as .NET does. */
  private freePrefix(): string {
    let prefix: string;
    do {
      this.number += 1;
      prefix = `d${this.depth}p${this.number}`;
    } while (this.bindings.has(prefix));
    return prefix;
  }

  private rename({ of, namespace, prefix }: NamePrefix): void {
    this.names[of].set(namespace, prefix);
  }

  private bind(prefix: string, uri: string): void {
    const known = this.prefixes.get(uri);
    // The outermost prefix of a namespace is used as long as it is not hidden.
    const isHidden = known === undefined || this.bindings.get(known) !== uri;
    this.set(this.bindings, prefix, uri);
    if (isHidden) this.set(this.prefixes, uri, prefix);
  }

  private set(table: Map<string, string>, key: string, value: string): void {
    this.hidden.push({ table, key, value: table.get(key) });
    table.set(key, value);
  }

  /** Restores what all but the `outer` first entries hid. */
  private leave(outer: number): void {
    while (this.hidden.length > outer) {
      const { table, key, value } = this.hidden.pop() as Hidden;
      if (value === undefined) table.delete(key);
      else table.set(key, value);
    }
  }
}

/**
 * Writes an element. `defaultNamespace` is the default namespace at this point; prefixes are
 * declared where needed, whatever the outer elements declare.
 *
 * @throws EncodeError an invalid name or namespace, a duplicate attribute, characters that XML
 *   cannot carry, or more than 200 nested elements
 */
export function writeXmlElement(element: XmlElement, defaultNamespace: string): string {
  return new XmlElementWriter().element(element, defaultNamespace);
}

/** Writes elements and text as {@link writeXmlElement} does. */
export function writeXmlNodes(nodes: readonly XmlNode[], defaultNamespace: string): string {
  return new XmlElementWriter().nodes(nodes, defaultNamespace);
}
