import { AsmxError, propertyOf } from '../operation/descriptor.ts';
import { encodingWithHead } from '../parts/mime.ts';
import {
  afterEvents,
  byteLength,
  encodeUtf8,
  type ParsedUrl,
  platform,
  sendTogether,
} from '../platform/globals.ts';
import {
  type NodeAgent,
  type NodeAnswer,
  type NodeClientRequest,
  type NodeConnector,
  type NodeHttp,
  type NodeRequestOptions,
  type NodeSocket,
  nodeHttp,
} from '../platform/node.ts';
import type {
  CallClock,
  HeaderValues,
  OpenAnswer,
  PreparedRequest,
  Receiver,
  Transport,
  TransportAnswer,
} from './answer.ts';
import { type ClientOptions, inWords, noAnswer, type TlsOptions } from './request.ts';

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
  throw await inWords(noAnswer(error, Host), (words) => words[by](error as Error, lost));
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
