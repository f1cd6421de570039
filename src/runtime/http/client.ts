import { answerError, checkBytes, isSuccess, startsPage, withText } from '../client/answer.ts';
import {
  type AnyOperation,
  AsmxError,
  type BindingName,
  type ClientBinding,
  type HttpCodec,
  type IncomingAnswer,
  type OutgoingMessage,
  type ReadAnswer,
  type WireRequest,
  type WrittenReader,
} from '../operation/descriptor.ts';
import { byteLength } from '../platform/globals.ts';
import { XmlReader } from '../xml/reader.ts';

/** HTTP GET for clients. */
export const httpGet: ClientBinding = {
  name: 'httpGet',
  writeRequest: writeGet,
  readResponse: readHttpAnswer,
};

/** The request of a call: parameters in the query, or a bare `?` if there are none. */
function writeGet(message: OutgoingMessage): WireRequest {
  checkWithoutEnvelope('httpGet', message);
  const codec = httpCodec(message.operation);
  const { endpoint, input } = message;
  if (codec.writeLocation !== undefined) {
    const location = codec.writeLocation(input as never);
    const url = replacedUrl(endpoint, message.operation, location);
    return { method: 'GET', url, headers: {} };
  }
  const url = operationUrl(endpoint, codec.location);
  const separator = url.includes('?') ? '&' : '?';
  const form = codec.writeForm?.(input as never) ?? '';
  return { method: 'GET', url: url + separator + form, headers: {} };
}

const formType = 'application/x-www-form-urlencoded';
const xmlType = 'text/xml; charset=utf-8';

/** HTTP POST for clients. */
export const httpPost: ClientBinding = {
  name: 'httpPost',
  writeRequest: writePost,
  readResponse: readHttpAnswer,
};

/**
 * The request of a call: a document if the binding says so, otherwise parameters as a form, which
 * may be empty.
 */
function writePost(message: OutgoingMessage): WireRequest {
  checkWithoutEnvelope('httpPost', message);
  const { operation, endpoint, input } = message;
  const codec = httpCodec(operation);
  const root = codec.writeDocument?.(input as never);
  const location = root === undefined ? codec.writeLocation?.(input as never) : undefined;
  const form = location === undefined ? (codec.writeForm?.(input as never) ?? '') : '';
  const body = root === undefined ? form : `<?xml version="1.0" encoding="utf-8"?>${root}`;
  return {
    method: 'POST',
    url:
      location === undefined
        ? operationUrl(endpoint, codec.location)
        : replacedUrl(endpoint, operation, location),
    headers: {
      'Content-Type': root === undefined ? formType : xmlType,
      'Content-Length': String(byteLength(body)),
    },
    body,
  };
}

/** The codec of an operation over HTTP GET and POST. */
function httpCodec(operation: AnyOperation): HttpCodec<never> {
  if (operation.http !== undefined) return operation.http;
  throw new AsmxError('encode', `${operation.name} has no HTTP GET or POST binding.`);
}

/**
 * Content for an envelope must not be dropped silently if there is no envelope: the service may
 * rely on it.
 *
 * @throws AsmxError encode
 */
function checkWithoutEnvelope(
  name: BindingName,
  { soapHeaders = {}, postProcess, headerXml = '', attachments }: OutgoingMessage,
): void {
  const [part] = Object.entries(soapHeaders).find(([, value]) => value !== undefined) ?? [];
  const added = postProcess !== undefined || headerXml.trim() !== '';
  if (part === undefined && !added && attachments === undefined) return;
  const subject =
    part !== undefined
      ? `the SOAP header '${part}'`
      : added
        ? 'what security or extraSoapHeaders add'
        : 'attachments';
  const message = `A call over ${name} has no envelope for ${subject}: choose a SOAP binding.`;
  throw new AsmxError('encode', message);
}

/**
 * The URL of an operation: its location after the path of the service, before any query of the
 * endpoint.
 */
function operationUrl(endpoint: string, location: string): string {
  const query = endpoint.indexOf('?');
  const path = query < 0 ? endpoint : endpoint.slice(0, query);
  const joint = location === '' || /^[/?]/.test(location) || path.endsWith('/') ? '' : '/';
  return path + joint + location + (query < 0 ? '' : endpoint.slice(query));
}

/**
 * The URL of an operation whose parameters are in its location (WSDL 1.1, section 4.6).
 *
 * @throws AsmxError encode: a value would be a dot segment of the path, which URLs cannot escape
 */
function replacedUrl(endpoint: string, { name }: AnyOperation, location: string): string {
  if (/(?:^|\/)\.{1,2}(?:[/?#]|$)/.test(location)) {
    throw new AsmxError('encode', `${name}: '.' and '..' cannot stand alone in a path.`);
  }
  return operationUrl(endpoint, location);
}

/**
 * Reads the answer of a GET or POST call: nothing for void, otherwise a document whose root is the
 * value.
 *
 * @throws AsmxError http-status, protocol; malformed XML is thrown as `XmlError`
 */
function readHttpAnswer(received: IncomingAnswer): ReadAnswer {
  const answer = withText(received);
  const { operation, text } = answer;
  if (!isSuccess(answer.status)) throw answerError(answer, 'http-status');
  const codec = httpCodec(operation);
  const start = codec.readResult === undefined ? -1 : documentStartInText(text);
  // A method may write HTML, but a page instead of the answer comes from something else, such as a
  // sign-in.
  if (operation.written === undefined && !operation.oneWay && startsPage(text)) {
    throw answerError(answer, 'protocol', 'The answer is not that of the operation.');
  }
  if (codec.readResult === undefined || (start < 0 && operation.written !== undefined)) {
    if (operation.written !== undefined) checkBytes(answer, text.length);
    return { result: undefined, written: text, found: false, soapHeaders: {} };
  }
  if (start < 0) {
    throw answerError(
      answer,
      'protocol',
      text.trim() === '' ? undefined : 'The answer is not XML.',
    );
  }
  if (startsPage(text.slice(start, start + 256))) {
    throw answerError(answer, 'protocol', 'The answer is not that of the operation.');
  }
  checkBytes(answer, start);
  const reader = new XmlReader(start === 0 ? text : text.slice(start), answer.reader);
  const result = codec.readResult(reader);
  while (reader.depth > 0) reader.next();
  return { result, written: text.slice(0, start), found: true, soapHeaders: {} };
}

/**
 * Where the result document starts: at the start, or after text that the operation wrote before it.
 */
function documentStartInText(text: string): number {
  const first = /\S/.exec(text)?.index ?? -1;
  if (first < 0) return -1;
  if (text.charAt(first) === '<') return text.startsWith('<?xml', first) ? first : 0;
  return text.lastIndexOf('<?xml ');
}

const xmlHead = [0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0x20];

/**
 * The result of an operation that writes straight to the HTTP response: its text, its bytes, or its
 * JSON value.
 *
 * @param body The whole answer.
 * @param asWritten Whether the caller also gets the text; then text that is not JSON has no value
 *   instead of being an error.
 * @throws AsmxError protocol: it is not JSON
 */
export const readWritten: WrittenReader = (kind, { written, found }, body, asWritten) => {
  switch (kind) {
    case 'text':
      return written;
    case 'binary':
      return found ? body.subarray(0, documentStartInBytes(body)) : body;
    case 'json':
      if (written.trim() === '') return undefined;
      try {
        return JSON.parse(written) as unknown;
      } catch {
        if (asWritten) return undefined;
        throw new AsmxError('protocol', 'The operation did not write JSON.');
      }
  }
};

/** Offset of the last XML declaration in bytes that begin with something else. */
function documentStartInBytes(body: Uint8Array): number {
  for (let at = body.length - xmlHead.length; at >= 0; at -= 1) {
    if (xmlHead.every((byte, index) => body[at + index] === byte)) return at;
  }
  return body.length;
}
