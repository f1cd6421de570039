import { addresser } from '../../client/request.ts';
import { inputAction } from '../../operation/actions.ts';
import type { WireRequest } from '../../operation/message.ts';
import type { AnyOperation, ClientBinding, OutgoingMessage } from '../../operation/operation.ts';
import { writeHeader } from '../../operation/soap-header.ts';
import { platform } from '../../platform/globals.ts';
import { movedAction } from '../../soap/client/message.ts';
import { soap11 } from '../../soap/client/soap11.ts';
import type { XmlElement } from '../../xml/element.ts';
import { escapeText } from '../../xml/write-text.ts';
import type { AddressingOptions, EndpointReference } from '../options.ts';
import { asHeader } from '../reference-parameter.ts';
import {
  type AddressingVersion,
  addressing10,
  addressing2004,
  addressingVersions,
} from '../versions.ts';
import { answerChecker } from './check-answer.ts';

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
