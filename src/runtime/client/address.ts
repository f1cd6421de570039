import { AsmxError } from '../operation/errors.ts';
import { type ParsedUrl, platform } from '../platform/globals.ts';
import { toWire } from '../text/header.ts';

/** The address of a service. */
export interface Address {
  /** Without user and password. */
  readonly url: string;
  /** These, as the header that sends them (RFC 7617); absent if there are none. */
  readonly authorization?: string | undefined;
}

/** Valid addresses. Reading them again would cost more than the rest of the request. */
const known: Map<string, Address> = new Map();
/** URLs of services by base and path. */
const joined: Map<string, string> = new Map();

/** A value that is computed once, as long as there are not too many of them. */
function remember<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    if (values.size >= 1000) values.clear();
    values.set(key, value);
  }
  return value;
}

/**
 * Reads an absolute http or https URL. Anything else is refused: a contract must not be able to
 * make the client open files or use other protocols.
 *
 * @throws AsmxError encode
 */
export function readAddress(text: string): Address {
  return remember(known, text, () => {
    // The parser knows more about ports and hosts, but accepts white space and missing slashes.
    const parsed = /^https?:\/\/[^\s/?#]+\S*$/i.test(text) ? parseHttpUrl(text) : undefined;
    const authorization = parsed && authorizationOf(parsed);
    if (authorization === undefined) {
      const shown = text.replace(/^.*@/s, '…@');
      throw new AsmxError('encode', `'${shown}' is not an http or https URL.`);
    }
    return authorization === '' ? { url: text } : { url: withoutUser(text), authorization };
  });
}

/** Empty without user and password; `undefined` if they are malformed. */
function authorizationOf({ username, password }: ParsedUrl): string | undefined {
  if (username + password === '') return '';
  try {
    return `Basic ${platform.btoa(toWire(decodeURIComponent(`${username}:${password}`)))}`;
  } catch {
    return undefined;
  }
}

/** A URL without user and password. */
export function withoutUser(url: string): string {
  return url.replace(/\/\/[^/\\?#]*@/, '//');
}

/** Queries of WSDLs, discovery documents and help pages; fragments. */
const pages =
  /(?<=[?&])(?:(?:single)?wsdl|disco)(?:=[^&#]*)?(?:&|(?=#|$))|(?<=\.asmx\?)op=[^&#]*(?=#|$)|#.*/gi;
/** The path of an operation below that of its service, before a query. */
const below = /^([^?]*\.asmx)\/[^/?]+\/?(?=\?|$)/i;

/**
 * The URL of a service. The base is what precedes the path of the service, or the address of the
 * service, of its WSDL, help page or operation, or of another service beside it. So parameters of
 * its query count unless the contract has their names.
 *
 * @param path Path and query of the service in the contract.
 */
export function serviceUrl(base: string, path: string): string {
  return remember(joined, `${base} ${path}`, () => {
    const bare = base.replace(pages, '').replace(below, '$1');
    const [, start = '', given = ''] = /^([^?]*?)\/?(?:\?(.*?)&?)?$/.exec(bare) ?? [];
    const [, own = '', query = ''] = /^([^?]*)\??(.*)$/.exec(path) ?? [];
    const url = joinPath(start, own, bare !== base);
    const parameters = query === '' ? [] : query.split('&');
    const names = parameters.map(nameIn);
    const others = given === '' ? [] : given.split('&');
    parameters.push(...others.filter((one) => !names.includes(nameIn(one))));
    return parameters.length === 0 ? url : `${url}?${parameters.join('&')}`;
  });
}

function nameIn(parameter: string): string {
  return parameter.replace(/=.*/s, '');
}

/** @param isWhole Whether the base is known to be the address of a service. */
function joinPath(base: string, path: string, isWhole: boolean): string {
  const lower = base.toLowerCase();
  // Endpoints of WCF are below the address that their service has in public.
  const isService = isWhole || /\.(?:asmx|svc)$/.test(lower);
  for (let end = path.length; end > 1; end = isService ? path.lastIndexOf('/', end - 1) : 0) {
    if (lower.endsWith(path.slice(0, end).toLowerCase())) return base + path.slice(end);
  }
  const last = base.replace(/[^/]*$/, '');
  if (!isService || /^https?:\/\/$/i.test(last)) return base + path;
  const isBeside = /\.asmx$/i.test(base) && /\.asmx$/i.test(path);
  return isBeside ? last + path.slice(path.lastIndexOf('/') + 1) : base;
}

/**
 * Parses an absolute http or https URL.
 *
 * @param base Base of a relative URL.
 * @returns `undefined` for any other text.
 */
export function parseHttpUrl(text: string, base?: string): ParsedUrl | undefined {
  try {
    const url = new platform.URL(text, base);
    return /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}
