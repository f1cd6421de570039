/** The environment's own type `AbortSignal` if it has one, else {@link AbortSignalLike}. */
export type PlatformSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : AbortSignalLike;

/** The environment's own type `Response` if it has one, else {@link FetchResponse}. */
export type PlatformResponse = typeof globalThis extends {
  Response: { prototype: infer Answer };
}
  ? Answer
  : FetchResponse;

/** The part of `AbortSignal` that the runtime uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of `Headers` that the runtime reads. */
export interface FetchHeaders {
  get(name: string): string | null;
  forEach(callback: (value: string, name: string) => void): void;
}

/** The part of `Request` that the server reads. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: FetchHeaders;
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of `Response` that the client reads. */
export interface FetchResponse {
  readonly status: number;
  /** `opaqueredirect` for a redirect that a browser hides. */
  readonly type?: string;
  readonly headers: FetchHeaders;
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** What the client passes to `fetch` in addition to the URL. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal?: PlatformSignal;
}

/** `fetch` as the client calls it. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A controller whose signal cancels a call or a handler. */
export interface AbortControllerLike {
  readonly signal: AbortSignalLike;
  abort(reason?: unknown): void;
}

/** A parsed absolute URL. */
export interface ParsedUrl {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly username: string;
  readonly password: string;
}

/** A reader of a web stream. */
export interface ByteStreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The part of `TextDecoder` that the runtime uses. */
export interface TextDecoderLike {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** The source of a web stream. `pull` is called when its queue has room. */
export interface ByteStreamSource {
  pull(controller: ByteStreamController): void | Promise<void>;
  cancel(reason?: unknown): void;
}

/** Receives the bytes of a web stream. */
export interface ByteStreamController {
  enqueue(bytes: Uint8Array): void;
  close(): void;
  error(reason: unknown): void;
}

/**
 * The globals of Node, Deno, Bun, workers and browsers that the runtime uses, all of them optional.
 */
export interface Platform {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly navigator?: { readonly userAgent?: string };
  readonly fetch?: FetchFunction;
  readonly AbortController: new () => AbortControllerLike;
  readonly Request: new (url: string, init?: unknown) => FetchRequest;
  readonly Response: new (
    body: object | string | null,
    init: { status: number; statusText?: string; headers: [string, string][] },
  ) => PlatformResponse;
  readonly ReadableStream: new (
    source: ByteStreamSource,
    strategy?: { readonly highWaterMark: number },
  ) => object;
  readonly TextDecoder: new (
    label: string,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ) => TextDecoderLike;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly URL: new (url: string, base?: string) => ParsedUrl;
  readonly performance: { now(): number };
  readonly atob: (text: string) => string;
  readonly btoa: (text: string) => string;
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The only access of the runtime to its environment. */
export const platform: Platform = globalThis as unknown as Platform;

/**
 * A core module of Node; `undefined` elsewhere. `process.getBuiltinModule` keeps the import out of
 * bundles for other environments.
 */
export function builtinModule(name: string): unknown {
  return platform.process?.getBuiltinModule?.(name);
}

/** Whether a value is a promise or similar. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

/**
 * Calls a listener, on whose result nothing depends. Whatever it throws or rejects with is ignored:
 * a listener must not make a call fail, or end the process.
 */
export function tell(listener: () => unknown): void {
  try {
    const result = listener();
    if (isPromise(result)) result.then(undefined, (): undefined => undefined);
  } catch {
    // Nobody waits for the listener.
  }
}

/** A reader of `body` if it is a web stream, else `undefined`. */
export function streamReader(body: unknown): ByteStreamReader | undefined {
  return (body as { getReader?(): ByteStreamReader } | null | undefined)?.getReader?.();
}
