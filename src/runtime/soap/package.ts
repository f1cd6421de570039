import { type Caller, createCaller } from '../client/call.ts';
import { joinSecurityHeaders } from '../client/credentials.ts';
import {
  type ClientDefaults,
  type ClientInterceptor,
  type ClientOptions,
  joinSecurity,
  type SoapSecurity,
  securityOf,
} from '../client/request.ts';
import { type AnyOperation, AsmxError } from '../operation/descriptor.ts';
import {
  decodeUtf8,
  encodeUtf8,
  type FetchFunction,
  type FetchResponse,
} from '../platform/globals.ts';
import { createDispatcher, type Dispatcher, readBasePath } from '../server/dispatch.ts';
import type { Documentation } from '../server/documents.ts';
import { fromNode } from '../server/node.ts';
import type { ServerOptions } from '../server/options.ts';
import type { Route } from '../server/protocol.ts';
import {
  collectedAnswer,
  type Incoming,
  type NodeRequest,
  type NodeResponse,
  type Outgoing,
  splitTarget,
} from '../server/request.ts';
import { escapeAttribute } from '../xml/writer.ts';

/**
 * What the `soap` package needs to know of a service: names and actions. Bodies never pass through
 * its schema model.
 */
interface SoapPackageService {
  /** Name of the service and of its port. */
  readonly name: string;
  /** A short WSDL without types. */
  readonly wsdl: string;
  /**
   * Name of each operation in that WSDL, which the package finds by the first element of the body
   * or by the action.
   */
  readonly methods: ReadonlyMap<AnyOperation, string>;
}

/** Operations with a SOAP binding, by service. */
function soapServices(
  operations: readonly AnyOperation[],
): ReadonlyMap<string, readonly AnyOperation[]> {
  const services: Map<string, AnyOperation[]> = new Map();
  for (const operation of operations) {
    if (!operation.bindings.includes('soap11') && !operation.bindings.includes('soap12')) continue;
    const group = services.get(operation.service);
    if (group === undefined) services.set(operation.service, [operation]);
    else group.push(operation);
  }
  return services;
}

/**
 * Describes a service to the `soap` package.
 *
 * @param style `document` lets a client send raw bodies; `rpc` lets a server answer with bodies
 *   of any name.
 */
function describeForSoapPackage(
  name: string,
  operations: readonly AnyOperation[],
  style: 'document' | 'rpc',
): SoapPackageService {
  const methods: Map<AnyOperation, string> = new Map();
  const taken: Set<string> = new Set();
  const unique = (preferred: string): string => {
    let free = preferred;
    for (let number = 2; taken.has(free); number++) free = `${preferred}_${number}`;
    taken.add(free);
    return free;
  };
  const described: (readonly [string, string])[] = [];
  for (const operation of operations) {
    const method = unique(operation.soap?.element?.local ?? operation.name);
    methods.set(operation, method);
    described.push([method, operation.soap?.action ?? '']);
    if (operation.soap?.element !== undefined || style === 'document') continue;
    // if the body is empty, the package looks for its content in the envelope
    for (const element of ['Body', 'Header']) {
      if (!taken.has(element)) described.push([unique(element), '']);
    }
  }
  const [first] = operations;
  const { namespace = '', path = '/' } = first ?? {};
  return { name, wsdl: wsdlOf({ name, namespace, path, operations: described, style }), methods };
}

/** The content of the WSDL of a service. */
interface Description {
  readonly name: string;
  readonly namespace: string;
  readonly path: string;
  readonly operations: readonly (readonly [method: string, action: string])[];
  readonly style: 'document' | 'rpc';
}

function wsdlOf({ name, namespace, path, operations, style }: Description): string {
  const each = (write: (method: string, action: string) => string): string =>
    operations.map(([method, action]) => write(method, action)).join('');
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"' +
    ' xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"' +
    ` xmlns:tns="${escapeAttribute(namespace)}" targetNamespace="${escapeAttribute(namespace)}">` +
    each((method) => `<wsdl:message name="${method}"/><wsdl:message name="${method}Response"/>`) +
    `<wsdl:portType name="${name}">` +
    each(
      (method) =>
        `<wsdl:operation name="${method}"><wsdl:input message="tns:${method}"/>` +
        `<wsdl:output message="tns:${method}Response"/></wsdl:operation>`,
    ) +
    `</wsdl:portType><wsdl:binding name="${name}" type="tns:${name}">` +
    `<soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>` +
    each(
      (method, action) =>
        `<wsdl:operation name="${method}">` +
        `<soap:operation soapAction="${escapeAttribute(action)}" style="${style}"/>` +
        '<wsdl:input><soap:body use="literal"/></wsdl:input>' +
        '<wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
    ) +
    `</wsdl:binding><wsdl:service name="${name}"><wsdl:port name="${name}" binding="tns:${name}">` +
    `<soap:address location="${escapeAttribute(path)}"/>` +
    '</wsdl:port></wsdl:service></wsdl:definitions>'
  );
}

/**
 * Options of a client that uses the `soap` package: the client options that are not about the
 * transport, and those of the package.
 */
export interface SoapPackageClientOptions<Options extends object, Client>
  extends Omit<
    ClientOptions,
    'fetch' | 'compression' | 'tls' | 'agent' | 'maxConnections' | 'binding' | 'cookies'
  > {
  /** The version of SOAP to use for operations that have it. Default `soap11`. */
  readonly binding?: 'soap11' | 'soap12' | undefined;
  /** Options of `createClientAsync`, such as `request` or `httpClient`. */
  readonly soap?: Options | undefined;
  /**
   * Called with each client that the package creates: one for each service, address and version of
   * SOAP, on its first call.
   */
  readonly configure?: ((client: Client) => void) | undefined;
}

/** The part of the package's `Client` that is used. */
interface PackageClient {
  readonly [service: string]: unknown;
  addSoapHeader(header: unknown): number;
  addBodyAttribute(attribute: string): void;
  getBodyAttributes(): readonly string[] | null | undefined;
  clearBodyAttributes(): void;
  setSecurity(security: object): void;
}

/** A method of a port, as the package creates it. */
type PackageMethod = (
  body: RawBody,
  callback: (error: unknown, result: unknown, body: unknown) => void,
  options: object,
  headers: Readonly<Record<string, string>>,
) => void;

/** A raw body, and the header of the same message. */
interface RawBody {
  readonly _xml: string;
  readonly header: string;
}

/** The parts of our envelope that the package puts into its own. */
interface EnvelopeParts extends RawBody {
  /** Declarations and attributes that the body needs around it. */
  readonly attributes: string;
}

/** An answer as received. */
interface Captured {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly status: number;
}

/** The operation of a call in the package's WSDL. */
interface Target {
  readonly service: SoapPackageService;
  readonly method: string;
}

/** How a message is sent. */
interface PackageRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Options of the package's HTTP client. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/** Marks a request for the transport below, which removes the mark. */
const mark = 'x-asmx-gen-operation';
const largestAnswer = 64 * 1024 * 1024;

/**
 * Creates a caller that sends through clients of the `soap` package. The package handles envelopes,
 * headers, security and HTTP; generated codecs write and read the bodies.
 *
 * @param create `createClientAsync` of the package.
 * @param operations Every operation that may be called.
 */
export function createSoapPackageCaller<Options extends object, Client>(
  create: (wsdl: string, options: Options, endpoint: string) => Promise<Client>,
  operations: readonly AnyOperation[],
  options: SoapPackageClientOptions<Options, Client>,
  defaults: ClientDefaults,
): Caller {
  const {
    soap,
    configure,
    security: _,
    interceptors = [],
    binding = 'soap11',
    maxResponseBytes = largestAnswer,
    ...rest
  } = options;
  const objects = securityOf(options as ClientOptions);
  if (objects.some((one) => one.createTransport)) {
    const help = "give the soap package's own object as security";
    throw new AsmxError('transport', `The soap package connects by itself: ${help}.`);
  }
  const targets = targetsOf(operations);
  joinSecurityHeaders();
  const security = objects.length > 1 ? joinSecurity(objects) : objects[0];
  const clientOf = createClients(create, { soap, configure, security });
  const fetch: FetchFunction = async (url, init) => {
    const { [mark]: marked = '', 'Content-Length': _, ...headers } = init.headers;
    const [version = '', key = ''] = splitAtBlank(marked);
    const target = targets.get(key);
    if (target === undefined) throw new AsmxError('encode', `${key} has no SOAP binding.`);
    const client = await clientOf(target.service, version, url);
    const limits = { maxContentLength: maxResponseBytes, signal: init.signal };
    return send(client, target, takeApart(init.body ?? ''), { headers, limits });
  };
  const settings: ClientOptions = {
    ...rest,
    // The package does not check answers.
    security: objects.flatMap((one) => (one.receive ? [{ receive: one.receive.bind(one) }] : [])),
    binding,
    maxResponseBytes,
    interceptors: [...interceptors, markRequest],
    fetch,
  };
  return createCaller(settings, defaults);
}

/** The operations in the WSDLs given to the package, by `Service.Operation`. */
function targetsOf(operations: readonly AnyOperation[]): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  for (const [name, group] of soapServices(operations)) {
    const service = describeForSoapPackage(name, group, 'document');
    for (const [operation, method] of service.methods) {
      targets.set(`${name}.${operation.name}`, { service, method });
    }
  }
  return targets;
}

/** Creates the package's clients, one for each service, address and version of SOAP. */
function createClients<Options extends object, Client>(
  create: (wsdl: string, options: Options, endpoint: string) => Promise<Client>,
  options: Pick<SoapPackageClientOptions<Options, Client>, 'soap' | 'configure'> & {
    readonly security: SoapSecurity | undefined;
  },
): (service: SoapPackageService, version: string, url: string) => Promise<PackageClient> {
  const { soap, configure, security } = options;
  const clients: Map<string, Promise<PackageClient>> = new Map();
  return (service, version, url) => {
    const key = `${version} ${service.name} ${url}`;
    const known = clients.get(key);
    if (known !== undefined) return known;
    // in the package, the version belongs to the whole client and its WSDL, which then must not be
    // shared
    const own = { ...soap, disableCache: true, forceSoap12Headers: version === 'soap12' };
    const created = create(service.wsdl, own as unknown as Options, url).then((client) => {
      const usable = client as unknown as PackageClient;
      usable.addSoapHeader((_method: unknown, _url: unknown, _action: unknown, body: RawBody) => {
        return body.header;
      });
      if (security !== undefined) usable.setSecurity(security);
      configure?.(client);
      return usable;
    });
    clients.set(key, created);
    created.catch(() => clients.delete(key));
    return created;
  };
}

/** Tells the transport which operation a request belongs to. */
const markRequest: ClientInterceptor = (request, next) => {
  if (request.binding !== 'soap11' && request.binding !== 'soap12') {
    throw new AsmxError('encode', `The soap package cannot call over ${request.binding}.`);
  }
  const name = `${request.service}.${request.operation}`;
  if (request.body instanceof Uint8Array) {
    const help = 'call it with the client of client.ts';
    const message = `The soap package cannot send the attachments of ${name}; ${help}.`;
    throw new AsmxError('encode', message);
  }
  const value = `${request.binding} ${name}`;
  return next({ ...request, headers: { ...request.headers, [mark]: value } });
};

function splitAtBlank(text: string): readonly string[] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Declarations, entries of the header, attributes of the body, and its content. */
const envelopeParts = new RegExp(
  '^(?:<\\?xml[^>]*>)?<soap:Envelope( [^>]*)>' +
    '(?:<soap:Header>([\\s\\S]*?)</soap:Header>)?' +
    '<soap:Body([^>]*)>([\\s\\S]*)</soap:Body></soap:Envelope>$',
);

/** Splits an envelope of ours. */
function takeApart(envelope: string): EnvelopeParts {
  const match = envelopeParts.exec(envelope);
  if (match === null) {
    throw new AsmxError('encode', 'An interceptor returned something that is not a SOAP envelope.');
  }
  const [, declarations = '', header = '', attributes = '', body = ''] = match;
  // the package would ignore an empty body
  return { _xml: body === '' ? ' ' : body, header, attributes: declarations + attributes };
}

/** Sends one message. The answer is captured before the package reads it. */
function send(
  client: PackageClient,
  { service, method }: Target,
  { attributes, ...body }: EnvelopeParts,
  { headers, limits }: PackageRequest,
): Promise<FetchResponse> {
  return new Promise((resolve, reject) => {
    let captured: Captured | undefined;
    const capture = (body: unknown, given?: object, status?: number): unknown => {
      const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
      if (!(bytes instanceof Uint8Array)) return body;
      captured = { bytes, headers: { ...given }, status: status ?? 200 };
      return decodeUtf8(bytes);
    };
    const done = (error: unknown, _result: unknown, text: unknown): void => {
      if (captured !== undefined) resolve(responseOf(captured));
      else if (typeof text === 'string') {
        // the user's own HTTP client ignores the function that transforms answers
        resolve(responseOf({ bytes: encodeUtf8(text), headers: {}, status: 200 }));
      } else reject(failureOf(error));
    };
    const ports = client[service.name] as Readonly<Record<string, Record<string, PackageMethod>>>;
    const before = [...(client.getBodyAttributes() ?? [])];
    client.addBodyAttribute(attributes);
    try {
      const own = { ...limits, responseType: 'arraybuffer', transformResponse: capture };
      // the message is written before this returns, so the attributes apply only to this call
      ports[service.name]?.[method]?.(body, done, own, headers);
    } finally {
      client.clearBodyAttributes();
      for (const one of before) client.addBodyAttribute(one);
    }
  });
}

function failureOf(error: unknown): Error {
  const message = error instanceof Error ? error.message : 'The soap package gave no answer.';
  if (/maxContentLength/.test(message)) {
    return new AsmxError('too-large', 'The answer is longer than allowed.', { cause: error });
  }
  return error instanceof Error ? error : new Error(message);
}

function responseOf({ bytes, headers, status }: Captured): FetchResponse {
  const list = Object.entries(headers).map(
    ([name, value]) =>
      [name.toLowerCase(), Array.isArray(value) ? value.join('\n') : String(value)] as const,
  );
  return {
    status,
    headers: {
      get: (name) => list.find(([one]) => one === name.toLowerCase())?.[1] ?? null,
      forEach: (callback) => {
        for (const [name, value] of list) callback(value, name);
      },
    },
    body: null,
    // a copy, because the bytes may be part of a pool
    arrayBuffer: async () => new Uint8Array(bytes).buffer,
    text: async () => decodeUtf8(bytes),
  };
}

/** Options for what the package does itself: it listens, answers other requests, and logs. */
type OfListener =
  | 'cors'
  | 'health'
  | 'maxConcurrent'
  | 'onAnswer'
  | 'onMessage'
  | 'protectPages'
  | 'redact';

/**
 * Options of a server that uses the `soap` package: the server options, and those of the package.
 */
export interface SoapPackageServerOptions<Options extends object, State = unknown>
  extends Omit<ServerOptions<State>, 'pages' | 'routeByElement' | OfListener> {
  /** Options of `listen`, such as `{ suppressStack: true }`, without path, services and WSDL. */
  readonly soap?: Partial<Options> | undefined;
}

/** The part of the package's `Server` that is used. */
interface PackageServer {
  log?: ((...values: unknown[]) => unknown) | undefined;
  readonly wsdl: { toXML(): string };
  on(event: 'response', listener: (response: { result: unknown }) => void): unknown;
}

/** A response whose headers the package can change before it is sent. */
interface WritableResponse extends NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
}

/**
 * Serves the SOAP operations of each service at its path with `listen` of the `soap` package, in
 * the order of the routes. The package listens, authenticates and logs. Generated codecs read and
 * write messages of both versions; each is answered in its own version.
 *
 * @param listen `listen` of the package on an HTTP server, called once for each service
 * @throws Error no operation has a SOAP binding
 * @param documentation Answers `?WSDL`; without it the package shows a WSDL without types.
 */
export function listenWithSoapPackage<Options extends object, Result, State>(
  listen: (options: Options) => Result,
  routes: readonly Route[],
  options: SoapPackageServerOptions<Options, State>,
  documentation: Documentation | undefined,
): readonly [Result, ...Result[]] {
  const { soap, basePath, wsdl = true, ...rest } = options;
  const dispatcher = createDispatcher(routes, rest as unknown as ServerOptions<never>, undefined);
  const base = readBasePath(basePath);
  const services = soapServices(routes.map(({ operation }) => operation));
  const [first, ...others] = [...services].map(([name, operations]) => {
    const described = describeForSoapPackage(name, operations, 'rpc');
    const path = operations[0]?.path ?? '/';
    const answers = createAnswers(dispatcher, path);
    const methods = new Proxy({}, { get: () => answers.method });
    const server = listen({
      ...soap,
      path: base + splitTarget(path).path,
      services: { [name]: { [name]: methods } },
      xml: described.wsdl,
    } as unknown as Options);
    const own = server as unknown as PackageServer;
    own.on('response', answers.replace);
    watchLog(own, answers.note);
    own.wsdl.toXML = () => {
      const request = answers.current();
      if (!wsdl) return '';
      if (documentation === undefined || request === undefined) return described.wsdl;
      const origin = request.origin() + base;
      const asked = {
        path,
        query: 'WSDL',
        origin,
        pages: false,
        wsdl: true,
        httpPost: 'everybody',
      } as const;
      return documentation.answer(asked)?.body ?? described.wsdl;
    };
    return server;
  });
  if (first === undefined) throw new Error('None of the operations has a SOAP binding.');
  return [first, ...others];
}

/**
 * Watches the package's log, the only place that has a request's text, and leaves the log to the
 * user.
 */
function watchLog(
  server: PackageServer,
  note: (kind: unknown, data: unknown, request: unknown) => void,
): void {
  let own = server.log;
  const log = (...values: unknown[]): unknown => {
    note(values[0], values[1], values[2]);
    return own?.(...values);
  };
  Object.defineProperty(server, 'log', {
    configurable: true,
    enumerable: true,
    get: () => log,
    set: (log: PackageServer['log']) => {
      own = log;
    },
  });
}

/** Connects the package with our own server. */
interface Answers {
  /** Answers any operation. The arguments are the package's. */
  readonly method: (...values: unknown[]) => Promise<object>;
  /** Replaces the envelope that the package wrote around its mark by the whole answer. */
  readonly replace: (response: { result: unknown }) => void;
  readonly note: (kind: unknown, data: unknown, request: unknown) => void;
  /** The request being handled, until the first asynchronous step. */
  readonly current: () => Incoming | undefined;
}

function createAnswers(dispatcher: Dispatcher, path: string): Answers {
  const texts: WeakMap<object, string> = new WeakMap();
  const ready: Map<string, Outgoing['body']> = new Map();
  let latest: NodeRequest | undefined;
  let count = 0;
  return {
    async method(...values) {
      const [, , , request, response] = values;
      const text = texts.get(request as object) ?? '';
      const incoming = fromNode(request as NodeRequest, response as NodeResponse, dispatcher);
      const posted = Object.assign(incoming, { method: 'POST', ...splitTarget(path) });
      const outgoing = await answer(dispatcher, posted, text);
      setHead(response as WritableResponse, outgoing);
      const mark = `asmx-gen-answer-${count++}-`;
      ready.set(mark, outgoing.body);
      return { mark };
    },
    replace(response) {
      const { result } = response;
      if (typeof result !== 'string') return;
      const mark = /asmx-gen-answer-\d+-/.exec(result)?.[0];
      if (mark === undefined) return;
      response.result = ready.get(mark) ?? '';
      ready.delete(mark);
    },
    note(kind, data, request) {
      latest = request as NodeRequest;
      if (kind === 'received' && typeof data === 'string') texts.set(latest, data);
    },
    current: () =>
      latest === undefined
        ? undefined
        : fromNode(latest, latest as unknown as NodeResponse, dispatcher),
  };
}

/** The package sends whole answers, so streamed results are collected. */
async function answer(dispatcher: Dispatcher, incoming: Incoming, text: string): Promise<Outgoing> {
  const destination = dispatcher.find(incoming);
  if (destination === undefined) throw new Error(`Nothing is served at ${incoming.path}.`);
  const body = encodeUtf8(text);
  const tooLarge = body.length > dispatcher.limits.bodyBytes;
  return collectedAnswer(
    await (tooLarge ? destination.tooLarge(incoming) : destination.answer(incoming, body)),
  );
}

function setHead(response: WritableResponse, { status, reason, headers }: Outgoing): void {
  response.statusCode = status;
  if (reason !== undefined) response.statusMessage = reason;
  // the package answers with the content type of the request
  response.removeHeader('Content-Type');
  const values: Map<string, string[]> = new Map();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    values.set(name, [...(values.get(name) ?? []), headers[at + 1] ?? '']);
  }
  for (const [name, list] of values) {
    response.setHeader(name, (list.length === 1 ? list[0] : list) as string);
  }
}
