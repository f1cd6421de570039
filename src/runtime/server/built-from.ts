import type { Server, ServerOptions } from './options.ts';
import type { DocumentEndpoints, Route } from './protocol.ts';

/** What a server was created from. */
export interface ServerParts {
  readonly routes: readonly Route[];
  readonly options: ServerOptions<never>;
  readonly documents: DocumentEndpoints | undefined;
}

/** The parts of servers, for those that create others from them. */
export const builtFrom: WeakMap<Server, ServerParts> = new WeakMap();
