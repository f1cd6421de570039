import { type Admission, createAdmission, guardPages } from './admission.ts';
import { isServed } from './audience.ts';
import { type Destination, pageDestination } from './destination.ts';
import type { Traffic } from './front/traffic.ts';
import { createGuard } from './guard.ts';
import {
  type Answer,
  type Incoming,
  isProxyPath,
  isScriptCall,
  type Outgoing,
} from './incoming.ts';
import type { RequestLimits } from './limits.ts';
import type { ServerOptions } from './options.ts';
import {
  methodNotAllowedPage,
  refusalPage,
  undocumentedPage,
  unrecognizedGetPage,
  unrecognizedPage,
} from './pages.ts';
import type { Peers } from './peer.ts';
import { createPeers } from './peers.ts';
import type {
  ArrivingBody,
  DocumentEndpoints,
  Endpoint,
  PartsReceiver,
  Route,
  ServerProtocol,
  Service,
} from './protocol.ts';
import { createReports, type Reports } from './report.ts';
import { buildRoutes, readBasePath } from './routes.ts';
import { createSettings, type ServerSettings } from './settings.ts';

/** Finds the operations for requests. */
export interface Dispatcher {
  /** The destination of a request; `undefined` if no service has its path. */
  readonly find: (incoming: Incoming) => Destination | undefined;
  /** The page that lists the services, at `/` and the base path, unless the application has it. */
  readonly findIndex: (incoming: Incoming) => Destination | undefined;
  /** The address of that page for a client that gets it; `undefined` if there is none. */
  readonly indexUrl: (incoming: Incoming) => string | undefined;
  /** Whether a path is that of a service, or of an operation over GET. */
  readonly isTaken: (path: string) => boolean;
  readonly limits: RequestLimits;
  readonly peers: Peers;
  readonly traffic: Traffic;
  readonly reports: Reports;
}

/** An endpoint of a service, at one of the paths below it. */
class EndpointDestination implements Destination {
  readonly takesBody: boolean;
  readonly endpoint: Endpoint;
  private readonly suffix: string;
  private readonly reports: Reports;
  private readonly admission: Admission | undefined;

  constructor(
    endpoint: Endpoint,
    suffix: string,
    reports: Reports,
    admission: Admission | undefined,
  ) {
    this.admission = admission;
    this.takesBody = endpoint.takesBody;
    this.endpoint = endpoint;
    this.suffix = suffix;
    this.reports = reports;
  }

  /** The same endpoint at another path. */
  at(suffix: string): EndpointDestination {
    if (suffix === this.suffix) return this;
    return new EndpointDestination(this.endpoint, suffix, this.reports, this.admission);
  }

  answer(incoming: Incoming, body: Uint8Array): Answer {
    const { exchange } = incoming;
    const run = (): Answer => this.endpoint.answer(incoming, this.suffix, body);
    if (exchange === undefined || this.endpoint.isDocument) return this.pass(incoming, run);
    exchange.opened(body);
    return exchange.run(() => this.pass(incoming, run));
  }

  receiver(incoming: Incoming): PartsReceiver | undefined {
    return this.endpoint.receiver?.(incoming);
  }

  answerArriving(incoming: Incoming, body: ArrivingBody): Answer {
    const run = (): Answer => this.endpoint.answerArriving?.(incoming, body) ?? nothing;
    return incoming.exchange?.run(() => this.pass(incoming, run)) ?? this.pass(incoming, run);
  }

  private pass(incoming: Incoming, run: () => Answer): Answer {
    const { fail, refused } = this.reports;
    try {
      const answer =
        this.admission === undefined ? run() : this.admission(incoming, this.endpoint, run);
      return answer instanceof Promise ? answer.then(refused, fail) : refused(answer);
    } catch (error) {
      return fail(error);
    }
  }

  tooLarge(incoming: Incoming): Answer {
    const { exchange } = incoming;
    const run = (): Answer => this.pass(incoming, () => this.endpoint.tooLarge(incoming));
    return exchange === undefined || this.endpoint.isDocument ? run() : exchange.run(run);
  }
}

const nothing: Outgoing = { status: 200, headers: [], body: '' };

/**
 * What scripts send comes before all else, as in ASMX, and SOAP before HTTP POST, which may also
 * have an operation at the path of the service.
 */
const doors: readonly ServerProtocol['binding'][] = [
  'scriptProxy',
  'script',
  'soap11',
  'soap12',
  'httpGet',
  'httpPost',
];

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
  const settings = createSettings(options, createGuard(options));
  const reports = createReports(options);
  const admission = createAdmission(options);
  const ofPages = options.protectPages === true ? guardPages(admission, settings.guard) : undefined;
  const destination = (endpoint: Endpoint): EndpointDestination =>
    new EndpointDestination(endpoint, '', reports, endpoint.isDocument ? ofPages : admission);
  const { services, find, isIndex } = buildRoutes(routes, options);
  const destinations = new Map(
    services.map((service) => {
      const own = documents === undefined ? [] : [documents(options, service.path, service.routes)];
      const endpoints = [...protocolEndpoints(service, settings), ...own];
      return [service, endpoints.map(destination)];
    }),
  );
  const index = documents && destination(documents(options, '/'));
  // with both options off, it is as ASMX with its Documentation protocol off
  const isUndocumented =
    documents === undefined && (options.pages !== false || options.wsdl !== false);
  return {
    limits: settings.limits,
    peers: createPeers(options),
    traffic: settings.traffic,
    reports,
    find(incoming) {
      const match = find(incoming.path, incoming.query, incoming.isRouted);
      if (match === undefined) return undefined;
      const { service, suffix } = match;
      incoming.exchange?.found(service.routes[0]?.operation.service ?? '');
      const own = destinations.get(service) ?? [];
      const one = own.find(({ endpoint }) => endpoint.takes(incoming, suffix));
      if (one !== undefined) return one.at(suffix);
      const isPage = suffix === '' && incoming.method === 'GET' && isUndocumented;
      const page = isPage ? undocumentedPage() : refusalOf(own, incoming, suffix);
      return pageDestination(page, reports);
    },
    isTaken(path) {
      const { service, suffix } = find(path) ?? {};
      return suffix === '' || service?.routes.some((one) => locationOf(one) === suffix) === true;
    },
    indexUrl(incoming) {
      if (index === undefined || !isServed(options.pages, incoming)) return undefined;
      return `${incoming.origin()}${readBasePath(options.basePath)}/`;
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
  const used = doors.flatMap(
    (name): ServerProtocol | [] => protocols.find(({ binding }) => binding === name) ?? [],
  );
  const creators = new Set(used.map(({ createEndpoint }) => createEndpoint));
  const endpoints = [...creators].map((create) => create(service, settings));
  const hasScript = used.some(({ binding }) => binding === 'script');
  return hasScript ? endpoints : [scriptRefusal(service), ...endpoints];
}

const notForScripts =
  'Only Web services with a [ScriptService] attribute on the class definition can be called ' +
  'from script.';

/** The endpoint that refuses what scripts send to a service that is not for them, as ASMX does. */
function scriptRefusal({ routes }: Service): Endpoint {
  const refuse = (): Outgoing => refusalPage(500, notForScripts);
  const locations = new Set(routes.map(locationOf));
  return {
    isDocument: true,
    takesBody: false,
    takes: (incoming, suffix) =>
      isScriptCall(incoming, suffix) || (isProxyPath(suffix) && !locations.has(suffix)),
    answer: refuse,
    failed: refuse,
    tooLarge: refuse,
  };
}

function locationOf({ operation }: Route): string | undefined {
  return operation.http?.location;
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
