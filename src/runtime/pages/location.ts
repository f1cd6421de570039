/** Where a request was made, taken apart for links and samples. */
export interface Location {
  /** Host and port as the client named them. */
  readonly host: string;
  /** Path prefix under which the server is mounted, without `/` at the end; empty for none. */
  readonly prefix: string;
  /** The origin with its prefix, without `/` at the end. */
  readonly base: string;
}

/** Takes an origin such as `http://localhost:8080/mounted` apart. */
export function readOrigin(origin: string): Location {
  const base = origin.replace(/\/+$/, '');
  const rest = base.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const slash = rest.indexOf('/');
  return slash < 0
    ? { host: rest, prefix: '', base }
    : { host: rest.slice(0, slash), prefix: rest.slice(slash), base };
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as the value of a query parameter. */
export function encodeQueryValue(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, '\ufffd'));
}

/**
 * A path for use in a link: characters that would end it or start something else are encoded,
 * escapes are left alone.
 */
export function linkPath(path: string): string {
  return path.replace(/[\s"<>\\^`{|}?#]|%(?![\da-f]{2})|[^\0-\x7f]/giu, encodeQueryValue);
}
