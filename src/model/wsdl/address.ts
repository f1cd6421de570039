const pattern = /^https?:\/\/[^/?#\s]+([^?#\s]*)/i;

/**
 * Path of the first of several addresses that is an http(s) URL or a path; `undefined` when none
 * is. Of an address below the contract's base URL it is what is after that: the prefix belongs to
 * the base URL.
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

/** Scheme, host and port of an http(s) address: what is before its path. */
export function addressOrigin(address: string): string | undefined {
  return /^https?:\/\/[^/?#\s]+/i.exec(address.trim())?.[0];
}
