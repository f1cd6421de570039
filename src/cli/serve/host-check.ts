import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Refuses a request for another host (RFC 9110, section 15.5.20). */
export function refuseHost(
  { headers: { host = '' } }: IncomingMessage,
  response: ServerResponse,
): void {
  const shown = /^[\w.:[\]-]{1,255}$/.test(host) ? `'${host}'` : 'the name in this request';
  const reason = `This server answers only to names of this machine, and ${shown} is not one.`;
  const text = `${reason} To allow it: asmx-gen serve --accept-host <name>\n`;
  response.writeHead(421, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
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
