import { type Audience, isServed } from './audience.ts';
import type { Documentation, HttpPostAccess } from './documentation.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { methodNotAllowedPage, notFoundPage, unrecognizedGetPage } from './pages.ts';
import type { Endpoint } from './protocol.ts';

/** Loads what generated `docs.ts` exports. */
export type DocumentationLoader = () => Promise<{ readonly documentation: Documentation }>;

/**
 * The endpoints that answer a GET of a service's own path, or of `/`. The documentation is loaded
 * on the first such request.
 */
export function createDocuments(
  load: DocumentationLoader | undefined,
  options: ServerOptions<never>,
): (path: string) => Endpoint {
  let loading: ReturnType<DocumentationLoader> | undefined;
  const loaded = async (start: DocumentationLoader): Promise<Documentation> => {
    loading ??= start();
    try {
      return (await loading).documentation;
    } catch (error) {
      // The next request tries again: the failure may have been a passing one.
      loading = undefined;
      throw error;
    }
  };
  const answer = async (incoming: Incoming, path: string): Promise<Outgoing> =>
    load === undefined ? nothing(path) : answerWith(await loaded(load), incoming, path, options);
  return (path) => ({
    takesBody: false,
    takes: ({ method }, suffix) => suffix === '' && method === 'GET',
    answer: (incoming) => answer(incoming, path),
    tooLarge: methodNotAllowedPage,
  });
}

function answerWith(
  documentation: Documentation,
  incoming: Incoming,
  path: string,
  options: ServerOptions<never>,
): Outgoing {
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
}

function httpPostAccess(audience: Audience, incoming: Incoming): HttpPostAccess {
  if (audience !== 'local') return audience === false ? 'nobody' : 'everybody';
  return isServed(audience, incoming) ? 'thisMachine' : 'otherMachine';
}

/** A service without documentation knows no GET of its path; there is nothing at the root. */
function nothing(path: string): Outgoing {
  return path === '/' ? notFoundPage() : unrecognizedGetPage();
}
