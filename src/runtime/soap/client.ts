import {
  answerError,
  checkBytes,
  isSuccess,
  isWebPage,
  noBinding,
  type TextAnswer,
  withText,
} from '../client/answer.ts';
import { addresser, attempt, checkSoapHeaders, headerError, joiner } from '../client/request.ts';
import {
  type AnyOperation,
  AsmxError,
  type AttachedParts,
  type AttachmentCodec,
  type ClientBinding,
  type EnvelopeWriter,
  type FaultParts,
  type IncomingAnswer,
  type OpenedMessage,
  type OutgoingMessage,
  type ReadAnswer,
  type SentAttachment,
  type SoapHeaderWriter,
  type WireRequest,
} from '../operation/descriptor.ts';
import {
  type AddressingOptions,
  type AddressingVersion,
  addressing10,
  addressing2004,
  addressingVersions,
  asHeader,
  canonicalCode,
  type EndpointReference,
  enterBody,
  enterHeader,
  enterRoot,
  headerElementText,
  inputAction,
  SoapFault,
  type SoapVersion,
  soap11Version,
  soap12Version,
  versionOf,
  writeEnvelope,
  writeHeaders,
} from '../operation/soap.ts';
import { isInParts, opensParts, partsOpener, toWire, writeMultipart } from '../parts/mime.ts';
import { byteLength, isPromise, platform } from '../platform/globals.ts';
import { attributeText, rareCapture } from '../xml/capture.ts';
import { START, TEXT, XmlError } from '../xml/errors.ts';
import { markOf, resetTo, type XmlMark, XmlReader } from '../xml/reader.ts';
import { escapeAttribute, escapeText, type XmlElement } from '../xml/writer.ts';

/**
 * Writes the request of a call, with its attachments.
 *
 * @param headers Headers of this version, except those about the body.
 */
function writeSoapRequest(
  version: SoapVersion,
  message: OutgoingMessage,
  headers?: Record<string, string>,
): WireRequest {
  const { operation, namespace, postProcess } = message;
  const { soap } = operation;
  if (soap === undefined) throw noBinding(operation, version.binding);
  const { inputHeaders = [] } = soap;
  const declared =
    soap.requestHeaders?.write(inputHeaders, version.binding, message.soapHeaders) ?? '';
  const header = joiner.join(declared + (message.headerXml ?? ''));
  // A signature is put into the header, so there must be one.
  const entries = header === '' && postProcess !== undefined ? ' ' : header;
  const content = soap.writeRequest?.(message.input as never) ?? '';
  let envelope =
    soap.writeEnvelope?.(version.binding, operation.namespace, entries, content) ??
    writeEnvelope(version, entries, content);
  if (namespace !== undefined && namespace !== operation.namespace) {
    envelope = replaceNamespace(envelope, operation.namespace, namespace);
  }
  if (postProcess !== undefined) envelope = postProcess(envelope, 'soap');
  const { contentType, body } = withAttachments(version, message, envelope);
  return {
    method: 'POST',
    url: message.endpoint,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(byteLength(body)),
      ...headers,
    },
    body,
    confidential: header !== '' || undefined,
  };
}

/** What writes attachments that no contract declares: set by the module that does. */
const attacher: { write: AttachmentCodec['write'] | undefined } = { write: undefined };

/** The envelope of a request with the attachments of the contract and of the call. */
function withAttachments(
  { contentType }: SoapVersion,
  { operation: { soap }, input, attachments }: OutgoingMessage,
  envelope: string,
): { readonly contentType: string; readonly body: string | Uint8Array } {
  const declared = soap?.attachRequest?.(input as never);
  const write = soap?.attachments?.write;
  if (declared !== undefined && write !== undefined)
    return write(envelope, contentType, declared, attachments);
  if (attachments === undefined) return { contentType, body: envelope };
  if (attacher.write !== undefined) return attacher.write(envelope, contentType, [], attachments);
  throw new AsmxError('encode', 'attachments is not in this bundle: give clientAttachments(…).');
}

/**
 * Replaces a namespace in the declarations of a message. Only tags have an unescaped `<`, so no
 * value can be mistaken for a declaration.
 */
function replaceNamespace(xml: string, from: string, to: string): string {
  const old = escapeAttribute(from);
  const replacement = escapeAttribute(to);
  return xml.replace(/<[^<>]*>/g, (tag) =>
    tag.replace(/(\sxmlns(?::[^\s=]+)?=")([^"]*)(?=")/g, (whole, name: string, uri: string) =>
      uri === old ? name + replacement : whole,
    ),
  );
}

/** An action as HTTP carries it. */
function actionFor(message: OutgoingMessage, action: string): string {
  return toWire(movedAction(message, action));
}

/** An action below the contract's namespace, in that of the client. */
function movedAction(
  { operation: { namespace: from }, namespace: to }: OutgoingMessage,
  action: string,
): string {
  if (to === undefined || !action.startsWith(from)) return action;
  const rest = action.slice(withoutSlash(from).length);
  return (rest.startsWith('/') ? withoutSlash(to) : to) + rest;
}

function withoutSlash(uri: string): string {
  return uri.endsWith('/') ? uri.slice(0, -1) : uri;
}

/**
 * Reads a SOAP answer of any version that the operation's bindings can read.
 *
 * @throws SoapFault the answer is a fault
 * @throws AsmxError http-status, protocol; malformed XML is thrown as `XmlError`
 */
function readSoapAnswer(answer: IncomingAnswer): ReadAnswer {
  const { soap } = answer.operation;
  const opened = answer.parts ? undefined : openParts(answer);
  const { parts } = opened ?? answer;
  if (parts === undefined && !soap?.outputAttachments) return readEnvelope(withText(answer));
  const attached = soap?.attachments?.assign(parts, soap.outputAttachments ?? []);
  const message = { ...answer, ...opened, reader: { ...answer.reader, parts } };
  const read = readEnvelope(withText(message), attached);
  return { ...read, attachments: parts && [...parts.rest] };
}

/** @throws AsmxError protocol: the answer has parts, and the bundle has nothing that reads them */
function openParts({ body, contentType, raw }: IncomingAnswer): OpenedMessage | undefined {
  if (partsOpener.open !== undefined || !isInParts(body, contentType))
    return partsOpener.open?.(body, contentType);
  const give = 'give attachments: clientAttachments([]) in the options of the call';
  const what = 'The answer has several parts, and what reads them is not in this bundle';
  throw new AsmxError('protocol', `${what}: ${give}.`, { raw: raw() });
}

function readEnvelope(answer: TextAnswer, attached?: AttachedParts): ReadAnswer {
  const { operation, text } = answer;
  const opened = openEnvelope(answer);
  if (opened === undefined) return readWithoutEnvelope(answer);
  const { reader, version, start } = opened;
  let headers: ReadHeaders = { soapHeaders: {} };
  let part = enterHeader(reader, version);
  if (part === 'header') {
    headers = readHeader(reader, answer);
    part = enterBody(reader, version);
  }
  const isFault = part === 'body' && isFaultNext(reader);
  const isAccepted = operation.oneWay || isAnsweredElsewhere(answer);
  if (isAccepted && !isFault) return { ...readWithoutEnvelope(answer), ...headers };
  if (part !== 'body') throw answerError(answer, 'protocol', 'The answer has no soap:Body.');
  if (!isFault && !isSuccess(answer.status)) throw answerError(answer, 'http-status');
  checkBytes(answer, start);
  const problem = answer.checkRelation?.(reader.source, isFault);
  if (problem !== undefined) throw answerError(answer, 'protocol', problem);
  if (isFault) throw readFault(reader, answer, headers);
  const result = operation.soap?.readResponse?.(reader, attached);
  // The rest must be well-formed up to the end of the envelope; anything after it is ignored.
  while (reader.depth > 0) reader.next();
  return { result, written: text.slice(0, start), found: true, ...headers };
}

/** Headers of an answer: declared ones as values, the others as elements when asked for. */
type ReadHeaders = Pick<ReadAnswer, 'soapHeaders' | 'unknownHeaders'>;

/** Reads `soap:Header`. Most callers want the result alone, so other entries are only located. */
function readHeader(reader: XmlReader, answer: IncomingAnswer): ReadHeaders {
  const { soap } = answer.operation;
  const others: { readonly of: XmlReader; readonly mark: XmlMark }[] = [];
  const other = (of: XmlReader): void => {
    if (of.attributes.length > 0) of.deviations?.noteHeader?.(of, answer);
    others.push({ of, mark: markOf(of) });
    of.skip();
  };
  let soapHeaders: ReadAnswer['soapHeaders'] = {};
  if (soap?.readHeaders !== undefined) {
    soapHeaders = soap.readHeaders(reader, soap.outputHeaders ?? [], { declared() {}, other });
  } else while (reader.nextTag() === START) other(reader);
  const unknownHeaders: ReadAnswer['unknownHeaders'] = () =>
    others.flatMap(({ of, mark }): XmlElement | readonly XmlElement[] => {
      resetTo(of, mark);
      return rareCapture(of)?.element() ?? [];
    });
  return { soapHeaders, unknownHeaders };
}

interface OpenedEnvelope {
  /** Positioned after the start tag of the envelope. */
  readonly reader: XmlReader;
  readonly version: SoapVersion;
  /** Length of the text that the operation wrote before the envelope. */
  readonly start: number;
}

/** Finds the envelope: usually at the start, otherwise after text that the operation wrote. */
function openEnvelope(answer: TextAnswer): OpenedEnvelope | undefined {
  const { text } = answer;
  const opened = text.startsWith('<') ? openAt(answer, 0) : undefined;
  if (opened !== undefined) return opened;
  const envelope = /(?:<\?xml[^<>]*\?>\s*)?<(?:[^\s<>/:]+:)?Envelope[\s>/]/g;
  for (let tries = 0; tries < 16; tries++) {
    const match = envelope.exec(text);
    const found = match && openAt(answer, match.index);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}

function openAt(answer: TextAnswer, start: number): OpenedEnvelope | undefined {
  try {
    const text = start === 0 ? answer.text : answer.text.slice(start);
    const reader = new XmlReader(text, answer.reader);
    const version = enterRoot(reader);
    if (version === undefined || reader.local !== 'Envelope') return undefined;
    return { reader, version, start };
  } catch (error) {
    if (!(error instanceof XmlError)) return undefined;
    const isMessage = error.code === 'doctype' ? !isWebPage(answer) : mustBeEnvelope(answer, start);
    if (isMessage) throw error;
    return undefined;
  }
}

/** Whether an answer can be nothing but a message, though its first tag is malformed. */
function mustBeEnvelope({ operation, status, text }: TextAnswer, start: number): boolean {
  if (start > 0 || !isSuccess(status) || operation.oneWay || operation.written) return false;
  return /^(?:<\?xml[^<>]*\?>\s*)?<(?:[^\s<>/:]+:)?Envelope[\s>]/.test(text);
}

/** Whether a service that sends its answer to another address says that it took the request. */
function isAnsweredElsewhere({ answeredElsewhere, status, text }: TextAnswer): boolean {
  return answeredElsewhere === true && (status === 202 || (status === 204 && text === ''));
}

/**
 * Reads the answer to a one-way call or to one that is answered elsewhere, or what the operation
 * wrote itself before it ended the answer.
 */
function readWithoutEnvelope(answer: TextAnswer): ReadAnswer {
  const { operation, text, status } = answer;
  if (!isSuccess(status)) throw answerError(answer, 'http-status');
  const written = text.trim() && text;
  const isExpected = written
    ? operation.written && !isWebPage(answer)
    : status === 202 || status === 204;
  if (isExpected && operation.written) checkBytes(answer, text.length);
  // Whatever answers these, the request was accepted.
  const isAccepted = operation.oneWay || isAnsweredElsewhere(answer);
  // without an envelope, the result is that of an empty Body
  const reader = new XmlReader('<a></a>', { ...answer.reader, absentNil: false });
  reader.nextTag();
  try {
    if (isExpected || isAccepted) {
      const isEmpty = !written && !isAnsweredElsewhere(answer);
      const result = isEmpty ? operation.soap?.readResponse?.(reader) : undefined;
      return { result, written, found: false, soapHeaders: {} };
    }
  } catch {
    // a required result is missing
  }
  // ASMX lets a void operation write to the response and end it, but only its contract can tell
  const mayWrite = operation.http && !operation.http.readResult && !isWebPage(answer);
  const problem = `The answer is not a SOAP envelope.${mayWrite ? declareIt : ''}`;
  throw answerError(answer, 'protocol', written && problem);
}

const declareIt = " If the operation writes it itself, declare it as 'written' in the contract.";

/** A comment, a processing instruction, or the name of a tag. */
const markup = /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|([^\s/>]*))/g;

/**
 * Whether the first element of the body is named Fault. Called after the start tag of `soap:Body`;
 * reads nothing.
 */
export function isFaultNext({ source, position }: Pick<XmlReader, 'source' | 'position'>): boolean {
  markup.lastIndex = position;
  let match = markup.exec(source);
  while (match !== null && match[1] === undefined) match = markup.exec(source);
  const name = match?.[1] ?? '';
  return name === 'Fault' || name.endsWith(':Fault');
}

/** Reads the fault that comes next in the body, and decodes the detail of a declared one. */
function readFault(
  reader: XmlReader,
  answer: IncomingAnswer,
  { soapHeaders, unknownHeaders }: Pick<ReadAnswer, 'soapHeaders' | 'unknownHeaders'>,
): SoapFault {
  reader.nextTag();
  const start = reader.offset;
  const parts: FaultParts = { code: 'Server', message: '', subcodes: [] };
  while (reader.nextTag() === START) readPart(reader, parts);
  const { code, message, detail } = parts;
  const { soap } = answer.operation;
  const declared = detail && soap?.readFaultDetail?.(reader.source, detail, answer);
  return new SoapFault<unknown>({
    ...parts,
    message: message === '' ? `SOAP fault ${code}` : message,
    detail: declared === undefined ? detail : declared.value,
    faultName: declared?.name,
    xml: reader.source.slice(start, reader.position),
    soapHeaders,
    unknownHeaders: unknownHeaders?.(),
    raw: answer.raw(),
  });
}

/**
 * Reads a child of a fault of either version, in any namespace, because servers confuse them. A
 * service that only knows SOAP 1.1 answers with a fault of that version (SOAP 1.2 part 1, appendix
 * A), and some gateways only know SOAP 1.2.
 */
function readPart(reader: XmlReader, parts: FaultParts): void {
  switch (reader.local) {
    case 'faultcode':
      // some servers have the names of SOAP 1.2
      parts.code = canonicalCode(readCode(reader));
      break;
    case 'Code':
      readCodes(reader, parts);
      break;
    case 'faultstring':
      parts.message = readText(reader);
      break;
    case 'Reason':
      readReason(reader, parts);
      break;
    case 'faultactor':
    case 'Node':
      parts.actor = readText(reader);
      break;
    case 'Role':
      parts.role = readText(reader);
      break;
    case 'detail':
    case 'Detail':
      readDetail(reader, parts);
      break;
    default:
      reader.skip();
  }
}

/**
 * Reads `Code`, or a `Subcode` in it.
 *
 * @param subcodes Where its value goes; absent for `Code`.
 */
function readCodes(reader: XmlReader, parts: FaultParts, subcodes?: string[]): void {
  while (reader.nextTag() === START) {
    const { local } = reader;
    if (local === 'Subcode') readCodes(reader, parts, parts.subcodes);
    else if (local !== 'Value') reader.skip();
    else if (subcodes === undefined) parts.code = canonicalCode(readCode(reader));
    else subcodes.push(readCode(reader));
  }
}

/** The text in English, otherwise the first one. */
function readReason(reader: XmlReader, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    const language = reader.attributes.find(({ raw }) => raw === 'xml:lang')?.value ?? '';
    const text = readText(reader);
    if (parts.message === '' || language.startsWith('en')) parts.message = text;
  }
}

/** Reads a fault code. The namespaces of envelopes are omitted. */
function readCode(reader: XmlReader): string {
  const lookup = reader.scopeLookup();
  const text = readText(reader).trim();
  const colon = text.indexOf(':');
  const local = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : (lookup(text.slice(0, colon)) ?? '');
  return namespace === '' || versionOf(namespace) !== undefined ? local : `{${namespace}}${local}`;
}

/** The entries of the detail, without white space between them. */
function readDetail(reader: XmlReader, parts: FaultParts): void {
  const nodes = rareCapture(reader)?.nodes();
  if (nodes === undefined) {
    reader.skip();
    return;
  }
  const entries = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (entries.length > 0) parts.detail = entries;
}

/** All text inside the element, without markup. */
function readText(reader: XmlReader): string {
  const { depth, position } = reader;
  let text = '';
  for (let token = reader.next(); reader.depth >= depth; token = reader.next()) {
    if (token === TEXT) text += reader.textValue;
  }
  reader.options.watch?.untyped(reader.source, position, reader.position);
  return text;
}

/** SOAP 1.1 for clients: the action goes into the quoted SOAPAction header. */
export const soap11: ClientBinding = {
  name: 'soap11',
  writeRequest: (message) =>
    writeSoapRequest(soap11Version, message, {
      SOAPAction: `"${actionFor(message, message.operation.soap?.action ?? '')}"`,
    }),
  readResponse: readSoapAnswer,
};

/**
 * SOAP 1.2 for clients: the action, if the contract has one to send, is a parameter of the media
 * type (RFC 3902).
 */
export const soap12: ClientBinding = {
  name: 'soap12',
  writeRequest: (message) => writeSoapRequest(versionFor(message), message),
  readResponse: readSoapAnswer,
};

/** The version with the action of a call in its content type. */
function versionFor(message: OutgoingMessage): SoapVersion {
  const { action12 } = message.operation.soap ?? {};
  if (action12 === undefined) return soap12Version;
  const action = actionFor(message, action12).replace(/["\\]/g, encodeURIComponent);
  return { ...soap12Version, contentType: `${soap12Version.contentType}; action="${action}"` };
}

/**
 * Attachments for the call option `attachments`: parts that are sent beside the envelope, though
 * the contract does not declare them (SOAP Messages with Attachments). A program that is bundled
 * has to give this, so that its bundle has what writes them, and what reads answers in several
 * parts from services whose contract does not announce any; in any other, the option alone does.
 */
export const clientAttachments: (parts: readonly SentAttachment[]) => readonly SentAttachment[] =
  /* @__PURE__ */ installAttachments();

function installAttachments(): (parts: readonly SentAttachment[]) => readonly SentAttachment[] {
  attacher.write = writeMultipart;
  opensParts();
  return (parts) => parts;
}

/** SOAP headers of requests: those of the client, overridden by those of the call. */
export const requestHeaders: SoapHeaderWriter = {
  values: (client, call, operation, names) => {
    const own = typeof client === 'function' ? attempt(() => client(operation)) : client;
    const merged = (values: object): Readonly<Record<string, unknown>> => {
      checkSoapHeaders(values, names);
      return { ...values, ...call };
    };
    if (!isPromise(own)) return merged(own);
    return Promise.resolve(own).then(merged, (error: unknown) => {
      throw headerError(error);
    });
  },
  write: writeHeaders,
};

/**
 * Returns the function that checks whether an envelope answers a message (WS-Addressing 1.0 Core,
 * section 3.4).
 *
 * @param isStrict Whether an answer without any headers of WS-Addressing is refused.
 */
function answerChecker(
  version: AddressingVersion,
  id: string,
  isStrict: boolean,
): (envelope: string, isFault: boolean) => string | undefined {
  return (envelope, isFault) => {
    const { isAddressed, related } = readRelations(envelope);
    const expected = `the request has MessageID '${id}'`;
    if (related.includes(id)) return undefined;
    if (related.length === 0) {
      // A fault says more than what it lacks.
      if (isFault || !(isAddressed || isStrict)) return undefined;
      return `The answer has no RelatesTo of WS-Addressing, and ${expected}.`;
    }
    if (isFault && related.includes(version.unspecified)) return undefined;
    const came = related.map((one) => `'${one.slice(0, 200)}'`).join(', ');
    return `The answer is for another request: its RelatesTo is ${came}, and ${expected}.`;
  };
}

interface Relations {
  /** Whether there are any headers of WS-Addressing. */
  readonly isAddressed: boolean;
  /** IDs of the messages that it replies to. */
  readonly related: readonly string[];
}

/** Reads what an envelope relates to, up to the end of its headers. */
function readRelations(envelope: string): Relations {
  const reader = new XmlReader(envelope);
  const related: string[] = [];
  let isAddressed = false;
  const version = enterRoot(reader);
  if (version === undefined || enterHeader(reader, version) !== 'header') {
    return { isAddressed, related };
  }
  while (reader.nextTag() === START) {
    const wsa = addressingVersions.find(({ namespace }) => namespace === reader.namespace);
    isAddressed ||= wsa !== undefined;
    if (wsa !== undefined && reader.local === 'RelatesTo' && isReply(reader, wsa)) {
      related.push(reader.leaf().trim());
    } else reader.skip();
  }
  return { isAddressed, related };
}

/** Whether the relationship is that of a reply, as it is by default. */
function isReply(reader: XmlReader, { reply }: AddressingVersion): boolean {
  const type = attributeText(reader, '', 'RelationshipType') ?? reply;
  return type.trim() === reply || /^[^:/]+:Reply$/.test(type.trim());
}

/**
 * The headers of WS-Addressing for the client option `addressing`. A program that is bundled has to
 * give this, so that its bundle has what writes them; in any other, the options alone do.
 */
export const clientAddressing: (options?: AddressingOptions) => AddressingOptions =
  /* @__PURE__ */ installAddressing();

function installAddressing(): (options?: AddressingOptions) => AddressingOptions {
  addresser.around = addressed;
  return (options = {}) => options;
}

/** SOAP 1.1 with WS-Addressing, for contracts that demand it. */
export const addressedSoap11: ClientBinding = /* @__PURE__ */ addressed(soap11);

/** A binding whose requests have the headers, unless the client's options turn them off. */
export function addressed(binding: ClientBinding): ClientBinding {
  if (binding.addressed === true) return binding;
  return {
    ...binding,
    addressed: true,
    writeRequest: (message) =>
      message.addressing === false
        ? binding.writeRequest(message)
        : addressedRequest(binding, message, optionsOf(message)),
  };
}

function optionsOf({ addressing }: OutgoingMessage): AddressingOptions {
  return typeof addressing === 'object' ? addressing : {};
}

/** Writes the headers of WS-Addressing 1.0 Core, section 3.2, and SOAP Binding, section 3. */
function addressedRequest(
  binding: ClientBinding,
  message: OutgoingMessage,
  options: AddressingOptions,
): WireRequest {
  const { operation, endpoint } = message;
  const contract = operation.soap?.addressing;
  const version =
    (options.version ?? contract?.version) === '2004/08' ? addressing2004 : addressing10;
  const own = typeof options.action === 'function' ? options.action(operation) : options.action;
  const action = own ?? movedAction(message, inputAction(operation));
  const id = options.messageId?.() ?? `urn:uuid:${randomId()}`;
  const { to = endpoint, from, mustUnderstand } = options;
  const replyTo = options.replyTo ?? (operation.oneWay === true ? undefined : version.anonymous);
  const prefix = ` xmlns:wsa="${version.namespace}"`;
  const must = mustUnderstand === true ? ' soap:mustUnderstand="1"' : '';
  const header = (name: string, content: string): string =>
    `<wsa:${name}${prefix}${must}>${content}</wsa:${name}>`;
  const entries =
    header('Action', escapeText(action)) +
    header('MessageID', escapeText(id)) +
    header('To', escapeText(addressOf(to))) +
    (replyTo === undefined ? '' : header('ReplyTo', writeReference(replyTo))) +
    (from === undefined ? '' : header('From', writeReference(from)));
  const parameters = parametersOf(to).map((one) => headerElementText(asHeader(one, version)));
  // Simple devices look for <wsa:Action> as text, so the envelope declares the prefix in the end.
  const bare = entries.replace(/<wsa:[^>]*>/g, (tag) => tag.replace(prefix, ''));
  const writeAll: EnvelopeWriter = (kind, namespace, given, body) => {
    const all = given.replace(entries, () => bare);
    const soap = kind === 'soap11' ? soap11Version : soap12Version;
    const encoded = operation.soap?.writeEnvelope?.(kind, namespace, all, body);
    const envelope = encoded ?? writeEnvelope(soap, all, body);
    return envelope.replace(/<soap:Envelope[^>]*/, (start) => start + prefix);
  };
  const request = binding.writeRequest({
    ...message,
    operation: withAction(operation, own, writeAll),
    headerXml: entries + parameters.join('') + (message.headerXml ?? ''),
  });
  const isStrict = mustUnderstand === true || contract?.required === true;
  const answeredElsewhere = isElsewhere(options.replyTo);
  return { ...request, checkRelation: answerChecker(version, id, isStrict), answeredElsewhere };
}

/** Whether an answer does not come over the connection of its request. */
function isElsewhere(replyTo: EndpointReference | undefined): boolean {
  if (replyTo === undefined) return false;
  const address = addressOf(replyTo).trim();
  return addressingVersions.every(({ anonymous }) => address !== anonymous);
}

/** The operation with an action that the caller gives, so that SOAPAction is the same. */
function withAction(
  operation: AnyOperation,
  action: string | undefined,
  writeEnvelope: EnvelopeWriter,
): AnyOperation {
  const { soap } = operation;
  if (soap === undefined) return operation;
  const action12 = soap.action12 === undefined ? undefined : action;
  const own = action === undefined ? {} : { action, action12 };
  return { ...operation, soap: { ...soap, ...own, writeEnvelope } };
}

function addressOf(reference: EndpointReference): string {
  return typeof reference === 'string' ? reference : reference.address;
}

function parametersOf(reference: EndpointReference): readonly XmlElement[] {
  return typeof reference === 'string' ? [] : (reference.referenceParameters ?? []);
}

/** The content of an endpoint reference. */
function writeReference(reference: EndpointReference): string {
  const parameters = parametersOf(reference).map(headerElementText).join('');
  const wrapped = `<wsa:ReferenceParameters>${parameters}</wsa:ReferenceParameters>`;
  const address = `<wsa:Address>${escapeText(addressOf(reference))}</wsa:Address>`;
  return parameters === '' ? address : address + wrapped;
}

/** A random UUID (RFC 9562, section 5.4). */
function randomId(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** SOAP 1.2 with WS-Addressing, for contracts that demand it. */
export const addressedSoap12: ClientBinding = /* @__PURE__ */ addressed(soap12);
