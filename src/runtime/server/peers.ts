import { type FetchRequest, isPromise, tell } from '../platform/globals.ts';
import { type AddressTest, addressTest, readAddress } from './front/address.ts';
import { type Forwarding, readForwarding } from './front/forwarded.ts';
import type { NodeRequest } from './front/node-types.ts';
import type { ServerOptions } from './options.ts';
import type { Peers, RequestClient, Sent } from './peer.ts';
import { reportError } from './report.ts';

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
    secure: (sent) => schemeOf(sent, forwarding(sent)) === 'https',
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
    const ip = readAddress(via.ip) === undefined ? undefined : via.ip;
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

function schemeOf(sent: Sent, via: Via | undefined): string {
  return via?.scheme ?? sent.address().scheme;
}

function originOf(sent: Sent, via: Via | undefined): string {
  const { host, mount } = sent.address();
  const known = schemeOf(sent, via);
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
    const address = readAddress(text ?? '');
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
