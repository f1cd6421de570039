import { watchCall } from './call-timer.ts';
import type { HeaderValues, PreparedRequest, TlsOptions } from './client-options.ts';
import { AsmxError } from './errors.ts';
import { encodingWithHead } from './header-text.ts';
import {
  decompress,
  joinBytes,
  type NodeAnswer,
  type NodeClientRequest,
  type NodeRequestOptions,
} from './node.ts';
import { openBody } from './node-body.ts';
import { createPools, type NodePool } from './node-pool.ts';
import { type ParsedUrl, platform } from './platform.ts';
import { sendTogether } from './send-together.ts';
import { byteLength, encodeUtf8 } from './text-encoder.ts';
import {
  answerTooLarge,
  brokenOff,
  headerValue,
  rawAnswer,
  type Transport,
  type TransportAnswer,
  type TransportLimits,
} from './transport.ts';

/**
 * A transport over node:http and node:https with keep-alive connections.
 *
 * @param tls Settings of `tls.connect`; connections with such settings are not shared with other clients.
 * @param maxConnections Per host; `undefined` for no limit.
 */
export function createNodeTransport(
  tls: TlsOptions | undefined,
  maxConnections: number | undefined,
): Transport {
  const poolFor = createPools(tls, maxConnections);
  let lastUrl = '';
  let lastTarget: Target | undefined;
  const prepare = (request: PreparedRequest): OutgoingRequest => {
    // Calls of a service go to one URL, except that GET has its parameters there.
    if (lastTarget === undefined || lastUrl !== request.url) {
      lastTarget = targetOf(request.url);
      lastUrl = request.url;
    }
    const { host, protocol, hostname, port, path } = lastTarget;
    const pool = poolFor(protocol);
    const options: NodeRequestOptions = {
      protocol,
      hostname,
      port,
      path,
      method: request.method,
      // An object of this call's own: tracers copy it or add to it. Of names that differ in letter case Node takes the last.
      headers: { Host: host, ...request.headers },
      agent: pool.agent,
    };
    return { pool, options, request };
  };
  return {
    send: (request, limits) =>
      exchange(prepare(request), limits, true, (answer, _, done, fail) =>
        collect(answer, limits.maxResponseBytes, fail, done),
      ),
    open: (request, limits) =>
      exchange(prepare(request), limits, true, (answer, sent, done) =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: openBody(answer, sent),
        }),
      ),
  };
}

interface Target extends Pick<NodeRequestOptions, 'protocol' | 'hostname' | 'port' | 'path'> {
  readonly host: string;
}

function targetOf(url: string): Target {
  const { protocol, host, hostname, port }: ParsedUrl = new platform.URL(url);
  return {
    protocol,
    host,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    // Not pathname and search of the parsed URL: those lose a bare `?` and re-encode what a contract has fixed.
    path: requestTarget(url),
  };
}

/** Path and query of an absolute URL as they stand there. */
export function requestTarget(url: string): string {
  const hash = url.indexOf('#');
  const text = hash < 0 ? url : url.slice(0, hash);
  const start = /^[^:]*:\/\/[^/?]*/.exec(text)?.[0].length ?? 0;
  const target = text.slice(start);
  return target.startsWith('/') ? target : `/${target}`;
}

/** What one exchange sends. */
interface OutgoingRequest {
  readonly pool: NodePool;
  readonly options: NodeRequestOptions;
  readonly request: PreparedRequest;
}

/** @param receive Makes the result of an answer whose head has come. */
function exchange<Result>(
  outgoing: OutgoingRequest,
  limits: Omit<TransportLimits, 'maxResponseBytes'>,
  mayRetry: boolean,
  receive: (
    answer: NodeAnswer,
    sent: NodeClientRequest,
    done: (result: Result) => void,
    fail: (error: AsmxError) => void,
  ) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { pool, options, request } = outgoing;
    const sent = pool.http.request(options);
    let answered = false;
    let settled = false;
    const stop = watchCall(limits.timeout, limits.signal, (error) => fail(error));
    const fail = (error: AsmxError): void => {
      if (settled) return;
      settled = true;
      stop();
      reject(error);
      sent.destroy();
    };
    const done = (result: Result): void => {
      if (settled) return;
      settled = true;
      stop();
      resolve(result);
    };
    sent.on('error', (error) => {
      // The server closed an idle connection just as it was taken into use: nothing was handled.
      if (mayRetry && !answered && !settled && sent.reusedSocket && isReset(error)) {
        settled = true;
        stop();
        exchange(outgoing, limits, false, receive).then(resolve, reject);
        return;
      }
      fail(new AsmxError('transport', transportMessage(error, request.url), { cause: error }));
    });
    sent.on('response', (answer) => {
      answered = true;
      receive(answer, sent, done, fail);
    });
    sendBody(sent, options.headers, request.body);
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

/** Gathers the body, undoing its content coding, within the limit. */
function collect(
  answer: NodeAnswer,
  limit: number,
  fail: (error: AsmxError) => void,
  done: (answer: TransportAnswer) => void,
): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const partial = (): TransportAnswer => ({
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: joinBytes(chunks, length),
  });
  answer.on('data', (chunk) => {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else {
      length -= chunk.length;
      fail(answerTooLarge(limit, partial()));
    }
  });
  const broken = (cause?: unknown): void => fail(brokenOff(rawAnswer(partial()), cause));
  answer.on('error', broken);
  answer.on('aborted', () => broken());
  answer.on('end', () => {
    if (!answer.complete) return broken();
    const whole = partial();
    const coding = headerValue(answer.headers, 'content-encoding').trim().toLowerCase();
    if (coding === '' || coding === 'identity') return done(whole);
    try {
      const body = decompress(whole.body, coding, limit);
      if (body !== undefined) return done({ ...whole, body });
      fail(
        new AsmxError('protocol', `The answer has the unknown content coding ${coding}.`, {
          raw: rawAnswer(whole),
        }),
      );
    } catch (error) {
      fail(
        isTooLarge(error)
          ? answerTooLarge(limit, whole)
          : new AsmxError('decode', `The answer is not valid ${coding}.`, {
              raw: rawAnswer(whole),
              cause: error,
            }),
      );
    }
  });
}

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function isReset(error: Error): boolean {
  return errorCode(error) === 'ECONNRESET' || errorCode(error) === 'EPIPE';
}

function isTooLarge(error: unknown): boolean {
  return errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
}

function transportMessage(error: Error, url: string): string {
  const { host } = new platform.URL(url);
  const code = errorCode(error);
  return code === 'ECONNREFUSED'
    ? `No connection to ${host}: it was refused.`
    : `No answer from ${host}: ${error.message || code}`;
}
