import { AsmxError, type RawAnswer } from '../operation/errors.ts';
import { platform } from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import { createFetchTransport } from './fetch.ts';
import { changedHeaders } from './headers.ts';
import { createNodeTransport } from './node.ts';
import type { ClientInterceptor, ClientOptions, TlsOptions } from './options.ts';
import { followRedirects } from './redirect.ts';
import { checkUrl } from './request.ts';
import type { PreparedRequest, Transport } from './transport.ts';

/** Sends a request through the interceptors, the first one outermost, and then through `last`. */
export function intercept(
  interceptors: readonly ClientInterceptor[],
  request: PreparedRequest,
  last: (request: PreparedRequest) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const run = async (index: number, current: PreparedRequest): Promise<RawAnswer> => {
    const interceptor = interceptors[index];
    if (interceptor !== undefined) return interceptor(current, (next) => run(index + 1, next));
    if (current.url !== request.url) checkUrl(current.url);
    return last({ ...current, headers: changedHeaders(current.headers, current.body) });
  };
  return run(0, request);
}

/** Sends requests after the interceptors: cookies, redirects and the connection. */
export function createSender(options: ClientOptions): Transport {
  let transport: Transport | undefined;
  const direct: Transport = (request, limits, receiver) => {
    transport ??= createTransport(options);
    return transport(request, limits, receiver);
  };
  const single = options.cookies?.around(direct) ?? direct;
  return options.redirect === 'follow' ? followRedirects(single, options) : single;
}

/**
 * On Node its own HTTP, because `fetch` takes several times its CPU time there; elsewhere `fetch`.
 */
function createTransport(options: ClientOptions): Transport {
  const { fetch = platform.fetch, security } = options;
  const own = security?.createTransport?.(options);
  if (own !== undefined) return own;
  const tls = tlsOptions(options);
  if (options.fetch === undefined && hasNodeHttp()) {
    return createNodeTransport(tls, options.maxConnections);
  }
  if (fetch !== undefined) return createFetchTransport(fetch);
  throw new AsmxError('transport', 'There is no fetch here: give one in the client options.');
}

/** TLS settings of the options and of a security object with a client certificate. */
function tlsOptions({ tls, security }: ClientOptions): TlsOptions | undefined {
  if (security?.addOptions === undefined) return tls;
  const given: Record<string, unknown> = {};
  security.addOptions(given);
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
