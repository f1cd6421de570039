import {
  type AnyOperation,
  AsmxError,
  type ByteSource,
  propertyOf,
  type RawAnswer,
} from '../operation/descriptor.ts';
import { fromWire } from '../parts/mime.ts';
import {
  type AbortSignalLike,
  type FetchFunction,
  type FetchInit,
  type FetchResponse,
  type ParsedUrl,
  type PlatformSignal,
  platform,
  withoutUser,
} from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import {
  type Address,
  type CallClock,
  headerValue,
  type OpenAnswer,
  type PreparedRequest,
  parseHttpUrl,
  rawAnswer,
  readAddress,
  redirectText,
  type Transport,
  type TransportAnswer,
  useIt,
} from './answer.ts';
import { createNodeTransport } from './node-transport.ts';
import {
  type CallOptions,
  type ClientInterceptor,
  type ClientOptions,
  changedHeaders,
  inWords,
  isReplaced,
  noAnswer,
  securityOf,
  type TlsOptions,
  userAgent,
} from './request.ts';

/** A call that is not sent yet. */
export interface UnsentCall {
  readonly operation: AnyOperation;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/** Sends the request of a call, within its clock. */
export type SendRequest<Answer> = (request: PreparedRequest, clock: CallClock) => Promise<Answer>;

/** Runs a call for those who trace it. `run` ends with the call, and sends with what it gets. */
type TraceCall = <Answer extends TransportAnswer | OpenAnswer, Result>(
  call: UnsentCall,
  options: ClientOptions,
  send: SendRequest<Answer>,
  run: (send: SendRequest<Answer>) => Promise<Result>,
) => Promise<Result>;

/** What runs calls: replaced by the module that traces them, which most programs do not hold. */
export const tracer: { trace: TraceCall } = { trace: (_call, _options, send, run) => run(send) };

/**
 * Sends a request through the interceptors, the first one outermost, and then through `last`. After
 * the end of the call, `next` rejects whatever an interceptor does.
 */
export function intercept(
  interceptors: readonly ClientInterceptor[],
  request: PreparedRequest,
  clock: CallClock,
  last: (request: PreparedRequest) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const controller = new platform.AbortController();
  clock.onEnd((error) => controller.abort(error));
  const signal = controller.signal as PlatformSignal;
  const run = (index: number, current: PreparedRequest): Promise<RawAnswer> =>
    clock.run(async () => {
      const interceptor = interceptors[index];
      if (interceptor !== undefined) {
        return checked(await interceptor({ ...current, signal }, (next) => run(index + 1, next)));
      }
      const { url, authorization: Authorization }: Address =
        current.url === request.url ? current : readAddress(current.url);
      const given = Authorization ? { Authorization, ...current.headers } : current.headers;
      const headers = changedHeaders(given, current.rest ? undefined : current.body);
      const { confidential, body } = request;
      return last({
        ...current,
        url,
        headers,
        // A body that an interceptor wrote may hold anything.
        confidential: confidential || current.body !== body || isReplaced(request.headers, headers),
      });
    });
  return run(0, request);
}

/** @throws AsmxError protocol: an interceptor gave no answer, such as one that lacks a `return` */
function checked(answer: RawAnswer | undefined): RawAnswer {
  if (answer?.headers && typeof answer.body?.byteLength === 'number') return answer;
  throw new AsmxError(
    'protocol',
    'An interceptor returned no answer: it has to return that of next, or status, headers, body.',
  );
}

/**
 * Sends requests after the interceptors: cookies, redirects and the connection.
 *
 * @throws AsmxError encode: `fetch` is given with `tls` or `agent`, or redirects are to be followed
 *   by a bundle that cannot
 */
export function createSender(options: ClientOptions): Transport {
  checkFetch(options, options.tls ?? options.agent);
  let transport: Transport | undefined;
  const direct: Transport = (request, clock, receiver) => {
    transport ??= createTransport(options);
    return transport(request, clock, receiver);
  };
  const single = options.cookies?.around(direct) ?? direct;
  return options.redirect === 'follow' ? redirects.follow(single, options) : single;
}

/** What follows redirects: a bundle has it only if it imports {@link followRedirects}. */
const redirects: { follow: (transport: Transport, options: ClientOptions) => Transport } = {
  follow: () => {
    throw new AsmxError('encode', 'redirect is not in this bundle: give followRedirects().');
  },
};

/**
 * The client option `redirect` that follows redirects. A program that is bundled has to give this,
 * so that its bundle has what follows them; in any other, `follow` does.
 */
export const followRedirects: () => 'follow' = /* @__PURE__ */ installRedirects();

function installRedirects(): () => 'follow' {
  redirects.follow = followingRedirects;
  return () => 'follow';
}

/**
 * The transport of a client, without its interceptors, cookies and redirects.
 *
 * On Node its own HTTP, because `fetch` takes several times its CPU time there; elsewhere `fetch`.
 */
export function createTransport(options: ClientOptions): Transport {
  const { fetch = platform.fetch } = options;
  const tls = tlsOptions(options);
  for (const one of securityOf(options)) {
    const own = one.createTransport?.({ ...options, tls });
    if (own !== undefined) return own;
  }
  checkFetch(options, tls);
  if (options.fetch === undefined && hasNodeHttp()) {
    return createNodeTransport({ ...options, tls });
  }
  if (fetch !== undefined) return createFetchTransport(fetch);
  throw new AsmxError('transport', 'There is no fetch here: give one in the client options.');
}

/** Settings of connections would have no effect, such as that of a client's certificate. */
function checkFetch({ fetch }: ClientOptions, connections: object | undefined): void {
  if (fetch === undefined || connections === undefined) return;
  throw new AsmxError(
    'encode',
    'fetch makes its own connections, which tls, agent and certificates do not reach. ' +
      'Give one or the other.',
  );
}

/** TLS settings of the options and of security objects with a client certificate. */
function tlsOptions(options: ClientOptions): TlsOptions | undefined {
  const { tls } = options;
  const given: Record<string, unknown> = {};
  for (const one of securityOf(options)) one.addOptions?.(given);
  // The agent belongs to another HTTP library and keeps no connections. Its settings are also given
  // directly.
  const { httpsAgent: _, strictSSL, ntlm, rejectUnauthorized, ...others } = given;
  if (ntlm === true) {
    throw new AsmxError('transport', 'For NTLM, give ntlm({ username, password }) as security.');
  }
  const verify = rejectUnauthorized ?? (strictSSL === false ? false : undefined);
  const settings = verify === undefined ? others : { ...others, rejectUnauthorized: verify };
  const isEmpty = Object.keys(settings).length === 0;
  return isEmpty ? tls : { ...settings, ...tls };
}

/** Redirects followed in one call. */
const mostRedirects = 5;
/** Headers that the client sets itself. Any other may contain a key. */
const plain = /^(?:content-type|content-length|soapaction|accept-encoding)$/i;

/**
 * A transport that follows redirects (RFC 9110, section 15.4): with a GET after any of them, with
 * the same POST after 307 and 308. A call with possible credentials stays at its origin, and none
 * leaves https.
 *
 * @param transport Includes the client's cookies, which redirects may set.
 */
function followingRedirects(transport: Transport, options: ClientOptions): Transport {
  return async (request, clock, receiver) => {
    let current = request;
    for (let count = 0; ; count++) {
      const answer = await transport(current, clock, receiver);
      const { status, headers } = answer;
      const location = fromWire(headerValue(headers, 'location'));
      if (!isRedirect(status) || location === '') return answer;
      const body = discarded(answer.body);
      const target = parseHttpUrl(location, current.url);
      const reason =
        whyNot(current, status, target, options) ??
        (count < mostRedirects ? undefined : `${mostRedirects} redirects were followed. ${useIt}.`);
      if (target !== undefined && reason === undefined) {
        current = { ...current, url: withoutUser(target.href) };
        continue;
      }
      const text = redirectText(status, target?.href ?? location, current.method);
      const raw = rawAnswer({ status, headers, body });
      throw new AsmxError('http-status', `${text} ${reason}`, { raw });
    }
  };
}

/** The body of a redirect; empty if it has not been received yet. */
function discarded(body: Uint8Array | ByteSource): Uint8Array {
  if (body instanceof Uint8Array) return body;
  body.cancel();
  return new Uint8Array(0);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Why a redirect is not followed, and what to do instead. */
function whyNot(
  request: PreparedRequest,
  status: number,
  target: ParsedUrl | undefined,
  options: ClientOptions,
): string | undefined {
  if (target === undefined) return 'That is not an http or https URL.';
  if (request.method === 'POST' && status < 307) {
    return `A POST is sent again only after 307 and 308. ${useIt}.`;
  }
  const { protocol, host } = new platform.URL(request.url);
  if (protocol === 'https:' && target.protocol === 'http:') {
    return `That connection is not encrypted. ${useIt}.`;
  }
  if ((target.protocol !== protocol || target.host !== host) && hasCredentials(request, options)) {
    const rule = 'to which the credentials and headers of the call are not sent';
    return `That is another origin, ${rule}. ${useIt}.`;
  }
  return undefined;
}

function hasCredentials(
  { headers, confidential = false }: PreparedRequest,
  { security, cookies, tls }: ClientOptions,
): boolean {
  if (confidential || security !== undefined || cookies !== undefined) return true;
  if (['key', 'cert', 'pfx'].some((name) => tls?.[name] !== undefined)) return true;
  return Object.entries(headers).some(
    ([name, value]) => !plain.test(name) && !(name === 'User-Agent' && value === userAgent),
  );
}

/** A transport over `fetch`, the environment's or the caller's. It does not follow redirects. */
function createFetchTransport(fetch: FetchFunction): Transport {
  return async (request, clock, receiver) => {
    clock.check();
    const controller = new platform.AbortController();
    clock.onEnd((error) => controller.abort(error));
    try {
      const response = await fetch(request.url, initOf(request, controller.signal));
      if (response.type === 'opaqueredirect') throw hiddenRedirect(hostOf(request));
      return await receiver.fromFetch(response, headersOf(response), () => controller.abort());
    } catch (error) {
      if (error instanceof AsmxError) throw error;
      const host = hostOf(request);
      // browsers tell no reason, and may be offline
      const isTold = hasNodeHttp() || propertyOf(error, 'cause') !== undefined;
      const brief = noAnswer(error, host);
      throw isTold ? await inWords(brief, (words) => words.fetchError(error, host)) : brief;
    }
  };
}

/** Host and port. The query of a GET has parameters, which are no part of an error. */
function hostOf({ url }: PreparedRequest): string {
  return new platform.URL(url).host;
}

/** Browsers hide everything about a redirect except that there is one. */
function hiddenRedirect(host: string): AsmxError {
  const reason = 'answers with a redirect, and a browser does not say where to';
  return new AsmxError('http-status', `${host} ${reason}. Give the final address as endpoint.`);
}

function initOf(request: PreparedRequest, signal: AbortSignalLike): FetchInit {
  return {
    method: request.method,
    headers: { ...request.headers },
    // Every fetch also accepts bytes. FetchInit omits them, because their type depends on the
    // version of TypeScript.
    ...(request.body === undefined ? undefined : { body: request.body as string }),
    ...request.rest?.forFetch(request.body ?? ''),
    redirect: 'manual',
    signal: signal as PlatformSignal,
  };
}

function headersOf(response: FetchResponse): Record<string, string> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  response.headers.forEach((value, name) => {
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] =
      before === undefined ? value : `${before}${key === 'set-cookie' ? '\n' : ', '}${value}`;
  });
  return headers;
}
