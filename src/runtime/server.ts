import { createDispatcher } from './server-dispatch.ts';
import type { DocumentationLoader } from './server-documents.ts';
import { createFetchHandler } from './server-fetch.ts';
import { createNodeListener } from './server-node.ts';
import type { Route, Server, ServerOptions } from './server-options.ts';

/**
 * Makes a server that answers as an ASMX endpoint does.
 *
 * @param routes Every operation with its handler.
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
