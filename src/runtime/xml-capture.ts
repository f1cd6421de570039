import type { XmlAttribute, XmlElement, XmlNode } from './xml-element.ts';
import { XmlError } from './xml-error.ts';
import type { XmlReader } from './xml-reader.ts';
import { END, EOF, START, TEXT } from './xml-tokens.ts';

/** How many characters of namespaces writing captured elements may take: some, and so many for each character that was read. */
const NAMESPACES = 65_536;
const NAMESPACES_PER_CHARACTER = 8;

/** The bindings kept with an element, and what they hide of those around. */
interface Kept {
  readonly namespaces: Record<string, string>;
  readonly hidden: [prefix: string, uri: string | undefined][];
}

/** Whether a code unit may belong to a prefix; what it is bound to decides in the end. */
function isPrefixPart(code: number): boolean {
  const letterOrDigit =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit || code === 95 || code === 45 || code === 46 || code >= 0xb7;
}

/** Collects what is before colons in a text, since it may be prefixes of QNames. */
export function collectPrefixes(text: string, prefixes: Set<string>): void {
  let floor = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', floor)) {
    let from = colon;
    while (from > floor && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
    if (from < colon) prefixes.add(text.slice(from, colon));
    floor = colon + 1;
  }
}

function captureAttributes({ attributes }: XmlReader): XmlAttribute[] | undefined {
  if (attributes.length === 0) return undefined;
  return attributes.map(({ namespace, local, value }) =>
    namespace === '' ? { name: local, value } : { name: local, namespace, value },
  );
}

/** Captures elements of one document. */
export class XmlCapture {
  private readonly reader: XmlReader;
  /** Bindings kept with the elements around. */
  private readonly known = new Map<string, string>();
  private namespaces = 0;
  /** What may be prefixes in a text. */
  private readonly prefixes = new Set<string>();

  constructor(reader: XmlReader) {
    this.reader = reader;
  }

  /**
   * Captures the element whose START the reader has just read, and reads its END. Namespaces that texts or attribute values refer to by
   * prefix are kept with the element that does so.
   *
   * @param around namespace of the element around, where that is captured
   * @throws XmlError malformed, or namespaces so long that writing the elements would take many times their length
   */
  element(around = ''): XmlElement {
    const { reader } = this;
    const { local: name, namespace } = reader;
    if (namespace !== around) this.count(namespace);
    const attributes = captureAttributes(reader);
    const lookup = reader.scopeLookup();
    let kept: Kept | undefined;
    for (const attribute of attributes ?? []) {
      if (attribute.namespace !== undefined) this.count(attribute.namespace);
      kept = this.keep(attribute.value, lookup, kept);
    }
    const children: XmlNode[] = [];
    for (let token = reader.next(); token !== END; token = reader.next()) {
      if (token === START) children.push(this.element(namespace));
      else if (token === TEXT) {
        const text = reader.textValue;
        children.push(text);
        kept = this.keep(text, lookup, kept);
      }
    }
    if (kept !== undefined) this.restore(kept);
    return {
      name,
      namespace,
      ...(attributes === undefined ? {} : { attributes }),
      ...(children.length === 0 ? {} : { children }),
      ...(kept === undefined ? {} : { namespaces: kept.namespaces }),
    };
  }

  /**
   * Captures the content of the element whose START the reader has just read, and reads its END. After the end of the document there
   * is none.
   *
   * @throws XmlError as {@link element}
   */
  nodes(): XmlNode[] {
    const { reader } = this;
    const nodes: XmlNode[] = [];
    for (let token = reader.next(); token !== END && token !== EOF; token = reader.next()) {
      if (token === START) nodes.push(this.element());
      else if (token === TEXT) nodes.push(reader.textValue);
    }
    return nodes;
  }

  /** Keeps the bindings that a text refers to. */
  private keep(
    text: string,
    lookup: (prefix: string) => string | undefined,
    before: Kept | undefined,
  ): Kept | undefined {
    let kept = before;
    this.prefixes.clear();
    collectPrefixes(text, this.prefixes);
    for (const prefix of this.prefixes) {
      const uri = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
      const outer = this.known.get(prefix);
      if (uri === undefined || outer === uri) continue;
      this.count(uri);
      kept ??= { namespaces: Object.create(null) as Record<string, string>, hidden: [] };
      kept.namespaces[prefix] = uri;
      kept.hidden.push([prefix, outer]);
      this.known.set(prefix, uri);
    }
    return kept;
  }

  private restore({ hidden }: Kept): void {
    for (const [prefix, uri] of hidden) {
      if (uri === undefined) this.known.delete(prefix);
      else this.known.set(prefix, uri);
    }
  }

  /**
   * Counts a namespace that writing the element takes. In the document a prefix stood for it, so that a long one in many elements would
   * make little XML grow without bounds.
   */
  private count(namespace: string): void {
    const { reader } = this;
    this.namespaces += namespace.length;
    const most = NAMESPACES + NAMESPACES_PER_CHARACTER * reader.consumed;
    if (this.namespaces <= most) return;
    throw reader.locate(new XmlError('limit', 'The namespaces of the elements are too long.'));
  }
}
