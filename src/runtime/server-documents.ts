import type { Documentation, HttpPostAccess } from './documentation.ts';
import type { Incoming, Outgoing } from './server-incoming.ts';
import type { ServerOptions } from './server-options.ts';
import { notFoundPage, unrecognizedGetPage } from './server-pages.ts';

/** Loads what generated `docs.ts` exports. */
export type DocumentationLoader = () => Promise<{ readonly documentation: Documentation }>;

/** Answers a GET on a service's own path or on `/`; the documentation is loaded on the first of them. */
export function createDocuments(
  load: DocumentationLoader | undefined,
  options: ServerOptions<never>,
): (incoming: Incoming, path: string) => Promise<Outgoing> {
  let loading: Promise<{ readonly documentation: Documentation }> | undefined;
  return async (incoming, path) => {
    if (load === undefined) return nothing(path);
    loading ??= load();
    let documentation: Documentation;
    try {
      ({ documentation } = await loading);
    } catch (error) {
      // The next request may have more luck.
      loading = undefined;
      throw error;
    }
    const answer = documentation.answer({
      path,
      query: incoming.query,
      origin: incoming.origin(),
      pages: isServed(options.pages, incoming),
      wsdl: isServed(options.wsdl, incoming),
      httpPost: httpPostAccess(options.httpPost, incoming),
    });
    if (answer === undefined) return nothing(path);
    return {
      status: answer.status,
      headers: Object.entries(answer.headers).flat(),
      body: answer.body,
    };
  };
}

/** Whether the sender of a request gets what an option serves to everybody, to nobody, or to clients on the same machine. */
export function isServed(to: boolean | 'local' | undefined, incoming: Incoming): boolean {
  return to === 'local' ? incoming.client().local : (to ?? true);
}

function httpPostAccess(to: ServerOptions['httpPost'], incoming: Incoming): HttpPostAccess {
  if (to !== 'local') return to === false ? 'nobody' : 'everybody';
  return isServed(to, incoming) ? 'thisMachine' : 'otherMachine';
}

/** A service without documentation does not know what a GET is; at the root there is nothing. */
function nothing(path: string): Outgoing {
  return path === '/' ? notFoundPage() : unrecognizedGetPage();
}
