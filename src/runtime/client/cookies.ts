import { type ParsedUrl, platform } from '../platform/globals.ts';
import type { CookieJar } from './answer.ts';
import { setHeaders } from './request.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Host the cookie belongs to, without a leading dot. */
  readonly domain: string;
  /** Whether it is sent only to that host, and not to its subdomains. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since 1970; absent for a session cookie. */
  readonly expires: number | undefined;
}

const mostCookies = 200;

/**
 * Creates an empty cookie jar for the client option `cookies`, which services with sessions need.
 */
export function cookieJar(): CookieJar {
  const cookies: Map<string, Cookie> = new Map();
  return {
    around: (transport) => async (request, clock, receiver) => {
      const { url } = request;
      const cookie = cookieHeader(cookies, url);
      const headers = { ...request.headers };
      const own = Object.entries(headers).find(([name]) => /^cookie$/i.test(name))?.[1];
      if (cookie !== '') setHeaders(headers, { Cookie: own ? `${own}; ${cookie}` : cookie });
      const answer = await transport({ ...request, headers }, clock, receiver);
      const set = answer.headers['set-cookie'];
      if (set !== undefined) store(cookies, url, typeof set === 'string' ? set.split('\n') : set);
      return answer;
    },
  };
}

/** Stores the `Set-Cookie` values of an answer. */
function store(cookies: Map<string, Cookie>, url: string, values: readonly string[]): void {
  const target = new platform.URL(url);
  for (const value of values) {
    const cookie = parseCookie(value, target);
    if (cookie === undefined) continue;
    const key = `${cookie.domain};${cookie.path};${cookie.name}`;
    // Whoever changes http must not change what https said (RFC 6265bis, section 5.7).
    if (cookies.get(key)?.secure && target.protocol !== 'https:') continue;
    cookies.delete(key);
    if (cookie.expires !== undefined && cookie.expires <= Date.now()) continue;
    const oldest = cookies.size >= mostCookies ? cookies.keys().next().value : undefined;
    if (oldest !== undefined) cookies.delete(oldest);
    cookies.set(key, cookie);
  }
}

/** The `Cookie` header of a request; empty if there is none. */
function cookieHeader(cookies: ReadonlyMap<string, Cookie>, url: string): string {
  if (cookies.size === 0) return '';
  const target = new platform.URL(url);
  const now = Date.now();
  return [...cookies.values()]
    .filter((cookie) => fits(cookie, target) && (cookie.expires ?? now + 1) > now)
    .sort((a, b) => b.path.length - a.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

function fits(cookie: Cookie, target: ParsedUrl): boolean {
  const host = target.hostname.toLowerCase();
  const domain = cookie.hostOnly ? host === cookie.domain : below(host, cookie.domain);
  const { path } = cookie;
  const prefix = path.endsWith('/') ? path : `${path}/`;
  return (
    domain &&
    (target.pathname === path || target.pathname.startsWith(prefix)) &&
    (!cookie.secure || target.protocol === 'https:')
  );
}

function below(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !/^[0-9.]+$/.test(host));
}

function parseCookie(text: string, target: ParsedUrl): Cookie | undefined {
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  // Control characters would break the request that returns the cookie (RFC 6265, section 4.1.1).
  if (equals <= 0 || /[^\t\x20-\x7e\x80-\xff]/.test(pair)) return undefined;
  const host = target.hostname.toLowerCase();
  let domain = host;
  let hostOnly = true;
  let path = target.pathname.slice(0, Math.max(1, target.pathname.lastIndexOf('/')));
  let rooted = false;
  let secure = false;
  let expires: number | undefined;
  let maxAge: number | undefined;
  for (const attribute of attributes) {
    const cut = attribute.indexOf('=');
    const name = (cut < 0 ? attribute : attribute.slice(0, cut)).trim().toLowerCase();
    const value = cut < 0 ? '' : attribute.slice(cut + 1).trim();
    if (name === 'secure') secure = true;
    else if (name === 'path' && value.startsWith('/')) {
      path = value;
      rooted = true;
    } else if (name === 'max-age' && /^-?[0-9]+$/.test(value)) maxAge = Number(value);
    else if (name === 'expires' && !Number.isNaN(Date.parse(value))) expires = Date.parse(value);
    else if (name === 'domain' && value !== '') {
      domain = value.replace(/^\./, '').toLowerCase();
      hostOnly = false;
    }
  }
  // Refuse cookies for a whole top-level domain or another host.
  if (!hostOnly && !(below(host, domain) && (domain.includes('.') || host === domain))) {
    return undefined;
  }
  const name = pair.slice(0, equals).trim();
  const isRoot = hostOnly && rooted && path === '/';
  if (!isAllowed(name, secure, target, isRoot)) return undefined;
  // Names of two labels may be those of a registry, such as co.uk.
  if (domain.split('.').length < 3) hostOnly = true;
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    domain: hostOnly ? host : domain,
    hostOnly,
    path,
    secure,
    expires: maxAge === undefined ? expires : Date.now() + maxAge * 1000,
  };
}

/**
 * Whether a cookie fulfils what its attribute Secure and the prefix of its name promise (RFC
 * 6265bis, sections 4.1.3 and 5.7).
 *
 * @param isRoot Whether the cookie belongs to its host alone, with all paths.
 */
function isAllowed(name: string, secure: boolean, target: ParsedUrl, isRoot: boolean): boolean {
  const safe = secure && target.protocol === 'https:';
  if (/^__host-/i.test(name)) return safe && isRoot;
  return safe || (!secure && !/^__secure-/i.test(name));
}
