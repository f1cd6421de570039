import { headerValue, placeOf, type RequestHeaders } from './header-fields.ts';
import type { CorsOptions } from './options.ts';

/** A request, as far as it matters. */
interface Request {
  readonly method: string;
  readonly headers: RequestHeaders;
}

/** Lets browsers call the server from pages of other origins (Fetch Standard, section 3.3). */
export interface Cors {
  /** Headers of the answer to a preflight; nothing if the request is none. */
  readonly preflight: (request: Request) => readonly string[] | undefined;
  /** Headers to add to any other answer with these headers. */
  readonly headers: (request: Request, answered: readonly string[]) => readonly string[];
}

/** Seconds that browsers may keep the answer to a preflight. Most keep it for less. */
const preflightAge = '7200';
const methods = 'GET, HEAD, POST';

/** @throws TypeError the origins will not do */
export function createCors({ origins, credentials = false }: CorsOptions): Cors {
  if (origins === '*' && credentials) {
    throw new TypeError(
      "cors: browsers send no credentials to '*'. Name the origins, or leave credentials out.",
    );
  }
  if (origins !== '*' && !Array.isArray(origins)) {
    throw new TypeError("cors: origins is '*' or a list, such as ['https://app.example'].");
  }
  const known = origins === '*' ? undefined : new Set(origins.map(readOriginOption));
  const allowed = ({ headers }: Request): readonly string[] => {
    const origin = headerValue(headers, 'origin');
    if (known === undefined) return ['Access-Control-Allow-Origin', '*'];
    if (origin === undefined || !known.has(origin.toLowerCase())) return [];
    const withCredentials = credentials ? ['Access-Control-Allow-Credentials', 'true'] : [];
    return ['Access-Control-Allow-Origin', origin, ...withCredentials];
  };
  return {
    preflight(request) {
      const { method, headers } = request;
      const isAsking = headerValue(headers, 'access-control-request-method') !== undefined;
      if (method !== 'OPTIONS' || !isAsking) return undefined;
      if (headerValue(headers, 'origin') === undefined) return undefined;
      const vary = ['Vary', 'Origin, Access-Control-Request-Headers'];
      const given = allowed(request);
      if (given.length === 0) return vary;
      const names = headerValue(headers, 'access-control-request-headers');
      const ofNames = isNameList(names) ? ['Access-Control-Allow-Headers', names] : [];
      const rest = ['Access-Control-Max-Age', preflightAge, ...vary];
      return [...given, 'Access-Control-Allow-Methods', methods, ...ofNames, ...rest];
    },
    headers(request, headers) {
      // a handler's own, and those of preflights, stay
      if (placeOf(headers, 'access-control-allow-origin') >= 0) return [];
      const given = allowed(request);
      const vary = known === undefined || variesByOrigin(headers) ? [] : ['Vary', 'Origin'];
      if (given.length === 0) return vary;
      const exposed = headers.filter(
        (name, at) => at % 2 === 0 && !unlisted.has(name.toLowerCase()),
      );
      const names = [...new Set(exposed)].join(', ');
      return [...given, ...(names === '' ? [] : ['Access-Control-Expose-Headers', names]), ...vary];
    },
  };
}

/** Whether caches keep an answer for each origin. The header may be there several times. */
function variesByOrigin(headers: readonly string[]): boolean {
  return headers.some(
    (value, at) =>
      at % 2 === 1 &&
      headers[at - 1]?.toLowerCase() === 'vary' &&
      value.split(',').some((name) => /^\s*(?:origin|\*)\s*$/i.test(name)),
  );
}

/** @throws TypeError the text is no origin */
function readOriginOption(origin: string): string {
  if (origin === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^\s/?#,*]+$/i.test(origin)) {
    return origin.toLowerCase();
  }
  throw new TypeError(
    `cors: '${origin}' is no origin. One has a scheme, a host and an unusual port, and no path: ` +
      "'https://app.example'.",
  );
}

/** Header names as they are sent back, so that nothing else gets into the answer. */
function isNameList(names: string | undefined): names is string {
  return names !== undefined && /^[\w!#$%&'*+.^`|~, -]+$/.test(names);
}

/** Headers that scripts may read without being told so, or never. */
const unlisted: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'vary',
]);
