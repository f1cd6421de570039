import { createServer, type RequestListener } from 'node:http';

/** A server of a test's own on a free port of this machine. */
export interface LocalServer {
  readonly port: number;
  /** Host and port. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Ends what is under way, too. */
  close(): void;
}

/** Starts a server that answers as the listener does. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a server without a port');
  const host = `127.0.0.1:${address.port}`;
  return {
    port: address.port,
    host,
    origin: `http://${host}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
