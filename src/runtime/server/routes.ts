import { canonicalPath, singleSlashes } from '../text/path.ts';
import { queryParameters } from '../text/query.ts';
import { splitTarget } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { Route, Service } from './protocol.ts';

/** The service for a request path. */
export interface PathMatch {
  readonly service: Service;
  /** The part after the service's path: empty, or starting with its `/`. */
  readonly suffix: string;
}

/** The services of a server, and how to find them. */
export interface ServiceTable {
  readonly services: readonly Service[];
  /**
   * The service for a request path and its raw query; `undefined` if there is none.
   *
   * @param literally Whether only the path itself counts, in its canonical spelling or that of the
   *   contract, but no other spelling of it.
   */
  readonly find: (path: string, query?: string, literally?: boolean) => PathMatch | undefined;
  /** Whether a request path is that of the list of services: `/`, or the base path. */
  readonly isIndex: (path: string) => boolean;
}

/** A base path, canonical, with a `/` at its start and none at its end; empty for none. */
export function readBasePath(path: string | undefined = ''): string {
  return canonicalPath(`/${path}/`).slice(0, -1);
}

/** A service among those at one path, with the parameters in the query of its address. */
interface Choice {
  readonly service: Service;
  readonly parameters: readonly string[];
}

/**
 * Builds the table once, so that a request needs only a few lookups. A service is also found at
 * the paths of bindings whose ports are elsewhere. The query counts only where services share a
 * path.
 */
export function buildRoutes(
  routes: readonly Route[],
  options: Pick<ServerOptions<never>, 'parity' | 'basePath'>,
): ServiceTable {
  const ignoreCase = options.parity?.ignorePathCase ?? true;
  const key = (path: string): string => (ignoreCase ? path.toLowerCase() : path);
  const base = readBasePath(options.basePath);
  const services = groupByPath(routes);
  const { byKey, paths } = placeServices(services, base, key);
  /** The path of nearly every request: the service itself, spelled as in the contract. */
  const exact = new Map<string, PathMatch>();
  for (const path of paths) {
    const alone = onlyService(byKey.get(key(path)) ?? []);
    if (alone !== undefined) exact.set(path, { service: alone, suffix: '' });
  }
  const ends = pathEnds(paths);
  const at = (path: string, query: string): Service | undefined => {
    const choices = byKey.get(key(path));
    return choices && (onlyService(choices) ?? choose(choices, query));
  };
  const find = (path: string, query: string): PathMatch | undefined => {
    const whole = at(path, query);
    if (whole !== undefined) return { service: whole, suffix: '' };
    for (const end of ends) {
      if (path[end] !== '/') continue;
      const service = at(path.slice(0, end), query) ?? at(path.slice(0, end + 1), query);
      if (service !== undefined) return { service, suffix: path.slice(end) };
    }
    return undefined;
  };
  const indexes = new Set(['/', key(base), key(`${base}/`)]);
  return {
    services,
    isIndex: (path) => indexes.has(path) || indexes.has(key(canonicalPath(path))),
    find(path, query = '', literally = false) {
      const spelled = exact.get(path);
      if (spelled !== undefined) return spelled;
      const single = literally ? path : singleSlashes(path);
      const found = find(single, query);
      if (literally || found?.suffix === '' || !single.includes('%')) return found;
      const canonical = find(canonicalPath(single), query);
      if (canonical === undefined || canonical.service === found?.service) return found;
      return { service: canonical.service, suffix: lastNames(single, canonical.suffix) };
    },
  };
}

/** The services at each path, as it is written and canonical. */
function placeServices(
  services: readonly Service[],
  base: string,
  key: (path: string) => string,
): { readonly byKey: ReadonlyMap<string, readonly Choice[]>; readonly paths: readonly string[] } {
  const byKey = new Map<string, Choice[]>();
  const paths: string[] = [];
  const add = (path: string, query: string, service: Service): void => {
    const parameters = queryParameters(query);
    const choices = byKey.get(key(path)) ?? [];
    if (choices.some((one) => sameQuery(one.parameters, parameters))) return;
    // The most specific first.
    const place = choices.findIndex((one) => one.parameters.length < parameters.length);
    choices.splice(place < 0 ? choices.length : place, 0, { service, parameters });
    byKey.set(key(path), choices);
    paths.push(path);
  };
  for (const addresses of [ownAddress, otherAddresses]) {
    for (const spell of [asWritten, canonicalPath]) {
      for (const service of services) {
        for (const address of addresses(service)) {
          const { path, query } = splitTarget(base + address);
          add(spell(path), query, service);
        }
      }
    }
  }
  return { byKey, paths };
}

/** The service, if all choices are the same. */
function onlyService(choices: readonly Choice[]): Service | undefined {
  const [first] = choices;
  return choices.every(({ service }) => service === first?.service) ? first?.service : undefined;
}

/** The service whose parameters the query has, the most specific first. */
function choose(choices: readonly Choice[], query: string): Service | undefined {
  const asked = new Set(queryParameters(query));
  return choices.find(({ parameters }) => parameters.every((one) => asked.has(one)))?.service;
}

function sameQuery(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/**
 * The end of a path with as many names as another. Escapes there may belong to parameters, so the
 * end of the canonical path will not do.
 */
function lastNames(path: string, other: string): string {
  const count = other.split('/').length - 1;
  return count === 0 ? '' : `/${path.split('/').slice(-count).join('/')}`;
}

function groupByPath(routes: readonly Route[]): readonly Service[] {
  const groups: Map<string, Route[]> = new Map();
  for (const route of routes) {
    const group = groups.get(route.operation.path);
    if (group === undefined) groups.set(route.operation.path, [route]);
    else group.push(route);
  }
  return [...groups].map(([path, group]) => ({ path, routes: group }));
}

function asWritten(path: string): string {
  return path;
}

function ownAddress({ path }: Service): readonly string[] {
  return [path];
}

function otherAddresses({ routes }: Service): readonly string[] {
  return routes.flatMap(({ operation }) => Object.values(operation.paths ?? {}));
}

/**
 * Where the path of a service can end within a longer one, longest first. A path that ends in a
 * slash shares it with the suffix.
 */
function pathEnds(paths: readonly string[]): readonly number[] {
  const lengths = paths.map((path) => (path.endsWith('/') ? path.length - 1 : path.length));
  return [...new Set(lengths)].sort((one, other) => other - one);
}
