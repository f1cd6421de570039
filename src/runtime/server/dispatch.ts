import type { BindingName } from '../operation/names.ts';
import { isServed } from './audience.ts';
import { messageChain } from './error-text.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { errorPage, methodNotAllowedPage, unrecognizedGetPage, unrecognizedPage } from './pages.ts';
import type { DocumentEndpoints, Endpoint, Route, Service } from './protocol.ts';
import { buildRoutes } from './routes.ts';
import { reportError } from './run.ts';
import { createSettings, type ServerSettings } from './settings.ts';

/** The destination of a request with a known path. */
export interface Destination {
  /** Whether the body is needed. */
  readonly takesBody: boolean;
  /** The answer; `body` is empty unless it is needed. Never throws or rejects. */
  answer(incoming: Incoming, body: Uint8Array): Answer;
  /** The answer to a body that exceeds the limit. */
  tooLarge(incoming: Incoming): Outgoing;
}

/** Finds the operations for requests. */
export interface Dispatcher {
  /** The destination of a request; `undefined` if no service has its path. */
  readonly find: (incoming: Incoming) => Destination | undefined;
  /** The page that lists the services, at `/` and the base path, unless the application has it. */
  readonly findIndex: (incoming: Incoming) => Destination | undefined;
  /** Largest body in bytes. */
  readonly bodyBytes: number;
  /** Milliseconds for a request; 0 for no limit. */
  readonly time: number;
  readonly clientAddress: ServerOptions<never>['clientAddress'];
}

/** The answer to an exception that no endpoint caught. */
type Failure = (error: unknown) => Outgoing;

/** An endpoint of a service, at one of the paths below it. */
class EndpointDestination implements Destination {
  readonly takesBody: boolean;
  readonly endpoint: Endpoint;
  private readonly suffix: string;
  private readonly fail: Failure;

  constructor(endpoint: Endpoint, suffix: string, fail: Failure) {
    this.takesBody = endpoint.takesBody;
    this.endpoint = endpoint;
    this.suffix = suffix;
    this.fail = fail;
  }

  /** The same endpoint at another path. */
  at(suffix: string): EndpointDestination {
    if (suffix === this.suffix) return this;
    return new EndpointDestination(this.endpoint, suffix, this.fail);
  }

  answer(incoming: Incoming, body: Uint8Array): Answer {
    const { fail } = this;
    try {
      const answer = this.endpoint.answer(incoming, this.suffix, body);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  }

  tooLarge(incoming: Incoming): Outgoing {
    return this.endpoint.tooLarge(incoming);
  }
}

const defaultBodyBytes = 4 * 1024 * 1024;
/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;
/** SOAP comes before HTTP POST, which may also have an operation at the path of the service. */
const bindings: readonly BindingName[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/**
 * Creates the tables of a server.
 *
 * @param documents Serves help pages and WSDL; `undefined` for a server without them.
 */
export function createDispatcher(
  routes: readonly Route[],
  options: ServerOptions<never>,
  documents: DocumentEndpoints | undefined,
): Dispatcher {
  const settings = createSettings(options);
  const fail: Failure = (error) => {
    reportError(error, options, undefined);
    return errorPage(500, messageChain(error, options));
  };
  const destination = (endpoint: Endpoint): EndpointDestination =>
    new EndpointDestination(endpoint, '', fail);
  const { services, find, isIndex } = buildRoutes(routes, options);
  const destinations = new Map(
    services.map((service) => {
      const own = documents === undefined ? [] : [documents(options, service.path)];
      const endpoints = [...protocolEndpoints(service, settings), ...own];
      return [service, endpoints.map(destination)];
    }),
  );
  const index = documents && destination(documents(options, '/'));
  return {
    bodyBytes: options.limits?.bodyBytes ?? defaultBodyBytes,
    time: Math.min(options.limits?.time ?? 0, longestTime),
    clientAddress: options.clientAddress,
    find(incoming) {
      const match = find(incoming.path, incoming.query, incoming.isRouted);
      if (match === undefined) return undefined;
      const { service, suffix } = match;
      const own = destinations.get(service) ?? [];
      const one = own.find(({ endpoint }) => endpoint.takes(incoming, suffix));
      if (one !== undefined) return one.at(suffix);
      if (suffix !== '') return pageDestination(unrecognizedPage(suffix));
      if (incoming.method === 'GET') return pageDestination(unrecognizedGetPage());
      return pageDestination(methodNotAllowedPage(allowed(own, incoming)));
    },
    findIndex(incoming) {
      // If this client gets no pages, the application handles the root.
      const isList = incoming.method === 'GET' && isIndex(incoming.path);
      return isList && isServed(options.pages, incoming) ? index : undefined;
    },
  };
}

/** The endpoints for the protocols of a service's operations. */
function protocolEndpoints(service: Service, settings: ServerSettings): readonly Endpoint[] {
  const protocols = service.routes.flatMap(({ server }) => server);
  const used = bindings.flatMap((name) => protocols.find(({ binding }) => binding === name) ?? []);
  const creators = new Set(used.map(({ createEndpoint }) => createEndpoint));
  return [...creators].map((create) => create(service, settings));
}

/** The methods of a service's own path, for `Allow` (RFC 9110, section 15.5.6). */
function allowed(own: readonly EndpointDestination[], incoming: Incoming): readonly string[] {
  const takes = (method: string): boolean => {
    const asked = Object.create(incoming, { method: { value: method } }) as Incoming;
    return own.some(({ endpoint }) => endpoint.takes(asked, ''));
  };
  return ['GET', 'POST'].filter(takes).flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one]));
}

function pageDestination(page: Outgoing): Destination {
  return { takesBody: false, answer: () => page, tooLarge: () => page };
}
