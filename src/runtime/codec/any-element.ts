import { rememberAttributes } from '../xml/attributes.ts';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/element.ts';
import type { XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { writeXmlElement, writeXmlNodes } from '../xml/write-element.ts';
import { notEncodable } from '../xml/write-text.ts';

function isElement(value: XmlElement): boolean {
  return typeof value === 'object' && value !== null && typeof value.name === 'string';
}

/** Writes any element. */
export function writeAny(
  value: XmlElement,
  defaultNamespace: string,
  owner: object,
  name: string,
): string {
  if (!isElement(value)) throw notEncodable('an XML element', value, owner, name);
  return writeXmlElement(value, defaultNamespace);
}

/**
 * The element with the name that the schema gives it. Anything that is not an element stays
 * unchanged, and {@link writeAny} refuses it.
 */
export function asNamed(value: XmlElement, local: string, namespace: string): XmlElement {
  if (!isElement(value) || (value.name === local && value.namespace === namespace)) return value;
  return { ...value, name: local, namespace };
}

/** Writes mixed content. */
export function writeMixed(
  nodes: readonly XmlNode[],
  defaultNamespace: string,
  owner: object,
  name: string,
): string {
  if (!Array.isArray(nodes)) throw notEncodable('an array of XML nodes', nodes, owner, name);
  return writeXmlNodes(nodes, defaultNamespace);
}

/**
 * Attributes of the START just read that are not in the schema; `undefined` if there are none.
 *
 * @param known `{namespace}local` of those in the schema
 */
export function otherAttributes(
  reader: XmlReader,
  known: readonly string[],
): readonly XmlAttribute[] | undefined {
  rememberAttributes(reader);
  let found: XmlAttribute[] | undefined;
  for (const { namespace, local, value } of reader.attributes) {
    if (namespace === XSI_NAMESPACE || known.includes(`{${namespace}}${local}`)) continue;
    if (reader.ids !== undefined) reader.ids.hasOtherAttributes = true;
    found ??= [];
    found.push(namespace === '' ? { name: local, value } : { name: local, namespace, value });
  }
  return found;
}

/** Writes attributes that are not in the schema, with declarations of their namespaces. */
export function writeOtherAttributes(
  attributes: readonly XmlAttribute[] | undefined,
  owner: object,
  name: string,
): string {
  if (attributes === undefined) return '';
  if (!Array.isArray(attributes)) throw notEncodable('an array', attributes, owner, name);
  // the element writer knows the rules of names and prefixes; the tag around them is removed
  const tag = writeXmlElement({ name: 'a', namespace: '', attributes }, '');
  return tag.slice(2, tag.lastIndexOf('/')).trimEnd();
}
