import type { RawAnswer } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { AbortSignalLike, FetchFunction } from '../platform/globals.ts';
import type { Deviation } from '../xml/deviation.ts';
import type { CookieJar, HeaderValues, PreparedRequest, Transport } from './transport.ts';

/** Bytes of an answer that are held at once, unless the client options say otherwise: 64 MiB. */
export const defaultMaxResponseBytes: number = 64 * 1024 * 1024;

/** Headers, or a function asked for them before every call, for tokens that expire. */
export type HeadersOption = HeaderValues | (() => HeaderValues | PromiseLike<HeaderValues>);

/** Values of SOAP headers by part name. One that is `undefined` is not sent. */
export type SoapHeaderValues<Headers extends object> = {
  readonly [Part in keyof Headers]?: Headers[Part] | undefined;
};

/**
 * SOAP headers, or a function asked for them before every call over SOAP whose operation declares
 * any, with the descriptor of that operation.
 */
export type SoapHeadersOption<Headers extends object> =
  | SoapHeaderValues<Headers>
  | ((
      operation: AnyOperation,
    ) => SoapHeaderValues<Headers> | PromiseLike<SoapHeaderValues<Headers>>);

/**
 * A security object of the `soap` package, or one like it. `addHeaders` (Basic, Bearer) changes the
 * HTTP headers, `toXML` (UsernameToken) goes into `soap:Header`, `postProcess` (X.509) signs the
 * finished envelope, `addOptions` (client certificate) gives TLS options, which the Node transport
 * honours. `ntlm({ username, password })` is one, too. A call over HTTP GET or POST has no
 * envelope: with an object that changes it such a call fails with code `encode`.
 */
export interface SoapSecurity {
  /** Changes the HTTP headers of a request: Basic, Bearer. */
  addHeaders?(headers: Record<string, string>): void;
  /** Adds TLS options, such as a client certificate. */
  addOptions?(options: Record<string, unknown>): void;
  /** Text that goes into `soap:Header`: UsernameToken. */
  toXML?(): string;
  /** Changes the finished envelope: an X.509 signature. */
  postProcess?(xml: string, envelopeKey: string): string;
  /** Replaces the transport of a client: NTLM. */
  createTransport?(options: ClientOptions): Transport;
}

/**
 * Runs between the finished request and the transport: may change the request, answer by itself,
 * call `next` again for a retry, or look at the answer. Of a stream it sees the body of error
 * answers only.
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

/** How a client reaches the service. `SoapHeaders` has its SOAP headers by part name. */
export interface ClientOptions<SoapHeaders extends object = object> {
  /**
   * Scheme, host, port and an optional path before the contract's own. Default: that of the
   * contract.
   */
  readonly baseUrl?: string | undefined;
  /** The whole URL of the service, in place of `baseUrl` and the contract's path. */
  readonly endpoint?: string | undefined;
  /** The wire to use where the operation has it; else the operation's first. */
  readonly binding?: BindingName | undefined;
  /** Replaces the contract's target namespace on the wire. */
  readonly namespace?: string | undefined;
  /** HTTP headers of every request. */
  readonly headers?: HeadersOption | undefined;
  /**
   * SOAP headers by part name. A call has those that its operation declares; its own `soapHeaders`
   * are merged over them. Over HTTP GET and POST there are none.
   */
  readonly soapHeaders?: SoapHeadersOption<SoapHeaders> | undefined;
  /** Milliseconds a call may take, 0 for no limit. Default 100 000, as .NET has it. */
  readonly timeout?: number | undefined;
  /**
   * Longest answer accepted, in bytes after content decoding; streams are bounded by their own
   * options. Default 64 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Replaces the transport: the standard `fetch`, or a server's `fetch` to call it in the same
   * process.
   */
  readonly fetch?: FetchFunction | undefined;
  /** Wrap every call, the first one outermost. */
  readonly interceptors?: readonly ClientInterceptor[] | undefined;
  /** Signs or authenticates requests: a security object of the `soap` package, or one like it. */
  readonly security?: SoapSecurity | undefined;
  /** Keeps cookies between calls, for services with sessions: `cookieJar()`. */
  readonly cookies?: CookieJar | undefined;
  /**
   * `follow` goes on to where a redirect leads, five times at most: a GET after any redirect, a
   * POST with its message after 307 and 308. With credentials (`security`, `cookies`, client
   * certificates, SOAP headers, HTTP headers of yours) a call stays at its origin; it never goes
   * from https to http. `error` tells where the redirect leads. Default `error`.
   */
  readonly redirect?: 'error' | 'follow' | undefined;
  /**
   * Asks for compressed answers. An answer that comes compressed is read in any case. Default
   * false.
   */
  readonly compression?: boolean | undefined;
  /**
   * Reads answers that do not fit the contract: required elements that are missing, values that
   * break facets, unknown values of enumerations, characters that XML forbids, and the like. What
   * was let pass is in `deviations` of what `raw` gives. Values need not be of the types the
   * contract has then; what cannot be read as any value is `undefined`. Answers that are not
   * well-formed, and sizes beyond the limits, are errors in any case. Default false.
   */
  readonly lenient?: boolean | undefined;
  /**
   * Called for everything in an answer that does not fit the contract and was let pass, after the
   * answer, or a record of a stream, was read; also without `lenient` for what is never an error,
   * such as unknown elements and IDs that repeat. What it throws is dropped.
   *
   * @param operation `Service.Operation`
   */
  readonly onDeviation?: ((deviation: Deviation, operation: string) => void) | undefined;
  /** TLS settings, Node transport only. */
  readonly tls?: TlsOptions | undefined;
  /** Largest number of connections per host, Node transport only. Default: no limit. */
  readonly maxConnections?: number | undefined;
}

/** What the contract says about where its services are. */
export interface ClientDefaults {
  readonly baseUrl?: string | undefined;
}

/** What all calls of a client share. */
export interface ClientSettings {
  readonly options: ClientOptions;
  readonly defaults: ClientDefaults;
}

/** Settings of a single call. */
export interface CallOptions<
  Bindings extends BindingName = BindingName,
  Headers extends object = object,
> {
  /** One of the wires the operation has. */
  readonly binding?: Bindings | undefined;
  /**
   * Ends the call; it then fails with code `aborted`, or `timeout` when the signal is one of
   * `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds this call may take, 0 for no limit. */
  readonly timeout?: number | undefined;
  /** Added to the client's headers, replacing those of the same name. */
  readonly headers?: HeadersOption | undefined;
  /** SOAP headers by part name, merged over those of the client. */
  readonly soapHeaders?: SoapHeaderValues<Headers> | undefined;
  /** The whole URL of the service for this call. */
  readonly endpoint?: string | undefined;
}

/**
 * Settings of a call whose records are read one by one. `timeout` bounds each wait for the server,
 * not the whole.
 */
export interface StreamOptions<
  Bindings extends BindingName = BindingName,
  Headers extends object = object,
> extends CallOptions<Bindings, Headers> {
  /** Longest record, and longest text beside records, in UTF-16 code units. Default 16 777 216. */
  readonly maxRecordLength?: number | undefined;
  /** Longest answer accepted, in bytes after content decoding. Default: no limit. */
  readonly maxResponseBytes?: number | undefined;
}

/** Everything an answer holds beside the result. */
export interface RawResult<Output, Headers extends object = object> extends RawAnswer {
  /**
   * The text that came before the envelope, or the whole text of an HTTP GET or POST answer that is
   * no result document.
   */
  readonly written: string;
  /** What the method itself gives. */
  readonly result: Output;
  /** SOAP headers of the answer by part name; empty over HTTP GET and POST. */
  readonly soapHeaders: Readonly<Partial<Headers>>;
  /**
   * What does not fit the contract and was accepted, in the order of the answer; references to
   * missing IDs come last. After the first 1,000, one without a path says how many more there are.
   * Without `lenient` only what is never an error, such as unknown elements and repeated IDs.
   */
  readonly deviations: readonly Deviation[];
}
