import { propertyOf, withCause } from '../operation/errors.ts';
import type { ServerOptions } from './options.ts';

/** The server options that change the text of errors. */
export type FaultOptions = Pick<ServerOptions<never>, 'faultDetail' | 'parity' | 'onError'>;

/** Why the server refused a request. The message is for callers, too. */
export class RequestError extends Error {
  override readonly name = 'RequestError' as const;

  constructor(message: string, cause?: unknown) {
    super(message, ...withCause(cause));
  }
}

/** The message of every error with `suppressExceptions`, and of a hidden one over GET and POST. */
export const hiddenMessage = 'An error occurred on the server.';
/** The text for a value that is no error, or that cannot be read. */
export const unknownException = 'Exception of an unknown type was thrown.';
const longestChain = 16;

/**
 * The text of an exception for callers, who see only those of the server itself unless the options
 * say otherwise.
 *
 * @returns nothing if the text stays inside
 */
export function shownText(
  error: unknown,
  { faultDetail, parity }: FaultOptions,
): string | undefined {
  if (parity?.suppressExceptions === true) return undefined;
  try {
    if (parity?.exceptionMessages === true || faultDetail === true) {
      return messageChain(error, faultDetail);
    }
    return error instanceof RequestError ? error.message : undefined;
  } catch {
    return unknownException;
  }
}

/**
 * The message of an exception, followed by those of its causes after ` ---> `.
 *
 * @param detailed Whether each includes its type and stack.
 */
export function messageChain(error: unknown, detailed = false): string {
  const parts: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && parts.length < longestChain) {
    if (!(current instanceof Error)) {
      parts.push(typeof current === 'string' ? current : unknownException);
      break;
    }
    const stack: unknown = detailed ? current.stack : undefined;
    const text = stack ?? propertyOf(current, 'message');
    parts.push(typeof text === 'string' ? text : unknownException);
    current = propertyOf(current, 'cause');
  }
  return parts.join(' ---> ');
}

/** The error for a body that is longer than the server takes. */
export class TooLongError extends RequestError {
  constructor() {
    super('Maximum request length exceeded.');
  }
}
