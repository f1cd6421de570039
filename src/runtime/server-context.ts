import type { BindingName } from './operation.ts';
import { type AbortControllerLike, type PlatformSignal, platform } from './platform.ts';
import type { Incoming } from './server-incoming.ts';
import type { Context, Route } from './server-options.ts';

/** What a handler has done to the response. */
export interface ResponseState {
  status: number;
  reason: string | undefined;
  contentType: string | undefined;
  /** Names and values by turns. */
  readonly headers: string[];
  readonly written: (string | Uint8Array)[];
  ended: boolean;
  soapHeaders: Record<string, unknown> | undefined;
  /** Aborts the handler's signal, if it ever asked for it. */
  abort: (reason: unknown) => void;
}

/** A handler's context and what it leads to. */
export interface CallContext {
  readonly context: Context<unknown, object, Record<string, unknown>>;
  readonly response: ResponseState;
}

/** Headers that belong to the transport. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]);

/** Makes the context of one call. */
export function createContext(
  incoming: Incoming,
  { operation }: Route,
  binding: BindingName,
  soapHeaders: Readonly<Record<string, unknown>>,
  state: unknown,
): CallContext {
  let controller: AbortControllerLike | undefined;
  const response: ResponseState = {
    status: 200,
    reason: undefined,
    contentType: undefined,
    headers: [],
    written: [],
    ended: false,
    soapHeaders: undefined,
    abort: (reason) => controller?.abort(reason),
  };
  const context: Context<unknown, object, Record<string, unknown>> = {
    service: operation.service,
    operation: operation.name,
    binding,
    url: incoming.url,
    get headers() {
      return incoming.headers as Readonly<Record<string, string>>;
    },
    request: incoming.source,
    get signal() {
      if (controller === undefined) {
        const created = new platform.AbortController();
        controller = created;
        incoming.onGone(() => created.abort(new Error('The client has gone.')));
      }
      return controller.signal as PlatformSignal;
    },
    ip: incoming.ip,
    get local() {
      return isLocal(incoming.ip);
    },
    soapHeaders,
    state,
    setSoapHeader(name, value) {
      response.soapHeaders ??= Object.create(null) as Record<string, unknown>;
      response.soapHeaders[name] = value;
    },
    write(data) {
      if (!response.ended && data.length > 0) response.written.push(data);
    },
    status(code, reason) {
      if (!Number.isInteger(code) || code < 200 || code > 599) {
        throw new RangeError(`${code} is no HTTP status of an answer.`);
      }
      response.status = code;
      response.reason = reason === undefined ? undefined : checkValue(reason);
    },
    header(name, value) {
      setHeader(response, name, value);
    },
    contentType(type) {
      response.contentType = checkValue(type);
    },
    end() {
      response.ended = true;
    },
  };
  return { context, response };
}

function setHeader(response: ResponseState, name: string, value: string): void {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    throw new TypeError(`'${name}' is no name of a header.`);
  }
  checkValue(value);
  const lower = name.toLowerCase();
  if (framing.has(lower)) return;
  if (lower === 'content-type') {
    response.contentType = value === '' ? undefined : value;
    return;
  }
  const { headers } = response;
  if (lower !== 'set-cookie' || value === '') {
    for (let at = headers.length - 2; at >= 0; at -= 2) {
      if (headers[at]?.toLowerCase() === lower) headers.splice(at, 2);
    }
  }
  if (value !== '') headers.push(name, value);
}

/** Refuses what would break the head of the response. */
function checkValue(value: string): string {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) {
      throw new TypeError('A header value holds a character that headers cannot carry.');
    }
  }
  return value;
}

function isLocal(ip: string | undefined): boolean {
  return ip === '::1' || (ip !== undefined && /^(?:::ffff:)?127\./.test(ip));
}
