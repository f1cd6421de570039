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
  /** The service for a request path; `undefined` if there is none. */
  readonly find: (path: string) => PathMatch | undefined;
}

/** A base path with a `/` at its start and none at its end; empty for none. */
export function readBasePath(path: string | undefined = ''): string {
  const names = path.split('/').filter((one) => one !== '');
  return names.map((one) => `/${one}`).join('');
}

/**
 * Builds the table once, so that a request needs only a few lookups. A service is also found at
 * the paths of bindings whose ports are elsewhere.
 */
export function buildRoutes(
  routes: readonly Route[],
  options: Pick<ServerOptions<never>, 'parity' | 'basePath'>,
): ServiceTable {
  const ignoreCase = options.parity?.ignorePathCase ?? true;
  const key = (path: string): string => (ignoreCase ? path.toLowerCase() : path);
  const base = readBasePath(options.basePath);
  const services = groupByPath(routes);
  const byKey = new Map<string, Service>();
  /** The path of nearly every request: the service itself, spelled as in the contract. */
  const exact = new Map<string, PathMatch>();
  const add = (path: string, service: Service): void => {
    if (byKey.has(key(base + path))) return;
    byKey.set(key(base + path), service);
    exact.set(base + path, { service, suffix: '' });
  };
  for (const service of services) add(service.path, service);
  for (const service of services) {
    for (const path of otherPaths(service)) add(path, service);
  }
  const ends = pathEnds([...exact.keys()]);
  const find = (path: string): PathMatch | undefined => {
    const whole = byKey.get(key(path));
    if (whole !== undefined) return { service: whole, suffix: '' };
    for (const end of ends) {
      if (path[end] !== '/') continue;
      const service = byKey.get(key(path.slice(0, end))) ?? byKey.get(key(path.slice(0, end + 1)));
      if (service !== undefined) return { service, suffix: path.slice(end) };
    }
    return undefined;
  };
  return {
    services,
    find(path) {
      const spelled = exact.get(path);
      if (spelled !== undefined) return spelled;
      const found = find(path);
      if (found !== undefined && found.suffix === '') return found;
      if (!path.includes('%')) return found;
      // The part after the service's path is not decoded, because it may have parameters.
      const decoded = find(decodePath(path));
      return decoded?.service === found?.service ? found : (decoded ?? found);
    },
  };
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
