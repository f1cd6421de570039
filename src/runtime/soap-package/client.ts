import { type Caller, createCaller } from '../client/caller.ts';
import { joinSecurityHeaders } from '../client/credentials/username-token.ts';
import type {
  ClientDefaults,
  ClientInterceptor,
  ClientOptions,
  SoapSecurity,
} from '../client/options.ts';
import { joinSecurity, securityOf } from '../client/security.ts';
import { AsmxError } from '../operation/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { FetchFunction, FetchResponse } from '../platform/globals.ts';
import { decodeUtf8, encodeUtf8 } from '../text/encoding.ts';
import { describeForSoapPackage, type SoapPackageService, soapServices } from './wsdl.ts';

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
const defaultMaxResponseBytes = 64 * 1024 * 1024;

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
    maxResponseBytes = defaultMaxResponseBytes,
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
