/** Whether the value of a `Host` header refers to the server. */
export type HostCheck = (host: string | undefined) => boolean;

/**
 * Creates the check of a server on a loopback address against DNS rebinding: a web page whose own
 * name suddenly resolves to this machine could otherwise read what is served here. A server on
 * another address is meant for others, and accepts any name.
 *
 * @param address Where it listens, as an IP address.
 * @param named Value of `--host`, which may be a name.
 * @param accepted Further names.
 */
export function createHostCheck(
  address: string,
  named: string,
  accepted: readonly string[],
): HostCheck {
  if (!isLoopback(address)) return () => true;
  const names = new Set(['localhost', named, ...accepted].map((name) => name.toLowerCase()));
  return (host) => {
    if (host === undefined) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    return names.has(name) || name.endsWith('.localhost') || isLoopback(name);
  };
}

/**
 * The name in a `Host` header in lower case (RFC 9110, section 7.2), without port; `undefined` if
 * it is invalid.
 */
function hostName(host: string): string | undefined {
  const [, literal, name] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+?)\.?)(?::\d{0,5})?$/i.exec(host) ?? [];
  return (literal ?? name)?.toLowerCase();
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
