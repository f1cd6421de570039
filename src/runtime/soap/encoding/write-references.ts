import { attributeText } from '../../xml/attributes.ts';
import { collectPrefixes } from '../../xml/chars.ts';
import { isNil } from '../../xml/deviation.ts';
import { START, TEXT, XmlReader } from '../../xml/reader.ts';
import type { XmlQName } from '../../xml/tokens.ts';
import { escapeAttribute, escapeText } from '../../xml/write-text.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { resolveQName, xsiType } from '../../xml/xsi.ts';
import { type SoapVersion, soap11Version, soap12Version } from '../envelope.ts';
import { encodings } from './envelope.ts';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';

interface EncodedElement {
  readonly name: XmlQName;
  /** Attributes other than those of SOAP encoding and XML Schema. */
  readonly attributes: readonly (XmlQName & { readonly value: string })[];
  readonly type: XmlQName | undefined;
  /** For a SOAP array: the type of its items, and its size in `arrayType`, such as `[3]`. */
  readonly array: (XmlQName & { readonly size: string }) | undefined;
  readonly isNil: boolean;
  /** Bindings of the prefixes in its text and attributes, which may be QNames. */
  readonly named: readonly (readonly [prefix: string, namespace: string])[];
  readonly children: readonly (EncodedElement | string)[];
}

/** Prefixes by namespace that the envelope of an encoded message declares. */
type Prefixes = ReadonlyMap<string, string>;

/**
 * Rewrites the Body of a response with SOAP encoding to the form of ASMX (SOAP 1.1 section 5.4.1):
 * objects and arrays become elements after the response, which references point to. Maps and what
 * is nil stay where they are.
 *
 * @param body content of `soap:Body` with all values inline
 * @param namespace of the operation
 * @returns the same body if it is larger than readers accept
 */
export function writeReferences(
  body: string,
  namespace: string,
  binding: SoapVersion['binding'],
): string {
  const version = binding === 'soap12' ? soap12Version : soap11Version;
  const prefixes = prefixesOf(namespace, version);
  let nodes: readonly (EncodedElement | string)[];
  try {
    const declarations = [...prefixes].map(
      ([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`,
    );
    const reader = new XmlReader(`<body${declarations.join('')}>${body}</body>`);
    reader.nextTag();
    nodes = readContent(reader);
  } catch (error) {
    if (error instanceof XmlError && error.kind === 'limit') return body;
    throw error;
  }
  return new BodyWriter(prefixes, version).write(nodes);
}

function prefixesOf(namespace: string, version: SoapVersion): Prefixes {
  return new Map([
    [version.namespace, 'soap'],
    [encodings[version.binding], 'soapenc'],
    [`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types'],
    [namespace, 'tns'],
    [xsi, 'xsi'],
    [xsd, 'xsd'],
  ]);
}

/** Reads the content of an element and its end tag. */
function readContent(reader: XmlReader): (EncodedElement | string)[] {
  const children: (EncodedElement | string)[] = [];
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    children.push(token === TEXT ? reader.textValue : readEncoded(reader));
  }
  return children;
}

function readEncoded(reader: XmlReader): EncodedElement {
  const { local, namespace } = reader;
  const nil = isNil(reader);
  const type = xsiType(reader);
  // Generated writers write arrays in the form of SOAP 1.1.
  const arrayType = attributeText(reader, encodings.soap11, 'arrayType');
  const [item = '', size = ''] = arrayType?.split(/(?=\[[^[\]]*\]$)/) ?? [];
  const attributes = reader.attributes.filter(
    ({ namespace: uri, local: name }) =>
      uri !== xsi && !(uri === encodings.soap11 && name === 'arrayType'),
  );
  const lookup = reader.scopeLookup();
  const array = arrayType === undefined ? undefined : { ...resolveQName(reader, item), size };
  const children = readContent(reader);
  return {
    name: { namespace, local },
    attributes: attributes.map((one) => ({
      namespace: one.namespace,
      local: one.local,
      value: one.value,
    })),
    type,
    array,
    isNil: nil,
    named: namedIn([...attributes.map(({ value }) => value), ...children], lookup),
    children,
  };
}

/** Bindings of the prefixes that occur in texts. */
function namedIn(
  texts: readonly (EncodedElement | string)[],
  lookup: (prefix: string) => string | undefined,
): EncodedElement['named'] {
  const prefixes = new Set<string>();
  for (const text of texts) if (typeof text === 'string') collectPrefixes(text, prefixes);
  return [...prefixes].flatMap((prefix) => {
    const namespace = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
    return namespace === undefined ? [] : [[prefix, namespace] as const];
  });
}

/** Writes a Body. Objects and arrays come after the response, in the order of their references. */
class BodyWriter {
  private readonly prefixes: Prefixes;
  private readonly encoding: string;
  private readonly isOld: boolean;
  /** Objects and arrays still to be written, with their IDs. */
  private readonly queue: { readonly one: EncodedElement; readonly id: string }[] = [];
  /** IDs that values have by themselves. */
  private readonly taken = new Set<string>();
  private lastId = 0;

  constructor(prefixes: Prefixes, version: SoapVersion) {
    this.prefixes = prefixes;
    this.encoding = encodings[version.binding];
    this.isOld = version.binding === 'soap11';
  }

  write(nodes: readonly (EncodedElement | string)[]): string {
    const write = (node: EncodedElement | string): string =>
      typeof node === 'string' ? escapeText(node) : this.element(node, this.members(node));
    this.take(nodes);
    let text = nodes.map(write).join('');
    // the loop sees what is added while it runs
    for (const { one, id } of this.queue) text += this.referred(one, id);
    return text;
  }

  private take(nodes: readonly (EncodedElement | string)[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      for (const one of node.attributes) if (isId(one)) this.taken.add(one.value);
      this.take(node.children);
    }
  }

  private nextId(): string {
    do this.lastId += 1;
    while (this.taken.has(`id${this.lastId}`));
    return `id${this.lastId}`;
  }

  /**
   * Writes an element.
   *
   * @param before returns the attributes before those of the element itself
   */
  private element(
    { name, named, attributes }: Shell,
    content: string,
    before: (tag: StartTag) => string = () => '',
  ): string {
    const tag = new StartTag(this.prefixes, named);
    const written = tag.name(name);
    const own = attributes.map((one) => ` ${tag.name(one, 'a')}="${escapeAttribute(one.value)}"`);
    const first = before(tag);
    const start = `<${written}${tag.declarations}${first}${own.join('')}`;
    return content === '' ? `${start} />` : `${start}>${content}</${written}>`;
  }

  private members({ children }: EncodedElement, isInline = false): string {
    const write = (child: EncodedElement | string): string =>
      typeof child === 'string' ? escapeText(child) : this.place(child, isInline);
    return children.map(write).join('');
  }

  /**
   * An element at its position: a reference if its value is an object or an array.
   *
   * @param isInline whether it is written there all the same, as everything in a Map, whose items
   *   PHP and NuSOAP do not find elsewhere
   */
  private place(one: EncodedElement, isInline = false): string {
    if (one.isNil) return this.element(one, '', () => ' xsi:nil="true"');
    if (!isInline && isReferred(one)) {
      const id = this.nextId();
      this.queue.push({ one, id });
      const reference = this.isOld ? ` href="#${id}"` : ` soapenc:ref="${id}"`;
      const attributes = one.attributes.filter(({ local }) => local === 'position');
      return this.element({ ...bare(one.name), attributes }, '', () => reference);
    }
    const { type, array } = one;
    if (array === undefined) {
      return this.element(one, this.members(one, isInline || isMap(type)), typed(type));
    }
    const own = { namespace: this.encoding, local: 'Array' };
    return this.array({ one, array, name: one.name, isInline }, typed(own));
  }

  /** The target element of references. */
  private referred(one: EncodedElement, number: string): string {
    const id = ` ${this.isOld ? '' : 'soapenc:'}id="${number}"`;
    const { array, type } = one;
    if (array === undefined) {
      const name = type ?? { namespace: '', local: 'multiRef' };
      const write = typed(type);
      return this.element({ ...one, name }, this.members(one), (tag) => id + write(tag));
    }
    const name = { namespace: this.encoding, local: 'Array' };
    return this.array({ one, array, name }, () => id);
  }

  /** @param before returns the attributes before those that say what its items are */
  private array(
    { one, array, name, isInline = false }: WrittenArray,
    before: (tag: StartTag) => string,
  ): string {
    // SOAP 1.2 has no names for arrays of a type.
    const itemType = array.local.endsWith(']')
      ? { namespace: this.encoding, local: 'Array' }
      : array;
    const sizes = array.size.slice(1, -1).replace(/,/g, ' ');
    const items = one.children.map((item) =>
      typeof item === 'string' ? '' : this.item(item, array, isInline),
    );
    const attributes = one.attributes.filter((attribute) => attribute.local === 'offset');
    return this.element({ ...bare(name), attributes }, items.join(''), (tag) =>
      this.isOld
        ? `${before(tag)}${typeAttribute(tag, 'soapenc:arrayType', array, array.size)}`
        : `${before(tag)}${typeAttribute(tag, 'soapenc:itemType', itemType)}` +
          ` soapenc:arraySize="${sizes}"`,
    );
  }

  /** @param array Type of the items. */
  private item(given: EncodedElement, array: XmlQName, isInline: boolean): string {
    const name = { namespace: '', local: 'Item' };
    if (given.isNil || given.type !== undefined || given.array !== undefined) {
      return this.place({ ...given, name }, isInline);
    }
    // Simple items have the type that the array declares.
    const referred = isReferred({ ...given, type: array });
    return this.place({ ...given, name, type: referred ? array : undefined }, isInline);
  }
}

/** A SOAP array to be written. */
interface WrittenArray {
  readonly one: EncodedElement;
  readonly array: NonNullable<EncodedElement['array']>;
  readonly name: XmlQName;
  readonly isInline?: boolean;
}

/** Whether an attribute gives an element a name to refer to. */
function isId({ namespace, local }: XmlQName): boolean {
  return local === 'id' && (namespace === '' || namespace === encodings.soap12);
}

/** Whether an attribute refers to a part of the message. */
function isHref({ namespace, local }: XmlQName): boolean {
  return local === 'href' && namespace === '';
}

function isMap(type: XmlQName | undefined): boolean {
  return type?.local === 'Map' && type.namespace === 'http://xml.apache.org/xml-soap';
}

/** The parts of an element that its start tag shows. */
type Shell = Pick<EncodedElement, 'name' | 'named' | 'attributes'>;

function bare(name: XmlQName): Shell {
  return { name, named: [], attributes: [] };
}

/** Writes the attribute for a type. */
function typed(type: XmlQName | undefined): (tag: StartTag) => string {
  return (tag) => (type === undefined ? '' : typeAttribute(tag, 'xsi:type', type));
}

/** A QName as an attribute value. */
function typeAttribute(tag: StartTag, name: string, type: XmlQName, rest = ''): string {
  return ` ${name}="${escapeAttribute(tag.name(type) + rest)}"`;
}

/** The prefixes that a start tag uses, and those it declares. Each is declared once. */
class StartTag {
  private readonly known: Prefixes;
  /** Namespaces by the prefixes declared here. */
  private readonly own = new Map<string, string>();

  /** @param named Bindings of prefixes that texts use. */
  constructor(known: Prefixes, named: EncodedElement['named']) {
    this.known = known;
    for (const [prefix, namespace] of named) {
      if (known.get(namespace) !== prefix) this.own.set(prefix, namespace);
    }
  }

  /** A name with its prefix. */
  name({ namespace, local }: XmlQName, wish = 'q'): string {
    return namespace === '' ? local : `${this.prefixOf(namespace, wish)}:${local}`;
  }

  private prefixOf(namespace: string, wish: string): string {
    const known = this.known.get(namespace);
    if (known !== undefined && !this.own.has(known)) return known;
    for (const [prefix, uri] of this.own) if (uri === namespace) return prefix;
    const taken = new Set([...this.known.values(), ...this.own.keys()]);
    let prefix = wish;
    for (let count = 2; taken.has(prefix); count += 1) prefix = `${wish}${count}`;
    this.own.set(prefix, namespace);
    return prefix;
  }

  get declarations(): string {
    const all = [...this.own];
    return all.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`).join('');
  }
}

/**
 * Whether a value is an object or an array. Content without a type, such as XML, stays inline, and
 * so does what has an ID of its own, or is itself a reference, as the attachments of Axis.
 */
function isReferred({ array, type, children, attributes }: EncodedElement): boolean {
  if (attributes.some((one) => isId(one) || isHref(one))) return false;
  if (array !== undefined) return true;
  if (type === undefined || type.namespace === xsd || isMap(type)) return false;
  return children.length === 0 || children.some((child) => typeof child !== 'string');
}
