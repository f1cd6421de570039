import { platform } from '../../platform/globals.ts';
import { header, type Incoming } from '../incoming.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz012345';

/** A new identifier, as ASP.NET makes them: 120 random bits in 24 characters. */
export function newId(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => letters[byte % 32]).join('');
}

/** The identifier that a request has in a cookie, if it looks like one. */
export function sentId(incoming: Incoming, cookie: string): string | undefined {
  for (const pair of (header(incoming, 'cookie') ?? '').split(/[;,]/)) {
    const cut = pair.indexOf('=');
    const value = pair.slice(cut + 1).trim();
    if (pair.slice(0, cut).trim() === cookie && /^[a-z0-5]{24}$/.test(value)) return value;
  }
  return undefined;
}

/** A `Set-Cookie` header as ASP.NET sends it; without an identifier, one that ends the session. */
export function setCookie(
  incoming: Incoming,
  cookie: string,
  id: string | undefined,
): readonly string[] {
  const secure = incoming.origin().startsWith('https:') ? '; secure' : '';
  const start =
    id === undefined ? `${cookie}=; expires=Thu, 01 Jan 1970 00:00:00 GMT` : `${cookie}=${id}`;
  return ['Set-Cookie', `${start}; path=/; HttpOnly; SameSite=Lax${secure}`];
}
