import type { FetchRequest, PlatformResponse } from '../platform/globals.ts';
import type { Server } from '../server/options.ts';

/**
 * Lets a server answer requests in MSW (mswjs.io): `http.all('https://example.org/*',
 * mswResolver(server))`.
 *
 * @returns a response resolver, MSW's name for a function that answers a request
 */
export function mswResolver(
  server: Pick<Server, 'fetch'>,
): (info: { readonly request: FetchRequest }) => Promise<PlatformResponse> {
  return ({ request }) => server.fetch(request);
}
