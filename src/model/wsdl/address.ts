import type { LinkedPort, LinkedService } from './service-model.ts';

const pattern = /^https?:\/\/[^/?#\s]+([^#\s]*)/i;

/**
 * Path and query of an address that is an http(s) URL or a path; `undefined` for any other. For an
 * address below the contract's base URL, the part after that, whose path belongs to the base URL.
 */
export function addressPath(address: string | undefined, baseUrl?: string): string | undefined {
  if (address === undefined) return undefined;
  const base = baseUrl?.replace(/\/+$/, '');
  const trimmed = address.trim();
  const text =
    base !== undefined && trimmed.startsWith(`${base}/`) ? trimmed.slice(base.length) : trimmed;
  const match = pattern.exec(text);
  const target =
    match === null
      ? text.startsWith('/') && !text.startsWith('//')
        ? /^[^#\s]+/.exec(text)?.[0]
        : undefined
      : match[1];
  if (target === undefined) return undefined;
  // An empty query says nothing.
  const path = target.replace(/\?$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Splits the path of a port into path and query, which is empty if there is none. */
export function splitQuery(path: string): { readonly path: string; readonly query: string } {
  const start = path.indexOf('?');
  return start < 0
    ? { path, query: '' }
    : { path: path.slice(0, start), query: path.slice(start + 1) };
}

/** Scheme, host and port of an http(s) address: the part before its path. */
export function addressOrigin(address: string): string | undefined {
  return /^https?:\/\/[^/?#\s]+/i.exec(address.trim())?.[0];
}

/** The path and query of a port: those of its address, or of its service if it has none. */
export function portPath(service: LinkedService, port: LinkedPort | undefined): string {
  return port?.path ?? service.path;
}

/** The path and query of a service, followed by those of ports elsewhere. */
export function pathsOf(service: LinkedService): readonly string[] {
  return [...new Set([service.path, ...service.ports.map((port) => portPath(service, port))])];
}

/**
 * The base URL in an address of one of the services, of its WSDL or of its help page; the address
 * itself if it is not of one.
 */
export function baseOfAddress(address: string, services: readonly LinkedService[]): string {
  const bare = address.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  for (const { path } of services.flatMap(pathsOf).map(splitQuery)) {
    const own = path.replace(/\/+$/, '');
    if (own !== '' && bare.toLowerCase().endsWith(own.toLowerCase())) {
      return bare.slice(0, -own.length);
    }
  }
  return address;
}
