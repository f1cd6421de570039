const pattern = /^https?:\/\/[^/?#\s]+([^?#\s]*)/i;

/**
 * Path of the first address that is an http(s) URL or a path; `undefined` if there is none. For an
 * address below the contract's base URL, the part after that, whose path belongs to the base URL.
 */
export function addressPath(
  addresses: readonly (string | undefined)[],
  baseUrl?: string,
): string | undefined {
  const base = baseUrl?.replace(/\/+$/, '');
  for (const address of addresses) {
    if (address === undefined) continue;
    const trimmed = address.trim();
    const text =
      base !== undefined && trimmed.startsWith(`${base}/`) ? trimmed.slice(base.length) : trimmed;
    const match = pattern.exec(text);
    if (match !== null) return match[1] === undefined || match[1] === '' ? '/' : match[1];
    if (text.startsWith('/') && !text.startsWith('//')) return /^[^?#\s]+/.exec(text)?.[0];
  }
  return undefined;
}

/** Scheme, host and port of an http(s) address: the part before its path. */
export function addressOrigin(address: string): string | undefined {
  return /^https?:\/\/[^/?#\s]+/i.exec(address.trim())?.[0];
}
