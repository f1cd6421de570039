import { leafOf, rankOf } from '../model/link/schema.ts';
import { sampleSimple, unqualifiedElement } from '../model/sample.ts';
import type { HttpOperation, ServiceOperation, SoapMessage } from '../model/services.ts';
import type { HttpContent } from '../model/wsdl.ts';
import { indentedText, type MarkupNode, namespaces, type QName, qnameKey } from '../model/xml.ts';
import type {
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  SoapArrayType,
} from '../model/xsd/schema.ts';
import { holdsQNames, rewriteQNames } from '../model/xsd/values.ts';
import {
  type BodyShape,
  type OperationMessages,
  type PayloadShape,
  sampleBody,
  samplePayload,
  wireSignatureOf,
} from '../plan/messages.ts';
import type { OperationPlan, ServicePlan } from '../plan/result.ts';
import type { ElementField } from '../plan/shape.ts';
import type { Literal, LiteralObject } from '../print/encode.ts';
import { SharedOutlines } from './outline.ts';
import {
  concreteType,
  enumerationValues,
  type PageSample,
  PageSampleWriter,
  pageSampleContent,
  pageSampleElement,
  placeholderOf,
  shownParticles,
} from './samples.ts';

/** Levels of `soap:Envelope` and `soap:Body` around the content of a message. */
const envelopeDepth = 2;

/**
 * One service for the help pages: `ServiceDocs` of the runtime without its WSDL, which comes last.
 *
 * @param globals global elements of the contract, for examples
 * @param original whether its bindings keep the namespaces of the contract
 */
export function serviceDocs(
  { service, interfaces }: ServicePlan,
  globals: readonly ElementDeclaration[],
  original: boolean = false,
): LiteralObject & { readonly operations: readonly LiteralObject[] } {
  const ports = service.ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
  const seen = new Set<string>();
  const operations = interfaces
    .flatMap((one) => one.operations)
    .filter(({ operation: { messageName } }) => !seen.has(messageName) && seen.add(messageName));
  const shared = new SharedOutlines();
  // outlines depend on all samples
  const described = operations.map((plan) => {
    const description = describeOperation(plan.operation, plan.messages, service.namespace);
    return { ...description, samples: addSamples(plan, description, globals, shared) };
  });
  const literals = described.map(({ docs, soap, http, samples }) => ({
    ...docs,
    soap: soap && { ...soap.docs, ...samplesLiteral(samples) },
    http,
  }));
  const shapes = shared.shapes.join('\n');
  return {
    name: service.name,
    path: service.path,
    namespace: service.namespace,
    description: service.documentation,
    soapBindings: ports.map(({ binding }) =>
      original && binding.namespace !== service.namespace ? qnameKey(binding) : binding.localName,
    ),
    shapes: shapes === '' ? undefined : shapes,
    operations: literals,
  };
}

/** Literals of samples, when all outlines are known. */
interface Samples {
  readonly request?: SampleLiteral | undefined;
  readonly requestHeader?: SampleLiteral | undefined;
  readonly example?: SampleLiteral | undefined;
  readonly exampleHeader?: SampleLiteral | undefined;
  readonly response?: SampleLiteral | undefined;
  readonly responseHeader?: SampleLiteral | undefined;
}

type SampleLiteral = () => Literal;

/**
 * The text of a sample: entries at even indexes are text, those between them placeholders.
 *
 * @param depth level of the outermost elements
 */
export function pageSampleText(nodes: readonly MarkupNode[], depth: number): readonly string[] {
  return indentedText(nodes, depth).split(/[\u27e6\u27e7]/);
}

/** Adds the samples of an operation to those that share their shapes. */
function addSamples(
  plan: OperationPlan,
  { docs, soap }: OperationDescription,
  globals: readonly ElementDeclaration[],
  shared: SharedOutlines,
): Samples {
  if (soap === undefined) return {};
  const literalOf = (nodes: readonly MarkupNode[] | undefined): SampleLiteral | undefined => {
    if (nodes === undefined) return undefined;
    if (nodes.every((one) => typeof one !== 'string')) return shared.add(nodes);
    const text = pageSampleText(nodes, envelopeDepth);
    return () => text;
  };
  const isWhole = docs.parameters === undefined;
  return {
    request: literalOf(soap.request.nodes),
    requestHeader: literalOf(soap.requestHeader?.nodes),
    example: literalOf(isWhole ? exampleBody(plan, globals) : undefined),
    exampleHeader: literalOf(isWhole ? exampleHeader(plan, globals) : undefined),
    response: literalOf(soap.response?.nodes),
    responseHeader: literalOf(soap.responseHeader?.nodes),
  };
}

function samplesLiteral(samples: Samples): LiteralObject {
  const request = { request: samples.request?.(), requestHeader: samples.requestHeader?.() };
  const example = { example: samples.example?.(), exampleHeader: samples.exampleHeader?.() };
  return {
    ...request,
    response: samples.response?.(),
    responseHeader: samples.responseHeader?.(),
    ...example,
  };
}

/** A valid body for requests that are edited as a whole. */
function exampleBody(
  { operation, messages, service }: OperationPlan,
  globals: readonly ElementDeclaration[],
): readonly MarkupNode[] {
  const soap = operation.soap11 ?? operation.soap12;
  const { body } = messages.input;
  const { name } = operation;
  return soap?.input.use === 'encoded'
    ? encodedBody(body, { namespace: service.namespace, operation: name }).nodes
    : sampleBody(body, { globals, operation: name });
}

function exampleHeader(
  { operation, messages: { inputHeaders }, service }: OperationPlan,
  globals: readonly ElementDeclaration[],
): readonly MarkupNode[] | undefined {
  if (inputHeaders.length === 0) return undefined;
  const soap = operation.soap11 ?? operation.soap12;
  const { name } = operation;
  const own = encodedService(soap?.input, { namespace: service.namespace, operation: name });
  return inputHeaders.flatMap(({ place, encoded }) =>
    encoded
      ? encodedHeader(place.element, own).nodes
      : samplePayload(place, { globals, operation: name }),
  );
}

/**
 * Content of `soap:Body` for a literal message.
 *
 * @param operation its name
 */
function pageSampleBody(body: BodyShape, operation: string): PageSample {
  const out = new PageSampleWriter(true, operation);
  switch (body.kind) {
    case 'empty':
      break;
    case 'void':
      if (body.place !== undefined) pageSampleElement(out, body.place.element, '', 0);
      else sampleParts(out, body.element, []);
      break;
    case 'object':
    case 'unwrapped':
      pageSampleElement(out, body.place.element, '', 0);
      break;
    case 'content':
      pageSampleContent(out, body.object.source);
      break;
    case 'single':
      sampleParts(out, body.wrapper, [body.field]);
      break;
    case 'parts':
      sampleParts(out, body.wrapper, body.fields);
  }
  return out.finish();
}

function sampleParts(
  out: PageSampleWriter,
  wrapper: QName | undefined,
  parts: readonly ElementField[],
): void {
  if (wrapper === undefined) {
    for (const { place } of parts) pageSampleElement(out, place.element, '', 0);
    return;
  }
  out.start(wrapper.localName);
  out.defaultNamespace(wrapper.namespace);
  for (const { place } of parts) pageSampleElement(out, place.element, wrapper.namespace, 1);
  out.end();
}

/**
 * Content of `soap:Header`; `undefined` if the message declares none.
 *
 * @param service namespace of the service if the body has SOAP encoding, and the operation
 */
function pageSampleHeader(
  headers: readonly PayloadShape[],
  service: EncodedService,
): PageSample | undefined {
  if (headers.length === 0) return undefined;
  const samples = headers.map((one) => {
    if (one.encoded) return encodedPageHeader(one.place.element, service);
    const out = new PageSampleWriter(true, service.operation);
    pageSampleElement(out, one.place.element, '', 1);
    return out.finish();
  });
  return {
    nodes: samples.flatMap(({ nodes }) => nodes),
    placeholders: samples.reduce((sum, { placeholders }) => sum + placeholders, 0),
  };
}

/**
 * Answer over an HTTP binding, after the XML declaration; `undefined` for void.
 *
 * @param answered its content
 * @param operation its name
 */
function pageSampleResult(
  { output }: HttpOperation,
  answered: BodyShape,
  operation: string,
): readonly string[] | undefined {
  if (output.kind === 'none') return undefined;
  if (output.kind === 'mimeXml' && answered.kind === 'single') {
    const out = new PageSampleWriter(false, operation);
    pageSampleElement(out, answered.field.place.element, '', 0);
    return pageSampleText(out.finish().nodes, 0);
  }
  return ['', isXmlContent(output) ? 'xml' : 'content', ''];
}

/** Content type of an answer that is not XML; `undefined` for others. */
function resultContentType({ output }: HttpOperation): string | undefined {
  if (output.kind !== 'mimeContent' || isXmlContent(output)) return undefined;
  return output.type ?? '*/*';
}

function isXmlContent(output: HttpContent): boolean {
  return output.kind !== 'mimeContent' || /\bxml$/i.test(output.type ?? '');
}

/** After this many objects, arrays of objects are empty, which any type of item allows. */
const manyObjects = 20;
/** Items of an array, and of an element that may be repeated. */
const itemsShown = 2;

/** An element after the wrapper, for the element that refers to it. */
interface Independent {
  readonly id: string;
  readonly type: ComplexType;
  readonly element: ElementDeclaration;
  /** Types that contain it, and its own. */
  readonly open: readonly ComplexType[];
}

/** What prefixes and content of encoded samples depend on. */
interface EncodedService {
  /**
   * Namespace of the service: the envelope declares it as `tns`, and the one of its encoded types
   * as `types`. `undefined` if it declares no prefixes, because the body is not encoded.
   */
  readonly namespace: string | undefined;
  /** Name of the operation. */
  readonly operation: string;
}

/**
 * Writes a SOAP-encoded body (SOAP 1.1 section 5) like ASMX's samples: typed values inline, objects
 * and arrays as independent elements after the wrapper, referred to by `href`. Inside an object,
 * one of the same type is nil, and an array of that type empty. When the sample is full, objects
 * have what is required, and further references are nil.
 */
function encodedPageSample(body: BodyShape, service: EncodedService): PageSample {
  return new EncodedSample(service, false).writeBody(body);
}

/** The same body with valid values instead of placeholders. */
function encodedBody(body: BodyShape, service: EncodedService): PageSample {
  return new EncodedSample(service, true).writeBody(body);
}

/** Writes a SOAP-encoded header, with objects and arrays inside it. */
function encodedPageHeader(header: ElementDeclaration, service: EncodedService): PageSample {
  return new EncodedSample(service, false).writeHeader(header);
}

/** The same header with valid values instead of placeholders. */
function encodedHeader(header: ElementDeclaration, service: EncodedService): PageSample {
  return new EncodedSample(service, true).writeHeader(header);
}

class EncodedSample {
  private readonly out: PageSampleWriter;
  private readonly prefixes: ReadonlyMap<string, string>;
  /** Whether it has valid values instead of placeholders. */
  private readonly isExample: boolean;
  /** Grows during writing. */
  private readonly independents: Independent[] = [];
  /** Objects and arrays so far. */
  private objects = 0;
  /** Whether the envelope declares the prefixes of SOAP encoding. */
  private readonly declares: boolean;
  /** Whether objects and arrays are written where others refer to them. */
  private inline = false;

  constructor({ namespace, operation }: EncodedService, isExample: boolean) {
    this.out = new PageSampleWriter(true, operation);
    this.isExample = isExample;
    this.declares = namespace !== undefined;
    const prefixes = new Map<string, string>([[namespaces.xsd, 'xsd']]);
    if (namespace !== undefined) {
      prefixes.set(namespace, 'tns');
      prefixes.set(`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types');
    }
    this.prefixes = prefixes;
  }

  writeBody(body: BodyShape): PageSample {
    this.body(body);
    for (const one of this.independents) this.independent(one);
    return this.out.finish();
  }

  writeHeader(header: ElementDeclaration): PageSample {
    this.inline = true;
    this.typed(header, []);
    return this.out.finish();
  }

  private body(body: BodyShape): void {
    switch (body.kind) {
      case 'empty':
        break;
      case 'void':
        this.parts(body.element, []);
        break;
      case 'object':
      case 'unwrapped':
        this.root(body.place.element);
        break;
      case 'content':
        this.members(body.object.source, []);
        break;
      case 'single':
        this.parts(body.wrapper, [body.field]);
        break;
      case 'parts':
        this.parts(body.wrapper, body.fields);
    }
  }

  private parts(wrapper: QName | undefined, list: readonly ElementField[]): void {
    if (wrapper === undefined) {
      for (const { place } of list) this.root(place.element);
      return;
    }
    this.start(wrapper, 'q1');
    for (const { place } of list) this.typed(place.element, []);
    this.out.end();
  }

  /** Writes an element of the Body itself, which contains its object. */
  private root(element: ElementDeclaration): void {
    const { type } = element;
    if (type.kind === 'simple' || type.soapArray !== undefined) {
      this.typed(element, []);
      return;
    }
    this.start(element.name);
    this.attributes(type);
    this.members(type, [type]);
    this.out.end();
  }

  /**
   * Starts an element with a prefix, because what it contains has no namespace.
   *
   * @param own the prefix for a namespace that the envelope does not declare
   */
  private start({ namespace, localName }: QName, own = 'q2'): void {
    const known = this.prefixes.get(namespace);
    this.out.start(namespace === '' ? localName : `${known ?? own}:${localName}`);
    if (namespace !== '' && known === undefined) this.out.attribute(`xmlns:${own}`, namespace);
  }

  private members({ particle, simpleContent }: ComplexType, open: readonly ComplexType[]): void {
    if (simpleContent !== undefined) {
      this.leaf(simpleContent, unqualifiedElement('value', simpleContent), 0);
    } else if (particle !== undefined) {
      this.particle(particle, open);
    }
  }

  /** Writes the attributes of an open tag. Those with a namespace would need a prefix. */
  private attributes({ attributes }: ComplexType): void {
    for (const use of attributes) {
      const { namespace, localName } = use.name;
      if (namespace !== '' || (this.out.isFull && !use.required)) continue;
      if (this.isExample) this.out.attribute(localName, exampleText(this.out, use.type, use, 0));
      else this.out.placeholderAttribute(localName, placeholderOf(use.type));
    }
  }

  /** Writes a simple value. The tag of its element is open. */
  private leaf(type: SimpleType, element: ElementDeclaration, ordinal: number): void {
    if (this.isExample) this.out.text(exampleText(this.out, type, element, ordinal));
    else this.out.placeholder(placeholderOf(type));
  }

  private particle(particle: Particle, open: readonly ComplexType[]): void {
    const { min, max } = particle.occurs;
    if (particle.kind === 'any' || this.out.isOver || (this.out.isFull && min === 0)) return;
    if (particle.kind === 'element') {
      const times = Math.min(max, itemsShown);
      for (let at = 0; at < times; at += 1) this.typed(particle.element, open);
      return;
    }
    for (const one of shownParticles(this.out, particle)) this.particle(one, open);
  }

  /** Writes an element with its `xsi:type`. */
  private typed(element: ElementDeclaration, open: readonly ComplexType[]): void {
    const { name, type } = element;
    this.start(name);
    if (type.kind === 'complex') {
      this.reference(type, element, open);
    } else {
      if (type.name !== undefined) this.out.attribute('xsi:type', this.prefixed(type.name));
      this.leaf(type, element, 0);
    }
    this.out.end();
  }

  private reference(
    declared: ComplexType,
    element: ElementDeclaration,
    open: readonly ComplexType[],
  ): void {
    const type = concreteType(declared);
    if (this.out.isFull || open.includes(type)) {
      this.out.attribute('xsi:nil', 'true');
      return;
    }
    this.objects += 1;
    const id = `id${this.objects}`;
    const one = { id, type, element, open: [...open, type] };
    if (this.inline) {
      this.inside(one);
    } else {
      this.out.attribute('href', `#${id}`);
      this.independents.push(one);
    }
  }

  /** Whether an array has items of a type. */
  private mayAdd(type: ComplexType, open: readonly ComplexType[]): boolean {
    return this.objects < manyObjects && !open.includes(concreteType(type));
  }

  /** Writes an object or array into the element that would refer to it. */
  private inside(one: Independent): void {
    const { soapArray, name } = one.type;
    if (soapArray === undefined) {
      if (name !== undefined) this.out.attribute('xsi:type', this.prefixed(name));
      this.attributes(one.type);
      this.members(one.type, one.open);
      return;
    }
    if (!this.declares) this.out.attribute('xmlns:soapenc', namespaces.soapEncoding11);
    this.out.attribute('xsi:type', 'soapenc:Array');
    this.array(one, soapArray);
  }

  private independent(one: Independent): void {
    const { soapArray } = one.type;
    if (soapArray === undefined) {
      this.struct(one);
    } else {
      this.out.start('soapenc:Array');
      this.out.attribute('id', one.id);
      this.array(one, soapArray);
    }
    this.out.end();
  }

  private struct({ id, type, open }: Independent): void {
    const { name = { namespace: '', localName: 'Struct' } } = type;
    const known = this.prefixes.has(name.namespace);
    this.out.start(known ? this.prefixed(name) : name.localName);
    this.out.attribute('id', id);
    this.out.attribute('xsi:type', this.prefixed(name));
    this.attributes(type);
    this.members(type, open);
  }

  private array({ element, open }: Independent, array: SoapArrayType): void {
    const { item } = array;
    const count = item.kind === 'simple' || this.mayAdd(item, open) ? itemsShown : 0;
    const leaf = leafOf(array);
    const inner = ',1'.repeat(rankOf(array) - 1);
    const itemName = leaf.item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
    const type = `${this.prefixed(itemName)}${leaf.dimensions}[${count}${inner}]`;
    this.out.attribute('soapenc:arrayType', type);
    const declaration = unqualifiedElement(element.name.localName, item);
    for (let at = 0; at < count; at += 1) {
      this.out.start('Item');
      if (item.kind === 'simple') this.leaf(item, declaration, at);
      else this.reference(item, declaration, open);
      this.out.end();
    }
  }

  /**
   * The name of a type with its prefix. Namespaces other than the envelope's are declared locally.
   */
  private prefixed(name: QName): string {
    if (name.namespace === '') return name.localName;
    const known = this.prefixes.get(name.namespace);
    if (known === undefined) this.out.attribute('xmlns:q1', name.namespace);
    return `${known ?? 'q1'}:${name.localName}`;
  }
}

/** What a value is for: an element or an attribute. */
type Owner = Pick<ElementDeclaration, 'name' | 'fixed' | 'default'>;

/** A valid value of a type, for the element whose tag is open or an attribute of it. */
function exampleText(
  out: PageSampleWriter,
  type: SimpleType,
  { name, fixed, default: initial }: Owner,
  ordinal: number,
): string {
  const value = fixed ?? initial ?? sampleSimple(type, { name: name.localName, ordinal });
  return holdsQNames(type) ? withPrefixes(out, value) : value;
}

/** Declares the namespaces of the names in a value. */
function withPrefixes(out: PageSampleWriter, value: string): string {
  const prefixes = new Map<string, string>();
  return rewriteQNames(value, undefined, ({ namespace, localName }) => {
    let prefix = prefixes.get(namespace);
    if (prefix === undefined) {
      prefix = `v${prefixes.size + 1}`;
      prefixes.set(namespace, prefix);
      out.attribute(`xmlns:${prefix}`, namespace);
    }
    return `${prefix}:${localName}`;
  });
}

/** A parameter of the test form: `ParameterDocs` of the runtime. */
interface Parameter extends LiteralObject {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[] | undefined;
  readonly repeated?: true | undefined;
  readonly freeText?: true | undefined;
  readonly preset?: string | undefined;
}

/** One operation for the help pages: `OperationDocs` of the runtime in parts. */
interface OperationDescription {
  readonly docs: LiteralObject;
  readonly soap: SoapDescription | undefined;
  readonly http: LiteralObject | undefined;
}

/** `SoapDocs` of the runtime in parts. */
interface SoapDescription {
  /** All but the samples. */
  readonly docs: LiteralObject;
  readonly request: PageSample;
  readonly requestHeader: PageSample | undefined;
  readonly response: PageSample | undefined;
  readonly responseHeader: PageSample | undefined;
}

/** @param namespace that of the service */
export function describeOperation(
  operation: ServiceOperation,
  messages: OperationMessages,
  namespace: string,
): OperationDescription {
  const http = operation.httpGet ?? operation.httpPost;
  const soap = describeSoap(operation, messages, namespace);
  return {
    docs: {
      name: operation.messageName,
      signature: wireSignatureOf(operation, messages),
      description: operation.documentation,
      parameters:
        soap === undefined ? http && httpParameters(http) : soapParameters(messages, soap.request),
    },
    soap,
    http: http && httpDocs(operation, http, messages),
  };
}

function describeSoap(
  operation: ServiceOperation,
  messages: OperationMessages,
  namespace: string,
): SoapDescription | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return undefined;
  const service = { namespace, operation: operation.name };
  const versions = (['soap11', 'soap12'] as const).filter((one) => operation[one] !== undefined);
  return {
    docs: {
      versions,
      action: soap.action,
      encoded: soap.input.use === 'encoded' ? true : undefined,
    },
    request: bodySample(messages.input.body, soap.input, service),
    requestHeader: pageSampleHeader(messages.inputHeaders, encodedService(soap.input, service)),
    response:
      soap.output === undefined || operation.oneWay
        ? undefined
        : bodySample(messages.output.body, soap.output, service),
    responseHeader: pageSampleHeader(messages.outputHeaders, encodedService(soap.output, service)),
  };
}

/** The service without its namespace if the envelope of a message declares no prefixes for it. */
function encodedService(message: SoapMessage | undefined, service: EncodedService): EncodedService {
  return message?.use === 'encoded' ? service : { ...service, namespace: undefined };
}

function bodySample(body: BodyShape, { use }: SoapMessage, service: EncodedService): PageSample {
  return use === 'encoded'
    ? encodedPageSample(body, service)
    : pageSampleBody(body, service.operation);
}

function httpDocs(
  operation: ServiceOperation,
  http: HttpOperation,
  { httpAnswer }: OperationMessages,
): LiteralObject {
  const bindings = (['httpGet', 'httpPost'] as const).filter((one) => operation[one] !== undefined);
  return {
    bindings,
    location: http.location,
    replaces: http.input.kind === 'urlReplacement' ? true : undefined,
    parameters: httpParameters(http),
    result: pageSampleResult(http, httpAnswer, operation.name),
    contentType: resultContentType(http),
  };
}

/**
 * Inputs for a SOAP request whose properties are all simple values that occur once, each with a
 * placeholder in the sample. Otherwise, or if the request has headers, `undefined`: its XML must be
 * edited as a whole.
 */
function soapParameters(
  { input, inputHeaders }: OperationMessages,
  { placeholders }: PageSample,
): readonly Parameter[] | undefined {
  if (inputHeaders.length > 0 || input.attachments.length > 0) return undefined;
  const parameters = input.fields.flatMap(({ property, value, repeated, preset }) =>
    value.kind === 'simple' && !repeated ? [parameter(property, value.source, preset)] : [],
  );
  const isWhole = parameters.length === input.fields.length && parameters.length === placeholders;
  return isWhole ? parameters : undefined;
}

/** Parameters of an HTTP binding: the parts, with an array as a value that may be repeated. */
function httpParameters(http: HttpOperation): readonly Parameter[] {
  return http.parameters.map(({ name, type, element }) => {
    const valueType = type ?? element?.type;
    if (valueType?.kind !== 'complex') {
      return parameter(name, valueType, element?.fixed ?? element?.default);
    }
    return { ...parameter(name, undefined), repeated: true };
  });
}

function parameter(name: string, type: SimpleType | undefined, preset?: string): Parameter {
  if (type === undefined) return { name, type: 'string', values: undefined };
  const shown = placeholderOf(type);
  const values = enumerationValues(type);
  return {
    name,
    type: shown,
    values,
    freeText: isFreeText(type) ? true : undefined,
    // names with a namespace need a declaration, which a field cannot have
    preset: holdsQNames(type) ? undefined : preset,
  };
}

/** Whether a list, a checkbox or a date field could not represent all values of a type. */
function isFreeText(type: SimpleType): boolean {
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) return holdsQNames(type);
  if (type.variety !== 'atomic') return picked.has(placeholderOf(type)) || type.variety === 'list';
  return patterns !== undefined && picked.has(type.builtin ?? '');
}

/** Types with special fields. */
const picked: ReadonlySet<string> = new Set(['boolean', 'dateTime', 'date', 'time']);
