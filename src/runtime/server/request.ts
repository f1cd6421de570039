import type { BindingName, BodyRest } from '../operation/descriptor.ts';
import { fromWire, parameterOf } from '../parts/mime.ts';
import { encodeUtf8, type FetchRequest, joinBytes, platform } from '../platform/globals.ts';

/** Which clients an option serves: all, none, or those on the same machine. */
export type Audience = boolean | 'local' | undefined;

/** Whether an option serves the sender of a request. */
export function isServed(audience: Audience, incoming: Incoming): boolean {
  return audience === 'local' ? incoming.client().local : (audience ?? true);
}

/** How a page looks in a browser, light and dark, on telephones too. No icon is asked for. */
const look = `<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere;
font: 1rem/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1rem; font-weight: 400; margin: 0; }
h2 { font-size: 1.6rem; line-height: 1.2; margin: .25rem 0 1rem; }
i { font-style: normal; }
</style>
`;

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/**
 * An HTML error page like ASP.NET's.
 *
 * @param head what its head has in addition to the title
 * @param end what its body has at the end
 */
export function errorPage(
  status: number,
  message: string,
  head: string = '',
  end: string = '',
): Outgoing {
  const text = escapeHtml(message);
  return {
    status,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/html; charset=utf-8'],
    body: `<!DOCTYPE html>
<html>
<head>
${head}<title>${text}</title>
</head>
<body>
<h1>Server Error in &#39;/&#39; Application.</h1>
<h2><i>${text}</i></h2>
<p><b>Description: </b>The request could not be handled.</p>
${end}</body>
</html>
`,
  };
}

/** The page of a refused request. */
export function refusalPage(status: number, message: string, cause?: unknown): Outgoing {
  return { ...errorPage(status, message), refusal: { message, cause } };
}

/**
 * The answer if no service has this path. Its text is ASMX's; browsers get it with a style, and a
 * way back.
 *
 * @param index Address of the list of services, if the server has one for this client.
 */
export function notFoundPage(incoming: Incoming, index?: string): Outgoing {
  const message = 'The resource cannot be found.';
  if (!/\btext\/html\b/i.test(header(incoming, 'accept') ?? '')) return errorPage(404, message);
  const back =
    index === undefined ? '' : `<p><a href="${escapeHtml(index)}">All services</a></p>\n`;
  return errorPage(404, message, look, back);
}

/** The answer if the request was not complete in time (RFC 9110, section 15.5.9). */
export function tooLatePage(): Outgoing {
  return refusalPage(408, 'The request took too long.');
}

/**
 * The answer to a GET of a service's own path if no page is served: as ASMX with its Documentation
 * protocol off.
 */
export function unrecognizedGetPage(): Outgoing {
  return refusalPage(500, 'Request format is unrecognized.');
}

const slash = 47;
/**
 * Scheme and host of an absolute target. Of other characters in a host, readers make different
 * paths, so that a guard in front might see another path than the server.
 */
const absoluteForm = /^https?:\/\/[\w.:[\]-]+(?=[/?]|$)/i;

/** A request from any adapter. */
export interface Incoming {
  /** The method; `GET` for HEAD, whose answer differs only in that no body is sent. */
  readonly method: string;
  readonly isHead: boolean;
  /** Whether a framework may have guarded the path, so that no other spelling of it is served. */
  readonly isRouted: boolean;
  /** Path and query as sent. */
  readonly url: string;
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly source: NodeRequest | FetchRequest;
  /** The sender of the request, determined on demand. */
  client(): RequestClient;
  /** Whether it came over TLS. */
  secure(): boolean;
  /** Scheme and host that the client used, with any path that the server is mounted at. */
  origin(): string;
  /** Calls the listener if the client disconnects before it is answered. */
  onGone(listener: () => void): void;
  /** Time limit of the request, in milliseconds since 1970; `undefined` for none. */
  readonly deadline: number | undefined;
  /** The result of the option `context`, once it is known. */
  state: unknown;
  /** Who sent it, by the option `security`; `undefined` without it. */
  identity: unknown;
  /** The session of its client, if the server has sessions. */
  session: unknown;
  /** Observes the request; absent if no option asks for it. */
  exchange: Exchange | undefined;
}

/** A request that is observed until it is answered. None of its functions throws. */
export interface Exchange {
  /** The path is that of a service. */
  found(service: string): void;
  /** The body arrived, or as much of it as the server takes. */
  received(bytes: number): void;
  /** The body of a request to operations, before it is read. */
  opened(body: Uint8Array): void;
  /** Answers a request to operations. */
  run(answer: () => Answer): Answer;
  /** The request names an operation. */
  called(operation: string, binding: BindingName): void;
  /** The request was read, and its handler is called. */
  handling(): void;
  /** The handler has returned or thrown. */
  handled(): void;
  /** Who sent it. */
  identified(identity: unknown): void;
  /** An exception that the answer is about. */
  failed(error: unknown): void;
  /** The answer as it is sent. Called once. */
  finish(outgoing: Outgoing): Outgoing;
}

/** An answer, before an adapter sends it. */
export interface Outgoing {
  readonly status: number;
  readonly reason?: string | undefined;
  /** Alternating names and values; without Content-Length. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** The rest of the body, produced piece by piece. */
  readonly stream?: BodyRest | undefined;
  /** Why the request was refused before a method ran; absent for all other answers. */
  readonly refusal?: RequestRefusal | undefined;
}

/** Why a request was refused. */
export interface RequestRefusal {
  readonly message: string;
  /** Code of the fault; absent if the answer has another form. */
  readonly code?: string | undefined;
  /** The error of the reader, if it could not be read. */
  readonly cause?: unknown;
}

/** The answer with its stream collected in its body, for transports that need it whole. */
export async function collectedAnswer(outgoing: Outgoing): Promise<Outgoing> {
  const { stream, ...rest } = outgoing;
  if (stream === undefined) return outgoing;
  const parts: (string | Uint8Array)[] = [rest.body];
  for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
    parts.push(piece);
  }
  if (parts.every((part) => typeof part === 'string')) return { ...rest, body: parts.join('') };
  const bytes = parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part));
  const length = bytes.reduce((sum, part) => sum + part.length, 0);
  return { ...rest, body: joinBytes(bytes, length) };
}

/** A body after whose rest something is done, once: at its end, or if no one gets to it. */
export function afterRest(rest: BodyRest, end: () => void | Promise<void>): BodyRest {
  let ended: Promise<void> | undefined;
  const endOnce = (): Promise<void> => {
    ended ??= Promise.resolve(end());
    return ended;
  };
  return {
    async next() {
      let piece: string | Uint8Array | undefined;
      try {
        piece = await rest.next();
      } catch (error) {
        await endOnce().catch((): undefined => undefined);
        throw error;
      }
      if (piece === undefined) await endOnce();
      return piece;
    },
    cancel(reason) {
      rest.cancel(reason);
      endOnce().catch((): undefined => undefined);
    },
  };
}

/** An answer, now or later. */
export type Answer = Outgoing | Promise<Outgoing>;

/** The single value of a request header. */
export function header(incoming: Incoming, name: string): string | undefined {
  return requestHeader(incoming.headers, name);
}

/**
 * The single value of a request header as text: UTF-8, or Latin-1 if it is no UTF-8. RFC 9110
 * (section 5.5) leaves open which, and older software sends the latter.
 */
export function headerText(incoming: Incoming, name: string): string | undefined {
  const value = header(incoming, name);
  if (value === undefined) return undefined;
  const text = fromWire(value);
  return text.includes('\ufffd') ? value : text;
}

/** Splits the target of a request line, which may be absolute, into path and query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.charCodeAt(0) === slash ? target : target.replace(absoluteForm, '');
  const start = local.indexOf('?');
  return start < 0
    ? { path: local, query: '' }
    : { path: local.slice(0, start), query: local.slice(start + 1) };
}

const json = /^application\/json[\t ]*(?:;|$)/i;

/**
 * Whether a request is a call by a script, of any method: below the path of a service, with JSON.
 * A page of another site cannot send this content type without being asked whether it may (CORS).
 *
 * @param suffix what follows the path of the service
 */
export function isScriptCall(incoming: Incoming, suffix: string): boolean {
  return suffix.length > 1 && json.test(header(incoming, 'content-type') ?? '');
}

/** Whether a path is that of what scripts call a service with: `/js`, or `/jsdebug` to read it. */
export function isProxyPath(suffix: string): boolean {
  return /^\/js(?:debug)?$/i.test(suffix);
}

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

/** Headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The single value of a request header. */
export function requestHeader(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  // so that it compiles without strictNullChecks, too
  return typeof value === 'object' ? value.join(', ') : value;
}

/** The place of a header's value in alternating names and values; -1 if it is not there. */
export function headerPlace(headers: readonly string[], name: string): number {
  const at = headers.findIndex((one, place) => place % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? -1 : at + 1;
}

/** Receives text and bytes for a client. */
export interface PieceSink {
  /** @returns whether there is room for more */
  write(piece: string | Uint8Array): boolean;
  /** Waits until there is room, or the client is gone. */
  drained(): Promise<void>;
}

/** UTF-16 code units buffered before they are written. */
const pieceLength = 16_384;

/**
 * Writes a stream in chunks as fast as the client reads. Flushes early if the next text is not
 * ready. Rejects if the stream breaks off; text not written by then is dropped.
 */
export async function pumpPieces(stream: BodyRest, sink: PieceSink): Promise<void> {
  let text = '';
  let timer: unknown;
  let full = false;
  const flush = (): void => {
    if (timer !== undefined) platform.clearTimeout(timer);
    timer = undefined;
    if (text === '') return;
    const piece = text;
    text = '';
    full = !sink.write(piece);
  };
  try {
    for (;;) {
      const next = await stream.next();
      if (next === undefined) break;
      if (typeof next === 'string') text += next;
      else {
        flush();
        full = !sink.write(next);
      }
      if (text.length >= pieceLength) flush();
      else if (text !== '') timer ??= platform.setTimeout(flush, 0);
      if (full) {
        await sink.drained();
        full = false;
      }
    }
    flush();
  } finally {
    if (timer !== undefined) platform.clearTimeout(timer);
  }
}

/** The parts of a content type that ASMX looks at. */
export interface ContentType {
  /**
   * Type and subtype in lower case. A space before the first `;` is kept, because ASMX treats it as
   * part of the name.
   */
  readonly base: string;
  readonly charset: string | undefined;
  /** The SOAP 1.2 action, without quotes. */
  readonly action: string | undefined;
}

const parsedTypes: Map<string, ContentType> = new Map();

/** Parses a content type. The few that clients send in practice are cached. */
export function parseContentType(text: string): ContentType {
  const known = parsedTypes.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (parsedTypes.size >= 256) parsedTypes.clear();
  if (text.length <= 1024) parsedTypes.set(text, parsed);
  return parsed;
}

function parse(text: string): ContentType {
  const end = text.indexOf(';');
  return {
    base: (end < 0 ? text : text.slice(0, end)).toLowerCase(),
    charset: parameterOf(text, 'charset'),
    action: parameterOf(text, 'action'),
  };
}
