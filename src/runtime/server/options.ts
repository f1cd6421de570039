import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { FetchRequest, PlatformResponse, PlatformSignal } from '../platform/globals.ts';

/**
 * The part of node:http's `IncomingMessage` the server reads; Express and Connect add `originalUrl`
 * and `body`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of node:http's `ServerResponse` the server writes to. */
export interface NodeResponse {
  statusMessage: string;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly writableEnded?: boolean;
  readonly destroyed?: boolean;
  readonly writableNeedDrain?: boolean;
  writeHead(status: number, headers: string[]): unknown;
  write(data: string | Uint8Array, encoding: 'utf8' | 'latin1'): unknown;
  end(): unknown;
  end(data: string | Uint8Array, encoding: 'utf8' | 'latin1'): unknown;
  destroy(): unknown;
  on(event: 'close' | 'drain' | 'finish', listener: () => void): unknown;
}

/**
 * A listener for `http.createServer`, `app.use` of Express and Connect. Where it is given `next`,
 * it calls that for every path but those of its services, `/` included.
 */
export type NodeListener = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Answers a standard `Request`, or a URL and init as `fetch` takes them, so that it can replace
 * `fetch` in a client's options. Further arguments, such as the environment of a worker, are
 * ignored.
 */
export type FetchHandler = (
  request: FetchRequest | string | { readonly href: string },
  init?: unknown,
) => Promise<PlatformResponse>;

/**
 * A server for all operations of its routes; both functions may be passed on without their object.
 */
export interface Server {
  readonly listener: NodeListener;
  readonly fetch: FetchHandler;
}

/** What a handler gives: its result, or a promise of it. */
export type HandlerResult<Output> = Output | Promise<Output>;

/** Answers one operation. */
export type Handler<
  Input,
  Output,
  State = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> = (input: Input, context: Context<State, InputHeaders, OutputHeaders>) => HandlerResult<Output>;

/** The records of a result, one by one: a generator, or anything else that `for await` takes. */
export type Records<Item> = AsyncIterable<Item> | Generator<Item, unknown, undefined>;

/**
 * Answers an operation whose result holds nothing but one repeated element: with the result, or
 * with its records, which are sent as they come. An exception before the first record is a fault as
 * usual; one after it cuts the answer off, so that the client sees that it is not complete. When
 * the client goes away, the iterator is ended through its `return`.
 */
export type StreamingHandler<
  Input,
  Output,
  Item,
  State = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> = (
  input: Input,
  context: Context<State, InputHeaders, OutputHeaders>,
) => HandlerResult<Output> | HandlerResult<Records<Item>>;

/** What a handler knows of the request, and its way to write to the response beside its result. */
export interface Context<
  State = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** The wire the request came over. */
  readonly binding: BindingName;
  /** Path and query as the client sent them. */
  readonly url: string;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request as the listener or `fetch` got it. */
  readonly request: NodeRequest | FetchRequest;
  /** Aborts when the client goes away or the time limit is reached. */
  readonly signal: PlatformSignal;
  /** Address of the client; absent where the environment doesn't tell. */
  readonly ip: string | undefined;
  /**
   * Whether the client is known to be on the same machine; one that came through a proxy that says
   * so is not.
   */
  readonly local: boolean;
  /** Declared SOAP headers of the request by part name; over HTTP GET and POST none. */
  readonly soapHeaders: Readonly<Partial<InputHeaders>>;
  /** What the context factory of the server options gave. */
  readonly state: State;
  /** Sets a declared SOAP header of the response; ignored over HTTP GET and POST. */
  setSoapHeader<Name extends keyof OutputHeaders & string>(
    name: Name,
    value: OutputHeaders[Name],
  ): void;
  /** Writes straight to the response, in front of the envelope over SOAP. */
  write(data: string | Uint8Array): void;
  /** Sets the status of a successful answer. */
  status(code: number, reason?: string): void;
  /** Sets a response header; an empty value removes it. */
  header(name: string, value: string): void;
  /**
   * Sets the content type of what `write` wrote; over SOAP the envelope's own wins unless `end` is
   * called.
   */
  contentType(type: string): void;
  /** Ends the response with what was written: the result is dropped and no envelope follows. */
  end(): void;
}

/** What a server interceptor sees of a call. */
export interface ServerCall<State = unknown> {
  /** Descriptor of the operation. */
  readonly operation: AnyOperation;
  /** What the handler will be given. */
  readonly input: unknown;
  /** The handler's second argument. */
  readonly context: Context<State, object, Record<string, unknown>>;
}

/** Wraps the handlers: may look at input and output, refuse by throwing, or replace the output. */
export type ServerInterceptor<State = unknown> = (
  call: ServerCall<State>,
  next: () => unknown,
) => unknown;

/** Bounds on a request, checked before work is done. */
export interface ServerLimits {
  /** Bytes of the body. Default 4 MiB, as `<httpRuntime maxRequestLength>` of ASMX. */
  readonly bodyBytes?: number | undefined;
  /**
   * Elements of an XML body. Those that are kept as `XmlElement`, and those of SOAP-encoded
   * messages, may be a fifth as many. Default 500,000.
   */
  readonly elements?: number | undefined;
  /** Depth of elements. Default 200. */
  readonly depth?: number | undefined;
  /** Attributes and declarations of one element. Default 64. */
  readonly attributes?: number | undefined;
  /**
   * Milliseconds from the request's head to the handler's result, or the last of its records; 0 for
   * no limit. A body that is not complete by then is answered with status 408, with `listener` and
   * `fetch` alike. Default 0.
   */
  readonly time?: number | undefined;
}

/** Habits of ASMX that few want. */
export interface ParityOptions {
  /**
   * Reads `text/xml` without a charset as US-ASCII, each other byte becoming `?`. Default false:
   * XML rules.
   */
  readonly asciiDefault?: boolean | undefined;
  /**
   * Refuses values that look like markup on HTTP GET and POST, as ASP.NET's request validation
   * does. Default false.
   */
  readonly requestValidation?: boolean | undefined;
  /**
   * Refuses query strings above 2048 characters with a 400 page, as ASP.NET does. Default false.
   */
  readonly queryLimit?: boolean | undefined;
  /**
   * Refuses SOAP requests with elements that the operation does not know, as
   * `<soapEnvelopeProcessing strict="true" />` does. Also refuses malformed `xs:NCName` and the
   * like, any `xs:ENTITY`, spaces inside `xs:hexBinary`, repeated IDs, references to no ID, a wrong
   * `xsi:type`, missing required attributes with a fixed value, and invalid elements at a wildcard
   * whose `processContents` asks for a check. Unknown attributes, missing elements and any order
   * stay accepted. Default false.
   */
  readonly strictEnvelopes?: boolean | undefined;
  /**
   * Writes control characters in results, headers and faults over SOAP, GET and POST as character
   * references (`&#x1;`), as ASMX does. XML 1.0 forbids those too, so that strict readers refuse
   * the answer. Default false: such a result is a Server fault.
   */
  readonly controlCharacters?: boolean | undefined;
  /** Hides the message of every exception: `An error occurred on the server.` Default false. */
  readonly suppressExceptions?: boolean | undefined;
  /** Matches paths in any letter case, as Windows does. Default true. */
  readonly ignorePathCase?: boolean | undefined;
}

/** How a server behaves. */
export interface ServerOptions<State = unknown> {
  /** Bounds on requests. */
  readonly limits?: ServerLimits | undefined;
  /** Makes `context.state` of each request; throwing refuses it with a fault. */
  readonly context?: ((request: NodeRequest | FetchRequest) => State | Promise<State>) | undefined;
  /** Wrap every handler, the first one outermost. */
  readonly interceptors?: readonly ServerInterceptor<State>[] | undefined;
  /** Told of every exception that is not a fault thrown on purpose. */
  readonly onError?: ((error: unknown, context: Context | undefined) => void) | undefined;
  /**
   * Shows type and stack of exceptions in faults, as ASP.NET does with custom errors off. Default
   * false.
   */
  readonly faultDetail?: boolean | undefined;
  /**
   * Missing numbers, booleans and dates over SOAP are a client fault in place of 0 and false.
   * Default false.
   */
  readonly strict?: boolean | undefined;
  /** Habits of ASMX, one by one. */
  readonly parity?: ParityOptions | undefined;
  /**
   * Serves the help pages: to everyone, to no one, or to clients on the same machine. Others get
   * what ASMX answers when its Documentation protocol is off. Default true.
   */
  readonly pages?: boolean | 'local' | undefined;
  /** Serves `?WSDL`, `?schema` and `?disco`, likewise. Default true. */
  readonly wsdl?: boolean | 'local' | undefined;
  /**
   * Answers HTTP POST, on the operations whose contract has it: to everyone, to no one, or to
   * clients on the same machine, as ASMX's HttpPostLocalhost does. Others get what ASMX answers
   * when the protocol is off, and no WSDL names the ports. Default true.
   */
  readonly httpPost?: boolean | 'local' | undefined;
  /**
   * Gives the address of the client where the connection doesn't tell: behind a proxy, and with
   * `fetch`, which otherwise takes every client for a remote one. For `context.ip`,
   * `context.local`, `pages`, `wsdl` and `httpPost`.
   */
  readonly clientAddress?:
    | ((request: NodeRequest | FetchRequest) => string | undefined)
    | undefined;
  /**
   * Services, by path or name, that route SOAP 1.1 by the element in the body and not by
   * SOAPAction.
   */
  readonly routeByElement?: readonly string[] | undefined;
  /** Path before those of the contract, where nothing in front strips it. */
  readonly basePath?: string | undefined;
}
