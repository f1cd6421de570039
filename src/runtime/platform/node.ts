import { platform, type TracingChannel } from './globals.ts';

/** The part of node:http's `Agent` that the runtime uses. */
export interface NodeAgent {
  destroy(): void;
}

/** An agent of node:http, as far as it opens connections. */
export interface NodeConnector {
  /** Node calls it with the options of a request. For a tunnel it returns the proxy's socket. */
  createConnection(options: NodeConnectionOptions, ...more: unknown[]): NodeSocket | undefined;
}

/** Options with which an agent creates a connection: those of the request, and its own. */
interface NodeConnectionOptions {
  readonly opening: NodeOpening;
}

/** The connection of a request as long as it cannot be used, and belongs to no request. */
interface NodeOpening {
  socket?: NodeSocket | undefined;
}

/** The part of `http.IncomingMessage` that clients read. */
export interface NodeAnswer {
  readonly statusCode?: number;
  readonly statusMessage?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly complete: boolean;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'aborted' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The part of `net.Socket` that clients use. */
export interface NodeSocket {
  readonly secureConnecting?: boolean;
  destroy(): unknown;
}

/** The part of `http.ClientRequest` that clients use. */
export interface NodeClientRequest {
  /** Whether the head has been sent, and so perhaps the whole request. */
  readonly headersSent: boolean;
  /** Whether the connection may be kept after the answer. */
  shouldKeepAlive: boolean;
  readonly socket?: NodeSocket | null | undefined;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  on(event: 'response', listener: (answer: NodeAnswer) => void): unknown;
  on(event: 'upgrade', listener: (answer: NodeAnswer, socket: NodeSocket) => void): unknown;
  on(event: 'socket', listener: (socket: NodeSocket) => void): unknown;
  on(event: 'close' | 'drain', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  write(text: string, encoding: 'utf8' | 'latin1'): unknown;
  write(bytes: Uint8Array): unknown;
  end(body?: Uint8Array): unknown;
  destroy(error?: Error): unknown;
  getHeader(name: string): unknown;
}

/** Options of `http.request` that the runtime sets. */
export interface NodeRequestOptions extends NodeConnectionOptions {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string | number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: NodeAgent;
  /** Largest head of an answer in bytes. */
  readonly maxHeaderSize: number;
}

/** node:http or node:https. */
export interface NodeHttp {
  readonly Agent: new (options: Readonly<Record<string, unknown>>) => NodeAgent & NodeConnector;
  /** Its options have `proxyEnv` if Node uses the proxies of the environment. */
  readonly globalAgent: { readonly options?: { readonly proxyEnv?: unknown } | undefined };
  /** Of node:http, what Node was started with. */
  readonly maxHeaderSize?: number;
  request(options: NodeRequestOptions): NodeClientRequest;
}

/** node:module. */
interface NodeModules {
  createRequire(path: string): (name: string) => unknown;
}

/** A stream of node:zlib. */
export interface NodeInflate {
  /** @param written Called when the bytes have been processed. */
  write(bytes: Uint8Array, written: () => void): unknown;
  end(): unknown;
  destroy(error?: Error): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

interface NodeZlib {
  createGunzip(): NodeInflate;
  createUnzip(): NodeInflate;
  createInflateRaw(): NodeInflate;
  createBrotliDecompress(): NodeInflate;
  gunzipSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  unzipSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  inflateRawSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  brotliDecompressSync(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
}

/**
 * A core module of Node; `undefined` elsewhere. `process.getBuiltinModule` keeps the import out of
 * bundles for other environments.
 */
function builtinModule(name: string): unknown {
  return platform.process?.getBuiltinModule?.(name);
}

/** node:crypto; `undefined` elsewhere. */
export function nodeCrypto(): unknown {
  return builtinModule('node:crypto');
}

/**
 * Whether requests can be sent through node:http. Deno and Bun also have it, but their native
 * client is `fetch`.
 */
export function hasNodeHttp(): boolean {
  const runtime = globalThis as unknown as { Deno?: unknown; Bun?: unknown };
  if (runtime.Deno !== undefined || runtime.Bun !== undefined) return false;
  return builtinModule('node:http') !== undefined;
}

/**
 * node:http or node:https, by the URL's scheme. Loaded with `require`, where some tracers patch
 * modules. They patch the exports in place, so the result may be kept.
 */
export function nodeHttp(protocol: string): NodeHttp {
  const { createRequire } = builtinModule('node:module') as NodeModules;
  // The path does not matter for a core module.
  return createRequire('/')(protocol === 'https:' ? 'node:https' : 'node:http') as NodeHttp;
}

/**
 * Decodes a content coding: gzip, deflate, br.
 *
 * @param limit Largest size of the result in bytes.
 * @throws RangeError (code `ERR_BUFFER_TOO_LARGE`) beyond the limit; other errors for damaged
 *   bytes.
 */
export function decompress(bytes: Uint8Array, coding: string, limit: number): Uint8Array {
  const zlib = builtinModule('node:zlib') as NodeZlib;
  const options = { maxOutputLength: Math.max(1, limit) };
  if (bytes.length === 0) return bytes;
  if (coding === 'br') return zlib.brotliDecompressSync(bytes, options);
  if (coding !== 'deflate') return zlib.gunzipSync(bytes, options);
  // Some servers omit the zlib header that RFC 1950 requires.
  return ((bytes[0] ?? 0) & 0x0f) === 8
    ? zlib.unzipSync(bytes, options)
    : zlib.inflateRawSync(bytes, options);
}

/**
 * A stream that decodes a content coding, as {@link decompress} does for whole bodies.
 *
 * @param first The first byte of the body.
 */
export function createInflate(coding: string, first: number): NodeInflate {
  const zlib = builtinModule('node:zlib') as NodeZlib;
  if (coding === 'br') return zlib.createBrotliDecompress();
  if (coding !== 'deflate') return zlib.createGunzip();
  return (first & 0x0f) === 8 ? zlib.createUnzip() : zlib.createInflateRaw();
}

/** A tracing channel; `undefined` where Node has none. */
export function tracingChannel(name: string): TracingChannel | undefined {
  const module = builtinModule('node:diagnostics_channel') as
    | { tracingChannel?(name: string): TracingChannel }
    | undefined;
  return module?.tracingChannel?.(name);
}
