import type { AnyOperation } from './any-operation.ts';
import { ByteCollector } from './byte-collector.ts';
import { bytesSource, gather, limitSource } from './byte-source.ts';
import { createCookieJar } from './client-cookies.ts';
import { changedHeaders, setHeaders } from './client-headers.ts';
import {
  type ClientInterceptor,
  type ClientOptions,
  defaultMaxResponseBytes,
  type PreparedRequest,
  type TlsOptions,
} from './client-options.ts';
import { checkUrl } from './client-request.ts';
import { withOperation } from './codec-error.ts';
import { AsmxError, isAsmxError, type RawAnswer } from './errors.ts';
import { hasNodeHttp } from './node.ts';
import type { NtlmCredentials } from './ntlm-message.ts';
import type { BindingName } from './operation.ts';
import { platform } from './platform.ts';
import { isFault, type SoapFault } from './soap-fault.ts';
import { type ByteSource, type OpenAnswer, rawAnswer, type Transport } from './transport.ts';
import { createFetchTransport } from './transport-fetch.ts';
import { createNodeTransport } from './transport-node.ts';
import { isSuccess } from './wire.ts';

/**
 * Sends requests by the client's transport, with its cookies and interceptors around it. It may throw as well as reject,
 * and with errors of interceptors too: `sendError` makes one class of them.
 */
export function createSender(options: ClientOptions): Transport {
  const { interceptors = [] } = options;
  let transport: Transport | undefined;
  const direct: Transport = {
    send(request, limits) {
      transport ??= createTransport(options);
      return transport.send(request, limits);
    },
    open(request, limits) {
      transport ??= createTransport(options);
      return transport.open(request, limits);
    },
  };
  const single = options.cookies === true ? withCookies(direct) : direct;
  const transmit = options.redirect === 'follow' ? withRedirects(single, options) : single;
  return interceptors.length === 0 ? transmit : withInterceptors(transmit, interceptors, options);
}

function withCookies({ send, open }: Transport): Transport {
  const jar = createCookieJar();
  const withCookie = (request: PreparedRequest): PreparedRequest => {
    const cookie = jar.header(request.url);
    const headers = { ...request.headers };
    if (cookie !== '') setHeaders(headers, { Cookie: cookie });
    return { ...request, headers };
  };
  const store = <Head extends Pick<OpenAnswer, 'headers'>>(url: string, answer: Head): Head => {
    const set = answer.headers['set-cookie'];
    if (set !== undefined) jar.store(url, typeof set === 'string' ? set.split('\n') : set);
    return answer;
  };
  return {
    send: async (request, limits) => store(request.url, await send(withCookie(request), limits)),
    open: async (request, limits) => store(request.url, await open(withCookie(request), limits)),
  };
}

function withInterceptors(
  transmit: Transport,
  interceptors: readonly ClientInterceptor[],
  options: ClientOptions,
): Transport {
  const through = (
    request: PreparedRequest,
    last: (request: PreparedRequest) => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    const run = async (index: number, current: PreparedRequest): Promise<RawAnswer> => {
      const interceptor = interceptors[index];
      if (interceptor !== undefined) return interceptor(current, (next) => run(index + 1, next));
      if (current.url !== request.url) checkUrl(current.url);
      return last({ ...current, headers: changedHeaders(current.headers, current.body) });
    };
    return run(0, request);
  };
  return {
    send: (request, limits) =>
      through(request, async (current) => rawAnswer(await transmit.send(current, limits))),
    async open(request, limits) {
      // Interceptors see the whole body of an error only: that of a stream stays outside until they are done.
      let body: ByteSource | undefined;
      const answer = await through(request, async (current) => {
        body?.cancel();
        body = undefined;
        const opened = await transmit.open(current, limits);
        const { status, headers } = opened;
        const source = limitSource(opened, { ...limits, maxResponseBytes: undefined });
        if (isSuccess(status)) {
          body = source;
          return rawAnswer({ status, headers, body: new Uint8Array(0) });
        }
        const most = options.maxResponseBytes ?? defaultMaxResponseBytes;
        return rawAnswer({
          status,
          headers,
          body: await gather(source, new ByteCollector(), most, opened),
        });
      });
      if (body !== undefined && answer.body.length === 0) return { ...answer, body };
      body?.cancel();
      return { ...answer, body: bytesSource(answer.body) };
    },
  };
}

/** Whatever sending failed with, as an error of this client: faults and `AsmxError`s stay what they are. */
export function sendError(
  error: unknown,
  operation: AnyOperation,
  binding: BindingName,
): SoapFault | AsmxError {
  if (isFault(error)) return error;
  const failure = isAsmxError(error)
    ? error
    : new AsmxError('transport', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
  return withOperation(failure, operation, binding);
}

/** node:http where there is one, since `fetch` costs several times its CPU there; else `fetch`. */
function createTransport(options: ClientOptions): Transport {
  const { tls, credentials } = connectionOptions(options);
  const isNode = options.fetch === undefined && hasNodeHttp();
  if (credentials !== undefined) {
    if (isNode) {
      return createLateTransport(async () => {
        const { createNtlmTransport } = await import('./transport-ntlm.ts');
        return createNtlmTransport(credentials, tls, options.maxConnections);
      });
    }
    throw new AsmxError('transport', 'NTLM signs in connections, which fetch does not show.');
  }
  if (options.fetch !== undefined) return createFetchTransport(options.fetch);
  if (isNode) return createNodeTransport(tls, options.maxConnections);
  if (platform.fetch !== undefined) return createFetchTransport(platform.fetch);
  throw new AsmxError('transport', 'There is no fetch here: give one in the client options.');
}

/** A transport whose code is loaded with the first request: few need it. */
function createLateTransport(load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  const loaded = (): Promise<Transport> => {
    loading ??= load();
    return loading;
  };
  return {
    send: async (request, limits) => (await loaded()).send(request, limits),
    open: async (request, limits) => (await loaded()).open(request, limits),
  };
}

function withRedirects(transport: Transport, options: ClientOptions): Transport {
  return createLateTransport(async () => {
    const { followRedirects } = await import('./transport-redirect.ts');
    return followRedirects(transport, options);
  });
}

interface ConnectionOptions {
  readonly tls: TlsOptions | undefined;
  /** Of a security object for NTLM. */
  readonly credentials?: NtlmCredentials | undefined;
}

/** TLS settings of the options and of a security object with a client certificate, or the credentials of one for NTLM. */
function connectionOptions({ tls, security }: ClientOptions): ConnectionOptions {
  if (security?.addOptions === undefined) return { tls };
  const given: Record<string, unknown> = {};
  security.addOptions(given);
  // Made for another HTTP library: its agent keeps no connections, and its settings are here beside it.
  const { httpsAgent: _, strictSSL, ntlm, rejectUnauthorized, ...others } = given;
  const { username, password, domain, workstation, ...rest } = others;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const credentials =
    ntlm === true
      ? {
          username: text(username),
          password: text(password),
          domain: text(domain),
          workstation: text(workstation),
        }
      : undefined;
  const own = credentials === undefined ? others : rest;
  const verify = rejectUnauthorized ?? (strictSSL === false ? false : undefined);
  const settings = verify === undefined ? own : { ...own, rejectUnauthorized: verify };
  const isEmpty = Object.keys(settings).length === 0;
  return { tls: isEmpty ? tls : { ...settings, ...tls }, credentials };
}
