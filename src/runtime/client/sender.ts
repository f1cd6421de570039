import { AsmxError, type RawAnswer } from '../operation/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { type PlatformSignal, platform } from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import { type Address, readAddress } from './address.ts';
import type { CallClock } from './call-clock.ts';
import { createFetchTransport } from './fetch.ts';
import { changedHeaders, isReplaced } from './headers.ts';
import { createNodeTransport } from './node.ts';
import type { CallOptions, ClientInterceptor, ClientOptions, TlsOptions } from './options.ts';
import { followRedirects } from './redirect.ts';
import { securityOf } from './security.ts';
import type { OpenAnswer, PreparedRequest, Transport, TransportAnswer } from './transport.ts';

/** A call that is not sent yet. */
export interface UnsentCall {
  readonly operation: AnyOperation;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/** Sends the request of a call, within its clock. */
export type SendRequest<Answer> = (request: PreparedRequest, clock: CallClock) => Promise<Answer>;

/** Runs a call for those who trace it. `run` ends with the call, and sends with what it gets. */
export type TraceCall = <Answer extends TransportAnswer | OpenAnswer, Result>(
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
 * @throws AsmxError encode: `fetch` is given with `tls` or `agent`
 */
export function createSender(options: ClientOptions): Transport {
  checkFetch(options, options.tls ?? options.agent);
  let transport: Transport | undefined;
  const direct: Transport = (request, clock, receiver) => {
    transport ??= createTransport(options);
    return transport(request, clock, receiver);
  };
  const single = options.cookies?.around(direct) ?? direct;
  return options.redirect === 'follow' ? followRedirects(single, options) : single;
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
