import { createDispatcher } from '../dispatch.ts';
import type { Server, ServerOptions } from '../options.ts';
import type { DocumentEndpoints, Route } from '../protocol.ts';
import { createEntrance } from './entrance.ts';
import { createFetchHandler } from './fetch.ts';
import { createNodeListener } from './listener.ts';

/** What a server was created from. */
export interface ServerParts {
  readonly routes: readonly Route[];
  readonly options: ServerOptions<never>;
  readonly documents: DocumentEndpoints | undefined;
}

/** The parts of servers, for those that create others from them. */
export const builtFrom: WeakMap<Server, ServerParts> = new WeakMap();

/**
 * Creates a server that answers like an ASMX endpoint.
 *
 * @param routes Every operation with its protocols and handler.
 * @param documents Serves help pages and WSDL; `undefined` for a server without them.
 */
export function createServer<State = unknown, Security = never, Session = unknown>(
  routes: readonly Route[],
  options: ServerOptions<State, Security, Session> = {},
  documents?: DocumentEndpoints,
): Server {
  const known = options as unknown as ServerOptions<never>;
  const entrance = createEntrance(createDispatcher(routes, known, documents), known);
  const server: Server = {
    listener: createNodeListener(entrance),
    fetch: createFetchHandler(entrance),
    close: (options) => entrance.traffic.close(options),
  };
  builtFrom.set(server, { routes, options: known, documents });
  return server;
}
