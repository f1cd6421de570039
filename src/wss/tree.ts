import { END, EOF, START, TEXT, type XmlAttributeToken, XmlReader } from '../runtime/xml/reader.ts';
import type { XmlName } from '../runtime/xml/scope.ts';

/** An element of a message, with its place in the text. */
export interface Element {
  /** The name, with what is in scope. */
  readonly name: XmlName;
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttributeToken[];
  readonly children: (Element | string)[];
  readonly parent: Element | undefined;
  /** Offset of the start tag. */
  readonly start: number;
  /** Offset of the content. */
  readonly content: number;
  /** Offset of the end tag; that of the content in an empty-element tag. */
  end: number;
  readonly isEmptyTag: boolean;
}

/** A message as a tree, read by the reader that also decodes it. */
export interface Tree {
  readonly root: Element;
  readonly text: string;
  /** Looks up the URI of a prefix in the scope of an element; `''` is the default namespace. */
  lookup(element: Element, prefix: string): string | undefined;
}

/** Open elements at once. */
const depth = 1000;
/** What may hold `<?` without being a processing instruction, and what is one. */
const instruction = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?/g;

/**
 * Reads a message as a tree. Comments are no part of it, as in the canonical form.
 *
 * @throws Error it is not well-formed, has a DOCTYPE or a processing instruction, which SOAP
 *   forbids (SOAP 1.1, section 3), or nests too deeply
 */
export function readTree(text: string): Tree {
  const reader = new XmlReader(text, { limits: { depth }, remember: false });
  const root = readRoot(reader);
  const found = [...text.matchAll(instruction)].find(
    ([match], at) => match === '<?' && !(at === 0 && /^\s*<\?xml\s/.test(text)),
  );
  if (found !== undefined) throw new Error('The message has a processing instruction.');
  const { prefixes } = reader;
  return {
    root,
    text,
    lookup: ({ name }, prefix) => prefixes.lookup(name.scope, prefix),
  };
}

function readRoot(reader: XmlReader): Element {
  let root: Element | undefined;
  let open: Element | undefined;
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token === TEXT) open?.children.push(reader.textValue);
    else if (token === START) {
      open = elementOf(reader, open);
      open.parent?.children.push(open);
      root ??= open;
    } else if (token === END && open !== undefined) {
      open.end = open.isEmptyTag ? open.content : reader.offset;
      open = open.parent;
    }
  }
  if (root === undefined) throw new Error('The message is empty.');
  return root;
}

function elementOf(reader: XmlReader, parent: Element | undefined): Element {
  const { name, attributes, offset, position, selfClosed } = reader;
  return {
    name,
    attributes,
    children: [],
    parent,
    start: offset,
    content: position,
    end: position,
    isEmptyTag: selfClosed,
  };
}

/** Whether an element has this name. */
export function isNamed({ name }: Element, namespace: string, local: string): boolean {
  return name.local === local && name.namespace === namespace;
}

/** The child elements. */
export function elementsOf({ children }: Element): readonly Element[] {
  return children.filter((child): child is Element => typeof child !== 'string');
}

/** An element and all that are inside, in document order. */
export function* within(element: Element): Generator<Element> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const child of elementsOf(next).slice().reverse()) waiting.push(child);
  }
}

/** The value of an attribute; one without namespace by default. */
export function attributeOf(element: Element, local: string, namespace = ''): string | undefined {
  return element.attributes.find((one) => one.local === local && one.namespace === namespace)
    ?.value;
}
