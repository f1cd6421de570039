import {
  type AnyOperation,
  AsmxError,
  type Attachment,
  type BindingName,
  type ClientBinding,
  type MtomOption,
  messageOf,
  type OutgoingMessage,
  propertyOf,
  type RawAnswer,
  type SentAttachment,
  type WireRequest,
} from '../operation/descriptor.ts';
import {
  type AddressingOptions,
  type ExtraSoapHeaders,
  extraHeadersText,
  type SoapHeader,
} from '../operation/soap.ts';
import {
  type AbortSignalLike,
  byteLength,
  type FetchFunction,
  isPromise,
  platform,
} from '../platform/globals.ts';
import { hasNodeHttp, type NodeAgent } from '../platform/node.ts';
import type { Deviation } from '../xml/errors.ts';
import { codePointName, describeValue, type XmlElement } from '../xml/writer.ts';
import {
  type Address,
  type AnswerCheck,
  type CallName,
  type CookieJar,
  encodeError,
  type HeaderValues,
  noBinding,
  type PreparedRequest,
  readAddress,
  type SentCall,
  serviceUrl,
  type Transport,
  untold,
} from './answer.ts';

/**
 * Adds WS-Addressing to a binding: replaced by the module that does, which a bundle has only if it
 * imports its name.
 */
export const addresser: { around: (binding: ClientBinding) => ClientBinding } = {
  around: () => {
    throw new AsmxError('encode', 'addressing is not in this bundle: give clientAddressing(…).');
  },
};

type HeaderSource = OutgoingMessage['soapHeaders'];

/** A call whose request is not written yet. */
interface PendingCall {
  readonly operation: AnyOperation;
  readonly binding: ClientBinding;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/**
 * The exact request of a call. Unless headers are a promise, the input is written before this
 * function returns, and the caller may change it then.
 *
 * @throws AsmxError encode: the input doesn't fit, the operation lacks the binding, or no URL is
 *   known
 */
export async function prepareRequest(
  operation: AnyOperation,
  input: unknown,
  settings: ClientSettings,
  options: CallOptions | undefined,
): Promise<PreparedRequest> {
  const binding = chooseBinding(operation, settings.options.binding, options?.binding);
  const name = callName(operation, binding);
  const call = { operation, binding, input, options };
  try {
    const { url: endpoint, authorization } = addressOf(call, settings);
    const given = soapHeadersOf(call, settings);
    const soapHeaders = isPromise(given) ? await given : given;
    const xml = extraHeaders(extraOptions(call, settings), operation, binding.name);
    const headerXml = isPromise(xml) ? await xml : xml;
    const wire = writeMessage(call, settings, { endpoint, soapHeaders, headerXml });
    if (authorization !== undefined) setHeaders(wire.headers, { Authorization: authorization });
    const own = settings.options.redirect === 'follow' ? { ...wire.headers } : undefined;
    const created = callHeaders(wire.headers, settings.options, options);
    const headers = isPromise(created) ? await created : created;
    // Not a spread, which takes V8 several microseconds.
    const prepared = Object.assign(name, wire, { headers });
    if (own !== undefined && isReplaced(own, headers)) prepared.confidential = true;
    return prepared;
  } catch (error) {
    throw encodeError(error, name);
  }
}

/**
 * Values of SOAP headers. Those of the client apply only to operations that declare headers, and to
 * bindings with an envelope.
 *
 * @throws AsmxError encode: no operation of the contract has a header of the client, or this one
 *   lacks a header of the call
 */
function soapHeadersOf(
  { operation, binding, options }: PendingCall,
  settings: ClientSettings,
): HeaderSource | Promise<HeaderSource> {
  const own: HeaderSource = options?.soapHeaders;
  const shared: unknown = settings.options.soapHeaders;
  const { inputHeaders = [], requestHeaders } = operation.soap ?? {};
  const declared = inputHeaders.map((one) => one.name);
  const { soapHeaders: all = declared } = settings.defaults;
  if (typeof shared !== 'function') checkSoapHeaders(shared, all);
  if (isHttp(binding)) return own;
  checkSoapHeaders(own, declared);
  return requestHeaders ? requestHeaders.values(shared, own, operation, all) : own;
}

/** Those of the client apply only to bindings with an envelope. */
function extraOptions(
  { binding, options: call }: PendingCall,
  { options }: ClientSettings,
): Parameters<typeof extraHeaders>[0] {
  return [isHttp(binding) ? undefined : options.extraSoapHeaders, call?.extraSoapHeaders];
}

function isHttp({ name }: ClientBinding): boolean {
  return name.startsWith('http');
}

/** The operation and binding of a call. */
export function callName({ service, name }: AnyOperation, binding: ClientBinding): CallName {
  return { service, operation: name, binding: binding.name };
}

/**
 * The binding of a call.
 *
 * @param preferred The client's preference, used if the operation has it.
 * @param asked The binding the call asks for.
 * @throws AsmxError encode: the operation lacks it
 */
export function chooseBinding(
  operation: AnyOperation,
  preferred: BindingName | undefined,
  asked: BindingName | undefined,
): ClientBinding {
  const { client = [] } = operation;
  const chosen = client.find((one) => one.name === (asked ?? preferred));
  const found = chosen ?? (asked === undefined ? client[0] : undefined);
  if (found !== undefined) return found;
  throw noBinding(operation, asked);
}

function writeMessage(
  call: PendingCall,
  { options }: ClientSettings,
  content: Pick<OutgoingMessage, 'endpoint' | 'soapHeaders'> & { readonly headerXml: string },
): WireRequest {
  const { operation, binding, input, options: own } = call;
  const { attachments } = own ?? {};
  const objects = securityOf(options);
  const security = objects.length > 0 ? joinSecurity(objects) : undefined;
  const { addressing } = options;
  const isAddressed = addressing !== undefined && addressing !== false && !isHttp(binding);
  return (isAddressed ? addresser.around(binding) : binding).writeRequest({
    operation,
    addressing,
    input,
    endpoint: content.endpoint,
    namespace: options.namespace,
    soapHeaders: content.soapHeaders,
    headerXml: content.headerXml + (security?.toXML() ?? ''),
    attachments: attachments?.length === 0 ? undefined : attachments,
    mtom: options.mtom,
    postProcess: security?.postProcess,
  });
}

function addressOf(
  { operation, binding, options: call }: PendingCall,
  { options, defaults }: ClientSettings,
): Address {
  const whole = call?.endpoint ?? options.endpoint;
  const base = whole ?? options.baseUrl ?? defaults.baseUrl;
  if (base === undefined) {
    throw new AsmxError('encode', `Where ${operation.service} is isn't known: give a baseUrl.`);
  }
  const address = readAddress(base);
  if (whole !== undefined) return address;
  const path = operation.paths?.[binding.name] ?? operation.path;
  return { ...address, url: serviceUrl(address.url, path) };
}

/** The security objects of a client, in their order. */
export function securityOf({ security = [] }: ClientOptions): readonly SoapSecurity[] {
  return Array.isArray(security) ? security : [security as SoapSecurity];
}

/**
 * Puts what several Security headers for one receiver hold into one: set by the module that does,
 * which those import that write such headers. Without it, they are refused.
 */
export const joiner: { join: (headers: string) => string } = {
  join: (headers) => {
    const tags = headers.match(/<(?:[^\s<>/]+:)?Security(?=[\s/>])[^>]*/g) ?? [];
    const receivers = tags.map((tag) => /:(?:actor|role)\s*=\s*["']([^"']*)/.exec(tag)?.[1]);
    if (tags.length === new Set(receivers).size) return headers;
    // SOAP Message Security 1.1.1, section 5
    const message =
      'Two Security headers are for one receiver; usernameToken and signer join them.';
    throw new AsmxError('encode', message);
  },
};

/**
 * Several security objects as one. What an object that signs has in `toXML` is part of its
 * signature, so it is not asked for it.
 */
export function joinSecurity(
  objects: readonly SoapSecurity[],
): Required<Pick<SoapSecurity, 'addHeaders' | 'addOptions' | 'toXML'>> &
  Pick<SoapSecurity, 'postProcess'> {
  const signers = objects.filter((one) => one.postProcess);
  return {
    addHeaders: (headers) => {
      for (const one of objects) one.addHeaders?.(headers);
    },
    addOptions: (options) => {
      for (const one of objects) one.addOptions?.(options);
    },
    toXML: () =>
      joiner.join(objects.map((one) => (one.postProcess ? '' : (one.toXML?.() ?? ''))).join('')),
    ...(signers.length > 0 && {
      postProcess: (xml: string, key: string) =>
        signers.reduce((text, one) => one.postProcess?.(text, key) ?? text, xml),
    }),
  };
}

/**
 * How clients name themselves (RFC 9110, section 10.1.5), with the version of the package: some
 * firewalls refuse requests without a name.
 */
export const userAgent = 'asmx-gen-client/0.1.0';

/** Browsers name themselves, and ask other origins before they send a name of ours. */
const isBrowser = !hasNodeHttp() && /^Mozilla\//.test(platform.navigator?.userAgent ?? '');

/**
 * The headers of a call: those of its binding, of the client, of its security object and of the
 * call itself.
 *
 * @param own Headers of the binding; they are changed.
 * @throws AsmxError encode: a function of the caller fails, or HTTP cannot carry its values; the
 *   promise rejects with the same error
 */
export function callHeaders(
  own: Record<string, string>,
  options: ClientOptions,
  call: CallOptions | undefined,
): HeaderValues | Promise<HeaderValues> {
  const client = attempt(() => resolveHeaders(options.headers));
  const added = attempt(() => resolveHeaders(call?.headers));
  if (!isPromise(client) && !isPromise(added)) return merge(own, options, client, added);
  return Promise.all([client, added]).then(
    ([first, second]) => merge(own, options, first, second),
    (error: unknown) => {
      throw headerError(error);
    },
  );
}

function resolveHeaders(
  headers: HeadersOption | undefined,
): HeaderValues | PromiseLike<HeaderValues> | undefined {
  return typeof headers === 'function' ? headers() : headers;
}

/** Codings of answers that the client decodes. */
const accepted = 'gzip, deflate, br';

function merge(
  headers: Record<string, string>,
  options: ClientOptions,
  client: HeaderValues | undefined,
  added: HeaderValues | undefined,
): HeaderValues | Promise<HeaderValues> {
  const length = headers['Content-Length'];
  if (!isBrowser) headers['User-Agent'] = userAgent;
  if (options.compression === true) headers['Accept-Encoding'] = accepted;
  if (client !== undefined) setHeaders(headers, client);
  const finish = (): HeaderValues => {
    if (added !== undefined) setHeaders(headers, added);
    checkHeaders(headers, length);
    return headers;
  };
  // An async function fits the type, too.
  const pending = attempt(() =>
    securityOf(options)
      .map((one): unknown => one.addHeaders?.(headers))
      .filter(isPromise),
  );
  if (pending.length === 0) return finish();
  return Promise.all(pending).then(finish, (error: unknown) => {
    throw headerError(error);
  });
}

/**
 * Runs code of the caller.
 *
 * @throws AsmxError encode: the code throws
 */
export function attempt<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw headerError(error);
  }
}

/** The error for headers that could not be determined. */
export function headerError(cause: unknown): AsmxError {
  return new AsmxError('encode', 'The headers of the call could not be made.', { cause });
}

/**
 * SOAP headers that the contract does not declare, as XML.
 *
 * @throws AsmxError encode: a function of the caller fails, or the XML is not well-formed; the
 *   promise rejects with the same error
 */
function extraHeaders(
  options: readonly (ExtraSoapHeadersOption | undefined)[],
  operation: AnyOperation,
  binding: BindingName,
): string | Promise<string> {
  // Most calls have none.
  if (options.every((one) => one === undefined)) return '';
  const given = options.map((one) =>
    typeof one === 'function' ? attempt(() => one(operation)) : one,
  );
  const join = (all: readonly (ExtraSoapHeaders | undefined)[]): string =>
    extra.write(all, binding);
  if (!given.some(isPromise)) return join(given as readonly (ExtraSoapHeaders | undefined)[]);
  return Promise.all(given).then(join, (error: unknown) => {
    throw headerError(error);
  });
}

/** What writes headers that no contract declares: a bundle has it only if it imports their name. */
const extra: {
  write: (all: readonly (ExtraSoapHeaders | undefined)[], binding: BindingName) => string;
} = {
  write: () => {
    throw new AsmxError(
      'encode',
      'extraSoapHeaders is not in this bundle: give clientSoapHeaders(…).',
    );
  },
};

/**
 * SOAP headers for the options `extraSoapHeaders`. A program that is bundled has to give this, so
 * that its bundle has what writes and checks them; in any other, the options alone do.
 */
export const clientSoapHeaders: <Given extends ExtraSoapHeadersOption>(headers: Given) => Given =
  /* @__PURE__ */ installExtra();

function installExtra(): <Given>(headers: Given) => Given {
  extra.write = writeExtra;
  return (headers) => headers;
}

function writeExtra(all: readonly (ExtraSoapHeaders | undefined)[], binding: BindingName): string {
  try {
    const each = (one: ExtraSoapHeaders = []): string =>
      extraHeadersText(one, binding, 'extraSoapHeaders');
    return all.map(each).join('');
  } catch (error) {
    const cause = propertyOf(error, 'cause') ?? error;
    throw new AsmxError('encode', messageOf(error), { cause });
  }
}

/**
 * Checks the names of SOAP headers.
 *
 * @param values By part name; `undefined` is not sent.
 * @throws AsmxError encode: a name is not declared, so its value would not be sent
 */
export function checkSoapHeaders(values: unknown, declared: readonly string[]): void {
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value !== undefined && !declared.includes(name)) {
      const names = declared.join(', ') || 'none';
      throw new AsmxError('encode', `There is no SOAP header '${name}'; declared: ${names}.`);
    }
  }
}

/** Headers that the client sets itself, and that a caller can set instead. */
const ownNames = /^(?:content-type|soapaction|accept-encoding)$/i;

/** Whether a header that the client sets itself has another value, which may contain a key. */
export function isReplaced(own: HeaderValues, sent: HeaderValues): boolean {
  return Object.entries(sent).some(
    ([name, value]) =>
      ownNames.test(name) &&
      value !== accepted &&
      !Object.entries(own).some(
        ([known, before]) => known.toLowerCase() === name.toLowerCase() && before === value,
      ),
  );
}

/** Sets headers. Replaces those of the same name in any letter case. */
export function setHeaders(headers: Record<string, string>, added: HeaderValues): void {
  for (const [name, value] of Object.entries(added)) {
    const lower = name.toLowerCase();
    for (const present of Object.keys(headers)) {
      if (present !== name && present.toLowerCase() === lower) delete headers[present];
    }
    headers[name] = value;
  }
}

/**
 * The headers from an interceptor, with names in any letter case unified, and the length of its
 * body.
 *
 * @throws AsmxError encode: HTTP cannot carry them
 */
export function changedHeaders(
  given: HeaderValues,
  body: string | Uint8Array | undefined,
): HeaderValues {
  const headers: Record<string, string> = {};
  const length = String(byteLength(body ?? ''));
  setHeaders(headers, given);
  setHeaders(headers, { 'Content-Length': length });
  if (body === undefined) delete headers['Content-Length'];
  checkHeaders(headers, length);
  return headers;
}

/** A header name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters that field values must not have (RFC 9110, section 5.5), or that are not bytes. */
const unfit = /[^\t\x20-\x7e\x80-\xff]/u;

/** @param length Content-Length of the body; `undefined` without one */
function checkHeaders(headers: HeaderValues, length: string | undefined): void {
  for (const name of Object.keys(headers)) {
    // In JavaScript, values may be of any type.
    const value: unknown = headers[name];
    if (!token.test(name)) {
      throw refused(
        `'${JSON.stringify(name.slice(0, 100)).slice(1, -1)}' is not a valid header name`,
      );
    }
    if (typeof value !== 'string') {
      throw refused(`${name} is ${describeValue(value)}, and has to be a string`);
    }
    const at = value.search(unfit);
    if (at >= 0) throw refused(`${name} holds the character ${codePointName(value, at)}`);
    checkFraming(name, value, length ?? '0');
  }
}

/** With a wrong length, part of the body would become the next request of the connection. */
function checkFraming(name: string, value: string, length: string): void {
  const lower = name.toLowerCase();
  if (lower === 'content-length' && value !== length) {
    throw refused(`${name} is ${value}, and the body has ${length} bytes`);
  }
  if (lower === 'transfer-encoding') throw refused(`${name} is for the transport to set`);
}

function refused(reason: string): AsmxError {
  return new AsmxError('encode', `A header cannot be sent: ${reason}.`);
}

/** Bytes of an answer held in memory, unless the client options say otherwise: 64 MiB. */
export const defaultMaxResponseBytes: number = 64 * 1024 * 1024;

/** Headers, or a function called before every call, for tokens that expire. */
export type HeadersOption = HeaderValues | (() => HeaderValues | PromiseLike<HeaderValues>);

/**
 * Values of SOAP headers by part name; `soapHeader(value, { … })` adds attributes of SOAP.
 * `undefined` means not to send the header. Other names are errors.
 */
type SoapHeaderValues<Headers extends object> = [keyof Headers] extends [never]
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
type SoapHeadersOption<Headers extends object> =
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
   * that is not well-formed is an `encode` error. Bundled programs give `clientSoapHeaders(…)`.
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
   * Of `asmx-gen-runtime/wss`, `signer(…)` signs requests and `signatureVerifier(…)` verifies
   * answers. Of a list, all are applied in their order, those that sign after the others.
   */
  readonly security?: SoapSecurity | readonly SoapSecurity[] | undefined;
  /** Keeps cookies between calls, for services with sessions: `cookieJar()`. */
  readonly cookies?: CookieJar | undefined;
  /**
   * `follow` follows up to five redirects: with a GET after any redirect, with the same POST after
   * 307 and 308. Calls with credentials (`security`, `cookies`, client certificates, SOAP headers,
   * your own HTTP headers) stay at their origin, and no call goes from https to http. `error`
   * reports where the redirect leads. Bundled programs give `followRedirects()`. Default `error`.
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
   * exceed the limits are always errors. Bundled programs give `withDeviations(true)`. Default
   * false.
   */
  readonly lenient?: boolean | undefined;
  /**
   * Refuses what the client otherwise reads as clients of .NET do, and only notes: elements that
   * may be nil and were left out (`null`), `xsi:nil` where the contract does not allow it, and
   * headers that must be understood and that neither the contract nor `security` nor `addressing`
   * knows (SOAP 1.1 section 4.2.3). Not with `lenient`. Bundled programs give
   * `withDeviations(true)`. Default false.
   */
  readonly strict?: boolean | undefined;
  /**
   * Called for each accepted deviation from the contract, after the answer, or a record of a
   * stream, was read. Without `lenient`, it is called for what is no error, such as what `strict`
   * refuses, unknown elements and repeated IDs. What it throws or rejects with is ignored. Bundled
   * programs give `withDeviations(…)`.
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

/**
 * An error in all its words, which are loaded with the first one, so that pages do not load them.
 *
 * @param brief The error where they cannot be loaded.
 */
export async function inWords(
  brief: unknown,
  tell: (words: typeof import('./connection-errors.ts')) => unknown,
): Promise<unknown> {
  let words: typeof import('./connection-errors.ts');
  try {
    words = await import('./connection-errors.ts');
  } catch {
    return brief;
  }
  return tell(words);
}

/** The error for a request without an answer, with the reason as it was told. */
export function noAnswer(cause: unknown, host: string | undefined): AsmxError {
  return new AsmxError('transport', `No answer from ${host}: ${messageOf(cause)}`, { cause });
}

/** The error that a call ends with: one for an answer that is not a message has all its words. */
export async function inFull(error: unknown): Promise<unknown> {
  const { answer, text } = untold.get(error as object) ?? {};
  if (answer === undefined) return error;
  return inWords(error, (words) => words.explainedError(error as AsmxError, answer, text));
}
