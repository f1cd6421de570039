import type { BindingName } from '../operation/names.ts';
import { guardAddress, isServed } from './audience.ts';
import { hiddenMessage, shownText } from './error-text.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { RequestLimits } from './limits.ts';
import type { ServerOptions } from './options.ts';
import { errorPage, methodNotAllowedPage, unrecognizedGetPage, unrecognizedPage } from './pages.ts';
import type { DocumentEndpoints, Endpoint, Route, Service } from './protocol.ts';
import { reportError, reportRefusal } from './report.ts';
import { buildRoutes } from './routes.ts';
import { createSettings, type ServerSettings } from './settings.ts';

/** The destination of a request with a known path. */
export interface Destination {
  /** Whether the body is needed. */
  readonly takesBody: boolean;
  /** The answer; `body` is empty unless it is needed. Never throws or rejects. */
  answer(incoming: Incoming, body: Uint8Array): Answer;
  /** The answer to a body that exceeds the limit. Never throws. */
  tooLarge(incoming: Incoming): Outgoing;
}

/** Finds the operations for requests. */
export interface Dispatcher {
  /** The destination of a request; `undefined` if no service has its path. */
  readonly find: (incoming: Incoming) => Destination | undefined;
  /** The page that lists the services, at `/` and the base path, unless the application has it. */
  readonly findIndex: (incoming: Incoming) => Destination | undefined;
  readonly limits: RequestLimits;
  /** The option, which never throws here. */
  readonly clientAddress: ServerOptions<never>['clientAddress'];
  readonly reports: Reports;
}

/** Tells the application what its callers cannot. Neither function throws. */
export interface Reports {
  /** Reports an exception that nothing caught. Returns the answer to it. */
  readonly fail: (error: unknown) => Outgoing;
  /** Reports why a request was refused, if it was. Returns the answer unchanged. */
  readonly refused: (outgoing: Outgoing) => Outgoing;
}

/** An endpoint of a service, at one of the paths below it. */
class EndpointDestination implements Destination {
  readonly takesBody: boolean;
  readonly endpoint: Endpoint;
  private readonly suffix: string;
  private readonly reports: Reports;

  constructor(endpoint: Endpoint, suffix: string, reports: Reports) {
    this.takesBody = endpoint.takesBody;
    this.endpoint = endpoint;
    this.suffix = suffix;
    this.reports = reports;
  }

  /** The same endpoint at another path. */
  at(suffix: string): EndpointDestination {
    if (suffix === this.suffix) return this;
    return new EndpointDestination(this.endpoint, suffix, this.reports);
  }

  answer(incoming: Incoming, body: Uint8Array): Answer {
    const { fail, refused } = this.reports;
    try {
      const answer = this.endpoint.answer(incoming, this.suffix, body);
      return answer instanceof Promise ? answer.then(refused, fail) : refused(answer);
    } catch (error) {
      return fail(error);
    }
  }

  tooLarge(incoming: Incoming): Outgoing {
    const { fail, refused } = this.reports;
    try {
      return refused(this.endpoint.tooLarge(incoming));
    } catch (error) {
      return fail(error);
    }
  }
}

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
  const reports: Reports = {
    fail(error) {
      reportError(error, options, undefined);
      return errorPage(500, shownText(error, options) ?? hiddenMessage);
    },
    refused: (outgoing) => reportRefusal(outgoing, options),
  };
  const destination = (endpoint: Endpoint): EndpointDestination =>
    new EndpointDestination(endpoint, '', reports);
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
    limits: settings.limits,
    clientAddress: guardAddress(options),
    reports,
    find(incoming) {
      const match = find(incoming.path, incoming.query, incoming.isRouted);
      if (match === undefined) return undefined;
      const { service, suffix } = match;
      const own = destinations.get(service) ?? [];
      const one = own.find(({ endpoint }) => endpoint.takes(incoming, suffix));
      return one?.at(suffix) ?? pageDestination(refusalOf(own, incoming, suffix), reports);
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

/** The answer to a request that no endpoint of a service takes. */
function refusalOf(
  own: readonly EndpointDestination[],
  incoming: Incoming,
  suffix: string,
): Outgoing {
  if (suffix !== '') return unrecognizedPage(suffix);
  if (incoming.method === 'GET') return unrecognizedGetPage();
  return methodNotAllowedPage(allowed(own, incoming));
}

/** The methods of a service's own path, for `Allow` (RFC 9110, section 15.5.6). */
function allowed(own: readonly EndpointDestination[], incoming: Incoming): readonly string[] {
  const takes = (method: string): boolean => {
    const asked = Object.create(incoming, { method: { value: method } }) as Incoming;
    return own.some(({ endpoint }) => endpoint.takes(asked, ''));
  };
  return ['GET', 'POST'].filter(takes).flatMap((one) => (one === 'GET' ? [one, 'HEAD'] : [one]));
}

function pageDestination(page: Outgoing, { refused }: Reports): Destination {
  return { takesBody: false, answer: () => refused(page), tooLarge: () => page };
}
