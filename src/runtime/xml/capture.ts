import { rememberAttributes } from './attributes.ts';
import { collectPrefixes } from './chars.ts';
import {
  namePrefixes,
  type XmlAttribute,
  type XmlCapture,
  type XmlElement,
  type XmlNode,
} from './element.ts';
import { locate } from './place.ts';
import type { XmlReader } from './reader.ts';
import { prefixOf, type XmlScope } from './scope.ts';
import { END, EOF, START, TEXT } from './tokens.ts';
import { XmlError } from './xml-error.ts';

/**
 * How many characters of namespace declarations captured elements may need when written: a fixed
 * number, and more for each character read.
 */
const NAMESPACES = 65_536;
const NAMESPACES_PER_CHARACTER = 8;

/** A namespace binding kept with an element, and the outer binding that it hides. */
interface Kept {
  readonly prefix: string;
  readonly uri: string;
  readonly hidden: string | undefined;
}

function captureAttributes({ attributes }: XmlReader): XmlAttribute[] | undefined {
  if (attributes.length === 0) return undefined;
  return attributes.map(({ namespace, local, value }) =>
    namespace === '' ? { name: local, value } : { name: local, namespace, value },
  );
}

/**
 * Captures the element whose START the reader has just read, and reads its END. Namespaces that
 * texts or attribute values refer to by prefix are kept with the element that does so, prefixes of
 * names beside the elements that declare them.
 *
 * @throws XmlError malformed, or namespaces so long that writing the elements would take many times
 *   their length
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
 * Same as {@link captureNodes}, for elements that are rare in messages, such as faults.
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
  /** Bindings kept with outer elements. */
  private readonly known = new Map<string, string>();
  private namespaces = 0;
  /** The binding of the last element that kept exactly one. */
  private shared: Readonly<Record<string, string>> | undefined;
  /** Possible prefixes in a text. */
  private readonly prefixes = new Set<string>();
  /** The scope of the outermost element being captured. */
  private outermost: XmlScope | undefined;
  /** Prefixes in the names of open elements, by the scope that declares them. */
  private readonly named = new Map<XmlScope, Map<string, string>>();
  /** Whether texts in the outermost element have prefixes. */
  private hasKept = false;

  constructor(reader: XmlReader) {
    this.reader = reader;
  }

  element(): XmlElement {
    const { scope } = this.reader.name;
    this.outermost = scope;
    this.hasKept = false;
    const { offset, source } = this.reader;
    const element = this.inner('', undefined);
    this.reader.options.watch?.untyped(source, offset, this.reader.position);
    // one without an entry counts as not read from a message
    if (this.hasKept && !namePrefixes.has(element)) namePrefixes.set(element, new Map());
    return element;
  }

  /**
   * @param around namespace of the captured element around it
   * @param outer its scope; `undefined` if there is none
   */
  private inner(around: string, outer: XmlScope | undefined): XmlElement {
    const { scope } = this.reader.name;
    this.name();
    const element = this.content(around);
    if (scope === outer || this.named.size === 0) return element;
    const prefixes = this.named.get(scope);
    if (prefixes !== undefined) namePrefixes.set(element, prefixes);
    this.named.delete(scope);
    return element;
  }

  /** Notes the prefixes in the names of the START just read, where they are declared. */
  private name(): void {
    const { name, attributes } = this.reader;
    if (name.prefix !== '') this.note(name.prefix, name.namespace);
    for (const { raw, namespace } of attributes) {
      if (namespace !== '') this.note(prefixOf(raw), namespace);
    }
  }

  private note(prefix: string, uri: string): void {
    if (prefix === 'xml') return;
    let { scope } = this.reader.name;
    while (!scope.declared.has(prefix) && scope !== this.outermost && scope.parent !== undefined) {
      scope = scope.parent;
    }
    const known = this.named.get(scope);
    if (known?.has(prefix)) return;
    if (known === undefined) this.named.set(scope, new Map([[prefix, uri]]));
    else known.set(prefix, uri);
  }

  private content(around: string): XmlElement {
    const { reader } = this;
    const { local: name, namespace } = reader;
    const { scope } = reader.name;
    if (namespace !== around) this.count(namespace);
    const attributes = captureAttributes(reader);
    const lookup = reader.scopeLookup();
    let kept: Kept[] | undefined;
    for (const attribute of attributes ?? []) {
      if (attribute.namespace !== undefined) this.count(attribute.namespace);
      kept = this.keep(attribute.value, lookup, kept);
    }
    let children: XmlNode[] | undefined;
    for (let token = reader.next(); token !== END; token = reader.next()) {
      let node: XmlNode;
      if (token === START) node = this.inner(namespace, scope);
      else {
        node = reader.textValue;
        kept = this.keep(node, lookup, kept);
      }
      // An array literal with one item allocates room for one; `push` on an empty array, for many.
      if (children === undefined) children = [node];
      else children.push(node);
    }
    // A complete literal takes half the memory of an object that grows.
    if (kept === undefined) {
      if (attributes === undefined) {
        return children === undefined ? { name, namespace } : { name, namespace, children };
      }
      return children === undefined
        ? { name, namespace, attributes }
        : { name, namespace, attributes, children };
    }
    this.hasKept = true;
    this.restore(kept);
    const namespaces = this.recordOf(kept);
    if (attributes === undefined) return { name, namespace, children, namespaces };
    return children === undefined
      ? { name, namespace, attributes, namespaces }
      : { name, namespace, attributes, children, namespaces };
  }

  nodes(): XmlNode[] {
    const { reader } = this;
    const { position, source } = reader;
    const nodes: XmlNode[] = [];
    for (let token = reader.next(); token !== END && token !== EOF; token = reader.next()) {
      if (token === START) nodes.push(this.element());
      else if (token === TEXT) nodes.push(reader.textValue);
    }
    reader.options.watch?.untyped(source, position, reader.position);
    return nodes;
  }

  /** Keeps the bindings of prefixes that a text may refer to. */
  private keep(
    text: string,
    lookup: (prefix: string) => string | undefined,
    before: Kept[] | undefined,
  ): Kept[] | undefined {
    let kept = before;
    this.prefixes.clear();
    collectPrefixes(text, this.prefixes);
    for (const prefix of this.prefixes) {
      const uri = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
      const hidden = this.known.get(prefix);
      if (uri === undefined || hidden === uri) continue;
      this.count(uri);
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
  private count(namespace: string): void {
    const { reader } = this;
    this.namespaces += namespace.length;
    const most = NAMESPACES + NAMESPACES_PER_CHARACTER * reader.consumed;
    if (this.namespaces <= most) return;
    throw locate(reader, new XmlError('limit', 'The namespaces of the elements are too long.'));
  }
}
