/**
 * The part of node:http's `IncomingMessage` that the server reads; Express and Connect add
 * `originalUrl` and `body`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Names and values in turn. node:http2 takes such an array, but declares an object. */
export type HeaderList = string[] & Readonly<Record<string, never>>;

/** The part of node:http's `ServerResponse` that the server writes to. */
export interface NodeResponse {
  statusMessage: string;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly writableEnded?: boolean;
  readonly destroyed?: boolean;
  readonly writableNeedDrain?: boolean;
  writeHead(status: number, headers: HeaderList): unknown;
  write(data: string | Uint8Array, encoding: 'utf8' | 'latin1'): unknown;
  end(): unknown;
  end(data: string | Uint8Array, encoding: 'utf8' | 'latin1'): unknown;
  destroy(): unknown;
  on(event: 'close' | 'drain' | 'finish', listener: () => void): unknown;
}

/**
 * A listener for `createServer` of node:http, node:https and node:http2, and for `app.use` of
 * Express and Connect. It calls `next`, if given, for every path but those of its services,
 * including `/`. With `next`, or if the request has `originalUrl`, other spellings of a path (`//`,
 * `%53`) are not served, so that a guard in front sees the path that is.
 */
export type NodeListener = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;
