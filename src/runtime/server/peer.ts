import type { FetchRequest } from '../platform/globals.ts';
import type { NodeRequest } from './front/node-types.ts';

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

/** Where a request was sent to, by itself alone. */
export interface RequestAddress {
  readonly scheme: string;
  readonly host: string;
  /** Path that a framework has mounted the server at; empty for none. */
  readonly mount: string;
}

/** A request as it arrived. */
export interface Sent {
  readonly source: NodeRequest | FetchRequest;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The connection, if it is known. */
  readonly socket: Socket | undefined;
  address(): RequestAddress;
}

/** Tells where requests come from, and where their clients sent them. Neither function throws. */
export interface Peers {
  readonly client: (sent: Sent) => RequestClient;
  /** Whether it came over TLS: by its connection, or by what a trusted proxy says. */
  readonly secure: (sent: Sent) => boolean;
  /** Scheme and host that the client used, with the path in front of the server's own. */
  readonly origin: (sent: Sent) => string;
}
