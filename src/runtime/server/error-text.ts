import { propertyOf } from '../operation/errors.ts';
import type { ServerOptions } from './options.ts';

/** The server options that change the text of errors. */
export type FaultOptions = Pick<ServerOptions<never>, 'faultDetail' | 'parity'>;

/** The message of every error with `suppressExceptions`. */
export const hiddenMessage = 'An error occurred on the server.';
const longestChain = 16;

/**
 * The message of an exception, followed by those of its causes after ` ---> `. With `faultDetail`,
 * each includes its type and stack.
 */
export function messageChain(error: unknown, options: FaultOptions): string {
  const parts: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && parts.length < longestChain) {
    if (!(current instanceof Error)) {
      parts.push(
        typeof current === 'string' ? current : 'Exception of an unknown type was thrown.',
      );
      break;
    }
    const stack = options.faultDetail === true ? current.stack : undefined;
    parts.push(stack ?? current.message);
    current = propertyOf(current, 'cause');
  }
  return parts.join(' ---> ');
}
