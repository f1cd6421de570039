import type { LinkedPort, LinkedService } from './service-model.ts';

const pattern = /^https?:\/\/[^/?#\s]+([^?#\s]*)/i;

/**
 * Path of an address that is an http(s) URL or a path; `undefined` for any other. For an address
 * below the contract's base URL, the part after that, whose path belongs to the base URL.
 */
export function addressPath(address: string | undefined, baseUrl?: string): string | undefined {
  if (address === undefined) return undefined;
  const base = baseUrl?.replace(/\/+$/, '');
  const trimmed = address.trim();
  const text =
    base !== undefined && trimmed.startsWith(`${base}/`) ? trimmed.slice(base.length) : trimmed;
  const match = pattern.exec(text);
  if (match !== null) return match[1] === undefined || match[1] === '' ? '/' : match[1];
  return text.startsWith('/') && !text.startsWith('//') ? /^[^?#\s]+/.exec(text)?.[0] : undefined;
}

/** Scheme, host and port of an http(s) address: the part before its path. */
export function addressOrigin(address: string): string | undefined {
  return /^https?:\/\/[^/?#\s]+/i.exec(address.trim())?.[0];
}

/** The path of a port: that of its address, or of its service if it has none. */
export function portPath(service: LinkedService, port: LinkedPort | undefined): string {
  return port?.path ?? service.path;
}

/** The path of a service, followed by those of ports elsewhere. */
export function pathsOf(service: LinkedService): readonly string[] {
  return [...new Set([service.path, ...service.ports.map((port) => portPath(service, port))])];
}
