import type { FetchRequest } from '../platform/globals.ts';
import type { NodeRequest, ServerOptions } from './options.ts';

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
