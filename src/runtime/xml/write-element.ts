import { isNcName } from './chars.ts';
import {
  type NamePrefixes,
  namePrefixes,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from './element.ts';
import { defaultXmlLimits, XML_NAMESPACE, XMLNS_NAMESPACE } from './tokens.ts';
import {
  EncodeError,
  escapeAttribute,
  escapeText,
  inOnePiece,
  notEncodable,
  pieceLength,
  within,
} from './write-text.ts';

/**
 * What a declaration hides: the outer binding of its prefix, and the previous prefix of its
 * namespace.
 */
interface Hidden {
  readonly prefix: string;
  readonly uri: string;
  readonly hiddenUri: string | undefined;
  readonly hiddenPrefix: string | undefined;
  /** The previous prefix of names in the namespace. */
  readonly hiddenName: string | undefined;
}

const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

const noPrefixes: NamePrefixes = /* @__PURE__ */ new Map();

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

/** A declaration with its leading space. */
function declaration(prefix: string, uri: string): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return ` ${name}="${escaped(uri, 'namespace')}"`;
}

function restore<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** Options for writing elements. */
export interface XmlElementWriterOptions {
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
  /** The prefix that names of elements have by URI. */
  private readonly names = new Map<string, string>();
  /** Declarations of prefixes of names that no attribute was written with yet. */
  private readonly pending = new Map<string, string>();
  /** Whether the outermost element was not read from a message. */
  private isMade = false;
  /** The declarations in scope, the innermost last. */
  private readonly declared: Hidden[] = [];
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
    if (this.depth === 0) this.isMade = !namePrefixes.has(element);
    this.depth += 1;
    const outer = this.declared.length;
    const declarations = this.declarations(element);
    const prefix = this.prefixOf(namespace);
    const full = prefix === undefined ? name : `${prefix}:${name}`;
    const attributes = this.attributes(element);
    let tag = full + attributes + [...this.pending.values()].join('') + declarations;
    const isDefault = prefix === undefined;
    if (isDefault && namespace !== defaultNamespace) tag += declaration('', namespace);
    let scope = isDefault ? namespace : defaultNamespace;
    if (!isDefault && name === 'schema' && namespace === schemaNamespace) {
      // some readers take names without a prefix for those of the default namespace
      scope = element.attributes?.find((one) => one.name === 'targetNamespace')?.value ?? '';
      if (scope !== defaultNamespace) tag += declaration('', scope);
    }
    const content = this.children(children, scope);
    this.leave(outer);
    this.depth -= 1;
    return content === '' ? `<${tag} />` : `<${tag}>${content}</${full}>`;
  }

  private children(children: readonly XmlNode[], defaultNamespace: string): string {
    try {
      return this.nodes(children, defaultNamespace);
    } catch (error) {
      throw within(error, 'children');
    }
  }

  /** The prefix of names in a namespace; `undefined` for none. */
  private prefixOf(namespace: string): string | undefined {
    if (namespace === XML_NAMESPACE) return 'xml';
    const prefix = this.names.get(namespace);
    return prefix !== undefined && this.bindings.get(prefix) === namespace ? prefix : undefined;
  }

  /** The namespace declarations that the element itself carries. */
  private declarations(element: XmlElement): string {
    const named = namePrefixes.get(element) ?? noPrefixes;
    let text = '';
    this.pending.clear();
    for (const [prefix, uri] of named) {
      if (this.names.get(uri) === prefix && this.bindings.get(prefix) === uri) continue;
      if (this.bindings.get(prefix) !== uri) {
        this.pending.set(prefix, declaration(prefix, uri));
      }
      this.bind(prefix, uri, true);
    }
    if (element.namespaces === undefined) return text;
    for (const [prefix, uri] of Object.entries(element.namespaces)) {
      checkNamespace(uri, 'namespaces');
      if (
        !isNcName(prefix) ||
        prefix === 'xml' ||
        prefix === 'xmlns' ||
        uri === '' ||
        uri === XML_NAMESPACE
      ) {
        throw new EncodeError(`The prefix '${prefix}' cannot be declared.`, 'namespaces');
      }
      if (this.bindings.get(prefix) === uri) continue;
      this.bind(prefix, uri, this.isMade);
      text += declaration(prefix, uri);
    }
    return text;
  }

  private attributes(element: XmlElement): string {
    if (element.attributes === undefined) return '';
    const seen = new Set<string>();
    let text = '';
    this.number = 0;
    for (const [index, attribute] of element.attributes.entries()) {
      const key = `${attribute.namespace ?? ''} ${attribute.name}`;
      if (seen.has(key)) {
        throw new EncodeError(`The attribute '${attribute.name}' is there twice.`, 'attributes');
      }
      seen.add(key);
      try {
        text += this.attribute(attribute);
      } catch (error) {
        throw within(within(error, index), 'attributes');
      }
    }
    return text;
  }

  private attribute(attribute: XmlAttribute): string {
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
    const known = this.prefixes.get(namespace);
    if (known !== undefined && this.bindings.get(known) === namespace) {
      const declared = this.pending.get(known) ?? '';
      this.pending.delete(known);
      return ` ${known}:${text}${declared}`;
    }
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

  /** @param isName whether names of elements have the prefix */
  private bind(prefix: string, uri: string, isName = false): void {
    const { bindings, prefixes, names } = this;
    const hiddenUri = bindings.get(prefix);
    const hiddenPrefix = prefixes.get(uri);
    const hiddenName = names.get(uri);
    this.declared.push({ prefix, uri, hiddenUri, hiddenPrefix, hiddenName });
    bindings.set(prefix, uri);
    if (isName) names.set(uri, prefix);
    // The outermost prefix of a namespace is used as long as it is not hidden.
    if (hiddenPrefix === undefined || bindings.get(hiddenPrefix) !== uri) prefixes.set(uri, prefix);
  }

  /** Ends the scope of all but the `outer` first declarations. */
  private leave(outer: number): void {
    while (this.declared.length > outer) {
      const { prefix, uri, hiddenUri, hiddenPrefix, hiddenName } = this.declared.pop() as Hidden;
      restore(this.bindings, prefix, hiddenUri);
      restore(this.prefixes, uri, hiddenPrefix);
      restore(this.names, uri, hiddenName);
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
