import { type Audience, isServed } from './audience.ts';
import type { Documentation, DocumentRequest, HttpAccess } from './documentation.ts';
import { hiddenMessage, shownText } from './error-text.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { errorPage, notFoundPage, unrecognizedGetPage } from './pages.ts';
import { type DocumentEndpoints, documentedActionsOf } from './protocol.ts';
import { readBasePath } from './routes.ts';

/** Loads the generated `docs.ts`. */
type DocumentationLoader = () => Promise<{ readonly documentation: Documentation }>;

/** Serves help pages and WSDL, which are loaded on the first request for them. */
export function createDocuments(load: DocumentationLoader): DocumentEndpoints {
  let loading: ReturnType<DocumentationLoader> | undefined;
  const loaded = async (): Promise<Documentation> => {
    loading ??= load();
    try {
      return (await loading).documentation;
    } catch (error) {
      // The failure may have been temporary, so the next request tries again.
      loading = undefined;
      throw error;
    }
  };
  return (options, path, routes = []) => ({
    isDocument: true,
    takesBody: false,
    takes: ({ method }, suffix) => suffix === '' && method === 'GET',
    answer: async (incoming) => {
      const actions = documentedActionsOf.current?.(routes, options);
      return answerWith(await loaded(), incoming, { path, options, actions });
    },
    failed: (_incoming, error) => errorPage(500, shownText(error, options) ?? hiddenMessage),
    tooLarge: unrecognizedGetPage,
  });
}

function answerWith(
  documentation: Documentation,
  incoming: Incoming,
  {
    path,
    options,
    actions,
  }: Pick<DocumentRequest, 'path' | 'actions'> & { readonly options: ServerOptions<never> },
): Outgoing {
  const answer = documentation.answer({
    path,
    query: incoming.query,
    origin: incoming.origin() + readBasePath(options.basePath),
    pages: isServed(options.pages, incoming),
    wsdl: isServed(options.wsdl, incoming),
    httpGet: accessOf(options.httpGet, incoming),
    httpPost: accessOf(options.httpPost, incoming),
    actions,
  });
  if (answer === undefined) return path === '/' ? notFoundPage(incoming) : unrecognizedGetPage();
  return {
    status: answer.status,
    headers: Object.entries(answer.headers).flat(),
    body: answer.body,
  };
}

function accessOf(audience: Audience, incoming: Incoming): HttpAccess {
  if (audience !== 'local') return audience === false ? 'nobody' : 'everybody';
  return isServed(audience, incoming) ? 'thisMachine' : 'otherMachine';
}
