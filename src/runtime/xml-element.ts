import type { XmlReader } from './xml-reader.ts';
import { END, EOF, START, TEXT } from './xml-tokens.ts';

export { writeXmlElement, writeXmlNodes } from './xml-element-writer.ts';

/** An attribute of {@link XmlElement}. */
export interface XmlAttribute {
  /** Local name. */
  readonly name: string;
  /** Namespace; left out for none, which is the usual case. */
  readonly namespace?: string | undefined;
  readonly value: string;
}

/** An element as data: what `xs:any` and untyped content read as. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace; `''` for none. */
  readonly namespace: string;
  readonly attributes?: readonly XmlAttribute[] | undefined;
  /** Elements and text in document order. */
  readonly children?: readonly XmlNode[] | undefined;
  /** Prefixes that texts and attribute values inside refer to, such as those of QNames, with their namespaces. */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}

/** An element or the text between two. */
export type XmlNode = XmlElement | string;

/** Bindings kept with the elements around one. */
type Known = ReadonlyMap<string, string>;

const nothingKnown: Known = new Map();

/** Whether a code unit may belong to a prefix; what it is bound to decides in the end. */
function isPrefixPart(code: number): boolean {
  const letterOrDigit =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit || code === 95 || code === 45 || code === 46 || code >= 0xb7;
}

/** Collects what is before colons in a text, since it may be prefixes of QNames. */
export function collectPrefixes(text: string, prefixes: Set<string>): void {
  let colon = text.indexOf(':');
  let floor = 0;
  while (colon >= 0) {
    let from = colon;
    while (from > floor && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
    if (from < colon) prefixes.add(text.slice(from, colon));
    floor = colon + 1;
    colon = text.indexOf(':', floor);
  }
}

/** The declarations an element must carry so that QNames in it keep their meaning; undefined when there are none. */
function neededDeclarations(
  prefixes: ReadonlySet<string>,
  lookup: (prefix: string) => string | undefined,
  known: Known,
): Map<string, string> | undefined {
  let needed: Map<string, string> | undefined;
  for (const prefix of prefixes) {
    const uri = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
    if (uri === undefined || known.get(prefix) === uri) continue;
    needed ??= new Map();
    needed.set(prefix, uri);
  }
  return needed;
}

function captureAttributes(reader: XmlReader): XmlAttribute[] | undefined {
  if (reader.attributes.length === 0) return undefined;
  return reader.attributes.map(({ namespace, local, value }) =>
    namespace === '' ? { name: local, value } : { name: local, namespace, value },
  );
}

function recordOf(bindings: ReadonlyMap<string, string>): Record<string, string> {
  const record = Object.create(null) as Record<string, string>;
  for (const [prefix, uri] of bindings) record[prefix] = uri;
  return record;
}

function capture(reader: XmlReader, known: Known): XmlElement {
  const name = reader.local;
  const namespace = reader.namespace;
  const attributes = captureAttributes(reader);
  const prefixes = new Set<string>();
  for (const attribute of attributes ?? []) collectPrefixes(attribute.value, prefixes);
  const lookup = reader.scopeLookup();
  let needed = neededDeclarations(prefixes, lookup, known);
  const children: XmlNode[] = [];
  let inner = needed === undefined ? known : new Map([...known, ...needed]);
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token === START) {
      children.push(capture(reader, inner));
    } else if (token === TEXT) {
      const text = reader.textValue;
      children.push(text);
      prefixes.clear();
      collectPrefixes(text, prefixes);
      const more = neededDeclarations(prefixes, lookup, inner);
      if (more !== undefined) {
        needed = new Map([...(needed ?? nothingKnown), ...more]);
        inner = new Map([...inner, ...more]);
      }
    }
  }
  return {
    name,
    namespace,
    ...(attributes === undefined ? {} : { attributes }),
    ...(children.length === 0 ? {} : { children }),
    ...(needed === undefined ? {} : { namespaces: recordOf(needed) }),
  };
}

/**
 * Captures the element whose START a reader has just read, and reads its END. Namespaces that texts or attribute values
 * refer to by prefix are kept with the element that does so.
 */
export function captureElement(reader: XmlReader): XmlElement {
  return capture(reader, nothingKnown);
}

/**
 * Captures the content of the element whose START a reader has just read, and reads its END. Behind the end of the document there is
 * none.
 */
export function captureNodes(reader: XmlReader): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (let token = reader.next(); token !== END && token !== EOF; token = reader.next()) {
    if (token === START) nodes.push(capture(reader, nothingKnown));
    else if (token === TEXT) nodes.push(reader.textValue);
  }
  return nodes;
}
