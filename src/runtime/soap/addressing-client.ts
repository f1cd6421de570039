import { addresser } from '../client/request.ts';
import type {
  AnyOperation,
  ClientBinding,
  OutgoingMessage,
  WireRequest,
} from '../operation/descriptor.ts';
import {
  type AddressingOptions,
  type AddressingVersion,
  addressing10,
  addressing2004,
  addressingVersions,
  asHeader,
  type EndpointReference,
  enterHeader,
  enterRoot,
  inputAction,
  writeHeader,
} from '../operation/soap.ts';
import { platform } from '../platform/globals.ts';
import { attributeText } from '../xml/capture.ts';
import { START } from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import { escapeText, type XmlElement } from '../xml/writer.ts';
import { movedAction, soap11, soap12 } from './client.ts';

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
  /* @__PURE__ */ install();

function install(): (options?: AddressingOptions) => AddressingOptions {
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

function addressedRequest(
  binding: ClientBinding,
  message: OutgoingMessage,
  options: AddressingOptions,
): WireRequest {
  const { operation } = message;
  const contract = operation.soap?.addressing;
  const version =
    (options.version ?? contract?.version) === '2004/08' ? addressing2004 : addressing10;
  const own = typeof options.action === 'function' ? options.action(operation) : options.action;
  const action = own ?? movedAction(message, inputAction(operation));
  const id = options.messageId?.() ?? `urn:uuid:${randomId()}`;
  const headers = { wsa: version, action, id, options };
  const request = binding.writeRequest({
    ...message,
    operation: own === undefined ? operation : withAction(operation, own),
    headerXml: writeAddressing(headers, message) + (message.headerXml ?? ''),
  });
  const isStrict = options.mustUnderstand === true || contract?.required === true;
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
function withAction(operation: AnyOperation, action: string): AnyOperation {
  const { soap } = operation;
  if (soap === undefined) return operation;
  const action12 = soap.action12 === undefined ? undefined : action;
  return { ...operation, soap: { ...soap, action, action12 } };
}

interface AddressingHeaders {
  readonly wsa: AddressingVersion;
  readonly options: AddressingOptions;
  readonly action: string;
  readonly id: string;
}

/** WS-Addressing 1.0 Core, section 3.2, and SOAP Binding, section 3. */
function writeAddressing(
  { wsa, action, id, options }: AddressingHeaders,
  { endpoint, operation }: OutgoingMessage,
): string {
  const { to, from, replyTo, mustUnderstand } = options;
  const must = mustUnderstand === true ? ' soap:mustUnderstand="1"' : '';
  const header = (name: string, content: string): string =>
    `<wsa:${name} xmlns:wsa="${wsa.namespace}"${must}>${content}</wsa:${name}>`;
  const answerTo = replyTo ?? (operation.oneWay === true ? undefined : wsa.anonymous);
  const target = to ?? endpoint;
  return (
    header('Action', escapeText(action)) +
    header('MessageID', escapeText(id)) +
    header('To', escapeText(addressOf(target))) +
    (answerTo === undefined ? '' : header('ReplyTo', writeReference(answerTo))) +
    (from === undefined ? '' : header('From', writeReference(from))) +
    parametersOf(target)
      .map((one) => writeHeader(asHeader(one, wsa)))
      .join('')
  );
}

function addressOf(reference: EndpointReference): string {
  return typeof reference === 'string' ? reference : reference.address;
}

function parametersOf(reference: EndpointReference): readonly XmlElement[] {
  return typeof reference === 'string' ? [] : (reference.referenceParameters ?? []);
}

/** The content of an endpoint reference. */
function writeReference(reference: EndpointReference): string {
  const parameters = parametersOf(reference).map(writeHeader).join('');
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
