import { defaultReadLimits, type Host, type ReadOptions } from './host.ts';
import { isAllowedHost, linkedFrom } from './linked-documents.ts';

const mostRedirects = 5;

/**
 * Fetches documents into `known`, by the URLs requested, and all documents on allowed hosts that
 * they import, so that a chain of imports is not read again for each of them. A text in `known` is
 * the reason why a document is not available.
 */
export async function fetchNeeded(
  needed: ReadonlySet<string>,
  host: Host,
  options: ReadOptions,
  known: Map<string, Uint8Array | string>,
): Promise<void> {
  const limits = { ...defaultReadLimits, ...options.limits };
  let open = [...needed];
  for (let depth = 0; open.length > 0 && depth < limits.depth; depth += 1) {
    const next = new Set<string>();
    for (const url of open) {
      const found =
        known.size >= limits.files ? 'there are too many' : await fetchOne(url, host, options);
      known.set(url, found);
      if (typeof found === 'string') continue;
      for (const one of linkedFrom(url, found, options)) if (!known.has(one)) next.add(one);
    }
    open = known.size >= limits.files ? [] : [...next];
  }
}

async function fetchOne(
  first: string,
  host: Host,
  options: ReadOptions,
): Promise<Uint8Array | string> {
  if (host.fetch === undefined) return 'there is no way to fetch it';
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    try {
      const { status, body, location } = await host.fetch(url);
      if (status >= 300 && status < 400 && location !== undefined) {
        const next = redirected(url, location, options);
        if (next.refused !== undefined) return next.refused;
        url = next.url;
        continue;
      }
      return status === 200 ? body : `the server answered with status ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : 'it could not be fetched';
    }
  }
  return `it was redirected more than ${mostRedirects} times`;
}

/**
 * The target of a redirect: on an allowed host, and never from https to http. Credentials in a URL
 * are only sent to its host.
 */
function redirected(
  from: string,
  location: string,
  options: ReadOptions,
): { readonly url: string; readonly refused?: string } {
  const source = new URL(from);
  const target = new URL(location, source);
  const host = target.host.toLowerCase();
  const allowed = isAllowedHost(options, host);
  if (
    !/^https?:$/.test(target.protocol) ||
    (source.protocol === 'https:' && target.protocol === 'http:')
  ) {
    return { url: from, refused: `it was redirected to '${target.protocol}'` };
  }
  if (!allowed)
    return { url: from, refused: `it was redirected to host '${host}', which is not allowed` };
  if (host !== source.host.toLowerCase()) {
    target.username = '';
    target.password = '';
  }
  return { url: target.href };
}
