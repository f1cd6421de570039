import { createDispatcher } from './dispatch.ts';
import type { DocumentationLoader } from './documents.ts';
import { createFetchHandler } from './fetch.ts';
import { createNodeListener } from './node.ts';
import type { Server, ServerOptions } from './options.ts';
import type { Route } from './protocol.ts';

/**
 * Creates a server that answers as an ASMX endpoint does.
 *
 * @param routes Every operation with its protocols and handler.
 * @param documentation Loads the help pages and WSDL on the first request for them.
 */
export function createServer<State = unknown>(
  routes: readonly Route[],
  options: ServerOptions<State> = {},
  documentation?: DocumentationLoader,
): Server {
  const dispatcher = createDispatcher(
    routes,
    options as unknown as ServerOptions<never>,
    documentation,
  );
  return { listener: createNodeListener(dispatcher), fetch: createFetchHandler(dispatcher) };
}
