import { isPromise, tell } from '../platform/globals.ts';
import type { Incoming } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { reportError } from './report.ts';

/** Which clients an option serves: all, none, or those on the same machine. */
export type Audience = boolean | 'local' | undefined;

/** Whether an option serves the sender of a request. */
export function isServed(audience: Audience, incoming: Incoming): boolean {
  return audience === 'local' ? incoming.client().local : (audience ?? true);
}

/**
 * The option `clientAddress`, which then never throws: an address that is no text, or cannot be
 * found out, is not known. The application is told why.
 */
export function guardAddress(options: ServerOptions<never>): ServerOptions<never>['clientAddress'] {
  const { clientAddress } = options;
  if (clientAddress === undefined) return undefined;
  return (request) => {
    try {
      const ip: unknown = clientAddress(request);
      if (typeof ip === 'string') return ip;
      if (ip === undefined || ip === null) return undefined;
      const isLate = isPromise(ip);
      if (isLate) tell(() => ip);
      const what = isLate ? 'a promise' : `a value of type ${typeof ip}`;
      throw new TypeError(`clientAddress returned ${what}; it must return a text or undefined.`);
    } catch (error) {
      reportError(error, options, undefined);
      return undefined;
    }
  };
}
