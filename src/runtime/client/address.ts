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

/**
 * Reads an absolute http or https URL. Anything else is refused: a contract must not be able to
 * make the client open files or use other protocols.
 *
 * @throws AsmxError encode
 */
export function readAddress(text: string): Address {
  const before = known.get(text);
  if (before !== undefined) return before;
  // The parser knows more about ports and hosts, but accepts white space and missing slashes.
  const parsed = /^https?:\/\/[^\s/?#]+\S*$/i.test(text) ? parseHttpUrl(text) : undefined;
  const authorization = parsed && authorizationOf(parsed);
  if (authorization === undefined) {
    const shown = text.replace(/^.*@/s, '…@');
    throw new AsmxError('encode', `'${shown}' is not an http or https URL.`);
  }
  const address = authorization === '' ? { url: text } : { url: withoutUser(text), authorization };
  if (known.size >= 1000) known.clear();
  known.set(text, address);
  return address;
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
