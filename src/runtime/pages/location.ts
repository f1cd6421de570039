import { splitTarget } from '../server/incoming.ts';
import { linkPath } from '../text/path.ts';

/** The address of a request, split for links and samples. */
export interface Location {
  /** Host and port that the client used. */
  readonly host: string;
  /** Path prefix at which the server is mounted, without a trailing `/`; empty for none. */
  readonly prefix: string;
  /** The origin with its prefix, without a trailing `/`. */
  readonly base: string;
}

/** Splits an origin such as `http://localhost:8080/mounted`. */
export function readOrigin(origin: string): Location {
  const base = origin.replace(/\/+$/, '');
  const rest = base.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const slash = rest.indexOf('/');
  return slash < 0
    ? { host: rest, prefix: '', base }
    : { host: rest.slice(0, slash), prefix: rest.slice(slash), base };
}

/** Encodes the path and query of a service for a link. */
export function linkAddress(address: string): string {
  const { path, query } = splitTarget(address);
  return query === '' ? linkPath(path) : `${linkPath(path)}?${linkPath(query)}`;
}

/**
 * The address of an operation over GET or POST: its location after the path of the service, before
 * the query.
 *
 * @param address encoded for a link
 */
export function addressBelow(address: string, location: string): string {
  const [path = '', query] = address.split('?');
  const below = path + linkPath(location);
  return query === undefined ? below : `${below}?${query}`;
}
