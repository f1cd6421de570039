import type { Dispatcher } from '../dispatch.ts';
import type { NodeRequest, NodeResponse } from '../front/node-types.ts';
import type { HttpServer } from '../front/traffic.ts';
import { type Exchange, type Incoming, splitTarget } from '../incoming.ts';
import type { Peers, RequestAddress, RequestClient, Sent } from '../peer.ts';

/** Properties that node:http, Express and Connect add to the request. */
export interface FrameworkRequest {
  readonly socket?:
    | {
        readonly remoteAddress?: string | undefined;
        readonly localAddress?: string | undefined;
        readonly encrypted?: boolean;
        readonly server?: HttpServer;
      }
    | undefined;
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly readableEnded?: boolean;
  readonly httpVersionMajor?: number;
}

/**
 * Adapts a request of node:http.
 *
 * @param isRouted Whether it comes from a framework. One that adds `originalUrl` is recognized.
 */
export function fromNode(
  request: NodeRequest,
  response: NodeResponse,
  settings: Pick<Dispatcher, 'limits' | 'peers' | 'traffic'>,
  isRouted = false,
): Incoming {
  return new NodeIncoming(request, response, settings, isRouted);
}

/**
 * A class, so that a request costs one object and no closures for values that are rarely needed.
 */
class NodeIncoming implements Incoming, Sent {
  readonly method: string;
  readonly isHead: boolean;
  readonly isRouted: boolean;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Incoming['headers'];
  readonly source: NodeRequest;
  readonly deadline: number | undefined;
  state: unknown = undefined;
  identity: unknown = undefined;
  session: unknown = undefined;
  exchange: Exchange | undefined = undefined;
  private readonly response: NodeResponse;
  private readonly peers: Peers;
  private known: RequestClient | undefined = undefined;

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    { limits: { time }, peers, traffic }: Pick<Dispatcher, 'limits' | 'peers' | 'traffic'>,
    isRouted: boolean,
  ) {
    const url = request.url ?? '/';
    const { path, query } = splitTarget(url);
    const { method = 'GET' } = request;
    this.isHead = method === 'HEAD';
    this.method = this.isHead ? 'GET' : method;
    this.isRouted = isRouted || (request as FrameworkRequest).originalUrl !== undefined;
    this.url = url;
    this.path = path;
    this.query = query;
    this.headers = request.headers;
    this.source = request;
    this.deadline = time > 0 ? Date.now() + time : undefined;
    this.response = response;
    this.peers = peers;
    traffic.through(this.socket?.server);
  }

  client(): RequestClient {
    this.known ??= this.peers.client(this);
    return this.known;
  }

  get socket(): FrameworkRequest['socket'] {
    return (this.source as FrameworkRequest).socket;
  }

  address(): RequestAddress {
    const { originalUrl } = this.source as FrameworkRequest;
    const { url } = this;
    return {
      scheme: this.socket?.encrypted === true ? 'https' : 'http',
      host: hostOf(this.source),
      mount: originalUrl?.endsWith(url) === true ? originalUrl.slice(0, -url.length) : '',
    };
  }

  secure(): boolean {
    return this.peers.secure(this);
  }

  origin(): string {
    return this.peers.origin(this);
  }

  onGone(listener: () => void): void {
    const { response } = this;
    response.on('close', () => {
      if (!response.writableFinished) listener();
    });
  }
}

/** The host that the client requested, over HTTP/2 too. An invalid one is not repeated. */
function hostOf({ headers }: NodeRequest): string {
  const { ':authority': authority, host = authority } = headers;
  return typeof host === 'string' && /^[A-Za-z0-9._:[\]-]+$/.test(host) ? host : 'localhost';
}
