import type { Agent } from 'node:http';
import { Socket } from 'node:net';
import { defaultReadLimits, FetchError, type FetchedFile } from '../../read/host.ts';
import { CallClock } from '../../runtime/client/call-clock.ts';
import { cookieJar } from '../../runtime/client/cookies.ts';
import { userAgent } from '../../runtime/client/headers.ts';
import { createNodeTransport } from '../../runtime/client/node.ts';
import {
  headerValue,
  type Transport,
  type TransportAnswer,
} from '../../runtime/client/transport.ts';
import { wholeAnswer } from '../../runtime/client/whole-answer.ts';
import { ntlm } from '../../runtime/ntlm/transport.ts';
import { nodeHttp } from '../../runtime/platform/node.ts';
import { toWire } from '../../runtime/text/header.ts';
import { hasCredentials, type WebAccess } from './access.ts';
import { basicAuthorization } from './authorization.ts';
import { explained, isRefusal, refusalHelp } from './explain-failure.ts';
import { type AddressGuard, createAddressGuard } from './private-addresses.ts';
import { withCharset } from './with-charset.ts';

/** Options of downloads. */
export interface WebHostOptions {
  /** Time limit of a download in milliseconds. */
  readonly timeout: number;
  /** Maximum bytes of a document. */
  readonly limit?: number | undefined;
  /** How to sign in. */
  readonly access: WebAccess;
  /** Whether a server may see how, at once or only if it refuses what comes without. */
  readonly trusts: (url: URL) => Trust;
}

/** Whether a server may see how a user signs in, also only if it refuses a request without. */
export type Trust = boolean | { readonly whenAsked: () => void };

/**
 * Fetches documents by http(s). Returns redirects instead of following them: the caller decides
 * where they may lead.
 */
export type Fetch = (url: string) => Promise<FetchedFile>;

/**
 * Creates a fetch with limits on size and time. Once a document came from a public address, private
 * ones are refused: a server on the Internet must not lead into the user's network.
 */
export function createFetch(options: WebHostOptions): Fetch {
  const { timeout, access, trusts, limit = defaultReadLimits.fileBytes } = options;
  const guard = createAddressGuard();
  const transportFor = createTransports(access, guard);
  // A server that sets a cookie with a redirect wants it back at the place that it leads to.
  const cookies = cookieJar();
  const fetchWith = async (url: URL, trusted: boolean): Promise<FetchedFile> => {
    const clock = new CallClock(undefined);
    const stop = clock.limit(timeout, `there was no answer within ${timeout} ms`);
    try {
      const headers = headersOf(trusted ? access : undefined);
      const request = { ...download, url: url.href, headers };
      const transport = cookies.around(transportFor(url.protocol, trusted));
      const answer = await transport(request, clock, wholeAnswer(limit));
      const refusal = { status: answer.status, asked: askedBy(answer) ?? '' };
      return fetchedFile(answer, refusalHelp(refusal, access, trusted));
    } catch (error) {
      const { message, help } = explained(error, url, limit);
      throw new FetchError(message, help);
    } finally {
      stop();
    }
  };
  return async (text) => {
    const url = new URL(text);
    guard.check(url);
    const trust = trusts(url);
    if (typeof trust === 'boolean') return fetchWith(url, trust);
    const found = await fetchWith(url, false).catch((error: FetchError) => error);
    const refused =
      found instanceof FetchError ? found.help !== undefined : isRefusal(found.status);
    if (refused && hasCredentials(access)) {
      trust.whenAsked();
      return fetchWith(url, true);
    }
    if (found instanceof FetchError) throw found;
    return found;
  };
}

/** What a request of a call has besides. */
const download = { service: '', operation: '', binding: 'httpGet', method: 'GET' } as const;

function headersOf(access: WebAccess | undefined): Record<string, string> {
  const { headers = {}, user, ntlm: signsIn } = access ?? {};
  const authorization =
    user === undefined || signsIn === true ? {} : { Authorization: basicAuthorization(user) };
  const own = Object.entries(headers).map(([name, value]) => [name, toWire(value)]);
  return {
    Accept: 'text/xml, application/xml, text/html;q=0.5, */*;q=0.1',
    'User-Agent': userAgent,
    ...authorization,
    ...Object.fromEntries(own),
  };
}

function fetchedFile(answer: TransportAnswer, help: string | undefined): FetchedFile {
  const { status, body, headers } = answer;
  return {
    status,
    body: status === 200 ? withCharset(body, headerValue(headers, 'content-type')) : body,
    help,
    location: headerValue(headers, 'location') || undefined,
    authenticate: askedBy(answer),
  };
}

/** `WWW-Authenticate`: how a server wants its clients to sign in. */
function askedBy({ headers }: TransportAnswer): string | undefined {
  const asked = headers['www-authenticate'];
  return typeof asked === 'string' ? asked : asked?.join(', ');
}

/** Transports by scheme, for servers that may see the user's certificate and password or not. */
function createTransports(
  access: WebAccess,
  guard: AddressGuard,
): (protocol: string, trusted: boolean) => Transport {
  const known = new Map<string, Transport>();
  const create = (protocol: string, trusted: boolean): Transport => {
    const tls = { ...access.authorities, ...(trusted ? access.certificate : {}) };
    if (trusted && access.ntlm && access.user !== undefined) {
      const transport = ntlm(access.user).createTransport?.({ tls });
      if (transport !== undefined) return transport;
    }
    return createNodeTransport({ agent: createAgent(protocol, tls, guard) });
  };
  return (protocol, trusted) => {
    const name = `${protocol} ${trusted}`;
    const transport = known.get(name) ?? create(protocol, trusted);
    known.set(name, transport);
    return transport;
  };
}

/** Keeps connections, and goes through the proxies of the environment if Node does. */
function createAgent(
  protocol: string,
  tls: Readonly<Record<string, unknown>>,
  guard: AddressGuard,
): Agent {
  const http = nodeHttp(protocol);
  const { proxyEnv } = http.globalAgent.options ?? {};
  const options = { ...tls, proxyEnv, keepAlive: true, lookup: guard.lookup };
  const agent = new http.Agent(options) as Agent;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (settings, created) => {
    const socket = connect(settings, created);
    // the socket of a tunnel comes later, and leads to the proxy
    if (socket instanceof Socket) guard.watch(socket);
    return socket;
  };
  return agent;
}
