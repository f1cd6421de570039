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
  /** The service for a request path and its raw query; `undefined` if there is none. */
  readonly find: (path: string, query?: string) => PathMatch | undefined;
}

/** A base path with a `/` at its start and none at its end; empty for none. */
export function readBasePath(path: string | undefined = ''): string {
  const names = path.split('/').filter((one) => one !== '');
  return names.map((one) => `/${one}`).join('');
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
  const byKey = new Map<string, Choice[]>();
  const paths: string[] = [];
  const add = (address: string, service: Service): void => {
    const { path, query } = splitTarget(base + address);
    const parameters = queryParameters(query);
    const choices = byKey.get(key(path)) ?? [];
    if (choices.some((one) => sameQuery(one.parameters, parameters))) return;
    // The most specific first.
    const place = choices.findIndex((one) => one.parameters.length < parameters.length);
    choices.splice(place < 0 ? choices.length : place, 0, { service, parameters });
    byKey.set(key(path), choices);
    paths.push(path);
  };
  for (const service of services) add(service.path, service);
  for (const service of services) {
    for (const path of otherPaths(service)) add(path, service);
  }
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
  return {
    services,
    find(path, query = '') {
      const spelled = exact.get(path);
      if (spelled !== undefined) return spelled;
      const found = find(path, query);
      if (found !== undefined && found.suffix === '') return found;
      if (!path.includes('%')) return found;
      // The part after the service's path is not decoded, because it may have parameters.
      const decoded = find(decodePath(path), query);
      return decoded?.service === found?.service ? found : (decoded ?? found);
    },
  };
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

function groupByPath(routes: readonly Route[]): readonly Service[] {
  const groups: Map<string, Route[]> = new Map();
  for (const route of routes) {
    const group = groups.get(route.operation.path);
    if (group === undefined) groups.set(route.operation.path, [route]);
    else group.push(route);
  }
  return [...groups].map(([path, group]) => ({ path, routes: group }));
}

function otherPaths({ routes }: Service): readonly string[] {
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

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
