import { createHash, timingSafeEqual } from 'node:crypto';
import type { Mcp } from '../generated/helpdesk/index.js';

/**
 * The server behind a key, for programs alone: a page in a browser, which sends `Origin`, is
 * refused.
 *
 * @param key what `Authorization: Bearer …` has to hold
 */
export function guarded({ fetch }: Mcp, key: string): (request: Request) => Promise<Response> {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${key}`);
  return async (request) => {
    const { headers, url } = request;
    if (headers.has('origin')) return new Response('', { status: 403 });
    if (!timingSafeEqual(digest(headers.get('authorization') ?? ''), expected)) {
      return new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer' } });
    }
    if (new URL(url).pathname !== '/mcp') return new Response('', { status: 404 });
    return (await fetch(request)) as unknown as Response;
  };
}
