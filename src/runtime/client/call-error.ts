import { unwritable } from '../codec/path.ts';
import type { AnyOperation } from '../operation/any-operation.ts';
import { AsmxError, isAsmxError, type RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import { isFault, type SoapFault } from '../operation/soap-fault.ts';
import { XmlError } from '../xml/error.ts';

/** An operation as errors have it: `Service.Operation`. */
export function nameOf({ service, name }: AnyOperation): string {
  return `${service}.${name}`;
}

/**
 * The error of an input that can't be written. One that is an `AsmxError` already only learns whose
 * it is.
 */
export function encodeError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
  input: unknown,
): AsmxError {
  const located = unwritable(error, input);
  return complete(located, 'encode', 'The input does not fit the contract', operation, binding);
}

/** The error of an answer that can't be read, with line and column where they are known. */
export function decodeError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
  raw: RawAnswer,
): AsmxError {
  const isProtocol = error instanceof Error && 'code' in error && error.code === 'protocol';
  const code = isProtocol ? 'protocol' : 'decode';
  return complete(error, code, 'The answer could not be read', operation, binding, raw);
}

/**
 * Whatever sending failed with, as an error of this client: faults and `AsmxError`s stay what they
 * are.
 */
export function sendError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
): SoapFault | AsmxError {
  if (isFault(error)) return error;
  const failure = isAsmxError(error)
    ? error
    : new AsmxError('transport', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
  return withOperation(failure, operation, binding);
}

/** The same error, with the operation and binding it belongs to. */
export function withOperation(
  error: AsmxError,
  operation: AnyOperation,
  binding: BindingName,
): AsmxError {
  if (error.operation !== undefined && error.binding !== undefined) return error;
  return new AsmxError(error.code, error.message, {
    operation: nameOf(operation),
    binding,
    raw: error.raw,
    path: error.path,
    cause: error.cause,
  });
}

function complete(
  error: unknown,
  code: 'encode' | 'decode' | 'protocol',
  prefix: string,
  operation: AnyOperation,
  binding: BindingName,
  raw?: RawAnswer,
): AsmxError {
  if (isAsmxError(error)) return withOperation(error, operation, binding);
  const text = error instanceof Error ? error.message : String(error);
  const place =
    error instanceof XmlError && error.located
      ? ` (line ${error.line}, column ${error.column})`
      : '';
  return new AsmxError(code, `${prefix}: ${text}${place}`, {
    operation: nameOf(operation),
    binding,
    raw,
    path: pathOfError(error),
    cause: error,
  });
}

/** The path of the value, where the codec has found it. */
function pathOfError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('path' in error)) return undefined;
  return typeof error.path === 'string' ? error.path : undefined;
}
