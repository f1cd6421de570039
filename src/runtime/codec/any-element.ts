import { rememberAttributes } from '../xml/attributes.ts';
import { captureNodes } from '../xml/capture.ts';
import { deviate } from '../xml/deviation.ts';
import {
  keepReadTag,
  readTagOf,
  writeXmlElement,
  writeXmlNodes,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from '../xml/element.ts';
import type { XmlReader } from '../xml/reader.ts';
import { XSI_NAMESPACE } from '../xml/tokens.ts';
import { EncodeError, notEncodable, within } from '../xml/write-text.ts';
import { otherValue } from './fixed.ts';

function isElement(value: XmlElement): boolean {
  return typeof value === 'object' && value !== null && typeof value.name === 'string';
}

/** Writes any element. */
export function writeAny(value: XmlElement, defaultNamespace: string): string {
  if (!isElement(value)) throw notEncodable('an XML element', value);
  return writeXmlElement(value, defaultNamespace);
}

/**
 * The element with the name that the schema gives it. Anything that is not an element stays
 * unchanged, and {@link writeAny} refuses it.
 */
export function asNamed(value: XmlElement, local: string, namespace: string): XmlElement {
  if (!isElement(value) || (value.name === local && value.namespace === namespace)) return value;
  return keepReadTag({ ...value, name: local, namespace }, readTagOf(value));
}

/** Writes mixed content. */
export function writeMixed(nodes: readonly XmlNode[], defaultNamespace: string): string {
  if (!Array.isArray(nodes)) throw notEncodable('an array of XML nodes', nodes);
  return writeXmlNodes(nodes, defaultNamespace);
}

/** The text of nodes; `undefined` if an element is among them. */
function textOf(nodes: readonly XmlNode[]): string | undefined {
  return nodes.every((node) => typeof node === 'string') ? nodes.join('') : undefined;
}

/**
 * Reads mixed content of an element with a fixed or default text, which an empty element has, too
 * (XML Schema 1, 3.3.4).
 *
 * @param mustBe whether the text is fixed: other texts and elements are errors
 */
export function readMixed(reader: XmlReader, given: string, mustBe = false): readonly XmlNode[] {
  const nodes = captureNodes(reader);
  const text = textOf(nodes);
  if (text === '') return [given];
  if (!mustBe || text === given) return nodes;
  return deviate(reader, otherValue(nodes, given, text ?? 'elements'));
}

/** Mixed content that has to be a fixed text, which is also written if there is none. */
export function fixedNodes(
  nodes: readonly XmlNode[] | undefined,
  fixed: string,
): readonly XmlNode[] {
  if (nodes === undefined) return [fixed];
  if (!Array.isArray(nodes)) return nodes;
  const text = textOf(nodes);
  if (text === '') return [fixed];
  if (text === fixed) return nodes;
  throw notEncodable(`'${fixed}'`, text ?? nodes);
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
  const { offset } = reader;
  if (found !== undefined) reader.options.watch?.untyped(reader.source, offset, offset + 1);
  return found;
}

/**
 * Writes attributes that are not in the schema, with declarations of their namespaces.
 *
 * @param namespaces those that the tag declares, which are written here, too
 */
export function writeOtherAttributes(
  attributes: readonly XmlAttribute[] | undefined,
  namespaces?: XmlElement['namespaces'],
): string {
  if (attributes === undefined) return '';
  if (!Array.isArray(attributes)) throw notEncodable('an array', attributes);
  return contentOfTag({ name: 'a', namespace: '', attributes, namespaces });
}

/** Writes declarations of namespaces. */
export function writeNamespaces(namespaces: XmlElement['namespaces']): string {
  if (typeof namespaces !== 'object' || namespaces === null || Array.isArray(namespaces)) {
    throw notEncodable('an object with namespaces', namespaces, '$namespaces');
  }
  try {
    return contentOfTag({ name: 'a', namespace: '', namespaces });
  } catch (error) {
    throw within(error, '$namespaces');
  }
}

/** The element writer knows the rules of names and prefixes. The tag around them is removed. */
function contentOfTag(element: XmlElement): string {
  try {
    const tag = writeXmlElement(element, '');
    return tag.slice(2, tag.lastIndexOf('/')).trimEnd();
  } catch (error) {
    if (error instanceof EncodeError) error.steps.pop();
    throw error;
  }
}
