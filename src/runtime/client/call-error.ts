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
import { positionOf, XmlError } from '../xml/xml-error.ts';
import type { CallName } from './transport.ts';

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

/**
 * The error for an answer that can't be read, with line and column if they are known.
 *
 * @param isReadLeniently reads it again; absent for an answer that is lost
 */
export function decodeError(
  error: unknown,
  call: CallName,
  raw: RawAnswer,
  isReadLeniently?: () => boolean,
): AsmxError {
  const code = propertyOf(error, 'code') === 'protocol' ? 'protocol' : 'decode';
  const hint = error instanceof XmlError ? hintFor(error, raw, isReadLeniently) : '';
  return codecError(error, call, code, { raw, hint });
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
  { raw, hint = '' }: { readonly raw?: RawAnswer; readonly hint?: string } = {},
): AsmxError {
  if (isAsmxError(error)) return withCall(error, call);
  const start =
    code === 'encode' ? 'The input does not fit the contract' : 'The answer could not be read';
  const known = error instanceof XmlError ? positionOf(error) + hint : '';
  const path = propertyOf(error, 'path');
  return new AsmxError(code, `${start}: ${clip(messageOf(error), longestReason)}${known}`, {
    ...namesOf(call),
    raw,
    path: typeof path === 'string' ? path : undefined,
    cause: error,
  });
}

/** What to do about an answer that a lenient client reads, or that its length cuts off. */
function hintFor(
  { kind, code, message, fatal }: XmlError,
  { headers, body }: RawAnswer,
  isReadLeniently: () => boolean = () => true,
): string {
  const length = headers['content-length'];
  if (code === 'incomplete' && length !== undefined && Number(length) === body.length) {
    return `. It ends after ${length} bytes, as its Content-Length says.`;
  }
  // bytes in another form are malformed XML for .NET, undeclared prefixes for all
  const isRead =
    kind === 'value' ||
    code === 'value' ||
    / invalid character\.$|'charset'|An element inside|'(?:xsi|xsd|soap)' is an und/.test(message);
  return isRead && !fatal && isReadLeniently() ? ". The option 'lenient' accepts it." : '';
}

function namesOf(call: CallName): Pick<AsmxError, 'operation' | 'binding'> {
  return { operation: nameOf(call.service, call.operation), binding: call.binding };
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
