import type { DocumentedActions } from '../operation/actions.ts';

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
