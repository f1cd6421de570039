import type {
  BindingName,
  EnvelopeWriter,
  FaultDescriptor,
  FaultDetailReader,
  HeaderReader,
  IncomingAnswer,
  PayloadEncoder,
} from '../operation/descriptor.ts';
import {
  joinEnvelope,
  type SoapVersion,
  schemaNamespaces,
  soap11Version,
  soap12Version,
  xmlDeclaration,
} from '../operation/soap.ts';
import {
  attributeText,
  contentOf,
  rememberAttributes,
  resolveQName,
  withPath,
  withRareElements,
  xsiType,
} from '../xml/capture.ts';
import {
  collectPrefixes,
  type DeviationSink,
  isNil,
  locate,
  START,
  TEXT,
  XmlError,
  type XmlQName,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import {
  escapeAttribute,
  escapeText,
  type XmlAttribute,
  type XmlElement,
  XmlElementWriter,
  type XmlNode,
} from '../xml/writer.ts';
import { encodedValues } from './array.ts';
import { decodeDetail, onlySoap12, readHeadersAs } from './details.ts';

/**
 * Decodes the detail of declared faults with SOAP encoding. An entry has the name of its part, or
 * any other one and the type of exactly one fault: Axis names entries after classes of Java.
 */
export const readEncodedDetail: FaultDetailReader = /* @__PURE__ */ withRareElements(decodeEncoded);

function decodeEncoded(
  envelope: string,
  _: readonly XmlNode[],
  answer: IncomingAnswer,
): ReturnType<FaultDetailReader> {
  const faults = answer.operation.soap?.faults ?? [];
  const isLenient = answer.reader.deviations?.lenient === true;
  return decodeDetail(
    envelope,
    answer,
    (reader) => findFault(reader, faults, isLenient),
    (body) => inlineReferences(body),
  );
}

function findFault(
  reader: XmlReader,
  faults: readonly FaultDescriptor[],
  isLenient: boolean,
): FaultDescriptor | undefined {
  const { local, namespace } = reader;
  const named = faults.filter(({ element }) => element.local === local);
  const exact = named.filter(({ element }) => element.namespace === namespace);
  const type = xsiType(reader);
  const typed = type === undefined ? [] : ofType(faults, type);
  // parts of several faults often have one name
  const both = exact.find((one) => typed.includes(one));
  const only = typed.length === 1 ? typed[0] : undefined;
  return both ?? only ?? exact[0] ?? (isLenient ? named[0] : undefined);
}

/** The faults that have a type, or else those whose type it may replace. */
function ofType(faults: readonly FaultDescriptor[], type: XmlQName): readonly FaultDescriptor[] {
  const is = (one: XmlQName | undefined): boolean =>
    one?.local === type.local && one.namespace === type.namespace;
  const same = faults.filter(({ types = [] }) => is(types[0]));
  return same.length > 0 ? same : faults.filter(({ types = [] }) => types.some(is));
}

/**
 * Reads the headers of a message with SOAP encoding. Their values may be entries beside them, as in
 * a Body. ASMX names an entry after its type, other stacks name it after its part: the namespace
 * only counts if several have the local name.
 */
export const readEncodedHeaders: HeaderReader = (reader, declared, entries) =>
  readHeadersAs(inlineReferences(reader), declared, entries, true);

/** Maximum number of elements after references are inlined; more if as many could be sent. */
const baseElements = 200_000;
const charactersPerElement = 8;
/** Maximum of UTF-16 code units after that: a base, more for each one read, and an upper limit. */
const baseLength = 65_536;
const lengthPerCharacter = 32;
const maxLength = 16_777_216;

/** Escapes only markup, and keeps all other characters. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Gives the first accessor of a response the name of its part, if no other one has it. */
function nameResult(body: readonly XmlNode[], name: string): readonly XmlNode[] {
  const wrapper = body.find((node) => typeof node !== 'string');
  const children = wrapper?.children ?? [];
  const isAccessor = (node: XmlNode): node is XmlElement =>
    typeof node !== 'string' && idOf(node) === undefined;
  if (children.some((node) => typeof node !== 'string' && node.name === name)) return body;
  const first = children.find(isAccessor);
  if (wrapper === undefined || first === undefined) return body;
  const named = { ...first, name, namespace: '' };
  const renamed = { ...wrapper, children: children.map((one) => (one === first ? named : one)) };
  return body.map((node) => (node === wrapper ? renamed : node));
}

/**
 * Inlines the references of an encoded message (SOAP 1.1 section 5.4.1), so that it can be read
 * like a literal one. Called after the start tag of the Body; consumes the end tag.
 *
 * @param result name of the only part of a response, which may have another name on the wire
 *   (SOAP 1.1 section 7.1)
 * @returns a reader of the same Body without references; the text of the given reader is not kept
 * @throws XmlError a reference is dangling or circular, or the result would have more than
 *   200,000 elements and one for each 8 characters read, be longer than 16,777,216 characters and
 *   twice what was read, or than 65,536 plus 32 times that, or nest deeper than the reader's limit
 */
export function inlineReferences(reader: XmlReader, result?: string): XmlReader {
  const start = reader.consumed;
  const { deviations } = reader;
  const noted = deviations?.count ?? 0;
  rememberAttributes(reader);
  const nodes = contentOf(reader);
  reader.options.watch?.again();
  // errors in texts are found again when they are read as values
  deviations?.keep(noted);
  const { depth } = reader.limits;
  const references = new References(nodes, depth, deviations);
  const extents = measured(nodes, references, reader);
  // Elements that others refer to are not part of the message by themselves.
  const isMessage = (node: XmlNode): boolean => !references.referenced.has(node as XmlElement);
  const body = nodes.filter(isMessage);
  checkExtent(
    extents.filter((_, index) => isMessage(nodes[index] ?? '')),
    reader.consumed - start,
  );
  const replace = (element: XmlElement): XmlElement => references.follow(element);
  const escapeWith = deviations?.lenient === true ? escapeMarkup : undefined;
  const writer = new XmlElementWriter({ depth, replace, escapeWith });
  const named = result === undefined ? body : nameResult(body, result);
  const inlined = new XmlReader(`<body>${writer.nodes(named, '')}</body>`, {
    defaults: reader.defaults,
    absentNil: true,
    ownTypes: reader.options.ownTypes,
    limits: reader.limits,
    nestedValue: reader.options.nestedValue,
    commentInText: reader.options.commentInText,
    parts: reader.options.parts,
    watch: reader.options.watch,
    lost: reader.options.lost,
    predict: reader.options.predict,
    deviations,
  });
  inlined.unexpected = reader.unexpected;
  inlined.declared = reader.declared;
  inlined.encoded = encodedValues;
  inlined.nextTag();
  return inlined;
}

/** @throws XmlError with the path of the reference */
function measured(nodes: readonly XmlNode[], references: References, reader: XmlReader): Extent[] {
  try {
    return nodes.map((node) => references.measure([node]));
  } catch (error) {
    if (error instanceof XmlError) throw withPath(locate(reader, error), error.path ?? '', reader);
    throw error;
  }
}

/** @param read characters of the original message */
function checkExtent(extents: readonly Extent[], read: number): void {
  const elements = extents.reduce((sum, extent) => sum + extent.elements, 0);
  const mostElements = Math.max(baseElements, Math.floor(read / charactersPerElement));
  if (elements > mostElements) {
    throw new XmlError('limit', `The message has more than ${mostElements} elements.`);
  }
  const length = extents.reduce((sum, extent) => sum + extent.length, 0);
  const most = Math.min(Math.max(maxLength, 2 * read), baseLength + lengthPerCharacter * read);
  if (length <= most) return;
  const message = `With its references written out, the message is longer than ${most} characters.`;
  throw new XmlError('limit', message);
}

/** Namespace of the attributes `ref` and `id` of SOAP 1.2. */
const soapEncoding12 = 'http://www.w3.org/2003/05/soap-encoding';

function attribute(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes?.find((one) => one.name === name && (one.namespace ?? '') === namespace)
    ?.value;
}

/** Name of the element that another refers to: `href="#id"` in SOAP 1.1, `enc:ref` in 1.2. */
function referenceOf(element: XmlElement): string | undefined {
  const href = attribute(element, 'href');
  if (href?.startsWith('#') === true) return href.slice(1);
  // PHP writes an address, although it is an IDREF
  return attribute(element, 'ref', soapEncoding12)?.replace(/^#/, '');
}

/**
 * Whether an element is measured at once, with a text at most. Its size is not kept: messages may
 * have a hundred thousand of them.
 */
function isSmall({ children = [], attributes = [] }: XmlElement): boolean {
  return children.length < 2 && typeof children[0] !== 'object' && attributes.length < 8;
}

/** Name by which others refer to an element. */
function idOf(element: XmlElement): string | undefined {
  return attribute(element, 'id') ?? attribute(element, 'id', soapEncoding12);
}

/** Whether an attribute gives that name. */
function isIdAttribute({ name, namespace = '' }: XmlAttribute): boolean {
  return name === 'id' && (namespace === '' || namespace === soapEncoding12);
}

/** Size of an element after its references are inlined. */
interface Extent {
  readonly elements: number;
  readonly length: number;
  readonly depth: number;
}

/**
 * Characters of an element's attributes and declarations, if each were to declare its namespaces.
 */
function attributesLength({ attributes = [], namespaces = {} }: XmlElement): number {
  let length = 0;
  for (const one of attributes) {
    length += one.name.length + one.value.length + (one.namespace?.length ?? 0);
  }
  for (const uri of Object.values(namespaces)) length += uri.length;
  return length;
}

/** A nil element in place of a missing one. */
function createNil({ name, namespace }: XmlElement): XmlElement {
  return {
    name,
    namespace,
    attributes: [{ name: 'nil', namespace: XSI_NAMESPACE, value: 'true' }],
  };
}

/** A level of the tree being measured. */
interface Step {
  readonly siblings: readonly XmlNode[];
  readonly index: number;
  /**
   * Whether they are the items of an array, whose names have no meaning (SOAP 1.1 section 5.4.2).
   */
  readonly items: boolean;
}

function isArray(element: XmlElement): boolean {
  const { attributes = [] } = element;
  return attributes.some(({ name }) => ['arrayType', 'itemType', 'arraySize'].includes(name));
}

/** The path segment of an element: its name, and its index if siblings have the same name. */
function segment({ siblings, index, items }: Step): string {
  const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object';
  const element = siblings[index];
  if (!isElement(element)) return '';
  const alike = siblings.filter(isElement).filter((one) => items || one.name === element.name);
  const number = items || alike.length > 1 ? `[${alike.indexOf(element)}]` : '';
  return items ? number : `.${element.name}${number}`;
}

/** The references of a message. */
class References {
  /** Elements that others refer to. */
  readonly referenced: Set<XmlElement> = new Set();
  private readonly targets = new Map<string, XmlElement>();
  /** Sizes of large elements with an id; undefined if not measured yet. */
  private readonly extents = new Map<XmlElement, Extent | 'open' | undefined>();
  private readonly maxDepth: number;
  private readonly deviations: DeviationSink | undefined;
  /** Levels from the Body to the element being measured. */
  private readonly steps: Step[] = [];

  /** @param deviations if lenient, a dangling reference becomes a nil element */
  constructor(nodes: readonly XmlNode[], maxDepth: number, deviations?: DeviationSink) {
    this.maxDepth = maxDepth;
    this.deviations = deviations;
    this.collect(nodes);
  }

  /**
   * The element with the content of the one it refers to, which may contain further references.
   * Elements without a reference stay unchanged.
   */
  follow(element: XmlElement): XmlElement {
    const target = this.targetOf(element);
    if (target === undefined) return element;
    const { name, namespace } = element;
    // the position of an item in an array is an attribute of its reference
    const position = element.attributes?.filter((one) => one.name === 'position') ?? [];
    // nothing refers to the copies, whose id would no longer be unique
    const own = target.attributes?.filter((one) => !isIdAttribute(one)) ?? [];
    return { ...target, name, namespace, attributes: [...own, ...position] };
  }

  /**
   * Measures a message before anything is written. Each element is measured once, whatever refers
   * to it, so this takes no longer than reading.
   *
   * @throws XmlError a reference is dangling or circular, or elements would nest too deeply
   */
  measure(nodes: readonly XmlNode[], depth = 0, items = false): Extent {
    if (depth > this.maxDepth) throw this.tooDeep();
    const sum = { elements: 0, length: 0, depth: 0 };
    for (const [index, node] of nodes.entries()) {
      if (typeof node === 'string') {
        sum.length += node.length;
        continue;
      }
      this.steps.length = depth;
      this.steps.push({ siblings: nodes, index, items });
      const inside = this.measureElement(node, depth + 1);
      sum.elements += inside.elements;
      sum.length += inside.length;
      sum.depth = Math.max(sum.depth, inside.depth);
    }
    return sum;
  }

  private collect(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const id = idOf(node);
      if (id !== undefined && !this.targets.has(id)) {
        this.targets.set(id, node);
        if (!isSmall(node)) this.extents.set(node, undefined);
      }
      this.collect(node.children ?? []);
    }
  }

  private targetOf(element: XmlElement): XmlElement | undefined {
    // a reference may refer to another one
    const passed = new Set<string>();
    let target: XmlElement | undefined = element;
    let reference = referenceOf(element);
    while (target !== undefined && reference !== undefined && !passed.has(reference)) {
      passed.add(reference);
      target = this.targets.get(reference);
      if (target !== undefined) this.referenced.add(target);
      reference = target && referenceOf(target);
    }
    if (passed.size === 0) return undefined;
    const [last = ''] = [...passed].reverse();
    const found =
      target === undefined || reference !== undefined
        ? this.withoutValue(element, last, target !== undefined)
        : target;
    // so that all that refer to it are followed in linear time
    for (const one of passed) this.targets.set(one, found);
    return found;
  }

  /** What a lenient reader takes for a reference that leads to no value. */
  private withoutValue(element: XmlElement, reference: string, isCircular: boolean): XmlElement {
    const problem = isCircular ? 'refers to itself, and to no value' : 'has no target';
    const message = `The reference '#${reference.slice(0, 100)}' ${problem}.`;
    const { deviations } = this;
    if (deviations?.lenient !== true) throw this.located(new XmlError('value', message));
    deviations.add(this.path(), message);
    return createNil(element);
  }

  private measureElement(element: XmlElement, depth: number): Extent {
    const target = this.targetOf(element);
    const inside = this.measureContent(target ?? element, depth);
    const { name, namespace } = element;
    return { ...inside, length: inside.length + 2 * name.length + namespace.length };
  }

  /** Measures an element without its name. */
  private measureContent(content: XmlElement, depth: number): Extent {
    const known = this.extents.get(content);
    if (known === 'open') {
      const message = `The reference '#${idOf(content)}' refers to itself.`;
      throw this.located(new XmlError('value', message));
    }
    if (known !== undefined) {
      if (depth + known.depth - 1 > this.maxDepth) throw this.tooDeep();
      return known;
    }
    const isTarget = this.extents.has(content);
    if (isTarget) this.extents.set(content, 'open');
    const inside = this.measure(content.children ?? [], depth, isArray(content));
    const extent = {
      elements: inside.elements + 1,
      length: inside.length + attributesLength(content),
      depth: inside.depth + 1,
    };
    if (isTarget) this.extents.set(content, extent);
    return extent;
  }

  private tooDeep(): XmlError {
    const message = `References are nested deeper than ${this.maxDepth}.`;
    return this.located(new XmlError('limit', message));
  }

  private located(error: XmlError): XmlError {
    error.path = this.path();
    return error;
  }

  /** Path of the element being measured in the value, without the wrapper around it. */
  private path(): string {
    const [wrapper, ...inside] = this.steps.map(segment);
    return (inside.join('') || wrapper || '').replace(/^\./, '');
  }
}

/** Namespaces of SOAP encoding (SOAP 1.1 section 5, SOAP 1.2 part 2 section 3). */
export const encodings: Readonly<Record<SoapVersion['binding'], string>> = {
  soap11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
};

/**
 * Writes an envelope with SOAP encoding (SOAP 1.1 section 5), which has more declarations than
 * others.
 */
export const writeEncodedEnvelope: EnvelopeWriter = (binding, namespace, header, body) => {
  const isOld = binding === 'soap11';
  const version = isOld ? soap11Version : soap12Version;
  const encoding = encodings[version.binding];
  const target = escapeAttribute(namespace);
  const types = `${target}${target.endsWith('/') ? '' : '/'}encodedTypes`;
  const rpc = isOld ? '' : 'xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" ';
  const head =
    `${xmlDeclaration}<soap:Envelope xmlns:soap="${version.namespace}" ` +
    `xmlns:soapenc="${encoding}" xmlns:tns="${target}" xmlns:types="${types}" ` +
    `${rpc}${schemaNamespaces}`;
  const style = isOld ? ` soap:encodingStyle="${encoding}"` : '';
  return joinEnvelope(head, header, `<soap:Body${style}>${encodeArrays(body, binding)}`);
};

/** Start tags of arrays. In generated text, `<` and `>` only delimit tags, and `"` only values. */
const arrayTag = /<[^<>]* soapenc:arrayType="[^"<>]*"[^<>]*>/g;
const declaration11 = ` xmlns:soapenc="${encodings.soap11}"`;
const declaration12 = ` xmlns:soapenc="${encodings.soap12}"`;

/**
 * Gives arrays the attributes of a version: those of SOAP 1.2 are in part 2, sections 3.1.4 and
 * 3.1.6. Generated writers serve both versions and write those of SOAP 1.1. SOAP 1.2 has no names
 * for arrays of a type, so items that are arrays have the type `soapenc:Array`.
 *
 * @param xml content of `soap:Body`, an entry of `soap:Header`, or one of a fault's detail
 */
export function encodeArrays(xml: string, binding: BindingName): string {
  if (binding === 'soap11') return xml;
  return xml.replace(arrayTag, (tag) => {
    if (!tag.includes(declaration11)) return tag;
    const sized = tag.replace(
      / soapenc:arrayType="([^"]*)\[([^"[\]]*)\]"/,
      (_, type: string, sizes: string) => {
        const item = type.endsWith(']') ? 'soapenc:Array' : type;
        return ` soapenc:itemType="${item}" soapenc:arraySize="${sizes.replace(/,/g, ' ')}"`;
      },
    );
    return sized.replace(declaration11, declaration12);
  });
}

/** The `encode` of a header with SOAP encoding that only the binding of SOAP 1.2 has. */
export const onlyEncoded12: PayloadEncoder = (xml, binding) =>
  encodeArrays(onlySoap12(xml, binding), binding);

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
      for (const one of node.attributes) if (isIdName(one)) this.taken.add(one.value);
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
    const isOwn = isMap(array) || isReferred({ ...given, type: array });
    return this.place({ ...given, name, type: isOwn ? array : undefined }, isInline);
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
function isIdName({ namespace, local }: XmlQName): boolean {
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
  if (attributes.some((one) => isIdName(one) || isHref(one))) return false;
  if (array !== undefined) return true;
  if (type === undefined || type.namespace === xsd || isMap(type)) return false;
  return children.length === 0 || children.some((child) => typeof child !== 'string');
}
