import { hiddenMessage, shownText } from './call.ts';
import { readBasePath } from './dispatch.ts';
import type { ServerOptions } from './options.ts';
import type { DocumentedActions } from './protocol.ts';
import { type DocumentEndpoints, documentedActionsOf } from './protocol.ts';
import {
  type Audience,
  errorPage,
  type Incoming,
  isServed,
  notFoundPage,
  type Outgoing,
  unrecognizedGetPage,
} from './request.ts';

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

/**
 * Who may call over HTTP GET or POST. Only with the first does the WSDL mention it; the next two
 * are the two sides of `'local'`.
 */
export type HttpAccess = 'everybody' | 'thisMachine' | 'otherMachine' | 'nobody';

/**
 * A GET on a service's path (or on `/`) that is not an operation: `?WSDL`, `?disco`, `?schema=`,
 * `?op=`, or nothing.
 */
export interface DocumentRequest {
  /** Requested path, such as `/AuthCodeSending.asmx`, or `/` for the list of services. */
  readonly path: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /**
   * Scheme and host that the client used, from the Host header, with any mount prefix:
   * `http://localhost:8080`.
   */
  readonly origin: string;
  /** Whether help pages are served. WSDL and discovery have their own switch. */
  readonly pages: boolean;
  readonly wsdl: boolean;
  /** Which clients may use HTTP GET. Default: everybody. */
  readonly httpGet?: HttpAccess | undefined;
  /** Which clients may use HTTP POST. */
  readonly httpPost: HttpAccess;
  /** Actions of operations that are served with WS-Addressing; absent for none. */
  readonly actions?: ReadonlyMap<string, DocumentedActions> | undefined;
}

/** A complete answer, to which the server adds Content-Length. */
export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The export `documentation` of `docs.ts`, loaded on the first request that needs it. */
export interface Documentation {
  /** Answers a document request; `undefined` if the contract does not have the path. */
  answer(request: DocumentRequest): DocumentAnswer | undefined;
}
