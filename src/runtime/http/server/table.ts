import { decodeComponent } from '../../form/decode.ts';
import type { Incoming } from '../../server/incoming.ts';
import type { Route, Service } from '../../server/protocol.ts';
import { canonicalPath } from '../../text/path.ts';
import { type LocationMatcher, locationMatcher, withSlash } from './location-matcher.ts';

/** A location with parameters in it. */
interface LocationPattern {
  readonly route: Route;
  /** The parameters as a form; `undefined` if the path does not match. */
  readonly match: LocationMatcher;
}

/** Operations of one path that have one of the HTTP bindings. */
export interface HttpTable {
  /** By location, such as `/AuthCode`, as in the contract and canonical. */
  readonly byLocation: ReadonlyMap<string, Route>;
  /** Actual location by its lower-case form. */
  readonly byLowerCase: ReadonlyMap<string, string>;
  /** Operations with parameters in their location (`http:urlReplacement`). */
  readonly patterns: readonly LocationPattern[];
}

/** An operation, and its parameters as a form if they are in the location. */
export interface FoundRoute {
  readonly route: Route;
  readonly form?: string | undefined;
}

/** Builds the table of a service for one of the bindings. */
export function buildHttpTable({ routes }: Service, binding: 'httpGet' | 'httpPost'): HttpTable {
  const byLocation: Map<string, Route> = new Map();
  const byLowerCase: Map<string, string> = new Map();
  const patterns: LocationPattern[] = [];
  for (const route of routes) {
    const { http } = route.operation;
    if (http === undefined || !route.server.some((one) => one.binding === binding)) continue;
    const match = locationMatcher(http.location, http.parameters);
    if (match !== undefined) {
      patterns.push({ route, match });
      continue;
    }
    const location = withSlash(http.location);
    const lower = location.toLowerCase();
    for (const spelled of [location, canonicalPath(location)]) {
      if (!byLocation.has(spelled)) byLocation.set(spelled, route);
    }
    if (!byLowerCase.has(lower)) byLowerCase.set(lower, location);
  }
  return { byLocation, byLowerCase, patterns };
}

/**
 * The operation at a location, or ASMX's message if there is none.
 *
 * @param suffix The part after the path of the service.
 * @param incoming From a framework, no other spelling of a location is served.
 */
export function findRoute(
  table: HttpTable,
  suffix: string,
  { query, isRouted }: Pick<Incoming, 'query' | 'isRouted'>,
): FoundRoute | string {
  const spelled = isRouted || !suffix.includes('%') ? suffix : canonicalPath(suffix);
  const route = table.byLocation.get(suffix) ?? table.byLocation.get(spelled);
  if (route !== undefined) return { route };
  for (const { route, match } of table.patterns) {
    const form = match(suffix, query);
    if (form !== undefined) return { route, form };
  }
  const location = suffix.includes('%') ? decodeComponent(suffix, 'utf-8') : suffix;
  const name = location.slice(1);
  const right = table.byLowerCase.get(location.toLowerCase());
  if (right === undefined) return `${name} Web Service method name is not valid.`;
  return (
    `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
    `'${right.slice(1)}' with the same name but different casing was found.\r\n` +
    'Parameter name: methodName'
  );
}
