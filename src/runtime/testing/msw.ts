import type { FetchRequest, PlatformResponse } from '../platform/globals.ts';
import type { Server } from '../server/options.ts';

/**
 * Lets MSW (mswjs.io) answer with a server:
 * `http.all('https://example.org/*', mswResolver(server))`.
 *
 * @returns a response resolver, as MSW calls what answers a request
 */
export function mswResolver(
  server: Pick<Server, 'fetch'>,
): (info: { readonly request: FetchRequest }) => Promise<PlatformResponse> {
  return ({ request }) => server.fetch(request);
}
