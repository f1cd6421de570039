import { answerError, isWebPage } from '../../client/answer-error.ts';
import { type TextAnswer, withText } from '../../client/answer-text.ts';
import { isSuccess } from '../../client/transport.ts';
import type {
  IncomingAnswer,
  OutgoingMessage,
  ReadAnswer,
  WireRequest,
} from '../../operation/any-operation.ts';
import type { AttachedParts } from '../../operation/attachment.ts';
import { AsmxError } from '../../operation/errors.ts';
import { byteLength } from '../../text/encoder.ts';
import { XmlError } from '../../xml/error.ts';
import { XmlReader } from '../../xml/reader.ts';
import {
  encodedNamespace,
  enterBody,
  enterHeader,
  enterRoot,
  noHeaders,
  readHeaders,
  type SoapVersion,
  writeEnvelope,
  writeHeaders,
} from '../envelope.ts';
import { replaceAction, replaceNamespace } from './namespace-override.ts';
import { isFaultNext, readFault } from './read-fault.ts';

/**
 * The request of a call, with its attachments.
 *
 * @param headersOf Headers of the version beside those on the body, by the action of the operation.
 * @param encode gives a Body with SOAP encoding the form of the version, where that is not the one
 *   that is written
 */
export function writeSoapRequest(
  version: SoapVersion,
  message: OutgoingMessage,
  headersOf?: (action: string) => Record<string, string>,
  encode?: (body: string) => string,
): WireRequest {
  const { operation, namespace } = message;
  const { soap } = operation;
  if (soap === undefined) throw new AsmxError('encode', `${operation.name} has no SOAP binding.`);
  const header = writeHeaders(soap.inputHeaders, message.soapHeaders) + (message.headerXml ?? '');
  const signed = message.postProcess !== undefined;
  const content = soap.writeRequest?.(message.input as never) ?? '';
  let envelope = writeEnvelope(
    version,
    // A signature goes into the header, so that there has to be one.
    header === '' && signed ? ' ' : header,
    encode !== undefined && soap.encoded === true ? encode(content) : content,
    encodedNamespace(operation),
  );
  let { action } = soap;
  if (namespace !== undefined && namespace !== operation.namespace) {
    envelope = replaceNamespace(envelope, operation.namespace, namespace);
    action = replaceAction(action, operation.namespace, namespace);
  }
  if (message.postProcess !== undefined) envelope = message.postProcess(envelope, 'soap');
  const parts = soap.attachRequest?.(message.input as never);
  const multipart = parts && soap.attachments?.write(envelope, version.contentType, parts);
  const body = multipart?.body ?? envelope;
  return {
    method: 'POST',
    url: message.endpoint,
    headers: {
      'Content-Type': multipart?.contentType ?? version.contentType,
      'Content-Length': String(typeof body === 'string' ? byteLength(body) : body.length),
      ...headersOf?.(action),
    },
    body,
  };
}

/**
 * Reads a SOAP answer of either version.
 *
 * @throws SoapFault the answer is a fault
 * @throws AsmxError http-status, protocol; malformed XML comes as `XmlError`
 */
export function readSoapAnswer(answer: IncomingAnswer): ReadAnswer {
  const { soap } = answer.operation;
  const names = soap?.outputAttachments;
  const message = names && soap?.attachments?.read(answer.body, answer.contentType);
  return readEnvelope(withText({ ...answer, ...message }), message?.attached(names ?? []));
}

function readEnvelope(answer: TextAnswer, attached: AttachedParts | undefined): ReadAnswer {
  const { operation, text } = answer;
  const opened = openEnvelope(answer);
  if (opened === undefined) return readWithoutEnvelope(answer);
  const { reader, version, start } = opened;
  let headers = noHeaders;
  let part = enterHeader(reader, version);
  if (part === 'header') {
    headers = readHeaders(reader, version, operation.soap?.outputHeaders ?? []);
    part = enterBody(reader, version);
  }
  if (part !== 'body') throw answerError(answer, 'protocol', 'The answer has no soap:Body.');
  if (isFaultNext(reader)) throw readFault(reader, version, answer);
  if (!isSuccess(answer.status)) throw answerError(answer, 'http-status');
  const result = operation.soap?.readResponse?.(reader, attached);
  // The rest has to be well-formed up to the envelope's end; what a server puts behind it is
  // nobody's business.
  while (reader.depth > 0) reader.next();
  return { result, written: text.slice(0, start), found: true, soapHeaders: headers.values };
}

interface OpenedEnvelope {
  /** Behind the start tag of the envelope. */
  readonly reader: XmlReader;
  readonly version: SoapVersion;
  /** Length of what the operation wrote before the envelope. */
  readonly start: number;
}

/**
 * Finds the envelope: at the start of almost every answer, behind what the operation wrote in the
 * others.
 */
function openEnvelope(answer: TextAnswer): OpenedEnvelope | undefined {
  const { text } = answer;
  const opened = text.startsWith('<') ? openAt(answer, 0) : undefined;
  if (opened !== undefined) return opened;
  const envelope = /<(?:[^\s<>/:]+:)?Envelope[\s>/]/g;
  for (let tries = 0; tries < 16; tries++) {
    const match = envelope.exec(text);
    if (match === null) return undefined;
    const declaration = text.lastIndexOf('<?xml', match.index);
    const between = declaration < 0 ? '' : text.slice(declaration, match.index);
    const start = /^<\?xml[^<>]*\?>\s*$/.test(between) ? declaration : match.index;
    const found = openAt(answer, start);
    if (found !== undefined) return found;
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
    const refused = error instanceof XmlError && error.code === 'doctype';
    if (refused && !isWebPage(answer)) throw error;
    return undefined;
  }
}

/**
 * An answer without an envelope is right for a one-way call and for what an operation wrote and
 * ended itself.
 */
function readWithoutEnvelope(answer: TextAnswer): ReadAnswer {
  const { operation, text, status } = answer;
  if (!isSuccess(status)) throw answerError(answer, 'http-status');
  if (text.trim() === '') {
    if (operation.oneWay === true || status === 202 || status === 204) {
      return { result: undefined, written: '', found: false, soapHeaders: {} };
    }
    throw answerError(answer, 'protocol');
  }
  const isVoid = operation.http !== undefined && operation.http.readResult === undefined;
  if ((isVoid || operation.written !== undefined) && !isWebPage(answer)) {
    return { result: undefined, written: text, found: false, soapHeaders: {} };
  }
  throw answerError(answer, 'protocol', 'The answer is not a SOAP envelope.');
}
