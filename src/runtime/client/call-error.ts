import {
  AsmxError,
  isAsmxError,
  messageOf,
  propertyOf,
  type RawAnswer,
} from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isSoapFault, type SoapFault } from '../operation/soap-fault.ts';
import { platform } from '../platform/globals.ts';
import type { NodeClientRequest } from '../platform/node.ts';
import { positionOf, XmlError } from '../xml/xml-error.ts';
import { type CallName, unknownFate } from './transport.ts';

/** Name of an operation in errors: `Service.Operation`. */
export function nameOf(service: string, operation: string): string {
  return `${service}.${operation}`;
}

/** The error for a call over a binding that the operation does not have. */
export function noBinding({ service, name }: AnyOperation, asked?: BindingName): AsmxError {
  return new AsmxError('encode', `${name} has no binding${asked ? ` ${asked}` : ''}.`, {
    operation: nameOf(service, name),
  });
}

/** The error for an input that can't be written. */
export function encodeError(error: unknown, call: CallName): AsmxError {
  return codecError(error, call, 'encode');
}

/** The error for an answer that can't be read, with line and column if they are known. */
export function decodeError(error: unknown, call: CallName, raw: RawAnswer): AsmxError {
  const code = propertyOf(error, 'code') === 'protocol' ? 'protocol' : 'decode';
  return codecError(error, call, code, raw);
}

/** The error for a failed request. A `SoapFault` stays unchanged. */
export function sendError(error: unknown, call: CallName): SoapFault | AsmxError {
  if (isSoapFault(error)) return error;
  if (isAsmxError(error)) return withCall(error, call);
  return new AsmxError('transport', messageOf(error), { ...namesOf(call), cause: error });
}

/** The error, with the name of its call unless it has one. */
function withCall(error: AsmxError, call: CallName): AsmxError {
  return error.binding === undefined ? Object.assign(error, namesOf(call)) : error;
}

/** Length of a reason, which may quote a name or a value of the message. */
const longestReason = 2000;

function codecError(
  error: unknown,
  call: CallName,
  code: 'encode' | 'decode' | 'protocol',
  raw?: RawAnswer,
): AsmxError {
  if (isAsmxError(error)) return withCall(error, call);
  const start =
    code === 'encode' ? 'The input does not fit the contract' : 'The answer could not be read';
  const known = error instanceof XmlError ? positionOf(error) + hintFor(error) : '';
  const path = propertyOf(error, 'path');
  return new AsmxError(code, `${start}: ${clip(messageOf(error), longestReason)}${known}`, {
    ...namesOf(call),
    raw,
    path: typeof path === 'string' ? path : undefined,
    cause: error,
  });
}

/** What to do about an answer that a lenient client reads. */
function hintFor({ kind, message }: XmlError): string {
  const isRead =
    kind === 'value' || / invalid character\.$|'charset'|An element inside/.test(message);
  return isRead ? ". The option 'lenient' accepts it." : '';
}

function namesOf(call: CallName): Pick<AsmxError, 'operation' | 'binding'> {
  return { operation: nameOf(call.service, call.operation), binding: call.binding };
}

/** Length of what others say in an error: of a proxy, its whole answer may be part of it. */
const longest = 500;

/** For answers that Node refuses, though other clients accept them. */
const lenientParser =
  'It breaks the rules of HTTP. ' +
  'If the service cannot be mended, run Node with --insecure-http-parser.';

/** The error for a request of node:http without an answer. */
export function transportError(cause: Error, sent: NodeClientRequest, url: string): AsmxError {
  return new AsmxError('transport', transportMessage(cause, sent, url), { cause });
}

function transportMessage(error: Error, sent: NodeClientRequest, url: string): string {
  const { host, protocol, port } = new platform.URL(url);
  const code = propertyOf(error, 'code');
  if (code === 'ECONNREFUSED') {
    const by = otherAddress(error, port || (protocol === 'https:' ? '443' : '80'));
    return `No connection to ${host}: ${by === '' ? 'it was refused' : `${by} refused it`}.`;
  }
  const message = `No answer from ${host}: ${shown(error.message, longest) || String(code)}`;
  if (typeof code === 'string' && code.startsWith('HPE_')) return `${message}. ${lenientParser}`;
  return mayHaveArrived(error, sent) ? `${message}. ${unknownFate}` : message;
}

/** Who refused a connection, if its port is not that of the service; otherwise empty. */
function otherAddress(error: Error, own: string): string {
  // of a name with several addresses, the first one
  const [first = error] = (propertyOf(error, 'errors') ?? []) as readonly unknown[];
  const port = propertyOf(first, 'port');
  if (port === undefined || String(port) === own) return '';
  return `${String(propertyOf(first, 'address'))}:${String(port)}, perhaps a proxy,`;
}

/** Whether the connection was lost after part of the request may have been sent. */
function mayHaveArrived(error: Error, { headersSent, socket }: NodeClientRequest): boolean {
  const call = propertyOf(error, 'syscall');
  const isHangUp = propertyOf(error, 'code') === 'ECONNRESET';
  const isLost = call === 'read' || call === 'write';
  return headersSent && (isHangUp || isLost) && socket?.secureConnecting !== true;
}

/** The start of a text from the network, on one line. */
export function shown(text: string, length: number): string {
  return clip(text, length).replace(/\r/g, '\\r').replace(/\n/g, '\\n');
}

/**
 * The start of a text from the network. Characters that would move the cursor or change colours in
 * a terminal are escaped; line breaks stay.
 */
export function clip(text: string, length: number): string {
  const start = text.length > length ? `${text.slice(0, length)}…` : text;
  return start.replace(
    /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
