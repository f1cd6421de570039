import type { AnyOperation } from './any-operation.ts';
import { AsmxError, isAsmxError, type RawAnswer } from './errors.ts';
import { AttachmentError } from './mime-attachment.ts';
import type { BindingName } from './operation.ts';
import { pathOf } from './value-path.ts';
import { XmlError } from './xml-error.ts';

/** The error of an input that can't be written. One that is an `AsmxError` already only learns whose it is. */
export function encodeError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
  input: unknown,
): AsmxError {
  const located = locateEncodeError(error, input);
  return complete(located, 'encode', 'The input does not fit the contract', operation, binding);
}

/** An error of a writer, with the path of the value it is about; one that has its path, and any other, is left alone. */
export function locateEncodeError(error: unknown, root: unknown): unknown {
  if (
    !(error instanceof Error && 'owner' in error && 'property' in error) ||
    'path' in error ||
    typeof error.property !== 'string'
  ) {
    return error;
  }
  const owner = typeof error.owner === 'object' && error.owner !== null ? error.owner : undefined;
  const path = pathOf(root, owner, error.property);
  if (path === '') return error;
  const located = new Error(`${path}: ${error.message}`, { cause: error });
  return Object.assign(located, { path });
}

/** The error of an answer that can't be read, with line and column where they are known. */
export function decodeError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
  raw: RawAnswer,
): AsmxError {
  const code = error instanceof AttachmentError ? 'protocol' : 'decode';
  return complete(error, code, 'The answer could not be read', operation, binding, raw);
}

/** The same error, with the operation and binding it belongs to. */
export function withOperation(
  error: AsmxError,
  operation: AnyOperation,
  binding: BindingName,
): AsmxError {
  if (error.operation !== undefined && error.binding !== undefined) return error;
  return new AsmxError(error.code, error.message, {
    operation: `${operation.service}.${operation.name}`,
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
    operation: `${operation.service}.${operation.name}`,
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
