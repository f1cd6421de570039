import { canonicalPath, queryParameters, singleSlashes } from '../forms/query.ts';
import { type BindingName, propertyOf } from '../operation/descriptor.ts';
import { type FetchRequest, isPromise } from '../platform/globals.ts';
import type { XmlElement } from '../xml/writer.ts';
import { createReports, exceptionAnswer, type Reports, withDeadline } from './call.ts';
import type { ServerOptions } from './options.ts';
import {
  type ArrivingBody,
  createSettings,
  type DocumentEndpoints,
  type Endpoint,
  type Guard,
  type Guarded,
  noUnknownHeaders,
  type PartsReceiver,
  type RequestLimits,
  type Route,
  type ServedService,
  type ServerProtocol,
  type ServerSettings,
  type Traffic,
} from './protocol.ts';
import { createPeers } from './proxies.ts';
import {
  type Answer,
  type Incoming,
  isProxyPath,
  isScriptCall,
  isServed,
  type NodeRequest,
  type Outgoing,
  type Peers,
  refusalPage,
  splitTarget,
  unrecognizedGetPage,
} from './request.ts';
import {
  type AnswerSecurity,
  encryptsAnswers,
  isSecurityRefusal,
  openerOf,
  type RequestOpener,
  SecurityRefusal,
  type SecurityRequest,
  type ServerSecurity,
  signsAnswers,
} from './security.ts';

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
    const run = (): Answer => this.endpoint.answerArriving?.(incoming, body) ?? blankAnswer;
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

const blankAnswer: Outgoing = { status: 200, headers: [], body: '' };

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

/** The answer to a method that a service's own path doesn't support. */
function methodNotAllowedPage(allowed: readonly string[]): Outgoing {
  const page = refusalPage(405, 'Request format is unrecognized.');
  return { ...page, headers: [...page.headers, 'Allow', allowed.join(', ')] };
}

/**
 * The answer to a GET of a service's own path, such as `?WSDL` or `?op=`, on a server without the
 * file that has the documents.
 */
function undocumentedPage(): Outgoing {
  return refusalPage(
    404,
    "This server has no WSDL and no help pages: it was generated without the target 'docs'. " +
      'Generate it with --targets +docs, or with "docs" among "targets" in the configuration.',
  );
}

/** The answer for a path below a service's that no binding has. */
function unrecognizedPage(suffix: string): Outgoing {
  return refusalPage(
    500,
    `Request format is unrecognized for URL unexpectedly ending in '${suffix}'.`,
  );
}

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
function protocolEndpoints(service: ServedService, settings: ServerSettings): readonly Endpoint[] {
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
function scriptRefusal({ routes }: ServedService): Endpoint {
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

/** The service for a request path. */
interface PathMatch {
  readonly service: ServedService;
  /** The part after the service's path: empty, or starting with its `/`. */
  readonly suffix: string;
}

/** The services of a server, and how to find them. */
export interface ServiceTable {
  readonly services: readonly ServedService[];
  /**
   * The service for a request path and its raw query; `undefined` if there is none.
   *
   * @param literally Whether only the path itself counts, in its canonical spelling or that of the
   *   contract, but no other spelling of it.
   */
  readonly find: (path: string, query?: string, literally?: boolean) => PathMatch | undefined;
  /** Whether a request path is that of the list of services: `/`, or the base path. */
  readonly isIndex: (path: string) => boolean;
}

/** A base path, canonical, with a `/` at its start and none at its end; empty for none. */
export function readBasePath(path: string | undefined = ''): string {
  return canonicalPath(`/${path}/`).slice(0, -1);
}

/** A service among those at one path, with the parameters in the query of its address. */
interface Choice {
  readonly service: ServedService;
  readonly parameters: readonly string[];
}

/**
 * Builds the table once, so that a request needs only a few lookups. A service is also found at
 * the paths of bindings whose ports are elsewhere. The query counts only where services share a
 * path.
 */
export function buildRoutes(
  routes: readonly Route[],
  options: Pick<ServerOptions<never>, 'parity' | 'basePath'>,
): ServiceTable {
  const ignoreCase = options.parity?.ignorePathCase ?? true;
  const key = (path: string): string => (ignoreCase ? path.toLowerCase() : path);
  const base = readBasePath(options.basePath);
  const services = groupByPath(routes);
  const { byKey, paths } = placeServices(services, base, key);
  /** The path of nearly every request: the service itself, spelled as in the contract. */
  const exact = new Map<string, PathMatch>();
  for (const path of paths) {
    const alone = onlyService(byKey.get(key(path)) ?? []);
    if (alone !== undefined) exact.set(path, { service: alone, suffix: '' });
  }
  const ends = pathEnds(paths);
  const at = (path: string, query: string): ServedService | undefined => {
    const choices = byKey.get(key(path));
    return choices && (onlyService(choices) ?? choose(choices, query));
  };
  const find = (path: string, query: string): PathMatch | undefined => {
    const whole = at(path, query);
    if (whole !== undefined) return { service: whole, suffix: '' };
    for (const end of ends) {
      if (path[end] !== '/') continue;
      const service = at(path.slice(0, end), query) ?? at(path.slice(0, end + 1), query);
      if (service !== undefined) return { service, suffix: path.slice(end) };
    }
    return undefined;
  };
  const indexes = new Set(['/', key(base), key(`${base}/`)]);
  return {
    services,
    isIndex: (path) => indexes.has(path) || indexes.has(key(canonicalPath(path))),
    find(path, query = '', literally = false) {
      const spelled = exact.get(path);
      if (spelled !== undefined) return spelled;
      const single = literally ? path : singleSlashes(path);
      const found = find(single, query);
      if (literally || found?.suffix === '' || !single.includes('%')) return found;
      const canonical = find(canonicalPath(single), query);
      if (canonical === undefined || canonical.service === found?.service) return found;
      return { service: canonical.service, suffix: lastNames(single, canonical.suffix) };
    },
  };
}

/** The services at each path, as it is written and canonical. */
function placeServices(
  services: readonly ServedService[],
  base: string,
  key: (path: string) => string,
): { readonly byKey: ReadonlyMap<string, readonly Choice[]>; readonly paths: readonly string[] } {
  const byKey = new Map<string, Choice[]>();
  const paths: string[] = [];
  const add = (path: string, query: string, service: ServedService): void => {
    const parameters = queryParameters(query);
    const choices = byKey.get(key(path)) ?? [];
    if (choices.some((one) => sameQuery(one.parameters, parameters))) return;
    // The most specific first.
    const place = choices.findIndex((one) => one.parameters.length < parameters.length);
    choices.splice(place < 0 ? choices.length : place, 0, { service, parameters });
    byKey.set(key(path), choices);
    paths.push(path);
  };
  for (const addresses of [ownAddress, otherAddresses]) {
    for (const spell of [asWritten, canonicalPath]) {
      for (const service of services) {
        for (const address of addresses(service)) {
          const { path, query } = splitTarget(base + address);
          add(spell(path), query, service);
        }
      }
    }
  }
  return { byKey, paths };
}

/** The service, if all choices are the same. */
function onlyService(choices: readonly Choice[]): ServedService | undefined {
  const [first] = choices;
  return choices.every(({ service }) => service === first?.service) ? first?.service : undefined;
}

/** The service whose parameters the query has, the most specific first. */
function choose(choices: readonly Choice[], query: string): ServedService | undefined {
  const asked = new Set(queryParameters(query));
  return choices.find(({ parameters }) => parameters.every((one) => asked.has(one)))?.service;
}

function sameQuery(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/**
 * The end of a path with as many names as another. Escapes there may belong to parameters, so the
 * end of the canonical path will not do.
 */
function lastNames(path: string, other: string): string {
  const count = other.split('/').length - 1;
  return count === 0 ? '' : `/${path.split('/').slice(-count).join('/')}`;
}

function groupByPath(routes: readonly Route[]): readonly ServedService[] {
  const groups: Map<string, Route[]> = new Map();
  for (const route of routes) {
    const group = groups.get(route.operation.path);
    if (group === undefined) groups.set(route.operation.path, [route]);
    else group.push(route);
  }
  return [...groups].map(([path, group]) => ({ path, routes: group }));
}

function asWritten(path: string): string {
  return path;
}

function ownAddress({ path }: ServedService): readonly string[] {
  return [path];
}

function otherAddresses({ routes }: ServedService): readonly string[] {
  return routes.flatMap(({ operation }) => Object.values(operation.paths ?? {}));
}

/**
 * Where the path of a service can end within a longer one, longest first. A path that ends in a
 * slash shares it with the suffix.
 */
function pathEnds(paths: readonly string[]): readonly number[] {
  const lengths = paths.map((path) => (path.endsWith('/') ? path.length - 1 : path.length));
  return [...new Set(lengths)].sort((one, other) => other - one);
}

/** The challenge of those that have none of their own; an answer 401 has to have one. */
const noChallenge = 'Custom realm="service"';

/**
 * Reads what verifies requests of the option `security`; `undefined` without it.
 *
 * @throws TypeError the option is no function, no signer, nor a list of some
 */
export function createGuard(options: ServerOptions<never>): Guard | undefined {
  const opener = openerOf(options);
  const given = [options.security].flat();
  const encrypts = given.some(encryptsAnswers);
  const all = verifiersOf(options) ?? (opener === undefined && !encrypts ? undefined : []);
  if (all === undefined) return undefined;
  const early = new Set<unknown>(opener && given.slice(0, given.indexOf(opener)));
  const challenges = [...new Set(all.flatMap(({ challenge }): string | [] => challenge ?? []))];
  const guard = async (incoming: Incoming, guarded: Guarded): Promise<Outgoing> => {
    try {
      if (encrypts && guarded.binding?.startsWith('soap') === false) {
        throw new SecurityRefusal('The answer cannot be encrypted: it is no SOAP message.');
      }
      const request = new GuardedRequest(incoming, guarded);
      const { received: envelope, envelope: decrypted } = guarded;
      const asReceived =
        envelope === undefined
          ? request
          : new GuardedRequest(incoming, { ...guarded, envelope, decrypted });
      const requestFor = (one: ServerSecurity): SecurityRequest =>
        early.has(one) ? asReceived : request;
      const found =
        all.length === 0 ? undefined : withDeadline(identify(all, requestFor), incoming);
      incoming.identity = await (opener === undefined ? found : opener.check(request, found));
      incoming.exchange?.identified(incoming.identity);
    } catch (error) {
      if (!isSecurityRefusal(error)) {
        return exceptionAnswer(error, { incoming, options, call: undefined }, guarded.failed);
      }
      incoming.exchange?.failed(error);
      return guarded.refused?.(error, challenges) ?? unauthorized(challenges);
    }
    return guarded.admit();
  };
  return Object.assign(guard, { challenges, opener });
}

/**
 * The functions of the option `security`; `undefined` without one.
 *
 * @throws TypeError the option is no function, no signer, nor a list of some
 */
export function verifiersOf({
  security,
}: ServerOptions<never>): readonly ServerSecurity[] | undefined {
  if (security === undefined) return undefined;
  const given: readonly (ServerSecurity | AnswerSecurity | RequestOpener)[] = [security].flat();
  const all = given.filter((one): one is ServerSecurity => typeof one === 'function');
  const others = given.filter((one) => typeof one !== 'function');
  const opener = openerOf({ security });
  const isKnown = others.every((one) => signsAnswers(one) || one === opener);
  if (given.length === 0 || !isKnown) {
    throw new TypeError(
      'security is a function, such as verifyBasic(…), a signer, or a list of some.',
    );
  }
  return all.length === 0 ? undefined : all;
}

/**
 * The identity by the first that knows one.
 *
 * @throws SecurityRefusal none of them accepts the request; another error if one failed
 */
async function identify(
  all: readonly ServerSecurity[],
  requestFor: (one: ServerSecurity) => SecurityRequest,
): Promise<unknown> {
  const refusals: SecurityRefusal[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      const identity = await one(requestFor(one));
      if (identity !== undefined && identity !== null && identity !== false) return identity;
      refusals.push(new SecurityRefusal('The credentials are not known.'));
    } catch (error) {
      if (isSecurityRefusal(error)) refusals.push(error);
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const reasons = [...new Set(refusals.map(({ message }) => message))].join(' ');
  throw new SecurityRefusal(
    reasons,
    refusals.find(({ code }) => code !== 'FailedAuthentication')?.code,
  );
}

/** The answer of HTTP to a refused request (RFC 9110, section 15.5.2). */
function unauthorized(challenges: readonly string[]): Outgoing {
  const type = 'text/plain; charset=utf-8';
  const headers = ['Cache-Control', 'private', 'Content-Type', type];
  return {
    status: 401,
    headers: [...headers, ...challengeHeaders(challenges)],
    body: 'Unauthorized\r\n',
  };
}

/** Headers that ask for credentials. */
export function challengeHeaders(challenges: readonly string[]): readonly string[] {
  const asked = challenges.length === 0 ? [noChallenge] : challenges;
  return asked.flatMap((one) => ['WWW-Authenticate', one]);
}

class GuardedRequest implements SecurityRequest {
  readonly request: NodeRequest | FetchRequest;
  readonly headers: SecurityRequest['headers'];
  readonly url: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  readonly binding: BindingName | undefined;
  readonly envelope: string | undefined;
  readonly decrypted: string | undefined;
  readonly element: SecurityRequest['element'];
  readonly unknownHeaders: readonly XmlElement[];
  readonly securityHeaders: readonly XmlElement[];
  readonly watch: SecurityRequest['watch'];
  readonly understood: (header: XmlElement) => void;
  readonly #incoming: Incoming;

  constructor(incoming: Incoming, guarded: Guarded) {
    const { source, headers, url } = incoming;
    this.#incoming = incoming;
    const { service, operation, binding, unknownHeaders = noUnknownHeaders } = guarded;
    this.request = source;
    this.headers = headers as SecurityRequest['headers'];
    this.url = url;
    this.service = service;
    this.operation = operation;
    this.binding = binding;
    this.envelope = guarded.envelope;
    this.decrypted = guarded.decrypted;
    this.element = guarded.element;
    this.unknownHeaders = unknownHeaders.list;
    this.securityHeaders = guarded.securityHeaders?.() ?? [];
    this.watch = guarded.watch;
    this.understood = (header) => unknownHeaders.understood(header);
  }
  get secure(): boolean {
    return this.#incoming.secure();
  }
}

/** The destination of a request with a known path. */
export interface Destination {
  /** Whether the body is needed. */
  readonly takesBody: boolean;
  /** The answer; `body` is empty unless it is needed. Never throws or rejects. */
  answer(incoming: Incoming, body: Uint8Array): Answer;
  /** What reads the body, if it may be read while the request is answered. */
  receiver?(incoming: Incoming): PartsReceiver | undefined;
  /** The answer to such a request. Never throws or rejects. */
  answerArriving?(incoming: Incoming, body: ArrivingBody): Answer;
  /**
   * The answer to a body that exceeds the limit, of which nothing is kept. Those who may not call
   * are refused as ever. Never throws or rejects.
   */
  tooLarge(incoming: Incoming): Answer;
}

/** A destination that answers with a page. */
export function pageDestination(page: Outgoing, { refused }: Reports): Destination {
  return { takesBody: false, answer: () => refused(page), tooLarge: () => page };
}

/** Lets requests pass, or refuses them in the form of an endpoint. */
type Admission = (incoming: Incoming, endpoint: Endpoint, pass: () => Answer) => Answer;

/** The option `context`, called before a request's body is read; `undefined` without one. */
export function createAdmission(options: ServerOptions<never>): Admission | undefined {
  const { context } = options;
  if (context === undefined) return undefined;
  return (incoming, endpoint, pass) => {
    const refuse = (error: unknown): Outgoing =>
      exceptionAnswer(error, { incoming, options, call: undefined }, (one) =>
        endpoint.failed(incoming, one),
      );
    const admit = (state: unknown): Answer => {
      incoming.state = state;
      incoming.exchange?.identified(identityIn(state));
      return pass();
    };
    let state: unknown;
    try {
      state = context(incoming.source);
      if (isPromise(state)) return admitLater(withDeadline(state, incoming), admit, refuse);
    } catch (error) {
      return refuse(error);
    }
    return admit(state);
  };
}

/** The property `identity` of a state, if it has one that can be read. */
function identityIn(state: unknown): unknown {
  try {
    return propertyOf(state, 'identity');
  } catch {
    return undefined;
  }
}

async function admitLater(
  later: PromiseLike<unknown>,
  admit: (state: unknown) => Answer,
  refuse: (error: unknown) => Outgoing,
): Promise<Outgoing> {
  let state: unknown;
  try {
    state = await later;
  } catch (error) {
    return refuse(error);
  }
  return admit(state);
}

/** Asks the option `security`, too: for pages, whose endpoints do not ask it themselves. */
function guardPages(
  admission: Admission | undefined,
  guard: Guard | undefined,
): Admission | undefined {
  if (guard === undefined) return admission;
  return (incoming, endpoint, pass) => {
    const failed = (error: unknown): Outgoing => endpoint.failed(incoming, error);
    const guarded = (): Answer => guard(incoming, { admit: pass, failed });
    return admission === undefined ? guarded() : admission(incoming, endpoint, guarded);
  };
}
