import { EncodeError, notEncodable } from './encode-error.ts';
import { isNcName } from './xml-chars.ts';
import type { XmlAttribute, XmlElement, XmlNode } from './xml-element.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';
import { defaultXmlLimits, XML_NAMESPACE, XMLNS_NAMESPACE } from './xml-tokens.ts';

/** What is in scope around an element being written. */
interface Surroundings {
  readonly defaultNamespace: string;
  /** Prefix to URI of the declarations written so far. */
  readonly bindings: ReadonlyMap<string, string>;
  readonly depth: number;
}

function checkName(name: string, owner: object): void {
  if (typeof name !== 'string' || !isNcName(name))
    throw notEncodable('an XML name', name, owner, 'name');
}

function checkNamespace(uri: string, owner: object, property: string): void {
  if (typeof uri !== 'string') throw notEncodable('a namespace as a string', uri, owner, property);
  if (uri === XMLNS_NAMESPACE)
    throw new EncodeError(`The namespace ${uri} is reserved.`, owner, property);
}

/** A declaration with its leading blank. */
function declaration(prefix: string, uri: string, owner: object): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return ` ${name}="${escapeAttribute(uri, owner, 'namespace')}"`;
}

/** Adds the element's own declarations to `bindings` and gives their text. */
function writeDeclarations(element: XmlElement, bindings: Map<string, string>): string {
  let text = '';
  for (const [prefix, uri] of Object.entries(element.namespaces ?? {})) {
    checkNamespace(uri, element, 'namespaces');
    if (
      !isNcName(prefix) ||
      prefix === 'xml' ||
      prefix === 'xmlns' ||
      uri === '' ||
      uri === XML_NAMESPACE
    ) {
      throw new EncodeError(`The prefix '${prefix}' cannot be declared.`, element, 'namespaces');
    }
    if (bindings.get(prefix) === uri) continue;
    bindings.set(prefix, uri);
    text += declaration(prefix, uri, element);
  }
  return text;
}

/** The prefix an attribute is to have: one in scope, or a new one as .NET makes them up. */
function attributePrefix(
  uri: string,
  bindings: Map<string, string>,
  depth: number,
): { prefix: string; fresh: boolean } {
  if (uri === XML_NAMESPACE) return { prefix: 'xml', fresh: false };
  for (const [prefix, bound] of bindings) if (bound === uri) return { prefix, fresh: false };
  let number = 1;
  while (bindings.has(`d${depth}p${number}`)) number += 1;
  const prefix = `d${depth}p${number}`;
  bindings.set(prefix, uri);
  return { prefix, fresh: true };
}

function writeAttribute(
  attribute: XmlAttribute,
  bindings: Map<string, string>,
  depth: number,
): string {
  const { name, namespace = '', value } = attribute;
  checkName(name, attribute);
  checkNamespace(namespace, attribute, 'namespace');
  if (typeof value !== 'string') throw notEncodable('a string', value, attribute, 'value');
  const text = `${name}="${escapeAttribute(value, attribute, 'value')}"`;
  if (namespace === '') {
    if (name === 'xmlns')
      throw new EncodeError("An attribute cannot be named 'xmlns'.", attribute, 'name');
    return ` ${text}`;
  }
  const { prefix, fresh } = attributePrefix(namespace, bindings, depth);
  return ` ${prefix}:${text}${fresh ? declaration(prefix, namespace, attribute) : ''}`;
}

function writeAttributes(
  element: XmlElement,
  bindings: Map<string, string>,
  depth: number,
): string {
  const seen = new Set<string>();
  let text = '';
  for (const attribute of element.attributes ?? []) {
    const key = `${attribute.namespace ?? ''} ${attribute.name}`;
    if (seen.has(key))
      throw new EncodeError(
        `The attribute '${attribute.name}' is there twice.`,
        element,
        'attributes',
      );
    seen.add(key);
    text += writeAttribute(attribute, bindings, depth);
  }
  return text;
}

function writeElement(element: XmlElement, around: Surroundings): string {
  const { name, namespace, attributes, namespaces, children = [] } = element;
  const depth = around.depth + 1;
  if (depth > defaultXmlLimits.depth) {
    throw new EncodeError(`Elements are nested deeper than ${defaultXmlLimits.depth}.`, element);
  }
  checkName(name, element);
  checkNamespace(namespace, element, 'namespace');
  let tag = name;
  let bindings = around.bindings;
  if (namespaces !== undefined || attributes !== undefined) {
    const own = new Map(bindings);
    const declarations = writeDeclarations(element, own);
    tag += writeAttributes(element, own, depth) + declarations;
    bindings = own;
  }
  if (namespace === XML_NAMESPACE) tag = `xml:${tag}`;
  else if (namespace !== around.defaultNamespace) tag += declaration('', namespace, element);
  const inside = namespace === XML_NAMESPACE ? around.defaultNamespace : namespace;
  const content = writeNodes(children, { defaultNamespace: inside, bindings, depth });
  if (content === '') return `<${tag} />`;
  return `<${tag}>${content}</${namespace === XML_NAMESPACE ? 'xml:' : ''}${name}>`;
}

function writeNodes(nodes: readonly XmlNode[], around: Surroundings): string {
  let text = '';
  for (const [index, node] of nodes.entries()) {
    if (typeof node === 'string') text += escapeText(node, nodes, `${index}`);
    else if (typeof node === 'object' && node !== null) text += writeElement(node, around);
    else throw notEncodable('an element or a string', node, nodes, `${index}`);
  }
  return text;
}

/**
 * Writes an element where `defaultNamespace` is the default namespace in force; its prefixes are declared where they are
 * needed, whatever stands around it.
 *
 * @throws EncodeError a name or namespace that is none, an attribute twice, characters XML cannot carry, or more than 200
 *   elements inside each other
 */
export function writeXmlElement(element: XmlElement, defaultNamespace: string): string {
  return writeElement(element, { defaultNamespace, bindings: new Map(), depth: 0 });
}

/** Writes elements and text as {@link writeXmlElement} does. */
export function writeXmlNodes(nodes: readonly XmlNode[], defaultNamespace: string): string {
  return writeNodes(nodes, { defaultNamespace, bindings: new Map(), depth: 0 });
}
