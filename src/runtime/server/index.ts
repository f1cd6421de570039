import { createDispatcher } from './dispatch.ts';
import { createFetchHandler } from './fetch.ts';
import { createNodeListener } from './node.ts';
import type { Server, ServerOptions } from './options.ts';
import type { DocumentEndpoints, Route } from './protocol.ts';

/**
 * Creates a server that answers like an ASMX endpoint.
 *
 * @param routes Every operation with its protocols and handler.
 * @param documents Serves help pages and WSDL; `undefined` for a server without them.
 */
export function createServer<State = unknown>(
  routes: readonly Route[],
  options: ServerOptions<State> = {},
  documents?: DocumentEndpoints,
): Server {
  const dispatcher = createDispatcher(
    routes,
    options as unknown as ServerOptions<never>,
    documents,
  );
  return { listener: createNodeListener(dispatcher), fetch: createFetchHandler(dispatcher) };
}
