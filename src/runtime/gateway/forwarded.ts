import type { FetchRequest } from '../platform/globals.ts';
import type { Exchange, Incoming } from '../server/incoming.ts';
import type { RequestClient } from '../server/peer.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * A request as a server with a gateway beside it sees it: with those headers that pass on. A copy,
 * since an object whose prototype is the request would cost as much as the call.
 */
export class ForwardedRequest implements Incoming {
  readonly method: string;
  readonly isHead: boolean;
  readonly isRouted: boolean;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly deadline: number | undefined;
  state: unknown;
  identity: unknown;
  session: unknown;
  exchange: Exchange | undefined;
  readonly #incoming: Incoming;
  #source: Incoming['source'] | undefined;

  constructor(incoming: Incoming, headers: Headers) {
    this.method = incoming.method;
    this.isHead = incoming.isHead;
    this.isRouted = incoming.isRouted;
    this.url = incoming.url;
    this.path = incoming.path;
    this.query = incoming.query;
    this.headers = headers;
    this.deadline = incoming.deadline;
    this.state = incoming.state;
    this.identity = incoming.identity;
    this.session = incoming.session;
    this.exchange = incoming.exchange;
    this.#incoming = incoming;
  }

  get source(): Incoming['source'] {
    this.#source ??= forwarded(this.#incoming.source, this.headers);
    return this.#source;
  }

  client(): RequestClient {
    return this.#incoming.client();
  }

  secure(): boolean {
    return this.#incoming.secure();
  }

  origin(): string {
    return this.#incoming.origin();
  }

  onGone(listener: () => void): void {
    this.#incoming.onGone(listener);
  }
}

/** The request of the platform, without a body. */
function forwarded(source: Incoming['source'], headers: Headers): Incoming['source'] {
  if ('on' in source) return Object.create(source, { headers: { value: headers } });
  return fetchRequest(source, headers);
}

/** A request without a body. A `Request` of the platform would take longer than the call. */
function fetchRequest({ method, url }: FetchRequest, headers: Headers): FetchRequest {
  return {
    method,
    url,
    headers: {
      get: (name) => headers[name.toLowerCase()] ?? null,
      forEach: (call) => {
        for (const [name, value] of Object.entries(headers)) call(value, name);
      },
    },
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
}
