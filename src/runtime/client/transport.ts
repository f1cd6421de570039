import {
  type AnyOperation,
  AsmxError,
  type ByteSource,
  messageOf,
  propertyOf,
  type RawAnswer,
} from '../operation/descriptor.ts';
import { encodingWithHead, fromWire } from '../parts/mime.ts';
import {
  type AbortSignalLike,
  afterEvents,
  byteLength,
  encodeUtf8,
  type FetchFunction,
  type FetchInit,
  type FetchResponse,
  hasNodeHttp,
  type NodeAgent,
  type NodeAnswer,
  type NodeClientRequest,
  type NodeConnector,
  type NodeHttp,
  type NodeRequestOptions,
  type NodeSocket,
  nodeHttp,
  type ParsedUrl,
  type PlatformSignal,
  platform,
  sendTogether,
  withoutUser,
} from '../platform/globals.ts';
import {
  type Address,
  type CallClock,
  type HeaderValues,
  headerValue,
  type OpenAnswer,
  type PreparedRequest,
  parseHttpUrl,
  type Receiver,
  rawAnswer,
  readAddress,
  redirectText,
  type Transport,
  type TransportAnswer,
  useIt,
} from './answer.ts';
import {
  type CallOptions,
  type ClientInterceptor,
  type ClientOptions,
  changedHeaders,
  isReplaced,
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
const most = 5;
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
        (count < most ? undefined : `${most} redirects were followed. ${useIt}.`);
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
      if (isTold) throw await inWords(error, host, ({ fetchError }) => fetchError(error, host));
      throw noAnswer(error, host);
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

/**
 * The error for a request without an answer. Its words are loaded with the first one, so that pages
 * do not load them. Where they cannot be loaded, the error has the reason as it was told.
 */
async function inWords(
  error: unknown,
  host: string | undefined,
  tell: (words: typeof import('./connection-errors.ts')) => unknown,
): Promise<unknown> {
  let words: typeof import('./connection-errors.ts');
  try {
    words = await import('./connection-errors.ts');
  } catch {
    return noAnswer(error, host);
  }
  return tell(words);
}

/** The error for a request without an answer, with the reason as it was told. */
function noAnswer(cause: unknown, host: string | undefined): AsmxError {
  return new AsmxError('transport', `No answer from ${host}: ${messageOf(cause)}`, { cause });
}

/** A transport over node:http and node:https with keep-alive connections. */
export function createNodeTransport(connections: ConnectionOptions): Transport {
  const poolFor = createPools(connections);
  const maxHeaderSize = headerLimit(connections.maxHeaderBytes);
  let target: Target | undefined;
  const prepare = (request: PreparedRequest): OutgoingRequest => {
    // Calls of a service use the same URL, except for GET, which has parameters in it.
    if (target?.url !== request.url) target = targetOf(request.url);
    const { host, protocol, hostname, port, path } = target;
    const pool = poolFor(protocol);
    const options: NodeRequestOptions = {
      ...pool.tls,
      protocol,
      hostname,
      port,
      path,
      method: request.method,
      // An object for this call alone, because tracers copy or extend it. Of names that differ only
      // in letter case, Node uses the last.
      headers: { Host: host, ...request.headers },
      agent: pool.agent,
      maxHeaderSize,
      opening: {},
    };
    return { pool, options, request };
  };
  return (request, clock, receiver) => exchange(prepare(request), clock, receiver);
}

/**
 * How connections are created. `tls` has settings of `tls.connect`; `maxConnections` counts per
 * host. Connections with such options are not shared with other clients.
 */
type ConnectionOptions = Pick<ClientOptions, 'tls' | 'maxConnections' | 'agent' | 'maxHeaderBytes'>;

/** Largest head of an answer. By default that of .NET, or that of Node if it is more. */
function headerLimit(given: number | undefined): number {
  const limit = given ?? Math.max(65_536, nodeHttp('http:').maxHeaderSize ?? 0);
  return Math.min(Math.ceil(limit), Number.MAX_SAFE_INTEGER);
}

/** The connections of one scheme. */
interface NodePool {
  readonly http: NodeHttp;
  readonly agent: NodeAgent;
  /** TLS settings that the agent does not have. */
  readonly tls: TlsOptions | undefined;
  /** TLS settings of the client, for errors. */
  readonly given: TlsOptions | undefined;
  /** Time of the last answer, in milliseconds since 1970. */
  heard: number;
}

/** Connections shared by all clients without their own settings, by scheme. */
const sharedPools: Map<string, NodePool> = new Map();

/** Keep-alive connections by scheme, such as `https:`. */
function createPools({
  tls,
  maxConnections,
  agent,
}: ConnectionOptions): (protocol: string) => NodePool {
  const shared = tls === undefined && maxConnections === undefined && agent === undefined;
  const pools: Map<string, NodePool> = shared ? sharedPools : new Map();
  return (protocol) => {
    const known = pools.get(protocol);
    if (known !== undefined) return known;
    const http = nodeHttp(protocol);
    const settings = protocol === 'https:' ? tls : undefined;
    const common = { http, given: settings, heard: 0 };
    const pool: NodePool =
      agent === undefined
        ? { ...common, agent: createAgent(http, settings, maxConnections), tls: undefined }
        : { ...common, agent, tls: settings };
    pools.set(protocol, pool);
    return pool;
  };
}

function createAgent(
  http: NodeHttp,
  tls: TlsOptions | undefined,
  maxConnections = Number.POSITIVE_INFINITY,
): NodeAgent {
  // Node decides by its version, its options and the environment whether there are proxies.
  const proxyEnv = http.globalAgent.options?.proxyEnv;
  const agent = new http.Agent({
    proxyEnv,
    ...tls,
    keepAlive: true,
    maxSockets: maxConnections,
  });
  if (proxyEnv !== undefined) tellOpening(agent);
  return agent;
}

/**
 * Lets an agent tell of the connections it opens. A request gets that of a tunnel only once it
 * leads to the service, and so could not close one that never does.
 */
function tellOpening(agent: NodeConnector): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, ...more) => {
    const socket = connect(options, ...more);
    options.opening.socket = socket;
    return socket;
  };
}

interface Target extends Pick<NodeRequestOptions, 'protocol' | 'hostname' | 'port' | 'path'> {
  readonly url: string;
  readonly host: string;
}

function targetOf(url: string): Target {
  const { protocol, host, hostname, port }: ParsedUrl = new platform.URL(url);
  return {
    url,
    protocol,
    host,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    // Not pathname and search of the parsed URL, which lose a bare `?` and re-encode what the
    // contract fixes.
    path: requestTarget(url),
  };
}

/**
 * Path and query of an absolute URL unchanged, with characters beyond ASCII percent-encoded as
 * UTF-8.
 */
function requestTarget(url: string): string {
  const hash = url.indexOf('#');
  const text = hash < 0 ? url : url.slice(0, hash);
  const start = /^[^:]*:\/\/[^/?]*/.exec(text)?.[0].length ?? 0;
  const target = text.slice(start).replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
  return target.startsWith('/') ? target : `/${target}`;
}

/** The request of one exchange. */
interface OutgoingRequest {
  readonly pool: NodePool;
  readonly options: NodeRequestOptions;
  readonly request: PreparedRequest;
}

/** Requests that each connection has carried. */
const uses: WeakMap<NodeSocket, number> = new WeakMap();
/**
 * After this many milliseconds without an answer, a kept connection may have been closed unnoticed.
 */
const quiet = 1000;
/**
 * Milliseconds before the second request of a connection. Some servers close each connection after
 * an answer that does not say so; what they send arrives within this time.
 */
const grace = 10;

/**
 * Sends a request and receives its answer. If a kept connection turns out to be closed, it is
 * replaced, as long as nothing has been written to it (RFC 9112, section 9.5). After that, the
 * request may have been handled, so it is not sent again, whatever its method: a contract does not
 * say which operations are idempotent.
 */
function exchange<Answer extends TransportAnswer | OpenAnswer>(
  outgoing: OutgoingRequest,
  clock: CallClock,
  receiver: Receiver<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    clock.check();
    const { pool, options } = outgoing;
    const sent = begin(outgoing, resolve);
    if (sent === undefined) return;
    let open = true;
    let received: NodeAnswer | undefined;
    let used = 0;
    const fail = (error: AsmxError | Promise<never>): void => {
      if (!open) return;
      open = false;
      if (error instanceof AsmxError) reject(error);
      else resolve(error);
      sent.destroy();
      options.opening.socket?.destroy();
    };
    const lose = (error: Error): void => {
      if (!open) return;
      if (used > 0 && !sent.headersSent) {
        open = false;
        exchange(outgoing, clock, receiver).then(resolve, reject);
        return;
      }
      // What follows a whole answer is none of it.
      if (received?.complete && isParseError(error)) return;
      fail(failed(outgoing, mayHaveArrived(error, sent), error, 'transportError'));
    };
    const receive = (answer: NodeAnswer): void => {
      received = answer;
      pool.heard = Date.now();
      // That is another protocol, without an answer.
      if (answer.statusCode === 101) fail(switched());
      else receiver.fromNode(answer, sent, done, fail);
    };
    const done = (answer: Answer): void => {
      open = false;
      resolve(answer);
    };
    clock.onEnd(fail);
    // No request may follow on the connection then (RFC 9112, section 9.6).
    if (/close/i.test(String(sent.getHeader('connection')))) sent.shouldKeepAlive = false;
    sent.on('error', lose);
    sent.on('close', () => {
      if (received === undefined) lose(closed());
    });
    sent.on('upgrade', receive);
    sent.on('response', receive);
    sent.on('socket', (socket) => {
      options.opening.socket = undefined;
      used = uses.get(socket) ?? 0;
      uses.set(socket, used + 1);
      whenUsable(used, pool, () => sendRequest(sent, outgoing));
    });
  });
}

/** Rejects with the error for a request without an answer. */
async function failed(
  { pool, options, request }: OutgoingRequest,
  mayHaveArrived: boolean,
  error: unknown,
  by: 'transportError' | 'refusedRequest',
): Promise<never> {
  const { maxHeaderSize: maxHeaderBytes, headers } = options;
  const { Host } = headers;
  const lost = { url: request.url, tls: pool.given, maxHeaderBytes, mayHaveArrived };
  throw await inWords(error, Host, (words) => words[by](error as Error, lost));
}

/** Whether the connection was lost after part of the request may have been sent. */
function mayHaveArrived(error: Error, { headersSent, socket }: NodeClientRequest): boolean {
  const call = propertyOf(error, 'syscall');
  const isHangUp = propertyOf(error, 'code') === 'ECONNRESET';
  const isLost = call === 'read' || call === 'write';
  return headersSent && (isHangUp || isLost) && socket?.secureConnecting !== true;
}

/** Begins a request, unless node:http refuses it: then the call ends with the error for that. */
function begin(
  outgoing: OutgoingRequest,
  end: (error: Promise<never>) => void,
): NodeClientRequest | undefined {
  try {
    return outgoing.pool.http.request(outgoing.options);
  } catch (error) {
    end(failed(outgoing, false, error, 'refusedRequest'));
    return undefined;
  }
}

/**
 * Calls back once it would be known that the server has closed a connection.
 *
 * @param used Requests the connection has carried.
 */
function whenUsable(used: number, { heard }: NodePool, write: () => void): void {
  if (used === 1) platform.setTimeout(() => afterEvents(write), grace);
  // The event that the server closed the connection may still be pending.
  else if (used > 1 && Date.now() - heard > quiet) afterEvents(write);
  else write();
}

/** The error for a server that changes the protocol. */
function switched(): AsmxError {
  return new AsmxError('protocol', 'The server answered with status 101.');
}

/** Whether an answer, or what follows it, is not HTTP. */
function isParseError(error: Error): boolean {
  return String(propertyOf(error, 'code')).startsWith('HPE_');
}

/** The error for a connection that ends without an answer or an error. */
function closed(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}

function sendRequest(sent: NodeClientRequest, { options, request }: OutgoingRequest): void {
  if (sent.destroyed) return;
  const { rest, body = '' } = request;
  if (rest === undefined) sendBody(sent, options.headers, body);
  else rest.toNode(sent, body);
}

function sendBody(sent: NodeClientRequest, headers: HeaderValues, body: string | Uint8Array): void {
  if (body instanceof Uint8Array) {
    sent.end(body);
    return;
  }
  const encoding = encodingWithHead(body, byteLength(body), Object.values(headers));
  if (sendTogether !== undefined && encoding !== undefined) sendTogether(sent, body, encoding);
  else if (body === '') sent.end();
  else sent.end(encodeUtf8(body));
}
