import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../terminal/failure.ts';

/** Milliseconds for pending requests to end after the first signal. */
const drainTime = 10_000;

/** Where to listen. */
interface Place {
  readonly port: number;
  readonly host: string;
}

/**
 * Starts to listen.
 *
 * @throws {CliError} the port is taken, or the address is none of this machine
 */
export async function listen(server: HttpServer, { port, host }: Place): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CliError(
        `port ${port} on ${host} is taken by another program`,
        'Stop it, or choose another with --port; --port 0 takes any that is free.',
      );
    }
    if (code === 'EACCES') {
      throw new CliError(`no permission to listen on port ${port}`, 'Choose one above 1023.');
    }
    throw new CliError(`cannot listen on ${host}:${port}: ${message}`, 'Check --host and --port.');
  }
}

/** The address of a server as a URL without a path. */
export function hostUrl({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Closes the server after pending requests have ended, or after `drainTime`. */
export async function drain(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainTime);
  await closed;
  clearTimeout(timer);
}

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
