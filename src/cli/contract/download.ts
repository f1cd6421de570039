import { type LookupAddress, lookup as resolveName } from 'node:dns';
import type { Agent } from 'node:http';
import { BlockList, isIP, type LookupFunction, Socket } from 'node:net';
import {
  createDiagnosticBag,
  type DiagnosticBag,
  type SourceFile,
} from '../../diagnostics/diagnostic.ts';
import { type LenientOutlook, lenientOutlook, linkContract } from '../../model/link.ts';
import type { Contract } from '../../model/wsdl.ts';
import { loadContract } from '../../read/contract.ts';
import { decodeDocument } from '../../read/document-text.ts';
import { largestPage, readHelpHtml } from '../../read/help-page.ts';
import {
  defaultReadLimits,
  FetchError,
  type FetchedFile,
  type Host,
  type ImportRule,
  type ReadOptions,
} from '../../read/host.ts';
import { fetchNeeded, type Links, type RemoteFile } from '../../read/imports.ts';
import {
  CallClock,
  headerValue,
  type Transport,
  type TransportAnswer,
  wholeAnswer,
} from '../../runtime/client/answer.ts';
import { type TlsRemedy, tlsFailure } from '../../runtime/client/connection-errors.ts';
import { cookieJar } from '../../runtime/client/cookies.ts';
import { ntlm } from '../../runtime/client/credentials.ts';
import { createNodeTransport } from '../../runtime/client/node-transport.ts';
import { userAgent } from '../../runtime/client/request.ts';
import { messageOf, propertyOf } from '../../runtime/operation/descriptor.ts';
import { charsetOf, toWire } from '../../runtime/parts/mime.ts';
import {
  byteOrderMark,
  decodeText as decodeBytes,
  invalidAt,
  xmlEncoding,
} from '../../runtime/platform/globals.ts';
import { nodeHttp } from '../../runtime/platform/node.ts';
import { CliError } from '../terminal/failure.ts';
import { nodeHost } from '../terminal/files.ts';
import { basicAuthorization, type WebAccess } from './web-access.ts';

/** The result of a download. */
export interface Download {
  /** Absent if it is not a valid contract. */
  readonly contract: Contract | undefined;
  /** URL of the contract, to which a discovery document or a web page may have led. */
  readonly entry: string;
  /** Documents read, the entry first. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  /** Which document each location of a document led to. */
  readonly links: Links;
  readonly bag: DiagnosticBag;
  /** What `--lenient` would do, if it would pass a contract with errors. */
  readonly outlook: LenientOutlook | undefined;
}

/** A service on the Web. */
interface WebSource {
  /** Address without credentials, fragment and query. */
  readonly page: string;
  /** URL of the WSDL. */
  readonly wsdl: string;
  /** Whether it is an `.asmx` page instead of the address of a document. */
  readonly asmx: boolean;
  readonly host: Host;
  /** The host for help pages, which are smaller than contracts. */
  readonly pageHost: Host;
  readonly read: ReadOptions;
}

/** How the documents of a contract are fetched. */
export interface WebSettings {
  /** Hosts allowed besides the URL's own. */
  readonly allowHosts: readonly string[];
  /** The import map. */
  readonly imports: readonly ImportRule[];
  /** Time limit of a download in milliseconds. */
  readonly timeout: number;
  readonly access: WebAccess;
  /** Whether the server of the contract may see it, instead of always. */
  readonly trusts?: ((url: URL) => ServerTrust) | undefined;
}

/**
 * Reads a URL as typed by users. Credentials, also those in it, are only sent to its own origin,
 * and never written.
 *
 * @throws {CliError} if it is not http or https
 */
export function webSource(text: string, settings: WebSettings): WebSource {
  const { allowHosts, imports, timeout, access, trusts = () => true } = settings;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CliError(`${text} is not an http or https URL`, 'Begin it with http:// or https://');
  }
  const url = new URL(text);
  const user = access.user ?? userIn(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const asmx = /\.asmx$/i.test(url.pathname) && /^(\?((op|page|tab)=.*)?)?$/i.test(url.search);
  const page = `${url.origin}${url.pathname}`;
  const hostWith = (limit: number | undefined): Host => ({
    // the import map may lead to files
    ...nodeHost,
    fetch: createFetch({
      timeout,
      limit,
      access: { ...access, user },
      trusts: (one) => one.origin === url.origin && trusts(one),
    }),
  });
  return {
    page,
    wsdl: asmx ? `${page}?WSDL` : url.href,
    asmx,
    host: hostWith(undefined),
    pageHost: hostWith(largestPage),
    read: { allowHosts: [url.host, ...allowHosts], imports },
  };
}

function userIn({ username, password }: URL): WebAccess['user'] {
  if (username === '' && password === '') return undefined;
  return { username: unescaped(username), password: unescaped(password) };
}

/** User name or password of an address. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new CliError(
      'the user name or password in the URL has a % that escapes nothing',
      'Write a percent sign as %25.',
    );
  }
}

/**
 * Downloads a contract with its imports, and links it.
 *
 * @param lenient leaves out operations with defects
 */
export async function downloadContract(source: WebSource, lenient = false): Promise<Download> {
  const bag = createDiagnosticBag();
  const loaded = await loadContract(source.wsdl, source.host, bag, source.read);
  const { contract, entry, fetched, links } = loaded;
  const { isSound, outlook } = linkRead(contract, bag, lenient);
  const read = new Set(contract?.files.map((one) => one.path));
  const documents = new Map([...fetched].filter(([url]) => read.has(url)));
  return { contract: isSound ? contract : undefined, entry, documents, links, bag, outlook };
}

/** Links a contract, if it could be read. If it has defects, says what `--lenient` would do. */
export function linkRead(
  contract: Contract | undefined,
  bag: DiagnosticBag,
  lenient = false,
): { readonly isSound: boolean; readonly outlook: LenientOutlook | undefined } {
  const isRead = contract !== undefined && !bag.failed;
  const model = contract && linkContract(contract, bag, { lenient });
  const isSound = model !== undefined && !bag.failed;
  const outlook = isRead && !isSound && !lenient ? lenientOutlook(contract) : undefined;
  return { isSound, outlook };
}

/** Maximum number of operations whose pages are fetched. */
const mostOperations = 500;

/**
 * Downloads the help pages of a service: its index, and the page of each operation linked there.
 *
 * @param leftOut receives a page that cannot be read, and why
 */
export async function downloadPages(
  { page, pageHost, read }: WebSource,
  leftOut: (page: string, reason: string) => void,
): Promise<readonly SourceFile[]> {
  const fetchPage = async (url: string): Promise<SourceFile | undefined> => {
    const known = new Map<string, RemoteFile>();
    await fetchNeeded(new Set([url]), pageHost, read, known);
    const found = known.get(url) ?? { reason: 'it could not be fetched' };
    if (found.bytes !== undefined) return { path: url, text: decodeDocument(found.bytes).text };
    leftOut(url, found.reason);
    return undefined;
  };
  const index = await fetchPage(page);
  if (index === undefined) return [];
  const { operations } = readHelpHtml(index.text);
  const pages: SourceFile[] = [];
  for (const query of operations.slice(0, mostOperations)) {
    const found = await fetchPage(`${page}?${query}`);
    if (found !== undefined) pages.push(found);
  }
  return pages;
}

/** Options of downloads. */
interface WebHostOptions {
  /** Time limit of a download in milliseconds. */
  readonly timeout: number;
  /** Maximum bytes of a document. */
  readonly limit?: number | undefined;
  /** How to sign in. */
  readonly access: WebAccess;
  /** Whether a server may see how, at once or only if it refuses what comes without. */
  readonly trusts: (url: URL) => ServerTrust;
}

/** Whether a server may see how a user signs in, also only if it refuses a request without. */
export type ServerTrust = boolean | { readonly whenAsked: () => void };

/**
 * Fetches documents by http(s). Returns redirects instead of following them: the caller decides
 * where they may lead.
 */
type Fetch = (url: string) => Promise<FetchedFile>;

/** Whether there is something that only one server may see. */
function hasCredentials({ headers, user, certificate, security }: WebAccess): boolean {
  return (
    (user ?? security) !== undefined ||
    [headers, certificate].some((one) => Object.keys(one).length > 0)
  );
}

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

/** Why a document could not be fetched: a clause, and what to do about it. */
interface Explanation {
  readonly message: string;
  readonly help?: string | undefined;
}

/** Explains an error of the network. */
export function explained(error: unknown, url: URL, limit: number): Explanation {
  const { host } = url;
  const code = propertyOf(error, 'code');
  const cause = propertyOf(error, 'cause');
  const known = explainedCall(error, host);
  if (known !== undefined) return known;
  if (code === 'too-large') return { message: `it is larger than ${limit} bytes` };
  const reason = propertyOf(cause, 'code');
  if (typeof reason !== 'string')
    return { message: messageOf(code === 'transport' ? cause : error) };
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return { message: `there is no host '${host}'` };
  }
  const message = messageOf(cause);
  if (reason === 'ECONNREFUSED') {
    const asked = propertyOf(cause, 'port') ?? portOf(url);
    const isProxy = Number(asked) !== portOf(url);
    const who = isProxy ? 'the proxy' : `'${host}'`;
    return { message: `${who} refuses the connection${isProxy ? `: ${message}` : ''}` };
  }
  if (reason === 'ECONNRESET') return { message: `'${host}' closed the connection` };
  return { message };
}

/**
 * Explains why there was no answer where the client would name its options, which the command line
 * does not have: failures of TLS, and answers that are not HTTP. `undefined` for any other.
 *
 * @param host Default: that in the error.
 */
export function explainedCall(
  error: unknown,
  host: string = hostIn(error),
): Explanation | undefined {
  const cause = propertyOf(error, 'cause');
  if (propertyOf(cause, 'code') === 'HPE_HEADER_OVERFLOW') {
    const message = messageOf(error).replace(/\..*/s, '').replace(/^The/, 'the');
    return { message, help: 'Set NODE_OPTIONS=--max-http-header-size=BYTES for more' };
  }
  const [, reason, more] =
    /Parse Error: (.*)\. It breaks[^.]*\.(.*)$/s.exec(messageOf(error)) ?? [];
  if (reason !== undefined && more !== undefined) {
    const message = `the answer of '${host}' breaks the rules of HTTP: ${reason}`;
    return { message, help: more.trim().replace(/\.$/, '') || undefined };
  }
  if (/ it speaks TLS\./.test(messageOf(error))) {
    return { message: `'${host}' speaks TLS`, help: 'Try the address with https:' };
  }
  const failure = tlsFailure(cause);
  if (failure === undefined) return undefined;
  const { words, remedy } = failure;
  const message = words
    .replace(/^it\b/, `'${host}'`)
    .replace(/^its certificate/, `the certificate of '${host}'`);
  return { message, help: remedy && remedies[remedy] };
}

function hostIn(error: unknown): string {
  return /^No answer from (\S+): /.exec(messageOf(error))?.[1] ?? 'the server';
}

/** What helps against a failure of TLS on the command line. */
const remedies: Readonly<Record<TlsRemedy, string>> = {
  trust: 'Give its certificate authority with --ca FILE',
  'sign-in': 'Give a client certificate with --cert FILE and --key FILE, or with --pfx FILE',
  rename: 'Use a name of the certificate in the address',
  plain: 'Try the address with http:',
  old: 'To allow it, set NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"',
  renegotiate: 'Name an OpenSSL configuration with UnsafeLegacyServerConnect in --openssl-config',
};

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Whether a server wants to know who asks. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** An answer that may refuse access. */
interface Refusal {
  readonly status: number;
  /** `WWW-Authenticate`. */
  readonly asked: string;
}

/** What to do about an answer that refuses access; `undefined` for any other. */
function refusalHelp(
  { status, asked }: Refusal,
  access: WebAccess,
  trusted: boolean,
): string | undefined {
  if (!isRefusal(status)) return undefined;
  const scheme = unsupportedScheme(asked);
  if (scheme !== undefined) {
    return `${notSupported(scheme)} Download it with another program: ${curl(scheme)} -o FILE URL`;
  }
  if (trusted && hasCredentials(access)) return `${refusesGiven}${options}`;
  if (!trusted && hasCredentials(access)) return `What you gave was not sent: ${scope}. ${options}`;
  return options;
}

/** What to do about a call that is refused; `undefined` for any other. */
export function callRefusalHelp({ status, asked }: Refusal, access: WebAccess): string | undefined {
  if (!isRefusal(status)) return undefined;
  const scheme = unsupportedScheme(asked);
  if (scheme === undefined) return `${hasCredentials(access) ? refusesGiven : ''}${options}.`;
  const flags = curl(scheme).replace(/^curl /, '');
  return `${notSupported(scheme)} --curl prints the request for curl; add ${flags} to it.`;
}

/** The scheme that a server asks for, if it is none that can be given. */
function unsupportedScheme(asked: string): 'Digest' | 'Negotiate' | undefined {
  const bare = asked.replace(/"(?:[^"\\]|\\.)*"?/g, '');
  const names = bare
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^[^\s=]+\s*=/.test(one))
    .map((one) => one.replace(/\s.*/s, '').toLowerCase());
  if (names.some((one) => one !== 'digest' && one !== 'negotiate')) return undefined;
  if (names.includes('digest')) return 'Digest';
  return names.length > 0 ? 'Negotiate' : undefined;
}

function notSupported(scheme: string): string {
  return `The server asks for ${scheme}, which is not supported.`;
}

function curl(scheme: 'Digest' | 'Negotiate'): string {
  return scheme === 'Digest' ? 'curl --digest --user NAME' : 'curl --negotiate --user :';
}

const refusesGiven = 'The server refuses what you gave. ';
const scope = 'it goes to the server of the contract, or to the one host that is allowed';
const options =
  "Sign in with --user NAME:PASSWORD (with NTLM: --ntlm --user 'DOMAIN\\NAME:PASSWORD'), " +
  "with --header 'Name: value', or with --cert FILE and --key FILE or --pfx FILE; " +
  'env:NAME reads a value from the environment';

/** Keeps a server on the Internet from leading into the user's network. */
interface AddressGuard {
  /** @throws {Error} the URL has a private address, after a document from a public one */
  readonly check: (url: URL) => void;
  /** Looks up names as `dns.lookup` does, without addresses that may not be used. */
  readonly lookup: LookupFunction;
  /** Notes where a connection led. */
  readonly watch: (socket: Socket) => void;
}

/** Creates a guard: once a document came from a public address, private ones are refused. */
function createAddressGuard(): AddressGuard {
  let isPublic = false;
  return {
    check({ hostname }) {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (isPublic && isIP(bare) !== 0 && isPrivate(bare)) throw new Error(refusal(bare));
    },
    lookup: (name, settings, callback) => {
      if (isPublic) lookUpPublic(name, settings, callback);
      else resolveName(name, settings, callback);
    },
    watch(socket) {
      socket.once('connect', () => {
        isPublic ||= !isPrivate(socket.remoteAddress ?? '');
      });
    },
  };
}

/** Looks up the public addresses of a host. */
const lookUpPublic: LookupFunction = (name, settings, callback) => {
  resolveName(name, { ...settings, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, []);
    const usable = addresses.filter((one) => !isPrivate(one.address));
    const [first] = usable;
    if (first === undefined) return callback(new Error(refusal(name)), []);
    if (settings.all === true) callback(null, usable);
    else callback(null, first.address, first.family);
  });
};

function refusal(name: string): string {
  return `'${name}' is in a private network, and an earlier document came from a public one`;
}

const privateRanges = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateRanges.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateRanges.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address belongs to this machine or to a private network. */
export function isPrivate(address: string): boolean {
  const family = isIP(address);
  // IPv4 addresses written as IPv6 (::ffff:…) are compared with the ranges of IPv4, too.
  return family === 0 || privateRanges.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * A document that was sent with a content type, so that its bytes alone say what they mean: if its
 * charset differs from the encoding in the document, it is encoded anew in UTF-8. A charset counts
 * more than an XML declaration, and less than a byte order mark (RFC 7303, section 3). One that the
 * bytes are not in does not count.
 */
function withCharset(bytes: Uint8Array, contentType: string): Uint8Array {
  const charset = charsetOf(contentType)?.toLowerCase();
  if (charset === undefined || byteOrderMark(bytes) !== undefined) return bytes;
  if (charset === xmlEncoding(bytes, undefined).toLowerCase()) return bytes;
  const text = decodeBytes(bytes, charset);
  if (invalidAt(text, bytes, charset, 0) >= 0) return bytes;
  return new TextEncoder().encode(text.replace(declaration, '$1$2utf-8$2'));
}

const declaration =
  /^(<\?xml[ \t\r\n][^>]{0,200}?encoding[ \t\r\n]*=[ \t\r\n]*)(["'])[^"'<>]{1,40}\2/;
