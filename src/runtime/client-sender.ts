import type { AnyOperation } from './any-operation.ts';
import { abortError } from './call-timer.ts';
import { createCookieJar } from './client-cookies.ts';
import type { CallOptions, ClientOptions, PreparedRequest } from './client-options.ts';
import { setHeaders } from './client-request.ts';
import { withOperation } from './codec-error.ts';
import { AsmxError, isAsmxError, type RawAnswer } from './errors.ts';
import { hasNodeHttp } from './node.ts';
import { platform } from './platform.ts';
import { isFault } from './soap-fault.ts';
import {
  rawAnswer,
  type Transport,
  type TransportAnswer,
  type TransportLimits,
} from './transport.ts';
import { createFetchTransport } from './transport-fetch.ts';
import { createNodeTransport } from './transport-node.ts';

const defaultTimeout = 100_000;
const defaultMaxResponseBytes = 64 * 1024 * 1024;

/** Sends one request and gives the answer, whatever its status; rejects with an `AsmxError` or a fault. */
export type Sender = (
  request: PreparedRequest,
  operation: AnyOperation,
  call: CallOptions | undefined,
) => Promise<TransportAnswer>;

/** Sends requests by the client's transport, with its cookies and interceptors around it. */
export function createSender(options: ClientOptions): Sender {
  const jar = options.cookies === true ? createCookieJar() : undefined;
  const { interceptors = [], timeout, maxResponseBytes } = options;
  let transport: Transport | undefined;

  const transmit = async (
    request: PreparedRequest,
    limits: TransportLimits,
  ): Promise<TransportAnswer> => {
    if (limits.signal?.aborted === true) throw abortError(limits.signal);
    transport ??= createTransport(options);
    if (jar === undefined) return transport(request, limits);
    const cookie = jar.header(request.url);
    const headers = { ...request.headers };
    if (cookie !== '') setHeaders(headers, { Cookie: cookie });
    const answer = await transport({ ...request, headers }, limits);
    const set = answer.headers['set-cookie'];
    if (set !== undefined) jar.store(request.url, typeof set === 'string' ? set.split('\n') : set);
    return answer;
  };

  return async (request, operation, call) => {
    const limits: TransportLimits = {
      timeout: call?.timeout ?? timeout ?? defaultTimeout,
      maxResponseBytes: maxResponseBytes ?? defaultMaxResponseBytes,
      signal: call?.signal,
    };
    try {
      if (interceptors.length === 0) return await transmit(request, limits);
      const run = (index: number, current: PreparedRequest): Promise<RawAnswer> => {
        const interceptor = interceptors[index];
        return interceptor === undefined
          ? transmit(current, limits).then(rawAnswer)
          : interceptor(current, (next) => run(index + 1, next));
      };
      return await run(0, request);
    } catch (error) {
      if (isFault(error)) throw error;
      const failure = isAsmxError(error)
        ? error
        : new AsmxError('transport', error instanceof Error ? error.message : String(error), {
            cause: error,
          });
      throw withOperation(failure, operation, request.binding);
    }
  };
}

/** node:http where there is one, since `fetch` costs several times its CPU there; else `fetch`. */
function createTransport(options: ClientOptions): Transport {
  if (options.fetch !== undefined) return createFetchTransport(options.fetch);
  if (hasNodeHttp()) {
    const tls = tlsOptions(options);
    return createNodeTransport(tls, options.maxConnections);
  }
  if (platform.fetch !== undefined) return createFetchTransport(platform.fetch);
  throw new AsmxError('transport', 'There is no fetch here: give one in the client options.');
}

/** TLS settings of the options and of a security object with a client certificate. */
function tlsOptions({
  tls,
  security,
}: ClientOptions): Readonly<Record<string, unknown>> | undefined {
  if (security?.addOptions === undefined) return tls;
  const given: Record<string, unknown> = {};
  security.addOptions(given);
  // Made for another HTTP library: its agent keeps no connections, and its settings are here beside it.
  const { httpsAgent: _, strictSSL, ntlm, rejectUnauthorized, ...others } = given;
  if (ntlm === true) {
    throw new AsmxError('transport', 'NTLM is not supported: use another security object.');
  }
  const verify = rejectUnauthorized ?? (strictSSL === false ? false : undefined);
  const settings = verify === undefined ? others : { ...others, rejectUnauthorized: verify };
  return Object.keys(settings).length === 0 ? tls : { ...settings, ...tls };
}
