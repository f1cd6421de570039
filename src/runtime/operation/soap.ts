import { bytesToBase64, encodeUtf8 } from '../platform/globals.ts';
import { atPath, captureElement, withRareElements } from '../xml/capture.ts';
import {
  EOF,
  locate,
  positionOf,
  START,
  TEXT,
  XML_NAMESPACE,
  XmlError,
  XmlValueError,
} from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import {
  describeValue,
  EncodeError,
  escapeAttribute,
  escapeText,
  exactly,
  notEncodable,
  readTagOf,
  writeXmlElement,
  type XmlElement,
  type XmlNode,
} from '../xml/writer.ts';
import {
  type AnyOperation,
  AsmxError,
  type BindingName,
  type HeaderDescriptor,
  isNamed,
  messageOf,
  type OperationTypes,
  propertyOf,
  type RawAnswer,
  withCause,
} from './descriptor.ts';

/**
 * Fault codes of SOAP 1.1. Those of SOAP 1.2 are read as their counterparts (Sender as Client,
 * Receiver as Server). A code of another namespace is `{namespace}Name`, one without a namespace
 * is read as `Name` and written for `{}Name`.
 */
export type SoapFaultCode =
  | 'Client'
  | 'Server'
  | 'MustUnderstand'
  | 'VersionMismatch'
  | 'DataEncodingUnknown'
  | (string & {});

/** The parts of a {@link SoapFault}. */
export interface SoapFaultInit<Detail = unknown> {
  /**
   * Default `Server`. A foreign code is `{namespace}Name`, one without a namespace `{}Name`: in
   * SOAP 1.2 it is the outermost subcode.
   */
  readonly code?: SoapFaultCode | undefined;
  readonly message: string;
  /** URI of the node that failed: `faultactor`, in SOAP 1.2 `Node`. */
  readonly actor?: string | undefined;
  /** URI of the role of that node; SOAP 1.2 only. */
  readonly role?: string | undefined;
  /** `{namespace}Name`; SOAP 1.2 only. */
  readonly subcode?: string | undefined;
  /** Nested subcodes, the outermost first, instead of `subcode`; SOAP 1.2 only. */
  readonly subcodes?: readonly string[] | undefined;
  /**
   * Content of the detail: the value of a declared fault (with `faultName`), otherwise an XML
   * element, several nodes, or text.
   */
  readonly detail?: Detail | undefined;
  /** Name of the declared fault that `detail` belongs to. */
  readonly faultName?: string | undefined;
  /** The `Fault` element as received. */
  readonly xml?: string | undefined;
  /** Declared SOAP headers of the answer by part name, as received. */
  readonly soapHeaders?: Readonly<Record<string, unknown>> | undefined;
  /** SOAP headers of the answer that the contract does not declare, as received. */
  readonly unknownHeaders?: readonly XmlElement[] | undefined;
  readonly raw?: RawAnswer | undefined;
  readonly cause?: unknown;
}

/** A SOAP fault. Handlers throw it to send one, clients throw it if they receive one. */
export class SoapFault<Detail = unknown> extends Error {
  override readonly name = 'SoapFault' as const;
  readonly code!: SoapFaultCode;
  readonly actor!: string | undefined;
  readonly role!: string | undefined;
  /** The outermost of `subcodes`. */
  readonly subcode!: string | undefined;
  /** Subcodes (SOAP 1.2 part 1, section 5.4.1), the outermost first; empty if there are none. */
  readonly subcodes!: readonly string[];
  /**
   * The decoded value of a declared fault; otherwise the nodes inside the detail element, or
   * `undefined` if there are none.
   */
  readonly detail!: Detail;
  /** Name of the declared fault that `detail` was decoded as. */
  readonly faultName!: string | undefined;
  /** The `Fault` element as received. */
  readonly xml!: string | undefined;
  /** On the client: declared SOAP headers of the answer by part name; empty if there are none. */
  readonly soapHeaders!: Readonly<Record<string, unknown>>;
  /** On the client: the other SOAP headers of the answer; empty if there are none. */
  readonly unknownHeaders!: readonly XmlElement[];
  /** HTTP status of the answer. */
  readonly status!: number | undefined;
  /** The whole answer, on the client. */
  readonly raw!: RawAnswer | undefined;

  constructor(init: SoapFaultInit<Detail>) {
    const { message, cause, code = 'Server', subcode, ...parts } = init;
    super(message, ...withCause(cause));
    const { raw, subcodes = subcode === undefined ? [] : [subcode] } = parts;
    const { soapHeaders = {}, unknownHeaders = [] } = parts;
    const headers = { soapHeaders, unknownHeaders };
    const known = { code, subcode: subcodes[0], subcodes, status: raw?.status };
    Object.assign(this, parts, known, headers);
  }

  /** The message, under its SOAP 1.2 name. */
  get reason(): string {
    return this.message;
  }
}

/** Whether a caught value is a SOAP fault, of this or another copy of the runtime. */
export function isSoapFault(error: unknown): error is SoapFault<readonly XmlNode[] | undefined> {
  return isNamed(error, 'SoapFault');
}

/** An operation as `isFault` and `fault` need it: its name and the types of its faults. */
export interface OperationWithFaults<Faults extends object, FaultsRead extends object = Faults>
  extends AnyOperation {
  readonly types?:
    | Pick<OperationTypes<unknown, Faults, object, object, FaultsRead>, 'faults' | 'faultsRead'>
    | undefined;
}

/** Tells SOAP faults from other errors. */
interface FaultTest {
  (error: unknown): error is SoapFault<readonly XmlNode[] | undefined>;
  <Faults extends object, Name extends keyof Faults & string>(
    error: unknown,
    operation: OperationWithFaults<object, Faults>,
    name: Name,
  ): error is SoapFault<Faults[Name]>;
}

/**
 * Whether a caught value is a SOAP fault. With an operation and the name of one of its declared
 * faults: whether it is that fault, whose `detail` is then typed. A program that is bundled and
 * does not use this has no details that the contract does not declare.
 */
export const isFault: FaultTest = /* @__PURE__ */ withRareElements(testFault as FaultTest);

function testFault(error: unknown, operation?: AnyOperation, name?: string): boolean {
  if (!isSoapFault(error)) return false;
  if (operation === undefined) return true;
  return (
    propertyOf(error, 'faultName') === name &&
    operation.soap?.faults?.some((declared) => declared.name === name) === true
  );
}

/**
 * Creates the exception that a handler throws to answer with a declared fault.
 *
 * @param name Name of the fault in the contract.
 * @param detail Value of its detail element.
 * @param message Text of the fault; its name by default.
 */
export function fault<Faults extends object, Name extends keyof Faults & string>(
  _operation: OperationWithFaults<Faults, object>,
  name: Name,
  detail: Faults[Name],
  message: string = name,
): SoapFault<Faults[Name]> {
  return new SoapFault({ code: 'Client', message, detail, faultName: name });
}

/** Replaces a handler that is not written yet: answers with a Server fault that says so. */
export function notImplemented(): never {
  throw new SoapFault({ code: 'Server', message: 'This operation is not implemented.' });
}

/**
 * Reads XML, such as a signed document, as an element: the value of a wildcard, of a detail of a
 * fault, or of `extraSoapHeaders`. It is written with the same names, prefixes, namespace
 * declarations and texts. Comments, processing instructions and the XML declaration are left out.
 * A program that is bundled and uses neither this nor `isFault` has no headers of answers that the
 * contract does not declare.
 *
 * @param text a document, or an element, which may begin with a byte order mark
 * @throws AsmxError `decode`: the text is not well-formed, has a DTD, or has more than 200 nested
 *   elements
 */
export const parseXml: (text: string) => XmlElement = /* @__PURE__ */ withRareElements(parse);

function parse(text: string): XmlElement {
  exactly.write = write;
  try {
    const reader = readerOf(text);
    const element = captureElement(reader);
    endOf(reader);
    return element;
  } catch (error) {
    throw documentProblem('decode', 'The XML could not be read', error);
  }
}

/**
 * Writes an element as XML, without XML declaration. One that was read has the names, prefixes and
 * namespace declarations that it had; it also declares what was declared around it and it uses.
 *
 * @throws AsmxError `encode`: it is no element, has an invalid name, or characters that XML cannot
 *   carry
 */
export function writeXml(element: XmlElement): string {
  try {
    return write(element);
  } catch (error) {
    throw documentProblem('encode', 'The element could not be written', atPath(error));
  }
}

/** Writes an element alone. */
function write(element: XmlElement): string {
  if (typeof propertyOf(element, 'name') !== 'string')
    throw notEncodable('an XML element', element);
  return writeXmlElement(element, '');
}

/** A reader after the START of the root. */
export function readerOf(text: string): XmlReader {
  if (typeof text !== 'string') throw new XmlValueError('The document must be a string.');
  const reader = new XmlReader(text.startsWith('\ufeff') ? text.slice(1) : text);
  reader.nextTag();
  return reader;
}

/** Reads what follows the root. */
export function endOf(reader: XmlReader): void {
  try {
    reader.nextTag();
  } catch (error) {
    throw error instanceof XmlError ? locate(reader, error) : error;
  }
}

/** An error about a document as a whole. */
export function documentProblem(
  code: 'decode' | 'encode',
  start: string,
  cause: unknown,
): AsmxError {
  const known = cause instanceof XmlError ? positionOf(cause) : '';
  const path = propertyOf(cause, 'path');
  return new AsmxError(code, `${start}: ${messageOf(cause)}${known}`, {
    path: typeof path === 'string' ? path : undefined,
    cause,
  });
}

/**
 * Action of requests: that of the contract, otherwise a SOAPAction that is not empty, otherwise the
 * default pattern (WS-Addressing 1.0 Metadata, section 4.4).
 */
export function inputAction(operation: AnyOperation): string {
  const { action, addressing } = operation.soap ?? {};
  return addressing?.input ?? (action || defaultInput(operation));
}

export function defaultInput(operation: AnyOperation): string {
  return `${interfaceUri(operation)}${operation.name}${operation.oneWay === true ? '' : 'Request'}`;
}

/** Target namespace and portType, with a delimiter after each. */
export function interfaceUri(operation: AnyOperation): string {
  const { namespace, delimiter, portType } = actionParts(operation);
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + portType + delimiter;
}

export function actionParts({
  namespace,
  service,
  soap,
}: AnyOperation): Record<'namespace' | 'delimiter' | 'portType', string> {
  return {
    namespace,
    delimiter: /^urn:/i.test(namespace) ? ':' : '/',
    portType: soap?.addressing?.portType ?? `${service}Soap`,
  };
}

/** The differences between the two versions of SOAP on the wire. */
export interface SoapVersion {
  readonly binding: 'soap11' | 'soap12';
  /** Namespace of the envelope. */
  readonly namespace: string;
  /** Content type of messages, with charset. */
  readonly contentType: string;
}

/** SOAP 1.1 (W3C note of 8 May 2000). */
export const soap11Version: SoapVersion = {
  binding: 'soap11',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  contentType: 'text/xml; charset=utf-8',
};

/** SOAP 1.2 (W3C recommendation). */
export const soap12Version: SoapVersion = {
  binding: 'soap12',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
  contentType: 'application/soap+xml; charset=utf-8',
};

/** The SOAP 1.1 name of a fault code. */
export function canonicalCode(code: string): string {
  return code === 'Sender' ? 'Client' : code === 'Receiver' ? 'Server' : code;
}

/** Start of every message. */
export const xmlDeclaration: string = '<?xml version="1.0" encoding="utf-8"?>';
/** Declarations of `xsi` and `xsd`, with the end of the tag. */
export const schemaNamespaces: string =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema">';

/**
 * Writes an envelope like ASMX: on one line, prefix `soap` in both versions, declarations soap,
 * xsi, xsd.
 *
 * @param header Entries of `soap:Header`; empty for none.
 * @param body Content of `soap:Body`.
 */
export function writeEnvelope({ namespace }: SoapVersion, header: string, body: string): string {
  const head = `${xmlDeclaration}<soap:Envelope xmlns:soap="${namespace}" ${schemaNamespaces}`;
  return joinEnvelope(head, header, `<soap:Body>${body}`);
}

/**
 * @param head Everything up to the end of the envelope's start tag.
 * @param body `soap:Body` without its end tag.
 */
export function joinEnvelope(head: string, header: string, body: string): string {
  const headers = header === '' ? '' : `<soap:Header>${header}</soap:Header>`;
  return `${head}${headers}${body}</soap:Body></soap:Envelope>`;
}

/** The version with this envelope namespace. */
export function versionOf(namespace: string): SoapVersion | undefined {
  if (namespace === soap11Version.namespace) return soap11Version;
  return namespace === soap12Version.namespace ? soap12Version : undefined;
}

/** The part of a version that determines the names of an envelope's elements. */
type EnvelopeNamespace = Pick<SoapVersion, 'namespace'>;

/** Why an envelope could not be entered. */
export type EnvelopeProblem = 'no envelope' | 'no body';

/**
 * Reads the start tag of the root element and returns the version of SOAP.
 *
 * @returns `undefined` for a root in another namespace, which is the reader's `namespace`.
 */
export function enterRoot(reader: XmlReader): SoapVersion | undefined {
  reader.nextTag();
  return versionOf(reader.namespace);
}

/**
 * Reads the next start tag of the envelope. After `header`, the caller reads the content of
 * `soap:Header` and its end tag, then calls {@link enterBody}. After `body`, the reader is in
 * `soap:Body`.
 */
export function enterHeader(
  reader: XmlReader,
  version: EnvelopeNamespace,
): 'header' | 'body' | EnvelopeProblem {
  if (reader.local !== 'Envelope') return 'no envelope';
  if (reader.nextTag() !== START) return 'no body';
  if (isEnvelopePart(reader, 'Header', version)) return 'header';
  return isEnvelopePart(reader, 'Body', version) ? 'body' : 'no body';
}

/** Reads the start tag of `soap:Body`. Called after the end tag of `soap:Header`. */
export function enterBody(reader: XmlReader, version: EnvelopeNamespace): 'body' | EnvelopeProblem {
  return reader.nextTag() === START && isEnvelopePart(reader, 'Body', version) ? 'body' : 'no body';
}

/** Skips a header and reads the start tag of `soap:Body`. Called after the root's start tag. */
export function skipToBody(
  reader: XmlReader,
  version: EnvelopeNamespace,
): 'body' | EnvelopeProblem {
  const part = enterHeader(reader, version);
  if (part !== 'header') return part;
  reader.skip();
  return enterBody(reader, version);
}

function isEnvelopePart(reader: XmlReader, local: string, version: EnvelopeNamespace): boolean {
  return reader.local === local && reader.namespace === version.namespace;
}

/** Writes declared headers in the order of their declaration. Absent values are omitted. */
export function writeHeaders(
  declared: readonly HeaderDescriptor[],
  binding: BindingName,
  values: Readonly<Record<string, unknown>> = {},
): string {
  let text = '';
  for (const { name, write, encode } of declared) {
    const value = values[name];
    if (value === undefined || write === undefined) continue;
    const written = writeAttributed(value, binding, write);
    text += encode?.(written, binding) ?? written;
  }
  return text;
}

/** Attributes of SOAP on a header (SOAP 1.1 section 4.2, SOAP 1.2 part 1 section 5.2). */
export interface SoapHeaderAttributes {
  /** Whether a receiver that does not know the header has to refuse the message. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /**
   * URI of the receiver that the header is for, by its name in SOAP 1.1. Over SOAP 1.2 it is sent
   * as `role`, and that of the next node under its other name. Default: the last receiver.
   */
  readonly actor?: string | undefined;
  /** The same by its name in SOAP 1.2; over SOAP 1.1 it is sent as `actor` if there is none. */
  readonly role?: string | undefined;
  /** Whether a receiver that does not know it passes it on; SOAP 1.2 only. Default false. */
  readonly relay?: boolean | undefined;
}

/** A SOAP header with attributes of SOAP: what {@link soapHeader} returns. */
export interface SoapHeader<Value> {
  readonly value: Value;
  /**
   * Adds the attributes to a written header.
   *
   * @throws EncodeError it has one of them already
   */
  attributed(xml: string, binding: BindingName): string;
}

/** XML for `soap:Header`: elements as text or as data, with attributes or without, or a list. */
export type ExtraSoapHeaders = ExtraSoapHeader | readonly ExtraSoapHeader[];

/** Elements for `soap:Header`, as text or as data. */
export type ExtraSoapHeader = string | XmlElement | SoapHeader<string | XmlElement>;

/**
 * A SOAP header with attributes of SOAP: the value of a declared one, or elements of one that no
 * contract declares, as text or as data. For `soapHeaders` and `extraSoapHeaders` of clients, and
 * for `setSoapHeader` in handlers.
 */
export function soapHeader<const Value>(
  value: Value,
  attributes: SoapHeaderAttributes,
): SoapHeader<Value> {
  return new AttributedHeader(value, attributes);
}

/** A class, so that a copy of its data is one, too. */
class AttributedHeader<Value> implements SoapHeader<Value> {
  readonly value: Value;
  readonly attributes: SoapHeaderAttributes;

  constructor(value: Value, attributes: SoapHeaderAttributes) {
    this.value = value;
    this.attributes = attributes;
  }

  attributed(xml: string, binding: BindingName): string {
    const added = Object.entries(attributesOver(binding, this.attributes));
    const version = versions[binding === 'soap11' ? 'soap11' : 'soap12'];
    let depth = 0;
    return xml.replace(tags, (tag, end?: string, name?: string, rest = '') => {
      if (end === undefined || name === undefined) return tag;
      const isOutermost = end === '' && depth === 0;
      if (end !== '') depth -= 1;
      else if (!rest.endsWith('/')) depth += 1;
      return isOutermost && added.length > 0
        ? `<${name}${attributesText(rest, version.namespace, added)}${rest}>`
        : tag;
    });
  }
}

/** A comment, a processing instruction, a CDATA section, or a tag with what follows its name. */
const tags = /* @__PURE__ */ new RegExp(
  '<!--[\\s\\S]*?-->|<\\?[\\s\\S]*?\\?>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>|' +
    '<(/?)([^\\s/>]+)((?:[^"\'>]|"[^"]*"|\'[^\']*\')*)>',
  'g',
);

/** Namespaces of envelopes, and what the next receiver is called. */
const versions = {
  soap11: {
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    next: 'http://schemas.xmlsoap.org/soap/actor/next',
  },
  soap12: {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    next: 'http://www.w3.org/2003/05/soap-envelope/role/next',
  },
} as const;

/** What a version has for the attributes, by name. */
function attributesOver(
  binding: BindingName,
  { mustUnderstand, actor, role, relay }: SoapHeaderAttributes,
): Readonly<Record<string, string>> {
  const { soap11, soap12 } = versions;
  const must: Readonly<Record<string, string>> =
    mustUnderstand === true ? { mustUnderstand: '1' } : {};
  if (binding === 'soap11') {
    const given = actor ?? role;
    const uri = given === soap12.next ? soap11.next : given;
    return uri === undefined ? must : { ...must, actor: uri };
  }
  const given = role ?? actor;
  const uri = given === soap11.next ? soap12.next : given;
  return {
    ...must,
    ...(uri !== undefined && { role: uri }),
    ...(relay === true && { relay: 'true' }),
  };
}

/**
 * Attributes with the prefix of the envelope, unless the tag means something else by it.
 *
 * @param rest What follows the name of the tag.
 * @throws EncodeError the tag has one of them
 */
function attributesText(
  rest: string,
  namespace: string,
  added: readonly (readonly [string, string])[],
): string {
  const declared = new Map<string, string>();
  for (const [, prefix = '', , uri = ''] of rest.matchAll(
    /\sxmlns:([^\s=]+)\s*=\s*(["'])(.*?)\2/gs,
  ))
    declared.set(prefix, uri);
  const isFree = (prefix: string): boolean => (declared.get(prefix) ?? namespace) === namespace;
  for (const [name] of added) {
    const same = new RegExp(`\\s([^\\s=:]+):${name}\\s*=`, 'g');
    for (const [, prefix = ''] of rest.matchAll(same)) {
      const isEnvelope = prefix === 'soap' ? isFree(prefix) : declared.get(prefix) === namespace;
      if (isEnvelope) throw new EncodeError(`The SOAP header has the attribute ${name} already.`);
    }
  }
  let prefix = 'soap';
  while (!isFree(prefix)) prefix += '_';
  const declares = prefix === 'soap' ? '' : ` xmlns:${prefix}="${namespace}"`;
  const text = added.map(([name, value]) => ` ${prefix}:${name}="${escapeAttribute(value)}"`);
  return declares + text.join('');
}

/** Writes the value of a header, which may have attributes of SOAP. */
function writeAttributed<Value>(
  given: unknown,
  binding: BindingName,
  write: (value: Value) => string,
): string {
  if (typeof propertyOf(given, 'attributed') !== 'function') return write(given as Value);
  const { value, attributed } = given as SoapHeader<Value>;
  return value === undefined ? '' : attributed.call(given, write(value), binding);
}

/**
 * The text of headers that no contract declares.
 *
 * @param subject What they are called in errors.
 * @throws EncodeError one is neither text nor an element, or they are not well-formed
 */
export function extraHeadersText(
  given: ExtraSoapHeaders,
  binding: BindingName,
  subject: string,
): string {
  const read = (value: string | XmlElement): string => {
    const xml =
      typeof value === 'string' ? value.replace(leadingDeclaration, '') : headerElementText(value);
    checkElements(xml, subject);
    return xml;
  };
  return [given]
    .flat()
    .map((one) => writeAttributed(one, binding, read))
    .join('');
}

/** The start of a document, which is no part of its element. */
const leadingDeclaration = /^\ufeff?<\?xml\s[^>]*\?>/;

function checkElements(xml: string, subject: string): void {
  // One element around it all, so that no text can end `soap:Header`. Prefixes are the envelope's.
  const reader = new XmlReader(`<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c">${xml}</a>`);
  try {
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token === TEXT && reader.depth === 1 && /\S/.test(reader.textValue))
        throw noElement('text');
    }
  } catch (error) {
    const problem = new EncodeError(`${subject} is not well-formed XML: ${messageOf(error)}`);
    throw Object.assign(problem, { cause: error });
  }
}

function noElement(found: string): EncodeError {
  return new EncodeError(`Expected an element for soap:Header, found ${found}.`);
}

/**
 * The text of an element. One that was read is written as it was, because it may be signed.
 *
 * @throws EncodeError it is no element
 */
export function headerElementText(element: XmlElement): string {
  const isRead = typeof element === 'object' && element !== null && readTagOf(element);
  return isRead && exactly.write ? exactly.write(element) : writeNode(element);
}

/**
 * The text of a node. Each element declares its own namespaces, which is all that a few headers
 * need. `writeXmlElement` shares declarations, and would add 0.9 KB to every client.
 */
function writeNode(node: XmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  if (typeof node?.name !== 'string') throw noElement(describeValue(node));
  const { name, namespace = '', attributes = [], children = [], namespaces = {} } = node;
  const declare = (prefix: string, uri: string): string =>
    ` xmlns${prefix}="${escapeAttribute(uri)}"`;
  let tag = name + declare('', namespace);
  for (const [prefix, uri] of Object.entries(namespaces)) tag += declare(`:${prefix}`, uri);
  for (const [index, one] of attributes.entries()) {
    const prefix = one.namespace === XML_NAMESPACE ? 'xml' : `n${index}`;
    if (one.namespace && prefix !== 'xml') tag += declare(`:${prefix}`, one.namespace);
    tag += ` ${one.namespace ? `${prefix}:` : ''}${one.name}="${escapeAttribute(one.value)}"`;
  }
  return `<${tag}>${children.map(writeNode).join('')}</${name}>`;
}

/** An endpoint of WS-Addressing: its address, or the address with reference parameters. */
export type EndpointReference =
  | string
  | {
      readonly address: string;
      /** Elements that each message to the endpoint has among its headers. */
      readonly referenceParameters?: readonly XmlElement[] | undefined;
    };

/** Headers of WS-Addressing that a client sends. */
export interface AddressingOptions {
  /** Whom the request is for. Default: the URL it is sent to. */
  readonly to?: EndpointReference | undefined;
  /** Who sends it. Default: not said. */
  readonly from?: EndpointReference | undefined;
  /**
   * Where the answer goes. Default: the connection of the request. To any other address the service
   * makes a connection of its own, and the call gets no result.
   */
  readonly replyTo?: EndpointReference | undefined;
  /**
   * The action, or a function of the operation, which is also sent as SOAPAction. Default: that of
   * the contract, otherwise its soapAction if that is not empty, otherwise the default pattern.
   */
  readonly action?: string | ((operation: AnyOperation) => string) | undefined;
  /** Whether a service that does not know WS-Addressing has to refuse calls. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** The version. Default: that of the contract, otherwise `1.0`. */
  readonly version?: '1.0' | '2004/08' | undefined;
  /** Returns the ID of a message, instead of a random `urn:uuid:`. */
  readonly messageId?: (() => string) | undefined;
}

/** What a server wants of WS-Addressing. */
export interface AddressingRules {
  /**
   * Whether requests over SOAP without its headers are refused. Default: as the contract says, and
   * false if it does not.
   */
  readonly required?: boolean | undefined;
}

/** A reference parameter, as a header says in version 1.0 that it is one. */
export function asHeader(element: XmlElement, { none, namespace }: AddressingVersion): XmlElement {
  if (none === undefined) return element;
  const { attributes = [] } = element;
  const mark = { namespace, name: 'IsReferenceParameter', value: 'true' };
  const others = attributes.filter((one) => one.name !== mark.name || one.namespace !== namespace);
  return { ...element, attributes: [...others, mark] };
}

/** What differs between the versions of WS-Addressing in messages. */
export interface AddressingVersion {
  readonly namespace: string;
  /** The address of the sender's own connection. */
  readonly anonymous: string;
  /** The address at which nothing is sent; the older version has none. */
  readonly none: string | undefined;
  /** The ID of a message whose ID is not known. */
  readonly unspecified: string;
  /** The relationship of a reply, as it is written out. */
  readonly reply: string;
  /** Action of faults about the headers of WS-Addressing. */
  readonly ownFault: string;
  /** Action of all other faults that the contract does not declare. */
  readonly soapFault: string;
  /** Local names of fault codes. */
  readonly faults: { readonly invalid: string; readonly missing: string };
}

// Texts without expressions: bundlers leave out what nothing uses.

/** Web Services Addressing 1.0 (W3C recommendation). */
export const addressing10: AddressingVersion = {
  namespace: 'http://www.w3.org/2005/08/addressing',
  anonymous: 'http://www.w3.org/2005/08/addressing/anonymous',
  none: 'http://www.w3.org/2005/08/addressing/none',
  unspecified: 'http://www.w3.org/2005/08/addressing/unspecified',
  reply: 'http://www.w3.org/2005/08/addressing/reply',
  ownFault: 'http://www.w3.org/2005/08/addressing/fault',
  soapFault: 'http://www.w3.org/2005/08/addressing/soap/fault',
  faults: { invalid: 'InvalidAddressingHeader', missing: 'MessageAddressingHeaderRequired' },
};

/** Web Services Addressing (W3C member submission of August 2004). */
export const addressing2004: AddressingVersion = {
  namespace: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  anonymous: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
  none: undefined,
  unspecified: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/id/unspecified',
  reply: 'wsa:Reply',
  ownFault: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  soapFault: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/fault',
  faults: {
    invalid: 'InvalidMessageInformationHeader',
    missing: 'MessageInformationHeaderRequired',
  },
};

/** Both, the preferred one first. */
export const addressingVersions: readonly AddressingVersion[] = [addressing10, addressing2004];

// Whole texts: of parts that are joined, bundlers would keep them in every client.

/** Namespace `wsse` (Web Services Security: SOAP Message Security 1.1.1). */
export const wsseNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** Namespace `wsu`. */
export const wsuNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

/** Namespace `ds` (XML Signature Syntax and Processing). */
export const dsigNamespace: string = 'http://www.w3.org/2000/09/xmldsig#';

/** Type of a password as it is (UsernameToken Profile 1.1.1, section 3.1). */
export const passwordText: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';

/** Type of a password as a digest. */
export const passwordDigest: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0' +
  '#PasswordDigest';

/** The encoding of nonces. */
export const base64Encoding: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

/** Whether an element is `wsse:Security`. */
export function isSecurityHeader({ name, namespace }: XmlElement): boolean {
  return name === 'Security' && namespace === wsseNamespace;
}

/**
 * A Timestamp (SOAP Message Security 1.1.1, section 10), without the declaration of `wsu`.
 *
 * @param now Milliseconds since 1970.
 * @param seconds Until it expires.
 */
export function timestampText(now: number, seconds: number): string {
  const [created, expires] = [now, now + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return (
    `<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>${created}</wsu:Created>` +
    `<wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
  );
}

/**
 * The digest of a password in base64: SHA-1 of nonce, Created and password (UsernameToken Profile
 * 1.1.1, section 3.1).
 */
export function digestOf(nonce: Uint8Array, created: string, password: string): string {
  const text = encodeUtf8(created + password);
  const bytes = new Uint8Array(nonce.length + text.length);
  bytes.set(nonce);
  bytes.set(text, nonce.length);
  return bytesToBase64(sha1(bytes));
}

/**
 * SHA-1 (FIPS 180-4, section 6.1), because that of web standards is asynchronous. The digest of a
 * password in WS-Security has no other algorithm.
 */
export function sha1(message: Uint8Array): Uint8Array {
  const blocks = padded(message);
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = new Int32Array(80);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = blocks.getInt32(at + index * 4);
    for (let index = 16; index < 80; index++) {
      const mixed =
        word(words, index - 3) ^
        word(words, index - 8) ^
        word(words, index - 14) ^
        word(words, index - 16);
      words[index] = rotate(mixed, 1);
    }
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, value] of state.entries()) digest.setInt32(index * 4, value);
  return new Uint8Array(digest.buffer);
}

/** The message with a one bit, zeros and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length * 8) >>> 0);
  return view;
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let round = 0; round < 80; round++) {
    const sum = rotate(a, 5) + mix(round, b, c, d) + e + constant(round) + word(words, round);
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = sum | 0;
  }
  [a, b, c, d, e].forEach((value, index) => {
    state[index] = word(state, index) + value;
  });
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return (b & c) | (~b & d);
  return round >= 40 && round < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
}

function constant(round: number): number {
  if (round < 40) return round < 20 ? 0x5a827999 : 0x6ed9eba1;
  return round < 60 ? 0x8f1bbcdc : 0xca62c1d6;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}
