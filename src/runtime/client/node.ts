import { AsmxError, propertyOf } from '../operation/errors.ts';
import { type ParsedUrl, platform } from '../platform/globals.ts';
import {
  afterEvents,
  type NodeAgent,
  type NodeClientRequest,
  type NodeHttp,
  type NodeRequestOptions,
  nodeHttp,
} from '../platform/node.ts';
import { sendTogether } from '../platform/send-together.ts';
import { byteLength, encodeUtf8 } from '../text/encoding.ts';
import { encodingWithHead } from '../text/header.ts';
import type { TlsOptions } from './options.ts';
import {
  type ExchangeLimits,
  type HeaderValues,
  type OpenAnswer,
  type PreparedRequest,
  type Receiver,
  type Transport,
  type TransportAnswer,
  unknownFate,
  watchCall,
} from './transport.ts';

/**
 * A transport over node:http and node:https with keep-alive connections.
 *
 * @param tls Settings of `tls.connect`. Connections with such settings are not shared with other
 *   clients.
 * @param maxConnections Per host; `undefined` for no limit.
 */
export function createNodeTransport(
  tls: TlsOptions | undefined,
  maxConnections: number | undefined,
): Transport {
  const poolFor = createPools(tls, maxConnections);
  let target: Target | undefined;
  const prepare = (request: PreparedRequest): OutgoingRequest => {
    // Calls of a service use the same URL, except for GET, which has parameters in it.
    if (target?.url !== request.url) target = targetOf(request.url);
    const { host, protocol, hostname, port, path } = target;
    const pool = poolFor(protocol);
    const options: NodeRequestOptions = {
      protocol,
      hostname,
      port,
      path,
      method: request.method,
      // An object for this call alone, because tracers copy or extend it. Of names that differ only
      // in letter case, Node uses the last.
      headers: { Host: host, ...request.headers },
      agent: pool.agent,
    };
    return { pool, options, request };
  };
  return (request, limits, receiver) => exchange(prepare(request), limits, true, receiver);
}

/** The connections of one scheme. */
interface NodePool {
  readonly http: NodeHttp;
  readonly agent: NodeAgent;
  /** Time of the last answer, in milliseconds since 1970. */
  heard: number;
}

/** Connections shared by all clients without their own settings, by scheme. */
const sharedPools: Map<string, NodePool> = new Map();

/**
 * Keep-alive connections by scheme, such as `https:`.
 *
 * @param tls Settings of `tls.connect`. Connections with such settings are not shared with other
 *   clients.
 * @param maxConnections Per host; `undefined` for no limit.
 */
function createPools(
  tls: TlsOptions | undefined,
  maxConnections: number | undefined,
): (protocol: string) => NodePool {
  const shared = tls === undefined && maxConnections === undefined;
  const pools: Map<string, NodePool> = shared ? sharedPools : new Map();
  return (protocol) => {
    const known = pools.get(protocol);
    if (known !== undefined) return known;
    const http = nodeHttp(protocol);
    const agent = new http.Agent({
      ...(protocol === 'https:' ? tls : undefined),
      keepAlive: true,
      maxSockets: maxConnections ?? Number.POSITIVE_INFINITY,
    });
    const pool = { http, agent, heard: 0 };
    pools.set(protocol, pool);
    return pool;
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

/**
 * After this many milliseconds without an answer, a kept connection may have been closed unnoticed.
 */
const quiet = 1000;

/**
 * Sends a request and receives its answer. If a kept connection turns out to be closed, it is
 * replaced by a new one, as long as nothing has been written to it. After that, the request may
 * have been handled, so it is not sent again, whatever its method: a contract does not say which
 * operations are idempotent.
 */
function exchange<Answer extends TransportAnswer | OpenAnswer>(
  outgoing: OutgoingRequest,
  limits: ExchangeLimits,
  mayRetry: boolean,
  receiver: Receiver<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { pool, options, request } = outgoing;
    const sent = pool.http.request(options);
    let settled = false;
    const stop = watchCall(limits.timeout, limits.signal, (error) => fail(error));
    const settle = (): boolean => {
      if (settled) return false;
      settled = true;
      stop();
      return true;
    };
    const fail = (error: AsmxError): void => {
      if (!settle()) return;
      reject(error);
      sent.destroy();
    };
    const done = (answer: Answer): void => {
      if (settle()) resolve(answer);
    };
    sent.on('error', (error) => {
      if (mayRetry && sent.reusedSocket && !sent.headersSent && settle()) {
        exchange(outgoing, limits, false, receiver).then(resolve, reject);
        return;
      }
      const message = transportMessage(error, sent, request.url);
      fail(new AsmxError('transport', message, { cause: error }));
    });
    sent.on('response', (answer) => {
      pool.heard = Date.now();
      receiver.fromNode(answer, sent, done, fail);
    });
    const write = (): void => {
      if (!sent.destroyed) sendBody(sent, options.headers, request.body);
    };
    // The event that the server closed the connection may still be pending.
    if (sent.reusedSocket && Date.now() - pool.heard > quiet) afterEvents(write);
    else write();
  });
}

function sendBody(
  sent: NodeClientRequest,
  headers: HeaderValues,
  body: string | Uint8Array | undefined,
): void {
  if (body instanceof Uint8Array) {
    sent.end(body);
    return;
  }
  const text = body ?? '';
  const encoding = encodingWithHead(text, byteLength(text), Object.values(headers));
  if (sendTogether !== undefined && encoding !== undefined) sendTogether(sent, text, encoding);
  else if (text === '') sent.end();
  else sent.end(encodeUtf8(text));
}

function transportMessage(error: Error, sent: NodeClientRequest, url: string): string {
  const { host } = new platform.URL(url);
  const code = propertyOf(error, 'code');
  if (code === 'ECONNREFUSED') return `No connection to ${host}: it was refused.`;
  const message = `No answer from ${host}: ${error.message || String(code)}`;
  return mayHaveArrived(error, sent) ? `${message}. ${unknownFate}` : message;
}

/** Whether the connection was lost after part of the request may have been sent. */
function mayHaveArrived(error: Error, { headersSent, socket }: NodeClientRequest): boolean {
  const call = propertyOf(error, 'syscall');
  const isHangUp = propertyOf(error, 'code') === 'ECONNRESET';
  const isLost = call === 'read' || call === 'write';
  return headersSent && (isHangUp || isLost) && socket?.secureConnecting !== true;
}
