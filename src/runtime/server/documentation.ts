/**
 * Who may call by HTTP POST: only the first lets the WSDL say so; the next two tell which side of
 * `'local'` the client is on.
 */
export type HttpPostAccess = 'everybody' | 'thisMachine' | 'otherMachine' | 'nobody';

/**
 * A GET on a service's path (or on `/`) that is not an operation: `?WSDL`, `?disco`, `?schema=`,
 * `?op=`, or nothing.
 */
export interface DocumentRequest {
  /** Path asked for, such as `/AuthCodeSending.asmx`, or `/` for the list of services. */
  readonly path: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /**
   * Scheme and host the client used, from the Host header: `http://localhost:8080`, with any mount
   * prefix.
   */
  readonly origin: string;
  /** Whether help pages are served; WSDL and discovery are switched apart from them. */
  readonly pages: boolean;
  readonly wsdl: boolean;
  /** Whom the server answers HTTP POST. */
  readonly httpPost: HttpPostAccess;
}

/** A complete answer; Content-Length is the server's business. */
export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What `docs.ts` exports as `documentation`: loaded on the first request that needs it. */
export interface Documentation {
  /** Answers a document request; `undefined` when the path is none of the contract's. */
  answer(request: DocumentRequest): DocumentAnswer | undefined;
}
