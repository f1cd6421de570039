import type {
  AnyOperation,
  Attachment,
  BindingName,
  MtomOption,
  SentAttachment,
} from '../operation/descriptor.ts';
import type { AddressingRules, ExtraSoapHeader, SoapHeader } from '../operation/soap.ts';
import type { FetchRequest, PlatformResponse, PlatformSignal } from '../platform/globals.ts';
import type { XmlElement } from '../xml/writer.ts';
import type { Answer, Incoming, NodeListener, NodeRequest, Outgoing } from './request.ts';
import type { IdentityOf, ServerSecurities } from './security.ts';

/**
 * Answers a standard `Request`, or a URL and init as for `fetch`, so it can replace `fetch` in a
 * client's options. Further arguments, such as the environment of a worker, are ignored.
 */
export type FetchHandler = (
  request: FetchRequest | string | { readonly href: string },
  init?: unknown,
) => Promise<PlatformResponse>;

/**
 * A server for all operations of its routes. Its functions may be passed on without the object.
 */
export interface Server {
  readonly listener: NodeListener;
  readonly fetch: FetchHandler;
  /**
   * Ends the server's work: what runs is answered, new requests get 503, idle connections and those
   * of answered requests are closed. Resolves when nothing runs any more, or connections were cut
   * off after `timeout`. The HTTP server itself is yours: close it afterwards.
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** The return value of a handler: its result, or a promise of it. */
export type HandlerResult<Output> = Output | Promise<Output>;

/** Answers one operation. */
export type Handler<
  Input,
  Output,
  State = unknown,
  Identity = unknown,
  Session = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> = (
  input: Input,
  context: Context<State, Identity, Session, InputHeaders, OutputHeaders>,
) => HandlerResult<Output>;

/** The records of a result, one by one: a generator, or anything else that `for await` accepts. */
export type Records<Item> = AsyncIterable<Item> | Generator<Item, unknown, undefined>;

/**
 * Answers an operation whose result consists of one repeated element. It returns the result, or its
 * records, which are sent one by one. An exception before the first record becomes a fault as
 * usual; a later one cuts the answer off, so that the client notices. If the client disconnects,
 * the iterator is ended through its `return`.
 */
export type StreamingHandler<
  Input,
  Output,
  Item,
  State = unknown,
  Identity = unknown,
  Session = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> = (
  input: Input,
  context: Context<State, Identity, Session, InputHeaders, OutputHeaders>,
) => HandlerResult<Output> | HandlerResult<Records<Item>>;

/** What a handler knows of the request, and how it can write to the response directly. */
export interface Context<
  State = unknown,
  Identity = unknown,
  Session = unknown,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** The binding of the request. */
  readonly binding: BindingName;
  /** Path and query as the client sent them. */
  readonly url: string;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request as the listener or `fetch` received it. */
  readonly request: NodeRequest | FetchRequest;
  /** Aborts when the client disconnects or the time limit is reached. */
  readonly signal: PlatformSignal;
  /** Address of the client; absent if the environment doesn't provide it. */
  readonly ip: string | undefined;
  /**
   * Whether the client is known to be on the same machine. A client behind a proxy that identifies
   * itself, by `Via`, `Forwarded`, `X-Forwarded-For`, `X-Real-IP` or a header like them, is not.
   */
  readonly local: boolean;
  /** Declared SOAP headers of the request by part name; none over HTTP GET and POST. */
  readonly soapHeaders: Readonly<Partial<InputHeaders>>;
  /**
   * SOAP headers that the contract does not declare, in the order of the message; none over HTTP
   * GET and POST. Those for another actor or role than this server's are left out.
   */
  readonly unknownHeaders: readonly XmlElement[];
  /** The result of `context` of the server options. */
  readonly state: State;
  /**
   * Says that one of `unknownHeaders` is understood. If one with `mustUnderstand` is not, after all
   * interceptors, the request is refused before the handler runs (SOAP 1.1 section 4.2.3, SOAP 1.2
   * part 1 section 2.4). It throws a `TypeError` for any other element.
   */
  understood(header: XmlElement): void;
  /**
   * Parts that came beside the envelope (`multipart/related`) and are no value of the input, such
   * as attachments that the contract does not declare. Empty for any other request.
   */
  readonly attachments: readonly Attachment[];
  /** Who sent the request: what the server option `security` returned; `undefined` without it. */
  readonly identity: Identity;
  /**
   * What the client's session keeps, with the server option `sessions`: an object to be changed in
   * place, or replaced. `undefined` without it.
   */
  session: Session;
  /**
   * Sets a declared SOAP header of the response; `soapHeader(value, { … })` adds attributes to it.
   * Ignored over HTTP GET and POST.
   *
   * @throws TypeError the operation declares no such header of responses
   */
  setSoapHeader<Name extends keyof OutputHeaders & string>(
    name: Name,
    value: OutputHeaders[Name] | SoapHeader<OutputHeaders[Name]>,
  ): void;
  /**
   * Adds a SOAP header that the contract does not declare: well-formed XML or an element, to which
   * `soapHeader` adds attributes. Faults have it, too. Ignored over HTTP GET and POST. The prefixes
   * `soap`, `xsi` and `xsd` are those of the envelope.
   *
   * @throws TypeError it is not well-formed, or no element
   */
  setSoapHeader(xml: ExtraSoapHeader): void;
  /**
   * Sends a part beside the envelope of the response that the contract does not declare (SOAP
   * Messages with Attachments). Faults have none, nor have answers that are signed or whose records
   * are sent one by one: these fail.
   *
   * @returns The URL by which values of the response refer to it: `cid:ID` (RFC 2392).
   * @throws TypeError it cannot be sent, or the request came over HTTP GET or POST
   */
  attach(part: SentAttachment): string;
  /** Writes straight to the response, over SOAP before the envelope. */
  write(data: string | Uint8Array): void;
  /** Sets the status of a successful answer. */
  status(code: number, reason?: string): void;
  /** Sets a response header; an empty value removes it. */
  header(name: string, value: string): void;
  /**
   * Sets the content type of the text that `write` wrote. Over SOAP the envelope's own takes
   * precedence unless `end` is called.
   */
  contentType(type: string): void;
  /** Ends the response with what was written. The result is dropped, and no envelope is sent. */
  end(): void;
}

/** A call as server interceptors see it. */
export interface ServerCall<State = unknown, Identity = unknown, Session = unknown> {
  /** Descriptor of the operation. */
  readonly operation: AnyOperation;
  /** The handler's first argument. */
  readonly input: unknown;
  /** The handler's second argument. */
  readonly context: Context<State, Identity, Session, object, Record<string, unknown>>;
}

/**
 * Wraps the handlers. It may inspect input and output, refuse by throwing, or replace the output.
 */
export type ServerInterceptor<State = unknown, Identity = unknown, Session = unknown> = (
  call: ServerCall<State, Identity, Session>,
  next: () => unknown,
) => unknown;

/**
 * Limits on requests, checked before any work is done. Each is a number of at least 0; `Infinity`
 * is no limit.
 */
export interface ServerLimits {
  /** Bytes of the body. Default 4 MiB, like `<httpRuntime maxRequestLength>` of ASMX. */
  readonly bodyBytes?: number | undefined;
  /**
   * Elements of an XML body. Default: one for each 8 bytes of `bodyBytes`, and at least 500,000.
   */
  readonly elements?: number | undefined;
  /** Nested elements. Default 200. */
  readonly depth?: number | undefined;
  /**
   * Attributes and namespace declarations of one element. Default: one for each 64 bytes of
   * `bodyBytes`, and at least 65,536.
   */
  readonly attributes?: number | undefined;
  /**
   * Milliseconds from the request's head to the handler's result, or to the last of its records; 0
   * or `Infinity` for no limit. If the body is not complete by then, the answer is status 408, with
   * `listener` and `fetch` alike. Default: 100,000 for the body, and no limit for the handler.
   */
  readonly time?: number | undefined;
}

/** Why a server answers with a fault of its own. */
export interface FaultReason {
  /**
   * `action`: the request names no operation; `request`: it cannot be read, or is too large;
   * `exception`: a handler, an interceptor or an option threw something else than a fault.
   */
  readonly kind: 'action' | 'request' | 'exception';
  /** Text of the fault for the caller. */
  readonly message: string;
  /** What was thrown, or the error of the reader, if there is one. */
  readonly error: unknown;
}

/** Options of a server. The type of `security` determines that of `context.identity`. */
export interface ServerOptions<State = unknown, Security = ServerSecurities, Session = unknown>
  extends DeploymentOptions {
  /** Limits on requests. */
  readonly limits?: ServerLimits | undefined;
  /**
   * Creates `context.state` of each request, before its body is read. If it throws, the request is
   * refused with a fault, or as an `HttpError` says.
   */
  readonly context?: ((request: NodeRequest | FetchRequest) => State | Promise<State>) | undefined;
  /**
   * Finds out who sends a request, before its body is decoded: `verifyUsernameToken(…)`,
   * `verifyBasic(…)`, `verifyBearer(…)`, `verifyClientCertificate(…)`, `signatureVerifier(…)` of
   * `asmx-gen-runtime/wss`, or a function like them. What it returns is `context.identity`. Of a
   * list, one that accepts is enough; `signer(…)` in it signs the answers, `encrypter(…)` encrypts
   * them, and `decrypter(…)` decrypts requests, which then have to be encrypted. A refused request
   * gets a fault of WS-Security over SOAP, and status 401 with a challenge over HTTP GET and POST;
   * over SOAP both, if its credentials would be in the HTTP request. Only `onAnswer` learns why.
   * `protectPages` guards WSDL and pages, too.
   */
  readonly security?: (Security & ServerSecurities) | undefined;
  /**
   * Keeps `context.session` between the requests of a client, as with `EnableSession` of ASMX:
   * `sessions()`. Default: none.
   */
  readonly sessions?: Sessions<Session> | undefined;
  /**
   * How bytes of base64Binary elements are sent in parts of their own (MTOM). Requests with such
   * parts are always read. By default their answers have them, too; with `true`, also answers to
   * clients whose `Accept` allows `multipart/related`; with `{ threshold }`, only bytes of at least
   * that length are sent so; with `false`, none. Empty ones, those of records that are sent one by
   * one and those of faults stay in base64.
   */
  readonly mtom?: MtomOption | undefined;
  /**
   * Understands the headers of WS-Addressing over SOAP, and answers with `Action` and `RelatesTo`.
   * Replies go back over the connection of the request; to the address `none` nothing is sent
   * (status 202), and any other address in `ReplyTo` or `FaultTo` is a fault: a server never
   * connects to an address that a message names. A bundled program gives `serverAddressing(…)`.
   * Default: on if the contract names WS-Addressing.
   */
  readonly addressing?: boolean | AddressingRules | undefined;
  /** Wrap every handler; the first one is outermost. */
  readonly interceptors?:
    | readonly ServerInterceptor<State, IdentityOf<Security>, Session>[]
    | undefined;
  /**
   * Called for every exception except faults and `HttpError`s thrown on purpose, and for each
   * request that cannot be read, exceeds a limit or names no operation: with an error of the name
   * `RequestError`, whose cause is that of the reader. Whatever the listener throws or rejects with
   * is ignored.
   */
  readonly onError?: ((error: unknown, context: Context | undefined) => void) | undefined;
  /**
   * `true` shows type, message and stack of exceptions in faults, like ASP.NET with custom errors
   * off. A function gives a detail to the faults over SOAP that no handler throws on purpose, but
   * those about headers: callers of UPnP devices read nothing but a `UPnPError` there. What it
   * throws goes to `onError`, and the fault has no detail. Default false.
   */
  readonly faultDetail?: boolean | ((reason: FaultReason) => XmlElement | undefined) | undefined;
  /**
   * Answers missing numbers, booleans, dates and enumerations over SOAP with a client fault,
   * instead of reading them as 0, false and the first value, and reads texts by XML Schema:
   * comments in them are allowed, elements are not. Default false.
   */
  readonly strict?: boolean | undefined;
  /** Optional behaviour of ASMX. */
  readonly parity?: ParityOptions | undefined;
  /**
   * Serves the help pages: to everyone, to no one, or to clients on the same machine. Others get
   * ASMX's answer if its Documentation protocol is off. Default true.
   */
  readonly pages?: boolean | 'local' | undefined;
  /** Serves `?WSDL`, `?schema` and `?disco`, to the same choice of clients. Default true. */
  readonly wsdl?: boolean | 'local' | undefined;
  /** Answers HTTP GET, for operations whose contract has it; like `httpPost`. Default true. */
  readonly httpGet?: boolean | 'local' | undefined;
  /**
   * Answers HTTP POST, for operations whose contract has it: to everyone, to no one, or to clients
   * on the same machine, like ASMX's HttpPostLocalhost. Others get ASMX's answer if the protocol is
   * off, and no WSDL mentions the ports. Default true.
   */
  readonly httpPost?: boolean | 'local' | undefined;
  /**
   * Returns the address of the client if the connection doesn't provide it: behind a proxy, and
   * with `fetch`, which otherwise considers every client remote. For `context.ip`, `context.local`,
   * `pages`, `wsdl`, `httpGet` and `httpPost`. If it throws, or returns anything but a text, the
   * client is remote, and `onError` is told.
   */
  readonly clientAddress?:
    | ((request: NodeRequest | FetchRequest) => string | undefined)
    | undefined;
  /**
   * Services, by path or name, that route SOAP 1.1 by the element in the body instead of
   * SOAPAction.
   */
  readonly routeByElement?: readonly string[] | undefined;
  /**
   * Path before those of the contract, unless something in front of the server strips it. The list
   * of services is there, too.
   */
  readonly basePath?: string | undefined;
}

/**
 * Where sessions are kept between requests, such as a server of Redis. Each function may return a
 * promise. A store that writes values as JSON keeps what JSON can have.
 */
export interface SessionStore {
  /** The value of a session; `undefined` or `null` if there is none, or its time is over. */
  get(id: string): unknown;
  /** Keeps a value for this number of seconds from now. */
  set(id: string, value: object, seconds: number): unknown;
  /** Forgets a session. */
  delete(id: string): unknown;
  /**
   * Waits until no other process has the session, and returns what gives it back. Without it, only
   * the requests that one process answers wait for each other.
   */
  lock?(id: string): PromiseLike<() => unknown>;
}

/** How sessions are kept. */
export interface SessionsOptions {
  /** Default: in the memory of the process, for as long as it runs. */
  readonly store?: SessionStore | undefined;
  /** Name of the cookie. Default `ASP.NET_SessionId`. */
  readonly cookie?: string | undefined;
  /** Seconds without a request until a session ends; at least 1. Default 1200, as in ASMX. */
  readonly idle?: number | undefined;
}

/** The server option `sessions`: what `sessions(…)` returns. */
export interface Sessions<Session = unknown> {
  /** For types alone: what a session has. It is never there. */
  readonly session?: Session | undefined;
  /** Answers a request with its session, while no other request has it. */
  around(incoming: Incoming, answer: () => Answer): Promise<Outgoing>;
}

/** Behaviour of ASMX that few applications want. */
export interface ParityOptions {
  /**
   * Reads `text/xml` without a charset as US-ASCII, with `?` for all other bytes. Default false:
   * XML rules.
   */
  readonly asciiDefault?: boolean | undefined;
  /**
   * Refuses values that look like markup over HTTP GET and POST, like ASP.NET's request validation.
   * Default false.
   */
  readonly requestValidation?: boolean | undefined;
  /** Refuses query strings above 2048 characters with a 400 page, like ASP.NET. Default false. */
  readonly queryLimit?: boolean | undefined;
  /**
   * Refuses SOAP requests with elements that the operation does not know, like
   * `<soapEnvelopeProcessing strict="true" />`. Also refuses malformed `xs:NCName` and similar
   * names, any `xs:ENTITY`, spaces inside `xs:hexBinary`, repeated IDs, references without an ID,
   * any wrong `xsi:type`, text beside an element in a value, `xsi:nil` where the contract does not
   * allow it, values of an abstract type, missing required attributes with a fixed value, and
   * invalid elements at a wildcard whose `processContents` requires a check. Unknown attributes,
   * missing elements and any order are still accepted. Default false.
   */
  readonly strictEnvelopes?: boolean | undefined;
  /**
   * Writes control characters in results, headers and faults over SOAP, GET and POST as character
   * references (`&#x1;`), like ASMX. XML 1.0 forbids those too, so strict readers refuse the
   * answer. Default false: such a result becomes a Server fault.
   */
  readonly controlCharacters?: boolean | undefined;
  /**
   * Over SOAP 1.2, writes a fault code of your own as the Value of Code, like ASMX. JAX-WS loses
   * such a fault. Default false: Receiver, or Sender for `Client.Name`, with the code as Subcode.
   */
  readonly faultCodes?: boolean | undefined;
  /**
   * Sends callers the messages of exceptions and of their causes, like ASMX: `Server was unable to
   * process request. ---> database is down`. Default false: they read only the text before the
   * arrow, over GET and POST `An error occurred on the server.` Faults are sent in either case.
   */
  readonly exceptionMessages?: boolean | undefined;
  /**
   * Hides messages of exceptions and faults, and those about requests that cannot be read: `An
   * error occurred on the server.` Default false.
   */
  readonly suppressExceptions?: boolean | undefined;
  /**
   * Reads required texts, classes and attributes that are missing as null, and required lists as
   * empty, although the contract and its types say otherwise. Not with `strict`. Default false:
   * such a request is refused.
   */
  readonly missingAsNull?: boolean | undefined;
  /** Matches paths in any letter case, like Windows. Default true. */
  readonly ignorePathCase?: boolean | undefined;
}

/** An answer as `onAnswer` learns of it. */
export interface AnswerEvent {
  /** Method of the request. */
  readonly method: string;
  /** Path as the client sent it, without the query. */
  readonly path: string;
  /** Name of the service, if the path is one of a service. */
  readonly service?: string | undefined;
  /** Name of the operation, if the request named one. */
  readonly operation?: string | undefined;
  /** The binding of the request, if it named an operation. */
  readonly binding?: BindingName | undefined;
  /** HTTP status. */
  readonly status: number;
  /** Bytes of the request's body that were received. */
  readonly requestBytes: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** Milliseconds from the request's head to the answer, or to the end of its records. */
  readonly milliseconds: number;
  /**
   * What the option `security` returned; without it, property `identity` of what the option
   * `context` returned, if it has one.
   */
  readonly identity?: unknown;
  /** Why the request was refused or failed, in words for operators, not for callers. */
  readonly reason?: string | undefined;
}

/** A message as it was on the wire, for `onMessage`. */
export interface RawMessage {
  /** `in` for a request, `out` for an answer. */
  readonly direction: 'in' | 'out';
  /** Name of the service. */
  readonly service?: string | undefined;
  /** Name of the operation, if the request named one. */
  readonly operation?: string | undefined;
  /** The body; of a GET the query. Values that `redact` names are `***`. */
  readonly bytes: Uint8Array;
}

/** Pages of which other origins may call a server (Fetch Standard, section 3.3). */
export interface CorsOptions {
  /** Origins such as `https://app.example`, or `'*'` for all. */
  readonly origins: '*' | readonly string[];
  /** Lets browsers send cookies and credentials. Not with `'*'`. Default false. */
  readonly credentials?: boolean | undefined;
}

/** How long a server waits when it closes. */
export interface CloseOptions {
  /**
   * Milliseconds until connections whose requests are still running are cut off. Default: no limit.
   */
  readonly timeout?: number | undefined;
}

/** Options of a server for what is around it: proxies, browsers, load balancers, logs. */
interface DeploymentOptions {
  /**
   * Address of the server as clients know it, for WSDL, discovery and help pages:
   * `https://shop.example/legacy`, before `basePath` and the paths of services. A function returns
   * it for each request; if it throws, or returns anything but an http(s) address, `onError` is
   * told, and the address is that of the request. Default: that of the request.
   */
  readonly publicUrl?: string | ((request: NodeRequest | FetchRequest) => string) | undefined;
  /**
   * Believes `Forwarded` (RFC 7239) and, for what it lacks, `X-Forwarded-For`, `-Proto`, `-Host`,
   * `-Port` and `-Prefix`: for addresses in WSDL and pages, and for `context.ip` and
   * `context.local`. `true` trusts whoever sends the request. A list has the addresses of trusted
   * proxies, and ranges of them: `['127.0.0.1', '10.0.0.0/8', 'fd00::/8']`. Of several values, the
   * last one that does not describe a trusted proxy counts. With `fetch`, `clientAddress` tells who
   * sends the request; without it, a list trusts no one. Default false.
   */
  readonly trustProxy?: boolean | readonly string[] | undefined;
  /**
   * Called for every answer: refused and unreadable requests, unknown paths, WSDL and pages
   * included. A client that disconnects before its request is complete gets none. Whatever the
   * listener throws or rejects with is ignored.
   */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /**
   * Called for each request of an operation and its answer with the bytes on the wire, even if they
   * cannot be read. Records that are sent one by one are collected for it. Whatever the listener
   * throws or rejects with is ignored.
   */
  readonly onMessage?: ((message: RawMessage) => void) | undefined;
  /**
   * Names of elements, attributes, parameters and JSON members whose values `onMessage` must not
   * see, in any letter case: `['Password']`.
   */
  readonly redact?: readonly string[] | undefined;
  /**
   * Calls `context` and `security` for WSDL, discovery and help pages, too, so that they can refuse
   * them. An error without either. Default false.
   */
  readonly protectPages?: boolean | undefined;
  /** Answers preflights of browsers, and lets pages of other origins read answers. */
  readonly cors?: CorsOptions | undefined;
  /**
   * A path, such as `/health`, that is answered with 200 to GET and HEAD, and with 503 while the
   * server closes. `basePath` is not added.
   */
  readonly health?: string | undefined;
  /**
   * Largest number of requests at a time, from their head to their answer. Others get 503 with
   * `Retry-After`; `health` is always answered. At least 1. Default: no limit.
   */
  readonly maxConcurrent?: number | undefined;
}
