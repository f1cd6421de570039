import { AsmxError } from '../operation/errors.ts';
import { platform } from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import { createFetchTransport } from './fetch.ts';
import { createNodeTransport } from './node.ts';
import type { ClientOptions, TlsOptions } from './options.ts';
import type { Transport } from './transport.ts';

/**
 * What requests of a client go through behind its interceptors: cookies, redirects and the
 * connection.
 */
export function createSender(options: ClientOptions): Transport {
  let transport: Transport | undefined;
  const direct: Transport = (request, limits, receiver) => {
    transport ??= createTransport(options);
    return transport(request, limits, receiver);
  };
  const single = options.cookies?.around(direct) ?? direct;
  return options.redirect === 'follow' ? withRedirects(single, options) : single;
}

/**
 * Node's own HTTP where there is any, since `fetch` costs several times its CPU there; else
 * `fetch`.
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

/** Loads with the first request what follows redirects: few clients need it. */
function withRedirects(transport: Transport, options: ClientOptions): Transport {
  let following: Promise<Transport> | undefined;
  return async (request, limits, receiver) => {
    following ??= import('./redirect.ts').then(({ followRedirects }) =>
      followRedirects(transport, options),
    );
    return (await following)(request, limits, receiver);
  };
}

/** TLS settings of the options and of a security object with a client certificate. */
function tlsOptions({ tls, security }: ClientOptions): TlsOptions | undefined {
  if (security?.addOptions === undefined) return tls;
  const given: Record<string, unknown> = {};
  security.addOptions(given);
  // Made for another HTTP library: its agent keeps no connections, and its settings are here beside
  // it.
  const { httpsAgent: _, strictSSL, ntlm, rejectUnauthorized, ...others } = given;
  if (ntlm === true) {
    throw new AsmxError('transport', 'For NTLM, give ntlm({ username, password }) as security.');
  }
  const verify = rejectUnauthorized ?? (strictSSL === false ? false : undefined);
  const settings = verify === undefined ? others : { ...others, rejectUnauthorized: verify };
  const isEmpty = Object.keys(settings).length === 0;
  return isEmpty ? tls : { ...settings, ...tls };
}
