import { type FetchRequest, isPromise, tell } from '../platform/globals.ts';
import { reportError } from './call.ts';
import type { ServerOptions } from './options.ts';
import {
  type NodeRequest,
  type Peers,
  type RequestClient,
  type RequestHeaders,
  requestHeader,
  type Sent,
} from './request.ts';

/** What the proxies in front of a server say of a request. Each list begins with the outermost. */
interface Forwarding {
  /** Who sent the request to each proxy: addresses, or other texts such as `unknown`. */
  readonly senders: readonly string[];
  readonly schemes: readonly string[];
  readonly hosts: readonly string[];
  readonly ports: readonly string[];
  readonly prefixes: readonly string[];
}

/**
 * Reads `Forwarded` (RFC 7239) and, for each parameter it lacks, its `X-Forwarded-` header. A
 * `Forwarded` that is not well-formed is ignored.
 */
export function readForwarding(headers: RequestHeaders): Forwarding {
  const elements = readForwarded(requestHeader(headers, 'forwarded') ?? '');
  const either = (parameter: string, header: string): readonly string[] => {
    const given = elements.map((one) => one.get(parameter) ?? '');
    return given.some((one) => one !== '') ? given : listOf(headers, header);
  };
  return {
    senders: either('for', 'x-forwarded-for').map(withoutPort),
    schemes: either('proto', 'x-forwarded-proto').map((one) => one.toLowerCase()),
    hosts: either('host', 'x-forwarded-host'),
    ports: listOf(headers, 'x-forwarded-port'),
    prefixes: listOf(headers, 'x-forwarded-prefix'),
  };
}

function listOf(headers: RequestHeaders, name: string): readonly string[] {
  const value = requestHeader(headers, name) ?? '';
  return value.trim() === '' ? [] : value.split(',').map((one) => one.trim());
}

/** A parameter of `Forwarded`, and what follows: the next parameter, the next proxy, or the end. */
const pair = /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))[\t ]*)?([;,]|$)/y;

/** The parameters of each proxy, names in lower case; none if the value is not well-formed. */
function readForwarded(value: string): readonly ReadonlyMap<string, string>[] {
  if (value === '') return [];
  const elements: Map<string, string>[] = [];
  let element = new Map<string, string>();
  pair.lastIndex = 0;
  for (;;) {
    const found = pair.exec(value);
    if (found === null) return [];
    const [, name, quoted, token = '', end] = found;
    const text = quoted?.replace(/\\(.)/g, '$1') ?? token;
    if (name !== undefined) element.set(name.toLowerCase(), text);
    if (end === ';') continue;
    elements.push(element);
    if (end === '') return elements;
    element = new Map();
  }
}

/** An address without its port, and without the brackets of IPv6. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\w+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return readIpAddress(text) === undefined ? text.replace(/:[\w.-]+$/, '') : text;
}

/** An IP address as eight groups of 16 bits. One of IPv4 is `::ffff:a.b.c.d`. */
type Address = readonly number[];

const groupCount = 8;
const groupBits = 16;
const bitsBeforeV4 = 96;

/** Reads an IP address, with or without a zone; `undefined` if the text is none. */
export function readIpAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%', 1);
  if (!plain.includes(':')) {
    const v4 = readV4(plain);
    return v4 && [0, 0, 0, 0, 0, 0xffff, ...v4];
  }
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail = []] = halves.map(readGroups);
  if (head === undefined || tail === undefined) return undefined;
  const missing = groupCount - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The groups of one side of `::`; the last may be an address of IPv4. */
function readGroups(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [at, part] of parts.entries()) {
    const v4 = at === parts.length - 1 && part.includes('.') ? readV4(part) : undefined;
    if (v4 !== undefined) groups.push(...v4);
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function readV4(text: string): readonly [number, number] | undefined {
  const bytes = text.split('.').map((one) => (/^\d{1,3}$/.test(one) ? Number(one) : 256));
  const [a = 256, b = 256, c = 256, d = 256] = bytes;
  if (bytes.length !== 4 || bytes.some((one) => one > 255)) return undefined;
  return [a * 256 + b, c * 256 + d];
}

/** Tells whether an address is among some. */
type AddressTest = (address: Address) => boolean;

/**
 * A test for an address or a range in CIDR notation, such as `10.0.0.0/8` (RFC 4632, section 3.1).
 *
 * @throws TypeError the text is neither
 */
function addressTest(text: string): AddressTest {
  const [plain = '', length, ...more] = text.split('/');
  const base = readIpAddress(plain);
  const most = plain.includes(':') ? groupCount * groupBits : 32;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most);
  if (base === undefined || !isLength || more.length > 0) {
    throw new TypeError(
      `trustProxy: '${text}' is no IP address and no range of them, such as '10.0.0.0/8'.`,
    );
  }
  const bits = Number(length ?? most) + (plain.includes(':') ? 0 : bitsBeforeV4);
  return (address) =>
    base.every((group, at) => {
      const unused = Math.min(groupBits, Math.max(0, (at + 1) * groupBits - bits));
      return group >> unused === (address[at] ?? -1) >> unused;
    });
}

/** Headers that proxies add, in lower case: of the standards, of products and of networks. */
const forwardingHeader = new RegExp(
  '^via$|^(?:x-)?(?:original-)?forwarded(?:-|$)|(?:client|real|connecting|user)-?ip(?:v6)?$|' +
    '^x-original-(?:for|host)$|^x-envoy-external-address$',
);

/**
 * Reads the options `clientAddress`, `trustProxy` and `publicUrl`.
 *
 * @throws TypeError one of them has a wrong value
 */
export function createPeers(options: ServerOptions<never>): Peers {
  const clientAddress = guardedText(options, 'clientAddress');
  const trusts = trustOf(options.trustProxy);
  const sender = ({ source, socket }: Sent): string | undefined =>
    socket?.remoteAddress ?? clientAddress?.(source);
  const forwarding = (sent: Sent): Via | undefined =>
    trusts === undefined ? undefined : viaProxies(sent, sender(sent), trusts);
  const { publicUrl } = options;
  if (typeof publicUrl === 'string') checkUrl(publicUrl);
  const publicUrlOf =
    typeof publicUrl === 'string' ? () => publicUrl : guardedText(options, 'publicUrl', checkUrl);
  return {
    client: (sent) => clientOf(sent, clientAddress, forwarding(sent)),
    secure: (sent) => sentScheme(sent, forwarding(sent)) === 'https',
    origin: (sent) =>
      publicUrlOf?.(sent.source)?.replace(/\/+$/, '') ?? originOf(sent, forwarding(sent)),
  };
}

/**
 * The client of a request: by the server option `clientAddress`, by the proxies that are trusted,
 * otherwise by its socket. A request through a proxy that identifies itself has the proxy's socket
 * and is not local.
 */
function clientOf(
  { source, headers, socket }: Sent,
  clientAddress: ((request: NodeRequest | FetchRequest) => string | undefined) | undefined,
  via: Via | undefined,
): RequestClient {
  if (via?.ip !== undefined && (socket === undefined || clientAddress === undefined)) {
    const ip = readIpAddress(via.ip) === undefined ? undefined : via.ip;
    return { ip, local: isLoopback(ip) };
  }
  if (clientAddress !== undefined) {
    const ip = clientAddress(source);
    return { ip, local: isLoopback(ip) };
  }
  const ip = socket?.remoteAddress;
  const forwarded = Object.keys(headers).some((name) => forwardingHeader.test(name));
  const local = !forwarded && (isLoopback(ip) || (ip !== undefined && ip === socket?.localAddress));
  return { ip, local };
}

function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(ip);
}

/** A request through proxies that are trusted. */
interface Via {
  /** Who sent it to the outermost of them, if they say. */
  readonly ip: string | undefined;
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly prefix: string;
}

/** What trusted proxies say of a request; `undefined` if its sender is none. */
function viaProxies(
  { headers }: Sent,
  sender: string | undefined,
  { sends, forwards }: Trust,
): Via | undefined {
  if (!sends(sender)) return undefined;
  const said = readForwarding(headers);
  // how many proxies, beside the sender, are trusted
  let hops = 0;
  const last = (list: readonly string[]): string | undefined => list[list.length - 1 - hops];
  while (hops + 1 < said.senders.length && forwards(last(said.senders))) hops += 1;
  const pick = (list: readonly string[]): string => last(list) ?? list[0] ?? '';
  return readVia(said, pick);
}

/** Takes only values that are what they should be: they become an address. */
function readVia(said: Forwarding, pick: (list: readonly string[]) => string): Via {
  const only = (value: string, form: RegExp): string | undefined =>
    form.test(value) ? value : undefined;
  const host = pick(said.hosts);
  const port = pick(said.ports);
  const prefix = only(pick(said.prefixes).replace(/^(?=[^/])/, '/'), pathForm) ?? '';
  return {
    ip: pick(said.senders) || undefined,
    scheme: only(pick(said.schemes), /^https?$/),
    host: isHost(host) ? host : undefined,
    port: isPort(port) ? port : undefined,
    prefix: prefix.replace(/\/$/, ''),
  };
}

const pathForm = /^(?:\/[\w.~!$&'()*+;=:@%-]+)+\/?$/;

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535;
}

function isHost(text: string): boolean {
  const [, name, port] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?$/i.exec(text) ?? [];
  return name !== undefined && (port === undefined || isPort(port));
}

function sentScheme(sent: Sent, via: Via | undefined): string {
  return via?.scheme ?? sent.address().scheme;
}

function originOf(sent: Sent, via: Via | undefined): string {
  const { host, mount } = sent.address();
  const known = sentScheme(sent, via);
  // a port that the client's proxy saw in the host is the client's own
  const name = via?.host ?? (via?.port === undefined ? host : host.replace(/:\d+$/, ''));
  const hasPort = /:\d+$/.test(name) || via?.port === undefined;
  const isUsual = via?.port === (known === 'https' ? '443' : '80');
  const port = hasPort || isUsual ? '' : `:${via.port}`;
  return `${known}://${name}${port}${via?.prefix ?? ''}${mount}`;
}

/** Which peers are trusted: the sender of a request, and those that it names. */
interface Trust {
  readonly sends: (address: string | undefined) => boolean;
  readonly forwards: (address: string | undefined) => boolean;
}

function trustOf(option: ServerOptions<never>['trustProxy']): Trust | undefined {
  if (option === undefined || option === false) return undefined;
  if (option === true) return { sends: () => true, forwards: () => false };
  if (!Array.isArray(option)) {
    throw new TypeError('trustProxy must be true, false, or a list of addresses and ranges.');
  }
  const tests: readonly AddressTest[] = option.map(addressTest);
  const isTrusted = (text: string | undefined): boolean => {
    const address = readIpAddress(text ?? '');
    return address !== undefined && tests.some((test) => test(address));
  };
  return { sends: isTrusted, forwards: isTrusted };
}

/** @throws TypeError the text is no address that the path of a service can follow */
function checkUrl(url: string): void {
  const shown = url.replace(/\/\/[^/]*@/, '//…@');
  if (/^https?:\/\/[\w.:[\]-]+(?:\/[^\s?#"<>\\]*)?$/i.test(url)) {
    const before = url.replace(/\/[^/]*\.(?:asmx|svc)\/*$/i, '');
    if (before === url) return;
    throw new TypeError(
      `publicUrl is '${shown}'; leave out the path of the service, which is added to it: ` +
        `'${before}'.`,
    );
  }
  throw new TypeError(
    `publicUrl is '${shown}'; it must be like 'https://shop.example/legacy', in ASCII, without a ` +
      'query and credentials.',
  );
}

type TextOf = (request: NodeRequest | FetchRequest) => string | undefined;

/**
 * An option that returns a text, or nothing, about a request. It then never throws: a text that
 * cannot be found out is not known. The application is told why.
 *
 * @param check throws for a text that will not do
 */
function guardedText(
  options: ServerOptions<never>,
  name: 'clientAddress' | 'publicUrl',
  check?: (text: string) => void,
): TextOf | undefined {
  const option = options[name] as TextOf | undefined;
  if (option === undefined) return undefined;
  return (request) => {
    try {
      const text: unknown = option(request);
      if (typeof text === 'string') {
        check?.(text);
        return text;
      }
      if (text === undefined || text === null) return undefined;
      const isLate = isPromise(text);
      if (isLate) tell(() => text);
      const what = isLate ? 'a promise' : `a value of type ${typeof text}`;
      throw new TypeError(`${name} returned ${what}; it must return a text or undefined.`);
    } catch (error) {
      reportError(error, options, undefined);
      return undefined;
    }
  };
}
