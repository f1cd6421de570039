import type { AnyOperation } from './any-operation.ts';
import { type LocationMatcher, locationMatcher, withSlash } from './location-pattern.ts';
import type { BindingName } from './operation.ts';
import type { Route, ServerOptions } from './server-options.ts';

/** A location with parameters in it. */
export interface LocationPattern {
  readonly route: Route;
  /** The parameters as a form; `undefined` for a path that does not fit. */
  readonly match: LocationMatcher;
}

/** Operations of one path that one of the HTTP bindings reaches. */
export interface HttpTable {
  /** By location, such as `/AuthCode`. */
  readonly byLocation: ReadonlyMap<string, Route>;
  /** The right location by the same in lower case. */
  readonly byLowerCase: ReadonlyMap<string, string>;
  /** Operations whose parameters stand in the location (`http:urlReplacement`). */
  readonly patterns: readonly LocationPattern[];
}

/** Everything served at one path. */
export interface ServiceTable {
  /** As in the contract. */
  readonly path: string;
  readonly soap11: boolean;
  readonly soap12: boolean;
  /** Whether requests of any operation have attachments. */
  readonly attachments: boolean;
  /** By SOAPAction, with and without quotes. */
  readonly byAction: ReadonlyMap<string, Route>;
  /** Actions, with and without quotes, that several operations share: they say nothing, so the body decides. */
  readonly sharedActions: ReadonlySet<string>;
  /** By `{namespace}local` of the first element in the body; `''` stands for an empty body. */
  readonly byElement: ReadonlyMap<string, Route>;
  readonly routeByElement: boolean;
  readonly httpGet: HttpTable;
  readonly httpPost: HttpTable;
}

/** Where a request path leads. */
export interface PathMatch {
  readonly service: ServiceTable;
  /** What follows the service's path: empty, or from its `/` on. */
  readonly suffix: string;
}

/** Finds the service of a path. */
export type PathFinder = (path: string) => PathMatch | undefined;

/** Builds the tables once, so that a request needs a few look-ups only. */
export function buildRoutes(
  routes: readonly Route[],
  options: Pick<ServerOptions<never>, 'routeByElement' | 'parity' | 'basePath'>,
): PathFinder {
  const ignoreCase = options.parity?.ignorePathCase ?? true;
  const key = (path: string): string => (ignoreCase ? path.toLowerCase() : path);
  const base = (options.basePath ?? '').replace(/\/+$/, '');
  const groups: Map<string, Route[]> = new Map();
  for (const route of routes) {
    const group = groups.get(route.operation.path);
    if (group === undefined) groups.set(route.operation.path, [route]);
    else group.push(route);
  }
  const services: Map<string, ServiceTable> = new Map();
  /** What almost every request asks for: the service itself, spelled as in the contract. */
  const exact: Map<string, PathMatch> = new Map();
  const lengths: Set<number> = new Set();
  for (const [path, group] of groups) {
    const service = buildService(path, group, options.routeByElement ?? []);
    const whole = base + path;
    services.set(key(whole), service);
    exact.set(whole, { service, suffix: '' });
    // A service's own path may end in a slash, which then is that of the suffix, too.
    lengths.add(whole.endsWith('/') ? whole.length - 1 : whole.length);
  }
  /** Where the path of a service can end within a longer one, the longest first. */
  const ends = [...lengths].sort((one, other) => other - one);
  const find = (path: string): PathMatch | undefined => {
    const whole = services.get(key(path));
    if (whole !== undefined) return { service: whole, suffix: '' };
    for (const end of ends) {
      if (path[end] !== '/') continue;
      const service =
        services.get(key(path.slice(0, end))) ?? services.get(key(path.slice(0, end + 1)));
      if (service !== undefined) return { service, suffix: path.slice(end) };
    }
    return undefined;
  };
  return (path) => {
    const spelled = exact.get(path);
    if (spelled !== undefined) return spelled;
    const found = find(path);
    if (found !== undefined && found.suffix === '') return found;
    if (!path.includes('%')) return found;
    // What follows the service's path stays as it came: parameters may stand in it.
    const decoded = find(decodePath(path));
    return decoded?.service === found?.service ? found : (decoded ?? found);
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function buildService(
  path: string,
  routes: readonly Route[],
  routeByElement: readonly string[],
): ServiceTable {
  const has = (binding: BindingName): boolean =>
    routes.some(({ operation }) => operation.bindings.includes(binding));
  const byAction: Map<string, Route> = new Map();
  const sharedActions: Set<string> = new Set();
  const byElement: Map<string, Route> = new Map();
  for (const route of routes) {
    const { soap, bindings } = route.operation;
    if (soap === undefined) continue;
    if (!bindings.includes('soap11') && !bindings.includes('soap12')) continue;
    for (const action of [soap.action, `"${soap.action}"`]) {
      if (byAction.has(action)) sharedActions.add(action);
      else byAction.set(action, route);
    }
    addFirst(byElement, elementKey(route.operation), route);
  }
  for (const action of sharedActions) byAction.delete(action);
  return {
    path,
    soap11: has('soap11'),
    soap12: has('soap12'),
    attachments: routes.some(({ operation }) => operation.soap?.inputAttachments !== undefined),
    byAction,
    sharedActions,
    byElement,
    routeByElement: routes.some(
      ({ operation }) =>
        routeByElement.includes(operation.service) || routeByElement.includes(path),
    ),
    httpGet: buildHttpTable(routes, 'httpGet'),
    httpPost: buildHttpTable(routes, 'httpPost'),
  };
}

function elementKey({ soap }: AnyOperation): string {
  const element = soap?.element;
  return element === undefined ? '' : `{${element.namespace}}${element.local}`;
}

function buildHttpTable(routes: readonly Route[], binding: 'httpGet' | 'httpPost'): HttpTable {
  const byLocation: Map<string, Route> = new Map();
  const byLowerCase: Map<string, string> = new Map();
  const patterns: LocationPattern[] = [];
  for (const route of routes) {
    const { http, bindings } = route.operation;
    if (http === undefined || !bindings.includes(binding)) continue;
    const match = locationMatcher(http.location, http.parameters);
    if (match !== undefined) {
      patterns.push({ route, match });
      continue;
    }
    const location = withSlash(http.location);
    addFirst(byLocation, location, route);
    addFirst(byLowerCase, location.toLowerCase(), location);
  }
  return { byLocation, byLowerCase, patterns };
}

function addFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
