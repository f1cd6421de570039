import {
  defaultReadLimits,
  FetchError,
  type FetchedFile,
  type Host,
  type ReadOptions,
} from './host.ts';
import { isAllowedHost, linkedFrom } from './linked-documents.ts';
import type { RemoteFile } from './remote-files.ts';

const mostRedirects = 5;

/**
 * Fetches documents into `known`, by the URLs requested, and all documents on allowed hosts that
 * they import, so that a chain of imports is not read again for each of them.
 */
export async function fetchNeeded(
  needed: ReadonlySet<string>,
  host: Host,
  options: ReadOptions,
  known: Map<string, RemoteFile>,
): Promise<void> {
  const limits = { ...defaultReadLimits, ...options.limits };
  let open = [...needed];
  for (let depth = 0; open.length > 0 && depth < limits.depth; depth += 1) {
    const next = new Set<string>();
    for (const url of open) {
      const tooMany = known.size >= limits.files;
      const found = tooMany ? { reason: 'there are too many' } : await fetchOne(url, host, options);
      known.set(url, found);
      if (found.bytes === undefined) continue;
      for (const one of linkedFrom(url, found, options)) if (!known.has(one)) next.add(one);
    }
    open = known.size >= limits.files ? [] : [...next];
  }
}

async function fetchOne(first: string, host: Host, options: ReadOptions): Promise<RemoteFile> {
  if (host.fetch === undefined) return { reason: 'there is no way to fetch it' };
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    try {
      const answer = await host.fetch(url);
      const { status, location } = answer;
      if (status < 300 || status >= 400 || location === undefined) return remoteFile(url, answer);
      const next = redirected(url, location, options);
      if (typeof next !== 'string') return next;
      url = next;
    } catch (error) {
      const help = error instanceof FetchError ? error.help : undefined;
      return { reason: error instanceof Error ? error.message : 'it could not be fetched', help };
    }
  }
  return { reason: `it was redirected more than ${mostRedirects} times` };
}

/** Characters of `WWW-Authenticate` that an error shows. */
const mostAsked = 200;

function remoteFile(url: string, { status, body, ...answer }: FetchedFile): RemoteFile {
  if (status === 200) return { bytes: body, url };
  const { authenticate = '', help } = answer;
  // a challenge of NTLM says nothing to people
  const asked = authenticate
    .replace(/\b(NTLM|Negotiate)\s+[\w+/]{16,}=*/gi, '$1')
    .slice(0, mostAsked);
  const schemes = asked === '' ? '' : ` (WWW-Authenticate: ${asked})`;
  return { reason: `the server answered with status ${status}${schemes}`, help };
}

/**
 * The target of a redirect: on an allowed host, and never from https to http. Credentials in a URL
 * are only sent to its host.
 *
 * @returns why it is not followed, if it is not
 */
function redirected(from: string, location: string, options: ReadOptions): string | RemoteFile {
  const source = new URL(from);
  const target = new URL(location, source);
  const host = target.host.toLowerCase();
  if (
    !/^https?:$/.test(target.protocol) ||
    (source.protocol === 'https:' && target.protocol === 'http:')
  ) {
    return { reason: `it was redirected to '${target.protocol}'` };
  }
  if (!isAllowedHost(options, host)) {
    const reason = `it was redirected to host '${host}', which is not allowed`;
    return { reason, help: `Run with --allow-host ${host}` };
  }
  if (host !== source.host.toLowerCase()) {
    target.username = '';
    target.password = '';
  }
  target.hash = '';
  return target.href;
}
