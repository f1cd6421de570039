import type { BindingName } from '../../operation/names.ts';
import type { FetchRequest } from '../../platform/globals.ts';
import type { NodeRequest } from './node-types.ts';

/** An answer as `onAnswer` learns of it. */
export interface AnswerEvent {
  /** Method of the request. */
  readonly method: string;
  /** Path as the client sent it, without the query. */
  readonly path: string;
  /** Name of the service, if the path is one of a service. */
  readonly service?: string | undefined;
  /** Name of the operation, if the request named one. */
  readonly operation?: string | undefined;
  /** The binding of the request, if it named an operation. */
  readonly binding?: BindingName | undefined;
  /** HTTP status. */
  readonly status: number;
  /** Bytes of the request's body that were received. */
  readonly requestBytes: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** Milliseconds from the request's head to the answer, or to the end of its records. */
  readonly milliseconds: number;
  /**
   * What the option `security` returned; without it, property `identity` of what the option
   * `context` returned, if it has one.
   */
  readonly identity?: unknown;
  /** Why the request was refused or failed, in words for operators, not for callers. */
  readonly reason?: string | undefined;
}

/** A message as it was on the wire, for `onMessage`. */
export interface RawMessage {
  /** `in` for a request, `out` for an answer. */
  readonly direction: 'in' | 'out';
  /** Name of the service. */
  readonly service?: string | undefined;
  /** Name of the operation, if the request named one. */
  readonly operation?: string | undefined;
  /** The body; of a GET the query. Values that `redact` names are `***`. */
  readonly bytes: Uint8Array;
}

/** Pages of which other origins may call a server (Fetch Standard, section 3.3). */
export interface CorsOptions {
  /** Origins such as `https://app.example`, or `'*'` for all. */
  readonly origins: '*' | readonly string[];
  /** Lets browsers send cookies and credentials. Not with `'*'`. Default false. */
  readonly credentials?: boolean | undefined;
}

/** How long a server waits when it closes. */
export interface CloseOptions {
  /**
   * Milliseconds until connections whose requests are still running are cut off. Default: no limit.
   */
  readonly timeout?: number | undefined;
}

/** Options of a server for what is around it: proxies, browsers, load balancers, logs. */
export interface DeploymentOptions {
  /**
   * Address of the server as clients know it, for WSDL, discovery and help pages:
   * `https://shop.example/legacy`, before `basePath` and the paths of services. A function returns
   * it for each request; if it throws, or returns anything but an http(s) address, `onError` is
   * told, and the address is that of the request. Default: that of the request.
   */
  readonly publicUrl?: string | ((request: NodeRequest | FetchRequest) => string) | undefined;
  /**
   * Believes `Forwarded` (RFC 7239) and, for what it lacks, `X-Forwarded-For`, `-Proto`, `-Host`,
   * `-Port` and `-Prefix`: for addresses in WSDL and pages, and for `context.ip` and
   * `context.local`. `true` trusts whoever sends the request. A list has the addresses of trusted
   * proxies, and ranges of them: `['127.0.0.1', '10.0.0.0/8', 'fd00::/8']`. Of several values, the
   * last one that does not describe a trusted proxy counts. With `fetch`, `clientAddress` tells who
   * sends the request; without it, a list trusts no one. Default false.
   */
  readonly trustProxy?: boolean | readonly string[] | undefined;
  /**
   * Called for every answer: refused and unreadable requests, unknown paths, WSDL and pages
   * included. A client that disconnects before its request is complete gets none. Whatever the
   * listener throws or rejects with is ignored.
   */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /**
   * Called for each request of an operation and its answer with the bytes on the wire, even if they
   * cannot be read. Records that are sent one by one are collected for it. Whatever the listener
   * throws or rejects with is ignored.
   */
  readonly onMessage?: ((message: RawMessage) => void) | undefined;
  /**
   * Names of elements, attributes, parameters and JSON members whose values `onMessage` must not
   * see, in any letter case: `['Password']`.
   */
  readonly redact?: readonly string[] | undefined;
  /**
   * Calls `context` and `security` for WSDL, discovery and help pages, too, so that they can refuse
   * them. An error without either. Default false.
   */
  readonly protectPages?: boolean | undefined;
  /** Answers preflights of browsers, and lets pages of other origins read answers. */
  readonly cors?: CorsOptions | undefined;
  /**
   * A path, such as `/health`, that is answered with 200 to GET and HEAD, and with 503 while the
   * server closes. `basePath` is not added.
   */
  readonly health?: string | undefined;
  /**
   * Largest number of requests at a time, from their head to their answer. Others get 503 with
   * `Retry-After`; `health` is always answered. At least 1. Default: no limit.
   */
  readonly maxConcurrent?: number | undefined;
}
