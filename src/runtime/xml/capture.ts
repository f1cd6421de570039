import { rememberAttributes } from './attributes.ts';
import { collectPrefixes } from './chars.ts';
import type { XmlAttribute, XmlCapture, XmlElement, XmlNode } from './element.ts';
import { XmlError } from './error.ts';
import { locate } from './place.ts';
import type { XmlReader } from './reader.ts';
import { END, EOF, START } from './tokens.ts';

/**
 * How many characters of namespaces writing captured elements may take: some, and so many for each
 * character that was read.
 */
const NAMESPACES = 65_536;
const NAMESPACES_PER_CHARACTER = 8;

/** Namespaces by prefix. Those kept with the elements around are inherited. */
type Kept = Record<string, string>;

const none: Kept = Object.create(null) as Kept;

function captureAttributes({ attributes }: XmlReader): XmlAttribute[] | undefined {
  if (attributes.length === 0) return undefined;
  return attributes.map(({ namespace, local, value }) =>
    namespace === '' ? { name: local, value } : { name: local, namespace, value },
  );
}

/**
 * Captures the element whose START the reader has just read, and reads its END. Namespaces that
 * texts or attribute values refer to by prefix are kept with the element that does so.
 *
 * @throws XmlError malformed, more elements than the reader's limit, or namespaces so long that
 *   writing the elements would take many times their length
 */
export function captureElement(reader: XmlReader): XmlElement {
  rememberAttributes(reader);
  reader.capture ??= new Capture(reader);
  return reader.capture.element();
}

/**
 * Captures the content of the element whose START the reader has just read, and reads its END.
 * After the end of the document there is none.
 *
 * @throws XmlError as {@link captureElement}
 */
export function captureNodes(reader: XmlReader): XmlNode[] {
  rememberAttributes(reader);
  return contentOf(reader);
}

/**
 * The same of an element that messages hardly ever have, such as a fault.
 *
 * @throws XmlError as {@link captureElement}
 */
export function contentOf(reader: XmlReader): XmlNode[] {
  reader.capture ??= new Capture(reader);
  return reader.capture.nodes();
}

/** Captures elements of one document. */
class Capture implements XmlCapture {
  private readonly reader: XmlReader;
  private namespaces = 0;
  private elements = 0;
  /** The only binding of the element that kept one last. */
  private shared: Readonly<Record<string, string>> | undefined;
  /** What may be prefixes in a text. */
  private readonly prefixes = new Set<string>();

  constructor(reader: XmlReader) {
    this.reader = reader;
  }

  /**
   * @param around namespace of the captured element around it
   * @param known bindings kept with the elements around
   */
  element(around = '', known = none): XmlElement {
    const { reader } = this;
    const { local: name, namespace } = reader;
    this.countElement();
    if (namespace !== around) this.count(namespace);
    const attributes = captureAttributes(reader);
    const lookup = reader.scopeLookup();
    let kept = known;
    const keep = (text: string): void => {
      this.prefixes.clear();
      collectPrefixes(text, this.prefixes);
      for (const prefix of this.prefixes) {
        const uri = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
        if (uri === undefined || kept[prefix] === uri) continue;
        this.count(uri);
        if (kept === known) kept = Object.create(known) as Kept;
        kept[prefix] = uri;
      }
    };
    for (const attribute of attributes ?? []) {
      if (attribute.namespace !== undefined) this.count(attribute.namespace);
      keep(attribute.value);
    }
    let children: XmlNode[] | undefined;
    for (let token = reader.next(); token !== END; token = reader.next()) {
      const node = token === START ? this.element(namespace, kept) : reader.textValue;
      if (token !== START) keep(reader.textValue);
      // A list made with its first item has room for that alone; an empty one would get room for
      // many.
      if (children === undefined) children = [node];
      else children.push(node);
    }
    // Whole literals take half the memory of objects that grow.
    if (kept === known) {
      if (attributes === undefined) {
        return children === undefined ? { name, namespace } : { name, namespace, children };
      }
      return children === undefined
        ? { name, namespace, attributes }
        : { name, namespace, attributes, children };
    }
    const namespaces = this.recordOf(kept);
    if (attributes === undefined) return { name, namespace, children, namespaces };
    return children === undefined
      ? { name, namespace, attributes, namespaces }
      : { name, namespace, attributes, children, namespaces };
  }

  nodes(): XmlNode[] {
    const { reader } = this;
    const nodes: XmlNode[] = [];
    for (let token = reader.next(); token !== END && token !== EOF; token = reader.next()) {
      nodes.push(token === START ? this.element() : reader.textValue);
    }
    return nodes;
  }

  /**
   * The bindings as an element has them. Elements that keep one, the same as the element before,
   * share it.
   */
  private recordOf(kept: Kept): Readonly<Kept> {
    const [prefix = '', ...others] = Object.keys(kept);
    const isOne = others.length === 0;
    const { shared } = this;
    if (isOne && shared !== undefined && shared[prefix] === kept[prefix]) return shared;
    const record = Object.assign(Object.create(null) as Kept, kept);
    this.shared = isOne ? record : undefined;
    return record;
  }

  /** As objects, elements take many times their text. */
  private countElement(): void {
    const { reader } = this;
    const { captured } = reader.limits;
    this.elements += 1;
    if (this.elements <= captured) return;
    throw locate(reader, new XmlError('limit', `More than ${captured} elements are kept as XML.`));
  }

  /**
   * Counts a namespace that writing the element takes. In the document a prefix stood for it, so
   * that a long one in many elements would make little XML grow without bounds.
   */
  private count(namespace: string): void {
    const { reader } = this;
    this.namespaces += namespace.length;
    const most = NAMESPACES + NAMESPACES_PER_CHARACTER * reader.consumed;
    if (this.namespaces <= most) return;
    throw locate(reader, new XmlError('limit', 'The namespaces of the elements are too long.'));
  }
}
