import type { Dispatcher } from './dispatch.ts';
import { type Incoming, splitTarget } from './incoming.ts';
import type { NodeRequest, NodeResponse } from './options.ts';
import { clientOf, type RequestClient } from './peer.ts';

/** Properties that node:http, Express and Connect add to the request. */
export interface FrameworkRequest {
  readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
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
  settings: Pick<Dispatcher, 'limits' | 'clientAddress'>,
  isRouted = false,
): Incoming {
  return new NodeIncoming(request, response, settings, isRouted);
}

/**
 * A class, so that a request costs one object and no closures for values that are rarely needed.
 */
class NodeIncoming implements Incoming {
  readonly method: string;
  readonly isHead: boolean;
  readonly isRouted: boolean;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Incoming['headers'];
  readonly source: NodeRequest;
  readonly deadline: number | undefined;
  private readonly response: NodeResponse;
  private readonly clientAddress: Dispatcher['clientAddress'];
  private known: RequestClient | undefined = undefined;

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    { limits: { time }, clientAddress }: Pick<Dispatcher, 'limits' | 'clientAddress'>,
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
    this.clientAddress = clientAddress;
  }

  client(): RequestClient {
    const { socket } = this.source as FrameworkRequest;
    this.known ??= clientOf(this.source, this.headers, socket, this.clientAddress);
    return this.known;
  }

  origin(): string {
    const { socket, originalUrl } = this.source as FrameworkRequest;
    const { url } = this;
    const scheme = socket?.encrypted === true ? 'https' : 'http';
    const mounted = originalUrl?.endsWith(url) === true ? originalUrl.slice(0, -url.length) : '';
    return `${scheme}://${hostOf(this.source)}${mounted}`;
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
