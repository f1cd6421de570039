import type { BodyRest } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import type { FetchRequest } from '../platform/globals.ts';
import { joinBytes } from '../platform/node.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { fromWire } from '../text/header.ts';
import { headerValue } from './front/header-fields.ts';
import type { NodeRequest } from './front/node-types.ts';
import type { RequestClient } from './peer.ts';

const SLASH = 47;
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
export async function wholeAnswer(outgoing: Outgoing): Promise<Outgoing> {
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
  return headerValue(incoming.headers, name);
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
  const local = target.charCodeAt(0) === SLASH ? target : target.replace(absoluteForm, '');
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
