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

/**
 * The client of a request: by the server option `clientAddress`, otherwise by its socket. A request
 * through a proxy that identifies itself (`Forwarded`, `X-Forwarded-For`) has the proxy's socket
 * and is not local.
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
  const forwarded = 'forwarded' in headers || 'x-forwarded-for' in headers;
  const local = !forwarded && (isLoopback(ip) || (ip !== undefined && ip === socket?.localAddress));
  return { ip, local };
}

function isLoopback(ip: string | undefined): boolean {
  return ip === '::1' || (ip !== undefined && /^(?:::ffff:)?127\./.test(ip));
}
