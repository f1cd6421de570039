import { rememberAttributes } from '../xml/attributes.ts';
import type { XmlAttribute, XmlElement, XmlNode } from '../xml/element.ts';
import type { XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { writeXmlElement, writeXmlNodes } from '../xml/write-element.ts';
import { notEncodable } from '../xml/write-text.ts';

function asElement(value: XmlElement, owner: object, name: string): XmlElement {
  if (typeof value === 'object' && value !== null && typeof value.name === 'string') return value;
  throw notEncodable('an XML element', value, owner, name);
}

/** Writes any element. */
export function writeAny(
  value: XmlElement,
  defaultNamespace: string,
  owner: object,
  name: string,
): string {
  return writeXmlElement(asElement(value, owner, name), defaultNamespace);
}

/** Writes the content and attributes of an element under the name the schema gives it. */
export function writeAnyAs(
  value: XmlElement,
  local: string,
  namespace: string,
  defaultNamespace: string,
  owner: object,
  name: string,
): string {
  const element = asElement(value, owner, name);
  return writeXmlElement(
    element.name === local && element.namespace === namespace
      ? element
      : { ...element, name: local, namespace },
    defaultNamespace,
  );
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
 * Attributes of the START just read that the schema does not name; `undefined` when there are none.
 *
 * @param known `{namespace}local` of those it does
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

/** Writes attributes the schema does not name; those in a namespace declare it. */
export function writeOtherAttributes(
  attributes: readonly XmlAttribute[] | undefined,
  owner: object,
  name: string,
): string {
  if (attributes === undefined) return '';
  if (!Array.isArray(attributes)) throw notEncodable('an array', attributes, owner, name);
  // the element writer knows all rules of names and prefixes; its tag is cut away
  const tag = writeXmlElement({ name: 'a', namespace: '', attributes }, '');
  return tag.slice(2, tag.lastIndexOf('/')).trimEnd();
}
