import { tell } from '../operation/tell.ts';
import { type FetchRequest, isPromise } from '../platform/globals.ts';
import type { NodeRequest, ServerOptions } from './options.ts';
import { reportError } from './report.ts';

/** The sender of a request, as far as it is known. */
export interface RequestClient {
  readonly ip: string | undefined;
  /** Whether the client is on this machine. If its address is unknown, it is not. */
  readonly local: boolean;
}

/** The part of a socket that has the addresses of its ends. */
interface Socket {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}

/** Headers that proxies add, in lower case. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

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

/**
 * The client of a request: by the server option `clientAddress`, otherwise by its socket. A request
 * through a proxy that identifies itself has the proxy's socket and is not local.
 */
export function clientOf(
  request: NodeRequest | FetchRequest,
  headers: Readonly<Record<string, unknown>>,
  socket: Socket | undefined,
  clientAddress: ServerOptions<never>['clientAddress'],
): RequestClient {
  if (clientAddress !== undefined) {
    const ip = clientAddress(request);
    return { ip, local: isLoopback(ip) };
  }
  const ip = socket?.remoteAddress;
  const forwarded = forwardingHeaders.some((name) => name in headers);
  const local = !forwarded && (isLoopback(ip) || (ip !== undefined && ip === socket?.localAddress));
  return { ip, local };
}

function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(ip);
}
