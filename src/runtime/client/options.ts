import type { AddressingOptions } from '../addressing/options.ts';
import type { RawAnswer } from '../operation/errors.ts';
import type { Attachment, MtomOption, SentAttachment } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { ExtraSoapHeaders, SoapHeader } from '../operation/soap-header.ts';
import type { AbortSignalLike, FetchFunction } from '../platform/globals.ts';
import type { NodeAgent } from '../platform/node.ts';
import type { Deviation } from '../xml/deviation.ts';
import type { XmlElement } from '../xml/element.ts';
import type {
  AnswerCheck,
  CookieJar,
  HeaderValues,
  PreparedRequest,
  SentCall,
  Transport,
} from './transport.ts';

/** Bytes of an answer held in memory, unless the client options say otherwise: 64 MiB. */
export const defaultMaxResponseBytes: number = 64 * 1024 * 1024;

/** Headers, or a function called before every call, for tokens that expire. */
export type HeadersOption = HeaderValues | (() => HeaderValues | PromiseLike<HeaderValues>);

/**
 * Values of SOAP headers by part name; `soapHeader(value, { … })` adds attributes of SOAP.
 * `undefined` means not to send the header. Other names are errors.
 */
export type SoapHeaderValues<Headers extends object> = [keyof Headers] extends [never]
  ? { readonly [name: string]: undefined }
  : {
      readonly [Part in keyof Headers]?: Headers[Part] | SoapHeader<Headers[Part]> | undefined;
    };

/** Any SOAP headers, of which only the operation knows the types. */
export type AnySoapHeaders = Readonly<Record<string, unknown>>;

/**
 * SOAP headers, or a function called before every call over SOAP whose operation declares any. It
 * gets the descriptor of the operation.
 */
export type SoapHeadersOption<Headers extends object> =
  | SoapHeaderValues<Headers>
  | ((
      operation: AnyOperation,
    ) => SoapHeaderValues<Headers> | PromiseLike<SoapHeaderValues<Headers>>);

/** Extra SOAP headers, or a function called before every call over SOAP. */
export type ExtraSoapHeadersOption =
  | ExtraSoapHeaders
  | ((
      operation: AnyOperation,
    ) => ExtraSoapHeaders | undefined | PromiseLike<ExtraSoapHeaders | undefined>);

/**
 * A security object of the `soap` package, or one like it: `addHeaders` (Basic, Bearer) changes the
 * HTTP headers, `toXML` (UsernameToken) adds to `soap:Header`, `postProcess` (X.509) signs the
 * finished envelope, and `addOptions` (client certificate) adds TLS options, which the Node
 * transport uses. `ntlm({ username, password })` is one, too. Calls over HTTP GET or POST have no
 * envelope. With an object that changes it, they fail with code `encode`.
 */
export interface SoapSecurity {
  /** Changes the HTTP headers of a request: Basic, Bearer. */
  addHeaders?(headers: Record<string, string>): void;
  /** Adds TLS options, such as a client certificate. */
  addOptions?(options: Record<string, unknown>): void;
  /** Returns XML for `soap:Header`: UsernameToken. */
  toXML?(): string;
  /** Changes the finished envelope: an X.509 signature. */
  postProcess?(xml: string, envelopeKey: string): string;
  /** Replaces the transport of a client: NTLM. */
  createTransport?(options: ClientOptions): Transport;
  /**
   * Called before a call is sent; it may throw. What it returns gets the answer before it is read:
   * signatures of answers.
   */
  receive?(call: SentCall): AnswerCheck;
}

/**
 * Runs between the finished request and the transport. It may change the request, answer it, call
 * `next` again for a retry, or inspect the answer. Content-Length follows a changed body. Of a
 * stream it sees only the body of error answers. The time limit of the call counts for all
 * interceptors together: when it is reached, or the call's signal fires, the call ends,
 * `request.signal` fires, and `next` rejects without sending anything.
 */
export type ClientInterceptor = (
  request: PreparedRequest,
  next: (request: PreparedRequest) => Promise<RawAnswer>,
) => Promise<RawAnswer>;

/**
 * TLS settings of the Node transport: those of `tls.connect`, such as key, cert, ca, pfx,
 * passphrase, rejectUnauthorized.
 */
export type TlsOptions = Readonly<Record<string, unknown>>;

/** How a client reaches the service. `SoapHeaders` maps part names to SOAP headers. */
export interface ClientOptions<SoapHeaders extends object = object> {
  /**
   * Address of the server, with any path before the contract's own; or of a service, its WSDL, its
   * help page or an operation over GET: `https://host/Orders.asmx?WSDL`. Other parameters of its
   * query are sent, too, and user and password as Basic authorization, unless the call has another.
   * Default: that of the contract.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The whole URL of the service, instead of `baseUrl` and the contract's path. User and password
   * in it are sent as Basic authorization.
   */
  readonly endpoint?: string | undefined;
  /** The binding to use for operations that have it. Others use their first one. */
  readonly binding?: BindingName | undefined;
  /** Replaces the contract's target namespace on the wire. */
  readonly namespace?: string | undefined;
  /** HTTP headers of every request. */
  readonly headers?: HeadersOption | undefined;
  /**
   * SOAP headers by part name. Calls send those that their operation declares, with their own
   * `soapHeaders` merged over them. Over HTTP GET and POST there are none. A name that no
   * operation declares is an `encode` error.
   */
  readonly soapHeaders?: SoapHeadersOption<SoapHeaders> | undefined;
  /**
   * SOAP headers that the contract does not declare: well-formed XML, elements as data (such as
   * `parseXml` gives, which stay as they were), either with attributes of SOAP (`soapHeader`), a
   * list of these, or a function of the operation. They follow the declared headers; the prefixes
   * `soap`, `xsi` and `xsd` are those of the envelope. Over HTTP GET and POST there are none. XML
   * that is not well-formed is an `encode` error.
   */
  readonly extraSoapHeaders?: ExtraSoapHeadersOption | undefined;
  /**
   * Sends headers of WS-Addressing over SOAP, and checks to which request answers refer. Bundled
   * programs give `clientAddressing(…)`. Default: on if the contract demands it.
   */
  readonly addressing?: boolean | AddressingOptions | undefined;
  /**
   * Milliseconds a call may take, with its interceptors, redirects and header functions; 0 for no
   * limit. For a stream, the longest wait for the server: its `totalTimeout` limits the whole.
   * Default 100 000, as in .NET.
   */
  readonly timeout?: number | undefined;
  /**
   * Largest answer accepted, in bytes after content decoding. Streams have their own limits.
   * Default 64 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Largest head of an answer accepted: bytes of its status line and headers. Node transport only:
   * `fetch` has its own limit. Default 65 536, as in .NET, or `--max-http-header-size` of Node if
   * that is more.
   */
  readonly maxHeaderBytes?: number | undefined;
  /** Replaces the transport: the standard `fetch`, or that of a server in the same process. */
  readonly fetch?: FetchFunction | undefined;
  /** Wrap every call; the first one is outermost. */
  readonly interceptors?: readonly ClientInterceptor[] | undefined;
  /**
   * Signs or authenticates requests: `usernameToken(…)`, `basic(…)`, `bearer(…)`,
   * `clientCertificate(…)`, `ntlm(…)`, security objects of the `soap` package, or ones like them.
   * Of `asmx-gen/wss`, `signer(…)` signs requests and `signatureVerifier(…)` verifies answers. Of a
   * list, all are applied in their order, those that sign after the others.
   */
  readonly security?: SoapSecurity | readonly SoapSecurity[] | undefined;
  /** Keeps cookies between calls, for services with sessions: `cookieJar()`. */
  readonly cookies?: CookieJar | undefined;
  /**
   * `follow` follows up to five redirects: with a GET after any redirect, with the same POST after
   * 307 and 308. Calls with credentials (`security`, `cookies`, client certificates, SOAP headers,
   * your own HTTP headers) stay at their origin, and no call goes from https to http. `error`
   * reports where the redirect leads. Default `error`.
   */
  readonly redirect?: 'error' | 'follow' | undefined;
  /**
   * The charset that the service really sends, such as `windows-1252`, if its answers say another
   * one. A byte order mark still counts more. A name that is not known is a `RangeError` when the
   * client is created. Default: what the answer says.
   */
  readonly charset?: string | undefined;
  /**
   * Sends the bytes of base64Binary elements in parts of their own (MTOM), or those of at least
   * `threshold` bytes. Empty and signed ones stay in base64. Such answers are always read.
   */
  readonly mtom?: MtomOption | undefined;
  /** Requests compressed answers. Compressed answers are always read. Default false. */
  readonly compression?: boolean | undefined;
  /**
   * Accepts answers that do not fit the contract: missing required elements, values that violate
   * facets, unknown enumeration values, characters that XML forbids, bytes that are not in the
   * charset (read as U+FFFD), and the like. Elements, attributes and details of faults of another
   * namespace are read by their local name, the only element of a body under any name; what is
   * exactly the contract's counts more. `xsi`, `xsd` and `soap` need no declaration. Deviations are
   * listed in `deviations` of the result of `raw`. Values then need not have the types of the
   * contract; one that cannot be read at all is `undefined`. Answers that are not well-formed or
   * exceed the limits are always errors. Default false.
   */
  readonly lenient?: boolean | undefined;
  /**
   * Refuses what the client otherwise reads as clients of .NET do, and only notes: elements that
   * may be nil and were left out (`null`), `xsi:nil` where the contract does not allow it, and
   * headers that must be understood and that neither the contract nor `security` nor `addressing`
   * knows (SOAP 1.1 section 4.2.3). Not with `lenient`. Default false.
   */
  readonly strict?: boolean | undefined;
  /**
   * Called for each accepted deviation from the contract, after the answer, or a record of a
   * stream, was read. Without `lenient`, it is called for what is no error, such as what `strict`
   * refuses, unknown elements and repeated IDs. What it throws or rejects with is ignored.
   *
   * @param operation `Service.Operation`
   */
  readonly onDeviation?: ((deviation: Deviation, operation: string) => void) | undefined;
  /**
   * TLS settings, Node transport only: they have no effect in browsers and workers. With `fetch`,
   * which makes its own connections, they are an error.
   */
  readonly tls?: TlsOptions | undefined;
  /**
   * The `http.Agent` or `https.Agent` of Node that makes the connections, such as one for a proxy.
   * Its scheme must be that of the address, and it sets the number of connections. Node transport
   * only: it has no effect in browsers and workers, and is an error with `fetch`. Default: kept
   * connections, through the proxies of the environment if Node has been told to use them
   * (`NODE_USE_ENV_PROXY=1` or `--use-env-proxy`; Node 22.21, 24.5 and later).
   */
  readonly agent?: NodeAgent | undefined;
  /** Largest number of connections per host, Node transport only. Default: no limit. */
  readonly maxConnections?: number | undefined;
}

/** What the contract says to a client. */
export interface ClientDefaults {
  /** Address of the services. */
  readonly baseUrl?: string | undefined;
  /** Names of the SOAP headers that operations declare. Default: those of the called one. */
  readonly soapHeaders?: readonly string[] | undefined;
}

/** Settings that all calls of a client share. */
export interface ClientSettings {
  readonly options: ClientOptions;
  readonly defaults: ClientDefaults;
}

/** Settings of a single call. */
export interface CallOptions<
  Bindings extends BindingName = BindingName,
  Headers extends object = object,
> {
  /** One of the operation's bindings. */
  readonly binding?: Bindings | undefined;
  /**
   * Ends the call, which then fails with code `aborted`, or `timeout` for a signal of
   * `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Milliseconds this call may take, instead of the client's `timeout`; 0 for no limit. For a
   * stream, the longest wait for the server.
   */
  readonly timeout?: number | undefined;
  /** Added to the client's headers; replaces those of the same name. */
  readonly headers?: HeadersOption | undefined;
  /** SOAP headers by part name, merged over those of the client. */
  readonly soapHeaders?: SoapHeaderValues<Headers> | undefined;
  /** SOAP headers that the contract does not declare, after those of the client. */
  readonly extraSoapHeaders?: ExtraSoapHeadersOption | undefined;
  /**
   * Parts to send beside the envelope that the contract does not declare (SOAP Messages with
   * Attachments): an `id`, its media `type` and its `content`. Bundled programs give
   * `clientAttachments(…)`. Over HTTP GET and POST, and with IDs that cannot be sent, they are an
   * `encode` error. A signature of `security` does not cover them.
   */
  readonly attachments?: readonly SentAttachment[] | undefined;
  /** The whole URL of the service for this call. */
  readonly endpoint?: string | undefined;
}

/**
 * Options of a call whose records are read one by one. `timeout` limits each wait for the server:
 * for the head of its answer, and then for each piece. A server that sends a byte now and then can
 * keep such a call for ever; `totalTimeout` and `signal` limit the whole call.
 */
export interface StreamOptions<
  Bindings extends BindingName = BindingName,
  Headers extends object = object,
> extends CallOptions<Bindings, Headers> {
  /**
   * Milliseconds the whole call may take, from its request to its last record, including the time
   * your program takes for the records; 0 for no limit. Default: no limit.
   */
  readonly totalTimeout?: number | undefined;
  /** Largest record, and longest text beside records, in UTF-16 code units. Default 16 777 216. */
  readonly maxRecordLength?: number | undefined;
  /** Largest answer accepted, in bytes after content decoding. Default: no limit. */
  readonly maxResponseBytes?: number | undefined;
}

/** The result and everything else in an answer. */
export interface RawResult<Output, Headers extends object = object> extends RawAnswer {
  /**
   * The text before the envelope, or the whole text of an HTTP GET or POST answer that is not a
   * result document.
   */
  readonly written: string;
  /** The result that the method itself returns. */
  readonly result: Output;
  /** SOAP headers of the answer by part name; empty over HTTP GET and POST. */
  readonly soapHeaders: Readonly<Partial<Headers>>;
  /**
   * SOAP headers of the answer that the contract does not declare, in the order of the message,
   * whatever their actor or role; empty over HTTP GET and POST.
   */
  readonly unknownHeaders: readonly XmlElement[];
  /** Parts beside the envelope that are no value of the result: undeclared attachments. */
  readonly attachments: readonly Attachment[];
  /**
   * Deviations from the contract that were accepted, in the order of the answer; references to
   * missing IDs come last. After the first 1,000, an entry without a path gives the number of
   * others. Without `lenient`, only what is no error, such as what `strict` refuses, unknown
   * elements and repeated IDs.
   */
  readonly deviations: readonly Deviation[];
}
